package experiment_test

import (
	"slices"
	"testing"

	"rampart/core/bound"
	"rampart/core/experiment"
	"rampart/core/ramp"
	"rampart/policy/strategy"
)

// eightServers is an experiment on eight servers under the paper's load.
func eightServers(deadlines string, placer experiment.Placer) *experiment.Experiment {
	x := experiment.Paper(deadlines)
	x.Cluster.Groups, x.Cluster.RacksPerGroup, x.Cluster.ServersPerRack = 2, 2, 2
	x.Workload.Interarrival.Value *= 4
	x.Partition.MaxDegree = 8
	x.Placer = placer
	x.Seeds = []uint64{3}
	x.Strategies = []experiment.StrategySpec{{Kind: "max"}, {Kind: "acceptable"}, {Kind: "random"}, {Kind: "fixed", Degree: 2}, {Kind: "fixed", Degree: 4}, {Kind: "fixed", Degree: 8}}
	return x
}

// The optimum of the first jobs is a schedule, proven, at most the relaxation,
// and no strategy accepts more of them.
func TestOptimum(t *testing.T) {
	const jobs = 20
	shape := ramp.Shape{Groups: 2, Racks: 2, Servers: 2}
	for _, deadlines := range []string{"A", "B"} {
		for _, placer := range []experiment.Placer{experiment.Compact, experiment.BestFit, experiment.FirstFit} {
			x := eightServers(deadlines, placer)
			maker, err := experiment.NewBoundMaker(x)
			if err != nil {
				t.Fatal(err)
			}
			o, err := maker.Optimum(x.Seeds[0], jobs, bound.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			if o.Jobs != jobs || o.Accepted != o.AtMost || o.Accepted != len(o.Schedule) || float64(o.AtMost) > o.Relaxed+1e-6 {
				t.Errorf("%s, %s: %d jobs, %d to %d accepted of %v, %d in the schedule", deadlines, placer, o.Jobs, o.Accepted, o.AtMost, o.Relaxed, len(o.Schedule))
			}
			r, err := experiment.RunAll(t.Context(), x, strategy.New, experiment.Options{})
			if err != nil {
				t.Fatal(err)
			}
			free := make([]float64, shape.N())
			for _, s := range o.Schedule {
				job := r.Runs[0].Jobs[s.Job]
				if s.StartSeconds != job.ArrivalSeconds || s.Seconds > job.MaxAcceptableSeconds || len(s.Servers) > s.Degree {
					t.Errorf("%s, %s: %+v is no way to run %+v", deadlines, placer, s, job)
				}
				for _, server := range s.Servers {
					if free[server] > s.StartSeconds {
						t.Errorf("%s, %s: job %d starts at %v on server %d, which is free at %v", deadlines, placer, s.Job, s.StartSeconds, server, free[server])
					}
					free[server] = s.StartSeconds + s.Seconds
				}
				if !slices.IsSorted(s.Servers) {
					t.Errorf("servers %v", s.Servers)
				}
			}
			for _, run := range r.Runs {
				accepted := 0
				for _, job := range run.Jobs[:jobs] {
					if job.StartSeconds != nil {
						accepted++
					}
				}
				if accepted > o.AtMost {
					t.Errorf("%s, %s: strategy %d accepts %d, at most %d can be", deadlines, placer, run.Strategy, accepted, o.AtMost)
				}
			}
		}
	}
}

func TestOptimumRefuses(t *testing.T) {
	x := eightServers("A", experiment.Compact)
	maker, err := experiment.NewBoundMaker(x)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := maker.Optimum(0, 0, bound.Limits{}); err == nil {
		t.Error("no jobs are taken")
	}
	x.Cluster.Groups, x.Cluster.RacksPerGroup, x.Cluster.ServersPerRack = 5, 5, 3
	if maker, err = experiment.NewBoundMaker(x); err != nil {
		t.Fatal(err)
	}
	if _, err := maker.Optimum(0, 5, bound.Limits{}); err == nil {
		t.Error("75 servers are taken")
	}
}
