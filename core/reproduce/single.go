package reproduce

import (
	"fmt"
	"math"

	"rampart/core/experiment"
	"rampart/core/jobgraph"
	"rampart/core/plan"
	"rampart/core/published"
)

// trainingSteps of every job in the paper.
const trainingSteps = 50

func singleKey(graph string) string { return "single-" + graph }

func settingKey(i int, graph string) string { return fmt.Sprintf("setting-%d-%s", i+1, graph) }

// alone is a single job with a deadline that no speed-up misses.
func alone(graph string) *experiment.Experiment {
	x := experiment.Default()
	x.Workload.Graphs = []experiment.GraphRef{{Name: graph}}
	x.Workload.Jobs = []experiment.TraceJob{{Graph: graph, Beta: 1}}
	x.Seeds = []uint64{0} // nothing is drawn
	return x
}

// atDegree is a job's own degree; 1 is sequential.
func atDegree(degree int) named {
	if degree == 1 {
		return named{fixed(1).name, experiment.StrategySpec{Kind: "sequential"}}
	}
	return fixed(degree)
}

// single is the section on what needs no workload: graphs, and jobs alone.
func (b *Book) single() *Section {
	s := &Section{Key: "single", Title: "Job graphs and the times of single jobs", write: (*writer).single}
	degrees := map[string][]named{}
	for _, a := range published.EmptyCluster {
		degrees[a.Graph] = append(degrees[a.Graph], atDegree(a.Degree))
	}
	for _, g := range published.Graphs {
		s.add(singleKey(g.Name), titlePrefix+g.Name+" alone", alone(g.Name), degrees[g.Name]...)
	}
	for i, setting := range published.OtherSettings {
		for _, t := range setting.Times {
			x := alone(t.Graph)
			x.Cluster.Groups, x.Cluster.RacksPerGroup, x.Cluster.ServersPerRack = setting.Groups, setting.Racks, setting.Servers
			x.Cluster.NodeBandwidthBytesPerSecond, x.Cluster.PropagationSeconds = setting.Bandwidth, setting.Propagation
			x.Partition.MaxDegree = min(x.Partition.MaxDegree, x.Cluster.Servers())
			var list []named
			for _, j := range t.JCT {
				list = append(list, fixed(j.Degree))
			}
			s.add(settingKey(i, t.Graph), fmt.Sprintf("Reproduction: %s alone, setting %d", t.Graph, i+1), x, list...)
		}
	}
	return s
}

func (w *writer) single() {
	w.graphs()
	w.emptyCluster()
	w.otherSettings()
}

// graphs sets the figures of the graphs beside each other: they are counted, not
// simulated.
func (w *writer) graphs() {
	t := w.table("The job graphs, forward and backward pass: reference, and whether ours is equal", "graph", "nodes", "edges", "depth",
		"sequential JCT, s", "memory, B", "dependencies, B", "largest op, s a step", "largest op, B", "largest dependency, B", "largest relative difference", "ours: of the time, loading data, %")
	for _, g := range published.Graphs {
		cells := []string{g.Name, itoa(g.Nodes), itoa(g.Edges), itoa(g.Depth), plain(g.SequentialSeconds), plain(g.MemoryBytes),
			plain(g.DependencyBytes), plain(g.MaxCompute), plain(g.MaxMemoryBytes), plain(g.MaxDependencyBytes)}
		graph, err := jobgraph.Builtin(g.Name)
		if err != nil {
			t.row(append(cells, Missing, Missing)...)
			continue
		}
		job := jobgraph.Mirror(graph)
		s := job.Stats
		far := 0.0
		for _, pair := range [][2]float64{
			{float64(g.Nodes), float64(s.Nodes)}, {float64(g.Edges), float64(s.Edges)}, {float64(g.Depth), float64(s.MaxDepth)},
			{g.SequentialSeconds, float64(s.StepTime * trainingSteps)}, {g.MemoryBytes, s.TotalMemory}, {g.DependencyBytes, s.TotalEdgeBytes},
			{g.MaxCompute, s.MaxCompute}, {g.MaxMemoryBytes, s.MaxMemory}, {g.MaxDependencyBytes, s.MaxEdgeBytes},
		} {
			far = max(far, apart(pair[0], pair[1]))
		}
		t.row(append(cells, tiny(far), percent(1-plan.StepSeconds(job, plan.FixInput)/plan.StepSeconds(job, 0)))...)
	}
}

