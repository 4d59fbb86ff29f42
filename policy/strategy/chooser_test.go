package strategy_test

import (
	"context"
	"slices"
	"testing"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/core/plan"
	"rampart/policy/strategy"
)

// second takes the least degree that is in time, on the second block where there
// is one.
type second struct{ asked *int }

// Degree must not be asked of a Chooser by who can ask for the block as well.
func (s second) Degree(*cluster.Decision) int { panic("the block was not asked for") }

func (s second) Choose(d *cluster.Decision) (degree, rank int) {
	*s.asked++
	for _, degree := range d.Valid[1:] {
		if d.State.Accepts(degree) {
			if d.State.OutlookAt(degree, 1).InTime {
				return degree, 1
			}
			return degree, 0
		}
	}
	return 0, 0
}

// A run lays jobs where a strategy of blocks wants them.
func TestRunsAskForBlocks(t *testing.T) {
	x := experiment.Paper("A")
	x.Placer, x.HorizonSeconds, x.Seeds = experiment.BestFit, 5e4, []uint64{3}
	x.Strategies = []experiment.StrategySpec{{Kind: "feasible"}}
	asked := 0
	play := func(f experiment.Factory) []cluster.Job {
		r, err := experiment.RunAll(context.Background(), x, f, experiment.Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		return r.Runs[0].Jobs
	}
	own := play(strategy.New)
	jobs := play(func(experiment.StrategySpec, *experiment.Experiment, uint64) (cluster.Strategy, error) {
		return second{&asked}, nil
	})
	if asked < 40 || len(jobs) != len(own) {
		t.Fatalf("asked %d times for %d of %d jobs", asked, len(jobs), len(own))
	}
	same := slices.EqualFunc(jobs, own, func(a, b cluster.Job) bool { return slices.Equal(a.Servers, b.Servers) })
	if jobs[0].Degree != own[0].Degree || same {
		t.Errorf("the first job is at degree %d, by the placer at %d; all are on the placer's blocks: %v", jobs[0].Degree, own[0].Degree, same)
	}
}

// So do the futures that a rollout imagines.
func TestRolloutAsksForBlocks(t *testing.T) {
	plans, jobs := sixteen(t, 0, 3)
	s := plans.Settings()
	s.Placer = plan.BestFit
	plans, err := plan.New(s)
	if err != nil {
		t.Fatal(err)
	}
	sim, err := cluster.New(cluster.Settings{Plans: plans, HorizonSeconds: 1e4, QueueCapacity: 10}, jobs, 1)
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	r := strategy.NewRollout(second{&asked}, 20, 4, 1)
	if err := r.Attach(plans, jobs); err != nil {
		t.Fatal(err)
	}
	d, _ := sim.Decide()
	if degree := r.Degree(d); asked < 40 || !slices.Contains(d.Valid, degree) {
		t.Errorf("degree %d after asking %d times", degree, asked)
	}
}
