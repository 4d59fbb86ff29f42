package checkpoint

import (
	"math"
	"slices"

	"rampart/core/experiment"
	"rampart/core/strict"
	"rampart/policy/ppo"
)

// Training is what a training needs besides its policy to go on. The policy is
// the best so far; the state has the current weights.
type Training struct {
	Settings ppo.Settings // those of the trainer
	State    *ppo.State
	// DQN is there, in place of Settings and State, if the policy's learner is
	// DQN.
	DQN *QLearning
	// History holds the evaluations so far, the oldest first, all of the same
	// seeds.
	History []Evaluation
}

// size returns the size of the history.
func (t *Training) size() historySize {
	h := historySize{evaluations: len(t.History)}
	if h.evaluations > 0 {
		h.seeds = len(t.History[0].Seeds)
	}
	return h
}

// check returns an error if t does not belong to the checked policy p.
func (t *Training) check(p *Policy) error {
	if (p.Learner == DQN) != (t.DQN != nil) {
		return refuse("learner", "the training is not that of the policy's learner")
	}
	if err := t.checkSettings(); err != nil {
		return within("settings", err)
	}
	for i := range t.History {
		e := &t.History[i]
		if err := e.check(); err != nil {
			return within(index("history", i), err)
		}
		if !slices.Equal(e.Seeds, t.History[0].Seeds) {
			return refuse(index("history", i)+".seeds", "these are not the seeds of the first evaluation")
		}
	}
	if t.DQN != nil {
		return t.DQN.check(p)
	}
	return t.checkState(p)
}

func (t *Training) checkSettings() error {
	if t.DQN != nil {
		return t.DQN.Settings.Check()
	}
	return t.Settings.Check()
}

func (t *Training) checkState(p *Policy) error {
	s, count := t.State, len(p.Params)
	rate, coefficient := strict.AboveUpTo(0, 1), strict.Between(0, 1e6)
	switch {
	case s == nil:
		return refuse("progress", "the state of the training is missing")
	case s.Seed != p.Seed:
		return refuse("seed", "%d is not the seed of the training, %d", p.Seed, s.Seed)
	case s.Progress.Steps < 0 || s.Progress.Iterations < 0 || s.AdamSteps < 0:
		return refuse("progress", "%d steps, %d iterations and %d steps of the optimiser, expected integers from 0 up", s.Progress.Steps, s.Progress.Iterations, s.AdamSteps)
	case !rate.Contains(s.LearningRate):
		return refuse("progress.learningRate", "%v is out of range, expected a number %s", s.LearningRate, rate)
	case !coefficient.Contains(s.KLCoefficient):
		return refuse("progress.klCoefficient", "%v is out of range, expected a number %s", s.KLCoefficient, coefficient)
	case len(s.Slots) != t.Settings.Environments:
		return refuse("environments", "%d are not the %d of the settings", len(s.Slots), t.Settings.Environments)
	}
	for _, v := range []struct {
		name string
		list []float32
	}{{currentName, s.Params}, {moment1Name, s.Moment1}, {moment2Name, s.Moment2}} {
		if len(v.list) != count {
			return refuse(v.name, "%d numbers are not one for each of the %d weights", len(v.list), count)
		}
		if err := finite(v.name, v.list); err != nil {
			return err
		}
	}
	for i, v := range s.Moment2 {
		if v < 0 {
			return refuse(index(moment2Name, i), "%v is negative, expected a mean of squares", v)
		}
	}
	if err := checkSource(shuffleName, s.Shuffle); err != nil {
		return err
	}
	for i := range s.Slots {
		if err := checkSlot(p, i, &s.Slots[i]); err != nil {
			return err
		}
	}
	return nil
}

// checkSlot returns an error if e cannot be the place of environment i.
func checkSlot(p *Policy, i int, e *ppo.SlotState) error {
	if err := checkSource(index(sourceName, i), e.Source); err != nil {
		return err
	}
	if math.IsNaN(e.Total) || math.IsInf(e.Total, 0) {
		return refuse(index(totalName, i), "%v is not a finite number", e.Total)
	}
	if e.Blocked < 0 || e.Blocked > len(e.Actions) {
		return refuse(index(blockedName, i), "%d is out of range, expected an integer from 0 to the %d steps", e.Blocked, len(e.Actions))
	}
	for j, a := range e.Actions {
		if a < 0 || int(a) >= p.Config.Actions {
			return refuse(index(actionsName, i), "action %d of step %d is out of range, expected an integer from 0 to %d", a, j, p.Config.Actions-1)
		}
	}
	return nil
}

// check returns an error that begins with the field that is not valid.
func (e *Evaluation) check() error {
	if len(e.Seeds) != len(e.BlockingRates) || len(e.Seeds) == 0 || len(e.Seeds) > experiment.MaxSeeds {
		return refuse("blockingRates", "%d rates of %d seeds, expected one of each of 1 to %d seeds", len(e.BlockingRates), len(e.Seeds), experiment.MaxSeeds)
	}
	if e.Iteration < 0 || e.Steps < 0 {
		return refuse("steps", "%d steps in %d iterations, expected integers from 0 up", e.Steps, e.Iteration)
	}
	for i, v := range e.BlockingRates {
		if !(v >= 0 && v <= 1) {
			return refuse(index("blockingRates", i), "%v is out of range, expected a number from 0 to 1", v)
		}
		if e.Seeds[i] > experiment.MaxSeed {
			return refuse(index("seeds", i), "%d is out of range, expected an integer from 0 to %d", e.Seeds[i], uint64(experiment.MaxSeed))
		}
	}
	return nil
}
