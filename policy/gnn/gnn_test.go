package gnn

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestGradientOfModel compares every parameter's gradient with a central
// difference, for smooth activations, and for ReLU where the step crosses no
// kink: there the one-sided differences must agree first.
func TestGradientOfModel(t *testing.T) {
	for _, test := range []struct {
		activation    string
		rounds, depth int
		smooth        bool
	}{
		{"relu", 2, 1, false}, {"mish", 2, 1, true}, {"softplus", 1, 2, true}, {"sigmoid", 3, 2, true},
	} {
		t.Run(test.activation, func(t *testing.T) {
			c := Config{NodeFeatures: 3, EdgeFeatures: 2, GraphFeatures: 5, Message: 6, Hidden: 7, Out: 4, GraphOut: 3,
				Rounds: test.rounds, Depth: test.depth, HeadHidden: 5, Actions: 4, Activation: test.activation}
			r := rand.New(rand.NewPCG(3, 4))
			m, err := New[float64](c, []Graph{chain(c, 7, 9, r), chain(c, 4, 3, r)}, r)
			if err != nil {
				t.Fatal(err)
			}
			shake(m, r)
			b := newRows[float64](c, 6, 2, r)
			base := b.loss(m)
			m.Backward(b.dLogit, b.dValues)
			checked := 0
			for _, tensor := range m.Tensors() {
				for i := tensor.Offset; i < tensor.Offset+tensor.Size(); i++ {
					left, right := oneSided(m, b, i, base)
					if !test.smooth && math.Abs(left-right) > 1e-3*max(1, math.Abs(left)) {
						continue
					}
					checked++
					if want := (left + right) / 2; math.Abs(m.Grad()[i]-want) > 1e-6*max(1, math.Abs(want)) {
						t.Errorf("%s[%d]: gradient %v, difference %v", tensor.Name, i-tensor.Offset, m.Grad()[i], want)
					}
				}
			}
			if checked < len(m.Params())*95/100 {
				t.Errorf("only %d of %d gradients could be checked", checked, len(m.Params()))
			}
		})
	}
}

// oneSided returns the two difference quotients at parameter i.
func oneSided(m *Model[float64], b *rows[float64], i int, base float64) (left, right float64) {
	const h = 1e-5
	at := m.Params()[i]
	m.Params()[i] = at + h
	m.Touch()
	up := b.loss(m)
	m.Params()[i] = at - h
	m.Touch()
	down := b.loss(m)
	m.Params()[i] = at
	m.Touch()
	return (base - down) / h, (up - base) / h
}

// TestSharedEqualsRowByRow: the gradient of a minibatch that runs each graph
// once is the sum of the rows' gradients.
func TestSharedEqualsRowByRow(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	m, err := New[float32](Paper(), paperGraphs(r), r)
	if err != nil {
		t.Fatal(err)
	}
	b := newRows[float32](Paper(), 128, len(paperSizes), r)
	b.forward(m)
	logits := append([]float32(nil), b.logits...)
	m.Backward(b.dLogit, b.dValues)
	shared := append([]float32(nil), m.Grad()...)
	clear(m.Grad())
	for i := range b.graph {
		one := b.one(Paper(), i)
		one.forward(m)
		for j, v := range one.logits {
			if v != logits[i*17+j] {
				t.Errorf("row %d logit %d: %v alone, %v in a batch", i, j, v, logits[i*17+j])
			}
		}
		m.Backward(one.dLogit, one.dValues)
	}
	var distance, norm float64
	for i, g := range shared {
		d := float64(g) - float64(m.Grad()[i])
		distance += d * d
		norm += float64(g) * float64(g)
	}
	if ratio := math.Sqrt(distance / norm); ratio > 1e-5 || norm == 0 {
		t.Errorf("gradients differ by %v of their norm", ratio)
	}
}

func TestMaskedLogitsHaveNoGradient(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	m, err := New[float32](Paper(), paperGraphs(r)[4:], r)
	if err != nil {
		t.Fatal(err)
	}
	b := newRows[float32](Paper(), 1, 1, r)
	for i := range b.mask {
		b.mask[i] = false
	}
	b.dValues[0] = 0
	b.forward(m)
	m.Backward(b.dLogit, b.dValues)
	for i, g := range m.Grad() {
		if g != 0 {
			t.Errorf("gradient %d is %v", i, g)
			break
		}
	}
}

// TestPaperParameters pins the layout: checkpoints depend on names, shapes and
// their order.
func TestPaperParameters(t *testing.T) {
	m, err := New[float32](Paper(), nil, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Params()) != 5668 {
		t.Errorf("%d parameters", len(m.Params()))
	}
	var names []string
	next := 0
	for _, tensor := range m.Tensors() {
		names = append(names, tensor.Name)
		if tensor.Offset != next {
			t.Errorf("%s begins at %d, not %d", tensor.Name, tensor.Offset, next)
		}
		next += tensor.Size()
	}
	const want = "round.0.node.norm.gain round.0.node.norm.shift round.0.node.0.weight round.0.node.0.bias " +
		"round.0.edge.norm.gain round.0.edge.norm.shift round.0.edge.0.weight round.0.edge.0.bias " +
		"round.0.reduce.norm.gain round.0.reduce.norm.shift round.0.reduce.0.weight round.0.reduce.0.bias " +
		"round.1.node.norm.gain round.1.node.norm.shift round.1.node.0.weight round.1.node.0.bias " +
		"round.1.edge.norm.gain round.1.edge.norm.shift round.1.edge.0.weight round.1.edge.0.bias " +
		"round.1.reduce.norm.gain round.1.reduce.norm.shift round.1.reduce.0.weight round.1.reduce.0.bias " +
		"graph.norm.gain graph.norm.shift graph.0.weight graph.0.bias " +
		"policy.0.weight policy.0.bias policy.1.weight policy.1.bias " +
		"value.0.weight value.0.bias value.1.weight value.1.bias"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("tensors %s", got)
	}
}

