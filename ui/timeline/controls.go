package timeline

import (
	"sort"
	"strconv"

	"rampart/core/experiment"
	"rampart/ui/number"
)

func (c *View) playWord() string {
	if c.stage.Playing() {
		return "Pause"
	}
	return "Play"
}

// rateWords names a speed.
func rateWords(rate float64) string {
	if rate == 1 {
		return "1 arrival a second"
	}
	return number.Significant(rate) + " arrivals a second"
}

// pickRate reads the value of the list of speeds.
func (c *View) pickRate(value string) {
	if i, err := strconv.Atoi(value); err == nil && i >= 0 && i < len(Rates) {
		c.stage.SetRate(Rates[i])
	}
}

// decideFrom is the run and the job that deciding by hand would begin at: the
// job with the focus, or else the first that arrives from the cursor on.
func (c *View) decideFrom() (run *experiment.Run, job int) {
	side, job, focused := c.stage.Focused()
	if !focused || c.Runs[side] == nil {
		side, focused = 0, false
		for side < c.sides() && c.Runs[side] == nil {
			side++
		}
		if side == c.sides() {
			return nil, 0
		}
	}
	run = c.Runs[side]
	if focused {
		return run, min(job, len(run.Jobs))
	}
	job = 0
	if at, ok := c.stage.Cursor(); ok {
		job = sort.Search(len(run.Jobs), func(i int) bool { return run.Jobs[i].ArrivalSeconds >= at })
	}
	return run, job
}

func (c *View) canDecide() bool {
	run, _ := c.decideFrom()
	return run != nil && len(run.Jobs) > 0
}

func (c *View) decideHelp() string {
	run, job := c.decideFrom()
	if run == nil {
		return "There is no run to decide in."
	}
	return "Decide by hand from job " + number.Count(job) + " on, after what " + c.nameOf(run) + " has decided"
}

func (c *View) nameOf(run *experiment.Run) string {
	for side := range c.sides() {
		if c.Runs[side] == run {
			return c.name(side)
		}
	}
	return "the run"
}

func (c *View) decide() {
	if run, job := c.decideFrom(); run != nil {
		c.OnDecide(run, job)
	}
}
