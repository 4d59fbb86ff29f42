package ppo

import (
	"fmt"
	"math"
	"slices"
)

// State is all that a training needs to go on exactly where it was, at the
// border of an iteration. Environments are put back by playing their actions
// again.
type State struct {
	Seed             uint64
	Progress         Progress
	LearningRate     float64
	KLCoefficient    float64
	AdamSteps        int
	Params           []float32
	Moment1, Moment2 []float32
	Shuffle          []byte // of a rand.PCG
	Slots            []SlotState
}

// SlotState is the place of one environment.
type SlotState struct {
	Source  []byte // of a rand.PCG
	Episode uint64
	Actions []int16 // taken in the current episode
	Total   float64
	Blocked int
}

// State returns a copy of the trainer's state. It must not be called during
// Iterate.
func (t *Trainer) State() *State {
	s := &State{
		Seed: t.seed, Progress: t.done, LearningRate: t.rate, KLCoefficient: t.kl, AdamSteps: t.adam.Steps,
		Params: slices.Clone(t.model.Params()), Moment1: slices.Clone(t.adam.Moment1), Moment2: slices.Clone(t.adam.Moment2),
		Shuffle: marshal(t.shuffle.MarshalBinary()),
	}
	for i := range t.slots {
		e := &t.slots[i]
		s.Slots = append(s.Slots, SlotState{
			Source: marshal(e.source.MarshalBinary()), Episode: e.episode, Actions: slices.Clone(e.actions), Total: e.total, Blocked: e.blocked,
		})
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
// the trainer as it was, if the state does not belong to a training of these
// settings or is damaged.
func (t *Trainer) Restore(s *State) error {
	if err := t.check(s); err != nil {
		return err
	}
	shuffle := t.shuffle
	if err := shuffle.UnmarshalBinary(s.Shuffle); err != nil {
		return fmt.Errorf("random stream: %w", err)
	}
	slots := make([]slot, len(t.slots))
	for i := range slots {
		slots[i] = slot{env: t.slots[i].env, number: i, episode: s.Slots[i].Episode, total: s.Slots[i].Total, blocked: s.Slots[i].Blocked}
		if err := slots[i].source.UnmarshalBinary(s.Slots[i].Source); err != nil {
			return fmt.Errorf("random stream of environment %d: %w", i, err)
		}
	}
	seed := t.seed
	t.seed = s.Seed
	for i := range slots {
		if err := t.replay(&slots[i], s.Slots[i].Actions); err != nil {
			t.seed = seed
			t.rewind()
			return fmt.Errorf("environment %d: %w", i, err)
		}
	}
	t.slots, t.shuffle = slots, shuffle
	t.done, t.rate, t.kl, t.adam.Steps = s.Progress, s.LearningRate, s.KLCoefficient, s.AdamSteps
	copy(t.model.Params(), s.Params)
	copy(t.adam.Moment1, s.Moment1)
	copy(t.adam.Moment2, s.Moment2)
	t.model.Touch()
	return nil
}

// rewind puts the environments back where the slots say they are.
func (t *Trainer) rewind() {
	for i := range t.slots {
		s := &t.slots[i]
		if err := t.replay(s, slices.Clone(s.actions)); err != nil {
			panic(err) // these actions were taken here before
		}
	}
}

// replay starts a slot's episode and takes the given actions.
func (t *Trainer) replay(s *slot, actions []int16) error {
	s.env.Reset(t.episodeSeed(s.number, s.episode))
	s.actions = s.actions[:0]
	c := t.model.Config()
	features, mask := make([]float32, c.GraphFeatures), make([]bool, c.Actions)
	for i, a := range actions {
		s.env.Observe(features, mask)
		if a < 0 || int(a) >= len(mask) || !mask[a] {
			return fmt.Errorf("action %d of step %d is not legal there", a, i)
		}
		if s.env.Step(int(a)).Ended {
			return fmt.Errorf("the episode ends at step %d of %d", i+1, len(actions))
		}
		s.actions = append(s.actions, a)
	}
	return nil
}

// check refuses a state of the wrong size or with impossible figures.
func (t *Trainer) check(s *State) error {
	n := len(t.model.Params())
	switch {
	case len(s.Params) != n || len(s.Moment1) != n || len(s.Moment2) != n:
		return fmt.Errorf("%d weights, %d and %d moments, but the model has %d weights", len(s.Params), len(s.Moment1), len(s.Moment2), n)
	case len(s.Slots) != len(t.slots):
		return fmt.Errorf("%d environments, but the settings say %d", len(s.Slots), len(t.slots))
	case s.AdamSteps < 0 || s.Progress.Iterations < 0 || s.Progress.Steps < 0:
		return fmt.Errorf("negative counts: %d optimiser steps, %d iterations, %d steps", s.AdamSteps, s.Progress.Iterations, s.Progress.Steps)
	case !(s.LearningRate > 0 && s.LearningRate <= 1):
		return fmt.Errorf("learning rate %v is not in 0..1", s.LearningRate)
	case !(s.KLCoefficient >= 0 && s.KLCoefficient <= 1e6):
		return fmt.Errorf("KL coefficient %v is not in 0..1000000", s.KLCoefficient)
	}
	for i := range n {
		for _, x := range [3]float32{s.Params[i], s.Moment1[i], s.Moment2[i]} {
			if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
				return fmt.Errorf("weight %d or its moments are not finite", i)
			}
		}
		if s.Moment2[i] < 0 {
			return fmt.Errorf("second moment of weight %d is negative", i)
		}
	}
	return nil
}
