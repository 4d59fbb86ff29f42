package train

import (
	"fmt"
	"slices"
	"strings"

	"rampart/core/experiment"
	"rampart/core/strict"
	"rampart/policy/checkpoint"
	"rampart/policy/dqn"
	"rampart/policy/gnn"
	"rampart/policy/observe"
	"rampart/policy/ppo"
)

// Settings are the "train" object of an experiment.
type Settings struct {
	Preset          string           // one of Presets: where the defaults come from, and what learns
	Features        observe.Features // what the policy sees
	Blocks          int              // of servers that a degree is offered with, 1..observe.MaxBlocks
	Reward          observe.Reward
	PPO             ppo.Settings // zero for another learner; so is DQN
	DQN             dqn.Settings
	Anneal          bool // let the learning rate fall to 0 at TotalSteps
	Model           gnn.Config
	Seed            uint64
	TotalSteps      int
	Plateau         int      // stop after so many evaluations without a better one; 0: never
	EvaluationSeeds []uint64 // held out: apart from all training episodes
	EvaluateEvery   int      // iterations
	MaxSeconds      float64  // wall time after which the host stops the training; 0: no limit
	WarmStart       *WarmStart
	// Variations are JSON objects of the experiment's fields that differ, in
	// canonical form: its environments take turns with those of the experiment
	// itself, so that one policy learns from all.
	Variations []string
}

// WarmStart lets the policy imitate a heuristic before it learns for itself.
type WarmStart struct {
	Kind       string // of the strategy; one that decides the same whenever it is asked
	Degree     int    // of a fixed strategy
	Iterations int
}

// Presets returns the names of the presets: "fast" and "paper" for PPO with our
// settings and those of PAC-ML's configuration, "dqn-fast" and "dqn" for the
// learner of PAC-ML's published results, with our settings and its own.
func Presets() []string { return slices.Clone(presets) }

// Learner returns what learns: checkpoint.DQN, or "" for PPO.
func (s *Settings) Learner() string {
	if s.Preset == "dqn" || s.Preset == "dqn-fast" {
		return checkpoint.DQN
	}
	return ""
}

// Defaults returns the settings of a preset, of "fast" if there is no such one.
func Defaults(preset string) Settings {
	s := Settings{
		Preset: "fast", Features: observe.Extended, Blocks: 1, Reward: observe.DefaultReward(observe.JobAcceptance), PPO: ppo.Fast(), Anneal: true,
		Model: gnn.Paper(), TotalSteps: 1_000_000, EvaluateEvery: 10,
	}
	for i := range uint64(10) {
		s.EvaluationSeeds = append(s.EvaluationSeeds, 1000+i)
	}
	if preset == "paper" {
		s.Preset, s.Features, s.PPO, s.Anneal, s.EvaluateEvery = "paper", observe.Paper, ppo.Paper(), false, 1
	}
	switch preset {
	case "dqn":
		s.Preset, s.Features, s.PPO, s.DQN, s.Anneal, s.EvaluateEvery = preset, observe.Paper, ppo.Settings{}, dqn.Paper(), false, 1
		s.Model.HeadHidden = 256
	case "dqn-fast":
		s.Preset, s.PPO, s.DQN = preset, ppo.Settings{}, dqn.Fast()
		s.Model.HeadHidden = 64
	}
	return s
}

