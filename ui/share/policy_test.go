package share

import (
	"testing"

	"rampart/core/experiment"
	"rampart/core/snapshot"
	"rampart/policy/builtin"
	"rampart/policy/strategy"
)

// A policy plays the same whether it is named, or inside what is shared: whoever
// runs it finds what was recorded.
func TestWeightsPlayTheSame(t *testing.T) {
	x := small()
	x.HorizonSeconds = 30_000
	x.Strategies = []experiment.StrategySpec{{Kind: "max"}, {Kind: "policy", Checkpoint: "firstfit-A"}}
	run := func(x *experiment.Experiment) *experiment.Result {
		r, err := experiment.RunAll(t.Context(), x, strategy.Factory(builtin.Resolve), experiment.Options{DropJobs: true})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	r := run(x)
	for _, weights := range []bool{false, true} {
		s := Make(&Source{Experiment: x, Runs: r.Runs}, Options{Figures: true, Weights: weights})
		back, err := snapshot.Decode(snapshot.AppendFile(nil, s))
		if err != nil {
			t.Fatal(err)
		}
		if again := run(back.Experiment); again.Digest != back.Digest || experiment.CompareSummaries(back.Summaries, again.Summaries) != nil {
			t.Errorf("with weights %v: %s, recorded %s", weights, again.Digest, back.Digest)
		}
		if weights {
			t.Logf("a snapshot with a policy has %d bytes", len(snapshot.AppendCanonical(nil, s)))
		}
	}
}
