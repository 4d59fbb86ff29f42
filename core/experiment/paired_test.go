package experiment_test

import (
	"math"
	"strings"
	"testing"

	"rampart/core/cluster"
	"rampart/core/experiment"
)

// pairOf makes runs of two strategies with the given blocking rates, seed by
// seed; NaN is a run that is not done.
func pairOf(a, b []float64) (*experiment.Experiment, []experiment.Run) {
	x := experiment.Paper("A")
	x.Strategies = []experiment.StrategySpec{{Kind: "max"}, {Kind: "fixed", Degree: 8}}
	x.Seeds = nil
	var runs []experiment.Run
	for strategy, rates := range [][]float64{a, b} {
		for seed, rate := range rates {
			if !math.IsNaN(rate) {
				runs = append(runs, experiment.Run{Strategy: strategy, Seed: uint64(seed), Metrics: cluster.Metrics{BlockingRate: rate}})
			}
		}
	}
	for seed := range a {
		x.Seeds = append(x.Seeds, uint64(seed))
	}
	return x, runs
}

func TestPaired(t *testing.T) {
	none := math.NaN()
	for _, tc := range []struct {
		name    string
		a, b    []float64
		verdict experiment.Verdict
		words   string
	}{
		// Differences -.04, -.05, -.03: mean -.04, deviation .01, t 4.302653, half
		// width 4.302653 * .01 / sqrt 3 = .024842.
		{"fewer on every seed", []float64{.2, .3, .4}, []float64{.16, .25, .37}, experiment.Fewer,
			"Fixed 8 blocks 4.0 points fewer than Max, 95 % interval 1.5 to 6.5"},
		{"more on every seed", []float64{.16, .25, .37}, []float64{.2, .3, .4}, experiment.More,
			"Fixed 8 blocks 4.0 points more than Max, 95 % interval 1.5 to 6.5"},
		// Apart the rates overlap widely, .2 to .8; paired they do not.
		{"apart they overlap", []float64{.2, .5, .8}, []float64{.21, .51, .81}, experiment.More,
			"Fixed 8 blocks 1.0 points more than Max, 95 % interval 1.0 to 1.0"},
		{"now more, now fewer", []float64{.2, .2, .2}, []float64{.1, .3, .25}, experiment.Unclear,
			"no difference can be told between Fixed 8 and Max, 95 % interval from 24.2 points fewer to 27.5 more"},
		{"the same", []float64{.2, .3}, []float64{.2, .3}, experiment.Equal, "Fixed 8 blocks as many as Max on every seed"},
		{"one seed", []float64{.2}, []float64{.15}, experiment.Unclear, "Fixed 8 blocks 5.0 points fewer than Max on one seed, which tells no difference"},
		{"seeds that only one has", []float64{.2, .3, none, .4}, []float64{.16, .25, .9, .37}, experiment.Fewer,
			"Fixed 8 blocks 4.0 points fewer than Max, 95 % interval 1.5 to 6.5"},
		{"hardly any", []float64{.2, .2, .2}, []float64{.20001, .20001, .20001}, experiment.More,
			"Fixed 8 blocks 0.001 points more than Max, 95 % interval 0.001 to 0.001"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			x, runs := pairOf(tc.a, tc.b)
			list := experiment.PairedBlocking(x, runs, 0)
			if len(list) != 1 || list[0].Strategy != 1 || list[0].Against != 0 {
				t.Fatalf("got %+v", list)
			}
			if got := list[0].Verdict(); got != tc.verdict {
				t.Errorf("verdict %s, want %s", got, tc.verdict)
			}
			if got := list[0].Sentence("Fixed 8", "Max"); got != tc.words {
				t.Errorf("got  %s\nwant %s", got, tc.words)
			}
			// The other way round every sign turns.
			back := experiment.PairedBlocking(x, runs, 1)
			if d, b := list[0].Difference, back[0].Difference; d.Mean != -b.Mean || math.Abs(d.Low+b.High) > 1e-15 || d.N != b.N {
				t.Errorf("one way %+v, the other %+v", d, b)
			}
		})
	}
}

func TestPairedNothingInCommon(t *testing.T) {
	none := math.NaN()
	x, runs := pairOf([]float64{.2, none}, []float64{none, .3})
	if list := experiment.PairedBlocking(x, runs, 0); len(list) > 0 {
		t.Errorf("got %+v", list)
	}
	if strings.TrimSpace(string(experiment.Unclear)) == "" {
		t.Error("a verdict has no word")
	}
}
