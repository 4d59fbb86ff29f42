package ramp

import "math/bits"

// BlockShape is the form of a block of servers: Groups x Racks x Servers, or
// the diagonal of Groups servers that shifts group and rack together.
type BlockShape struct {
	Groups, Racks, Servers int
	Diagonal               bool
}

// BlockShapes lists the forms a block of k servers may take in the cluster, in
// the order in which the reference tries them (spec section 5, rule 2b). A form
// that occurs twice in the reference's list is given once, since its second
// search finds what the first did. With fallback the two last resorts, the
// diagonal and the column of k groups, are added.
func BlockShapes(s Shape, k int, fallback bool) []BlockShape {
	var list []BlockShape
	add := func(b BlockShape) {
		for _, have := range list {
			if have == b {
				return
			}
		}
		list = append(list, b)
	}
	for b := 1; b <= k; b++ {
		if k%b != 0 {
			continue
		}
		a := k / b
		if r := isqrt(a); r*r == a && r <= s.Groups && r <= s.Racks && b <= s.Servers {
			add(BlockShape{Groups: r, Racks: r, Servers: b})
		}
		// The reference asks a <= racks although one rack is used.
		if a <= s.Groups && a <= s.Racks && b <= s.Servers {
			add(BlockShape{Groups: a, Racks: 1, Servers: b})
			// The second form exchanges racks and servers and is not
			// checked against the servers of a rack; the search skips it
			// where it has no origin.
			add(BlockShape{Groups: a, Racks: b, Servers: 1})
		}
	}
	if fallback {
		add(BlockShape{Groups: k, Racks: k, Servers: 1, Diagonal: true})
		add(BlockShape{Groups: k, Racks: 1, Servers: 1})
	}
	return list
}

func isqrt(n int) int {
	r := 0
	for (r+1)*(r+1) <= n {
		r++
	}
	return r
}

// origins returns the numbers of origins along groups, racks and servers; none
// of them positive means that the form does not fit the cluster.
func (b BlockShape) origins(s Shape) (i, j, k int) {
	if b.Diagonal { // the reference gives the diagonal a height of -1
		return s.Groups - b.Groups + 1, s.Racks - b.Racks + 1, s.Servers + 2
	}
	return s.Groups - b.Groups + 1, s.Racks - b.Racks + 1, s.Servers - b.Servers + 1
}

// appendBlock appends the servers of the block at the given origin, in the
// order in which sub-ops are dealt to them.
func (b BlockShape) appendBlock(dst []int, s Shape, i, j, k int) []int {
	if b.Diagonal {
		for t := range b.Groups {
			dst = append(dst, s.Index(i+t, j+t, k%s.Servers))
		}
		return dst
	}
	for c := range b.Groups {
		for r := range b.Racks {
			for v := range b.Servers {
				dst = append(dst, s.Index(i+c, j+r, k+v))
			}
		}
	}
	return dst
}

// Blocks finds blocks of k servers in one cluster. Candidates are the blocks of
// all forms at all origins in the order of the reference; a candidate is named
// by its number in that order. Clusters of at most 64 servers keep every
// candidate as one word.
type Blocks struct {
	shape  Shape
	k      int
	forms  []BlockShape
	masks  []uint64 // at most 64 servers
	blocks [][]int  // at most 64 servers
}

// NewBlocks prepares the search for blocks of k servers, with or without the
// two fallback forms.
func NewBlocks(s Shape, k int, fallback bool) *Blocks {
	b := &Blocks{shape: s, k: k}
	for _, f := range BlockShapes(s, k, fallback) {
		if i, j, l := f.origins(s); i > 0 && j > 0 && l > 0 {
			b.forms = append(b.forms, f)
		}
	}
	if s.N() <= 64 {
		b.each(func(f BlockShape, i, j, l int) bool {
			servers := f.appendBlock(nil, s, i, j, l)
			var m uint64
			for _, v := range servers {
				m |= 1 << uint(v)
			}
			b.masks = append(b.masks, m)
			b.blocks = append(b.blocks, servers)
			return true
		})
	}
	return b
}

