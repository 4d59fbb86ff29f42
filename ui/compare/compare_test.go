package compare

import (
	"bytes"
	"strings"
	"testing"

	"github.com/vugu/vugu"
	"github.com/vugu/vugu/staticrender"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/ui/session"
	"rampart/wasm/wire"
)

// idle is a Runner that never answers.
type idle struct{ stopped bool }

func (r *idle) Run([]byte, []wire.Unit, session.Listener) func() { return func() { r.stopped = true } }
func (r *idle) Jobs([]byte, wire.Unit, func(*experiment.Run, string)) func() {
	return func() {}
}
func (r *idle) Import(string, string, []byte, func(*wire.Reply)) {}
func (r *idle) Workers() int                                     { return 1 }

// start starts a session of strategies on so many seeds.
func start(seeds int, change func(*experiment.Experiment), kinds ...experiment.StrategySpec) *session.Session {
	x := experiment.Paper("A")
	x.Strategies, x.Seeds = kinds, nil
	for i := range seeds {
		x.Seeds = append(x.Seeds, uint64(i))
	}
	if change != nil {
		change(x)
	}
	return session.Start(x, &idle{}, func() float64 { return 0 }, func(bool) {})
}

// finish ends every unit with the blocking rate of its strategy.
func finish(s *session.Session, rates ...float64) {
	for i, u := range s.Units {
		rate := rates[u.Strategy]
		s.Done(i, &experiment.Run{Strategy: u.Strategy, Seed: u.Seed, Metrics: cluster.Metrics{
			Arrived: 1000, Completed: int(1000 * (1 - rate)), Blocked: int(1000 * rate), BlockingRate: rate,
			BlockedByJCT: int(1000 * rate), MeanJCTSeconds: 100, MeanSpeedup: 2, MeanEffectiveDegree: 2}})
	}
}

var (
	max8   = experiment.StrategySpec{Kind: "fixed", Degree: 8}
	most   = experiment.StrategySpec{Kind: "max"}
	random = experiment.StrategySpec{Kind: "random"}
)

func TestSentence(t *testing.T) {
	for _, tc := range []struct {
		name string
		make func() *session.Session
		want string
	}{
		{"nothing yet", func() *session.Session { return start(3, nil, most, max8) },
			"Simulating 6 runs of about 1 001 jobs each."},
		{"one run", func() *session.Session { return start(1, nil, most) },
			"Simulating 1 run of about 1 001 jobs each."},
		{"the best and maximum parallelism", func() *session.Session {
			s := start(2, nil, random, most, max8)
			finish(s, .52, .263, .141)
			return s
		}, "A fixed degree of 8 blocks 14.1 % of jobs. Maximum parallelism blocks 26.3 %."},
		{"placed compactly", func() *session.Session {
			s := start(2, func(x *experiment.Experiment) { x.Placer = experiment.Compact }, max8, most)
			finish(s, .141, .263)
			return s
		}, "A fixed degree of 8, placed compactly, blocks 14.1 % of jobs. Maximum parallelism blocks 26.3 %."},
		// Held against the worst when maximum parallelism is the best itself.
		{"maximum parallelism is the best", func() *session.Session {
			s := start(2, nil, max8, most, random)
			finish(s, .3, .2, .5)
			return s
		}, "Maximum parallelism blocks 20 % of jobs. Choosing degrees at random blocks 50 %."},
		{"a draw", func() *session.Session {
			s := start(2, nil, max8, most)
			finish(s, .25, .25)
			return s
		}, "A fixed degree of 8 blocks 25 % of jobs. Maximum parallelism also blocks 25 %."},
		// A number answers the question which degree to use, the name of a rule does not.
		{"a draw of a rule and a degree", func() *session.Session {
			s := start(2, nil, most, experiment.StrategySpec{Kind: "acceptable"}, max8)
			finish(s, .3, .25, .25)
			return s
		}, "A fixed degree of 8 blocks 25 % of jobs. Maximum parallelism blocks 30 %."},
		{"a built-in policy", func() *session.Session {
			s := start(1, nil, most, experiment.StrategySpec{Kind: "policy", Checkpoint: "compact-A"})
			finish(s, .263, .125)
			return s
		}, "The policy compact-A blocks 12.5 % of jobs. Maximum parallelism blocks 26.3 %."},
		{"deadlocks", func() *session.Session {
			s := start(2, nil, most, max8)
			finish(s, .25, .2)
			s.StrategyRuns(0)[1].Deadlocked = 3
			return s
		}, "A fixed degree of 8 blocks 20 % of jobs. Maximum parallelism blocks 25 %." + deadlockWords},
		{"alone", func() *session.Session {
			s := start(2, nil, experiment.StrategySpec{Kind: "sequential"})
			finish(s, 1)
			return s
		}, "Running every job on one server blocks 100 % of jobs."},
		{"half way", func() *session.Session {
			s := start(2, nil, most, random)
			s.Done(0, &experiment.Run{Metrics: cluster.Metrics{Arrived: 4, BlockingRate: .25}})
			return s
		}, "So far: maximum parallelism blocks 25 % of jobs."},
		{"stopped before anything", func() *session.Session {
			s := start(2, nil, most, random)
			s.Stop()
			return s
		}, "No run was finished, so there is nothing to compare."},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := plain(Sentence(tc.make())); got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
		})
	}
}

