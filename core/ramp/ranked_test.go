package ramp

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// rankedByHand lists what Ranked should, block by block.
func rankedByHand(s Shape, sizes []int, blocks *Blocks, byForm bool, moments []Set) (list []int) {
	type choice struct {
		form   BlockShape
		number int
		lost   []int
	}
	total := func(c choice) (sum int) {
		for _, x := range c.lost {
			sum += x
		}
		return sum
	}
	var all []choice
	n := 0
	blocks.each(func(b BlockShape, i, j, l int) bool {
		if blocks.isFree(b, i, j, l, moments[0]) && (s.N() <= 64 || len(all) < mostCompared) {
			c := choice{form: b, number: n}
			for _, set := range moments {
				for _, size := range sizes {
					c.lost = append(c.lost, weigh(s, []int{size}, b.appendBlock(nil, s, i, j, l), set))
				}
			}
			all = append(all, c)
		}
		n++
		return true
	})
	slices.SortStableFunc(all, func(a, b choice) int { return total(a) - total(b) })
	var taken []choice
	for _, c := range all {
		worse := func(than choice) bool {
			for i := range c.lost {
				if c.lost[i] < than.lost[i] {
					return false
				}
			}
			return !byForm || c.form == than.form
		}
		if len(taken) < MaxRanks && !slices.ContainsFunc(taken, worse) {
			taken, list = append(taken, c), append(list, c.number)
		}
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
			free, later := randomSets(r, s, trial)
			for _, moments := range [][]Set{{free}, {free, later}, {free}} {
				for _, k := range sizes[:4] {
					blocks := NewBlocks(s, k, false)
					for _, byForm := range []bool{false, true, false} {
						want := rankedByHand(s, sizes, blocks, byForm, moments)
						for range 2 {
							if got := f.Ranked(blocks, byForm, free, moments[1:]...); !slices.Equal(got, want) {
								t.Fatalf("%v, trial %d, %d servers, %d moments, by form %v: %v, want %v", s, trial, k, len(moments), byForm, got, want)
							}
						}
						first := -1
						if len(want) > 0 {
							first = want[0]
						}
						if got := other.Choose(blocks, free, moments[1:]...); got != first {
							t.Fatalf("%v, trial %d, %d servers: Choose takes %d, first is %d", s, trial, k, got, first)
						}
						lengths[len(want)]++
					}
				}
			}
		}
		if lengths[0]+lengths[1] == 0 || lengths[2] == 0 || lengths[3]+lengths[4] == 0 {
			t.Errorf("%v: lists of lengths %v tell too little", s, lengths)
		}
	}
}

// On a line of eight servers the pairs can be counted by hand.
func TestRankedByHand(t *testing.T) {
	s := Shape{Groups: 1, Racks: 1, Servers: 8}
	for _, tc := range []struct {
		name        string
		free, later Set
		want        []int // the first servers of the pairs
	}{
		// The pairs at the ends overlap two, all others three: no choice.
		{"one run of six", set(2, 3, 4, 5, 6, 7), nil, []int{2}},
		// Now 2-3 overlaps itself alone, 5-6 and 6-7 two; later 2-3 and 5-6 three,
		// 6-7 two. So 6-7 is better later, and 5-6 never better than 2-3.
		{"now or later", set(2, 3, 5, 6, 7), set(0, 1, 2, 3, 4, 5, 6, 7), []int{2, 6}},
		// 1-2 is better than any other now and as good as any later.
		{"at any time", set(1, 2, 4, 5, 6, 7), set(1, 2, 3, 4, 5, 6, 7), []int{1}},
		{"the only one", set(1, 4, 5), nil, []int{4}},
		{"nothing", set(0, 2, 4), nil, nil},
	} {
		var later []Set
		if tc.later != nil {
			later = append(later, tc.later)
		}
		for _, byForm := range []bool{false, true} { // there is one form
			if got := NewBestFit(s, []int{2}).Ranked(NewBlocks(s, 2, false), byForm, tc.free, later...); !slices.Equal(got, tc.want) {
				t.Errorf("%s: %v, want %v", tc.name, got, tc.want)
			}
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
	f.Ranked(blocks, true, free, later)
	i := 0
	if n := testing.AllocsPerRun(100, func() {
		if free.Has(i % 32) {
			free.Remove(i % 32)
		} else {
			free.Add(i % 32)
		}
		i++
		f.Ranked(blocks, true, free, later)
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
