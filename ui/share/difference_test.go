package share

import (
	"strings"
	"testing"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/core/snapshot"
	"rampart/ui/session"
	"rampart/wasm/wire"
)

// idle is a Runner that never answers.
type idle struct{}

func (idle) Run([]byte, []wire.Unit, session.Listener) func()             { return func() {} }
func (idle) Jobs([]byte, wire.Unit, func(*experiment.Run, string)) func() { return func() {} }
func (idle) Import(string, string, []byte, func(*wire.Reply))             {}
func (idle) Workers() int                                                 { return 1 }

// small is an experiment of two strategies on two seeds.
func small() *experiment.Experiment {
	x := experiment.Default()
	x.Name = "Small"
	x.Strategies = []experiment.StrategySpec{{Kind: "max"}, {Kind: "fixed", Degree: 8}}
	x.Seeds = []uint64{3, 1}
	return x
}

// ran is a session of x that has run to its end, each run with figures of its
// own.
func ran(x *experiment.Experiment) *session.Session {
	s := session.Start(x, idle{}, func() float64 { return 0 }, func(bool) {})
	for i, u := range s.Units {
		s.Done(i, madeRun(u))
	}
	return s
}

func madeRun(u wire.Unit) *experiment.Run {
	blocked := 100*(u.Strategy+1) + int(u.Seed)
	return &experiment.Run{Strategy: u.Strategy, Seed: u.Seed, JobsDigest: experiment.JobsDigest(make([]cluster.Job, blocked)),
		Metrics: cluster.Metrics{Arrived: 1000, Completed: 1000 - blocked, Blocked: blocked, BlockedByJCT: blocked,
			BlockingRate: float64(blocked) / 1000, MeanJCTSeconds: 7000, MeanSpeedup: 4}}
}

// maker is what somebody else recorded of x.
func maker(x *experiment.Experiment) *snapshot.Snapshot {
	s := ran(x)
	return &snapshot.Snapshot{Engine: experiment.EngineVersion, Experiment: x, Digest: s.Digest, Summaries: s.Summaries}
}

// opened takes a snapshot over and runs it to its end.
func opened(s *snapshot.Snapshot) (*Opened, *session.Session) {
	o := Take("the link", s, nil)
	after := ran(o.Experiment)
	after.Recorded = o.Recorded
	return o, after
}

func plain(s string) string { return strings.ReplaceAll(s, "\u202f", " ") }

