package ppo

import "fmt"

// Settings are the hyperparameters of a training. Rates and coefficients are
// dimensionless; steps are environment steps, one decision each.
type Settings struct {
	Environments int // that are played side by side, >= 1
	Rollout      int // steps of each environment in an iteration, >= 1
	Minibatch    int // rows of one gradient, 1..Environments*Rollout
	Passes       int // times an iteration's steps are used, >= 1

	// RewardScale multiplies rewards, so that returns, and with them the
	// gradient of the value, keep a size that the network can follow.
	RewardScale float64
	Gamma       float64 // discount, 0..1
	Lambda      float64 // of the advantage estimate, 0..1

	LearningRate float64 // of Adam, > 0
	AdamEpsilon  float64 // added to the root of Adam's second moment, > 0
	// AnnealSteps lets the learning rate fall linearly to 0 over so many steps;
	// 0 keeps it.
	AnnealSteps  int
	GradientClip float64 // largest norm of a gradient; 0: no limit

	Objective         // KLCoefficient is the coefficient at the start
	KLTarget  float64 // the KL coefficient grows above twice and falls below half of it; 0 keeps it
}

// Paper returns the published settings (spec/learning.md 1.8, the PPO column
// of the reference's configuration): 8 workers of 200 steps make up batches of
// 4,000 in two and a half rounds there; here 20 environments play 200 each.
func Paper() Settings {
	return Settings{
		Environments: 20, Rollout: 200, Minibatch: 128, Passes: 50,
		RewardScale: 1, Gamma: 0.997, Lambda: 1, LearningRate: 2.785e-4, AdamEpsilon: 1e-8, GradientClip: 1.5,
		Objective: Objective{Clip: 0.18, ValueCoefficient: 0.5, ValueLossClip: 128.8, EntropyCoefficient: 0.003, KLCoefficient: 0.01},
		KLTarget:  0.001,
	}
}

// Fast returns settings tuned for wall time: larger minibatches, few passes, a
// shorter horizon of credit, since a decision matters only while its job runs.
func Fast() Settings {
	return Settings{
		Environments: 32, Rollout: 128, Minibatch: 1024, Passes: 4,
		RewardScale: 0.05, Gamma: 0.99, Lambda: 0.95, LearningRate: 3e-3, AdamEpsilon: 1e-5, GradientClip: 0.5,
		Objective: Objective{Clip: 0.2, ValueCoefficient: 0.5, EntropyCoefficient: 0.03},
	}
}

// Check returns an error that names the first setting out of range.
func (s *Settings) Check() error {
	for _, f := range []struct {
		name      string
		x, lo, hi float64
	}{
		{"environments", float64(s.Environments), 1, 1024},
		{"rollout", float64(s.Rollout), 1, 1 << 16},
		{"minibatch", float64(s.Minibatch), 1, float64(s.Environments * s.Rollout)},
		{"passes", float64(s.Passes), 1, 1000},
		{"rewardScale", s.RewardScale, 1e-9, 1e9},
		{"gamma", s.Gamma, 0, 1},
		{"lambda", s.Lambda, 0, 1},
		{"learningRate", s.LearningRate, 1e-9, 1},
		{"adamEpsilon", s.AdamEpsilon, 1e-12, 1},
		{"annealSteps", float64(s.AnnealSteps), 0, 1e12},
		{"gradientClip", s.GradientClip, 0, 1e9},
		{"clip", s.Clip, 1e-3, 10},
		{"valueCoefficient", s.ValueCoefficient, 0, 1e6},
		{"valueLossClip", s.ValueLossClip, 0, 1e12},
		{"valueRange", s.ValueRange, 0, 1e12},
		{"entropyCoefficient", s.EntropyCoefficient, 0, 1e3},
		{"klCoefficient", s.KLCoefficient, 0, 1e6},
		{"klTarget", s.KLTarget, 0, 1e3},
	} {
		if !(f.x >= f.lo && f.x <= f.hi) {
			return fmt.Errorf("%s: %v is not in %v..%v", f.name, f.x, f.lo, f.hi)
		}
	}
	if s.Environments*s.Rollout > 1<<20 {
		return fmt.Errorf("rollout: %d environments of %d steps are more than %d steps in an iteration", s.Environments, s.Rollout, 1<<20)
	}
	return nil
}