// Exists reports whether any block of this size fits the empty cluster.
func (b *Blocks) Exists() bool { return len(b.forms) > 0 }

func (b *Blocks) each(visit func(f BlockShape, i, j, l int) bool) {
	for _, f := range b.forms {
		ni, nj, nl := f.origins(b.shape)
		for i := range ni {
			for j := range nj {
				for l := range nl {
					if !visit(f, i, j, l) {
						return
					}
				}
			}
		}
	}
}

// First returns the number of the first candidate all of whose servers are in
// free, or -1.
func (b *Blocks) First(free Set) int {
	if b.shape.N() > 64 {
		return b.firstLarge(free)
	}
	if b.k == 1 {
		if free[0] == 0 {
			return -1
		}
		return bits.TrailingZeros64(free[0])
	}
	busy := ^free[0]
	for n, m := range b.masks {
		if m&busy == 0 {
			return n
		}
	}
	return -1
}

// firstLarge is First for clusters of more than one word. Blocks are tested
// server by server and given up at the first busy one, which keeps the search
// linear in the servers of the cluster.
func (b *Blocks) firstLarge(free Set) int {
	if b.k == 1 {
		for i, w := range free {
			if w != 0 {
				return i<<6 + bits.TrailingZeros64(w)
			}
		}
		return -1
	}
	n := 0
	for _, f := range b.forms {
		ni, nj, nl := f.origins(b.shape)
		for i := range ni {
			for j := range nj {
				for l := range nl {
					if b.isFree(f, i, j, l, free) {
						return n
					}
					n++
				}
			}
		}
	}
	return -1
}

// CountFree returns the number of candidates and how many of them have all
// their servers in free. It looks at every one.
func (b *Blocks) CountFree(free Set) (n, all int) {
	if b.shape.N() <= 64 {
		busy := ^free[0]
		for _, m := range b.masks {
			if m&busy == 0 {
				n++
			}
		}
		return n, len(b.masks)
	}
	for _, f := range b.forms {
		ni, nj, nl := f.origins(b.shape)
		all += ni * nj * nl
		for i := range ni {
			for j := range nj {
				for l := range nl {
					if b.isFree(f, i, j, l, free) {
						n++
					}
				}
			}
		}
	}
	return n, all
}

func (b *Blocks) isFree(f BlockShape, i, j, l int, free Set) bool {
	s := b.shape
	if f.Diagonal {
		for t := range f.Groups {
			if !free.Has(s.Index(i+t, j+t, l%s.Servers)) {
				return false
			}
		}
		return true
	}
	for c := range f.Groups {
		for r := range f.Racks {
			for v := range f.Servers {
				if !free.Has(s.Index(i+c, j+r, l+v)) {
					return false
				}
			}
		}
	}
	return true
}

// FirstWhere returns the servers of the first candidate of which ok holds for
// every server, or nil. It serves the searches in which a server may be free
// and yet lack memory.
func (b *Blocks) FirstWhere(ok func(server int) bool) []int {
	var found []int
	block := make([]int, 0, b.k)
	b.each(func(f BlockShape, i, j, l int) bool {
		block = f.appendBlock(block[:0], b.shape, i, j, l)
		for _, v := range block {
			if !ok(v) {
				return true
			}
		}
		found = block
		return false
	})
	return found
}

// Servers returns the servers of a candidate in the order in which sub-ops are
// dealt to them. The caller must not change the slice.
func (b *Blocks) Servers(candidate int) []int {
	if b.blocks != nil {
		return b.blocks[candidate]
	}
	if b.k == 1 {
		return []int{candidate}
	}
	for _, f := range b.forms {
		ni, nj, nl := f.origins(b.shape)
		if n := ni * nj * nl; candidate >= n {
			candidate -= n
			continue
		}
		i, j, l := candidate/(nj*nl), candidate/nl%nj, candidate%nl
		return f.appendBlock(make([]int, 0, b.k), b.shape, i, j, l)
	}
	panic("ramp: no such block")
}
