package strategy_test

import (
	"math"
	"testing"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/core/jobgraph"
	"rampart/core/plan"
	"rampart/core/ramp"
	"rampart/core/workload"
	"rampart/policy/strategy"
)

// table is a table that says the same of each graph of the paper, in three
// columns: betas up to 0.25, up to 0.5, and above.
func table(otherwise string, degrees ...int) experiment.StrategySpec {
	s := experiment.StrategySpec{Kind: "table", Bounds: []float64{0.25, 0.5}, Order: otherwise}
	for _, name := range jobgraph.PaperNames() {
		s.Rows = append(s.Rows, experiment.TableRow{Graph: name, Degrees: degrees})
	}
	return s
}

// scene is a cluster of 2 x 2 x 2 servers with the paper's jobs, placed
// compactly, of which some servers are busy.
type scene struct {
	cluster.State
	plans *plan.Planner
	jobs  *workload.Settings
	free  ramp.Set
	graph int
	beta  float64
}

func newScene(t testing.TB, beta float64, busy ...int) *scene {
	t.Helper()
	s := plan.Settings{
		Shape: ramp.Shape{Groups: 2, Racks: 2, Servers: 2}, NodeBandwidth: 1.6e12, PropagationSeconds: 5e-8, IOSeconds: 1e-7,
		ChannelsPerLink: 1, MemoryBytes: 8e10, MaxDegree: 8, Quantum: 0.01, Placer: plan.Compact,
	}
	graphs, err := jobgraph.BuiltinJobs(jobgraph.PaperNames()...)
	if err != nil {
		t.Fatal(err)
	}
	s.Graphs = graphs
	plans, err := plan.New(s)
	if err != nil {
		t.Fatal(err)
	}
	sc := &scene{plans: plans, free: ramp.NewSet(8), beta: beta, jobs: &workload.Settings{
		Graphs: s.Graphs, TrainingSteps: 50, PoolCopies: 10, Sampling: workload.Replace,
		Interarrival: workload.Distribution{Kind: "fixed", Value: 1000}, Beta: workload.Beta{Kind: "fixed", Value: 0.3},
	}}
	sc.free.Fill(8)
	for _, server := range busy {
		sc.free.Remove(server)
	}
	return sc
}

func (s *scene) Free() ramp.Set { return s.free }

func (s *scene) Accepts(degree int) bool { return s.Outlook(degree).InTime }

func (s *scene) Outlook(degree int) cluster.Outlook {
	pl := s.plans.Place(s.graph, degree, s.free)
	if pl == nil {
		return cluster.Outlook{JCTSeconds: math.Inf(1)}
	}
	jct := float64(50 * s.plans.Step(pl).Seconds)
	return cluster.Outlook{Placeable: true, InTime: jct <= cluster.Limit(0, s.beta, 50, pl), JCTSeconds: jct, Plan: pl}
}

func (s *scene) decision() *cluster.Decision {
	d := &cluster.Decision{Graph: s.graph, Beta: s.beta, TrainingSteps: 50, FreeServers: s.free.Count(), State: s}
	for _, degree := range s.plans.Degrees() {
		if degree <= d.FreeServers {
			d.Valid = append(d.Valid, degree)
		}
	}
	return d
}

