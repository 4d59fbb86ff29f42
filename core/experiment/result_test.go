package experiment_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/core/workload"
)

// factory knows three kinds of strategy, enough to run experiments without
// the package of the real ones.
func factory(spec experiment.StrategySpec, _ *experiment.Experiment, seed uint64) (cluster.Strategy, error) {
	switch spec.Kind {
	case "max":
		return choice(func(valid []int) int { return valid[len(valid)-1] }), nil
	case "min":
		return choice(func(valid []int) int { return valid[min(2, len(valid)-1)] }), nil
	case "random":
		random := workload.Random(seed, "strategy/random")
		return choice(func(valid []int) int { return valid[random.IntN(len(valid))] }), nil
	}
	return nil, fmt.Errorf("strategy kind %q is not known", spec.Kind)
}

type choice func(valid []int) int

func (c choice) Degree(d *cluster.Decision) int { return c(d.Valid) }

// small is an experiment of a few hundred decisions.
func small() *experiment.Experiment {
	x := experiment.Default()
	x.HorizonSeconds = 20_000
	x.Workload.Interarrival.Value = 500
	x.Strategies = []experiment.StrategySpec{{Kind: "max"}, {Kind: "random"}}
	x.Seeds = []uint64{5, 1, 9}
	return x
}

func run(t testing.TB, x *experiment.Experiment, options experiment.Options) *experiment.Result {
	t.Helper()
	r, err := experiment.RunAll(context.Background(), x, factory, options)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The number of workers, and whether a runner has run something else before,
// are of no consequence: same bytes.
func TestRunAllIsDeterministic(t *testing.T) {
	x := small()
	want := experiment.AppendResult(nil, run(t, x, experiment.Options{Workers: 1}))
	for _, workers := range []int{2, 6, 100} {
		if got := experiment.AppendResult(nil, run(t, x, experiment.Options{Workers: workers})); !bytes.Equal(got, want) {
			t.Errorf("%d workers give another result", workers)
		}
	}
	// As the page does it: units in any order, put together at the end.
	runner, err := experiment.NewRunner(x, factory)
	if err != nil {
		t.Fatal(err)
	}
	units := x.Units()
	var runs []experiment.Run
	for i := len(units) - 1; i >= 0; i-- {
		r, err := runner.Run(units[i], nil)
		if err != nil {
			t.Fatal(err)
		}
		runs = append(runs, *r)
	}
	if got := experiment.AppendResult(nil, experiment.NewResult(x, runs)); !bytes.Equal(got, want) {
		t.Error("one runner, backwards, gives another result")
	}
}

// All strategies of one seed see the same jobs.
func TestStrategiesSeeTheSameJobs(t *testing.T) {
	r := run(t, small(), experiment.Options{})
	for i := range 3 {
		a, b := r.Runs[i].Jobs, r.Runs[3+i].Jobs
		if len(a) != len(b) || len(a) < 40 {
			t.Fatalf("%d and %d jobs", len(a), len(b))
		}
		for j := range a {
			if a[j].Graph != b[j].Graph || a[j].Beta != b[j].Beta || a[j].ArrivalSeconds != b[j].ArrivalSeconds {
				t.Fatalf("seed %d: job %d is %+v and %+v", r.Runs[i].Seed, j, a[j], b[j])
			}
		}
	}
	if reflect.DeepEqual(r.Runs[0].Jobs, r.Runs[1].Jobs) {
		t.Error("two seeds have the same jobs")
	}
}

func TestResultRoundTrip(t *testing.T) {
	for name, options := range map[string]experiment.Options{"jobs": {}, "digests only": {DropJobs: true}} {
		t.Run(name, func(t *testing.T) {
			r := run(t, small(), options)
			text := experiment.AppendResult(nil, r)
			back, err := experiment.DecodeResult(text)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(back, r) {
				t.Errorf("got  %.300s\nwant %.300s", experiment.AppendResult(nil, back), text)
			}
			if again := experiment.AppendResult(nil, back); !bytes.Equal(again, text) {
				t.Error("encoding is not idempotent")
			}
			if pretty, err := experiment.DecodeResult(experiment.AppendResultFile(nil, r)); err != nil || !reflect.DeepEqual(pretty, r) {
				t.Errorf("file form: %v", err)
			}
		})
	}
}

// The engine sends a run inside its messages; the page must read what was sent.
func TestRunJSON(t *testing.T) {
	want := run(t, small(), experiment.Options{}).Runs[0]
	text, err := json.Marshal(struct{ Run *experiment.Run }{&want})
	if err != nil {
		t.Fatal(err)
	}
	var got struct{ Run *experiment.Run }
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	if again := experiment.AppendRun(nil, got.Run); !bytes.Equal(again, experiment.AppendRun(nil, &want)) {
		t.Errorf("got  %.500s\nwant %.500s", again, text)
	}
}

// The digest covers the experiment and the jobs, not what people call it.
func TestDigest(t *testing.T) {
	x := small()
	base := run(t, x, experiment.Options{})
	renamed := small()
	renamed.Name, renamed.Notes, renamed.View = "other", "words", []byte(`{"tab":"Cluster"}`)
	if got := run(t, renamed, experiment.Options{DropJobs: true}).Digest; got != base.Digest {
		t.Errorf("name, notes or view changed the digest: %s, %s", got, base.Digest)
	}
	other := small()
	other.QueueCapacity++ // never fills, so the jobs stay the same
	if got := run(t, other, experiment.Options{}).Digest; got == base.Digest {
		t.Error("another experiment has the same digest")
	}
	jobs := append([]cluster.Job(nil), base.Runs[0].Jobs...)
	jobs[3].Degree++
	if experiment.JobsDigest(jobs) == base.Runs[0].JobsDigest {
		t.Error("other jobs have the same digest")
	}
	if experiment.JobsDigest(nil) != "sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945" { // of "[]"
		t.Errorf("no jobs: %s", experiment.JobsDigest(nil))
	}
}

func TestVerify(t *testing.T) {
	x := small()
	text := string(experiment.AppendResult(nil, run(t, x, experiment.Options{})))
	for _, c := range []struct{ name, old, new, path string }{
		{"untouched", "", "", ""},
		{"a figure", `"arrived":41`, `"arrived":40`, "runs[0].arrived"},
		{"a job", `{"index":3,"graph":"`, `{"index":3,"graph":"x`, "runs[0].jobs[3].graph"},
		{"a cause too many", `"outcome":"completed"`, `"outcome":"completed","cause":"jct"`, "runs[0].jobs["},
		{"the digest", `"digest":"sha256:`, `"digest":"sha256:0000`, "digest"},
		{"a run's digest", `"jobsDigest":"sha256:`, `"jobsDigest":"sha256:0000`, "runs[0].jobsDigest"},
		{"a seed that was not run", `"seeds":[5,1,9]`, `"seeds":[5,1]`, "runs[2].strategy"},
		{"another experiment", `"queueCapacity":10`, `"queueCapacity":11`, "digest"},
		{"a summary", `"n":3}`, `"n":4}`, "summaries[0].blockingRate.n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			changed := strings.Replace(text, c.old, c.new, 1)
			if changed == text && c.path != "" {
				t.Fatal("the case changes nothing")
			}
			if i := strings.Index(changed, "sha256:0000"); i >= 0 { // keep the length right
				changed = changed[:i+75-4] + changed[i+75:]
			}
			r, err := experiment.DecodeResult([]byte(changed))
			if err != nil {
				t.Fatal(err)
			}
			d, err := experiment.Verify(context.Background(), r, factory, experiment.Options{})
			switch {
			case err != nil:
				t.Fatal(err)
			case d == nil && c.path != "":
				t.Error("nothing found")
			case d != nil && (c.path == "" || !strings.HasPrefix(d.Path, c.path)):
				t.Errorf("got %v, want a difference at %q", d, c.path)
			}
		})
	}
}

