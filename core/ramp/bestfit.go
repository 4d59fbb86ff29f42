package ramp

import (
	"math"
	"math/bits"
	"slices"
)

// BestFit chooses among the free blocks of one size the one whose use spoils
// least for the jobs that come later: it weighs the blocks, of all sizes that
// jobs use, that are free and overlap it, now and at later moments. A block
// weighs as much as it has servers. It is not safe for concurrent use.
type BestFit struct {
	shape   Shape
	sizes   []int          // that jobs use, ascending
	forms   [][]BlockShape // by place in sizes
	masks   []uint64       // at most 64 servers: every block of every size
	first   []int          // by place in sizes: the word, of those that have a bit a block, that its blocks begin with
	words   int
	with    []uint64         // at most 64 servers: words a server, a bit for each block that it is in
	overlap map[int][]uint64 // by size: words a block, a bit for each block that shares a server with it
	moments []moment

	generation int              // how often moments have changed
	ranked     map[int]*ranking // by size
	scratch    []weighed        // of Ranked
	losses     []int            // of scratch
	each       []int            // see room
}

// moment is what is known of one set of free servers.
type moment struct {
	free   Set
	blocks []uint64 // at most 64 servers: a bit for each block that is free
	census *Census  // more
}

// mostCompared bounds the free blocks that are compared on clusters of more
// than 64 servers: the first ones, in the order of Blocks.
const mostCompared = 64

// everything is more than any block spoils.
const everything = math.MaxInt

// NewBestFit prepares the choice on a cluster whose jobs use blocks of the given
// sizes, ascending; those below 1 are left out.
func NewBestFit(s Shape, sizes []int) *BestFit {
	f := &BestFit{shape: s, overlap: map[int][]uint64{}, ranked: map[int]*ranking{}}
	for _, k := range sizes {
		if k < 1 {
			continue
		}
		f.sizes, f.forms = append(f.sizes, k), append(f.forms, BlockShapes(s, k, false))
		if s.N() > 64 {
			continue
		}
		f.first = append(f.first, f.words)
		masks := NewBlocks(s, k, false).masks
		f.words += (len(masks) + 63) / 64
		f.masks = append(f.masks, masks...)
		for len(f.masks)%64 != 0 {
			f.masks = append(f.masks, 0) // no block: it overlaps none
		}
	}
	f.with = make([]uint64, f.words*min(64, s.N()))
	for b, mask := range f.masks {
		for ; mask != 0; mask &= mask - 1 {
			f.with[bits.TrailingZeros64(mask)*f.words+b/64] |= 1 << (b % 64)
		}
	}
	return f
}

// Choose returns the number of the chosen candidate of blocks, or -1 if none is
// free. Of equals it is the first. later holds the servers that will be free at
// later moments, each set with those of free among them; there may be none.
func (f *BestFit) Choose(blocks *Blocks, free Set, later ...Set) int {
	if f.shape.N() <= 64 {
		if c, only := only(blocks.masks, free[0]); only {
			return c // which needs no comparison
		}
	}
	moments := f.look(free, later)
	if f.shape.N() > 64 {
		return f.chooseLarge(blocks, moments)
	}
	overlap := f.overlaps(blocks)
	best, least := -1, everything
	for c, m := range blocks.masks {
		if m&^free[0] != 0 {
			continue
		}
		if lost := f.lost(overlap[c*f.words:][:f.words], moments, least); lost < least {
			best, least = c, lost
		}
	}
	return best
}

// look returns the moments of the sets.
func (f *BestFit) look(free Set, later []Set) []moment {
	for len(f.moments) <= len(later) {
		f.moments = append(f.moments, moment{free: NewSet(f.shape.N())})
	}
	f.at(0, free)
	for i, set := range later {
		f.at(i+1, set)
	}
	return f.moments[:len(later)+1]
}

// only returns the number of the only free block, or -1 if there is none; is tells
// whether there are not more.
func only(masks []uint64, free uint64) (c int, is bool) {
	c = -1
	for n, m := range masks {
		if m&^free == 0 {
			if c >= 0 {
				return c, false
			}
			c = n
		}
	}
	return c, true
}

