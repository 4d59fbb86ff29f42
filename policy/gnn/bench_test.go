package gnn

import (
	"math/rand/v2"
	"testing"
)

func paperModel(tb testing.TB) *Model[float32] {
	r := rand.New(rand.NewPCG(1, 1))
	m, err := New[float32](Paper(), paperGraphs(r), r)
	if err != nil {
		tb.Fatal(err)
	}
	return m
}

// BenchmarkGraphs is forward and backward over the five graphs with one row
// each: what a minibatch costs apart from its rows.
func BenchmarkGraphs(b *testing.B) {
	m := paperModel(b)
	batch := newRows[float32](Paper(), 5, 5, rand.New(rand.NewPCG(2, 2)))
	copy(batch.graph, []int32{0, 1, 2, 3, 4})
	for b.Loop() {
		m.Touch()
		batch.forward(m)
		m.Backward(batch.dLogit, batch.dValues)
	}
}

// BenchmarkForward is the forward part of BenchmarkGraphs.
func BenchmarkForward(b *testing.B) {
	m := paperModel(b)
	batch := newRows[float32](Paper(), 5, 5, rand.New(rand.NewPCG(2, 2)))
	copy(batch.graph, []int32{0, 1, 2, 3, 4})
	for b.Loop() {
		m.Touch()
		batch.forward(m)
	}
}

// BenchmarkMinibatch is one step of the paper's training: 128 rows over the
// five graphs, shared as the model does it and row by row as the reference
// implementation does.
func BenchmarkMinibatch(b *testing.B) {
	m := paperModel(b)
	batch := newRows[float32](Paper(), 128, 5, rand.New(rand.NewPCG(2, 2)))
	b.Run("shared", func(b *testing.B) {
		for b.Loop() {
			m.Touch()
			batch.forward(m)
			m.Backward(batch.dLogit, batch.dValues)
		}
	})
	b.Run("rows", func(b *testing.B) {
		for b.Loop() {
			for i := range batch.graph {
				m.Touch()
				one := batch.one(Paper(), i)
				one.forward(m)
				m.Backward(one.dLogit, one.dValues)
			}
		}
	})
}

// BenchmarkRollout is the forward pass of eight environments with embeddings at
// hand.
func BenchmarkRollout(b *testing.B) {
	m := paperModel(b)
	batch := newRows[float32](Paper(), 8, 5, rand.New(rand.NewPCG(2, 2)))
	for b.Loop() {
		batch.forward(m)
	}
}
