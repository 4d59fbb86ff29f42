package ramp

// Census counts the blocks of one set of free servers. It knows the number of
// servers in use in every box of the cluster in constant time, so that whether
// a block is free is eight look-ups however large it is.
type Census struct {
	shape Shape
	free  int
	used  []int32 // servers in use below (c, r, v), with a margin of zeros
}

// NewCensus prepares to count the blocks of servers that are all in free.
func NewCensus(s Shape, free Set) *Census {
	c := &Census{shape: s, free: free.Count(), used: make([]int32, (s.Groups+1)*(s.Racks+1)*(s.Servers+1))}
	for g := range s.Groups {
		for r := range s.Racks {
			line := int32(0)
			for v := range s.Servers {
				if !free.Has(s.Index(g, r, v)) {
					line++
				}
				c.used[c.at(g+1, r+1, v+1)] = line + c.used[c.at(g, r+1, v+1)] + c.used[c.at(g+1, r, v+1)] - c.used[c.at(g, r, v+1)]
			}
		}
	}
	return c
}

func (c *Census) at(g, r, v int) int { return (g*(c.shape.Racks+1)+r)*(c.shape.Servers+1) + v }

// Free returns the number of free servers.
func (c *Census) Free() int { return c.free }

// usedIn returns the number of servers in use in the block of a form at an
// origin. The form must not be a diagonal.
func (c *Census) usedIn(b BlockShape, i, j, k int) int32 {
	g, r, v := i+b.Groups, j+b.Racks, k+b.Servers
	u := c.used
	return u[c.at(g, r, v)] - u[c.at(i, r, v)] - u[c.at(g, j, v)] - u[c.at(g, r, k)] +
		u[c.at(i, j, v)] + u[c.at(i, r, k)] + u[c.at(g, j, k)] - u[c.at(i, j, k)]
}

// Tally is what a Census finds for blocks of one size.
type Tally struct {
	Servers   int
	Positions int        // where a block of that size could be, over all forms and origins
	Free      int        // how many of them are free
	Form      BlockShape // of the first that is free
	First     []int      // its servers, in the order in which sub-ops are dealt to them; nil if none is free
}

// Count looks at every block of k servers of the forms that a job may have
// without the last resorts (spec section 5.1), in the order of the placer.
func (c *Census) Count(k int) Tally {
	t := Tally{Servers: k}
	for _, f := range BlockShapes(c.shape, k, false) {
		ni, nj, nk := f.origins(c.shape)
		if ni <= 0 || nj <= 0 || nk <= 0 {
			continue
		}
		t.Positions += ni * nj * nk
		if k > c.free {
			continue
		}
		for i := range ni {
			for j := range nj {
				for l := range nk {
					if c.usedIn(f, i, j, l) != 0 {
						continue
					}
					if t.Free++; t.First == nil {
						t.Form, t.First = f, f.appendBlock(make([]int, 0, k), c.shape, i, j, l)
					}
				}
			}
		}
	}
	return t
}

// Largest returns the form of the largest block that is free, of one or an even
// number of servers as a degree may have, and how many servers it has; 0 if
// none is free. Of equal ones it is the first found.
func (c *Census) Largest() (form BlockShape, servers int) {
	return largestForm(c.shape, c.free, c.somewhere)
}

// MostTogether returns the size of the largest block, of one or an even number
// of servers, that a number of free servers could form if they stood together
// in an otherwise empty cluster.
func MostTogether(s Shape, free int) int {
	_, n := largestForm(s, free, func(b BlockShape) bool { return b.Fits(s) })
	return n
}

// largestForm searches the three families of forms of BlockShapes for the
// largest of at most free servers that is available. A form inside an available
// one of its family is available too: the widest of a family is found by halving,
// and of a narrower one only what would be larger is looked at.
func largestForm(s Shape, free int, available func(BlockShape) bool) (form BlockShape, servers int) {
	families := []func(a, b int) BlockShape{
		func(a, b int) BlockShape { return BlockShape{Groups: a, Racks: a, Servers: b} },
		func(a, b int) BlockShape { return BlockShape{Groups: a, Racks: 1, Servers: b} },
		func(a, b int) BlockShape { return BlockShape{Groups: a, Racks: b, Servers: 1} },
	}
	for _, family := range families {
		low, high := 0, min(s.Groups, s.Racks)
		for low < high {
			if a := (low + high + 1) / 2; family(a, 1).N() <= free && available(family(a, 1)) {
				low = a
			} else {
				high = a - 1
			}
		}
		for a := low; a >= 1; a-- {
			unit := family(a, 1).N()
			most := min(s.Servers, free/unit) // BlockShapes wants b <= servers in all families
			for b := servers/unit + 1; b <= most && available(family(a, b)); b++ {
				if n := unit * b; n == 1 || n%2 == 0 {
					form, servers = family(a, b), n
				}
			}
		}
	}
	return form, servers
}

// somewhere reports whether a block of the form is free anywhere.
func (c *Census) somewhere(b BlockShape) bool {
	ni, nj, nk := b.origins(c.shape)
	for i := range max(0, ni) {
		for j := range max(0, nj) {
			for k := range max(0, nk) {
				if c.usedIn(b, i, j, k) == 0 {
					return true
				}
			}
		}
	}
	return false
}
