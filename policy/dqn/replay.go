package dqn

import (
	"math"

	"rampart/policy/nn"
)

// minibatch holds the rows of one gradient: each state, and the one some steps
// later from which its target bootstraps.
type minibatch struct {
	place                []int
	now, later           states
	sample               Sample[float32]
	discount             []float32
	advantages, values   []float32
	dAdvantages, dValues []float32
	errors               []float32
	choices              []int32 // of the network in the later states
}

// states are rows of observations.
type states struct {
	graph    []int32
	features []float32
	mask     []bool
}

func (b *minibatch) reserve(n, f, a int) {
	make32 := func(n int) []float32 { return make([]float32, n) }
	b.place = make([]int, n)
	for _, s := range []*states{&b.now, &b.later} {
		*s = states{make([]int32, n), make32(n * f), make([]bool, n*a)}
	}
	b.sample = Sample[float32]{Mask: b.now.mask, Actions: make([]int32, n), Targets: make32(n), Weights: make32(n)}
	b.discount, b.advantages, b.values = make32(n), make32(n*a), make32(n)
	b.dAdvantages, b.dValues, b.errors, b.choices = make32(n*a), make32(n), make32(n), make([]int32, n)
}

// fetch copies the state of a place to row i.
func (s *states) fetch(m *memory, i, at int) {
	features, mask := m.state(at)
	s.graph[i] = m.graph[at]
	copy(s.features[i*m.f:(i+1)*m.f], features)
	copy(s.mask[i*m.a:(i+1)*m.a], mask)
}

// largestPriority bounds priorities, so that a network that has blown up leaves
// a memory that can be drawn from.
const largestPriority = 1e12

// priority returns the priority of a transition by the error of its value.
func (t *Trainer) priority(err float64) float32 {
	p := power(math.Abs(err)+t.s.Offset, t.s.Alpha)
	if !(p <= largestPriority) {
		p = largestPriority
	}
	return float32(p)
}

// beta returns the exponent of the importance weights.
func (t *Trainer) beta() float64 { return linear(t.s.Beta, t.s.BetaFinal, t.steps, t.s.BetaSteps) }

// draw fills the places of a minibatch: one from each of as many equal parts of
// the total priority (Schaul et al., appendix B.2.1), and their weights.
func (t *Trainer) draw() {
	b, tree := &t.batch, &t.memory.tree
	total := tree.total()
	part := total / float64(len(b.place))
	for i := range b.place {
		b.place[i] = tree.find(float64(part * (float64(i) + unit(&t.sampling))))
	}
	weigh(b.sample.Weights, b.place, tree, t.beta())
}

// weigh fills the importance weights of places, (N P)^-beta divided by the
// largest of them: with p the priority, (p/smallest p)^-beta.
func weigh(weights []float32, places []int, tree *sumTree, beta float64) {
	least := math.Inf(1)
	for _, at := range places {
		least = min(least, float64(tree.get(at)))
	}
	for i, at := range places {
		weights[i] = float32(power(least/float64(tree.get(at)), beta))
	}
}

// gather fills the states of the places drawn, their actions, rewards and
// discounts; Targets holds the rewards.
func (t *Trainer) gather() {
	m, b := t.memory, &t.batch
	for i, at := range b.place {
		e, k := m.row(at)
		sum, next, discount := m.window(e, k, t.s.NStep, t.s.Gamma)
		b.now.fetch(m, i, at)
		b.later.fetch(m, i, next)
		b.sample.Actions[i] = int32(m.action[at])
		b.sample.Targets[i], b.discount[i] = float32(sum), float32(discount)
	}
}

// bootstrap adds to the rewards what the later states are worth: the value that
// the target network gives to the action that the network itself would take.
func (t *Trainer) bootstrap() {
	b, a := &t.batch, t.memory.a
	l := &b.later
	t.model.Forward(l.graph, l.features, l.mask, b.advantages, b.values)
	for i := range b.choices {
		b.choices[i] = int32(best(b.advantages[i*a:(i+1)*a], l.mask[i*a:(i+1)*a]))
	}
	t.target.Forward(l.graph, l.features, l.mask, b.advantages, b.values)
	for i, choice := range b.choices {
		q := b.advantages[i*a : (i+1)*a]
		duel(q, q, b.values[i], l.mask[i*a:(i+1)*a])
		if b.discount[i] != 0 {
			b.sample.Targets[i] += float32(b.discount[i] * q[choice])
		}
	}
}

// update takes one gradient step on a minibatch from the memory and gives what
// it has replayed new priorities. It reports false, and changes nothing but the
// random stream, if the gradient is not finite.
func (t *Trainer) update() (Terms, float64, bool) {
	b := &t.batch
	t.draw()
	t.gather()
	t.bootstrap()
	t.model.Forward(b.now.graph, b.now.features, b.now.mask, b.advantages, b.values)
	terms := gradient(t.s.Huber, &b.sample, b.advantages, b.values, b.dAdvantages, b.dValues, b.errors)
	clear(t.model.Grad())
	t.model.Backward(b.dAdvantages, b.dValues)
	norm := nn.ClipNorm(t.model.Grad(), t.s.GradientClip)
	if math.IsNaN(norm) || math.IsInf(norm, 0) || math.IsNaN(terms.Loss) || math.IsInf(terms.Loss, 0) {
		return Terms{}, 0, false
	}
	t.adam.Step(t.model.Params(), t.model.Grad())
	t.model.Touch()
	for i, at := range b.place {
		t.memory.tree.set(at, t.priority(float64(b.errors[i])))
	}
	return terms, norm, true
}
