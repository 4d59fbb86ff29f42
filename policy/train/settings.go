package train

import (
	"fmt"
	"slices"
	"strings"

	"rampart/policy/gnn"
	"rampart/policy/observe"
	"rampart/policy/ppo"
)

// Settings are the "train" object of an experiment.
type Settings struct {
	Preset          string           // "fast" or "paper": where the defaults come from
	Features        observe.Features // what the policy sees
	Reward          observe.Reward
	PPO             ppo.Settings
	Anneal          bool // let the learning rate fall to 0 at TotalSteps
	Model           gnn.Config
	Seed            uint64
	TotalSteps      int
	Plateau         int      // stop after so many evaluations without a better one; 0: never
	EvaluationSeeds []uint64 // held out: apart from all training episodes
	EvaluateEvery   int      // iterations
	MaxSeconds      float64  // wall time after which the host stops the training; 0: no limit
	WarmStart       *WarmStart
}

// WarmStart lets the policy imitate a heuristic before it learns for itself.
type WarmStart struct {
	Kind       string // of the strategy; one without random draws
	Degree     int    // of a fixed strategy
	Iterations int
}

// Defaults returns the settings of a preset: "paper" for those of PAC-ML, else
// "fast".
func Defaults(preset string) Settings {
	s := Settings{
		Preset: "fast", Features: observe.Extended, Reward: observe.DefaultReward(observe.JobAcceptance), PPO: ppo.Fast(), Anneal: true,
		Model: gnn.Paper(), TotalSteps: 1_000_000, EvaluateEvery: 10,
	}
	for i := range uint64(10) {
		s.EvaluationSeeds = append(s.EvaluationSeeds, 1000+i)
	}
	if preset == "paper" {
		s.Preset, s.Features, s.PPO, s.Anneal, s.EvaluateEvery = "paper", observe.Paper, ppo.Paper(), false, 1
	}
	return s
}

// Check returns an error that names the first setting out of range.
func (s *Settings) Check() error {
	switch {
	case s.TotalSteps < 1 || s.TotalSteps > 1e12:
		return fmt.Errorf("totalSteps: %d is not in 1..1000000000000", s.TotalSteps)
	case s.EvaluateEvery < 1:
		return fmt.Errorf("evaluateEvery: %d is not at least 1", s.EvaluateEvery)
	case len(s.EvaluationSeeds) == 0 || len(s.EvaluationSeeds) > 1000:
		return fmt.Errorf("evaluationSeeds: %d seeds, expected 1 to 1000", len(s.EvaluationSeeds))
	}
	if w := s.WarmStart; w != nil && (!slices.Contains(teachers, w.Kind) || w.Iterations < 1) {
		return fmt.Errorf("warmStart: %s for %d iterations, expected one of %s for at least 1", w.Kind, w.Iterations, strings.Join(teachers, ", "))
	}
	return s.PPO.Check()
}
