package ui

import (
	"bytes"
	"testing"

	"rampart/core/experiment"
	"rampart/policy/builtin"
	"rampart/ui/policy"
)

// The Policy tab opens on the policy that the experiment has, or else on the one
// that was trained for it.
func TestPolicyOfTheExperiment(t *testing.T) {
	file, err := builtin.File("compact-B")
	if err != nil {
		t.Fatal(err)
	}
	own := experiment.StrategySpec{Kind: "policy", Checkpoint: builtin.Inline(file)}
	named := experiment.StrategySpec{Kind: "policy", Checkpoint: "compact-B"}
	for _, tc := range []struct {
		name       string
		placer     experiment.Placer
		strategies []experiment.StrategySpec
		want       string
	}{
		{"one inside", experiment.BestFit, []experiment.StrategySpec{{Kind: "max"}, own, named}, "the one inside"},
		{"one by name", experiment.BestFit, []experiment.StrategySpec{{Kind: "max"}, named}, "builtin/compact-B"},
		{"none", experiment.BestFit, []experiment.StrategySpec{{Kind: "max"}}, "builtin/bestfit-D"},
		{"not base64", experiment.Compact, []experiment.StrategySpec{{Kind: "policy", Checkpoint: "data:*"}}, "builtin/compact-D"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			x := experiment.Paper("D")
			x.Placer, x.Strategies = tc.placer, tc.strategies
			choices := inlinePolicies(x)
			for _, p := range builtin.Index() {
				choices = append(choices, policy.Choice{Key: builtinPrefix + p.Name})
			}
			want := tc.want
			if want == "the one inside" {
				want = inlinePrefix + own.Name()
				choices[0].File(func(got []byte) {
					if !bytes.Equal(got, file) {
						t.Error("the choice reads another file")
					}
				})
			}
			if got := fittingPolicy(x, choices); got != want {
				t.Errorf("it opens on %q, expected %q", got, want)
			}
		})
	}
	x := experiment.Paper("D")
	x.Workload.Beta = experiment.Beta{Kind: "fixed", Value: 0.5}
	if got := fittingPolicy(x, []policy.Choice{{Key: "builtin/bestfit-D"}}); got != "" {
		t.Errorf("for deadlines that nothing was trained on it opens on %q", got)
	}
}
