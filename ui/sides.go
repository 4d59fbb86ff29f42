package ui

import (
	"rampart/core/experiment"
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
		left, right := compare.Extremes(c.session)
		seed := c.session.Experiment.Seeds[0]
		c.sides.picks = [2]timeline.Pick{{Strategy: left, Seed: seed}, {Strategy: right, Seed: seed}}
	}
	for side := range c.sides.picks {
		c.fetch(side)
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
	c.sides.picks[side] = timeline.Pick{Strategy: strategy, Seed: seed}
	c.sides.runs[side], c.sides.errors[side], c.sides.stop[side] = nil, "", nil
	c.fetch(side)
}

// fetch asks for the jobs of a side, unless they are there or on their way.
func (c *Root) fetch(side int) {
	s := &c.sides
	if s.runs[side] != nil || s.stop[side] != nil {
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

// options are the runs that can be picked.
func (c *Root) options() []timeline.Option {
	e := c.session.Experiment
	list := make([]timeline.Option, len(e.Strategies))
	for i, s := range e.Strategies {
		list[i] = timeline.Option{Strategy: i, Name: s.Name(), Class: chart.StrategyClass(s.Kind), Seeds: e.Seeds}
	}
	return list
}
