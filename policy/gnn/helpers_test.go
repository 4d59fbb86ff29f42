package gnn

import (
	"math/rand/v2"

	"rampart/policy/nn"
)

// paperSizes are the nodes and edges of ResNet-18, VGG-16, GNMT, SqueezeNet-1.0
// and AlexNet, forward and backward pass together (spec/learning.md 2.3).
var paperSizes = [][2]int{{142, 159}, {82, 83}, {96, 117}, {136, 153}, {46, 47}}

// chain returns a graph like those of jobs: a chain of nodes, one source, with
// the remaining edges as skip connections.
func chain(c Config, nodes, edges int, r *rand.Rand) Graph {
	g := Graph{Nodes: nodes, Edges: edges}
	for v := range nodes - 1 {
		g.From, g.To = append(g.From, int32(v)), append(g.To, int32(v+1))
	}
	for len(g.From) < edges {
		u := r.IntN(nodes - 1)
		g.From = append(g.From, int32(u))
		g.To = append(g.To, int32(u+1+r.IntN(min(4, nodes-1-u))))
	}
	for range nodes * c.NodeFeatures {
		g.NodeFeatures = append(g.NodeFeatures, r.Float32())
	}
	for range edges * c.EdgeFeatures {
		g.EdgeFeatures = append(g.EdgeFeatures, r.Float32())
	}
	return g
}

func paperGraphs(r *rand.Rand) []Graph {
	var graphs []Graph
	for _, s := range paperSizes {
		graphs = append(graphs, chain(Paper(), s[0], s[1], r))
	}
	return graphs
}

// rows are a batch with random features and masks; action 0 is always allowed.
type rows[T nn.Float] struct {
	graph           []int32
	features        []T
	mask            []bool
	logits, values  []T
	dLogit, dValues []T
}

func newRows[T nn.Float](c Config, n, graphs int, r *rand.Rand) *rows[T] {
	b := &rows[T]{graph: make([]int32, n), features: make([]T, n*c.GraphFeatures), mask: make([]bool, n*c.Actions),
		logits: make([]T, n*c.Actions), values: make([]T, n), dLogit: make([]T, n*c.Actions), dValues: make([]T, n)}
	for i := range b.graph {
		b.graph[i] = int32(r.IntN(graphs))
	}
	for i := range b.features {
		b.features[i] = T(r.Float64())
	}
	for i := range b.mask {
		b.mask[i] = i%c.Actions == 0 || r.IntN(2) == 0
		b.dLogit[i] = T(r.Float64() - 0.5)
	}
	for i := range b.dValues {
		b.dValues[i] = T(r.Float64() - 0.5)
	}
	return b
}

func (b *rows[T]) forward(m *Model[T]) { m.Forward(b.graph, b.features, b.mask, b.logits, b.values) }

// one returns row i alone.
func (b *rows[T]) one(c Config, i int) *rows[T] {
	f, a := c.GraphFeatures, c.Actions
	return &rows[T]{graph: b.graph[i : i+1], features: b.features[i*f : (i+1)*f], mask: b.mask[i*a : (i+1)*a],
		logits: make([]T, a), values: make([]T, 1), dLogit: b.dLogit[i*a : (i+1)*a], dValues: b.dValues[i : i+1]}
}

// loss is Σ dLogit·logits + Σ dValues·values over what is not masked.
func (b *rows[T]) loss(m *Model[T]) T {
	b.forward(m)
	var sum T
	for i, ok := range b.mask {
		if ok {
			sum += b.dLogit[i] * b.logits[i]
		}
	}
	for i, v := range b.values {
		sum += b.dValues[i] * v
	}
	return sum
}
