package gnn

import (
	"fmt"
	"math"

	"rampart/policy/nn"
)

// Graph is a job graph with its static features, as package observe computes
// them. Edges are directed; messages go from From to To.
type Graph struct {
	Nodes, Edges int
	NodeFeatures []float32 // Nodes × Config.NodeFeatures
	EdgeFeatures []float32 // Edges × Config.EdgeFeatures
	From, To     []int32   // node of each edge, 0 .. Nodes-1
}

// check returns an error that says where g is not a graph for c.
func (g *Graph) check(c Config) error {
	if g.Nodes < 1 || g.Edges < 0 {
		return fmt.Errorf("%d nodes and %d edges; at least 1 node is needed", g.Nodes, g.Edges)
	}
	if len(g.From) != g.Edges || len(g.To) != g.Edges {
		return fmt.Errorf("%d sources and %d targets for %d edges", len(g.From), len(g.To), g.Edges)
	}
	if len(g.NodeFeatures) != g.Nodes*c.NodeFeatures {
		return fmt.Errorf("%d node features for %d nodes of %d", len(g.NodeFeatures), g.Nodes, c.NodeFeatures)
	}
	if len(g.EdgeFeatures) != g.Edges*c.EdgeFeatures {
		return fmt.Errorf("%d edge features for %d edges of %d", len(g.EdgeFeatures), g.Edges, c.EdgeFeatures)
	}
	for e := range g.From {
		for _, v := range [2]int32{g.From[e], g.To[e]} {
			if v < 0 || int(v) >= g.Nodes {
				return fmt.Errorf("edge %d: node %d is not in 0..%d", e, v, g.Nodes-1)
			}
		}
	}
	for _, features := range [2][]float32{g.NodeFeatures, g.EdgeFeatures} {
		for i, v := range features {
			if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
				return fmt.Errorf("feature %d of nodes or edges is %v", i, v)
			}
		}
	}
	return nil
}

// messages lists what the nodes of a graph receive. The messages to one target
// are adjacent: its own first, then its incoming edges in ascending order.
// Targets ascend. A node without incoming edges is no target: its output is
// zero, as under DGL's update_all, on which the reference implementation rests.
type messages struct {
	nn.Segments
	source []int32 // node that sends message r
	edge   []int32 // edge of message r, -1 for a node's own
}

func newMessages(g *Graph) messages {
	incoming := make([][]int32, g.Nodes)
	for e, v := range g.To {
		incoming[v] = append(incoming[v], int32(e))
	}
	var m messages
	for v, edges := range incoming {
		if len(edges) == 0 {
			continue
		}
		m.Targets = append(m.Targets, int32(v))
		m.Starts = append(m.Starts, int32(len(m.source)))
		m.source = append(m.source, int32(v))
		m.edge = append(m.edge, -1)
		for _, e := range edges {
			m.source = append(m.source, g.From[e])
			m.edge = append(m.edge, e)
		}
	}
	m.Starts = append(m.Starts, int32(len(m.source)))
	return m
}

// state is what the model keeps for one graph: its messages and, for the
// current parameters, the values of the last forward pass.
type state[T nn.Float] struct {
	nodes, edges int
	messages     messages
	rounds       []roundTrace[T]
	last         []T // nodes × Config.Out
	pooled       []T // mean of last over the nodes
	version      uint64
	gradient     []T // of pooled, during Backward
	listed       bool
}

type roundTrace[T nn.Float] struct {
	node, edge, reduce *nn.Trace[T]
}

// newState copies the features of g, normalises those that never change and
// makes room for every intermediate value.
func newState[T nn.Float](m *Model[T], g *Graph) *state[T] {
	s := &state[T]{nodes: g.Nodes, edges: g.Edges, messages: newMessages(g),
		last: make([]T, g.Nodes*m.config.Out), pooled: make([]T, m.config.Out), gradient: make([]T, m.config.Out)}
	for i := range m.rounds {
		r := &m.rounds[i]
		t := roundTrace[T]{node: r.node.NewTrace(g.Nodes), edge: r.edge.NewTrace(g.Edges), reduce: r.reduce.NewTrace(s.messages.Rows())}
		convert(t.edge.Input, g.EdgeFeatures)
		r.edge.NormalizeInput(t.edge, g.Edges)
		if i == 0 {
			convert(t.node.Input, g.NodeFeatures)
			r.node.NormalizeInput(t.node, g.Nodes)
		}
		s.rounds = append(s.rounds, t)
	}
	return s
}

func convert[T nn.Float](dst []T, src []float32) {
	for i, v := range src {
		dst[i] = T(v)
	}
}