// A result whose runs are not complete is no proof.
func TestVerifyMissingRun(t *testing.T) {
	r := run(t, small(), experiment.Options{DropJobs: true})
	r.Runs = r.Runs[:5]
	d, err := experiment.Verify(context.Background(), r, factory, experiment.Options{})
	if err != nil || d == nil || d.Path != "runs[5]" || d.File != "nothing" {
		t.Errorf("got %v, %v", d, err)
	}
}

func TestRunAllRefuses(t *testing.T) {
	x := small()
	x.Strategies[1] = experiment.StrategySpec{Kind: "policy", Checkpoint: "mine"}
	_, err := experiment.RunAll(context.Background(), x, factory, experiment.Options{})
	if err == nil || !strings.HasPrefix(err.Error(), `strategies[1].checkpoint: "mine" cannot be used: `) {
		t.Errorf("policy: %v", err)
	}
	x.Seeds = nil
	if _, err := experiment.NewRunner(x, factory); err == nil || !strings.HasPrefix(err.Error(), "seeds: ") {
		t.Errorf("no seeds: %v", err)
	}
}

// An invalid degree is an error that names the run.
func TestRunInvalidDegree(t *testing.T) {
	x := small()
	always3 := func(experiment.StrategySpec, *experiment.Experiment, uint64) (cluster.Strategy, error) {
		return choice(func([]int) int { return 3 }), nil
	}
	_, err := experiment.RunAll(context.Background(), x, always3, experiment.Options{Workers: 1})
	if err == nil || !strings.HasPrefix(err.Error(), "strategies[0] (Maximum parallelism (Para_max)) on seed 5: degree 3 is not valid for job 0") {
		t.Errorf("got %v", err)
	}
}