// What the strong baselines choose on 8 servers, numbered so that 0 1 | 2 3 are
// the two racks of a group and 4 5 | 6 7 those of the other. Blocks of 4 are
// 0 1 4 5, 2 3 6 7, 0 2 4 6 and 1 3 5 7; degrees are 1, 2, 4 and 8; a job speeds
// up by a little less than its degree.
func TestBaselines(t *testing.T) {
	largest := experiment.LargestFirst
	for _, tc := range []struct {
		name string
		spec experiment.StrategySpec
		beta float64
		busy []int
		want int
	}{
		{"feasible does not believe in free communication", experiment.StrategySpec{Kind: "feasible"}, 0.5, nil, 4},
		{"feasible takes what is just enough", experiment.StrategySpec{Kind: "feasible"}, 0.51, nil, 2},
		{"feasible, the largest", experiment.StrategySpec{Kind: "feasible", Order: largest}, 0.51, nil, 8},
		{"feasible, the largest that there is room for", experiment.StrategySpec{Kind: "feasible", Order: largest}, 0.51, []int{0}, 4},
		{"feasible in an own order", experiment.StrategySpec{Kind: "feasible", Degrees: []int{1, 4, 8}}, 0.51, nil, 4},
		{"feasible has no room", experiment.StrategySpec{Kind: "feasible"}, 0.26, []int{0, 3, 5, 6}, 0},
		{"feasible has no time", experiment.StrategySpec{Kind: "feasible"}, 0.1, nil, 0},

		{"reserve leaves a block", experiment.StrategySpec{Kind: "reserve", Degree: 4, Order: largest}, 0.51, nil, 4},
		{"reserve is for whoever needs such a block", experiment.StrategySpec{Kind: "reserve", Degree: 2, Order: largest}, 0.51, nil, 8},
		{"reserve is for a wide job", experiment.StrategySpec{Kind: "reserve", Degree: 4, Order: largest}, 0.26, nil, 8},
		{"reserve turns a narrow job away", experiment.StrategySpec{Kind: "reserve", Degree: 4}, 0.51, []int{2, 3, 6, 7}, 0},
		{"reserve places a wide job there", experiment.StrategySpec{Kind: "reserve", Degree: 4}, 0.26, []int{2, 3, 6, 7}, 4},
		{"reserve has nothing left to keep", experiment.StrategySpec{Kind: "reserve", Degree: 4}, 0.51, []int{0, 3, 5}, 2},

		// The mean minimum share at beta 0.3 is 4 servers.
		{"a share grows while a share is left", experiment.StrategySpec{Kind: "elastic"}, 1, nil, 4},
		{"a share grows as far as there is room", experiment.StrategySpec{Kind: "elastic"}, 1, []int{0, 1}, 2},
		{"a share takes what it needs", experiment.StrategySpec{Kind: "elastic"}, 0.2, nil, 8},
		{"a share takes all that is left", experiment.StrategySpec{Kind: "elastic"}, 0.26, []int{2, 3, 6, 7}, 4},
		{"a share that cannot be had", experiment.StrategySpec{Kind: "elastic"}, 0.2, []int{0, 1, 2, 3}, 0},

		{"table, first column", table("", 8, 4, 2), 0.2, nil, 8},
		{"table, a bound belongs below", table("", 8, 4, 2), 0.25, nil, 8},
		{"table, second column", table("", 8, 4, 2), 0.3, nil, 4},
		{"table, last column", table("", 8, 4, 2), 0.7, nil, 2},
		{"table turns away", table("smallest", 8, 4, 0), 0.7, nil, 0},
		{"table does not look at time", table("", 2, 4, 2), 0.2, nil, 2},
		{"table without servers", table("", 8, 4, 2), 0.2, []int{0}, 0},
		{"table, otherwise the smallest", table("smallest", 8, 8, 8), 0.51, []int{0}, 2},
		{"table, otherwise the largest", table(largest, 8, 8, 8), 0.51, []int{0}, 4},
		{"table, where time is short", table("smallest", 2, 2, 2), 0.3, nil, 4},
	} {
		t.Run(tc.name, func(t *testing.T) {
			sc := newScene(t, tc.beta, tc.busy...)
			s, err := strategy.New(tc.spec, nil, 1)
			if err != nil {
				t.Fatal(err)
			}
			if a, ok := s.(cluster.Attacher); ok {
				if err := a.Attach(sc.plans, sc.jobs); err != nil {
					t.Fatal(err)
				}
			}
			for sc.graph = range sc.jobs.Graphs { // all of them are alike in this
				if got := s.Degree(sc.decision()); got != tc.want {
					t.Errorf("%s: degree %d, want %d", sc.jobs.Graphs[sc.graph].Graph.Name, got, tc.want)
				}
			}
		})
	}
}

// A table for other graphs is refused before a run begins.
func TestTableWithoutGraph(t *testing.T) {
	sc := newScene(t, 0.5)
	spec := table("", 8, 4, 2)
	spec.Rows = spec.Rows[1:]
	s, err := strategy.New(spec, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	err = s.(cluster.Attacher).Attach(sc.plans, sc.jobs)
	if want := `the table has no row of 3 degrees for graph "alexnet"`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
