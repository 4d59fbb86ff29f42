package train

import (
	"math"

	"rampart/core/cluster"
	"rampart/policy/agent"
	"rampart/policy/ppo"
)

// Evaluation is the policy's result on the held-out seeds, playing its most
// probable actions. With variations a seed's rate is the mean over them and the
// experiment itself.
type Evaluation struct {
	Iteration    int
	Steps        int
	BlockingRate []float64 // by seed, in the order of Settings.EvaluationSeeds
	Mean         float64
}

// Report tells of one iteration.
type Report struct {
	ppo.Report
	Q          *Values     // of Q-learning; nil for PPO
	Evaluation *Evaluation // nil unless one was due
	Stop       string      // why the training should end, StopSteps or StopPlateau; "" to go on
}

// Why a training ends by itself.
const (
	StopSteps   = "steps"   // all of Settings.TotalSteps are done
	StopPlateau = "plateau" // so many evaluations brought nothing better
)

// Iterate trains for one iteration and evaluates if it is time. Between pieces
// of work of some milliseconds it calls pause, unless nil: a host without
// threads lets other work go on there. An error from pause gives the iteration
// up and is returned; the session is then as it was before the iteration, as
// it also shows itself to whoever asks from a pause.
func (se *Session) Iterate(pause func() error) (Report, error) {
	if se.torn {
		if err := se.trainer.restore(se.border); err != nil {
			return Report{}, err
		}
		se.torn = false
	}
	var r Report
	var err error
	if pause == nil {
		r, err = se.iterate(func() {})
	} else {
		r, err = se.interruptible(pause)
	}
	if err != nil {
		return Report{}, err
	}
	r.Stop = se.Ended()
	se.remember(&r)
	return r, nil
}

// interruptible is iterate with a pause that may give it up.
func (se *Session) interruptible(pause func() error) (r Report, err error) {
	se.border, se.torn = se.trainer.save(), true
	defer leave(&err, func() {})
	if r, err = se.iterate(enter(pause)); err == nil {
		se.torn = false
	}
	return r, err
}

// given is what a pause panics with to leave the work that it interrupts.
type given struct{ up error }

// enter turns a pause that may fail into one that leaves by a panic: neither
// the trainer nor a simulation has anything to clean up.
func enter(pause func() error) func() {
	return func() {
		if err := pause(); err != nil {
			panic(given{err})
		}
	}
}

// leave, deferred, turns the panic of enter into the error.
func leave(err *error, undo func()) {
	switch p := recover().(type) {
	case nil:
	case given:
		undo()
		*err = p.up
	default:
		panic(p)
	}
}

func (se *Session) iterate(pause func()) (Report, error) {
	w := se.s.WarmStart
	r := se.trainer.iterate(pause, w != nil && se.trainer.Progress().Iterations < w.Iterations)
	last := r.Steps >= se.s.TotalSteps
	if r.Iterations%se.s.EvaluateEvery == 0 || last {
		e, err := se.evaluate(pause)
		if err != nil {
			return r, err
		}
		r.Evaluation = e
	}
	return r, nil
}

// Ended returns why the training should not go on: StopSteps, StopPlateau or
// "".
func (se *Session) Ended() string {
	switch {
	case se.Progress().Steps >= se.s.TotalSteps:
		return StopSteps
	case se.plateau():
		return StopPlateau
	}
	return ""
}

// Progress returns what has been done so far.
func (se *Session) Progress() ppo.Progress {
	if se.torn {
		return se.border.Progress()
	}
	return se.trainer.Progress()
}

// Settings returns the settings of the training.
func (se *Session) Settings() Settings { return se.s }

// History returns the evaluations so far, the oldest first. It must not be
// changed.
func (se *Session) History() []Evaluation { return se.history }

// LearningRate returns the learning rate before annealing.
func (se *Session) LearningRate() float64 {
	if se.torn {
		return se.border.LearningRate()
	}
	return se.trainer.LearningRate()
}

// SetLearningRate changes the learning rate from the next iteration on, in
// 0..1 without 0. The training then no longer follows from its settings alone.
// It must not be called from a pause.
func (se *Session) SetLearningRate(rate float64) error {
	if err := se.trainer.SetLearningRate(rate); err != nil {
		return err
	}
	if se.torn {
		se.border.SetLearningRate(rate)
	}
	return nil
}

// evaluate plays the held-out seeds and keeps the best parameters.
func (se *Session) evaluate(pause func()) (*Evaluation, error) {
	done := se.trainer.Progress()
	e := Evaluation{Iteration: done.Iterations, Steps: done.Steps}
	player := agent.New(agent.Spec{
		Config: se.config, Features: se.s.Features, Normalisers: se.encoder.Normalisers(), Params: se.trainer.Model().Params(),
	})
	rates := make([]float64, len(se.s.EvaluationSeeds))
	for i := range se.places {
		c, w := se.places[i].runner.Settings()
		if err := player.Attach(c.Plans, w); err != nil {
			return nil, err
		}
		some, err := se.play(&se.places[i], func(uint64) (cluster.Strategy, error) { return player, nil }, pause)
		if err != nil {
			return nil, err
		}
		for j, rate := range some {
			rates[j] += rate / float64(len(se.places))
		}
	}
	e.BlockingRate, e.Mean = rates, mean(rates)
	se.history = append(se.history, e)
	if se.best == nil || e.Mean < se.bestOf.Mean {
		se.best = append(se.best[:0], se.trainer.Model().Params()...)
		se.bestOf = e
	}
	return &e, nil
}

func mean(list []float64) (m float64) {
	for _, v := range list {
		m += v / float64(len(list))
	}
	return m
}

// decisionsAPiece is how many decisions are played between two pauses: about a
// millisecond of work in the browser.
const decisionsAPiece = 16

// play plays a whole run of a place under each of the held-out seeds and returns
// their blocking rates.
func (se *Session) play(at *place, start func(seed uint64) (cluster.Strategy, error), pause func()) ([]float64, error) {
	c, w := at.runner.Settings()
	rates := make([]float64, len(se.s.EvaluationSeeds))
	var sim *cluster.Simulator
	for i, seed := range se.s.EvaluationSeeds {
		strategy, err := start(seed)
		if err != nil {
			return nil, err
		}
		if sim == nil {
			if sim, err = cluster.New(c, w, seed); err != nil {
				return nil, err
			}
		} else {
			sim.Reset(seed)
		}
		n := 0
		for d, ok := sim.Decide(); ok; d, ok = sim.Decide() {
			if err := sim.ApplyAt(cluster.Choose(strategy, d)); err != nil {
				return nil, err
			}
			if n++; n%decisionsAPiece == 0 {
				pause()
			}
		}
		rates[i] = sim.Finish().BlockingRate
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
// evaluation; before the first the current parameters and an evaluation whose
// mean is NaN. The parameters must not be changed.
func (se *Session) Best() ([]float32, Evaluation) {
	switch {
	case se.best != nil:
		return se.best, se.bestOf
	case se.torn:
		return se.border.Params(), Evaluation{Mean: math.NaN()}
	}
	return se.trainer.Model().Params(), Evaluation{Mean: math.NaN()}
}
