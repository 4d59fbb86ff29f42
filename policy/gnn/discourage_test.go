package gnn

import (
	"math"
	"math/rand/v2"
	"testing"

	"rampart/policy/nn"
)

// Logits from one action on fall by what they are told to, also after a pass with
// the old weights; all else stays.
func TestDiscourage(t *testing.T) {
	const from, by = 12, 2
	r := rand.New(rand.NewPCG(7, 8))
	m, err := New[float64](Paper(), paperGraphs(r), r)
	if err != nil {
		t.Fatal(err)
	}
	before, after := newRows[float64](Paper(), 6, len(paperSizes), r), &rows[float64]{}
	before.forward(m)
	*after = *before
	after.logits, after.values = make([]float64, len(before.logits)), make([]float64, len(before.values))
	m.Discourage(from, by)
	after.forward(m)
	for i, x := range before.logits {
		want := x
		if i%Paper().Actions >= from && before.mask[i] {
			want -= by
		}
		if math.Abs(after.logits[i]-want) > 1e-12 || !before.mask[i] && after.logits[i] != nn.Masked {
			t.Errorf("logit %d is %v, want %v", i, after.logits[i], want)
		}
	}
	for i, v := range before.values {
		if after.values[i] != v {
			t.Errorf("value %d is %v, was %v", i, after.values[i], v)
		}
	}
}
