package paper

import (
	"strconv"

	"rampart/core/experiment"
	"rampart/core/published"
	"rampart/core/reproduce"
)

// sizes is the figure that holds RAMP's overhead against other networks: each of
// the five graphs once, alone, on all servers of clusters of 8 to 128.
var sizes = Study{
	Key: "sizes", Title: "The network's overhead: one job on 8 to 128 servers",
	Settings: "The stored data (spec/learning.md 2.5) name neither the clusters' shapes nor the quantum. Ours are 2 × 2 × 2, 2 × 2 × 4, 4 × 4 × 2, 4 × 4 × 4 and 4 × 4 × 8 and the simulator's own default quantum, 6e-6: with them the published digits come out.",
	Cases:    sizeCases(),
	Figures: []Figure{
		sizeFigure("speedup", "Speed-up on all servers", "sequential JCT over JCT, mean of five graphs", speedUp, func(i int) float64 { return published.Sizes[i].SpeedUp }),
		sizeFigure("jct", "JCT on all servers", "simulated time, mean of five graphs", jct, func(i int) float64 { return published.Sizes[i].JCTSeconds }),
		sizeFigure("communication", "Communication on all servers", "simulated time, mean of five graphs", exchange, func(i int) float64 { return published.Sizes[i].CommunicationSeconds }),
	},
}

func sizeCases() []Case {
	var list []Case
	for i, size := range published.Sizes {
		list = append(list, Case{strconv.Itoa(size.Servers) + " servers", func() *experiment.Experiment { return reproduce.Size(i) }})
	}
	return list
}

func sizeFigure(key, title, axis string, m Measure, number func(i int) float64) Figure {
	f := Figure{Key: "sizes-" + key, Title: title, Axis: axis, Measure: m,
		Source: published.Paper + ", overhead of RAMP, from its stored data (spec/learning.md 2.5)"}
	for i := range published.Sizes {
		f.Rows = append(f.Rows, Row{Case: i, Name: strconv.Itoa(published.Sizes[i].Servers) + " servers", Published: number(i)})
	}
	return f
}

// metrics is the figure that says why JCT and throughput are not enough.
var metrics = Study{
	Key: "metrics", Title: "Why other measures are not enough: sequential against Para_max",
	Settings: "One job every 2 000 to 4 000 s, three seeds. The stored data (spec/learning.md 2.5) leave open the rest. Ours: beta 1, since sequential jobs complete; a total bandwidth of 3.125e9 B/s and a quantum of 10, both of the paper's early runs (spec/learning.md 1.12).",
	Cases:    []Case{every("one every 2 000 s", 2000, reproduce.Metrics), every("one every 4 000 s", 4000, reproduce.Metrics)},
	Figures: []Figure{{
		Key: "metrics-blocking", Title: "Blocking, sequential against Para_max", Axis: "jobs blocked, % of those that arrived", Measure: blocking,
		Source: published.Paper + ", inadequate metrics, from its stored data (spec/learning.md 2.5)",
		Remark: "Published are single runs of one seed, 118 and 209 of 501 jobs, and the lowest of all runs.",
		Rows: []Row{
			{Case: 0, Strategy: 0, Name: "2 000 s, sequential", Published: published.MetricsSequential2000.Value},
			{Case: 0, Strategy: 1, Name: "2 000 s, Para_max", Published: published.MetricsMax2000.Value},
			{Case: 1, Strategy: 1, Name: "4 000 s, Para_max", Published: published.MetricsMax4000.Value},
		},
	}},
}

// load is the figure of the blocking rate over the load.
var load = Study{
	Key: "load", Title: "The load: from one job every 50 s to one every 12 000 s",
	Settings: "The ends of the published sweep (spec/learning.md 2.5): three seeds, a total bandwidth of 3.125e9 B/s. The distribution of deadlines is not stored; ours is beta A. The first case has 20 000 jobs a run and takes some seconds.",
	Cases:    []Case{every("one every 50 s", 50, reproduce.Load), every("one every 12 000 s", 12000, reproduce.Load)},
	Figures: []Figure{{
		Key: "load-blocking", Title: "Blocking at the ends of the load", Axis: "jobs blocked, % of those that arrived", Measure: blocking,
		Source: published.Paper + ", load sweep, from its stored data (spec/learning.md 2.5)",
		Remark: "Published is the range of three seeds; the hollow mark is its middle.",
		Rows: []Row{
			{Case: 0, Strategy: 0, Name: "50 s, Para_min", Published: published.LoadMin50.Value, Low: published.LoadMin50.Low, High: published.LoadMin50.High},
			{Case: 1, Strategy: 1, Name: "12 000 s, Para_max", Published: published.LoadMax12000.Value, Low: published.LoadMax12000.Low, High: published.LoadMax12000.High},
		},
	}},
}

// every is a case with a fixed time between arrivals.
func every(name string, seconds float64, x func(every float64) *experiment.Experiment) Case {
	return Case{name, func() *experiment.Experiment {
		x := x(seconds)
		x.Name = "Published: " + name
		return x
	}}
}
