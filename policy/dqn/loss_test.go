package dqn

import (
	"math"
	"math/rand/v2"
	"testing"

	"rampart/policy/gnn"
	"rampart/policy/nn"
)

// The values of a state whose action 1 is not legal, by hand: the advantages 3
// and -1 of the legal ones have the mean 1, so that V = 10 makes 12 and 8. The
// advantage of the other one, however large, is not in it.
func TestDuel(t *testing.T) {
	q := make([]float64, 3)
	duel(q, []float64{3, 1e9, -1}, 10, []bool{true, false, true})
	if q[0] != 12 || q[2] != 8 || q[1] != nn.Masked {
		t.Errorf("values %v", q)
	}
	for _, tc := range []struct {
		name   string
		values []float64
		mask   []bool
		want   int
	}{
		{"the largest", []float64{1, 3, 2}, []bool{true, true, true}, 1},
		{"the largest is not legal", []float64{1, 3, 2}, []bool{true, false, true}, 2},
		{"the first of equals", []float64{1, 2, 2}, []bool{true, true, true}, 1},
		{"only action 0", []float64{-5, 3, 2}, []bool{true, false, false}, 0},
		{"all below nothing", []float64{9, -7, -6}, []bool{false, true, true}, 2},
	} {
		if got := best(tc.values, tc.mask); got != tc.want {
			t.Errorf("%s: action %d, want %d", tc.name, got, tc.want)
		}
	}
}

// randomSample makes a minibatch with errors on both sides of the border of the
// quadratic part and away from it; in its last row only action 0 is legal.
func randomSample(r *rand.Rand, b, n int) (s *Sample[float64], advantages, values []float64) {
	s = &Sample[float64]{}
	for i := range b {
		var legal []int32
		row := make([]float64, n)
		mask := make([]bool, n)
		for j := range n {
			mask[j] = j == 0 || i < b-1 && r.IntN(3) > 0
			if mask[j] {
				legal = append(legal, int32(j))
			}
			row[j] = r.NormFloat64()
		}
		action := legal[r.IntN(len(legal))]
		v := r.NormFloat64()
		q := make([]float64, n)
		duel(q, row, v, mask)
		far := 0.4 * r.NormFloat64()
		if i%2 == 0 {
			far = math.Copysign(1.2+r.Float64(), far)
		}
		s.Mask, s.Actions = append(s.Mask, mask...), append(s.Actions, action)
		s.Targets, s.Weights = append(s.Targets, q[action]+far), append(s.Weights, 0.1+r.Float64())
		advantages, values = append(advantages, row...), append(values, v)
	}
	return s, advantages, values
}

// The gradient of the loss against central differences.
func TestGradient(t *testing.T) {
	const b, n = 8, 5
	for _, huber := range []float64{0.1, 1, 100} {
		s, advantages, values := randomSample(rand.New(rand.NewPCG(1, 2)), b, n)
		dA, dV, errors := make([]float64, b*n), make([]float64, b), make([]float64, b)
		gradient(huber, s, advantages, values, dA, dV, errors)
		loss := func() float64 {
			return gradient(huber, s, advantages, values, make([]float64, b*n), make([]float64, b), make([]float64, b)).Loss
		}
		differences(t, advantages, dA, loss, 1e-7)
		differences(t, values, dV, loss, 1e-7)
		for i, ok := range s.Mask {
			if !ok && dA[i] != 0 {
				t.Errorf("masked action %d has the gradient %v", i, dA[i])
			}
		}
		last := dA[(b-1)*n:]
		if last[0] != 0 {
			t.Errorf("the advantage of an only action has the gradient %v: it is its own mean", last[0])
		}
	}
}

// differences checks got, the gradient of loss with respect to x.
func differences(t *testing.T, x, got []float64, loss func() float64, tolerance float64) {
	t.Helper()
	const h = 1e-6
	for i := range x {
		keep := x[i]
		x[i] = keep + h
		up := loss()
		x[i] = keep - h
		down := loss()
		x[i] = keep
		if want := (up - down) / (2 * h); math.Abs(got[i]-want) > tolerance*(1+math.Abs(want)) {
			t.Errorf("%d: gradient %v, differences say %v", i, got[i], want)
		}
	}
}

// The gradient of the loss with respect to every weight of the network, through
// both heads, the graph networks and rows that share a graph.
func TestGradientOfWeights(t *testing.T) {
	c := gnn.Paper()
	c.GraphFeatures, c.Actions, c.Message, c.Hidden, c.Out, c.GraphOut, c.HeadHidden, c.Activation = 3, 4, 4, 3, 3, 2, 4, "softsign"
	r := rand.New(rand.NewPCG(3, 4))
	var graphs []gnn.Graph
	for range 2 {
		g := gnn.Graph{Nodes: 3, Edges: 2, From: []int32{0, 1}, To: []int32{1, 2}}
		for range 3 * c.NodeFeatures {
			g.NodeFeatures = append(g.NodeFeatures, r.Float32())
		}
		for range 2 * c.EdgeFeatures {
			g.EdgeFeatures = append(g.EdgeFeatures, r.Float32())
		}
		graphs = append(graphs, g)
	}
	m, err := gnn.New[float64](c, graphs, r)
	if err != nil {
		t.Fatal(err)
	}
	for i := range m.Params() {
		m.Params()[i] += 0.5 * r.NormFloat64()
	}
	const b = 5
	s, _, _ := randomSample(r, b, c.Actions)
	graph, features := []int32{0, 1, 0, 0, 1}, make([]float64, b*c.GraphFeatures)
	for i := range features {
		features[i] = r.Float64()
	}
	a, v := make([]float64, b*c.Actions), make([]float64, b)
	dA, dV, errors := make([]float64, b*c.Actions), make([]float64, b), make([]float64, b)
	loss := func() float64 {
		m.Touch()
		m.Forward(graph, features, s.Mask, a, v)
		return gradient(1, s, a, v, dA, dV, errors).Loss
	}
	loss()
	clear(m.Grad())
	m.Backward(dA, dV)
	differences(t, m.Params(), append([]float64(nil), m.Grad()...), loss, 1e-6)
}
