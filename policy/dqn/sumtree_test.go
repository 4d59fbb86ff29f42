package dqn

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// naive finds a row by walking along the priorities.
func naive(priorities []float32, x float64) int {
	last := 0
	for i, p := range priorities {
		if p == 0 {
			continue
		}
		last = i
		if x < float64(p) {
			return i
		}
		x -= float64(p)
	}
	return last
}

// The tree agrees with a walk along the list, for sizes that are and are no
// powers of two. Priorities are whole numbers, whose sums are exact.
func TestSumTree(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, 2, 3, 8, 13, 64, 100} {
		tree, list := newSumTree(n), make([]float32, n)
		for range 20 * n {
			i := r.IntN(n)
			list[i] = float32(r.IntN(4))
			tree.set(i, list[i])
			var sum float64
			for j, p := range list {
				sum += float64(p)
				if tree.get(j) != p {
					t.Fatalf("size %d: row %d has priority %v, want %v", n, j, tree.get(j), p)
				}
			}
			if tree.total() != sum {
				t.Fatalf("size %d: total %v, want %v", n, tree.total(), sum)
			}
			if sum == 0 {
				continue
			}
			x := r.Float64() * sum
			for _, x := range []float64{0, x, float64(int(x)), sum - 0.5} {
				if got, want := tree.find(x), naive(list, x); got != want {
					t.Fatalf("size %d: row %d at %v of %v, want %d", n, got, x, list, want)
				}
			}
		}
	}
}

// A tree depends on its leaves alone: however they got there, the sums have the
// same bits. No row of priority 0 is found, even where rounding lets the search
// run past the end.
func TestSumTreeOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	const n = 77
	list := make([]float32, n)
	for i := range list {
		if r.IntN(3) > 0 {
			list[i] = r.Float32() * 1e-3
		}
	}
	list[n-1] = 0
	one, other, filled := newSumTree(n), newSumTree(n), newSumTree(n)
	for _, i := range r.Perm(n) {
		one.set(i, r.Float32())
		one.set(i, list[i])
	}
	for i, p := range list {
		other.set(i, p)
	}
	filled.set(5, 9)
	filled.fill(list)
	if !slices.Equal(one.sums, other.sums) || !slices.Equal(filled.sums, other.sums) {
		t.Error("the sums depend on the order in which priorities were set")
	}
	for range 10_000 {
		if i := one.find(r.Float64() * one.total()); list[i] == 0 {
			t.Fatalf("row %d of priority 0 was found", i)
		}
	}
	if i := one.find(one.total() * (1 + 1e-9)); list[i] == 0 {
		t.Errorf("past the end row %d of priority 0 was found", i)
	}
}

// Rows are drawn in proportion to their priorities.
func TestDrawsInProportion(t *testing.T) {
	tr := &Trainer{s: Paper(), memory: newMemory(1, 4, 1, 1), sampling: pcg(1, "test")}
	tr.batch.reserve(50, 1, 1)
	tr.memory.tree.fill([]float32{1, 0, 3, 6})
	count := [4]int{}
	for range 400 {
		tr.draw()
		for _, at := range tr.batch.place {
			count[at]++
		}
	}
	for i, want := range [4]int{2000, 0, 6000, 12000} {
		// 50 parts of the total cover 5, 15 and 30: the draws hardly scatter.
		if count[i] != want {
			t.Errorf("row %d was drawn %d times, want %d", i, count[i], want)
		}
	}
}

// The importance weights by hand: priorities 1, 2, 4 of a total N P = 3/7,
// 6/7, 12/7, to the power -1/2, over the largest: 1, 1/sqrt 2, 1/2.
func TestWeights(t *testing.T) {
	tree := newSumTree(3)
	tree.fill([]float32{1, 2, 4})
	w := make([]float32, 3)
	weigh(w, []int{0, 1, 2}, &tree, 0.5)
	for i, want := range []float32{1, 0.70710678, 0.5} {
		if d := w[i] - want; d > 1e-7 || d < -1e-7 {
			t.Errorf("weight %d is %v, want %v", i, w[i], want)
		}
	}
	weigh(w, []int{2, 1, 2}, &tree, 1)
	if w[0] != 0.5 || w[1] != 1 || w[2] != 0.5 {
		t.Errorf("weights %v: they are relative to the least likely of the minibatch", w)
	}
	weigh(w, []int{0, 1, 2}, &tree, 0)
	if w[0] != 1 || w[1] != 1 || w[2] != 1 {
		t.Errorf("weights %v without correction", w)
	}
}
