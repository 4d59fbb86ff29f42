package plan_test

import (
	"fmt"
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
