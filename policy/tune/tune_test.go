package tune_test

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/core/jobgraph"
	"rampart/policy/strategy"
	"rampart/policy/tune"
)

// patient is an experiment on 8 servers whose jobs take 16 s on one of them, 2 s
// on all. One arrives every second with all the time it needs, so that it should
// have few servers; and of the other graph one in two must be done in a seventh
// of its time, which only 8 servers can do.
func patient() *experiment.Experiment {
	x := experiment.Default()
	x.Cluster.Groups, x.Cluster.RacksPerGroup, x.Cluster.ServersPerRack = 2, 2, 2
	x.Placer, x.Rules = experiment.Compact, experiment.Reference
	x.Workload.Graphs = nil
	for _, name := range []string{"one", "other"} {
		g := &jobgraph.Graph{Name: name, Unit: jobgraph.Seconds, Ops: []jobgraph.Op{{ID: 1, Forward: 8, Backward: 8, ActivationBytes: 1}}}
		x.Workload.Graphs = append(x.Workload.Graphs, experiment.GraphRef{Name: name, Inline: g})
	}
	x.Workload.TrainingSteps = 1
	x.Workload.Interarrival = experiment.Distribution{Kind: "fixed", Value: 3}
	x.Workload.Beta = experiment.Beta{Kind: "pmf", Values: []experiment.PMFValue{{Value: 0.14, Probability: 0.3}, {Value: 1, Probability: 0.7}}}
	x.HorizonSeconds, x.Partition.MaxDegree = 300, 8
	x.Seeds = []uint64{1, 2}
	x.Strategies = []experiment.StrategySpec{{Kind: "fixed", Degree: 8}}
	return x
}

func search(t *testing.T, x *experiment.Experiment, s tune.Settings) *tune.Result {
	t.Helper()
	r, err := tune.Search(context.Background(), x, s)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The table that is found blocks as many jobs as is said, fewer than any single
// degree, and can be run as a strategy.
func TestSearch(t *testing.T) {
	x := patient()
	r := search(t, x, tune.Settings{Bounds: []float64{0.5}, Seeds: []uint64{11, 12, 13}, Tables: 150})
	if r.After > r.Before || r.Tried != 150 {
		t.Errorf("from %v to %v after %d tables", r.Before, r.After, r.Tried)
	}
	x.Seeds = []uint64{11, 12, 13}
	x.Strategies = []experiment.StrategySpec{r.Spec, {Kind: "fixed", Degree: 1}, {Kind: "fixed", Degree: 2}, {Kind: "fixed", Degree: 4}, {Kind: "fixed", Degree: 8}}
	result, err := experiment.RunAll(context.Background(), x, strategy.New, experiment.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rates := result.Summaries
	if got := rates[0].BlockingRate.Mean; got-r.After > 1e-12 || r.After-got > 1e-12 {
		t.Errorf("the table blocks %v, not %v", got, r.After)
	}
	for _, fixed := range rates[1:] {
		if fixed.BlockingRate.Mean < r.Before {
			t.Errorf("%s blocks %v, less than the %v of the best single degree", fixed.Name, fixed.BlockingRate.Mean, r.Before)
		}
	}
	// A job in a hurry needs all servers, whatever graph it is of.
	for _, row := range r.Spec.Rows {
		if hurry := row.Degrees[0]; hurry != 8 && hurry != 0 {
			t.Errorf("%s: %v", row.Graph, row.Degrees)
		}
	}
}

// The table depends on the seed of the search, and not on the workers.
func TestSearchRepeats(t *testing.T) {
	s := tune.Settings{Bounds: []float64{0.5}, Seeds: []uint64{11, 12, 13}, Tables: 60}
	var first *tune.Result
	for _, workers := range []int{1, 2, 5} {
		s.Workers = workers
		r := search(t, patient(), s)
		if first == nil {
			first = r
		} else if !reflect.DeepEqual(first, r) {
			t.Errorf("with %d workers %+v, with one %+v", workers, r, first)
		}
	}
}

func TestSearchRefuses(t *testing.T) {
	x := patient()
	for _, tc := range []struct {
		name string
		s    tune.Settings
		want string
	}{
		{"a seed of the experiment", tune.Settings{Seeds: []uint64{5, 2}}, "seeds: 2 is one of the experiment's and one to tune on; no table may be tuned on the seeds that it is judged by"},
		{"a seed twice", tune.Settings{Seeds: []uint64{5, 5}}, "seeds[1]: 5 is listed twice"},
		{"no seeds", tune.Settings{}, "seeds: the array has 0 elements"},
		{"bounds that fall", tune.Settings{Seeds: []uint64{5}, Bounds: []float64{0.5, 0.4}}, "strategies[0].bounds[1]: 0.4 is not above the one before, 0.5"},
	} {
		if _, err := tune.Search(context.Background(), x, tc.s); err == nil || !strings.HasPrefix(err.Error(), tc.want) {
			t.Errorf("%s: %v", tc.name, err)
		}
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	enough := errors.New("enough")
	s := tune.Settings{Seeds: []uint64{5}, Progress: func(p tune.Progress) {
		if p.Tried == 3 {
			cancel(enough)
		}
	}}
	if _, err := tune.Search(ctx, x, s); !errors.Is(err, enough) {
		t.Errorf("a search that was stopped: %v", err)
	}
}
