package strategy_test

import (
	"context"
	"math"
	"testing"

	"rampart/core/experiment"
	"rampart/policy/strategy"
)

// The baselines of the paper (spec/learning.md 0 and 2.1): mean blocking rates
// over seeds 0 to 2 on its four presets. The published jobs were drawn from
// other streams, hence the tolerances.
func TestPublishedBaselines(t *testing.T) {
	for _, tc := range []struct {
		name      string
		spec      experiment.StrategySpec
		placer    experiment.Placer
		rates     map[string]float64
		tolerance float64
	}{
		{"Para_max", experiment.StrategySpec{Kind: "max"}, experiment.FirstFit, map[string]float64{"A": .263, "B": .263, "C": .263, "D": .263}, .01},
		{"Para_min", experiment.StrategySpec{Kind: "acceptable"}, experiment.FirstFit, map[string]float64{"A": .309, "B": .396, "C": .307, "D": .142}, .03},
		{"random", experiment.StrategySpec{Kind: "random"}, experiment.FirstFit, map[string]float64{"A": .517, "B": .601, "C": .505, "D": .465}, .03},
		{"fixed 4", experiment.StrategySpec{Kind: "fixed", Degree: 4}, experiment.FirstFit, map[string]float64{"A": .21, "C": .12}, .01},
		{"fixed 8, compact", experiment.StrategySpec{Kind: "fixed", Degree: 8}, experiment.Compact, map[string]float64{"A": .14, "B": .15, "C": .12, "D": .12}, .01},
	} {
		for _, preset := range []string{"A", "B", "C", "D"} {
			want, ok := tc.rates[preset]
			if !ok {
				continue
			}
			x := experiment.Paper(preset)
			x.Placer, x.Strategies = tc.placer, []experiment.StrategySpec{tc.spec}
			r, err := experiment.RunAll(context.Background(), x, strategy.New, experiment.Options{DropJobs: true})
			if err != nil {
				t.Fatal(err)
			}
			if got := r.Summaries[0].BlockingRate.Mean; math.Abs(got-want) > tc.tolerance {
				t.Errorf("%s, beta %s: blocks %.4f, published %.3f", tc.name, preset, got, want)
			}
		}
	}
}
