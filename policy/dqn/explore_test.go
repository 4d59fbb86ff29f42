package dqn

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The probabilities of Ape-X: 0.4^(1+7i/(n-1)).
func TestExploration(t *testing.T) {
	paper := Paper()
	for _, tc := range []struct {
		name       string
		x          Exploration
		i, n, step int
		want       float64
	}{
		{"first of 32", paper.Exploration, 0, 32, 9e5, 0.4},
		{"last of 32", paper.Exploration, 31, 32, 0, 0.00065536},
		{"middle of 3", paper.Exploration, 1, 3, 0, math.Pow(0.4, 4.5)},
		{"one alone", paper.Exploration, 0, 1, 0, 0.4},
		{"falling", Exploration{Epsilon: 1, EpsilonFinal: 0.2, EpsilonSteps: 100}, 5, 8, 25, 0.8},
		{"fallen", Exploration{Epsilon: 1, EpsilonFinal: 0.2, EpsilonSteps: 100}, 5, 8, 1000, 0.2},
		{"fallen to nothing", Exploration{Epsilon: 1, EpsilonSteps: 100, Spread: 3}, 5, 8, 100, 0},
		{"all at random", Exploration{Epsilon: 1, EpsilonFinal: 1, Spread: 3}, 5, 8, 0, 1},
	} {
		if got := tc.x.of(tc.i, tc.n, tc.step); math.Abs(got-tc.want) > 1e-12 {
			t.Errorf("%s: %v, want %v", tc.name, got, tc.want)
		}
	}
}

// Exploring takes legal actions only, all alike, and as often as it should.
func TestChoose(t *testing.T) {
	source := rand.NewPCG(1, 2)
	mask := []bool{true, false, true, true, false}
	count := [5]int{}
	for range 30_000 {
		count[choose(3, mask, 0.6, source)]++
	}
	if count[1]+count[4] > 0 {
		t.Errorf("masked actions were taken: %v", count)
	}
	for i, want := range [5]float64{6000, 0, 6000, 18000, 0} {
		if math.Abs(float64(count[i])-want) > 400 {
			t.Errorf("action %d was taken %d times, expected about %v", i, count[i], want)
		}
	}
	if a := choose(0, []bool{true, false}, 1, source); a != 0 {
		t.Errorf("action %d where only 0 is legal", a)
	}
}

func TestSettings(t *testing.T) {
	for _, s := range []Settings{Paper(), Fast()} {
		if err := s.Check(); err != nil {
			t.Error(err)
		}
	}
	for name, change := range map[string]func(*Settings){
		"replayCapacity": func(s *Settings) { s.Capacity, s.LearningStarts = 200, 0 },
		"gamma":          func(s *Settings) { s.Gamma = 1.5 },
		"learningStarts": func(s *Settings) { s.LearningStarts = s.Capacity + 1 },
		"nStep":          func(s *Settings) { s.NStep = 0 },
		"rollout":        func(s *Settings) { s.Environments, s.Rollout = 1000, 60000 },
		"huber":          func(s *Settings) { s.Huber = math.NaN() },
	} {
		s := Paper()
		change(&s)
		if err := s.Check(); err == nil || err.Error()[:len(name)] != name {
			t.Errorf("%s: %v", name, err)
		}
	}
}
