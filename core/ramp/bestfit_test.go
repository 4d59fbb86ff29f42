package ramp

import (
	"math/rand/v2"
	"testing"
)

// weigh counts what BestFit weighs, block by block: the free blocks that share a
// server with the candidate.
func weigh(s Shape, sizes []int, candidate []int, free Set) (total int) {
	taken := NewSet(s.N())
	for _, server := range candidate {
		taken.Add(server)
	}
	for _, k := range sizes {
		blocks := NewBlocks(s, k, false)
		blocks.each(func(f BlockShape, i, j, l int) bool {
			overlaps, isFree := false, true
			for _, server := range f.appendBlock(nil, s, i, j, l) {
				overlaps = overlaps || taken.Has(server)
				isFree = isFree && free.Has(server)
			}
			if overlaps && isFree {
				total += k
			}
			return true
		})
	}
	return total
}

// randomSets returns servers that are free now, all but about busy of 45, and those
// that will be free later, too.
func randomSets(r *rand.Rand, s Shape, busy int) (free, later Set) {
	free, later = NewSet(s.N()), NewSet(s.N())
	for i := range s.N() {
		if r.IntN(45) >= busy {
			free.Add(i)
		}
		if free.Has(i) || r.IntN(3) > 0 {
			later.Add(i)
		}
	}
	return free, later
}

// The chosen block spoils least, and is the first that does.
func TestBestFitSpoilsLeast(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, s := range []Shape{{4, 4, 2}, {3, 2, 2}, {3, 3, 8}} {
		sizes := []int{1, 2, 4, 8, 16}
		f := NewBestFit(s, append([]int{0}, sizes...))
		for trial := 3; trial < 40; trial += 9 {
			free, later := randomSets(r, s, trial)
			for _, k := range sizes[:4] {
				blocks := NewBlocks(s, k, false)
				for _, moments := range [][]Set{nil, {later}} {
					want, least, compared, n := -1, 0, 0, 0
					blocks.each(func(b BlockShape, i, j, l int) bool {
						if blocks.isFree(b, i, j, l, free) && (s.N() <= 64 || compared < mostCompared) {
							compared++
							lost := weigh(s, sizes, b.appendBlock(nil, s, i, j, l), free)
							for _, set := range moments {
								lost += weigh(s, sizes, b.appendBlock(nil, s, i, j, l), set)
							}
							if want < 0 || lost < least {
								want, least = n, lost
							}
						}
						n++
						return true
					})
					if got := f.Choose(blocks, free, moments...); got != want {
						t.Fatalf("%v, trial %d, %d servers: candidate %d, want %d", s, trial, k, got, want)
					}
				}
			}
		}
	}
}

// set returns some of eight servers.
func set(servers ...int) Set {
	free := NewSet(8)
	for _, v := range servers {
		free.Add(v)
	}
	return free
}

// On a line of eight servers the blocks of two can be counted by hand.
func TestBestFitByHand(t *testing.T) {
	s := Shape{Groups: 1, Racks: 1, Servers: 8}
	for _, tc := range []struct {
		name        string
		free, later Set
		want        int // the first server of the pair
	}{
		// Of 2-3, 3-4, 4-5, 5-6, 6-7 the pair at either end overlaps two, itself
		// one of them, and any other three.
		{"at an end", set(2, 3, 4, 5, 6, 7), nil, 2},
		{"the only one", set(1, 4, 5), nil, 4},
		// 1-2 overlaps 1-2 and 2-3 now and 0-1, 1-2 and 2-3 later; 5-6 overlaps
		// 4-5 and 5-6 at either time.
		{"beside the job that stays", set(1, 2, 3, 4, 5, 6), set(0, 1, 2, 3, 4, 5, 6), 5},
		{"and so it is the other way round", set(1, 2, 3, 4, 5, 6), set(1, 2, 3, 4, 5, 6, 7), 1},
		{"nothing", set(0, 2, 4), set(0, 1, 2, 3, 4), -1},
	} {
		var later []Set
		if tc.later != nil {
			later = append(later, tc.later)
		}
		if got := NewBestFit(s, []int{2}).Choose(NewBlocks(s, 2, false), tc.free, later...); got != tc.want {
			t.Errorf("%s: %d, want %d", tc.name, got, tc.want)
		}
	}
}