func TestCancel(t *testing.T) {
	stop := errors.New("enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	x := small()
	x.HorizonSeconds = 4e6
	_, err := experiment.RunAll(ctx, x, factory, experiment.Options{Progress: func(p experiment.Progress) {
		if p.Decided > 300 {
			cancel(stop)
		}
	}})
	if err != stop {
		t.Errorf("got %v", err)
	}
	runner, err := experiment.NewRunner(x, factory)
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	if _, err := runner.Run(x.Units()[0], func(decided, total int) error {
		if seen++; decided != seen || total != 8001 {
			t.Errorf("decision %d of %d, want %d of 8001", decided, total, seen)
		}
		if decided == 7 {
			return stop
		}
		return nil
	}); err != stop || seen != 7 {
		t.Errorf("got %v after %d", err, seen)
	}
}

func TestProgress(t *testing.T) {
	x := small()
	var last experiment.Progress
	r := run(t, x, experiment.Options{Progress: func(p experiment.Progress) {
		if p.Decided < last.Decided || p.RunsDone < last.RunsDone {
			t.Errorf("went back from %+v to %+v", last, p)
		}
		last = p
	}})
	decided := 0
	for i := range r.Runs {
		decided += r.Runs[i].Decisions
	}
	if last.RunsDone != 6 || last.Runs != 6 || last.Decided != decided {
		t.Errorf("ended with %+v after %d decisions", last, decided)
	}
}

// Intervals against tables of Student's t: 4.30265273 with 2 degrees of freedom
// and 2.77644511 with 4.
func TestInterval(t *testing.T) {
	for _, c := range []struct {
		values              []float64
		mean, sd, low, high float64
	}{
		{nil, 0, 0, 0, 0},
		{[]float64{3}, 3, 0, 3, 3},
		{[]float64{2, 2, 2}, 2, 0, 2, 2},
		{[]float64{1, 2, 3}, 2, 1, 2 - 4.30265273/math.Sqrt(3), 2 + 4.30265273/math.Sqrt(3)},
		{[]float64{1, 2, 3, 4, 5}, 3, math.Sqrt(2.5), 3 - 2.77644511*math.Sqrt(0.5), 3 + 2.77644511*math.Sqrt(0.5)},
	} {
		got := experiment.NewInterval(c.values)
		near := func(a, b float64) bool { return math.Abs(a-b) <= 1e-12*max(1, math.Abs(b)) }
		if !near(got.Mean, c.mean) || !near(got.StandardDeviation, c.sd) || !near(got.Low, c.low) || !near(got.High, c.high) ||
			got.N != len(c.values) || got.Bounded() != (len(c.values) > 1) {
			t.Errorf("%v: got %+v, want %+v", c.values, got, c)
		}
	}
}

// A seed in which nothing completed must not pass for a JCT of zero.
func TestSummariseWithoutCompletions(t *testing.T) {
	x := small()
	runs := []experiment.Run{
		{Metrics: cluster.Metrics{Arrived: 4, Completed: 2, Blocked: 2, BlockedByPolicy: 2, MeanJCTSeconds: 10, MeanSpeedup: 3, BlockingRate: 0.5}},
		{Seed: 1, Metrics: cluster.Metrics{Arrived: 4, Blocked: 4, BlockedByPlacement: 4, BlockingRate: 1}},
	}
	s := experiment.Summarise(x, runs)
	if len(s) != 1 {
		t.Fatalf("%d summaries", len(s))
	}
	if s[0].MeanJCTSeconds.N != 1 || s[0].MeanJCTSeconds.Mean != 10 || s[0].BlockingRate.N != 2 || s[0].BlockingRate.Mean != 0.75 ||
		s[0].Causes[cluster.CausePolicy] != 0.25 || s[0].Causes[cluster.CausePlacement] != 0.5 || len(s[0].Causes) != 5 {
		t.Errorf("got %+v", s[0])
	}
}

// A record takes about 500 bytes with 16 servers, and names its servers.
func TestResultFits(t *testing.T) {
	x := small()
	x.Workload.Interarrival.Value = 1
	for _, c := range []struct {
		jobs   float64 // of each of six runs
		degree int
		want   bool
	}{{100_000, 16, true}, {200_000, 16, false}, {5_000, 1024, true}, {20_000, 1024, false}} {
		x.HorizonSeconds, x.Partition.MaxDegree = c.jobs, c.degree
		x.Cluster.Groups, x.Cluster.RacksPerGroup, x.Cluster.ServersPerRack = 32, 32, 2
		if got := experiment.ResultFits(x); got != c.want {
			t.Errorf("%+v: got %v", c, got)
		}
	}
}

func FuzzDecodeResult(f *testing.F) {
	x := small()
	x.HorizonSeconds, x.Seeds = 1500, []uint64{3, 4}
	f.Add(experiment.AppendResult(nil, run(f, x, experiment.Options{})))
	f.Add(experiment.AppendResult(nil, run(f, x, experiment.Options{DropJobs: true})))
	f.Add([]byte(`{"rampart":1,"engine":"1","experiment":{"rampart":1},"digest":"","runs":[],"summaries":[]}`))
	f.Add([]byte(`{"rampart":1,"runs":[{}],"summaries":[{}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := experiment.DecodeResult(data)
		if err != nil {
			return
		}
		text := experiment.AppendResult(nil, r)
		back, err := experiment.DecodeResult(text)
		if err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		if again := experiment.AppendResult(nil, back); !bytes.Equal(again, text) {
			t.Fatalf("got  %s\nwant %s", again, text)
		}
		if d := experiment.Compare(r, back); d != nil {
			t.Fatal(d)
		}
	})
}

func BenchmarkAppendResult(b *testing.B) {
	r := run(b, small(), experiment.Options{})
	text := experiment.AppendResult(nil, r)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		text = experiment.AppendResult(text[:0], r)
	}
}

// Whatever decodes can be run: no panic, no endless loop, a result that can be
// written and read.
func FuzzRun(f *testing.F) {
	f.Add([]byte(everything))
	for _, text := range []string{
		`{"rampart":1,"horizonSeconds":2e4,"placer":"compact","strategies":[{"kind":"random"}]}`,
		`{"rampart":1,"horizonSeconds":20,"rules":"corrected","queueCapacity":0,"workload":{"interarrival":{"kind":"exponential","mean":1}}}`,
		`{"rampart":1,"cluster":{"groups":1,"racksPerGroup":1,"serversPerRack":3,"device":{"memoryBytes":1e9},"channelsPerLink":3},"strategies":[{"kind":"max"}]}`,
		`{"rampart":1,"workload":{"sampling":"remove","poolCopies":1,"graphs":[{"unit":"seconds","ops":[` + op(2) + `,` + op(1) + `,` + op(3) + `],"edges":[[1,2]]}]},"partition":{"quantumSeconds":0.001},"strategies":[{"kind":"max"}]}`,
		`{"rampart":1,"workload":{"graphs":[{"unit":"seconds","ops":[{"id":1,"forward":0,"backward":1e18,"activationBytes":1e18,"parameterBytes":0}],"edges":[]}],"trainingSteps":1e9},"strategies":[{"kind":"min"}]}`,
	} {
		f.Add([]byte(text))
	}
	enough := errors.New("enough")
	f.Fuzz(func(t *testing.T, data []byte) {
		x, err := experiment.Decode(data)
		if err != nil || x.Cluster.Servers() > 1000 || x.Partition.MaxDegree > 32 || x.Arrivals() > 1e5 || len(x.Workload.Graphs) > 3 {
			return
		}
		x.Strategies = []experiment.StrategySpec{{Kind: "random"}}
		runner, err := experiment.NewRunner(x, factory)
		if err != nil {
			t.Fatal(err)
		}
		r, err := runner.Run(x.Units()[0], func(decided, _ int) error {
			if decided == 40 {
				return enough
			}
			return nil
		})
		if err != nil {
			return
		}
		if _, err := experiment.DecodeResult(experiment.AppendResult(nil, experiment.NewResult(x, []experiment.Run{*r}))); err != nil {
			t.Fatal(err)
		}
	})
}
