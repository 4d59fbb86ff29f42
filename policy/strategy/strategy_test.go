package strategy_test

import (
	"testing"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/policy/strategy"
	"rampart/policy/strategytest"
)

func TestConformance(t *testing.T) {
	for _, spec := range []experiment.StrategySpec{
		{Kind: "max"}, {Kind: "min"}, {Kind: "sequential"}, {Kind: "random"}, {Kind: "acceptable"},
		{Kind: "sipml"}, {Kind: "sipml", MaxDegree: 10}, {Kind: "fixed", Degree: 4}, {Kind: "fixed", Degree: 16}, {Kind: "script"},
		{Kind: "feasible"}, {Kind: "feasible", Degrees: []int{8, 0, 4, 32, 1}}, {Kind: "reserve", Degree: 4, Order: experiment.LargestFirst},
		{Kind: "elastic"}, table(experiment.LargestFirst, 16, 0, 1),
		{Kind: "rollout", Base: &experiment.StrategySpec{Kind: "fixed", Degree: 8}, Arrivals: 5, Samples: 2},
	} {
		t.Run(spec.Name(), func(t *testing.T) {
			strategytest.Test(t, func(seed uint64) cluster.Strategy {
				s, err := strategy.New(spec, nil, seed)
				if err != nil {
					t.Fatal(err)
				}
				return s
			})
		})
	}
}

// What each heuristic chooses, by the rules of spec section 9.
func TestChoices(t *testing.T) {
	all := []int{0, 1, 2, 4, 6, 8, 16}
	for _, tc := range []struct {
		name  string
		s     cluster.Strategy
		valid []int
		beta  float64
		want  int
	}{
		{"max", strategy.Max{}, all, 0.5, 16},
		{"max of nothing", strategy.Max{}, []int{0}, 0.5, 0},
		{"min", strategy.Min{}, all, 0.5, 2},
		{"min with one server", strategy.Min{}, []int{0, 1}, 0.5, 1},
		{"sequential", strategy.Sequential{}, all, 0.5, 1},
		{"sequential with none", strategy.Sequential{}, []int{0}, 0.5, 0},
		{"acceptable at its boundary ignores communication", strategy.Acceptable{}, all, 0.5, 2},
		{"acceptable rounds up", strategy.Acceptable{}, all, 0.3, 4},
		{"acceptable takes the next degree that exists", strategy.Acceptable{}, all, 0.1, 16},
		{"acceptable without enough servers", strategy.Acceptable{}, []int{0, 1, 2}, 0.1, 2},
		{"acceptable of a relaxed job", strategy.Acceptable{}, all, 1, 1},
		{"sipml", strategy.SiPML{}, all, 0.5, 16},
		{"sipml up to a limit", strategy.SiPML{Limit: 8}, all, 0.5, 8},
		{"sipml up to a limit that is no degree", strategy.SiPML{Limit: 10}, all, 0.5, 8},
		{"fixed", strategy.Fixed{To: 6}, all, 0.5, 6},
		{"fixed without room", strategy.Fixed{To: 6}, []int{0, 1, 2, 4}, 0.5, 0},
		{"script", &strategy.Script{Degrees: []int{4}}, all, 0.5, 4},
		{"script at its end", &strategy.Script{}, all, 0.5, 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			d := cluster.Decision{Beta: tc.beta, SequentialSeconds: 36061.15, Valid: tc.valid}
			d.MaxAcceptableSeconds = d.Beta * d.SequentialSeconds
			if got := tc.s.Degree(&d); got != tc.want {
				t.Errorf("degree %d, want %d", got, tc.want)
			}
		})
	}
}

// A random choice leaves no valid degree out and favours none.
func TestRandomIsEven(t *testing.T) {
	s := strategy.NewRandom(1)
	d := cluster.Decision{Valid: []int{0, 1, 2, 4, 8}}
	count := map[int]int{}
	const draws = 8000
	for range draws {
		count[s.Degree(&d)]++
	}
	for _, v := range d.Valid[1:] {
		if n := count[v]; n < draws/4-200 || n > draws/4+200 { // five standard deviations
			t.Errorf("degree %d was chosen %d times of %d", v, n, draws)
		}
	}
	if count[0] > 0 {
		t.Error("a job that could be placed was not")
	}
}
