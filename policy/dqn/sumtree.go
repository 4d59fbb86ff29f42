package dqn

// sumTree holds the priorities of a memory, a leaf for each row, and their sums
// over blocks of 2, 4, 8, ... rows, so that a row is found by its share of the
// total in logarithmic time. Each sum is that of its two halves and nothing
// else: the tree depends on the leaves, not on the order in which they were set.
type sumTree struct {
	leaves int       // a power of 2
	sums   []float64 // of node i: nodes 2i and 2i+1; leaf i is node leaves+i
}

func newSumTree(n int) sumTree {
	leaves := 1
	for leaves < n {
		leaves *= 2
	}
	return sumTree{leaves: leaves, sums: make([]float64, 2*leaves)}
}

// set changes the priority of a row, >= 0 and finite.
func (t *sumTree) set(row int, priority float32) {
	i := t.leaves + row
	t.sums[i] = float64(priority)
	for i >>= 1; i > 0; i >>= 1 {
		t.sums[i] = t.sums[2*i] + t.sums[2*i+1]
	}
}

// get returns the priority of a row.
func (t *sumTree) get(row int) float32 { return float32(t.sums[t.leaves+row]) }

// fill sets all priorities at once.
func (t *sumTree) fill(priorities []float32) {
	leaves := t.sums[t.leaves:]
	clear(leaves)
	for i, p := range priorities {
		leaves[i] = float64(p)
	}
	for i := t.leaves - 1; i > 0; i-- {
		t.sums[i] = t.sums[2*i] + t.sums[2*i+1]
	}
}

// total returns the sum of all priorities.
func (t *sumTree) total() float64 { return t.sums[1] }

// find returns the row in which the running sum of priorities exceeds x, in
// 0..total without total. Rounding may shift a border by as much, but a row of
// priority 0 is never found unless all are.
func (t *sumTree) find(x float64) int {
	i := 1
	for i < t.leaves {
		left, right := t.sums[2*i], t.sums[2*i+1]
		i *= 2
		if right > 0 && x >= left {
			x -= left
			i++
		}
	}
	return i - t.leaves
}
