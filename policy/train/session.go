// Package train trains policies on experiments: it puts environments, network
// and optimiser together, evaluates on held-out seeds beside the training, and
// decides when to stop.
package train

import (
	"fmt"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/core/strict"
	"rampart/core/workload"
	"rampart/policy/agent"
	"rampart/policy/checkpoint"
	"rampart/policy/dqn"
	"rampart/policy/gnn"
	"rampart/policy/observe"
	"rampart/policy/ppo"
	"rampart/policy/strategy"
)

// Session is one training. It is determined by its experiment and settings to
// the last bit. It is not safe for concurrent use.
type Session struct {
	x       *experiment.Experiment
	s       Settings
	places  []place          // x and its variations
	encoder *observe.Encoder // of the first
	trainer trainer
	config  gnn.Config

	best    []float32 // parameters of the best evaluation so far, nil before the first
	bestOf  Evaluation
	history []Evaluation
	recent  []Report // the latest, without episodes

	// torn says that an iteration is in work that may be given up, or was:
	// border, the state before it, is the session's then, not the trainer's.
	border *checkpoint.Training
	torn   bool
}

// New prepares a training of x, which must stay as it is, with settings of its
// own or, as Decode gives them, those of x.Train. actors is the number of
// rollouts to play at the same time; it changes no result. What is wrong with x
// or s is a *strict.Error.
func New(x *experiment.Experiment, s Settings, actors int) (*Session, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	se := &Session{x: x, s: s}
	var err error
	if se.places, err = places(x, &s); err != nil {
		return nil, err
	}
	se.encoder = se.places[0].encoder
	f, a := se.encoder.Size()
	se.config = s.Model
	se.config.NodeFeatures, se.config.EdgeFeatures = observe.NodeWidth, observe.EdgeWidth
	se.config.GraphFeatures, se.config.Actions = f, a
	if err := se.config.Check(); err != nil {
		fewer := ""
		if s.Blocks > 1 {
			fewer = " or fewer blocks"
		}
		return nil, &strict.Error{Path: "partition.maxDegree", Message: fmt.Sprintf(
			"a policy with %d actions and %d features is too large to train (%v), expected a smaller degree%s", a, f, err, fewer)}
	}
	se.trainer, err = se.newTrainer(actors)
	return se, err
}

// ppo returns the settings of the trainer.
func (s *Settings) ppo() ppo.Settings {
	p := s.PPO
	p.AnnealSteps = 0
	if s.Anneal {
		p.AnnealSteps = s.TotalSteps
	}
	return p
}

// dqn returns the settings of the other trainer.
func (s *Settings) dqn() dqn.Settings {
	q := s.DQN
	q.AnnealSteps = 0
	if s.Anneal {
		q.AnnealSteps = s.TotalSteps
	}
	return q
}

// environment prepares what environments of x are made of, with normalisers of
// its own unless some are given.
func environment(x *experiment.Experiment, s *Settings, n *observe.Normalisers) (p place, err error) {
	p.x = x
	if p.runner, err = experiment.NewRunner(x, func(experiment.StrategySpec, *experiment.Experiment, uint64) (cluster.Strategy, error) {
		return nil, nil // a training plays its own policy, not the file's strategies
	}); err != nil {
		return p, err
	}
	c, w := p.runner.Settings()
	if n == nil {
		own, err := observe.Measure(c.Plans, w)
		if err != nil {
			return p, err
		}
		if n = &own; s.Blocks > 1 {
			n.Blocks = s.Blocks
		}
	}
	if p.encoder, err = observe.New(s.Features, *n, c.Plans); err != nil {
		return p, err
	}
	p.rewarder, err = observe.NewRewarder(s.Reward, *n, c.Plans)
	return p, err
}

// furtherRarer is how much lower the logits of further blocks begin than those of
// the placer's own: a training begins close to one without the choice, since a
// policy that takes the second best block as often as the best learns on a cluster
// that is badly packed (RATIONALE.md has figures). The advantages of Q-learning,
// which explores apart from them, are left alone: there it would be a verdict.
const furtherRarer = 2

func (se *Session) newModel() (*gnn.Model[float32], error) {
	m, err := gnn.New[float32](se.config, agent.Graphs(se.encoder), workload.Random(se.s.Seed, "train/weights"))
	if err == nil && se.s.Blocks > 1 && se.s.Learner() != checkpoint.DQN {
		n := se.encoder.Normalisers()
		m.Discourage(n.MaxDegree+1, furtherRarer)
	}
	return m, err
}

// newEnv returns a maker of environments, which go through the experiment and its
// variations in turn. Those that one actor plays take turns, so that they share
// planners, which remember what they have planned; those of actors that play at
// the same time share nothing that changes.
func (se *Session) newEnv(actors int) func() ppo.Env {
	list := se.places
	made, actor, last := 0, 0, 0
	environments, _ := se.s.size()
	actors = min(max(actors, 1), environments)
	return func() ppo.Env {
		if made == last { // the first environment of the next actor
			if actor > 0 {
				var err error
				if list, err = places(se.x, &se.s); err != nil {
					panic(err) // the same was prepared before
				}
			}
			_, last = ppo.Share(actor, actors, environments)
			actor++
		}
		at := &list[made%len(list)]
		made++
		c, w := at.runner.Settings()
		env, err := observe.NewEnv(c, w, at.encoder, at.rewarder)
		if err != nil {
			panic(err)
		}
		return player{env, se.teacher(at, uint64(made))}
	}
}

// teacher returns what an environment of a place imitates in a warm start, nil if
// nothing. A seed of its own lets each imagine futures of its own.
func (se *Session) teacher(at *place, seed uint64) cluster.Strategy {
	w := se.s.WarmStart
	if w == nil {
		return nil
	}
	spec := experiment.StrategySpec{Kind: w.Kind, Degree: w.Degree}
	if w.Kind == "rollout" {
		spec = experiment.NewRollout(nil)
	}
	t, err := strategy.New(spec, at.x, seed)
	if err != nil {
		panic(err) // Check knows the kinds
	}
	if a, ok := t.(cluster.Attacher); ok {
		c, jobs := at.runner.Settings()
		if err := a.Attach(c.Plans, jobs); err != nil {
			panic(err) // the place was prepared with the same
		}
	}
	return t
}

// player lets ppo play an observe.Env, with a heuristic as its teacher.
type player struct {
	*observe.Env
	teacher cluster.Strategy
}

// Teach implements ppo.Teacher. Where the mask does not offer what the
// heuristic would do, the job is left out.
func (p player) Teach() int {
	degree := p.teacher.Degree(p.Decision())
	if !p.Offers(degree) {
		return 0
	}
	return degree
}

func (p player) Step(action int) ppo.Outcome {
	reward, done, truncated := p.Env.Step(action)
	v := p.Verdict()
	return ppo.Outcome{Reward: reward, Blocked: !v.Accepted, Ended: done, Truncated: truncated}
}
