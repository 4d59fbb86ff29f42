package gnn

import (
	"slices"

	"rampart/policy/nn"
)

const (
	panicBatch = "gnn: slices of a batch differ in length"
	panicGraph = "gnn: a row names a graph that the model does not have"
	panicOrder = "gnn: Backward without a Forward for these parameters and graphs"
)

// Forward computes the logits and values of a batch of B rows. Row i decides on
// a job with graph graph[i]; its features are features[i×F:], its allowed
// actions mask[i×A:]. logits (B×A) gets nn.Masked where the mask is false;
// values has B elements. It panics if lengths do not match, or if a row names a
// graph that SetGraphs did not give.
func (m *Model[T]) Forward(graph []int32, features []T, mask []bool, logits, values []T) {
	c, n := m.config, len(graph)
	if len(features) != n*c.GraphFeatures || len(mask) != n*c.Actions || len(logits) != n*c.Actions || len(values) != n {
		panic(panicBatch)
	}
	m.refresh()
	m.list(graph)
	b := &m.rows
	b.reserve(m, n)
	copy(b.graph, graph)
	copy(b.mask, mask)
	copy(b.features.Input, features)
	own := m.graph.Forward(b.features, n)
	width := c.Out + c.GraphOut
	for i, g := range graph {
		row := b.policy.Input[i*width : (i+1)*width]
		copy(row, m.states[g].pooled)
		copy(row[c.Out:], own[i*c.GraphOut:(i+1)*c.GraphOut])
	}
	copy(b.value.Input, b.policy.Input[:n*width])
	copy(logits, m.policy.Forward(b.policy, n))
	copy(values, m.value.Forward(b.value, n))
	for i, ok := range mask {
		if !ok {
			logits[i] = nn.Masked
		}
	}
}

// Backward adds to Grad the gradient for dLogits (B×A) and dValues (B), those
// of the outputs of the last Forward. Masked logits have none, whatever dLogits
// holds there. It panics if lengths do not match, or if parameters or graphs have
// changed since.
func (m *Model[T]) Backward(dLogits, dValues []T) {
	c, b := m.config, &m.rows
	n := b.size
	if b.version != m.version {
		panic(panicOrder)
	}
	if len(dLogits) != n*c.Actions || len(dValues) != n {
		panic(panicBatch)
	}
	for i, d := range dLogits {
		if !b.mask[i] {
			d = 0
		}
		b.dLogits[i] = d
	}
	copy(b.dValues, dValues)
	width := c.Out + c.GraphOut
	m.policy.Backward(b.policy, b.dLogits, b.dEmbedding, n)
	m.value.Backward(b.value, b.dValues, b.dOther, n)
	nn.Add(b.dEmbedding[:n*width], b.dOther[:n*width])
	for i := range n {
		row := b.dEmbedding[i*width : (i+1)*width]
		nn.Add(m.states[b.graph[i]].gradient, row[:c.Out])
		copy(b.dF[i*c.GraphOut:(i+1)*c.GraphOut], row[c.Out:])
	}
	m.graph.Backward(b.features, b.dF, nil, n)
	for _, g := range m.distinct {
		m.backwardGraph(m.states[g])
	}
	for _, net := range m.mlps {
		net.Collect()
	}
}

// refresh prepares the networks for the current parameters.
func (m *Model[T]) refresh() {
	if m.fresh == m.version {
		return
	}
	for _, net := range m.mlps {
		net.Refresh()
	}
	m.fresh = m.version
}

// list finds the distinct graphs of a batch, computes those whose embedding is
// of older parameters, and clears their gradients.
func (m *Model[T]) list(graph []int32) {
	m.distinct = m.distinct[:0]
	for _, g := range graph {
		if g < 0 || int(g) >= len(m.states) {
			panic(panicGraph)
		}
		if s := m.states[g]; !s.listed {
			s.listed = true
			m.distinct = append(m.distinct, g)
		}
	}
	slices.Sort(m.distinct)
	for _, g := range m.distinct {
		s := m.states[g]
		s.listed = false
		clear(s.gradient)
		if s.version != m.version {
			m.forwardGraph(s)
			s.version = m.version
		}
	}
}

// forwardGraph computes the embedding of a graph: the mean of its nodes.
func (m *Model[T]) forwardGraph(s *state[T]) {
	for i := range m.rounds {
		out := s.last
		if i+1 < len(m.rounds) {
			out = s.rounds[i+1].node.Input
		}
		m.rounds[i].forward(s, &s.rounds[i], i > 0, out)
	}
	clear(s.pooled)
	nn.AddColumns(s.pooled, s.last, s.nodes, m.config.Out)
	nn.Scale(s.pooled, 1/T(s.nodes))
}

// backwardGraph takes the gradient of the embedding back through all rounds.
func (m *Model[T]) backwardGraph(s *state[T]) {
	nn.Scale(s.gradient, 1/T(s.nodes))
	d, next := m.buffers.out, m.buffers.in
	width := m.config.Out
	for v := range s.nodes {
		copy(d[v*width:(v+1)*width], s.gradient)
	}
	clear(s.gradient)
	for i := len(m.rounds) - 1; i >= 0; i-- {
		dIn := next
		if i == 0 {
			dIn = nil
		}
		m.rounds[i].backward(s, &s.rounds[i], d, dIn, &m.buffers)
		d, next = next, d
	}
}

// reserve makes room for n rows.
func (b *batch[T]) reserve(m *Model[T], n int) {
	c := m.config
	if b.features == nil {
		b.features, b.policy, b.value = m.graph.NewTrace(n), m.policy.NewTrace(n), m.value.NewTrace(n)
	}
	m.graph.GrowTrace(b.features, n)
	m.policy.GrowTrace(b.policy, n)
	m.value.GrowTrace(b.value, n)
	if cap(b.graph) < n {
		b.graph, b.mask = make([]int32, n), make([]bool, n*c.Actions)
	}
	b.graph, b.mask = b.graph[:n], b.mask[:n*c.Actions]
	extend(&b.dLogits, n*c.Actions)
	extend(&b.dValues, n)
	extend(&b.dEmbedding, n*(c.Out+c.GraphOut))
	extend(&b.dOther, n*(c.Out+c.GraphOut))
	extend(&b.dF, n*c.GraphOut)
	b.size, b.version = n, m.version
}
