// Package ppo trains the policy network by proximal policy optimisation
// (Schulman et al., arXiv 1707.06347), with the details that make it work (the
// 37 details of the ICLR blog track 2022; its 13 core ones are listed at
// Trainer) and the KL penalty of RLlib that PAC-ML used.
package ppo

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"rampart/core/workload"
	"rampart/policy/gnn"
	"rampart/policy/nn"
)

// Trainer trains a model on environments. The core details of PPO and where
// they are: environments side by side and fixed rollouts (collect);
// initialisation of weights (gnn.New); Adam's epsilon (Settings.AdamEpsilon);
// annealed learning rate (Settings.AnnealSteps); generalised advantages with
// time limits told from ends (Advantages); shuffled minibatches (Iterate);
// advantages standardised, over the whole iteration as RLlib does
// (standardise); clipped surrogate, clipped value loss, entropy bonus
// (Objective); clipped gradient norm (Settings.GradientClip); diagnostics
// (Report); separate heads for policy and value (gnn).
//
// A training is determined by its settings, its seed and its environments, to
// the last bit, whatever the number of actors.
type Trainer struct {
	s        Settings
	seed     uint64
	model    *gnn.Model[float32]
	adam     *nn.Adam[float32]
	slots    []slot
	actors   []*actor
	shuffle  rand.PCG
	kl       float64
	rate     float64 // learning rate before annealing
	done     Progress
	data     *experience
	teaching bool // the environments' teachers act
	batch    minibatch
}

// Progress counts what a training has done.
type Progress struct {
	Iterations int
	Steps      int
}

// Report tells of one iteration.
type Report struct {
	Progress
	Terms                 // means over all gradients of the iteration
	GradientNorm  float64 // mean, before clipping
	Explained     float64 // variance of the returns that the values explained before the update; NaN-free, at most 1
	RewardMean    float64 // a step
	RewardSpread  float64 // standard deviation over steps
	BlockedRate   float64 // of the iteration's decisions
	LearningRate  float64
	KLCoefficient float64
	Episodes      []Episode // that ended in this iteration, by environment
	Rejected      int       // gradients that were not finite and were left out
}