// at makes moment number i that of a set, unless it is already.
func (f *BestFit) at(i int, free Set) {
	m := &f.moments[i]
	known := m.blocks != nil || m.census != nil
	if known && slices.Equal(m.free, free) {
		return
	}
	f.generation++
	copy(m.free, free)
	if f.shape.N() > 64 {
		m.census = NewCensus(f.shape, free)
		return
	}
	if m.blocks == nil {
		m.blocks = make([]uint64, f.words)
	}
	clear(m.blocks) // first those that are not free
	for busy := ^free[0] & f.all(); busy != 0; busy &= busy - 1 {
		for w, blocks := range f.with[bits.TrailingZeros64(busy)*f.words:][:f.words] {
			m.blocks[w] |= blocks
		}
	}
	for w := range m.blocks {
		m.blocks[w] = ^m.blocks[w]
	}
}

// all is the set of all servers, of at most 64.
func (f *BestFit) all() uint64 { return ^uint64(0) >> (64 - f.shape.N()) }

// overlaps returns, for each candidate, the blocks that share a server with it.
func (f *BestFit) overlaps(blocks *Blocks) []uint64 {
	if o := f.overlap[blocks.k]; o != nil {
		return o
	}
	o := make([]uint64, f.words*len(blocks.masks))
	for c, m := range blocks.masks {
		for i, other := range f.masks {
			if m&other != 0 {
				o[c*f.words+i/64] |= 1 << (i % 64)
			}
		}
	}
	f.overlap[blocks.k] = o
	return o
}

// lost weighs the blocks that overlap a candidate and are free, over all moments,
// the large ones first. It may stop once they weigh enough.
func (f *BestFit) lost(overlap []uint64, moments []moment, enough int) (total int) {
	for i := len(f.sizes) - 1; i >= 0 && total < enough; i-- {
		total += f.lostOf(i, overlap, moments)
	}
	return total
}

// lostOf is lost of the blocks of one size, the i-th.
func (f *BestFit) lostOf(i int, overlap []uint64, moments []moment) int {
	end := f.words
	if i+1 < len(f.first) {
		end = f.first[i+1]
	}
	n := 0
	for w := f.first[i]; w < end; w++ {
		for j := range moments {
			n += bits.OnesCount64(overlap[w] & moments[j].blocks[w])
		}
	}
	return n * f.sizes[i]
}

// chooseLarge is Choose for clusters of more than one word, where only the
// blocks near a candidate are looked at.
func (f *BestFit) chooseLarge(blocks *Blocks, moments []moment) int {
	best, least := -1, 0
	f.eachLarge(blocks, moments, func(candidate, _ int, lost []int) {
		total := 0
		for _, x := range lost {
			total += x
		}
		if best < 0 || total < least {
			best, least = candidate, total
		}
	})
	return best
}

// eachLarge visits the free blocks that are compared, with the number of their
// form and what they spoil of each size at each moment.
func (f *BestFit) eachLarge(blocks *Blocks, moments []moment, visit func(candidate, form int, lost []int)) {
	compared, n, lost := 0, 0, f.room(len(moments))
	for form, b := range blocks.forms {
		ni, nj, nk := b.origins(f.shape)
		for i := range ni {
			for j := range nj {
				for k := range nk {
					if moments[0].census.usedIn(b, i, j, k) == 0 {
						for m := range moments {
							f.lostNear(lost[m*len(f.sizes):], moments[m].census, b, i, j, k)
						}
						visit(n, form, lost)
						if compared++; compared == mostCompared {
							return
						}
					}
					n++
				}
			}
		}
	}
}

// lostNear weighs the free blocks that overlap the block of form b at (i, j, k), by
// place in sizes.
func (f *BestFit) lostNear(dst []int, c *Census, b BlockShape, i, j, k int) {
	for at, size := range f.sizes {
		dst[at] = 0
		for _, o := range f.forms[at] {
			ni, nj, nk := o.origins(f.shape)
			for p := max(0, i-o.Groups+1); p < min(ni, i+b.Groups); p++ {
				for q := max(0, j-o.Racks+1); q < min(nj, j+b.Racks); q++ {
					for r := max(0, k-o.Servers+1); r < min(nk, k+b.Servers); r++ {
						if c.usedIn(o, p, q, r) == 0 {
							dst[at] += size
						}
					}
				}
			}
		}
	}
}
