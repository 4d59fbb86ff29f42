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

// sides are the two runs of the Timeline tab. Their jobs are fetched when the
// tab is open.
type sides struct {
	of      *session.Session // the session that picks and runs belong to
	picks   [2]timeline.Pick
	own     bool // the picks are the user's, or a link's
	runs    [2]*experiment.Run
	loading [2]string
	errors  [2]string
	stop    [2]func()
	stage   *timeline.Stage // the time in view and the job with the focus
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
		c.sides = sides{of: c.session, stage: stage}
		c.sides.picks = extremes(c.session)
	}
	for side := range c.sides.picks {
		c.fetch(side)
	}
}

// extremes are the runs that the page picks itself.
func extremes(s *session.Session) [2]timeline.Pick {
	left, right := compare.Extremes(s)
	seed := s.Experiment.Seeds[0]
	return [2]timeline.Pick{{Strategy: left, Seed: seed}, {Strategy: right, Seed: seed}}
}

// settle picks again once all figures are there, if the page has picked without
// them.
func (c *Root) settle() {
	if c.sides.of != c.session || c.sides.own {
		return
	}
	for side, pick := range extremes(c.session) {
		if c.sides.picks[side] != pick {
			c.pickSide(side, pick.Strategy, pick.Seed)
			c.sides.own = false
		}
	}
}

// openSides prepares the Timeline for what a link shows.
func (c *Root) openSides(v *snapshot.View) {
	c.closeTimeline()
	c.sides = sides{of: c.session, stage: timeline.NewStage(), picks: extremes(c.session)}
	for side, r := range v.Runs {
		c.sides.picks[side], c.sides.own = timeline.Pick{Strategy: r.Strategy, Seed: r.Seed}, true
	}
	if v.Time != nil {
		c.sides.stage.Look(v.Time.From, v.Time.To)
	}
	if v.Focus != nil {
		c.sides.stage.LookAt(v.Focus.Side, v.Focus.Job)
	}
}

// view adds to v what is not as the page would open by itself.
func (s *sides) view(v *snapshot.View) {
	if s.picks != extremes(s.of) {
		for _, p := range s.picks {
			v.Runs = append(v.Runs, snapshot.Pick{Strategy: p.Strategy, Seed: p.Seed})
		}
	}
	if w := s.stage.Window(); !s.stage.AtStart() && (s.runs[0] != nil || s.runs[1] != nil) {
		v.Time = &snapshot.Window{From: rounded(w.From, w.Span()), To: rounded(w.To, w.Span())}
	}
	if side, job, ok := s.stage.Focused(); ok {
		v.Focus = &snapshot.Focus{Side: side, Job: job}
	}
}

// closeTimeline gives up what is being fetched.
func (c *Root) closeTimeline() {
	for side, stop := range c.sides.stop {
		if stop != nil {
			stop()
			c.sides.stop[side], c.sides.loading[side] = nil, ""
		}
	}
}

// pickSide answers the lists of the Timeline tab.
func (c *Root) pickSide(side, strategy int, seed uint64) {
	if stop := c.sides.stop[side]; stop != nil {
		stop()
	}
	c.sides.picks[side], c.sides.own = timeline.Pick{Strategy: strategy, Seed: seed}, true
	c.sides.runs[side], c.sides.errors[side], c.sides.stop[side] = nil, "", nil
	c.fetch(side)
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
	if other := s.runs[1-side]; other != nil && s.picks[1-side] == pick {
		s.runs[side] = other
		return
	}
	s.loading[side], s.errors[side] = "Simulating "+of.Experiment.Strategies[pick.Strategy].Name()+" again for its jobs.", ""
	s.stop[side] = c.runner.Jobs(of.Canonical, wire.Unit{Strategy: pick.Strategy, Seed: pick.Seed}, func(run *experiment.Run, message string) {
		if c.sides.of != of || c.sides.picks[side] != pick {
			return
		}
		c.sides.stop[side], c.sides.loading[side] = nil, ""
		c.sides.runs[side], c.sides.errors[side] = run, message
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
