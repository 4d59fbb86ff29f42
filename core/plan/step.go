package plan

import (
	"math"
	"math/bits"
)

// Step is what one training step of a placed job takes, of spec section 7.3.
// Times are in simulated seconds and are not yet multiplied by the number of
// training steps.
type Step struct {
	Seconds              float64 // +Inf if the step never ends: see Stuck
	CommunicationSeconds float64 // time in which some flow moved
	ComputationSeconds   float64 // time in which some op ran
	BusySeconds          float64 // summed over servers: time in which they ran an op
	Ticks                int
	Stuck                int // sub-ops that can never start; then Seconds is +Inf
}

// machine is the part of the lookahead that both paths share: the sub-ops,
// what they wait for, and what each server runs.
type machine struct {
	t      *Template
	l      *layout
	rem    []float64 // remaining seconds of each sub-op
	count  []int     // parents that have arrived at each sub-op
	words  int       // words of one server's ready set
	ready  []uint64  // by slot: ranks of the nodes with a ready sub-op there
	open   int       // sub-ops that have not finished
	active []op      // what the servers run in this tick
	done   []op      // what finished in this tick
	step   Step
	rec    *recorder // takes notes of every tick; nil for none
}

// op is sub-op number sub of node.
type op struct{ node, sub int }

func newMachine(t *Template, l *layout, fixes Fixes, rec *recorder) *machine {
	m := &machine{t: t, l: l, rem: make([]float64, t.Ops), count: make([]int, t.Ops), open: t.Ops}
	m.words = (len(t.rank) + 63) / 64
	m.ready = make([]uint64, m.words*len(l.servers))
	for v, k := range t.splits {
		// In the reference a backward sub-op with sync partners is no source,
		// and never starts if it has no other parent.
		source := len(t.in.at(v)) == 0 && (fixes.Has(FixSinks) || k == 1 || v < t.Job.Forward)
		for s := range k {
			m.rem[t.first[v]+s] = t.cost[v]
			if source {
				m.start(v, s)
			}
		}
	}
	m.rec = rec // which takes what has not been started by a dependency for a source
	return m
}

// start makes a sub-op ready to run on its server.
func (m *machine) start(node, sub int) {
	slot, r := m.l.slots[m.l.block[node]][sub], m.t.rank[node]
	m.ready[slot*m.words+r>>6] |= 1 << (uint(r) & 63)
	if m.rec != nil {
		m.rec.start(m.t.first[node] + sub)
	}
}

// arrive counts n finished dependencies at a sub-op and starts it when the
// last of its parents has arrived.
func (m *machine) arrive(node, sub, n int) {
	i := m.t.first[node] + sub
	before := m.count[i]
	m.count[i] += n
	if before < m.t.par[node] && m.count[i] >= m.t.par[node] {
		m.start(node, sub)
	}
}

// pick chooses what each server runs: of its ready sub-ops the one of highest
// rank. It returns the shortest remaining time, +Inf if nothing runs.
func (m *machine) pick() float64 {
	shortest := math.Inf(1)
	m.active = m.active[:0]
	for slot := range m.l.servers {
		set := m.ready[slot*m.words : (slot+1)*m.words]
		for w := m.words - 1; w >= 0; w-- {
			if set[w] == 0 {
				continue
			}
			node := m.t.byRank[w<<6+63-bits.LeadingZeros64(set[w])]
			o := op{node, m.l.at[m.l.block[node]][slot]}
			m.active = append(m.active, o)
			shortest = min(shortest, m.rem[m.t.first[o.node]+o.sub])
			break
		}
	}
	return shortest
}

// run advances the active sub-ops and lists those that finished in m.done.
func (m *machine) run(tick float64) {
	m.done = m.done[:0]
	for _, o := range m.active {
		i := m.t.first[o.node] + o.sub
		m.rem[i] -= min(tick, m.rem[i])
		if m.rem[i] > 0 {
			continue
		}
		slot, r := m.l.slots[m.l.block[o.node]][o.sub], m.t.rank[o.node]
		m.ready[slot*m.words+r>>6] &^= 1 << (uint(r) & 63)
		m.open--
		m.done = append(m.done, o)
	}
}

// account books one tick (spec section 7.2, steps 6 and 7).
func (m *machine) account(tick float64, flowsMoved bool) {
	if m.rec != nil {
		m.rec.tick(m, tick)
	}
	if len(m.active) > 0 {
		m.step.ComputationSeconds += tick
	}
	if flowsMoved {
		m.step.CommunicationSeconds += tick
	}
	m.step.BusySeconds += float64(float64(len(m.active)) * tick)
	m.step.Seconds += tick
	m.step.Ticks++
}

// stuck ends a step that cannot go on.
func (m *machine) stuck() Step {
	return Step{Seconds: math.Inf(1), Stuck: m.open, Ticks: m.step.Ticks}
}
