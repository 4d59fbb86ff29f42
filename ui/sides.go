package ui

import (
	"math"

	"rampart/core/experiment"
	"rampart/core/snapshot"
	"rampart/ui/chart"
	"rampart/ui/compare"
	"rampart/ui/session"
	"rampart/ui/timeline"
	"rampart/wasm/wire"
)

// sides are the runs of the Timeline tab. Their jobs are fetched when the tab is
// open.
type sides struct {
	of      *session.Session // the session that picks and runs belong to
	n       int              // how many are shown
	picks   [timeline.MostRuns]timeline.Pick
	own     bool // the picks are the user's, or a link's
	runs    [timeline.MostRuns]*experiment.Run
	rooms   [timeline.MostRuns][]int32 // the largest free blocks of the runs
	loading [timeline.MostRuns]string
	errors  [timeline.MostRuns]string
	stop    [timeline.MostRuns]func()
	stage   *timeline.Stage // the time in view, the cursor and the job with the focus
}

// openTimeline picks two runs to compare, the first time for a session, and
// fetches their jobs.
func (c *Root) openTimeline() {
	if c.sides.of != c.session {
		c.closeTimeline()
		stage := c.sides.stage
		if stage == nil {
			stage = timeline.NewStage()
		}
		c.sides = sides{of: c.session, n: 2, stage: stage}
		c.sides.picks = extremes(c.session)
	}
	for side := range c.sides.n {
		c.fetch(side)
	}
}

// extremes are the runs that the page picks itself.
func extremes(s *session.Session) (picks [timeline.MostRuns]timeline.Pick) {
	left, right := compare.Extremes(s)
	seed := s.Experiment.Seeds[0]
	picks[0], picks[1] = timeline.Pick{Strategy: left, Seed: seed}, timeline.Pick{Strategy: right, Seed: seed}
	return picks
}

// settle picks again once all figures are there, if the page has picked without
// them.
func (c *Root) settle() {
	if c.sides.of != c.session || c.sides.own {
		return
	}
	picks := extremes(c.session)
	for side, pick := range picks[:c.sides.n] {
		if c.sides.picks[side] != pick {
			c.pickSide(side, pick.Strategy, pick.Seed)
			c.sides.own = false
		}
	}
}

// openSides prepares the Timeline for what a link shows.
func (c *Root) openSides(v *snapshot.View) {
	c.closeTimeline()
	c.sides = sides{of: c.session, n: max(2, len(v.Runs)), stage: timeline.NewStage(), picks: extremes(c.session)}
	for side, r := range v.Runs {
		c.sides.picks[side], c.sides.own = timeline.Pick{Strategy: r.Strategy, Seed: r.Seed}, true
	}
	if v.Time != nil {
		c.sides.stage.Look(v.Time.From, v.Time.To)
	}
	if v.Cursor != nil {
		c.sides.stage.LookUpon(*v.Cursor)
	}
	if v.Focus != nil && v.Focus.Side < c.sides.n {
		c.sides.stage.LookAt(v.Focus.Side, v.Focus.Job)
	}
}

// view adds to v what is not as the page would open by itself.
func (s *sides) view(v *snapshot.View) {
	if s.n > 2 || s.picks != extremes(s.of) {
		for _, p := range s.picks[:s.n] {
			v.Runs = append(v.Runs, snapshot.Pick{Strategy: p.Strategy, Seed: p.Seed})
		}
	}
	w := s.stage.Window()
	if !s.stage.AtStart() && s.shown() {
		v.Time = &snapshot.Window{From: rounded(w.From, w.Span()), To: rounded(w.To, w.Span())}
	}
	if at, ok := s.stage.Cursor(); ok && s.shown() {
		v.Cursor = new(rounded(at, w.Span()))
	}
	if side, job, ok := s.stage.Focused(); ok {
		v.Focus = &snapshot.Focus{Side: side, Job: job}
	}
}

// shown reports whether there is any run to look at.
func (s *sides) shown() bool {
	for _, run := range s.runs {
		if run != nil {
			return true
		}
	}
	return false
}

// closeTimeline gives up what is being fetched.
func (c *Root) closeTimeline() {
	for side := range c.sides.stop {
		c.drop(side)
	}
}

