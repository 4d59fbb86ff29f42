// Package bench measures the engine. The native command and the engine's Web
// Worker run the same measurements, so that the hosts can be compared.
package bench

import (
	"runtime"
	"strconv"
	"time"

	"rampart/core/cluster"
	"rampart/core/jobgraph"
	"rampart/core/plan"
	"rampart/core/ramp"
	"rampart/core/workload"
	"rampart/policy/strategy"
)

// Row is one measured figure.
type Row struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Unit  string  `json:"unit"`
}

// measureFor is how long a figure is measured at least.
const measureFor = 400 * time.Millisecond

// rounds is how often a figure is measured; the median is reported.
const rounds = 5

// Engine measures the simulator on one core: decisions a second with all plans
// remembered, and plans made from nothing. Between measurements it calls
// pause, where a host without threads may let other work go on; it may be nil.
func Engine(pause func()) []Row {
	if pause == nil {
		pause = func() {}
	}
	var rows []Row
	for _, c := range []struct {
		name    string
		compact bool
		choose  func(seed uint64) cluster.Strategy
	}{
		{"decisions, fixed 8, first fit", false, func(uint64) cluster.Strategy { return strategy.Fixed{To: 8} }},
		{"decisions, fixed 8, compact", true, func(uint64) cluster.Strategy { return strategy.Fixed{To: 8} }},
		{"decisions, random, first fit", false, func(s uint64) cluster.Strategy { return strategy.NewRandom(s) }},
	} {
		p := planner(ramp.Shape{Groups: 4, Racks: 4, Servers: 2}, jobgraph.PaperNames(), c.compact)
		rows = append(rows, Row{c.name, warm(pause, p, 1, c.choose), "decisions/s"})
		corrected := rulesPlanner(plan.AllFixes, c.compact)
		rows = append(rows, Row{c.name + ", corrected rules", warm(pause, corrected, 1e-3, c.choose), "decisions/s"})
		i := len(rows) - 2
		rows = append(rows, Row{"a decision under corrected rules, in those under reference", rows[i].Value / rows[i+1].Value, "times"})
	}
	for _, name := range []string{"alexnet", "resnet18", "densenet121"} {
		p := planner(ramp.Shape{Groups: 4, Racks: 4, Servers: 2}, []string{name}, false)
		s := p.Settings()
		free := ramp.NewSet(s.Shape.N())
		free.Fill(s.Shape.N())
		rows = append(rows, Row{"cold plan, " + name + " at degree 16", median(pause, func() float64 {
			start, n := time.Now(), 0
			for ; time.Since(start) < measureFor/4; n++ {
				cold, err := plan.New(s)
				if err != nil {
					panic(err)
				}
				cold.Step(cold.Place(0, 16, free))
			}
			return time.Since(start).Seconds() * 1e3 / float64(n)
		}), "ms"})
	}
	return rows
}

// warm returns the decisions a second on the paper's workload, with all plans
// remembered. second is one of the reference's seconds in simulated ones.
func warm(pause func(), p *plan.Planner, second float64, choose func(seed uint64) cluster.Strategy) float64 {
	run := func(seed uint64) int { return episode(p, 1000*second, 1e6*second, seed, choose(seed)) }
	for seed := range uint64(3) {
		run(seed) // remember the plans
	}
	return median(pause, func() float64 {
		start, n := time.Now(), 0
		for seed := uint64(0); time.Since(start) < measureFor; seed++ {
			n += run(seed % 3)
		}
		return float64(n) / time.Since(start).Seconds()
	})
}

// GrowthRow says what a decision costs at one size.
type GrowthRow struct {
	Servers, Jobs       int
	MicrosecondsPer     float64 // a decision
	AllocatedBytesPer   float64 // a decision, with all that was freed again
	KeptBytesPer        float64 // a job, alive at the end of the run
	MeanJobsRunning     float64
	NanosecondsPerCount float64 // a decision and server
}

