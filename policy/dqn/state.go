package dqn

import (
	"fmt"
	"math"
	"slices"

	"rampart/policy/ppo"
)

// State is all that a training needs to go on exactly where it was, at the
// border of an iteration. The remembered states are not in it: they follow from
// the actions of the episodes they belong to, which are played again. Only their
// priorities are kept, four bytes a row beside two for its action.
type State struct {
	Seed             uint64
	Progress         ppo.Progress
	LearningRate     float64
	AdamSteps        int
	Due              float64 // transitions that were to be learned from
	Params, Target   []float32
	Moment1, Moment2 []float32
	Sampling         []byte    // of a rand.PCG
	Priorities       []float32 // of every row, environment by environment
	Slots            []SlotState
}

// SlotState is the place of one environment.
type SlotState struct {
	Source  []byte // of a rand.PCG
	Episode uint64 // the current one
	Rows    int    // that the environment has had in the memory
	// Episodes are the actions of the latest episodes, the current one last:
	// all of which the memory has rows.
	Episodes [][]int16
	// Pending are the values of the last actions, whose targets are not known
	// yet.
	Pending []float32
}

// Rows returns the number of rows that the memory has of each environment.
func (s *Settings) Rows() int { return s.Capacity / s.Environments }

// State returns a copy of the trainer's state. It must not be called during
// Iterate.
func (t *Trainer) State() *State {
	s := &State{
		Seed: t.seed, Progress: t.done, LearningRate: t.rate, AdamSteps: t.adam.Steps, Due: t.due,
		Params: slices.Clone(t.model.Params()), Target: slices.Clone(t.target.Params()),
		Moment1: slices.Clone(t.adam.Moment1), Moment2: slices.Clone(t.adam.Moment2),
		Sampling: marshal(t.sampling.MarshalBinary()), Priorities: make([]float32, len(t.slots)*t.memory.length),
	}
	for i := range s.Priorities {
		s.Priorities[i] = t.memory.tree.get(i)
	}
	for i := range t.slots {
		e := &t.slots[i]
		slot := SlotState{Source: marshal(e.source.MarshalBinary()), Episode: e.episode, Rows: t.memory.count[i], Pending: append([]float32{}, e.pending...)}
		for _, p := range e.past {
			slot.Episodes = append(slot.Episodes, p.actions) // which never change
		}
		slot.Episodes = append(slot.Episodes, append([]int16{}, e.actions...))
		s.Slots = append(s.Slots, slot)
	}
	return s
}

func marshal(b []byte, err error) []byte {
	if err != nil {
		panic(err) // a PCG always has a binary form
	}
	return b
}

// Restore puts the trainer into a saved state. It returns an error, and leaves
// the trainer as it was at the border of its last iteration, if the state does
// not belong to a training of these settings or is damaged.
func (t *Trainer) Restore(s *State) error {
	if err := t.check(s); err != nil {
		return err
	}
	before := t.State()
	if err := t.restore(s); err != nil {
		if again := t.restore(before); again != nil {
			panic(again) // these actions were taken here before
		}
		return err
	}
	return nil
}

func (t *Trainer) restore(s *State) error {
	t.seed = s.Seed
	if err := t.sampling.UnmarshalBinary(s.Sampling); err != nil {
		return fmt.Errorf("random stream: %w", err)
	}
	t.memory.forget()
	for i := range t.slots {
		if err := t.replay(&t.slots[i], &s.Slots[i]); err != nil {
			return fmt.Errorf("environment %d: %w", i, err)
		}
	}
	t.memory.tree.fill(s.Priorities)
	if err := t.checkPriorities(); err != nil {
		return err
	}
	t.done, t.steps, t.rate, t.due, t.adam.Steps = s.Progress, s.Progress.Steps, s.LearningRate, s.Due, s.AdamSteps
	copy(t.adam.Moment1, s.Moment1)
	copy(t.adam.Moment2, s.Moment2)
	copy(t.model.Params(), s.Params)
	t.model.Touch()
	copy(t.target.Params(), s.Target)
	t.target.Touch()
	return nil
}

