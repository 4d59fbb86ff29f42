package ramp

import "math/bits"

// BestFit chooses among the free blocks of one size the one whose use leaves
// most blocks free to the jobs that come later. It is not safe for concurrent
// use.
type BestFit struct {
	shape  Shape
	weight []int          // by size: what a free block of that size counts for
	forms  [][]BlockShape // by size
	kept   []sized        // at most 64 servers: the blocks of each size, ascending
	known  []remember     // at most 64 servers, by size: choices made before
}

// sized are the blocks of one size, as words.
type sized struct {
	weight int
	masks  []uint64
}

// remember holds the choices for one size by the free servers.
type remember map[uint64]int32

// mostRemembered bounds a remember; the oldest choices go all at once.
const mostRemembered = 1 << 14

// mostCompared bounds the free blocks that are compared on clusters of more
// than 64 servers: the first ones, in the order of Blocks.
const mostCompared = 64

// NewBestFit prepares the choice on a cluster whose jobs use blocks of the given
// sizes, ascending. A block counts for as much as its size: it is the number of
// servers that a later job could still have together.
func NewBestFit(s Shape, sizes []int) *BestFit {
	largest := 0
	for _, k := range sizes {
		largest = max(largest, k)
	}
	b := &BestFit{shape: s, weight: make([]int, largest+1), forms: make([][]BlockShape, largest+1), known: make([]remember, largest+1)}
	for _, k := range sizes {
		if k < 1 {
			continue
		}
		b.weight[k], b.forms[k] = k, BlockShapes(s, k, false)
		if s.N() <= 64 {
			b.kept = append(b.kept, sized{k, NewBlocks(s, k, false).masks})
		}
	}
	return b
}

// Choose returns the number of the chosen candidate of blocks, or -1 if none is
// free. Of equals it is the first.
func (f *BestFit) Choose(blocks *Blocks, free Set) int {
	if f.shape.N() > 64 {
		return f.chooseLarge(blocks, free)
	}
	known := f.known[blocks.k]
	if c, ok := known[free[0]]; ok {
		return int(c)
	}
	best, most := -1, -1
	for c, m := range blocks.masks {
		if m&^free[0] != 0 {
			continue
		}
		if left := f.left(free[0] &^ m); left > most {
			best, most = c, left
		}
	}
	if known == nil || len(known) >= mostRemembered {
		known = remember{}
		f.known[blocks.k] = known
	}
	known[free[0]] = int32(best)
	return best
}

// left weighs the blocks that are free.
func (f *BestFit) left(free uint64) (total int) {
	for _, s := range f.kept {
		if bits.OnesCount64(free) < s.weight {
			break
		}
		n := 0
		for _, m := range s.masks {
			if m&^free == 0 {
				n++
			}
		}
		total += n * s.weight
	}
	return total
}

// chooseLarge is Choose for clusters of more than one word. What a block costs
// is the weight of the free blocks that overlap it, itself included; only those
// near it are looked at.
func (f *BestFit) chooseLarge(blocks *Blocks, free Set) int {
	census := NewCensus(f.shape, free)
	best, least, compared, n := -1, 0, 0, 0
	for _, b := range blocks.forms {
		ni, nj, nk := b.origins(f.shape)
		for i := range ni {
			for j := range nj {
				for k := range nk {
					if census.usedIn(b, i, j, k) == 0 {
						if lost := f.lost(census, b, i, j, k); best < 0 || lost < least {
							best, least = n, lost
						}
						if compared++; compared == mostCompared {
							return best
						}
					}
					n++
				}
			}
		}
	}
	return best
}

// lost weighs the free blocks that overlap the block of form b at (i, j, k).
func (f *BestFit) lost(c *Census, b BlockShape, i, j, k int) (total int) {
	for size, weight := range f.weight {
		if weight == 0 {
			continue
		}
		for _, o := range f.forms[size] {
			ni, nj, nk := o.origins(f.shape)
			for p := max(0, i-o.Groups+1); p < min(ni, i+b.Groups); p++ {
				for q := max(0, j-o.Racks+1); q < min(nj, j+b.Racks); q++ {
					for r := max(0, k-o.Servers+1); r < min(nk, k+b.Servers); r++ {
						if c.usedIn(o, p, q, r) == 0 {
							total += weight
						}
					}
				}
			}
		}
	}
	return total
}
