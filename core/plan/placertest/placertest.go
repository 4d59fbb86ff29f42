// Package placertest holds the rules that every placer keeps to.
package placertest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"rampart/core/plan"
	"rampart/core/ramp"
)

// Test checks a planner's placer on random sets of free servers: start makes a
// new planner with the same settings each time. Every graph is tried at every
// degree that a block exists for.
func Test(t *testing.T, start func(testing.TB) *plan.Planner) {
	p, fresh := start(t), start(t)
	s := p.Settings()
	n := s.Shape.N()
	r := rand.New(rand.NewPCG(1, uint64(n)))
	placed, refused := 0, 0
	for trial := range 60 {
		free, soon := ramp.NewSet(n), ramp.NewSet(n)
		for i := range n {
			if r.IntN(60) >= trial {
				free.Add(i)
			}
			if free.Has(i) || r.IntN(2) == 0 {
				soon.Add(i)
			}
		}
		before := slices.Clone(free)
		for g := range s.Graphs {
			for _, degree := range p.Degrees()[1:] {
				name := fmt.Sprintf("trial %d, graph %d, degree %d", trial, g, degree)
				for _, later := range [][]ramp.Set{nil, {soon}} {
					pl := p.Place(g, degree, free, later...)
					if !same(pl, fresh.Place(g, degree, free, later...)) || !same(pl, p.Place(g, degree, free, later...)) {
						t.Fatalf("%s: the placement depends on what was placed before", name)
					}
					if !slices.Equal(before, free) {
						t.Fatalf("%s: the set of free servers was changed", name)
					}
					check(t, name, p, pl, g, degree, free)
					checkRanks(t, name, p, pl, g, degree, free, later)
					if pl == nil {
						refused++
					} else {
						placed++
					}
				}
				if !same(p.Place(g, degree, free), p.Place(g, degree, free, free)) && s.Placer != plan.BestFit {
					t.Fatalf("%s: a placer that does not look ahead was moved by what it was told", name)
				}
			}
		}
	}
	if placed == 0 || refused == 0 {
		t.Errorf("%d placed and %d refused: too few to tell", placed, refused)
	}
}

func same(a, b *plan.Plan) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Template.Degree == b.Template.Degree && slices.Equal(a.Servers, b.Servers)
}

// checkRanks looks at the blocks of all ranks, of which pl is on the first: they
// are different sets of servers, all of them free, and there are none after the
// last.
func checkRanks(t *testing.T, name string, p *plan.Planner, pl *plan.Plan, g, degree int, free ramp.Set, later []ramp.Set) {
	t.Helper()
	if first := p.PlaceRank(g, degree, 0, free, later...); !same(first, pl) {
		t.Fatalf("%s: the block of rank 0 is not the placer's", name)
	}
	list := []*plan.Plan{pl}
	for rank := 1; rank <= ramp.MaxRanks; rank++ {
		next := p.PlaceRank(g, degree, rank, free, later...)
		if !same(next, p.PlaceRank(g, degree, rank, free, later...)) {
			t.Fatalf("%s: the block of rank %d is not the same twice", name, rank)
		}
		if next == nil {
			list = append(list, nil)
			continue
		}
		if list[rank-1] == nil {
			t.Fatalf("%s: a block of rank %d and none of rank %d", name, rank, rank-1)
		}
		if p.Settings().Placer != plan.BestFit || rank == ramp.MaxRanks {
			t.Fatalf("%s: a block of rank %d", name, rank)
		}
		for _, other := range list {
			if slices.Equal(other.Servers, next.Servers) {
				t.Fatalf("%s: the block of rank %d is that of another", name, rank)
			}
		}
		check(t, name, p, next, g, degree, free)
		list = append(list, next)
	}
}

// check looks at one placement, or at a refusal.
func check(t *testing.T, name string, p *plan.Planner, pl *plan.Plan, g, degree int, free ramp.Set) {
	t.Helper()
	s := p.Settings()
	effective := p.Template(g, degree).Degree
	if pl == nil {
		// A block of the job's degree is enough, where memory does not run out.
		if s.Placer != plan.FirstFit && s.MemoryBytes > 1e12 && ramp.NewBlocks(s.Shape, effective, false).First(free) >= 0 {
			t.Fatalf("%s: a free block was overlooked", name)
		}
		return
	}
	if !slices.IsSorted(pl.Servers) || len(slices.Compact(slices.Clone(pl.Servers))) != len(pl.Servers) {
		t.Fatalf("%s: servers %v are not ascending", name, pl.Servers)
	}
	for _, server := range pl.Servers {
		if !free.Has(server) {
			t.Fatalf("%s: server %d is not free", name, server)
		}
	}
	if len(pl.Servers) < effective {
		t.Fatalf("%s: %d servers for degree %d", name, len(pl.Servers), effective)
	}
	if s.Placer == plan.FirstFit {
		return
	}
	if len(pl.Servers) != effective {
		t.Fatalf("%s: %d servers are not one block of %d", name, len(pl.Servers), effective)
	}
	if again := p.PlaceOn(g, degree, pl.Servers); !same(again, pl) {
		t.Fatalf("%s: the servers do not tell the plan", name)
	}
}
