// Package dqn trains the policy network by deep Q-learning, in the form of the
// paper's own agent, Ape-X DQN (Horgan et al., arXiv 1803.00933): double
// targets (van Hasselt et al., arXiv 1509.06461), a dueling network (Wang et
// al., arXiv 1511.06581), returns over n steps, prioritised replay (Schaul et
// al., arXiv 1511.05952), and many environments that explore to different
// degrees. It is one process: where Ape-X has workers that act with old weights,
// here environments take a step in turn with the present ones.
//
// The network is package gnn's: its policy head gives the advantages, its value
// head the value of the state (see duel). The greedy action is the legal one of
// the largest advantage, so that a policy of this package is played like one of
// package ppo. The published network is deeper: a layer of 256 units that both
// heads share, then one of 256 in each, 147,000 weights, where gnn's heads have one
// hidden layer each. Actions that the mask forbids are never taken, never bootstrapped
// from and never trained; the reference has no mask in this network, and its
// agent has to learn not to choose what then blocks the job.
package dqn

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"rampart/core/workload"
	"rampart/policy/gnn"
	"rampart/policy/nn"
	"rampart/policy/ppo"
)

// Trainer trains a model on environments, which are those of package ppo. A
// training is determined by its settings, its seed and its environments, to the
// last bit.
type Trainer struct {
	s        Settings
	seed     uint64
	model    *gnn.Model[float32]
	target   *gnn.Model[float32] // an older copy, by which actions are valued
	adam     *nn.Adam[float32]
	slots    []slot
	memory   *memory
	sampling rand.PCG // draws what is replayed
	rate     float64  // learning rate before annealing
	done     ppo.Progress
	steps    int     // done.Steps and those of the iteration in work
	due      float64 // transitions that are to be learned from
	acting   acting
	batch    minibatch
}

// acting holds what the environments show.
type acting struct {
	graph      []int32
	features   []float32
	mask       []bool
	advantages []float32
	values     []float32
	one        []float32 // outputs for a single state
}

// Report tells of one iteration.
type Report struct {
	ppo.Progress
	Terms                // means over all gradients of the iteration, 0 before the first
	GradientNorm float64 // mean, before clipping
	RewardMean   float64 // a step
	RewardSpread float64 // standard deviation over steps
	BlockedRate  float64 // of the iteration's decisions
	LearningRate float64
	Epsilon      float64 // mean over the environments, at the end
	Beta         float64 // exponent of the importance weights, at the end
	Updates      int     // gradients
	Episodes     []ppo.Episode
	Rejected     int // gradients that were not finite and were left out

	squares float64 // of rewards
	blocked int
}

// count adds a step; RewardMean is the sum until finish.
func (r *Report) count(reward float32, blocked bool) {
	v := float64(reward)
	r.RewardMean += v
	r.squares += float64(v * v)
	if blocked {
		r.blocked++
	}
}

// finish turns sums into means over n steps.
func (r *Report) finish(n int) {
	r.RewardMean /= float64(n)
	r.RewardSpread = math.Sqrt(max(0, r.squares/float64(n)-float64(r.RewardMean*r.RewardMean)))
	r.BlockedRate = float64(r.blocked) / float64(n)
	if u := float64(r.Updates); u > 0 {
		sum := r.Terms
		r.Terms = Terms{}
		r.Terms.add(sum, 1/u)
		r.GradientNorm /= u
	}
}

// New returns a trainer of a model, with another one of the same shape and
// graphs to be its target network, and Settings.Environments environments.
func New(s Settings, seed uint64, model, target *gnn.Model[float32], env func() ppo.Env) (*Trainer, error) {
	if err := s.Check(); err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	if len(model.Params()) != len(target.Params()) {
		panic(errLengths)
	}
	t := &Trainer{s: s, seed: seed, model: model, target: target, rate: s.LearningRate}
	t.adam = nn.NewAdam[float32](len(model.Params()), s.LearningRate)
	t.adam.Epsilon = s.AdamEpsilon
	t.follow()
	c, n := model.Config(), s.Environments
	t.memory = newMemory(n, s.Capacity/n, c.GraphFeatures, c.Actions)
	t.sampling = pcg(seed, "dqn/replay")
	t.slots = make([]slot, n)
	for i := range t.slots {
		t.slots[i] = slot{env: env(), number: i, source: pcg(seed, fmt.Sprintf("dqn/actions/%d", i))}
		t.begin(&t.slots[i])
	}
	t.acting = acting{
		graph: make([]int32, n), features: make([]float32, n*c.GraphFeatures), mask: make([]bool, n*c.Actions),
		advantages: make([]float32, n*c.Actions), values: make([]float32, n), one: make([]float32, c.Actions+1),
	}
	t.batch.reserve(s.Minibatch, c.GraphFeatures, c.Actions)
	return t, nil
}

// pcg returns a generator whose state can be saved, for a named purpose.
func pcg(seed uint64, purpose string) rand.PCG {
	r := workload.Random(seed, purpose)
	return *rand.NewPCG(r.Uint64(), r.Uint64())
}

// Model returns the model that is trained.
func (t *Trainer) Model() *gnn.Model[float32] { return t.model }

// Progress returns what has been done so far.
func (t *Trainer) Progress() ppo.Progress { return t.done }

// LearningRate returns the learning rate before annealing.
func (t *Trainer) LearningRate() float64 { return t.rate }

// SetLearningRate changes the learning rate from the next iteration on.
func (t *Trainer) SetLearningRate(rate float64) error {
	if !(rate > 0 && rate <= 1) {
		return errors.New("learning rate must be above 0 and at most 1")
	}
	t.rate = rate
	return nil
}

// annealed returns the learning rate of the current iteration.
func (t *Trainer) annealed() float64 {
	if t.s.AnnealSteps == 0 {
		return t.rate
	}
	return float64(t.rate * max(1-float64(t.done.Steps)/float64(t.s.AnnealSteps), 0))
}

// follow copies the network to the target network.
func (t *Trainer) follow() {
	copy(t.target.Params(), t.model.Params())
	t.target.Touch()
}

// Iterate takes Settings.Rollout steps in every environment and learns from the
// replayed past meanwhile. It calls pause between pieces of work of some
// milliseconds, where a host without threads may let other work go on; it may
// be nil.
func (t *Trainer) Iterate(pause func()) Report {
	if pause == nil {
		pause = func() {}
	}
	var r Report
	n := len(t.slots)
	t.steps = t.done.Steps
	t.adam.Rate = t.annealed()
	r.LearningRate = t.adam.Rate
	for range t.s.Rollout {
		t.act(&r)
		pause()
		t.learn(&r, pause)
		if t.steps/t.s.TargetEvery > (t.steps-n)/t.s.TargetEvery {
			t.follow()
		}
	}
	r.finish(n * t.s.Rollout)
	t.done = ppo.Progress{Iterations: t.done.Iterations + 1, Steps: t.steps}
	r.Progress = t.done
	r.Epsilon, r.Beta = t.s.Exploration.mean(n, t.steps), t.beta()
	return r
}

// learn takes the gradients that are due after a step of all environments.
func (t *Trainer) learn(r *Report, pause func()) {
	if t.steps < t.s.LearningStarts || t.memory.tree.total() == 0 {
		return
	}
	t.due += float64(float64(len(t.slots)) * t.s.Intensity)
	for ; t.due >= float64(t.s.Minibatch); t.due -= float64(t.s.Minibatch) {
		if terms, norm, ok := t.update(); ok {
			r.Terms.add(terms, 1)
			r.GradientNorm += norm
			r.Updates++
		} else {
			r.Rejected++
		}
		pause()
	}
}
