package cluster_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"rampart/core/cluster"
	"rampart/core/plan"
	"rampart/core/workload"
)

// A fork that is given the jobs which really come later decides, and ends, as
// the run itself does; and the run does not notice.
func TestForkGoesOnLikeTheRun(t *testing.T) {
	for _, corrected := range []bool{false, true} {
		for _, placer := range []plan.Placer{plan.FirstFit, plan.Compact, plan.BestFit} {
			t.Run(fmt.Sprint(corrected, placer), func(t *testing.T) {
				p := paperPlans(t, func(s *plan.Settings) { s.Fixes, s.Placer = plan.Rules(corrected), placer })
				w := paperJobs(p, corrected)
				settings := cluster.Settings{Plans: p, HorizonSeconds: 2e5, QueueCapacity: 10}
				alone := play(t, settings, w, nil)
				var fork cluster.Simulator
				for _, at := range []int{0, 1, 57, 140} {
					var verdicts []cluster.Verdict
					whole := play(t, settings, w, func(sim *cluster.Simulator, d *cluster.Decision) {
						if d.Job != at {
							return
						}
						sim.Fork(&fork, rest(t, w, d.ClockSeconds))
						verdicts = finish(t, &fork, nil)
					})
					if !reflect.DeepEqual(whole, alone) {
						t.Fatalf("fork at job %d: the run was disturbed", at)
					}
					if len(verdicts) != len(whole)-at {
						t.Fatalf("fork at job %d: %d decisions, want %d", at, len(verdicts), len(whole)-at)
					}
					for i, v := range verdicts {
						want := whole[at+i]
						if v.Degree != want.Degree || v.Accepted != want.Accepted || v.Cause != want.Cause || v.JCTSeconds != want.JCTSeconds {
							t.Fatalf("fork at job %d: decision %d is %+v, want %+v", at, i, v, want)
						}
					}
				}
			})
		}
	}
}

// play runs a strategy of turns to the end and returns what became of each job.
func play(t *testing.T, s cluster.Settings, w *workload.Settings, look func(*cluster.Simulator, *cluster.Decision)) []cluster.Verdict {
	t.Helper()
	sim, err := cluster.New(s, w, 3)
	if err != nil {
		t.Fatal(err)
	}
	return finish(t, sim, look)
}

func finish(t *testing.T, sim *cluster.Simulator, look func(*cluster.Simulator, *cluster.Decision)) []cluster.Verdict {
	t.Helper()
	var verdicts []cluster.Verdict
	for d, ok := sim.Decide(); ok; d, ok = sim.Decide() {
		if look != nil {
			look(sim, d)
		}
		// By the job alone, whatever its number is in the run.
		if err := sim.Apply(d.Valid[(d.Graph+int(100*d.Beta))%len(d.Valid)]); err != nil {
			t.Fatal(err)
		}
		verdicts = append(verdicts, sim.Verdict())
	}
	return verdicts
}

// rest returns the jobs of a workload that arrive after a time.
func rest(t *testing.T, w *workload.Settings, after float64) []workload.Arrival {
	t.Helper()
	stream, err := workload.New(w, 3)
	if err != nil {
		t.Fatal(err)
	}
	var later []workload.Arrival
	for range 400 {
		a, ok := stream.Next()
		if !ok {
			break
		}
		if a.Seconds > after {
			later = append(later, a)
		}
	}
	return later
}

// Forking again and again in the same memory needs no more of it.
func TestForkAllocatesNothing(t *testing.T) {
	p := paperPlans(t, func(s *plan.Settings) { s.Placer = plan.BestFit })
	w := paperJobs(p, false)
	sim, err := cluster.New(cluster.Settings{Plans: p, HorizonSeconds: 2e5, QueueCapacity: 10}, w, 3)
	if err != nil {
		t.Fatal(err)
	}
	future, err := workload.NewSampler(w)
	if err != nil {
		t.Fatal(err)
	}
	var fork cluster.Simulator
	var later []workload.Arrival
	var d *cluster.Decision
	for range 30 {
		d, _ = sim.Decide()
		if err := sim.Apply(d.Valid[len(d.Valid)/2]); err != nil {
			t.Fatal(err)
		}
	}
	d, _ = sim.Decide()
	try := func() {
		future.Seed(7, "test")
		later = future.Append(later[:0], d.ClockSeconds, 60)
		sim.Fork(&fork, later)
		for e, ok := fork.Decide(); ok; e, ok = fork.Decide() {
			if err := fork.Apply(e.Valid[len(e.Valid)/2]); err != nil {
				t.Fatal(err)
			}
		}
	}
	try()
	if n := testing.AllocsPerRun(10, try); n > 0 {
		t.Errorf("%v allocations", n)
	}
	before := slices.Clone(later)
	try()
	if !slices.Equal(before, later) {
		t.Error("the same seed gives other jobs")
	}
}
