package strategy_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/policy/checkpoint"
	"rampart/policy/gnn"
	"rampart/policy/observe"
	"rampart/policy/strategy"
	"rampart/policy/strategytest"
)

// random returns an untrained policy of the paper's shape, with so many blocks of
// each degree.
func random(t testing.TB, f observe.Features, blocks int, seed uint64) *checkpoint.Policy {
	t.Helper()
	n := observe.Normalisers{
		MaxDegree: 16, Degrees: []int{1, 2, 4, 8, 16}, Ops: observe.Extent{Min: 46, Max: 142}, Edges: observe.Extent{Min: 47, Max: 159},
		SequentialSeconds: observe.Extent{Min: 4470, Max: 38000}, AcceptableSeconds: observe.Extent{Min: 447, Max: 38000},
		Beta: observe.Extent{Min: 0.1, Max: 1}, MemoryBytes: observe.Extent{Min: 2e9, Max: 3e10}, EdgeBytes: observe.Extent{Min: 1e9, Max: 3e10},
		TrainingSteps: observe.Extent{Min: 50, Max: 50}, MaxThroughput: 2.7e8, InterarrivalSeconds: 1000,
		Blocks: blocks,
	}
	c := gnn.Paper()
	c.GraphFeatures, c.Actions = n.Size(f)
	m, err := gnn.New[float32](c, nil, rand.New(rand.NewPCG(seed, 1)))
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(seed, 2))
	p := &checkpoint.Policy{Config: c, Features: f, Normalisers: n, Params: m.Params()}
	for i := range p.Params {
		p.Params[i] += float32(r.NormFloat64()) // the heads of a new model hardly choose
	}
	return p
}

// A learned policy is a strategy like any other, also on clusters and rules
// that it has never seen.
func TestLearnedConformance(t *testing.T) {
	for _, tc := range []struct {
		f      observe.Features
		blocks int
	}{{observe.Paper, 1}, {observe.Extended, 1}, {observe.Horizon, 3}} { // which has the features of all
		t.Run(string(tc.f), func(t *testing.T) {
			p := random(t, tc.f, tc.blocks, 7)
			strategytest.Test(t, func(uint64) cluster.Strategy { return strategy.Learned(p) })
		})
	}
}

func TestFactory(t *testing.T) {
	p, asked := random(t, observe.Paper, 1, 1), 0
	factory := strategy.Factory(func(ref string) (*checkpoint.Policy, error) {
		asked++
		if ref == "mine" {
			return p, nil
		}
		return nil, errors.New("unknown")
	})
	x := experiment.Paper("A")
	x.HorizonSeconds, x.Seeds = 30_000, []uint64{1, 2}
	x.Strategies = []experiment.StrategySpec{{Kind: "policy", Checkpoint: "mine"}, {Kind: "max"}}
	r, err := experiment.RunAll(t.Context(), x, factory, experiment.Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	if asked != 1 {
		t.Errorf("the policy was looked for %d times", asked)
	}
	again, err := experiment.RunAll(t.Context(), x, factory, experiment.Options{Workers: 1})
	if err != nil || again.Digest != r.Digest {
		t.Errorf("with one worker digest %s, with two %s: %v", again.Digest, r.Digest, err)
	}
	x.Strategies[0].Checkpoint = "yours"
	if _, err := experiment.RunAll(t.Context(), x, factory, experiment.Options{}); err == nil ||
		err.Error() != `strategies[0].checkpoint: "yours" cannot be used: unknown` {
		t.Errorf("an unknown policy: %v", err)
	}
}
