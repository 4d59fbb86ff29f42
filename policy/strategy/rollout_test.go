package strategy_test

import (
	"context"
	"testing"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/core/jobgraph"
	"rampart/core/plan"
	"rampart/core/ramp"
	"rampart/core/workload"
	"rampart/policy/strategy"
)

// sixteen is 8 servers and jobs of 16 s for each training step on one of them,
// 8 s on two, 4 s on four and 2 s on eight: nothing has to be sent. They arrive
// every so many seconds and may take as long as they like.
func sixteen(t testing.TB, fixes plan.Fixes, every float64) (*plan.Planner, *workload.Settings) {
	t.Helper()
	g := &jobgraph.Graph{Name: "sixteen", Unit: jobgraph.Seconds, Ops: []jobgraph.Op{{ID: 1, Forward: 8, Backward: 8, ActivationBytes: 1}}}
	jobs := &workload.Settings{
		Graphs: []*jobgraph.Job{jobgraph.Mirror(g)}, TrainingSteps: 1, PoolCopies: 1, Sampling: workload.Replace,
		Interarrival: workload.Distribution{Kind: "fixed", Value: every}, Beta: workload.Beta{Kind: "fixed", Value: 1},
	}
	plans, err := plan.New(plan.Settings{
		Graphs: jobs.Graphs, Shape: ramp.Shape{Groups: 2, Racks: 2, Servers: 2}, NodeBandwidth: 1e12, ChannelsPerLink: 1,
		MemoryBytes: 1e9, MaxDegree: 8, Quantum: 0.01, Placer: plan.Compact, Fixes: fixes,
	})
	if err != nil {
		t.Fatal(err)
	}
	return plans, jobs
}

// What a rollout chooses, by hand.
func TestRolloutChoices(t *testing.T) {
	// One job of 200 s on eight servers among 99 of 2 s.
	slow := []workload.TraceJob{{Beta: 1, TrainingSteps: 100}}
	for i := range 99 {
		slow = append(slow, workload.TraceJob{ArrivalSeconds: float64(3 * (i + 1)), Beta: 1})
	}
	for _, tc := range []struct {
		name    string
		fixes   plan.Fixes
		base    int // degree of the base
		every   float64
		horizon float64
		trace   []workload.TraceJob
		before  []int // degrees of the jobs before
		want    int
	}{
		// Jobs with two servers for 8 s fit in at once, three at a time.
		{"nothing is at stake", 0, 2, 3, 1e4, nil, nil, 1},
		// All servers are wanted every 3 s: with 4 of them, for 4 s, the next
		// job is lost, with 2 the next two.
		{"the next job needs all servers", 0, 8, 3, 1e4, nil, nil, 8},
		// The job before has two servers until 8, so the one at 6 is lost in
		// any case; this one came at 3 and must not last longer than until 9.
		{"until the job before is done", 0, 8, 3, 1e4, nil, []int{2}, 4},
		{"a job that is not worth it", 0, 8, 3, 1e4, slow, nil, 0},
		// At 10 all is over; with one server the job would take until 16.
		{"before the horizon", 0, 2, 3, 10, nil, nil, 2},
		{"past the horizon where that is no loss", plan.FixUnfinished, 2, 3, 10, nil, nil, 1},
		{"nothing is free", 0, 2, 1, 1e4, nil, []int{8}, 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			plans, jobs := sixteen(t, tc.fixes, tc.every)
			jobs.Trace = tc.trace
			sim, err := cluster.New(cluster.Settings{Plans: plans, HorizonSeconds: tc.horizon, QueueCapacity: 10}, jobs, 1)
			if err != nil {
				t.Fatal(err)
			}
			s := strategy.NewRollout(strategy.Fixed{To: tc.base}, 40, 4, 1)
			if err := s.Attach(plans, jobs); err != nil {
				t.Fatal(err)
			}
			for _, degree := range tc.before {
				sim.Decide()
				if err := sim.Apply(degree); err != nil {
					t.Fatal(err)
				}
			}
			d, _ := sim.Decide()
			if got := s.Degree(d); got != tc.want {
				t.Errorf("degree %d, want %d", got, tc.want)
			}
		})
	}
}

// On the same jobs, runs of other seeds imagine other futures.
func TestRolloutSeeds(t *testing.T) {
	x := experiment.Paper("A")
	x.Placer, x.Seeds = experiment.Compact, []uint64{1, 2}
	x.Strategies = []experiment.StrategySpec{{Kind: "rollout", Base: &experiment.StrategySpec{Kind: "fixed", Degree: 8}, Arrivals: 10, Samples: 3}}
	for i := range 60 {
		x.Workload.Jobs = append(x.Workload.Jobs, experiment.TraceJob{
			ArrivalSeconds: float64(900 * i), Graph: x.Workload.Graphs[i%5].Name, Beta: float64(1+i%4) / 4,
		})
	}
	r, err := experiment.RunAll(context.Background(), x, strategy.New, experiment.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	if r.Runs[0].JobsDigest == r.Runs[1].JobsDigest {
		t.Error("two seeds made the same choices")
	}
}

// The result is the same for any number of workers.
func TestRolloutRepeats(t *testing.T) {
	x := experiment.Paper("B")
	x.Placer, x.HorizonSeconds, x.Seeds = experiment.Compact, 6e4, []uint64{3, 4, 5}
	x.Strategies = []experiment.StrategySpec{
		{Kind: "rollout", Arrivals: 12, Samples: 3},
		{Kind: "rollout", Base: &experiment.StrategySpec{Kind: "elastic"}, Arrivals: 12, Samples: 3},
	}
	var digests [3]string
	for i, workers := range []int{1, 2, 5} {
		r, err := experiment.RunAll(context.Background(), x, strategy.New, experiment.Options{Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		digests[i] = r.Digest
	}
	if digests[0] != digests[1] || digests[0] != digests[2] {
		t.Errorf("1, 2 and 5 workers: %v", digests)
	}
}
