package sweep_test

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/core/sweep"
	"rampart/policy/strategy"
)

// small is an experiment that takes no time.
func small() *experiment.Experiment {
	x := experiment.Paper("A")
	x.HorizonSeconds = 4e4
	x.Strategies = []experiment.StrategySpec{{Kind: "max"}, {Kind: "random"}, {Kind: "fixed", Degree: 8}}
	x.Seeds = []uint64{3, 1}
	return x
}

func axis(path string, values ...float64) sweep.Axis { return sweep.Axis{Path: path, Values: values} }

func make2(t *testing.T, x *experiment.Experiment, axes ...sweep.Axis) *sweep.Sweep {
	t.Helper()
	s, err := sweep.New(x, axes)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func runAll(t *testing.T, s *sweep.Sweep, o sweep.Options) *sweep.Result {
	t.Helper()
	r, err := sweep.RunAll(t.Context(), s, strategy.New, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Every point has the figures of its experiment run by itself, whether plans
// are shared or not.
func TestPointsEqualRunAll(t *testing.T) {
	for _, tc := range []struct {
		name string
		axes []sweep.Axis
	}{
		{"plans are shared", []sweep.Axis{axis("load", 0.5, 1, 3)}},
		{"plans are not", []sweep.Axis{axis("cluster.nodeBandwidthBytesPerSecond", 1e10, 1.6e12)}},
		{"both", []sweep.Axis{axis("cluster.size", 2, 4), axis("workload.beta.max", 0.4, 0.8)}},
		{"the same, other way round", []sweep.Axis{axis("workload.beta.max", 0.4, 0.8), axis("cluster.size", 2, 4)}},
		{"a strategy's degree", []sweep.Axis{axis("strategies[2].degree", 2, 4, 16)}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := make2(t, small(), tc.axes...)
			r := runAll(t, s, sweep.Options{Workers: 1})
			if r.Left != 0 || !experiment.IsDigest(r.Digest) {
				t.Fatalf("%d left, digest %q", r.Left, r.Digest)
			}
			for p := range s.Points() {
				want, err := experiment.RunAll(t.Context(), s.Experiment(p), strategy.New, experiment.Options{DropJobs: true})
				if err != nil {
					t.Fatal(err)
				}
				if got := r.Summaries(p); !reflect.DeepEqual(got, want.Summaries) {
					t.Errorf("at %s:\n%+v\nwant\n%+v", s.Words(p), got, want.Summaries)
				}
			}
		})
	}
}

// The result is the same however many workers there are, and if it was stopped
// and gone on with.
func TestSameResult(t *testing.T) {
	s := make2(t, small(), axis("load", 0.5, 1, 2), axis("cluster.serversPerRack", 1, 2))
	want := runAll(t, s, sweep.Options{Workers: 1})
	if got := runAll(t, s, sweep.Options{Workers: 3}); got.Digest != want.Digest {
		t.Errorf("3 workers: %s, want %s", got.Digest, want.Digest)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	enough := errors.New("enough")
	part, err := sweep.RunAll(ctx, s, strategy.New, sweep.Options{Workers: 2, Progress: func(done, runs int) {
		if runs != s.Runs() {
			t.Errorf("%d runs, want %d", runs, s.Runs())
		}
		if done == 5 {
			cancel(enough)
		}
	}})
	if !errors.Is(err, enough) || len(part.Runs) < 5 || part.Left == 0 || part.Digest != "" {
		t.Fatalf("stopped: %d runs, %d left, digest %q, error %v", len(part.Runs), part.Left, part.Digest, err)
	}
	again, err := sweep.Decode(sweep.AppendFile(nil, part))
	if err != nil {
		t.Fatal(err)
	}
	if got := runAll(t, again.Sweep, sweep.Options{Known: again.Runs}); got.Digest != want.Digest {
		t.Errorf("gone on with: %s, want %s", got.Digest, want.Digest)
	}
}

// The digest is the same however the runs are handed over.
func TestDigestLittleByLittle(t *testing.T) {
	s := make2(t, small(), axis("load", 1, 2))
	r := runAll(t, s, sweep.Options{})
	for _, step := range []int{1, 5, len(r.Runs)} {
		d := s.NewDigest()
		for from := 0; from < len(r.Runs); from += step {
			d.Add(r.Runs[from:min(from+step, len(r.Runs))])
			d.Add(nil)
		}
		if got := d.Sum(); got != r.Digest {
			t.Errorf("%d runs at a time: %s, want %s", step, got, r.Digest)
		}
	}
}

// A factory counts the strategies it makes: what is known is not run again.
func TestKnownRunsAreNotMade(t *testing.T) {
	s := make2(t, small(), axis("load", 1, 2))
	want := runAll(t, s, sweep.Options{})
	made := 0
	factory := func(spec experiment.StrategySpec, x *experiment.Experiment, seed uint64) (cluster.Strategy, error) {
		made++
		return strategy.New(spec, x, seed)
	}
	got, err := sweep.RunAll(t.Context(), s, factory, sweep.Options{Known: append(want.Runs, want.Runs...)})
	if err != nil || made > 0 || got.Digest != want.Digest {
		t.Errorf("%d strategies were made, digest %s, %v", made, got.Digest, err)
	}
}

func TestOrder(t *testing.T) {
	s := make2(t, small(), axis("cluster.serversPerRack", 1, 2, 3), axis("load", 1, 2, 3, 4, 5))
	order := s.Order()
	sorted := slices.Clone(order)
	slices.Sort(sorted)
	for i, n := range sorted {
		if i != n {
			t.Fatalf("unit %d is missing or twice", i)
		}
	}
	if len(order) != s.Runs() {
		t.Fatalf("%d of %d", len(order), s.Runs())
	}
	// All of one cluster together: first the least, then the largest, then the
	// one between; within one the seeds one after the other, and the ends of
	// the load first.
	var servers, loads []float64
	var seeds []uint64
	for _, n := range order {
		u := s.Unit(n)
		v := s.Values(u.Point)
		servers, loads, seeds = append(servers, v[0]), append(loads, v[1]), append(seeds, u.Seed)
	}
	if got := slices.Compact(servers); !slices.Equal(got, []float64{1, 3, 2}) {
		t.Errorf("clusters in the order %v", got)
	}
	if got := slices.Compact(seeds); !slices.Equal(got, []uint64{3, 1, 3, 1, 3, 1}) {
		t.Errorf("seeds in the order %v", got)
	}
	if got := slices.Compact(loads)[:5]; !slices.Equal(got, []float64{1, 5, 3, 2, 4}) {
		t.Errorf("loads in the order %v", got)
	}
	var again []int
	for _, b := range s.Batches(order, 0.001) {
		first := s.Values(s.Unit(b[0]).Point)[0]
		for _, n := range b {
			if s.Values(s.Unit(n).Point)[0] != first {
				t.Error("a batch is of two clusters")
			}
		}
		again = append(again, b...)
	}
	if !slices.Equal(again, order) {
		t.Error("the batches are not the order")
	}
}

// A strategy that a point does not allow is left out there, and only there.
func TestStrategiesLeftOut(t *testing.T) {
	s := make2(t, small(), axis("partition.maxDegree", 4, 8))
	r := runAll(t, s, sweep.Options{})
	if s.Allows(0, 2) || !s.Allows(1, 2) || r.Left != 0 || len(r.Runs) != 10 {
		t.Errorf("%d runs, %d left", len(r.Runs), r.Left)
	}
	if n := len(r.Summaries(0)); n != 2 {
		t.Errorf("%d summaries where one strategy of three is not allowed", n)
	}
}

func TestNewRefuses(t *testing.T) {
	trace := small()
	trace.Workload.Jobs = []experiment.TraceJob{{Graph: "alexnet", Beta: 0.5}}
	many := make([]float64, 51)
	for i := range many {
		many[i] = float64(i + 1)
	}
	for _, tc := range []struct {
		name string
		x    *experiment.Experiment
		axes []sweep.Axis
		want string
	}{
		{"nothing varies", small(), nil, "expected 1 or 2"},
		{"three fields", small(), []sweep.Axis{axis("load", 1), axis("queueCapacity", 1), axis("horizonSeconds", 1)}, "expected 1 or 2"},
		{"an unknown field", small(), []sweep.Axis{axis("laod", 1)}, "did you mean load?"},
		{"twice the same", small(), []sweep.Axis{axis("load", 1), axis("load", 2)}, "load varies twice"},
		{"no values", small(), []sweep.Axis{axis("load")}, "no values"},
		{"descending", small(), []sweep.Axis{axis("load", 2, 1)}, "ascending"},
		{"a fraction of a server", small(), []sweep.Axis{axis("cluster.groups", 4.5)}, "not a whole number"},
		{"out of range at one point", small(), []sweep.Axis{axis("load", 1, 1e12)}, "at load = 1000000000000: workload.interarrival"},
		{"more racks than groups", small(), []sweep.Axis{axis("cluster.groups", 2)}, "at cluster.groups = 2: cluster.racksPerGroup"},
		{"no strategy left", small(), []sweep.Axis{axis("horizonSeconds", -1)}, "horizonSeconds"},
		{"too many points", small(), []sweep.Axis{axis("load", many...), axis("queueCapacity", many...)}, "2601 points"},
		{"a trace has no load", trace, []sweep.Axis{axis("load", 1)}, "no such field"},
		{"too much work", small(), []sweep.Axis{axis("workload.trainingSteps", many...), axis("horizonSeconds", 1e9)}, "horizonSeconds"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := sweep.New(tc.x, tc.axes)
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v, want an error with %q", err, tc.want)
			}
		})
	}
}

// A sweep leaves the experiment that it was given as it was.
func TestBaseStays(t *testing.T) {
	x := small()
	before := string(experiment.AppendCanonical(nil, x))
	for _, f := range sweep.Fields(x) {
		if values, err := f.Usual(x).Values(f); err == nil {
			sweep.New(x, []sweep.Axis{{Path: f.Path, Values: values}})
		}
	}
	if after := string(experiment.AppendCanonical(nil, x)); after != before {
		t.Errorf("the experiment became\n%s\nfrom\n%s", after, before)
	}
}