// Check returns a *strict.Error that names the first setting out of range, with
// its path from the experiment.
func (s *Settings) Check() error {
	for _, f := range s.fields() {
		var x float64
		noun := "a number"
		switch at := f.at.(type) {
		case *int:
			x, noun = float64(*at), "an integer"
		case *float64:
			x = *at
		}
		if !f.allowed.Contains(x) {
			return refuse(f.name, "%s is out of range, expected %s %v", strict.FormatFloat(x), noun, f.allowed)
		}
	}
	for _, f := range s.modelFields() {
		if !f.allowed.Contains(float64(*f.at)) {
			return refuse("model."+f.name, "%d is out of range, expected an integer %v", *f.at, f.allowed)
		}
	}
	if m := s.Model.Message; m%2 != 0 {
		return refuse("model.message", "%d is odd, expected an even number: half of a message comes from the node, half from the edge; the nearest is %d", m, m-1)
	}
	if err := s.checkBlocks(); err != nil {
		return err
	}
	if err := s.checkLearner(); err != nil {
		return err
	}
	if n := len(s.EvaluationSeeds); n == 0 || n > maxEvaluationSeeds {
		return refuse("evaluationSeeds", "the array has %d elements, expected from 1 to %d", n, maxEvaluationSeeds)
	}
	for i, seed := range s.EvaluationSeeds {
		if seed > experiment.MaxSeed {
			return refuse(fmt.Sprintf("evaluationSeeds[%d]", i), "%d is out of range, expected an integer from 0 to %d", seed, uint64(experiment.MaxSeed))
		}
		if j := slices.Index(s.EvaluationSeeds, seed); j < i {
			return refuse(fmt.Sprintf("evaluationSeeds[%d]", i), "%d is listed twice, first as evaluationSeeds[%d]", seed, j)
		}
	}
	if w := s.WarmStart; w != nil && (!slices.Contains(teachers, w.Kind) || w.Iterations < 1) {
		return refuse("warmStart", "%s for %d iterations, expected one of %s for at least 1", w.Kind, w.Iterations, alternatives(teachers))
	}
	if err := s.Reward.Check(); err != nil {
		path, message, _ := strings.Cut(err.Error(), ": ")
		return refuse(path, "%s", message)
	}
	return nil
}

// allowedBlocks is the range of Blocks.
var allowedBlocks = strict.Between(1, observe.MaxBlocks)

// checkBlocks checks that a policy that chooses among blocks sees them.
func (s *Settings) checkBlocks() error {
	if !allowedBlocks.Contains(float64(s.Blocks)) {
		return refuse("blocks", "%d is out of range, expected an integer %v", s.Blocks, allowedBlocks)
	}
	n := observe.Normalisers{Blocks: s.Blocks}
	if err := n.Sees(s.Features); err != nil {
		path, message, _ := strings.Cut(err.Error(), ": ")
		return refuse(path, "%s", message)
	}
	return nil
}

// checkLearner checks what its settings must be to each other.
func (s *Settings) checkLearner() error {
	environments, rollout := s.size()
	n := int64(environments) * int64(rollout)
	if n > maxBatch {
		return refuse("rollout", "%d environments of %d steps are more than %d steps in an iteration; the longest rollout is %d",
			environments, rollout, maxBatch, maxBatch/environments)
	}
	if s.Learner() == checkpoint.DQN {
		if s.WarmStart != nil {
			return refuse("warmStart", "the learner dqn imitates no one, expected none")
		}
		if err := s.DQN.Check(); err != nil {
			path, message, _ := strings.Cut(err.Error(), ": ")
			return refuse(path, "%s", message)
		}
		return nil
	}
	if m := s.PPO.Minibatch; int64(m) > n {
		return refuse("minibatch", "%d rows are more than the %d steps of an iteration (environments x rollout)", m, n)
	}
	return nil
}

// size returns the environments and the steps of each in an iteration.
func (s *Settings) size() (environments, rollout int) {
	if s.Learner() == checkpoint.DQN {
		return s.DQN.Environments, s.DQN.Rollout
	}
	return s.PPO.Environments, s.PPO.Rollout
}

// RewardScale returns the factor of rewards while learning.
func (s *Settings) RewardScale() float64 {
	if s.Learner() == checkpoint.DQN {
		return s.DQN.RewardScale
	}
	return s.PPO.RewardScale
}

// maxBatch bounds the steps of an iteration.
const maxBatch = 1 << 20

// refuse returns an error at a field of the "train" object.
func refuse(path, format string, args ...any) error {
	return &strict.Error{Path: "train." + path, Message: fmt.Sprintf(format, args...)}
}
