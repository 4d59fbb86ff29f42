package reproduce

import (
	"fmt"

	"rampart/core/experiment"
	"rampart/core/published"
)

// shapes are the clusters of the published figure on the network's overhead, which
// its stored data do not name: with these all published digits come out.
var shapes = [len(published.Sizes)]struct{ groups, racks, servers int }{{2, 2, 2}, {2, 2, 4}, {4, 4, 2}, {4, 4, 4}, {4, 4, 8}}

// Size is the experiment of a point of published.Sizes: each of the five graphs
// once, alone, on all servers. The quantum is the reference simulator's own
// default.
func Size(i int) *experiment.Experiment {
	x := experiment.Default()
	x.Name = fmt.Sprintf("Published: one job on %d servers", published.Sizes[i].Servers)
	x.Cluster.Groups, x.Cluster.RacksPerGroup, x.Cluster.ServersPerRack = shapes[i].groups, shapes[i].racks, shapes[i].servers
	x.Partition.MaxDegree, x.Partition.QuantumSeconds = published.Sizes[i].Servers, 6e-6
	x.Workload.Jobs = nil
	for k, g := range x.Workload.Graphs {
		x.Workload.Jobs = append(x.Workload.Jobs, experiment.TraceJob{ArrivalSeconds: 1e5 * float64(k), Graph: g.Name, Beta: 1})
	}
	x.Strategies = []experiment.StrategySpec{fixed(published.Sizes[i].Servers).spec}
	x.Seeds = []uint64{0}
	return x
}

// Metrics is the experiment of the figure on other measures, sequential and
// Para_max, at one job every so many seconds. Beta is 1, since sequential jobs
// complete; bandwidth and quantum are those of the paper's early runs
// (spec/learning.md 1.12).
func Metrics(every float64) *experiment.Experiment {
	x := slow(every)
	x.Workload.Beta = experiment.Beta{Kind: "fixed", Value: 1}
	x.Partition.QuantumSeconds = 10
	x.Strategies = []experiment.StrategySpec{{Kind: "sequential"}, {Kind: "max"}}
	return x
}

// Load is the experiment of the load sweep, Para_min and Para_max, at one job
// every so many seconds. The distribution of deadlines is not stored; this is A.
func Load(every float64) *experiment.Experiment {
	x := slow(every)
	x.Strategies = []experiment.StrategySpec{{Kind: "acceptable"}, {Kind: "max"}}
	return x
}

func slow(every float64) *experiment.Experiment {
	x := experiment.Default()
	x.Workload.Interarrival = experiment.Distribution{Kind: "fixed", Value: every}
	x.Cluster.NodeBandwidthBytesPerSecond = 3.125e9
	return x
}

// with adds an experiment whose strategies stand in it.
func (s *Section) with(key, title string, x *experiment.Experiment, strategies ...string) {
	var list []named
	for i, name := range strategies {
		list = append(list, named{name, x.Strategies[i]})
	}
	s.add(key, title, x, list...)
}

// onAll is the only strategy of the sizes.
const onAll = "all servers"

// figures is the section on the motivation figures.
func (b *Book) figures() *Section {
	s := &Section{Key: "figures", Title: "The motivation figures", write: (*writer).figures}
	for i, size := range published.Sizes {
		s.with(sizeKey(i), fmt.Sprintf("Reproduction: one job on %d servers", size.Servers), Size(i), onAll)
	}
	for _, every := range []float64{2000, 4000} {
		x := b.cut(Metrics(every))
		x.Seeds = b.Seeds
		s.with(fmt.Sprintf("metrics-%g", every), fmt.Sprintf("Reproduction: sequential and Para_max, one job every %g s", every), x, sequential, paraMax)
	}
	for _, every := range []float64{50, 12000} {
		x := b.cut(Load(every))
		x.Seeds = b.Seeds[:min(len(b.Seeds), 3)] // as many as published; 20,001 arrivals
		s.with(fmt.Sprintf("load-%g", every), fmt.Sprintf("Reproduction: load, one job every %g s", every), x, paraMin, paraMax)
	}
	return s
}

// cut ends an experiment after the jobs of a small reproduction.
func (b *Book) cut(x *experiment.Experiment) *experiment.Experiment {
	if b.Jobs > 0 {
		x.HorizonSeconds = min(x.HorizonSeconds, float64(x.Workload.Interarrival.Value*float64(b.Jobs-1)))
	}
	return x
}

const sequential = "sequential"

func sizeKey(i int) string { return "size-" + itoa(published.Sizes[i].Servers) }

func (w *writer) figures() {
	w.text("The stored data of these figures leave settings open; ours are those with which the numbers come out. The overhead: shapes 2 × 2 × 2, 2 × 2 × 4, 4 × 4 × 2, 4 × 4 × 4 and 4 × 4 × 8, quantum 6e-6 (the simulator's own default). The other two: a total bandwidth of 3.125e9 B/s; beta 1 and a quantum of 10 for sequential against Para_max, beta A for the load.")
	t := w.table("The network's overhead, one job on all servers: published / ours", "servers", "speed-up", "JCT, s", "communication, s", "largest relative difference")
	for i, size := range published.Sizes {
		run := w.results.one(sizeKey(i), onAll)
		if run == nil {
			t.row(itoa(size.Servers), Missing, Missing, Missing, Missing)
			continue
		}
		far := max(apart(size.SpeedUp, run.MeanSpeedup), apart(size.JCTSeconds, run.MeanJCTSeconds), apart(size.CommunicationSeconds, run.MeanCommunicationSeconds))
		t.row(itoa(size.Servers), fmt.Sprintf("%v / %.4f", size.SpeedUp, run.MeanSpeedup), fmt.Sprintf("%v / %.2f", size.JCTSeconds, run.MeanJCTSeconds),
			fmt.Sprintf("%v / %.4f", size.CommunicationSeconds, run.MeanCommunicationSeconds), tiny(far))
	}
	t = w.table("Blocking in the motivation figures, per cent", "figure", "published", "published range", "ours")
	for _, row := range []struct {
		name, key, strategy string
		was                 published.Range
	}{
		{"one job every 2000 s, sequential", "metrics-2000", sequential, published.MetricsSequential2000},
		{"one job every 2000 s, Para_max", "metrics-2000", paraMax, published.MetricsMax2000},
		{"one job every 4000 s, Para_max", "metrics-4000", paraMax, published.MetricsMax4000},
		{"load, one job every 50 s, Para_min", "load-50", paraMin, published.LoadMin50},
		{"load, one job every 12000 s, Para_max", "load-12000", paraMax, published.LoadMax12000},
	} {
		span := "one run"
		if row.was.High > row.was.Low {
			span = said(row.was.Low) + " to " + said(row.was.High)
		}
		t.row(row.name, said(row.was.Value), span, rate(w.results.blocking(row.key, row.strategy)))
	}
}
