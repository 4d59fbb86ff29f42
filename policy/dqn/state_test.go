package dqn

import (
	"math"
	"reflect"
	"slices"
	"testing"
)

func weights(tr *Trainer, iterations int) []float32 {
	for range iterations {
		tr.Iterate(nil)
	}
	return slices.Clone(tr.Model().Params())
}

// A training that is saved and restored goes on as if nothing had happened,
// replayed past included: in the middle of episodes, before the first gradient,
// and after the memory has gone round.
func TestRestore(t *testing.T) {
	for _, tc := range []struct {
		name        string
		change      func(*Settings)
		first, then int
	}{
		{"memory fills", func(*Settings) {}, 3, 3},
		{"before learning", func(*Settings) {}, 1, 4},
		{"in the middle of episodes", func(s *Settings) { s.Rollout = 13 }, 7, 5},
		{"memory goes round", func(s *Settings) { s.Capacity, s.Rollout, s.LearningStarts = 300, 13, 100 }, 20, 6},
		{"memory shorter than an episode", func(s *Settings) { s.Capacity, s.NStep, s.LearningStarts, s.Rollout = 66, 2, 0, 7 }, 11, 6},
		{"nothing done", func(*Settings) {}, 0, 5},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := microSettings()
			tc.change(&s)
			want := weights(microTrainer(t, "delayed", 7, s), tc.first+tc.then)
			first := microTrainer(t, "delayed", 7, s)
			weights(first, tc.first)
			state := first.State()
			second := microTrainer(t, "delayed", 99, s)
			weights(second, 2)
			if err := second.Restore(state); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(second.State(), state) {
				t.Error("the state is another right after it was restored")
			}
			got := weights(second, tc.then)
			if !slices.Equal(got, want) {
				t.Error("a restored training gives other weights")
			}
			a, b := first.State(), state
			if !reflect.DeepEqual(a, b) {
				t.Error("a state is changed by a training that uses it")
			}
			weights(first, tc.then)
			if !reflect.DeepEqual(first.State(), second.State()) {
				t.Error("the trainings end in different states")
			}
			if other := weights(microTrainer(t, "delayed", 8, s), tc.first+tc.then); slices.Equal(other, want) {
				t.Error("another seed gives the same weights")
			}
		})
	}
}

// A damaged state is refused and changes nothing.
func TestRestoreRefuses(t *testing.T) {
	s := microSettings()
	s.Capacity, s.Rollout, s.LearningStarts = 300, 13, 100
	tr := microTrainer(t, "context", 7, s)
	weights(tr, 5)
	before := tr.State()
	for name, damage := range map[string]func(*State){
		"weights missing":          func(s *State) { s.Params = s.Params[1:] },
		"no target network":        func(s *State) { s.Target = nil },
		"environments missing":     func(s *State) { s.Slots = s.Slots[1:] },
		"priorities missing":       func(s *State) { s.Priorities = s.Priorities[1:] },
		"priority is no number":    func(s *State) { s.Priorities[0] = float32(math.NaN()) },
		"negative priority":        func(s *State) { s.Priorities[0] = -1 },
		"all have a priority":      func(s *State) { fill(s.Priorities, 1) },
		"weight is not a number":   func(s *State) { s.Params[0] = float32(math.NaN()) },
		"negative second moment":   func(s *State) { s.Moment2[0] = -1 },
		"no episode":               func(s *State) { s.Slots[0].Episodes = nil },
		"episodes missing":         func(s *State) { s.Slots[0].Episodes = s.Slots[0].Episodes[3:] },
		"an episode too many":      func(s *State) { s.Slots[0].Episodes = append([][]int16{{}}, s.Slots[0].Episodes...) },
		"more rows than there are": func(s *State) { s.Slots[0].Rows += 1 },
		"episode number":           func(s *State) { s.Slots[0].Episode = 0 },
		"impossible action":        func(s *State) { s.Slots[0].Episodes[0] = []int16{99} },
		"endless episode":          func(s *State) { s.Slots[0].Episodes[0] = make([]int16, 1000) },
		"pending value missing":    func(s *State) { s.Slots[0].Pending = nil },
		"pending infinity":         func(s *State) { s.Slots[0].Pending[0] = float32(math.Inf(1)) },
		"endlessly much due":       func(s *State) { s.Due = 1e9 },
		"no random stream":         func(s *State) { s.Slots[7].Source = nil },
		"no stream of draws":       func(s *State) { s.Sampling = s.Sampling[2:] },
	} {
		damaged := tr.State()
		damage(damaged)
		if err := tr.Restore(damaged); err == nil {
			t.Errorf("%s: accepted", name)
		}
		if !reflect.DeepEqual(tr.State(), before) {
			t.Fatalf("%s: the trainer was changed", name)
		}
	}
	want := weights(tr, 2)
	again := microTrainer(t, "context", 7, s)
	if got := weights(again, 7); !slices.Equal(got, want) {
		t.Error("after refusals the training goes on differently")
	}
}

func fill(list []float32, v float32) {
	for i := range list {
		list[i] = v
	}
}