// What was recorded is held against what is found, to the last bit.
func TestJudge(t *testing.T) {
	for _, tc := range []struct {
		name   string
		change func(s *snapshot.Snapshot)
		want   Outcome
		says   []string // each in the banner
	}{
		{"as it was made", func(*snapshot.Snapshot) {}, Verified, []string{"All 4 runs were repeated here and gave what the link records: the same digest and the same figures."}},
		{"figures only", func(s *snapshot.Snapshot) { s.Digest = "" }, Verified, []string{"records: the same figures."}},
		{"the digest only", func(s *snapshot.Snapshot) { s.Summaries = nil }, Verified, []string{"records: the same digest."}},
		{"nothing", func(s *snapshot.Snapshot) { s.Summaries, s.Digest = nil, "" }, Unknown, []string{"It holds no figures to check."}},
		{"another rate", func(s *snapshot.Snapshot) { s.Summaries[1].BlockingRate.Mean = 0.21 }, Differs,
			[]string{"Fixed 8, mean blocking rate: recorded 21 %, here 20.2 %."}},
		{"a digit that nobody sees", func(s *snapshot.Snapshot) { s.Summaries[0].BlockingRate.Mean += 1e-16 }, Differs,
			[]string{"Maximum parallelism (Para_max), mean blocking rate: recorded 0.1020000000000001, here 0.10200000000000001."}},
		{"an end of an interval", func(s *snapshot.Snapshot) { s.Summaries[1].MeanJCTSeconds.High = 7100 }, Differs,
			[]string{"Fixed 8, upper end of the interval of the JCT: recorded 1.97 h, here 1.94 h."}},
		{"a count", func(s *snapshot.Snapshot) { s.Summaries[1].MeanSpeedup.N = 3 }, Differs,
			[]string{"Fixed 8, runs that count for the speed-up: recorded 3, here 2."}},
		{"a cause", func(s *snapshot.Snapshot) { s.Summaries[1].Causes[cluster.CauseQueue] = .5 }, Differs,
			[]string{"Fixed 8, part blocked for the cause queue: recorded 50 %, here 0 %."}},
		{"another digest", func(s *snapshot.Snapshot) { s.Digest = "sha256:" + strings.Repeat("0", 64) }, Differs,
			[]string{"Digest: recorded 000000000000…, here ", "All figures agree, so some job fared otherwise"}},
		{"all of it, by another version", func(s *snapshot.Snapshot) {
			s.Engine = "0.9.0"
			for i := range s.Summaries {
				s.Summaries[i].BlockingRate, s.Summaries[i].MeanSpeedup = experiment.Interval{}, experiment.Interval{}
			}
		}, Differs, []string{"more figures differ.", "Another version of Rampart made it, which may be why."}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := maker(small())
			tc.change(s)
			o, after := opened(s)
			if got := o.Judge(after); got != tc.want {
				t.Errorf("the outcome is %q, want %q", got, tc.want)
			}
			b := &Banner{Opened: o, Session: after, Workers: 1}
			text := plain(b.verdict() + " " + b.words() + " " + strings.Join(b.differences(), " "))
			for _, want := range tc.says {
				if !strings.Contains(text, want) {
					t.Errorf("it says %s\nnot   %s", text, want)
				}
			}
			if n := len(b.differences()); n > mostDifferences+2 {
				t.Errorf("%d differences are shown", n)
			}
		})
	}
}

// A session that is not that of what was opened says nothing of it, nor does
// one that has not ended.
func TestJudgeWaits(t *testing.T) {
	o := Take("the link", maker(small()), nil)
	other := ran(small())
	half := session.Start(small(), idle{}, func() float64 { return 0 }, func(bool) {})
	half.Recorded = o.Recorded
	half.Done(0, madeRun(half.Units[0]))
	for name, s := range map[string]*session.Session{"another session": other, "one that runs": half} {
		if got := o.Judge(s); got != Unknown {
			t.Errorf("%s: %s", name, got)
		}
	}
	if got := Words(o, half, 1); !strings.Contains(got, "are being repeated here to check them") {
		t.Error(got)
	}
	half.Stop()
	if got := Words(o, half, 1); !strings.Contains(got, "not verified") {
		t.Error(got)
	}
}

// A result file is compared run by run.
func TestJudgeResult(t *testing.T) {
	for _, tc := range []struct {
		name   string
		change func(r *experiment.Result)
		want   Outcome
		says   string
	}{
		{"as it was saved", func(*experiment.Result) {}, Verified, ""},
		{"a figure of a run", func(r *experiment.Result) { r.Runs[2].Completed++ }, Differs, "Fixed 8, seed 3: completed: recorded 798, here 797."},
		{"jobs", func(r *experiment.Result) { r.Runs[1].JobsDigest = experiment.JobsDigest(nil) }, Differs, "Maximum parallelism (Para_max), seed 1: jobsDigest: recorded "},
		{"a run is missing", func(r *experiment.Result) { r.Runs = r.Runs[:3] }, Differs, "runs[3]: recorded nothing, here a run."},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := ran(small())
			r := &experiment.Result{Engine: experiment.EngineVersion, Experiment: s.Experiment, Digest: s.Digest, Runs: s.Runs(), Summaries: s.Summaries}
			tc.change(r)
			o := TakeResult("r.json", r)
			after := ran(o.Experiment)
			after.Recorded = o.Recorded
			if got := o.Judge(after); got != tc.want {
				t.Errorf("the outcome is %q", got)
			}
			text := plain(strings.Join((&Banner{Opened: o, Session: after}).differences(), " "))
			if !strings.Contains(text, tc.says) {
				t.Errorf("it says %s", text)
			}
		})
	}
}
