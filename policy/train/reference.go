package train

import (
	"slices"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/policy/strategy"
)

// Reference is the result of a heuristic on the held-out seeds, for comparison.
type Reference struct {
	Strategy     experiment.StrategySpec
	BlockingRate []float64 // by seed, in the order of Settings.EvaluationSeeds
	Mean         float64
}

// referenceSpecs are the paper's two heuristics and the fixed degrees.
var referenceSpecs = []experiment.StrategySpec{
	{Kind: "max"}, {Kind: "acceptable"}, {Kind: "fixed", Degree: 2}, {Kind: "fixed", Degree: 4}, {Kind: "fixed", Degree: 8}, {Kind: "fixed", Degree: 16},
}

// References plays the heuristics that a policy is held against: Para_max,
// Para_min and the fixed degrees 2, 4, 8 and 16, without those that the cluster
// does not have. An error from pause, which may be nil, ends it and is returned.
func (se *Session) References(pause func() error) (list []Reference, err error) {
	if pause == nil {
		pause = func() error { return nil }
	}
	defer leave(&err, func() { list = nil })
	c, _ := se.places[0].runner.Settings()
	for _, spec := range referenceSpecs {
		if spec.Kind == "fixed" && !slices.Contains(c.Plans.Degrees(), spec.Degree) {
			continue
		}
		rates := make([]float64, len(se.s.EvaluationSeeds))
		for i := range se.places {
			at := &se.places[i]
			some, err := se.play(at, func(seed uint64) (cluster.Strategy, error) { return strategy.New(spec, at.x, seed) }, enter(pause))
			if err != nil {
				return nil, err
			}
			for j, rate := range some {
				rates[j] += rate / float64(len(se.places))
			}
		}
		list = append(list, Reference{Strategy: spec, BlockingRate: rates, Mean: mean(rates)})
	}
	return list, nil
}
