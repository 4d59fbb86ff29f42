package gnn

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"math/rand/v2"
	"testing"

	"rampart/policy/nn"
)

// train runs steps of gradient and optimiser on a task with an answer: to take
// the one allowed action that a row's features point at, and to value the row
// with the mean of its features. It returns the losses.
func train(m *Model[float32], steps int, seed uint64) (losses []float64) {
	c := m.Config()
	r := rand.New(rand.NewPCG(seed, 1))
	opt := nn.NewAdam[float32](len(m.Params()), 3e-3)
	p, l := make([]float32, c.Actions), make([]float32, c.Actions)
	for range steps {
		b := newRows[float32](c, 64, len(m.states), r)
		b.forward(m)
		clear(b.dLogit)
		var loss float64
		for i, g := range b.graph {
			row := func(s []float32) []float32 { return s[i*c.Actions : (i+1)*c.Actions] }
			mask := b.mask[i*c.Actions : (i+1)*c.Actions]
			answer := 0
			if f := b.features[i*c.GraphFeatures]; f > 0.5 && mask[1+g] {
				answer = 1 + int(g)
			}
			entropy := nn.MaskedSoftmax(p, l, row(b.logits), mask)
			nn.MaskedSoftmaxBackward(row(b.dLogit), p, l, mask, answer, -1./64, -0.003/64, entropy)
			target := 2 * b.features[i*c.GraphFeatures+1]
			b.dValues[i] = (b.values[i] - target) / 64
			loss -= float64(l[answer]) / 64
		}
		losses = append(losses, loss)
		clear(m.Grad())
		m.Backward(b.dLogit, b.dValues)
		nn.ClipNorm(m.Grad(), 1.5)
		opt.Step(m.Params(), m.Grad())
		m.Touch()
	}
	return losses
}

func digest(s []float32) string {
	h := sha256.New()
	for _, v := range s {
		h.Write(binary.LittleEndian.AppendUint32(nil, math.Float32bits(v)))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// TestGoldenTraining holds the parameters after 20 steps to the bit: the same
// digest on amd64 with and without vector instructions, on 386 and in wasm. A
// new digest needs a reason: stored checkpoints and shared training runs would
// no longer verify.
func TestGoldenTraining(t *testing.T) {
	for _, test := range []struct {
		activation string
		want       string
	}{
		{"relu", "cdc4c2235ba7cb2870241204cee5837e2f8fdb88590319c616affeea7e4635c9"},
		{"mish", "305e56098cb5afdb52e6dbe0744819e397b1f69882f36025f19958d0a912f603"},
	} {
		t.Run(test.activation, func(t *testing.T) {
			c := Paper()
			c.Activation = test.activation
			r := rand.New(rand.NewPCG(20, 26))
			m, err := New[float32](c, paperGraphs(r), r)
			if err != nil {
				t.Fatal(err)
			}
			train(m, 20, 7)
			if got := digest(m.Params()); got != test.want {
				t.Errorf("digest of the parameters is %s, want %s", got, test.want)
			}
		})
	}
}

// TestTrainingLearns: 300 steps bring the cross-entropy well below that of the
// first steps.
func TestTrainingLearns(t *testing.T) {
	r := rand.New(rand.NewPCG(30, 1))
	var graphs []Graph
	for _, s := range [][2]int{{12, 14}, {8, 7}, {20, 24}} {
		graphs = append(graphs, chain(Paper(), s[0], s[1], r))
	}
	m, err := New[float32](Paper(), graphs, r)
	if err != nil {
		t.Fatal(err)
	}
	losses := train(m, 300, 8)
	if first, last := losses[0], losses[299]; !(last < first/4) {
		t.Errorf("loss went from %v to %v", first, last)
	}
}
