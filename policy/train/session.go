// Package train trains policies on experiments: it puts environments, network
// and optimiser together, evaluates on held-out seeds beside the training, and
// decides when to stop.
package train

import (
	"math"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/core/workload"
	"rampart/policy/agent"
	"rampart/policy/gnn"
	"rampart/policy/observe"
	"rampart/policy/ppo"
	"rampart/policy/strategy"
)

// Session is one training. It is determined by its experiment and settings to
// the last bit. It is not safe for concurrent use.
type Session struct {
	x        *experiment.Experiment
	s        Settings
	runner   *experiment.Runner
	encoder  *observe.Encoder
	rewarder *observe.Rewarder
	trainer  *ppo.Trainer
	config   gnn.Config

	best    []float32 // parameters of the best evaluation so far, nil before the first
	bestOf  Evaluation
	history []Evaluation
}

// Evaluation is the policy's result on the held-out seeds, playing its most
// probable actions.
type Evaluation struct {
	Iteration    int
	Steps        int
	BlockingRate []float64 // by seed, in the order of Settings.EvaluationSeeds
	Mean         float64
}

// New prepares a training of x. actors is the number of rollouts to play at
// the same time; it changes no result.
func New(x *experiment.Experiment, s Settings, actors int) (*Session, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	se := &Session{x: x, s: s}
	var err error
	if se.runner, se.encoder, se.rewarder, err = environment(x, &s); err != nil {
		return nil, err
	}
	f, a := se.encoder.Size()
	se.config = s.Model
	se.config.NodeFeatures, se.config.EdgeFeatures = observe.NodeWidth, observe.EdgeWidth
	se.config.GraphFeatures, se.config.Actions = f, a
	model, err := se.newModel()
	if err != nil {
		return nil, err
	}
	settings := s.PPO
	if s.Anneal {
		settings.AnnealSteps = s.TotalSteps
	}
	// Actors that play at the same time share nothing that changes: each
	// environment has a planner of its own if there is more than one actor.
	se.trainer, err = ppo.New(settings, s.Seed, model, se.newEnv(actors), actors, func() *gnn.Model[float32] {
		m, err := se.newModel()
		if err != nil {
			panic(err) // the same model was made above
		}
		return m
	})
	return se, err
}

// environment prepares what environments are made of.
func environment(x *experiment.Experiment, s *Settings) (*experiment.Runner, *observe.Encoder, *observe.Rewarder, error) {
	runner, err := experiment.NewRunner(x, func(experiment.StrategySpec, *experiment.Experiment, uint64) (cluster.Strategy, error) {
		return nil, nil // a training plays its own policy, not the file's strategies
	})
	if err != nil {
		return nil, nil, nil, err
	}
	c, w := runner.Settings()
	n, err := observe.Measure(c.Plans, w)
	if err != nil {
		return nil, nil, nil, err
	}
	encoder, err := observe.New(s.Features, n, c.Plans)
	if err != nil {
		return nil, nil, nil, err
	}
	rewarder, err := observe.NewRewarder(s.Reward, n, c.Plans)
	return runner, encoder, rewarder, err
}

func (se *Session) newModel() (*gnn.Model[float32], error) {
	return gnn.New[float32](se.config, agent.Graphs(se.encoder), workload.Random(se.s.Seed, "train/weights"))
}

// newEnv returns a maker of environments. They share one planner where they
// take turns.
func (se *Session) newEnv(actors int) func() ppo.Env {
	runner, encoder, rewarder := se.runner, se.encoder, se.rewarder
	var teacher cluster.Strategy
	if w := se.s.WarmStart; w != nil {
		var err error
		if teacher, err = strategy.New(experiment.StrategySpec{Kind: w.Kind, Degree: w.Degree}, se.x, 0); err != nil {
			panic(err) // Check knows the kinds
		}
	}
	return func() ppo.Env {
		if actors > 1 {
			var err error
			if runner, encoder, rewarder, err = environment(se.x, &se.s); err != nil {
				panic(err) // the same was prepared before
			}
		}
		c, w := runner.Settings()
		env, err := observe.NewEnv(c, w, encoder, rewarder)
		if err != nil {
			panic(err)
		}
		return player{env, teacher}
	}
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

// Report tells of one iteration.
type Report struct {
	ppo.Report
	Evaluation *Evaluation // nil unless one was due
	Stop       string      // why the training should end; "" to go on
}

// Iterate trains for one iteration and evaluates if it is time. pause may be
// nil; see ppo.Trainer.Iterate.
func (se *Session) Iterate(pause func()) (Report, error) {
	if pause == nil {
		pause = func() {}
	}
	var r Report
	if w := se.s.WarmStart; w != nil && se.trainer.Progress().Iterations < w.Iterations {
		r.Report = se.trainer.Imitate(pause)
	} else {
		r.Report = se.trainer.Iterate(pause)
	}
	last := r.Steps >= se.s.TotalSteps
	if r.Iterations%se.s.EvaluateEvery == 0 || last {
		e, err := se.evaluate(pause)
		if err != nil {
			return r, err
		}
		r.Evaluation = e
	}
	switch {
	case last:
		r.Stop = "steps"
	case se.plateau():
		r.Stop = "plateau"
	}
	return r, nil
}

// evaluate plays the held-out seeds and keeps the best parameters.
func (se *Session) evaluate(pause func()) (*Evaluation, error) {
	done := se.trainer.Progress()
	e := Evaluation{Iteration: done.Iterations, Steps: done.Steps, Mean: math.NaN()}
	rates, err := se.Play(se.trainer.Model().Params(), se.s.EvaluationSeeds, pause)
	if err != nil {
		return nil, err
	}
	e.BlockingRate, e.Mean = rates, 0
	for _, r := range rates {
		e.Mean += r / float64(len(rates))
	}
	se.history = append(se.history, e)
	if se.best == nil || e.Mean < se.bestOf.Mean {
		se.best = append(se.best[:0], se.trainer.Model().Params()...)
		se.bestOf = e
	}
	return &e, nil
}

// Play plays whole runs with the given parameters, and returns the blocking
// rate under each seed.
func (se *Session) Play(params []float32, seeds []uint64, pause func()) ([]float64, error) {
	c, w := se.runner.Settings()
	a := agent.New(agent.Spec{Config: se.config, Features: se.s.Features, Normalisers: se.encoder.Normalisers(), Params: params})
	if err := a.Attach(c.Plans, w); err != nil {
		return nil, err
	}
	rates := make([]float64, len(seeds))
	for i, seed := range seeds {
		sim, err := cluster.New(c, w, seed)
		if err != nil {
			return nil, err
		}
		for d, ok := sim.Decide(); ok; d, ok = sim.Decide() {
			if err := sim.Apply(a.Degree(d)); err != nil {
				return nil, err
			}
		}
		rates[i] = sim.Finish().BlockingRate
		pause()
	}
	return rates, nil
}

// plateau reports whether the last evaluations brought nothing better.
func (se *Session) plateau() bool {
	if se.s.Plateau == 0 || se.best == nil {
		return false
	}
	since := 0
	for i := len(se.history) - 1; i >= 0 && se.history[i].Iteration > se.bestOf.Iteration; i-- {
		since++
	}
	return since >= se.s.Plateau
}

// Best returns the parameters of the best evaluation so far, and that
// evaluation; the current parameters before the first.
func (se *Session) Best() ([]float32, Evaluation) {
	if se.best == nil {
		return se.trainer.Model().Params(), Evaluation{Mean: math.NaN()}
	}
	return se.best, se.bestOf
}
