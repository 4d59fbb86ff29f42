package ui

import (
	"slices"
	"strconv"

	"rampart/core/experiment"
	"rampart/core/snapshot"
	"rampart/ui/session"
)

// openDecide prepares the Decide tab for the experiment that was run. One that
// waits for the user's word is not played either.
func (c *Root) openDecide() {
	if c.session.State == session.Held {
		c.decide.Hold("Nothing has been run yet. Run the experiment first.")
		return
	}
	c.decide.Open(c.session.Experiment)
}

// wishDecide begins the episode of a view, if it has one.
func (c *Root) wishDecide(v *snapshot.View) {
	if v.Decide != nil && c.session.State != session.Held {
		c.decide.Wish(c.session.Experiment, v.Decide)
	}
}

// decideFrom opens the Decide tab on the jobs of a run, from the one with a number
// on: what comes before is decided as the run has.
func (c *Root) decideFrom(run *experiment.Run, job int) {
	var degrees []int
	for i := range run.Jobs[:min(job, len(run.Jobs))] {
		if j := &run.Jobs[i]; len(j.ValidDegrees) > 0 {
			degrees = append(degrees, j.Degree)
		}
	}
	e := c.session.Experiment
	c.decide.Take(e, run.Seed, degrees, run.Strategy)
	c.choose("decide")
	c.host.Focus("tab-decide")
}

// addScript puts decisions by hand among the strategies and runs them all on the
// seed that they were made on: on another one a script makes no sense.
func (c *Root) addScript(spec experiment.StrategySpec, seed uint64) {
	e := *c.session.Experiment
	e.Strategies = append(slices.Clone(e.Strategies), spec)
	alone := len(e.Seeds) == 1
	e.Seeds = []uint64{seed}
	c.load(&e)
	c.choose("compare")
	if !alone {
		c.notice = "The comparison now has seed " + strconv.FormatUint(seed, 10) + " alone, since your decisions fit no other. Undo brings the other seeds back."
	}
}