// drop gives up what is being fetched for a side.
func (c *Root) drop(side int) {
	if stop := c.sides.stop[side]; stop != nil {
		stop()
		c.sides.stop[side], c.sides.loading[side] = nil, ""
	}
}

// pickSide answers the lists of the Timeline tab.
func (c *Root) pickSide(side, strategy int, seed uint64) {
	c.drop(side)
	c.sides.picks[side], c.sides.own = timeline.Pick{Strategy: strategy, Seed: seed}, true
	c.sides.runs[side], c.sides.rooms[side], c.sides.errors[side] = nil, nil, ""
	c.fetch(side)
}

// setSides shows more runs of the Timeline, or fewer. A new one is of the first
// strategy that is not shown, on the first seed.
func (c *Root) setSides(n int) {
	s := &c.sides
	n = max(2, min(n, timeline.MostRuns))
	for side := n; side < s.n; side++ {
		c.drop(side)
		s.picks[side], s.runs[side], s.rooms[side], s.errors[side] = timeline.Pick{}, nil, nil, ""
	}
	for ; s.n < n; s.n++ {
		c.pickSide(s.n, s.unseen(), s.picks[0].Seed)
	}
	s.n, s.own = n, true
}

// unseen is the first strategy that no side shows, or else the first.
func (s *sides) unseen() int {
	for strategy := range s.of.Experiment.Strategies {
		seen := false
		for _, p := range s.picks[:s.n] {
			seen = seen || p.Strategy == strategy
		}
		if !seen {
			return strategy
		}
	}
	return 0
}

// fetch asks for the jobs of a side, unless they are there or on their way.
func (c *Root) fetch(side int) {
	s := &c.sides
	if s.runs[side] != nil || s.stop[side] != nil {
		return
	}
	if s.of.State == session.Held {
		s.errors[side] = "Nothing has been run yet. Run the experiment first."
		return
	}
	pick, of := s.picks[side], s.of
	for other := range s.n {
		if run := s.runs[other]; run != nil && s.picks[other] == pick {
			s.runs[side], s.rooms[side] = run, s.rooms[other]
			return
		}
	}
	s.loading[side], s.errors[side] = "Simulating "+of.Experiment.Strategies[pick.Strategy].Name()+" again for its jobs.", ""
	s.stop[side] = c.runner.Jobs(of.Canonical, wire.Unit{Strategy: pick.Strategy, Seed: pick.Seed}, func(run *experiment.Run, message string) {
		if c.sides.of != of || c.sides.picks[side] != pick {
			return
		}
		c.sides.stop[side], c.sides.loading[side] = nil, ""
		c.sides.runs[side], c.sides.errors[side] = run, message
		if run != nil {
			c.fetchRoom(side)
		}
		c.draw()
	})
}

// fetchRoom asks for the largest free blocks of a side's run. If there are none,
// the Timeline does without.
func (c *Root) fetchRoom(side int) {
	s := &c.sides
	pick, of := s.picks[side], s.of
	s.stop[side] = c.runner.Room(of.Canonical, wire.Unit{Strategy: pick.Strategy, Seed: pick.Seed}, func(largest []int32, _ string) {
		if c.sides.of != of {
			return
		}
		for other := range c.sides.n { // two sides may show one run
			if c.sides.picks[other] == pick {
				c.sides.rooms[other] = largest
			}
		}
		if c.sides.picks[side] == pick {
			c.sides.stop[side] = nil
		}
		c.draw()
	})
}

// rounded drops digits of a time that nobody can see in a window of a span.
func rounded(seconds, span float64) float64 {
	unit := math.Pow10(int(math.Floor(math.Log10(span))) - 4)
	if unit >= 1 {
		return math.Round(seconds/unit) * unit
	}
	perSecond := math.Round(1 / unit) // a whole number: the quotient has few digits
	return math.Round(seconds*perSecond) / perSecond
}

// options are the runs that can be picked.
func (c *Root) options() []timeline.Option {
	e := c.session.Experiment
	list := make([]timeline.Option, len(e.Strategies))
	for i, s := range e.Strategies {
		list[i] = timeline.Option{Strategy: i, Name: s.Name(), Class: chart.StrategyClass(s.Kind), Seeds: e.Seeds}
	}
	return list
}
