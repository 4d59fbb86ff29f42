package sweep

import (
	"math"
	"strconv"

	"rampart/core/experiment"
	"rampart/core/ramp"
)

// fields are those that every experiment may have. The load is counted in jobs
// that arrive in 1,000 seconds, the paper's interarrival time (spec/learning.md
// section 1.9).
var fields = []*Field{
	{
		Path: "load", Name: "Load", Unit: "jobs per 1\u202f000 s", get: load, set: setLoad,
		usual: func(now float64) (float64, float64, int) { return 0.2 * now, 2 * now, 10 },
	},
	{
		Path: "interarrival", Name: "Mean time between arrivals", Unit: "s",
		get: func(x *experiment.Experiment) (float64, bool) {
			l, ok := load(x)
			return 1000 / l, ok
		},
		set:   func(x *experiment.Experiment, v float64) { setLoad(x, 1000/v) },
		usual: func(now float64) (float64, float64, int) { return 0.5 * now, 2 * now, 7 },
	},
	{
		Path: "workload.interarrival.burstFactor", Name: "Burst factor",
		get: func(x *experiment.Experiment) (float64, bool) {
			d := &x.Workload.Interarrival
			return d.BurstFactor, x.Workload.Jobs == nil && d.Kind == "bursty"
		},
		set:   func(x *experiment.Experiment, v float64) { x.Workload.Interarrival.BurstFactor = v },
		usual: within(1, 20, 6),
	},
	plain(Field{Path: "cluster.nodeBandwidthBytesPerSecond", Name: "Bandwidth of a server", Unit: "B/s", Plans: true, Log: true, usual: around(8, 7)},
		func(x *experiment.Experiment) *float64 { return &x.Cluster.NodeBandwidthBytesPerSecond }),
	{
		Path: "cluster.topology.oversubscription", Name: "Oversubscription", Plans: true, Log: true,
		get: func(x *experiment.Experiment) (float64, bool) {
			t := x.Cluster.Topology
			return t.Oversubscription, t.Kind == ramp.KindFatTree
		},
		set:   func(x *experiment.Experiment, v float64) { x.Cluster.Topology.Oversubscription = v },
		usual: within(1, 64, 7),
	},
	{
		Path: "cluster.size", Name: "Groups, and racks in each", Whole: true, Plans: true,
		get: func(x *experiment.Experiment) (float64, bool) { return float64(x.Cluster.Groups), true },
		set: func(x *experiment.Experiment, v float64) {
			x.Cluster.Groups, x.Cluster.RacksPerGroup = int(v), int(v)
		},
		usual: within(2, 8, 4),
	},
	whole(Field{Path: "cluster.groups", Name: "Groups", Plans: true, usual: func(now float64) (float64, float64, int) { return now, 4 * now, 4 }},
		func(x *experiment.Experiment) *int { return &x.Cluster.Groups }),
	whole(Field{Path: "cluster.racksPerGroup", Name: "Racks in a group", Plans: true, usual: func(now float64) (float64, float64, int) { return 1, now, int(now) }},
		func(x *experiment.Experiment) *int { return &x.Cluster.RacksPerGroup }),
	whole(Field{Path: "cluster.serversPerRack", Name: "Servers in a rack", Plans: true, usual: within(1, 8, 8)},
		func(x *experiment.Experiment) *int { return &x.Cluster.ServersPerRack }),
	whole(Field{Path: "cluster.channelsPerLink", Name: "Channels of a link", Plans: true, usual: within(1, 4, 4)},
		func(x *experiment.Experiment) *int { return &x.Cluster.ChannelsPerLink }),
	plain(Field{Path: "cluster.propagationSeconds", Name: "Propagation latency", Unit: "s", Plans: true, Log: true, usual: around(1000, 7)},
		func(x *experiment.Experiment) *float64 { return &x.Cluster.PropagationSeconds }),
	plain(Field{Path: "cluster.ioSeconds", Name: "Input and output latency", Unit: "s", Plans: true, Log: true, usual: around(1000, 7)},
		func(x *experiment.Experiment) *float64 { return &x.Cluster.IOSeconds }),
	plain(Field{Path: "cluster.device.memoryBytes", Name: "Memory of a server", Unit: "B", Plans: true, Log: true, usual: around(16, 9)},
		func(x *experiment.Experiment) *float64 { return &x.Cluster.Device.MemoryBytes }),
	betaField("max", "Largest beta", within(0.2, 1, 9), func(b *experiment.Beta) *float64 { return &b.Max }),
	betaField("min", "Least beta", within(0.1, 0.9, 9), func(b *experiment.Beta) *float64 { return &b.Min }),
	{
		Path: "workload.beta.value", Name: "Beta, the same for all jobs",
		get: func(x *experiment.Experiment) (float64, bool) {
			if x.Workload.Beta.Kind != "fixed" {
				return math.NaN(), x.Workload.Jobs == nil // it could be set, and is nothing now
			}
			return x.Workload.Beta.Value, x.Workload.Jobs == nil
		},
		set: func(x *experiment.Experiment, v float64) {
			x.Workload.Beta = experiment.Beta{Kind: "fixed", Value: v}
		},
		usual: within(0.1, 1, 10),
	},
	{
		Path: "workload.beta.skewness", Name: "Skewness of beta",
		get: func(x *experiment.Experiment) (float64, bool) {
			b := spelledOut(x.Workload.Beta)
			return b.Skewness, x.Workload.Jobs == nil && b.Kind == "skewnormal"
		},
		set: func(x *experiment.Experiment, v float64) {
			x.Workload.Beta = spelledOut(x.Workload.Beta)
			x.Workload.Beta.Skewness = v
		},
		usual: within(-5, 5, 5),
	},
	whole(Field{Path: "workload.trainingSteps", Name: "Training steps of a job", Log: true, usual: around(5, 5)},
		func(x *experiment.Experiment) *int { return &x.Workload.TrainingSteps }),
	plain(Field{Path: "horizonSeconds", Name: "Simulated time", Unit: "s", Log: true, usual: around(4, 5)},
		func(x *experiment.Experiment) *float64 { return &x.HorizonSeconds }),
	whole(Field{Path: "queueCapacity", Name: "Queue capacity", usual: within(0, 20, 5)},
		func(x *experiment.Experiment) *int { return &x.QueueCapacity }),
	whole(Field{Path: "partition.maxDegree", Name: "Largest degree", Plans: true, usual: within(2, 16, 8)},
		func(x *experiment.Experiment) *int { return &x.Partition.MaxDegree }),
	plain(Field{Path: "partition.quantumSeconds", Name: "Partition quantum", Unit: "s", Plans: true, Log: true, usual: around(100, 5)},
		func(x *experiment.Experiment) *float64 { return &x.Partition.QuantumSeconds }),
}