// replay takes a slot's actions again, and fills the memory with what they show.
func (t *Trainer) replay(s *slot, from *SlotState) error {
	m := t.memory
	rows := len(from.Episodes) - 1 // the ends
	for _, actions := range from.Episodes {
		rows += len(actions)
	}
	start := from.Rows - rows
	first := from.Episode - uint64(len(from.Episodes)-1)
	if start < 0 || start > max(0, from.Rows-m.length) || first == 0 && start != 0 || first > from.Episode {
		return fmt.Errorf("%d rows do not come from %d episodes of %d steps up to number %d", from.Rows, len(from.Episodes), rows, from.Episode)
	}
	if err := s.source.UnmarshalBinary(from.Source); err != nil {
		return fmt.Errorf("random stream: %w", err)
	}
	m.count[s.number], s.past = start, nil
	for i, actions := range from.Episodes {
		s.episode = first + uint64(i)
		t.begin(s)
		last := i == len(from.Episodes)-1
		for j, a := range actions {
			o, err := t.again(s, int(a))
			if err != nil {
				return fmt.Errorf("%w at step %d of episode %d", err, j, s.episode)
			}
			if o.Ended != (j == len(actions)-1 && !last) {
				return fmt.Errorf("episode %d does not end after %d steps", s.episode, len(actions))
			}
			if o.Ended {
				t.endRow(s, o)
				s.past = append(s.past, past{m.count[s.number] - len(actions) - 1, s.actions})
			}
		}
		if !last && len(actions) == 0 {
			return fmt.Errorf("episode %d has no step", s.episode)
		}
	}
	if len(from.Pending) != min(t.s.NStep, len(s.actions)) {
		return fmt.Errorf("%d pending steps after %d of the episode", len(from.Pending), len(s.actions))
	}
	s.pending = append(s.pending, from.Pending...)
	return nil
}

// again takes a step that was taken before.
func (t *Trainer) again(s *slot, action int) (o ppo.Outcome, err error) {
	m := t.memory
	at := m.append(s.number, rowStep)
	features, mask := m.state(at)
	m.graph[at] = int32(s.env.Observe(features, mask))
	if action < 0 || action >= len(mask) || !mask[action] {
		return o, fmt.Errorf("action %d is not legal", action)
	}
	o = s.env.Step(action)
	m.action[at], m.reward[at] = int16(action), o.Reward*float32(t.s.RewardScale)
	s.take(action, o)
	return o, nil
}

// checkPriorities refuses priorities of rows that cannot be drawn.
func (t *Trainer) checkPriorities() error {
	m := t.memory
	for e := range t.slots {
		for i := range m.length {
			at := e*m.length + i
			if m.tree.get(at) == 0 {
				continue
			}
			_, k := m.row(at)
			if k < 0 || m.kind[at] != rowStep || k >= m.count[e]-len(t.slots[e].pending) {
				return fmt.Errorf("row %d of environment %d has a priority, but no target", i, e)
			}
		}
	}
	return nil
}

// check refuses a state of the wrong size or with impossible figures.
func (t *Trainer) check(s *State) error {
	n := len(t.model.Params())
	switch {
	case len(s.Params) != n || len(s.Target) != n || len(s.Moment1) != n || len(s.Moment2) != n:
		return fmt.Errorf("%d weights, %d of the target, %d and %d moments, but the model has %d weights",
			len(s.Params), len(s.Target), len(s.Moment1), len(s.Moment2), n)
	case len(s.Slots) != len(t.slots):
		return fmt.Errorf("%d environments, but the settings say %d", len(s.Slots), len(t.slots))
	case len(s.Priorities) != len(t.slots)*t.memory.length:
		return fmt.Errorf("%d priorities, but the memory has %d rows", len(s.Priorities), len(t.slots)*t.memory.length)
	case s.AdamSteps < 0 || s.Progress.Iterations < 0 || s.Progress.Steps < 0:
		return fmt.Errorf("negative counts: %d optimiser steps, %d iterations, %d steps", s.AdamSteps, s.Progress.Iterations, s.Progress.Steps)
	case !(s.LearningRate > 0 && s.LearningRate <= 1):
		return fmt.Errorf("learning rate %v is not in 0..1", s.LearningRate)
	case !(s.Due >= 0 && s.Due < float64(t.s.Minibatch)):
		return fmt.Errorf("%v transitions due are not below a minibatch, %d", s.Due, t.s.Minibatch)
	}
	for i := range s.Slots {
		if rows := s.Slots[i].Rows; len(s.Slots[i].Episodes) == 0 || rows < 0 || rows > math.MaxInt/2 {
			return fmt.Errorf("environment %d has %d episodes and %d rows", i, len(s.Slots[i].Episodes), rows)
		}
	}
	for _, list := range [][]float32{s.Params, s.Target, s.Moment1, s.Moment2, s.Priorities} {
		if i := slices.IndexFunc(list, notFinite); i >= 0 {
			return fmt.Errorf("number %d of weights, moments or priorities is not finite", i)
		}
	}
	for _, list := range [][]float32{s.Moment2, s.Priorities} {
		if i := slices.IndexFunc(list, func(v float32) bool { return v < 0 }); i >= 0 {
			return fmt.Errorf("number %d of second moments or priorities is negative", i)
		}
	}
	for i := range s.Slots {
		if slices.ContainsFunc(s.Slots[i].Pending, notFinite) {
			return fmt.Errorf("a value of environment %d is not finite", i)
		}
	}
	return nil
}

func notFinite(v float32) bool { return math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) }