func TestModelsDoNotAllocate(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	m, err := New[float32](Paper(), paperGraphs(r), r)
	if err != nil {
		t.Fatal(err)
	}
	b := newRows[float32](Paper(), 128, len(paperSizes), r)
	if n := testing.AllocsPerRun(5, func() {
		m.Touch()
		b.forward(m)
		m.Backward(b.dLogit, b.dValues)
	}); n != 0 {
		t.Errorf("%v allocations a step", n)
	}
}

func TestBadInputIsAnError(t *testing.T) {
	good := func() (Config, Graph) {
		c := Paper()
		return c, chain(c, 4, 3, rand.New(rand.NewPCG(1, 1)))
	}
	tests := []struct {
		name   string
		change func(c *Config, g *Graph)
		want   string
	}{
		{"nothing", func(*Config, *Graph) {}, ""},
		{"odd message", func(c *Config, _ *Graph) { c.Message = 31 }, "message: 31 is odd"},
		{"no rounds", func(c *Config, _ *Graph) { c.Rounds = 0 }, "rounds: 0 is not in 1..8"},
		{"huge layer", func(c *Config, _ *Graph) { c.Hidden = 1 << 20 }, "hidden: 1048576 is not in 1..1024"},
		{"activation", func(c *Config, _ *Graph) { c.Activation = "gelu" }, "activation: activation \"gelu\""},
		{"no nodes", func(_ *Config, g *Graph) { g.Nodes = 0 }, "graph 0: 0 nodes"},
		{"edge to nowhere", func(_ *Config, g *Graph) { g.To[2] = 4 }, "graph 0: edge 2: node 4 is not in 0..3"},
		{"edge from nowhere", func(_ *Config, g *Graph) { g.From[0] = -1 }, "graph 0: edge 0: node -1"},
		{"missing target", func(_ *Config, g *Graph) { g.To = g.To[:2] }, "graph 0: 3 sources and 2 targets"},
		{"short features", func(_ *Config, g *Graph) { g.NodeFeatures = g.NodeFeatures[1:] }, "graph 0: 19 node features"},
		{"NaN", func(_ *Config, g *Graph) { g.EdgeFeatures[3] = float32(math.NaN()) }, "graph 0: feature 3"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c, g := good()
			test.change(&c, &g)
			_, err := New[float32](c, []Graph{g}, rand.New(rand.NewPCG(1, 1)))
			if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.HasPrefix(err.Error(), test.want)) {
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
}

// TestSetGraphsKeepsOldOnesOnError: a bad import must not take the model down.
func TestSetGraphsKeepsOldOnesOnError(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	m, err := New[float32](Paper(), []Graph{chain(Paper(), 5, 4, r)}, r)
	if err != nil {
		t.Fatal(err)
	}
	if m.SetGraphs([]Graph{{Nodes: 3}}) == nil {
		t.Error("a graph without features was taken")
	}
	newRows[float32](Paper(), 3, 1, r).forward(m)
}

// TestMisusePanics: a gradient for other parameters than those of the forward
// pass would be wrong without anyone noticing.
func TestMisusePanics(t *testing.T) {
	type use struct {
		m *Model[float32]
		b *rows[float32]
	}
	r := rand.New(rand.NewPCG(3, 3))
	graphs := []Graph{chain(Paper(), 5, 4, r)}
	tests := []struct {
		name string
		do   func(u use)
	}{
		{"backward first", func(u use) { u.m.Backward(u.b.dLogit, u.b.dValues) }},
		{"backward after a step", func(u use) { u.b.forward(u.m); u.m.Touch(); u.m.Backward(u.b.dLogit, u.b.dValues) }},
		{"backward after new graphs", func(u use) {
			u.b.forward(u.m)
			if err := u.m.SetGraphs(graphs); err != nil {
				t.Error(err)
			}
			u.m.Backward(u.b.dLogit, u.b.dValues)
		}},
		{"unknown graph", func(u use) { u.m.Forward([]int32{1, 0, 0}, u.b.features, u.b.mask, u.b.logits, u.b.values) }},
		{"short mask", func(u use) { u.m.Forward(u.b.graph, u.b.features, u.b.mask[1:], u.b.logits, u.b.values) }},
		{"short values", func(u use) { u.b.forward(u.m); u.m.Backward(u.b.dLogit, u.b.dValues[1:]) }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m, err := New[float32](Paper(), graphs, r)
			if err != nil {
				t.Fatal(err)
			}
			u := use{m, newRows[float32](Paper(), 3, 1, r)}
			defer func() {
				if recover() == nil {
					t.Error("taken")
				}
			}()
			test.do(u)
		})
	}
}