// one is the only run of a strategy of an experiment; nil if there is none.
func (r *Results) one(key, strategy string) (run *experiment.Run) {
	r.of(key, strategy, func(of *experiment.Run) float64 { run = of; return 0 })
	return run
}

func (w *writer) emptyCluster() {
	w.text("One job on an empty cluster of 4 × 4 × 2 servers, 50 training steps, as the unmodified reference simulator ran it and as ours does. At degree 1 both block resnet18 even with the longest deadline: its JCT is a rounding error above it.")
	t := w.table("Single jobs: JCT and communication in seconds", "graph", "degree", "servers", "JCT, reference", "JCT, ours", "communication, reference", "communication, ours", "relative difference")
	far, where := 0.0, ""
	for _, a := range published.EmptyCluster {
		name := atDegree(a.Degree).name
		run := w.results.one(singleKey(a.Graph), name)
		cells := []string{a.Graph, itoa(a.Degree), itoa(a.Servers), plain(a.JCTSeconds), Missing, plain(a.CommunicationSeconds), Missing, Missing}
		switch {
		case run == nil:
		case run.Completed == 0:
			cells[4], cells[6], cells[7] = "blocked", "blocked", "both blocked"
			if !a.Blocked {
				cells[7] = "only ours is blocked"
			}
		default:
			d := max(apart(a.JCTSeconds, run.MeanJCTSeconds), math.Abs(a.CommunicationSeconds-run.MeanCommunicationSeconds)/a.JCTSeconds,
				apart(float64(a.Servers), run.MeanServersPerJob))
			cells[4], cells[6], cells[7] = plain(run.MeanJCTSeconds), plain(run.MeanCommunicationSeconds), tiny(d)
			if d > far {
				far, where = d, fmt.Sprintf("%s at degree %d", a.Graph, a.Degree)
			}
		}
		t.row(cells...)
	}
	w.textf("The largest relative difference is %s%s. Communication is held against the JCT.", tiny(far), at(where))
}

func at(where string) string {
	if where == "" {
		return ""
	}
	return " (" + where + ")"
}

func (w *writer) otherSettings() {
	w.text("The same on other clusters. The reference orders flows of equal run time by Python's string hashing, so that alexnet at degree 2 has one of two values there; ours is held against the nearer. A dash: the degree is not valid, or first fit finds no room, in both.")
	t := w.table("Single jobs on other clusters: JCT in seconds, reference and ours", "cluster", "bandwidth, B/s", "propagation, s", "graph", "degree", "reference", "ours", "relative difference")
	far, n, disagree := 0.0, 0, 0
	for i, s := range published.OtherSettings {
		shape := fmt.Sprintf("%d × %d × %d", s.Groups, s.Racks, s.Servers)
		for _, times := range s.Times {
			for _, j := range times.JCT {
				run := w.results.one(settingKey(i, times.Graph), fixed(j.Degree).name)
				cells := []string{shape, plain(s.Bandwidth), plain(s.Propagation), times.Graph, itoa(j.Degree), Missing, Missing, Missing}
				if j.Seconds > 0 {
					cells[5] = plain(j.Seconds)
					if j.Or > 0 {
						cells[5] += " or " + plain(j.Or)
					}
				}
				if run != nil && run.Completed > 0 {
					cells[6] = plain(run.MeanJCTSeconds)
				}
				if run != nil {
					n++
				}
				switch {
				case run == nil:
				case (run.Completed > 0) != (j.Seconds > 0):
					disagree++
					cells[7] = "one of them runs"
				case run.Completed > 0:
					d := min(apart(j.Seconds, run.MeanJCTSeconds), apart(j.Or, run.MeanJCTSeconds))
					far, cells[7] = max(far, d), tiny(d)
				}
				t.row(cells...)
			}
		}
	}
	w.textf("%d of %d agree on whether the job runs; the largest relative difference is %s.", n-disagree, n, tiny(far))
}
