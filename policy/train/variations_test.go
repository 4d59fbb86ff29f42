package train

import (
	"slices"
	"testing"

	"rampart/core/experiment"
	"rampart/core/ramp"
)

// The environments of a training go through its places in turn, and an
// evaluation is the mean over them.
func TestVariations(t *testing.T) {
	const settings = `{"environments": 5, "rollout": 20, "minibatch": 50, "passes": 1, "evaluateEvery": 1, "evaluationSeeds": [1, 2],
		"variations": [{"cluster": {"groups": 3, "racksPerGroup": 2}, "workload": {"interarrival": {"kind": "exponential", "mean": 700}}}, {"horizonSeconds": 30000}],
		"model": {"message": 4, "hidden": 6, "out": 4, "graphOut": 4, "headHidden": 5}}`
	se := start(t, settings, 2)
	var shapes []ramp.Shape
	var horizons []float64
	for i := range se.places {
		c, _ := se.places[i].runner.Settings()
		shapes, horizons = append(shapes, c.Plans.Settings().Shape), append(horizons, c.HorizonSeconds)
	}
	if want := []ramp.Shape{{Groups: 4, Racks: 4, Servers: 2}, {Groups: 3, Racks: 2, Servers: 2}, {Groups: 4, Racks: 4, Servers: 2}}; !slices.Equal(shapes, want) {
		t.Errorf("shapes %v, want %v", shapes, want)
	}
	if want := []float64{60_000, 60_000, 30_000}; !slices.Equal(horizons, want) {
		t.Errorf("horizons %v, want %v", horizons, want)
	}
	together := iterate(t, se, 1).Evaluation.BlockingRate
	want := make([]float64, 2)
	for i := range se.places {
		alone := *se
		alone.places = se.places[i : i+1]
		e, err := alone.evaluate(func() {})
		if err != nil {
			t.Fatal(err)
		}
		for j, rate := range e.BlockingRate {
			want[j] += rate / 3
		}
	}
	if !slices.Equal(together, want) {
		t.Errorf("evaluation %v, want the mean %v", together, want)
	}
	s, err := Decode(se.s.AppendCanonical(nil))
	if err != nil || !slices.Equal(s.Variations, se.s.Variations) || len(s.Variations) != 2 {
		t.Errorf("variations came back as %q: %v", s.Variations, err)
	}
}

func TestVariationsRefused(t *testing.T) {
	for _, tc := range []struct{ variation, want string }{
		{`{"seeds": [1]}`, "train.variations[0].seeds: the field cannot be varied, expected one of cluster, horizonSeconds, placer, queueCapacity, rules, workload"},
		{`{"cluster": 4}`, "train.variations[0].cluster: expected an object"},
		{`{"cluster": {"groups": 0}}`, "train.variations[0].cluster.groups: 0 is out of range, expected an integer from 1 to 1048576"},
		{`{"placer": "best"}`, `train.variations[0].placer: "best" is not known, expected one of firstfit, compact, bestfit`},
		{`{"workload": {"graphs": ["alexnet"]}}`, "train.variations[0].workload.graphs: the graphs differ from the experiment's own, expected the same"},
		{`3`, "train.variations[0]: found a number, expected an object of the experiment's fields that differ"},
	} {
		s, err := Decode([]byte(`{"variations": [` + tc.variation + `]}`))
		if err == nil {
			_, err = New(experiment.Paper("A"), s, 1)
		}
		if err == nil || err.Error() != tc.want {
			t.Errorf("%s: %v\nwant %s", tc.variation, err, tc.want)
		}
	}
}
