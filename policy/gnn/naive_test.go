package gnn

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"rampart/policy/nn"
)

// naive is a second implementation of the network: one row, one edge and one
// number at a time, from the formulas, with nothing folded, shared or batched.
type naive struct {
	c       Config
	tensors map[string][]float64
	act     func(float64) float64
}

func newNaive(m *Model[float64], act func(float64) float64) *naive {
	n := &naive{c: m.Config(), tensors: map[string][]float64{}, act: act}
	for _, t := range m.Tensors() {
		n.tensors[t.Name] = m.Params()[t.Offset : t.Offset+t.Size()]
	}
	return n
}

func (n *naive) linear(name string, x []float64) []float64 {
	w, b := n.tensors[name+".weight"], n.tensors[name+".bias"]
	y := append([]float64(nil), b...)
	for i, v := range x {
		for j := range y {
			y[j] += v * w[i*len(y)+j]
		}
	}
	return y
}

func (n *naive) layerNorm(name string, x []float64) []float64 {
	var mean, variance float64
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		variance += (v - mean) * (v - mean) / float64(len(x))
	}
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = (v-mean)/math.Sqrt(variance+1e-5)*n.tensors[name+".norm.gain"][i] + n.tensors[name+".norm.shift"][i]
	}
	return y
}

func (n *naive) activate(x []float64) []float64 {
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = n.act(v)
	}
	return y
}

func (n *naive) body(name string, x []float64, firstActive bool) []float64 {
	x = n.layerNorm(name, x)
	for d := range n.c.Depth {
		x = n.linear(fmt.Sprintf("%s.%d", name, d), x)
		if d > 0 || firstActive {
			x = n.activate(x)
		}
	}
	return x
}

func (n *naive) embed(g *Graph) []float64 {
	z := make([][]float64, g.Nodes)
	for v := range z {
		for i := range n.c.NodeFeatures {
			z[v] = append(z[v], float64(g.NodeFeatures[v*n.c.NodeFeatures+i]))
		}
	}
	for r := range n.c.Rounds {
		name := fmt.Sprintf("round.%d.", r)
		next := make([][]float64, g.Nodes)
		for v := range next {
			self := append(n.body(name+"node", z[v], true), make([]float64, n.c.Message/2)...)
			sum := n.body(name+"reduce", self, true)
			count := 1.0
			for e := range g.To {
				if int(g.To[e]) != v {
					continue
				}
				var x []float64
				for i := range n.c.EdgeFeatures {
					x = append(x, float64(g.EdgeFeatures[e*n.c.EdgeFeatures+i]))
				}
				message := append(n.body(name+"node", z[g.From[e]], true), n.body(name+"edge", x, true)...)
				for i, y := range n.body(name+"reduce", message, true) {
					sum[i] += y
				}
				count++
			}
			next[v] = make([]float64, len(sum))
			if count > 1 {
				for i := range sum {
					next[v][i] = sum[i] / count
				}
			}
		}
		z = next
	}
	mean := make([]float64, n.c.Out)
	for _, row := range z {
		for i, v := range row {
			mean[i] += v / float64(g.Nodes)
		}
	}
	return mean
}

func (n *naive) row(g *Graph, features []float64) (logits []float64, value float64) {
	x := append(n.embed(g), n.body("graph", features, false)...)
	logits = n.linear("policy.1", n.activate(n.linear("policy.0", x)))
	return logits, n.linear("value.1", n.activate(n.linear("value.0", x)))[0]
}

// TestForwardEqualsNaive: both types, both activations that differ in how the
// derivative is kept, other depths and rounds, a graph without edges.
func TestForwardEqualsNaive(t *testing.T) {
	softsign := func(x float64) float64 { return x / (1 + math.Abs(x)) }
	relu := func(x float64) float64 { return max(x, 0) }
	tests := []struct {
		name          string
		act           string
		f             func(float64) float64
		rounds, depth int
	}{
		{"paper", "relu", relu, 2, 1},
		{"one round", "softsign", softsign, 1, 1},
		{"deep", "softsign", softsign, 2, 3},
		{"long", "relu", relu, 4, 2},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := Paper()
			c.Activation, c.Rounds, c.Depth = test.act, test.rounds, test.depth
			r := rand.New(rand.NewPCG(1, 2))
			graphs := []Graph{chain(c, 20, 27, r), chain(c, 9, 8, r), chain(c, 1, 0, r)}
			m, err := New[float64](c, graphs, r)
			if err != nil {
				t.Fatal(err)
			}
			shake(m, r)
			b := newRows[float64](c, 12, len(graphs), r)
			b.forward(m)
			oracle := newNaive(m, test.f)
			for i, g := range b.graph {
				logits, value := oracle.row(&graphs[g], b.features[i*c.GraphFeatures:(i+1)*c.GraphFeatures])
				for j, want := range logits {
					got := b.logits[i*c.Actions+j]
					if !b.mask[i*c.Actions+j] {
						want = nn.Masked
					}
					if math.Abs(got-want) > 1e-10 {
						t.Errorf("row %d logit %d: %v, want %v", i, j, got, want)
					}
				}
				if math.Abs(b.values[i]-value) > 1e-10 {
					t.Errorf("row %d value: %v, want %v", i, b.values[i], value)
				}
			}
		})
	}
}

// shake moves every parameter off its initial value, so that gains of 1, shifts
// of 0 and the tiny last layers hide nothing.
func shake[T nn.Float](m *Model[T], r *rand.Rand) {
	for i := range m.Params() {
		m.Params()[i] += T(r.Float64() - 0.5)
	}
	m.Touch()
}
