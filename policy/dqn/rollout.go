package dqn

import (
	"fmt"
	"math/rand/v2"

	"rampart/core/workload"
	"rampart/policy/ppo"
)

// slot is one environment and what is needed to put it, and the rows that the
// memory has of it, back where they are.
type slot struct {
	env     ppo.Env
	source  rand.PCG // draws the actions
	number  int
	episode uint64  // of this environment, from 0
	actions []int16 // taken in the current episode
	past    []past  // earlier episodes of which the memory may have rows
	// pending are the values that the last actions had when they were taken;
	// their targets are not known yet.
	pending []float32
	total   float64 // reward of the episode so far
	blocked int
}

// past is an episode that has ended.
type past struct {
	start   int // its first row
	actions []int16
}

// episodeSeed names the workload of an episode: 53 bits, apart from the small
// numbers that people choose for evaluation.
func (t *Trainer) episodeSeed(number int, episode uint64) uint64 {
	return workload.Random(t.seed, fmt.Sprintf("dqn/episode/%d/%d", number, episode)).Uint64() >> 11
}

// begin starts a slot's next episode.
func (t *Trainer) begin(s *slot) {
	s.actions, s.pending, s.total, s.blocked = nil, s.pending[:0], 0, 0
	s.env.Reset(t.episodeSeed(s.number, s.episode))
}

// act takes one step in every environment.
func (t *Trainer) act(r *Report) {
	m, b, n := t.memory, &t.acting, len(t.slots)
	for i := range t.slots {
		b.graph[i] = int32(t.slots[i].env.Observe(b.features[i*m.f:(i+1)*m.f], b.mask[i*m.a:(i+1)*m.a]))
	}
	t.model.Forward(b.graph[:n], b.features[:n*m.f], b.mask[:n*m.a], b.advantages[:n*m.a], b.values[:n])
	for i := range t.slots {
		t.step(i, r)
	}
	t.steps += n
}

// step takes one step in environment e, which shows row e of what is acted on.
func (t *Trainer) step(e int, r *Report) {
	m, b, s := t.memory, &t.acting, &t.slots[e]
	mask, q := b.mask[e*m.a:(e+1)*m.a], b.advantages[e*m.a:(e+1)*m.a]
	duel(q, q, b.values[e], mask)
	greedy := best(q, mask)
	at := m.append(e, rowStep)
	m.graph[at] = b.graph[e]
	features, legal := m.state(at)
	copy(features, b.features[e*m.f:])
	copy(legal, mask)
	if len(s.pending) == t.s.NStep {
		t.settle(s, q[greedy])
	}
	action := choose(greedy, mask, t.s.Exploration.of(e, len(t.slots), t.steps), &s.source)
	o := s.env.Step(action)
	m.action[at], m.reward[at] = int16(action), o.Reward*float32(t.s.RewardScale)
	s.pending = append(s.pending, q[action])
	s.take(action, o)
	r.count(m.reward[at], o.Blocked)
	if o.Ended {
		r.Episodes = append(r.Episodes, ppo.Episode{Environment: e, Steps: len(s.actions), Return: s.total, Blocked: s.blocked})
		t.end(s, o)
	}
}

// take counts a step.
func (s *slot) take(action int, o ppo.Outcome) {
	s.actions = append(s.actions, int16(action))
	s.total += float64(o.Reward)
	if o.Blocked {
		s.blocked++
	}
}

// settle gives the oldest of the pending steps its priority, by the error of
// its value at the time against the target, as Ape-X does where it acts: it
// costs nothing there. value is that of the state after its last reward.
func (t *Trainer) settle(s *slot, value float32) {
	m := t.memory
	k := m.count[s.number] - 1 - len(s.pending)
	sum, _, discount := m.window(s.number, k, t.s.NStep, t.s.Gamma)
	target := sum + float64(discount*float64(value))
	m.tree.set(m.place(s.number, k), t.priority(target-float64(s.pending[0])))
	s.pending = s.pending[:copy(s.pending, s.pending[1:])]
}

// end closes an episode: the state it ended in becomes a row, the pending steps
// get their priorities, and the next episode begins.
func (t *Trainer) end(s *slot, o ppo.Outcome) {
	m := t.memory
	at := t.endRow(s, o)
	var value float32
	if o.Truncated {
		value = t.valueAt(at)
	}
	for len(s.pending) > 0 {
		t.settle(s, value)
	}
	s.past = append(s.past, past{m.count[s.number] - len(s.actions) - 1, s.actions})
	for len(s.past) > 1 && s.past[1].start <= m.count[s.number]-m.length {
		s.past = s.past[1:]
	}
	s.episode++
	t.begin(s)
}

// endRow appends the row of the state an episode ended in.
func (t *Trainer) endRow(s *slot, o ppo.Outcome) int {
	kind := uint8(rowTerminal)
	if o.Truncated {
		kind = rowTruncated
	}
	at := t.memory.append(s.number, kind)
	features, mask := t.memory.state(at)
	t.memory.graph[at] = int32(s.env.Observe(features, mask))
	return at
}

// valueAt returns the value of the best action in a remembered state.
func (t *Trainer) valueAt(at int) float32 {
	m, b := t.memory, &t.acting
	features, mask := m.state(at)
	q, value := b.one[:m.a], b.one[m.a:]
	t.model.Forward(m.graph[at:at+1], features, mask, q, value)
	duel(q, q, value[0], mask)
	return q[best(q, mask)]
}