// load is the mean number of jobs that arrive in 1,000 seconds. A trace has its
// own arrivals.
func load(x *experiment.Experiment) (float64, bool) {
	mean := x.Workload.Interarrival.Average()
	return 1000 / mean, x.Workload.Jobs == nil && mean > 0
}

// setLoad stretches the interarrival times to a load. The grid of a uniform
// distribution gets finer where it must.
func setLoad(x *experiment.Experiment, v float64) {
	d := &x.Workload.Interarrival
	switch d.Kind {
	case "uniform":
		factor := 1000 / float64(v*d.Average())
		d.Decimals = min(6, d.Decimals+3)
		d.Min, d.Max = onGrid(float64(d.Min*factor), d.Decimals), onGrid(float64(d.Max*factor), d.Decimals)
	case "exponential", "bursty":
		d.Mean = 1000 / v
	default:
		d.Value = 1000 / v
	}
}

// onGrid rounds to so many decimals.
func onGrid(v float64, decimals int) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'f', decimals, 64), 64)
	if err != nil {
		return math.NaN()
	}
	return rounded
}

// betaField is an end of a distribution of beta that has ends.
func betaField(end, name string, usual func(float64) (float64, float64, int), at func(b *experiment.Beta) *float64) *Field {
	return &Field{
		Path: "workload.beta." + end, Name: name, usual: usual,
		get: func(x *experiment.Experiment) (float64, bool) {
			b := spelledOut(x.Workload.Beta)
			return *at(&b), x.Workload.Jobs == nil && (b.Kind == "uniform" || b.Kind == "skewnormal")
		},
		set: func(x *experiment.Experiment, v float64) {
			x.Workload.Beta = spelledOut(x.Workload.Beta)
			*at(&x.Workload.Beta) = v
		},
	}
}

// spelledOut writes one of the paper's four distributions of beta as its kind
// (spec/learning.md section 1.9); the same values come of it.
func spelledOut(b experiment.Beta) experiment.Beta {
	skewness := map[string]float64{"B": 5, "C": 0, "D": -5}
	switch b.Preset {
	case "A":
		return experiment.Beta{Kind: "uniform", Min: 0.1, Max: 1, Decimals: 2}
	case "B", "C", "D":
		return experiment.Beta{Kind: "skewnormal", Min: 0.1, Max: 1, Decimals: 2, Skewness: skewness[b.Preset]}
	}
	return b
}
