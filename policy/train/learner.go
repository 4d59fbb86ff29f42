package train

import (
	"rampart/policy/checkpoint"
	"rampart/policy/dqn"
	"rampart/policy/gnn"
	"rampart/policy/ppo"
)

// trainer is what a session needs of the package that learns.
type trainer interface {
	Model() *gnn.Model[float32]
	Progress() ppo.Progress
	LearningRate() float64
	SetLearningRate(rate float64) error
	// iterate trains for one iteration; imitate lets the environments' teacher
	// act.
	iterate(pause func(), imitate bool) Report
	// save returns the state as a checkpoint has it, without a history.
	save() *checkpoint.Training
	restore(t *checkpoint.Training) error
}

// newTrainer makes the trainer of a session with everything else in place.
func (se *Session) newTrainer(actors int) (trainer, error) {
	model, err := se.newModel()
	if err != nil {
		return nil, err
	}
	again := func() *gnn.Model[float32] {
		m, err := se.newModel()
		if err != nil {
			panic(err) // the same model was made above
		}
		return m
	}
	if se.s.Learner() == checkpoint.DQN {
		t, err := dqn.New(se.s.dqn(), se.s.Seed, model, again(), se.newEnv(1))
		return qLearner{t, se.s.dqn()}, err
	}
	t, err := ppo.New(se.s.ppo(), se.s.Seed, model, se.newEnv(actors), actors, again)
	return policyLearner{t, se.s.ppo()}, err
}

// policyLearner trains by package ppo.
type policyLearner struct {
	*ppo.Trainer
	s ppo.Settings
}

func (l policyLearner) iterate(pause func(), imitate bool) (r Report) {
	if imitate {
		r.Report = l.Imitate(pause)
	} else {
		r.Report = l.Iterate(pause)
	}
	return r
}

func (l policyLearner) save() *checkpoint.Training {
	return &checkpoint.Training{Settings: l.s, State: l.State()}
}

func (l policyLearner) restore(t *checkpoint.Training) error { return l.Restore(t.State) }

// Values are what a report of Q-learning has besides what it has in common with
// one of package ppo, whose terms are then 0.
type Values struct {
	dqn.Terms
	Epsilon float64 // mean probability of a random action
	Beta    float64 // exponent of the importance weights
	Updates int     // gradients in the iteration
}

// qLearner trains by package dqn. It plays all environments in turn.
type qLearner struct {
	*dqn.Trainer
	s dqn.Settings
}

func (l qLearner) iterate(pause func(), _ bool) (r Report) {
	q := l.Iterate(pause)
	r.Report = ppo.Report{
		Progress: q.Progress, GradientNorm: q.GradientNorm, RewardMean: q.RewardMean, RewardSpread: q.RewardSpread, BlockedRate: q.BlockedRate,
		LearningRate: q.LearningRate, Episodes: q.Episodes, Rejected: q.Rejected,
	}
	r.Q = &Values{Terms: q.Terms, Epsilon: q.Epsilon, Beta: q.Beta, Updates: q.Updates}
	return r
}

func (l qLearner) save() *checkpoint.Training {
	return &checkpoint.Training{DQN: &checkpoint.QLearning{Settings: l.s, State: l.State()}}
}

func (l qLearner) restore(t *checkpoint.Training) error { return l.Restore(t.DQN.State) }
