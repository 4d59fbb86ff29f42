package train

import (
	"rampart/core/strict"
	"rampart/policy/checkpoint"
)

// field is one number of the "train" object: one list for reading, checking
// and writing. at points to an int or a float64.
type field struct {
	name    string
	at      any
	allowed strict.Range
}

// fields lists the numbers of s outside of its model, in the order in which
// they are checked.
func (s *Settings) fields() []field {
	list := []field{
		{"totalSteps", &s.TotalSteps, strict.Between(1, maxSteps)},
		{"maxSeconds", &s.MaxSeconds, strict.Between(0, 1e9)},
		{"plateau", &s.Plateau, strict.Between(0, 1e9)},
		{"evaluateEvery", &s.EvaluateEvery, strict.Between(1, 1e9)},
	}
	if s.Learner() == checkpoint.DQN {
		return append(list, s.qFields()...)
	}
	return append(list, s.policyFields()...)
}

// policyFields lists the numbers of package ppo.
func (s *Settings) policyFields() []field {
	p := &s.PPO
	return []field{
		{"environments", &p.Environments, strict.Between(1, 1024)},
		{"rollout", &p.Rollout, strict.Between(1, 1<<16)},
		{"minibatch", &p.Minibatch, strict.Between(1, 1<<20)},
		{"passes", &p.Passes, strict.Between(1, 1000)},
		{"rewardScale", &p.RewardScale, strict.Between(1e-9, 1e9)},
		{"gamma", &p.Gamma, strict.Between(0, 1)},
		{"lambda", &p.Lambda, strict.Between(0, 1)},
		{"learningRate", &p.LearningRate, strict.Between(1e-9, 1)},
		{"adamEpsilon", &p.AdamEpsilon, strict.Between(1e-12, 1)},
		{"gradientClip", &p.GradientClip, strict.Between(0, 1e9)},
		{"clip", &p.Clip, strict.Between(1e-3, 10)},
		{"valueCoefficient", &p.ValueCoefficient, strict.Between(0, 1e6)},
		{"valueLossClip", &p.ValueLossClip, strict.Between(0, 1e12)},
		{"valueRange", &p.ValueRange, strict.Between(0, 1e12)},
		{"entropyCoefficient", &p.EntropyCoefficient, strict.Between(0, 1e3)},
		{"klCoefficient", &p.KLCoefficient, strict.Between(0, 1e6)},
		{"klTarget", &p.KLTarget, strict.Between(0, 1e3)},
	}
}

// qFields lists the numbers of package dqn.
func (s *Settings) qFields() []field {
	q := &s.DQN
	steps, part := strict.Between(0, maxSteps), strict.Between(0, 1)
	return []field{
		{"environments", &q.Environments, strict.Between(1, 1024)},
		{"rollout", &q.Rollout, strict.Between(1, 1<<16)},
		{"minibatch", &q.Minibatch, strict.Between(1, 1<<16)},
		{"replayCapacity", &q.Capacity, strict.Between(1, 1e6)},
		{"learningStarts", &q.LearningStarts, strict.Between(0, 1e6)},
		{"intensity", &q.Intensity, strict.Between(1e-6, 1e3)},
		{"rewardScale", &q.RewardScale, strict.Between(1e-9, 1e9)},
		{"gamma", &q.Gamma, part},
		{"nStep", &q.NStep, strict.Between(1, 1000)},
		{"targetEvery", &q.TargetEvery, strict.Between(1, maxSteps)},
		{"learningRate", &q.LearningRate, strict.Between(1e-9, 1)},
		{"adamEpsilon", &q.AdamEpsilon, strict.Between(1e-12, 1)},
		{"gradientClip", &q.GradientClip, strict.Between(0, 1e9)},
		{"huber", &q.Huber, strict.Between(1e-9, 1e9)},
		{"priorityAlpha", &q.Alpha, strict.Between(0, 10)},
		{"priorityBeta", &q.Beta, part},
		{"priorityBetaFinal", &q.BetaFinal, part},
		{"priorityBetaSteps", &q.BetaSteps, steps},
		{"priorityOffset", &q.Offset, strict.Between(1e-12, 1e6)},
		{"epsilon", &q.Epsilon, part},
		{"epsilonFinal", &q.EpsilonFinal, part},
		{"epsilonSteps", &q.EpsilonSteps, steps},
		{"epsilonSpread", &q.Spread, strict.Between(0, 1e3)},
	}
}

// width is a size of the model.
type width struct {
	name    string
	at      *int
	allowed strict.Range
}

// modelFields lists the sizes of the model that a file may choose.
func (s *Settings) modelFields() []width {
	m := &s.Model
	any, deep := strict.Between(1, 1024), strict.Between(1, 8)
	return []width{
		{"message", &m.Message, strict.Between(2, 1024)},
		{"hidden", &m.Hidden, any},
		{"out", &m.Out, any},
		{"graphOut", &m.GraphOut, any},
		{"rounds", &m.Rounds, deep},
		{"depth", &m.Depth, deep},
		{"headHidden", &m.HeadHidden, any},
	}
}
