package cluster_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"rampart/core/cluster"
	"rampart/core/plan"
	"rampart/core/ramp"
)

// What is foretold of a block of some rank is what ApplyAt then does, under both
// rules and in a fork as well; rank 0 is what Apply and Outlook mean.
func TestOutlookAtComesTrue(t *testing.T) {
	for _, corrected := range []bool{false, true} {
		p := paperPlans(t, func(s *plan.Settings) { s.Fixes, s.Placer = plan.Rules(corrected), plan.BestFit })
		w := paperJobs(p, corrected)
		sim, err := cluster.New(cluster.Settings{Plans: p, HorizonSeconds: 2e5, QueueCapacity: 10}, w, 3)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(1, 2))
		var fork cluster.Simulator
		taken, refused := map[int]int{}, 0
		for d, ok := sim.Decide(); ok; d, ok = sim.Decide() {
			degree, rank := d.Valid[r.IntN(len(d.Valid))], r.IntN(ramp.MaxRanks)
			if degree == 0 {
				rank = 0
			} else if o := d.State.OutlookAt(degree, rank); rank > 0 && !o.Placeable {
				if refused++; sim.ApplyAt(degree, rank) == nil {
					t.Fatalf("job %d was put on a block that there is not", d.Job)
				}
				rank = 0
			}
			var o cluster.Outlook
			if degree > 0 {
				o = d.State.OutlookAt(degree, rank)
				if first := d.State.OutlookAt(degree, 0); first != d.State.Outlook(degree) {
					t.Fatalf("job %d: rank 0 is %+v, Outlook %+v", d.Job, first, d.State.Outlook(degree))
				}
			}
			before := slices.Clone(sim.Free())
			sim.Fork(&fork, nil)
			for _, s := range []*cluster.Simulator{sim, &fork} {
				if err := s.ApplyAt(degree, rank); err != nil {
					t.Fatal(err)
				}
				if v := s.Verdict(); v.Accepted != o.InTime || v.Degree != degree || o.Placeable && v.JCTSeconds != o.JCTSeconds {
					t.Fatalf("job %d, degree %d, rank %d: %+v, foretold %+v", d.Job, degree, rank, v, o)
				}
			}
			if o.InTime {
				taken[rank]++
				for _, server := range o.Plan.Servers {
					if !before.Has(server) {
						t.Fatalf("job %d, rank %d: server %d was not free", d.Job, rank, server)
					}
				}
				if last := sim.Jobs()[d.Job]; !reflect.DeepEqual(last.Servers, o.Plan.ServerNames) {
					t.Fatalf("job %d, rank %d: on %v, foretold %v", d.Job, rank, last.Servers, o.Plan.ServerNames)
				}
			}
		}
		if taken[0] == 0 || taken[1] < 3 || taken[2] == 0 || refused == 0 {
			t.Errorf("corrected %v: too few cases to tell: %v, %d refused", corrected, taken, refused)
		}
	}
}

// Blocks that cannot be are refused, and nothing has happened then.
func TestApplyAtRefuses(t *testing.T) {
	for _, placer := range []plan.Placer{plan.FirstFit, plan.Compact, plan.BestFit} {
		// Where the form of a block matters an empty cluster has several to choose from.
		p := paperPlans(t, func(s *plan.Settings) { s.Placer, s.Fixes = placer, plan.FixPlacement })
		sim, err := cluster.New(cluster.Settings{Plans: p, HorizonSeconds: 2e5, QueueCapacity: 10}, paperJobs(p, false), 3)
		if err != nil {
			t.Fatal(err)
		}
		d, _ := sim.Decide()
		job := d.Job
		for _, c := range [][2]int{{0, 1}, {2, -1}, {2, ramp.MaxRanks}, {3, 1}} {
			if sim.ApplyAt(c[0], c[1]) == nil {
				t.Errorf("%v: degree %d on block %d was accepted", placer, c[0], c[1])
			}
		}
		if err := sim.ApplyAt(2, 1); (err == nil) != (placer == plan.BestFit) {
			t.Errorf("%v: the second block of degree 2: %v", placer, err)
		}
		if again, _ := sim.Decide(); placer != plan.BestFit && (again != d || again.Job != job) {
			t.Errorf("%v: a refused choice was a decision", placer)
		}
	}
}

// twos takes degree 2, and its second block.
type twos struct{}

func (twos) Degree(*cluster.Decision) int        { return 2 }
func (twos) Choose(*cluster.Decision) (int, int) { return 2, 1 }

// ones takes degree 1.
type ones struct{}

func (ones) Degree(*cluster.Decision) int { return 1 }

func TestChoose(t *testing.T) {
	for _, tc := range []struct {
		s            cluster.Strategy
		degree, rank int
	}{{twos{}, 2, 1}, {ones{}, 1, 0}} {
		if degree, rank := cluster.Choose(tc.s, nil); degree != tc.degree || rank != tc.rank {
			t.Errorf("%T: degree %d, rank %d", tc.s, degree, rank)
		}
	}
}

// What the placer is told of the future: of three jobs the first two to end have
// ended at the first moment, all at the second; without jobs it is the present.
func TestComing(t *testing.T) {
	set := func(servers ...int) ramp.Set {
		s := ramp.NewSet(8)
		for _, v := range servers {
			s.Add(v)
		}
		return s
	}
	jobs := []cluster.Running{{RemainingSeconds: 3, On: []int{2, 3}}, {RemainingSeconds: 1, On: []int{4}}, {RemainingSeconds: 2, On: []int{6}}}
	got := cluster.Coming(nil, set(0, 1), jobs)
	if want := []ramp.Set{set(0, 1, 4, 6), set(0, 1, 2, 3, 4, 6)}; !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	again := cluster.Coming(got, set(5), nil)
	if want := []ramp.Set{set(5), set(5)}; !reflect.DeepEqual(again, want) || &again[0][0] != &got[0][0] {
		t.Errorf("%v, want %v in the same memory", again, want)
	}
}
