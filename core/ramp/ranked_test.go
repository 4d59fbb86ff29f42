package ramp

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// rankedByHand lists what Ranked should, block by block.
func rankedByHand(s Shape, sizes []int, blocks *Blocks, free Set, later []Set) (list []int) {
	type choice struct {
		form         BlockShape
		number, lost int
	}
	var all []choice
	n := 0
	blocks.each(func(b BlockShape, i, j, l int) bool {
		if blocks.isFree(b, i, j, l, free) && (s.N() <= 64 || len(all) < mostCompared) {
			servers := b.appendBlock(nil, s, i, j, l)
			lost := weigh(s, sizes, servers, free)
			for _, set := range later {
				lost += weigh(s, sizes, servers, set)
			}
			if !slices.ContainsFunc(all, func(c choice) bool { return c.form == b && c.lost == lost }) {
				all = append(all, choice{b, n, lost})
			} else if s.N() > 64 {
				all = append(all, choice{b, n, -1}) // compared, but a choice no more
			}
		}
		n++
		return true
	})
	all = slices.DeleteFunc(all, func(c choice) bool { return c.lost < 0 })
	slices.SortStableFunc(all, func(a, b choice) int { return a.lost - b.lost })
	for _, c := range all[:min(MaxRanks, len(all))] {
		list = append(list, c.number)
	}
	return list
}

// On random sets of free servers the list is what it should be, and its first is
// what Choose takes.
func TestRankedIsInOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, s := range []Shape{{4, 4, 2}, {3, 2, 2}, {3, 3, 8}} {
		sizes := []int{1, 2, 4, 8, 16}
		f, other := NewBestFit(s, sizes), NewBestFit(s, sizes)
		lengths := map[int]int{}
		for trial := 3; trial < 40; trial += 6 {
			free, later := NewSet(s.N()), NewSet(s.N())
			for i := range s.N() {
				if r.IntN(45) >= trial {
					free.Add(i)
				}
				if free.Has(i) || r.IntN(3) > 0 {
					later.Add(i)
				}
			}
			for _, moments := range [][]Set{nil, {later}, nil} {
				for _, k := range sizes[:4] {
					blocks := NewBlocks(s, k, false)
					want := rankedByHand(s, sizes, blocks, free, moments)
					for range 2 {
						if got := f.Ranked(blocks, free, moments...); !slices.Equal(got, want) {
							t.Fatalf("%v, trial %d, %d servers, %d later: %v, want %v", s, trial, k, len(moments), got, want)
						}
					}
					first := -1
					if len(want) > 0 {
						first = want[0]
					}
					if got := other.Choose(blocks, free, moments...); got != first {
						t.Fatalf("%v, trial %d, %d servers: Choose takes %d, first is %d", s, trial, k, got, first)
					}
					lengths[len(want)]++
				}
			}
		}
		if lengths[0]+lengths[1] == 0 || lengths[3]+lengths[4] == 0 {
			t.Errorf("%v: lists of lengths %v tell too little", s, lengths)
		}
	}
}

// On a line of eight servers the pairs can be counted by hand.
func TestRankedByHand(t *testing.T) {
	s := Shape{Groups: 1, Racks: 1, Servers: 8}
	set := func(servers ...int) Set {
		free := NewSet(8)
		for _, v := range servers {
			free.Add(v)
		}
		return free
	}
	for _, tc := range []struct {
		name        string
		free, later Set
		want        []int // the first servers of the pairs
	}{
		// The pairs at the ends overlap two, all others three.
		{"one run of six", set(2, 3, 4, 5, 6, 7), nil, []int{2, 3}},
		// 1-2 stands alone; of the run 4-7 the ends overlap two, the middle three.
		{"two runs", set(1, 2, 4, 5, 6, 7), nil, []int{1, 4, 5}},
		// Later 3 joins the runs: 1-2 overlaps 1 and 2, 4-5 2 and 3, 5-6 3 and 3, 6-7 2 and 2.
		{"two runs that join", set(1, 2, 4, 5, 6, 7), set(1, 2, 3, 4, 5, 6, 7), []int{1, 6, 4, 5}},
		{"the only one", set(1, 4, 5), nil, []int{4}},
		{"nothing", set(0, 2, 4), nil, nil},
	} {
		var later []Set
		if tc.later != nil {
			later = append(later, tc.later)
		}
		if got := NewBestFit(s, []int{2}).Ranked(NewBlocks(s, 2, false), tc.free, later...); !slices.Equal(got, tc.want) {
			t.Errorf("%s: %v, want %v", tc.name, got, tc.want)
		}
	}
}

// Once it has seen a size, ranking allocates nothing.
func TestRankedAllocatesNothing(t *testing.T) {
	s := Shape{4, 4, 2}
	f, blocks := NewBestFit(s, []int{1, 2, 4, 8, 16}), NewBlocks(s, 4, false)
	free, later := NewSet(32), NewSet(32)
	free.Fill(32)
	later.Fill(32)
	f.Ranked(blocks, free, later)
	i := 0
	if n := testing.AllocsPerRun(100, func() {
		if free.Has(i % 32) {
			free.Remove(i % 32)
		} else {
			free.Add(i % 32)
		}
		i++
		f.Ranked(blocks, free, later)
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
