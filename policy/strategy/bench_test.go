package strategy_test

import (
	"testing"

	"rampart/core/experiment"
	"rampart/policy/strategy"
)

// The speed of rollouts on the paper's experiment, for each kind of base.
func BenchmarkRollout(b *testing.B) {
	for _, base := range []experiment.StrategySpec{
		{Kind: "fixed", Degree: 8}, {Kind: "feasible"}, {Kind: "feasible", Order: experiment.LargestFirst}, {Kind: "elastic"},
	} {
		b.Run(base.Name(), func(b *testing.B) {
			x := experiment.Paper("A")
			x.Placer, x.Seeds, x.HorizonSeconds = experiment.BestFit, []uint64{2000}, 1e5
			x.Strategies = []experiment.StrategySpec{experiment.NewRollout(&base)}
			r, err := experiment.NewRunner(x, strategy.New)
			if err != nil {
				b.Fatal(err)
			}
			n := 0
			for b.Loop() {
				m, err := r.Figures(experiment.Unit{Seed: 2000}, nil)
				if err != nil {
					b.Fatal(err)
				}
				n += m.Decisions
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "decisions/s")
		})
	}
}
