package dqn

import "fmt"

// Settings are the hyperparameters of a training. Rates and coefficients are
// dimensionless; steps are environment steps, one decision each.
type Settings struct {
	Environments int // that are played side by side, >= 1
	Rollout      int // steps of each environment in an iteration, >= 1

	Minibatch      int     // transitions of one gradient, >= 1
	Capacity       int     // steps that are remembered, shared evenly by the environments, >= Minibatch
	LearningStarts int     // steps before the first gradient, <= Capacity
	Intensity      float64 // transitions that are learned from for each step taken, > 0

	RewardScale float64 // multiplies rewards
	Gamma       float64 // discount, 0..1
	NStep       int     // rewards that a target adds up before it bootstraps, >= 1
	TargetEvery int     // steps between two copies of the network to the target network, >= 1

	LearningRate float64 // of Adam, > 0
	AdamEpsilon  float64 // added to the root of Adam's second moment, > 0
	// AnnealSteps lets the learning rate fall linearly to 0 over so many steps;
	// 0 keeps it.
	AnnealSteps  int
	GradientClip float64 // largest norm of a gradient; 0: no limit
	Huber        float64 // error up to which the loss is quadratic, > 0

	Priority // of the replay
	Exploration
}

// Priority says how often a transition is replayed (Schaul et al., arXiv
// 1511.05952, proportional variant): with probability proportional to
// (|error|+Offset)^Alpha, and with the weight (N P)^-b, divided by the largest
// of the minibatch. b goes linearly from Beta to BetaFinal over BetaSteps, and
// is Beta if that is 0.
type Priority struct {
	Alpha     float64 // 0: all alike
	Beta      float64 // 0..1; 1 takes the whole bias out
	BetaFinal float64
	BetaSteps int
	Offset    float64 // > 0
}

// Exploration says how often an environment takes a legal action at random, all
// legal ones alike, rather than the best one. As in Ape-X (Horgan et al., arXiv
// 1803.00933) environment i of n, from 0, does so with probability
// e^(1 + Spread i/(n-1)), where e goes linearly from Epsilon to EpsilonFinal
// over EpsilonSteps, and is Epsilon if that is 0.
type Exploration struct {
	Epsilon      float64 // 0..1
	EpsilonFinal float64
	EpsilonSteps int
	Spread       float64 // >= 0; 0: all environments alike
}

// Paper returns the published settings of the Ape-X DQN agent (spec/learning.md
// 1.8, first column): 32 workers become 32 environments, and an iteration its
// least 25,000 steps. The exploration is the one that its library has for
// several workers, whatever the configuration says. The bound of the gradient
// and that of the quadratic loss are the library's defaults.
func Paper() Settings {
	return Settings{
		Environments: 32, Rollout: 782, Minibatch: 512, Capacity: 100_000, LearningStarts: 10_000, Intensity: 1,
		RewardScale: 1, Gamma: 0.999, NStep: 3, TargetEvery: 100_000,
		LearningRate: 4.121e-7, AdamEpsilon: 1e-8, GradientClip: 40, Huber: 1,
		Priority:    Priority{Alpha: 0.9, Beta: 0.1, BetaFinal: 0.1, Offset: 1e-6},
		Exploration: Exploration{Epsilon: 0.4, EpsilonFinal: 0.4, Spread: 7},
	}
}

// Fast returns settings tuned for wall time: a learning rate at which something
// is learned within a hundred thousand steps, a target network that follows, and
// rewards small enough for the quadratic part of the loss. Targets add up
// thirty rewards, not three: what a decision does to the jobs after it shows while
// its own job and theirs run, and by bootstrapping after three it is not learned
// (a training then ends with the least degree that suits each job). The memory is
// short, since rewards after the first are those of another policy.
func Fast() Settings {
	s := Paper()
	s.Rollout, s.Minibatch, s.Capacity, s.LearningStarts, s.Intensity = 128, 256, 20_000, 5_000, 2
	s.RewardScale, s.Gamma, s.NStep, s.TargetEvery = 0.05, 0.99, 30, 5_000
	s.LearningRate, s.AdamEpsilon, s.GradientClip = 3e-4, 1e-5, 1
	s.Priority = Priority{Alpha: 0.6, Beta: 0.4, BetaFinal: 1, BetaSteps: 1_000_000, Offset: 1e-6}
	return s
}

// maxBatch bounds the steps of an iteration, and a minibatch.
const maxBatch = 1 << 20

// Check returns an error that names the first setting out of range.
func (s *Settings) Check() error {
	for _, f := range []struct {
		name      string
		x, lo, hi float64
	}{
		{"environments", float64(s.Environments), 1, 1024},
		{"rollout", float64(s.Rollout), 1, 1 << 16},
		{"minibatch", float64(s.Minibatch), 1, 1 << 16},
		{"replayCapacity", float64(s.Capacity), 1, 1e6},
		{"learningStarts", float64(s.LearningStarts), 0, float64(s.Capacity)},
		{"intensity", s.Intensity, 1e-6, 1e3},
		{"rewardScale", s.RewardScale, 1e-9, 1e9},
		{"gamma", s.Gamma, 0, 1},
		{"nStep", float64(s.NStep), 1, 1000},
		{"targetEvery", float64(s.TargetEvery), 1, 1e12},
		{"learningRate", s.LearningRate, 1e-9, 1},
		{"adamEpsilon", s.AdamEpsilon, 1e-12, 1},
		{"annealSteps", float64(s.AnnealSteps), 0, 1e12},
		{"gradientClip", s.GradientClip, 0, 1e9},
		{"huber", s.Huber, 1e-9, 1e9},
		{"priorityAlpha", s.Alpha, 0, 10},
		{"priorityBeta", s.Beta, 0, 1},
		{"priorityBetaFinal", s.BetaFinal, 0, 1},
		{"priorityBetaSteps", float64(s.BetaSteps), 0, 1e12},
		{"priorityOffset", s.Offset, 1e-12, 1e6},
		{"epsilon", s.Epsilon, 0, 1},
		{"epsilonFinal", s.EpsilonFinal, 0, 1},
		{"epsilonSteps", float64(s.EpsilonSteps), 0, 1e12},
		{"epsilonSpread", s.Spread, 0, 1e3},
	} {
		if !(f.x >= f.lo && f.x <= f.hi) {
			return fmt.Errorf("%s: %v is not in %v..%v", f.name, f.x, f.lo, f.hi)
		}
	}
	if s.Environments*s.Rollout > maxBatch {
		return fmt.Errorf("rollout: %d environments of %d steps are more than %d steps in an iteration", s.Environments, s.Rollout, maxBatch)
	}
	if least := s.leastCapacity(); s.Capacity < least {
		return fmt.Errorf("replayCapacity: %d is too little for %d environments and targets of %d steps, at least %d are needed", s.Capacity, s.Environments, s.NStep, least)
	}
	return nil
}

// leastCapacity leaves every environment room for the steps of a target, the
// state it bootstraps from, and some that can be replayed.
func (s *Settings) leastCapacity() int { return s.Environments * (2*s.NStep + 2) }
