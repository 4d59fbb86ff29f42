package ramp

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// A census agrees with looking at each block, and with trying each size.
func TestCensus(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, s := range []Shape{{4, 4, 2}, {3, 2, 5}, {5, 5, 5}, {6, 1, 3}, {1, 1, 9}} {
		for round := range 40 {
			free := NewSet(s.N())
			for i := range s.N() {
				if round == 0 || r.IntN(40) >= round {
					free.Add(i)
				}
			}
			c := NewCensus(s, free)
			largest, together := 0, 0
			for k := 1; k <= s.N(); k++ {
				b := NewBlocks(s, k, false)
				got := c.Count(k)
				n, all := b.CountFree(free)
				if got.Free != n || got.Positions != all || (got.First != nil) != (n > 0) {
					t.Fatalf("%v, blocks of %d: %d of %d free, want %d of %d", s, k, got.Free, got.Positions, n, all)
				}
				if first := b.First(free); n > 0 && k > 1 && !slices.Equal(got.First, b.Servers(first)) {
					t.Fatalf("%v, blocks of %d: the first is %v, want %v", s, k, got.First, b.Servers(first))
				}
				if k > 1 && k%2 == 1 {
					continue
				}
				if n > 0 {
					largest = k
				}
				if b.Exists() && k <= c.Free() {
					together = k
				}
			}
			if _, got := c.Largest(); got != largest {
				t.Fatalf("%v: the largest block has %d servers, want %d", s, got, largest)
			}
			if got := MostTogether(s, c.Free()); got != together {
				t.Fatalf("%v: %d free servers form %d together, want %d", s, c.Free(), got, together)
			}
		}
	}
}

// A checkerboard of 4x4x2 by hand: every other rack in use leaves 16 free
// servers, but no two neighbouring racks of a group and no two neighbouring
// groups: the largest block is the two servers of a rack.
func TestCensusByHand(t *testing.T) {
	s := Shape{4, 4, 2}
	free := NewSet(s.N())
	for c := range 4 {
		for r := range 4 {
			if (c+r)%2 == 0 {
				free.Add(s.Index(c, r, 0))
				free.Add(s.Index(c, r, 1))
			}
		}
	}
	c := NewCensus(s, free)
	form, n := c.Largest()
	if n != 2 || form != (BlockShape{Groups: 1, Racks: 1, Servers: 2}) {
		t.Errorf("the largest block is %v of %d", form, n)
	}
	if got := c.Count(2); got.Free != 8 || !slices.Equal(got.First, []int{0, 1}) {
		t.Errorf("pairs: %+v", got)
	}
	if got := c.Count(4); got.Free != 0 || got.First != nil {
		t.Errorf("blocks of four: %+v", got)
	}
	if got := MostTogether(s, 16); got != 16 {
		t.Errorf("16 servers together form %d", got)
	}
}
