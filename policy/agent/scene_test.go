package agent_test

import (
	"math"
	"slices"
	"testing"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/core/workload"
	"rampart/policy/agent"
)

// settings returns the cluster and workload of the paper's experiment under
// some rules.
func settings(t testing.TB, rules experiment.Rules, placer experiment.Placer) *experiment.Runner {
	t.Helper()
	x := experiment.Paper("A")
	x.Rules, x.Placer, x.HorizonSeconds = rules, placer, 200_000
	r, err := experiment.NewRunner(x, func(experiment.StrategySpec, *experiment.Experiment, uint64) (cluster.Strategy, error) {
		return nil, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A scene set up like a moment of a run asks for the same decision. Under
// reference rules the mask also counts servers that are no longer in use and
// times are those booked first, so that only the cluster is compared there.
func TestSceneIsLikeARun(t *testing.T) {
	for _, tc := range []struct {
		name   string
		rules  experiment.Rules
		placer experiment.Placer
	}{
		{"corrected, first fit", experiment.Corrected, experiment.FirstFit},
		{"corrected, compact", experiment.Corrected, experiment.Compact},
		{"reference, first fit", experiment.Reference, experiment.FirstFit},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c, w := settings(t, tc.rules, tc.placer).Settings()
			sim, err := cluster.New(c, w, 4)
			if err != nil {
				t.Fatal(err)
			}
			scene := agent.NewScene(c.Plans)
			n := c.Plans.Settings().Shape.N()
			for d, ok := sim.Decide(); ok; d, ok = sim.Decide() {
				s := agent.Situation{Graph: d.Graph, Beta: d.Beta, TrainingSteps: d.TrainingSteps, JobsRunning: d.JobsRunning}
				for server := range n {
					if !d.State.Free().Has(server) {
						s.Busy = append(s.Busy, server)
					}
				}
				got := scene.Show(s)
				if !slices.Equal(got.State.Free(), d.State.Free()) || got.SequentialSeconds != d.SequentialSeconds ||
					got.MaxAcceptableSeconds != d.MaxAcceptableSeconds || got.JobsRunning != d.JobsRunning {
					t.Fatalf("job %d: scene %+v, run %+v", d.Job, got, d)
				}
				if tc.rules == experiment.Corrected {
					compare(t, d, got, c.Plans.Degrees()[1:])
				}
				if err := sim.Apply(d.Valid[d.Job%len(d.Valid)]); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func compare(t *testing.T, run, scene *cluster.Decision, degrees []int) {
	t.Helper()
	if !slices.Equal(run.Valid, scene.Valid) || run.FreeServers != scene.FreeServers {
		t.Fatalf("job %d: valid %v with %d free, want %v with %d", run.Job, scene.Valid, scene.FreeServers, run.Valid, run.FreeServers)
	}
	for _, degree := range degrees {
		if got, want := scene.State.Outlook(degree), run.State.Outlook(degree); got != want {
			t.Errorf("job %d at degree %d: %+v, want %+v", run.Job, degree, got, want)
		}
		if scene.State.Placeable(degree) != run.State.Placeable(degree) || scene.State.JCTSeconds(degree) != run.State.JCTSeconds(degree) {
			t.Errorf("job %d at degree %d differs", run.Job, degree)
		}
	}
}

// The jobs of a scene share all servers in use.
func TestSceneRunning(t *testing.T) {
	c, _ := settings(t, experiment.Reference, experiment.FirstFit).Settings()
	scene := agent.NewScene(c.Plans)
	for _, tc := range []struct {
		busy, jobs int
		want       []int
	}{{0, 0, nil}, {1, 1, []int{1}}, {8, 3, []int{2, 3, 3}}, {8, 8, []int{1, 1, 1, 1, 1, 1, 1, 1}}} {
		s := agent.Situation{Beta: 0.5, TrainingSteps: 50, RemainingSeconds: 12, JobsRunning: tc.jobs}
		for server := range tc.busy {
			s.Busy = append(s.Busy, server)
		}
		d := scene.Show(s)
		var got []int
		for i, r := range d.State.AppendRunning(nil) {
			got = append(got, r.Servers)
			if r.RemainingSeconds != 12 || d.State.AppendRemaining(nil)[i] != 12 {
				t.Errorf("a job runs for %v s", r.RemainingSeconds)
			}
		}
		if !slices.Equal(got, tc.want) {
			t.Errorf("%d jobs on %d servers have %v", tc.jobs, tc.busy, got)
		}
	}
	full := agent.Situation{Beta: 0.5, TrainingSteps: 50, JobsRunning: 1}
	for server := range c.Plans.Settings().Shape.N() {
		full.Busy = append(full.Busy, server)
	}
	if d := scene.Show(full); !slices.Equal(d.Valid, []int{0}) || !math.IsInf(d.State.JCTSeconds(1), 1) {
		t.Errorf("a full cluster offers %v", d.Valid)
	}
}

// A scene tells the best-fit placer what a run would, so that jobs which all end at
// the same time lie where they would in the run.
func TestSceneLooksAhead(t *testing.T) {
	c, w := settings(t, experiment.Corrected, experiment.BestFit).Settings()
	trace := *w
	trace.Trace = []workload.TraceJob{{Graph: 0, Beta: 1}, {ArrivalSeconds: 1e-3, Graph: 1, Beta: 1}}
	sim, err := cluster.New(c, &trace, 4)
	if err != nil {
		t.Fatal(err)
	}
	scene, different := agent.NewScene(c.Plans), 0
	for _, first := range []int{1, 2, 4, 8} {
		sim.Reset(4)
		sim.Decide()
		if err := sim.Apply(first); err != nil {
			t.Fatal(err)
		}
		d, ok := sim.Decide()
		if !ok || d.JobsRunning != 1 {
			t.Fatalf("decision %+v", d)
		}
		s := agent.Situation{Graph: d.Graph, Beta: d.Beta, TrainingSteps: d.TrainingSteps, JobsRunning: 1, RemainingSeconds: 1, Busy: d.State.AppendRunning(nil)[0].On}
		shown := scene.Show(s)
		for _, degree := range c.Plans.Degrees()[1:] {
			for rank := range 3 {
				got, want := shown.State.OutlookAt(degree, rank), d.State.OutlookAt(degree, rank)
				if got != want {
					t.Errorf("with a job of degree %d, degree %d on block %d: %+v, want %+v", first, degree, rank+1, got, want)
				}
				if now := c.Plans.PlaceRank(d.Graph, degree, rank, d.State.Free()); now != want.Plan {
					different++
				}
			}
		}
	}
	if different == 0 {
		t.Error("what is ahead made no difference: too little to tell")
	}
}