func plain(s string) string { return strings.ReplaceAll(s, "\u202f", " ") }

func render(t *testing.T, c *View) string {
	t.Helper()
	var b bytes.Buffer
	r := staticrender.New(&b)
	build, err := vugu.NewBuildEnv(r.EventEnv())
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Render(build.RunBuild(c)); err != nil {
		t.Fatal(err)
	}
	return plain(b.String())
}

func TestTable(t *testing.T) {
	s := start(2, nil, most, max8)
	view := &View{Session: s, SaveTable: func() {}}
	page := render(t, view)
	for _, want := range []string{"<caption>Strategies</caption>", `data-tip="No run of this strategy is done yet."`, ">–<"} {
		if !strings.Contains(page, want) {
			t.Errorf("before the runs the page has no %s", want)
		}
	}
	for i, u := range s.Units {
		rate, completed := .263, 737
		if u.Strategy == 1 {
			rate, completed = 1, 0
		}
		s.Done(i, &experiment.Run{Strategy: u.Strategy, Seed: u.Seed, Metrics: cluster.Metrics{
			Arrived: 1000, Completed: completed, BlockingRate: rate, BlockedByPlacement: 1000 - completed - 2, BlockedByHorizon: 2,
			MeanJCTSeconds: 7486.9, MeanSpeedup: 15.67, MeanClusterWorkerUtilisationFrac: .0147, MeanEffectiveDegree: 16}})
	}
	page = render(t, view)
	for _, want := range []string{
		">26.3 %<", "26.3000 %, 95 % interval 26.3000 % to 26.3000 % over 2 seeds", ">± 0.0<", ">2.08 h<", "7 486.9 s", ">15.7 ×<",
		">1.47 %<", ">16<", ">no room 26.1 %<", "no room 26.1 %, unfinished 0.200 %", "No job was completed.",
		`scope="row"`, "PAC-ML",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	view.asTable = true
	if page := render(t, view); !strings.Contains(page, "<caption>Causes of blocking</caption>") || strings.Contains(page, "<rect") {
		t.Error("the causes are not a table")
	}
}

// Published numbers stand only beside runs of the published experiment.
func TestPublished(t *testing.T) {
	for _, tc := range []struct {
		name   string
		change func(*experiment.Experiment)
		want   bool
	}{
		{"the paper's", nil, true},
		{"other strategies and seeds", func(x *experiment.Experiment) { x.Seeds, x.Strategies = []uint64{7}, x.Strategies[:1] }, true},
		{"another name", func(x *experiment.Experiment) { x.Name, x.Notes = "Mine", "For the talk" }, true},
		{"another placer", func(x *experiment.Experiment) { x.Placer = experiment.Compact }, false},
		{"other rules", func(x *experiment.Experiment) { x.Rules = experiment.Corrected }, false},
		{"another cap", func(x *experiment.Experiment) { x.Partition.MaxDegree = 8 }, false},
		{"another distribution", func(x *experiment.Experiment) { x.Workload.Beta = experiment.Beta{Kind: "fixed", Value: .5} }, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			x := experiment.Paper("D")
			if tc.change != nil {
				tc.change(x)
			}
			rates, got := publishedFor(x)
			if got != tc.want {
				t.Errorf("comparable: %v", got)
			}
			if got && (rates.pacML != .1037 || rates.kinds["acceptable"] != .1419) {
				t.Errorf("rates %v", rates)
			}
		})
	}
}

// The published policy stands behind the last policy that runs, and in its
// colour.
func TestPublishedStandsBesidePolicies(t *testing.T) {
	learned := experiment.StrategySpec{Kind: "policy", Checkpoint: "compact-A"}
	for _, tc := range []struct {
		name  string
		specs []experiment.StrategySpec
		want  int
	}{
		{"no policy", []experiment.StrategySpec{most, max8}, 2},
		{"in the middle", []experiment.StrategySpec{most, learned, max8}, 2},
		{"last", []experiment.StrategySpec{most, learned}, 2},
	} {
		t.Run(tc.name, func(t *testing.T) {
			view := &View{Session: start(1, nil, tc.specs...)}
			view.Compute()
			if len(view.dots.Rows) != len(tc.specs)+1 || view.dots.Rows[tc.want].Name != "PAC-ML" {
				t.Fatalf("rows %+v", view.dots.Rows)
			}
			for i, s := range tc.specs {
				if s.Kind == "policy" && (view.dots.Rows[i].Class != view.dots.Rows[tc.want].Class || view.dots.Rows[i].Name != "Policy compact-A") {
					t.Errorf("row %+v", view.dots.Rows[i])
				}
			}
		})
	}
}
