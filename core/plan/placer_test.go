package plan_test

import (
	"fmt"
	"slices"
	"testing"

	"rampart/core/jobgraph"
	"rampart/core/plan"
	"rampart/core/plan/placertest"
	"rampart/core/ramp"
)

func TestPlacers(t *testing.T) {
	for _, placer := range []plan.Placer{plan.FirstFit, plan.Compact, plan.BestFit} {
		for _, shape := range []ramp.Shape{{Groups: 4, Racks: 4, Servers: 2}, {Groups: 3, Racks: 2, Servers: 1}, {Groups: 4, Racks: 4, Servers: 5}} {
			for _, memory := range []float64{8e13, 8e9} {
				t.Run(fmt.Sprint(placer, shape, memory), func(t *testing.T) {
					placertest.Test(t, func(t testing.TB) *plan.Planner {
						s := plan.Settings{
							Shape: shape, NodeBandwidth: 1.6e12, PropagationSeconds: 5e-8, IOSeconds: 1e-7, ChannelsPerLink: 1,
							MemoryBytes: memory, MaxDegree: 16, Quantum: 0.01, Placer: placer,
						}
						graphs, err := jobgraph.BuiltinJobs([]string{"alexnet", "gnmt"}...)
						if err != nil {
							t.Fatal(err)
						}
						s.Graphs = graphs
						p, err := plan.New(s)
						if err != nil {
							t.Fatal(err)
						}
						return p
					})
				})
			}
		}
	}
}

// The ranks of a row of eight servers by hand: see "now or later" of ramp's
// TestRankedByHand for the weights.
func TestPlaceRankByHand(t *testing.T) {
	graphs, err := jobgraph.BuiltinJobs("gnmt")
	if err != nil {
		t.Fatal(err)
	}
	p, err := plan.New(plan.Settings{
		Graphs: graphs, Shape: ramp.Shape{Groups: 1, Racks: 1, Servers: 8}, NodeBandwidth: 1.6e12, PropagationSeconds: 5e-8, IOSeconds: 1e-7,
		ChannelsPerLink: 1, MemoryBytes: 8e13, MaxDegree: 2, Quantum: 0.01, Placer: plan.BestFit,
	})
	if err != nil {
		t.Fatal(err)
	}
	free, later := ramp.NewSet(8), ramp.NewSet(8)
	later.Fill(8)
	for _, server := range []int{2, 3, 5, 6, 7} {
		free.Add(server)
	}
	// Jobs also use single servers, of which every pair takes two.
	for rank, want := range [][]int{{2, 3}, {6, 7}, nil} {
		var got []int
		if pl := p.PlaceRank(0, 2, rank, free, later); pl != nil {
			got = pl.Servers
		}
		if !slices.Equal(got, want) {
			t.Errorf("rank %d is on %v, want %v", rank, got, want)
		}
	}
}