// Growth measures how a decision's cost grows with the servers of the cluster
// (the load of each server kept the same) and with the jobs of the run.
func Growth() []GrowthRow {
	var rows []GrowthRow
	for _, s := range []ramp.Shape{{Groups: 4, Racks: 4, Servers: 2}, {Groups: 8, Racks: 8, Servers: 2}, {Groups: 8, Racks: 8, Servers: 8}, {Groups: 16, Racks: 16, Servers: 8}, {Groups: 32, Racks: 32, Servers: 8}, {Groups: 32, Racks: 32, Servers: 64}} {
		jobs := max(4000, s.N()/4) // enough to fill the cluster
		rows = append(rows, growth(s, jobs))
	}
	for jobs := 1000; jobs <= 1_000_000; jobs *= 10 {
		rows = append(rows, growth(ramp.Shape{Groups: 4, Racks: 4, Servers: 2}, jobs))
	}
	return rows
}

func growth(s ramp.Shape, jobs int) GrowthRow {
	p := planner(s, jobgraph.PaperNames(), false)
	interarrival := 1000 * 32 / float64(s.N())
	horizon := interarrival * float64(jobs)
	episode(p, interarrival, horizon/10, 1, strategy.Fixed{To: 8}) // remember plans
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	start := time.Now()
	sim := simulator(p, interarrival, horizon, 0)
	n := play(sim, strategy.Fixed{To: 8})
	took := time.Since(start)
	runtime.ReadMemStats(&after)
	allocated := after.TotalAlloc - before.TotalAlloc
	runtime.GC()
	runtime.ReadMemStats(&after)
	m := sim.Finish()
	per := took.Seconds() * 1e6 / float64(n)
	return GrowthRow{
		Servers: s.N(), Jobs: m.Arrived, MicrosecondsPer: per,
		AllocatedBytesPer: float64(allocated) / float64(n),
		KeptBytesPer:      float64(int64(after.HeapAlloc)-int64(before.HeapAlloc)) / float64(m.Arrived),
		MeanJobsRunning:   m.MeanNumJobsRunning, NanosecondsPerCount: per * 1e3 / float64(s.N()),
	}
}

func median(pause func(), measure func() float64) float64 {
	var values [rounds]float64
	for i := range values {
		pause()
		values[i] = measure()
		for j := i; j > 0 && values[j] < values[j-1]; j-- {
			values[j], values[j-1] = values[j-1], values[j]
		}
	}
	return values[rounds/2]
}

// planner returns a planner with the paper's network.
func planner(s ramp.Shape, names []string, compact bool) *plan.Planner {
	placer := plan.FirstFit
	if compact {
		placer = plan.Compact
	}
	ps := plan.Settings{
		Shape: s, NodeBandwidth: 1.6e12, PropagationSeconds: 5e-8, IOSeconds: 1e-7,
		ChannelsPerLink: 1, MemoryBytes: 8e10, MaxDegree: 16, Quantum: 0.01, Placer: placer,
	}
	graphs, err := jobgraph.BuiltinJobs(names...)
	if err != nil {
		panic(err)
	}
	ps.Graphs = graphs
	p, err := plan.New(ps)
	if err != nil {
		panic(err)
	}
	return p
}

func simulator(p *plan.Planner, interarrival, horizon float64, seed uint64) *cluster.Simulator {
	sim, err := cluster.New(cluster.Settings{Plans: p, HorizonSeconds: horizon, QueueCapacity: 10}, &workload.Settings{
		Graphs: p.Settings().Graphs, TrainingSteps: 50, PoolCopies: 1000, Sampling: workload.RemoveAndRepeat,
		Interarrival: workload.Distribution{Kind: "fixed", Value: interarrival}, Beta: workload.Beta{Preset: "A"},
	}, seed)
	if err != nil {
		panic(err)
	}
	return sim
}

func play(sim *cluster.Simulator, s cluster.Strategy) (decisions int) {
	for d, ok := sim.Decide(); ok; d, ok = sim.Decide() {
		if err := sim.ApplyAt(cluster.Choose(s, d)); err != nil {
			panic(err)
		}
		decisions++
	}
	return decisions
}

// episode plays one run and returns the number of its decisions.
func episode(p *plan.Planner, interarrival, horizon float64, seed uint64, s cluster.Strategy) int {
	return play(simulator(p, interarrival, horizon, seed), s)
}

// Figure writes a number with three significant digits and without exponent.
func Figure(x float64) string {
	if x >= 1000 {
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return strconv.FormatFloat(x, 'g', 3, 64)
}