// New returns a trainer of a model. It makes Settings.Environments
// environments, and plays them with actors models of its own where actors is
// above 1; clone must then return models like the first.
func New(s Settings, seed uint64, model *gnn.Model[float32], env func() Env, actors int, clone func() *gnn.Model[float32]) (*Trainer, error) {
	if err := s.Check(); err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	t := &Trainer{s: s, seed: seed, model: model, kl: s.KLCoefficient, rate: s.LearningRate}
	t.adam = nn.NewAdam[float32](len(model.Params()), s.LearningRate)
	t.adam.Epsilon = s.AdamEpsilon
	c := model.Config()
	t.data = newExperience(s.Environments, s.Rollout, c.GraphFeatures, c.Actions)
	t.shuffle = pcg(seed, "train/shuffle")
	t.slots = make([]slot, s.Environments)
	for i := range t.slots {
		t.slots[i] = slot{env: env(), number: i, source: pcg(seed, fmt.Sprintf("train/actions/%d", i))}
		t.begin(&t.slots[i])
	}
	if actors <= 1 {
		t.actors = []*actor{newActor(model, s.Environments+1)}
	}
	for i := 0; i < min(actors, s.Environments) && actors > 1; i++ {
		t.actors = append(t.actors, newActor(clone(), s.Environments+1))
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
func (t *Trainer) Progress() Progress { return t.done }

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
	left := 1 - float64(t.done.Steps)/float64(t.s.AnnealSteps)
	return float64(t.rate * max(left, 0))
}

// Iterate plays one rollout of every environment and updates the model on it.
// It calls pause between pieces of work of some milliseconds, where a host
// without threads may let other work go on; it may be nil.
func (t *Trainer) Iterate(pause func()) Report { return t.iterate(pause, false) }

// Imitate is Iterate with the environments' teachers acting: the policy learns
// to do what they do, and the values what comes of it. It panics if an
// environment is no Teacher.
func (t *Trainer) Imitate(pause func()) Report { return t.iterate(pause, true) }

func (t *Trainer) iterate(pause func(), teaching bool) Report {
	t.teaching = teaching
	if pause == nil {
		pause = func() {}
	}
	t.collect(pause)
	x := t.data
	r := t.judge()
	standardise(x.advantage)
	t.adam.Rate = t.annealed()
	r.LearningRate, r.KLCoefficient = t.adam.Rate, t.kl
	order := make([]int, x.rows)
	for i := range order {
		order[i] = i
	}
	source := rand.New(&t.shuffle)
	updates, kl := 0, 0.0
	for range t.s.Passes {
		source.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		kl = 0
		batches := 0
		for lo := 0; lo < len(order); lo += t.s.Minibatch {
			terms, norm, ok := t.update(order[lo:min(lo+t.s.Minibatch, len(order))])
			pause()
			if !ok {
				r.Rejected++
				continue
			}
			r.Terms.add(terms, 1)
			r.GradientNorm += norm
			kl += terms.KL
			updates++
			batches++
		}
		if batches > 0 {
			kl /= float64(batches)
		}
	}
	if updates > 0 {
		mean := r.Terms
		r.Terms = Terms{}
		r.Terms.add(mean, 1/float64(updates))
		r.GradientNorm /= float64(updates)
	}
	if !teaching {
		t.adaptKL(kl)
	}
	t.done.Iterations++
	t.done.Steps += x.rows
	r.Progress = t.done
	return r
}

// adaptKL moves the KL coefficient as RLlib does, by the KL divergence of the
// last pass.
func (t *Trainer) adaptKL(kl float64) {
	if t.s.KLTarget == 0 {
		return
	}
	switch {
	case kl > 2*t.s.KLTarget:
		t.kl = min(t.kl*1.5, 1e6)
	case kl < t.s.KLTarget/2:
		t.kl *= 0.5
	}
}

// judge computes advantages and returns, and what the rollout shows.
func (t *Trainer) judge() (r Report) {
	x, l := t.data, t.s.Rollout
	for e := range t.slots {
		lo, hi := e*l, (e+1)*l
		Advantages(x.advantage[lo:hi], x.returns[lo:hi], x.reward[lo:hi], x.value[lo:hi], x.ended[lo:hi], x.final[lo:hi],
			x.next[e], float32(t.s.Gamma), float32(t.s.Lambda))
		r.Episodes = append(r.Episodes, x.finished[e]...)
	}
	blocked := 0
	for _, b := range x.blocked {
		if b {
			blocked++
		}
	}
	n := float64(x.rows)
	r.BlockedRate = float64(blocked) / n
	mean, spread := moments(x.reward)
	r.RewardMean, r.RewardSpread = mean, spread
	_, all := moments(x.returns)
	residual := make([]float32, x.rows)
	for i := range residual {
		residual[i] = x.returns[i] - x.value[i]
	}
	_, rest := moments(residual)
	if all > 0 {
		r.Explained = 1 - float64(rest*rest)/float64(all*all)
	}
	return r
}

func moments(x []float32) (mean, deviation float64) {
	for _, v := range x {
		mean += float64(v)
	}
	mean /= float64(len(x))
	var squares float64
	for _, v := range x {
		d := float64(v) - mean
		squares += float64(d * d)
	}
	return mean, math.Sqrt(squares / float64(len(x)))
}

// minibatch holds the rows of one gradient.
type minibatch struct {
	graph    []int32
	features []float32
	sample   Sample[float32]
	logits   []float32
	values   []float32
	p, log   []float32
	dLogits  []float32
	dValues  []float32
}

func (b *minibatch) reserve(n, f, a int) {
	b.graph, b.features = make([]int32, n), make([]float32, n*f)
	b.sample = Sample[float32]{
		Mask: make([]bool, n*a), Actions: make([]int32, n), OldLog: make([]float32, n*a),
		OldValues: make([]float32, n), Advantages: make([]float32, n), Returns: make([]float32, n),
	}
	b.logits, b.values = make([]float32, n*a), make([]float32, n)
	b.p, b.log, b.dLogits, b.dValues = make([]float32, n*a), make([]float32, n*a), make([]float32, n*a), make([]float32, n)
}

// update takes one gradient step on the given rows. It reports false, and
// changes nothing, if the gradient is not finite.
func (t *Trainer) update(rows []int) (Terms, float64, bool) {
	x, b, n := t.data, &t.batch, len(rows)
	f, a := x.f, x.a
	for i, row := range rows {
		b.graph[i] = x.graph[row]
		copy(b.features[i*f:(i+1)*f], x.features[row*f:])
		copy(b.sample.Mask[i*a:(i+1)*a], x.mask[row*a:])
		copy(b.sample.OldLog[i*a:(i+1)*a], x.log[row*a:])
		b.sample.Actions[i], b.sample.OldValues[i] = x.action[row], x.value[row]
		b.sample.Advantages[i], b.sample.Returns[i] = x.advantage[row], x.returns[row]
	}
	s := Sample[float32]{
		Mask: b.sample.Mask[:n*a], Actions: b.sample.Actions[:n], OldLog: b.sample.OldLog[:n*a],
		OldValues: b.sample.OldValues[:n], Advantages: b.sample.Advantages[:n], Returns: b.sample.Returns[:n],
	}
	t.model.Forward(b.graph[:n], b.features[:n*f], s.Mask, b.logits[:n*a], b.values[:n])
	o := t.s.Objective
	o.KLCoefficient, o.imitate = t.kl, t.teaching
	if t.teaching {
		o.KLCoefficient, o.EntropyCoefficient = 0, 0
	}
	terms := gradient(&o, &s, b.logits[:n*a], b.values[:n], b.p[:n*a], b.log[:n*a], b.dLogits[:n*a], b.dValues[:n])
	clear(t.model.Grad())
	t.model.Backward(b.dLogits[:n*a], b.dValues[:n])
	norm := nn.ClipNorm(t.model.Grad(), t.s.GradientClip)
	if math.IsNaN(norm) || math.IsInf(norm, 0) || math.IsNaN(terms.Loss) || math.IsInf(terms.Loss, 0) {
		return Terms{}, 0, false
	}
	t.adam.Step(t.model.Params(), t.model.Grad())
	t.model.Touch()
	return terms, norm, true
}
