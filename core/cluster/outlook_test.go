package cluster_test

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"rampart/core/cluster"
	"rampart/core/plan"
	"rampart/core/workload"
)

func paperJobs(p *plan.Planner, corrected bool) *workload.Settings {
	w := &workload.Settings{
		Graphs: p.Settings().Graphs, TrainingSteps: 50, PoolCopies: 10, Sampling: workload.RemoveAndRepeat,
		Interarrival: workload.Distribution{Kind: "exponential", Mean: 900}, Beta: workload.Beta{Preset: "A"},
	}
	if corrected { // seconds instead of milliseconds
		w.TrainingSteps *= 1000
	}
	return w
}

// What a decision foretells of each degree is what Apply then does, and the
// running jobs hold the servers that are not free.
func TestOutlookComesTrue(t *testing.T) {
	for _, corrected := range []bool{false, true} {
		for _, placer := range []plan.Placer{plan.FirstFit, plan.Compact, plan.BestFit} {
			p := paperPlans(t, func(s *plan.Settings) { s.Fixes, s.Placer = plan.Rules(corrected), placer })
			sim, err := cluster.New(cluster.Settings{Plans: p, HorizonSeconds: 2e5, QueueCapacity: 10}, paperJobs(p, corrected), 3)
			if err != nil {
				t.Fatal(err)
			}
			r := rand.New(rand.NewPCG(1, 2))
			causes := map[cluster.Cause]int{}
			for d, ok := sim.Decide(); ok; d, ok = sim.Decide() {
				held := 0
				remaining := d.State.AppendRemaining(nil)
				for i, job := range d.State.AppendRunning(nil) {
					held += job.Servers
					if job.RemainingSeconds != remaining[i] {
						t.Errorf("job %d: remaining %v and %v", d.Job, job.RemainingSeconds, remaining[i])
					}
				}
				if free := d.State.Free().Count(); held+free != 32 {
					t.Fatalf("job %d: %d servers held and %d free", d.Job, held, free)
				}
				degree := d.Valid[r.IntN(len(d.Valid))]
				if degree == 0 {
					degree = d.Valid[len(d.Valid)-1]
				}
				var o cluster.Outlook
				sequential := d.SequentialSeconds
				if degree > 0 {
					o = d.State.Outlook(degree)
					if got := d.State.Accepts(degree); got != o.InTime {
						t.Errorf("job %d: accepted with degree %d: %v, %+v", d.Job, degree, got, o)
					}
					if o.Placeable != d.State.Placeable(degree) || o.JCTSeconds != d.State.JCTSeconds(degree) {
						t.Errorf("job %d: %+v, placeable %v in %v s", d.Job, o, d.State.Placeable(degree), d.State.JCTSeconds(degree))
					}
				}
				if err := sim.Apply(degree); err != nil {
					t.Fatal(err)
				}
				v := sim.Verdict()
				causes[v.Cause]++
				if v.Accepted != o.InTime || v.Accepted != (v.Cause == cluster.NoCause) || v.Degree != degree {
					t.Fatalf("job %d: %+v, foretold %+v", v.Job, v, o)
				}
				if o.Placeable && v.JCTSeconds != o.JCTSeconds || math.Abs(v.SequentialSeconds-sequential) > 1e-9*sequential {
					t.Errorf("job %d: JCT %v of %v s, foretold %v of %v", v.Job, v.JCTSeconds, v.SequentialSeconds, o.JCTSeconds, sequential)
				}
			}
			if causes[cluster.NoCause] < 20 || causes[cluster.CauseJCT] < 5 {
				t.Errorf("too few cases to tell: %v", causes)
			}
		}
	}
}

// The throughputs of a verdict are those of one step: with one job alone they
// are its bytes over its JCT, however long the step is (spec section 8.3).
func TestVerdictThroughput(t *testing.T) {
	p := paperPlans(t, nil)
	w := paperJobs(p, false)
	w.Trace = []workload.TraceJob{{ArrivalSeconds: 0, Graph: 0, Beta: 1}, {ArrivalSeconds: 700, Graph: 0, Beta: 0.1}, {ArrivalSeconds: 700, Graph: 0, Beta: 0.1}}
	sim, err := cluster.New(cluster.Settings{Plans: p, HorizonSeconds: 1e4, QueueCapacity: 10}, w, 0)
	if err != nil {
		t.Fatal(err)
	}
	const memory, edges, dep, jct = 3046234440.0, 2422161416.0, 7226987916.0, 9015.954265992597 // alexnet at degree 4, spec 12.1 and 12.2
	for i, tc := range []struct {
		degree                   int
		compute, cluster, demand float64
	}{
		{4, memory / jct, (memory + dep) / jct, (memory + edges) / jct},
		{0, 0, 0, 0}, // the next job arrives in the same moment: a step of no length
		{0, memory / jct, (memory + dep) / jct, (memory + edges) / jct},
	} {
		if _, ok := sim.Decide(); !ok {
			t.Fatal("no decision")
		}
		if err := sim.Apply(tc.degree); err != nil {
			t.Fatal(err)
		}
		v := sim.Verdict()
		for k, pair := range [3][2]float64{{v.ComputeThroughput(), tc.compute}, {v.ClusterThroughput(), tc.cluster}, {v.DemandThroughput(), tc.demand}} {
			if !(math.Abs(pair[0]-pair[1]) <= 1e-9*pair[1]) {
				t.Errorf("decision %d, throughput %d: %v, want %v", i, k, pair[0], pair[1])
			}
		}
	}
}

// A run in the memory of another equals a run of its own.
func TestReset(t *testing.T) {
	play := func(sim *cluster.Simulator) ([]cluster.Job, cluster.Metrics) {
		for d, ok := sim.Decide(); ok; d, ok = sim.Decide() {
			if err := sim.Apply(d.Valid[d.Job%len(d.Valid)]); err != nil {
				t.Fatal(err)
			}
		}
		m := sim.Finish()
		return sim.Jobs(), m
	}
	for _, corrected := range []bool{false, true} {
		p := paperPlans(t, func(s *plan.Settings) { s.Fixes = plan.Rules(corrected) })
		w := paperJobs(p, corrected)
		settings := cluster.Settings{Plans: p, HorizonSeconds: 2e6, QueueCapacity: 10} // more jobs than a ledger's chunk
		worn, err := cluster.New(settings, w, 1)
		if err != nil {
			t.Fatal(err)
		}
		old, _ := play(worn)
		kept, err := json.Marshal(old)
		if err != nil {
			t.Fatal(err)
		}
		for _, seed := range []uint64{2, 1} {
			fresh, err := cluster.New(settings, w, seed)
			if err != nil {
				t.Fatal(err)
			}
			worn.Reset(seed)
			jobs, m := play(worn)
			wantJobs, want := play(fresh)
			if m != want || !reflect.DeepEqual(jobs, wantJobs) {
				t.Errorf("corrected %v, seed %d: a run after Reset differs: %+v, want %+v", corrected, seed, m, want)
			}
		}
		if now, err := json.Marshal(old); err != nil || !bytes.Equal(now, kept) {
			t.Error("Reset changed the jobs of the run before")
		}
	}
}
