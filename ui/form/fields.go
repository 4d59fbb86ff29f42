package form

import (
	"slices"

	"rampart/core/experiment"
	"rampart/core/workload"
)

// x abbreviates the experiment that a field reads and writes.
type x = experiment.Experiment

// Groups are the sections of the form in their order.
var Groups = []Group{
	{Key: "cluster", Name: "Cluster", Fields: clusterFields},
	{Key: "jobs", Name: "Jobs", Fields: jobFields},
	{Key: "deadlines", Name: "Deadlines", Fields: deadlineFields},
	{Key: "simulation", Name: "Simulation", Fields: simulationFields},
	{Key: "strategies", Name: "Strategies"},
	{Key: "seeds", Name: "Seeds", Fields: seedFields},
}

var clusterFields = slices.Concat(topologyFields, aboutCluster)

var aboutCluster = []*Field{
	{Key: "cluster.groups", Label: "Groups", Kind: Integer, Min: 1, Max: 1 << 20, Range: "1 to 1 048 576",
		Help: "Groups of racks: RAMP's communication groups, all one optical hop apart, or one dimension of a torus.",
		ints: func(e *x) *int { return &e.Cluster.Groups }},
	{Key: "cluster.racksPerGroup", Label: "Racks per group", Kind: Integer, Min: 1, Max: 1 << 20, Range: "1 to the number of groups, or more without RAMP",
		Help: "Racks in each group. RAMP needs at least as many groups as there are racks in each.",
		ints: func(e *x) *int { return &e.Cluster.RacksPerGroup }},
	{Key: "cluster.serversPerRack", Label: "Servers per rack", Kind: Integer, Min: 1, Max: 1 << 20, Range: "1 to 1 048 576",
		Help: "Each server holds one accelerator.",
		ints: func(e *x) *int { return &e.Cluster.ServersPerRack }},
	{Key: "cluster.channelsPerLink", Label: "Channels per link", Kind: Integer, Min: 1, Max: 1024, Range: "1 to 1 024",
		Help: "Channels between two servers in one direction, of which each has the whole bandwidth of a transfer: wavelengths in RAMP.",
		ints: func(e *x) *int { return &e.Cluster.ChannelsPerLink }},
	{Key: "cluster.nodeBandwidthBytesPerSecond", Label: "Server bandwidth", Unit: "TB/s", Kind: Number, Shift: 12, Min: 1, Max: 1e18, Range: "1e-12 to 1 000 000",
		Help: "All transceivers, links or ports of one server together.",
		nums: func(e *x) *float64 { return &e.Cluster.NodeBandwidthBytesPerSecond }},
	{Key: "cluster.propagationSeconds", Label: "Propagation", Unit: "ns", Kind: Number, Shift: -9, Min: 0, Max: 1e6, Range: "0 to 1e15",
		Help: "Time of flight between two servers; in a torus between neighbours, in a fat tree inside a rack, twice as long across.",
		nums: func(e *x) *float64 { return &e.Cluster.PropagationSeconds }},
	{Key: "cluster.ioSeconds", Label: "Server I/O", Unit: "ns", Kind: Number, Shift: -9, Min: 0, Max: 1e6, Range: "0 to 1e15",
		Help: "Latency of a server's input and output, paid at both ends.",
		nums: func(e *x) *float64 { return &e.Cluster.IOSeconds }},
	{Key: "cluster.device.name", Label: "Device", Kind: Text, Range: "up to 200 characters",
		Help:  "Name of the accelerator, for people. Compute times come from the job graphs.",
		texts: func(e *x) *string { return &e.Cluster.Device.Name }},
	{Key: "cluster.device.memoryBytes", Label: "Device memory", Unit: "GB", Kind: Number, Shift: 9, Min: 1, Max: 1e18, Range: "1e-9 to 1e9",
		Help: "Memory of one accelerator. Jobs that do not fit cannot be placed.",
		nums: func(e *x) *float64 { return &e.Cluster.Device.MemoryBytes }},
}

var jobFields = []*Field{
	{Key: "workload.trainingSteps", Label: "Training steps", Kind: Integer, Min: 1, Max: 1e9, Range: "1 to 1 000 000 000",
		Help: "Steps that each job trains for.",
		ints: func(e *x) *int { return &e.Workload.TrainingSteps }},
	{Key: "workload.interarrival.kind", Label: "Time between arrivals", Kind: Choice,
		Options: []Option{{"fixed", "Always the same"}, {"uniform", "Uniform"}, {"exponential", "Exponential (Poisson arrivals)"}, {"bursty", "Bursty"}},
		Help:    "How the time from one arrival to the next is drawn.",
		texts:   func(e *x) *string { return &e.Workload.Interarrival.Kind }, shown: generated},
	{Key: "workload.interarrival.value", Label: "Interval", Unit: "s", Kind: Number, Min: workload.MinSeconds, Max: workload.MaxSeconds, Range: "0.000001 to 1e9",
		Help: "Simulated time from one arrival to the next.",
		nums: func(e *x) *float64 { return &e.Workload.Interarrival.Value }, shown: interarrival("fixed")},
	{Key: "workload.interarrival.mean", Label: "Mean interval", Unit: "s", Kind: Number, Min: workload.MinSeconds, Max: workload.MaxSeconds, Range: "0.000001 to 1e9",
		Help: "Mean simulated time from one arrival to the next.",
		nums: func(e *x) *float64 { return &e.Workload.Interarrival.Mean }, shown: interarrival("exponential", "bursty")},
	{Key: "workload.interarrival.burstFactor", Label: "Burst factor", Kind: Number, Min: 1, Max: workload.MaxBurstFactor, Range: "1 to 1 000",
		Help: "How many times as often jobs arrive in a burst as in a calm. The mean interval stays the same.",
		nums: func(e *x) *float64 { return &e.Workload.Interarrival.BurstFactor }, shown: interarrival("bursty")},
	{Key: "workload.interarrival.burstSeconds", Label: "Burst length", Unit: "s", Kind: Number, Min: workload.MinSeconds, Max: workload.MaxSeconds, Range: "0.000001 to 1e9",
		Help: "Mean length of a burst. Lengths are drawn from an exponential distribution.",
		nums: func(e *x) *float64 { return &e.Workload.Interarrival.BurstSeconds }, shown: interarrival("bursty")},
	{Key: "workload.interarrival.calmSeconds", Label: "Calm length", Unit: "s", Kind: Number, Min: workload.MinSeconds, Max: workload.MaxSeconds, Range: "0.000001 to 1e9",
		Help: "Mean length of a calm between two bursts.",
		nums: func(e *x) *float64 { return &e.Workload.Interarrival.CalmSeconds }, shown: interarrival("bursty")},
	{Key: "workload.interarrival.min", Label: "Shortest interval", Unit: "s", Kind: Number, Min: workload.MinSeconds, Max: workload.MaxSeconds, Range: "0.000001 to the longest",
		Help: "Smallest value that is drawn.",
		nums: func(e *x) *float64 { return &e.Workload.Interarrival.Min }, shown: interarrival("uniform")},
	{Key: "workload.interarrival.max", Label: "Longest interval", Unit: "s", Kind: Number, Min: workload.MinSeconds, Max: workload.MaxSeconds, Range: "the shortest to 1e9",
		Help: "Largest value that is drawn.",
		nums: func(e *x) *float64 { return &e.Workload.Interarrival.Max }, shown: interarrival("uniform")},
	{Key: "workload.interarrival.decimals", Label: "Interval decimals", Kind: Integer, Min: 0, Max: workload.MaxDecimals, Range: "0 to 6",
		Help: "Decimals that a drawn interval has.",
		ints: func(e *x) *int { return &e.Workload.Interarrival.Decimals }, shown: interarrival("uniform")},
	{Key: "workload.poolCopies", Label: "Pool copies", Kind: Integer, Min: 1, Max: 100_000, Range: "1 to 100 000",
		Help: "Copies of each graph in the pool that jobs are drawn from. Each copy draws its beta once.",
		ints: func(e *x) *int { return &e.Workload.PoolCopies }, shown: generated},
	{Key: "workload.sampling", Label: "Drawing from the pool", Kind: Choice,
		Options: []Option{{"remove_and_repeat", "Without replacement, refilled"}, {"remove", "Without replacement, once"}, {"replace", "With replacement"}},
		Help:    "Whether a drawn job is put back, and what happens when the pool is empty.",
		read:    func(e *x) string { return string(e.Workload.Sampling) },
		write:   func(e *x, text string) error { e.Workload.Sampling = workload.Sampling(text); return nil }, shown: generated},
}

var deadlineFields = []*Field{
	{Key: "workload.beta.kind", Label: "Distribution of beta", Kind: Choice,
		Options: []Option{
			{"A", "A: uniform"}, {"B", "B: skewed to tight deadlines"}, {"C", "C: bell-shaped"}, {"D", "D: skewed to loose deadlines"},
			{"uniform", "Uniform"}, {"skewnormal", "Skew normal"}, {"pmf", "Listed values"}, {"fixed", "Always the same"}},
		Help: "Beta is the longest acceptable completion time as a fraction of the sequential one. A to D are the paper's four.",
		read: readBetaKind, write: writeBetaKind, shown: generated},
	{Key: "workload.beta.value", Label: "Beta", Kind: Number, Min: 0, Max: 1, Range: "above 0, up to 1",
		Help: "The same beta for every job.",
		nums: func(e *x) *float64 { return &e.Workload.Beta.Value }, shown: beta("fixed")},
	{Key: "workload.beta.skewness", Label: "Skewness", Kind: Number, Min: -1000, Max: 1000, Range: "\u22121 000 to 1 000",
		Help: "Positive: most deadlines are tight. Negative: most are loose.",
		nums: func(e *x) *float64 { return &e.Workload.Beta.Skewness }, shown: beta("skewnormal")},
	{Key: "workload.beta.min", Label: "Smallest beta", Kind: Number, Min: 0, Max: 1, Range: "above 0, up to the largest",
		Help: "Smallest value that is drawn.",
		nums: func(e *x) *float64 { return &e.Workload.Beta.Min }, shown: beta("uniform", "skewnormal")},
	{Key: "workload.beta.max", Label: "Largest beta", Kind: Number, Min: 0, Max: 1, Range: "the smallest to 1",
		Help: "Largest value that is drawn.",
		nums: func(e *x) *float64 { return &e.Workload.Beta.Max }, shown: beta("uniform", "skewnormal")},
	{Key: "workload.beta.decimals", Label: "Beta decimals", Kind: Integer, Min: 0, Max: workload.MaxDecimals, Range: "0 to 6",
		Help: "Decimals that a drawn beta has.",
		ints: func(e *x) *int { return &e.Workload.Beta.Decimals }, shown: beta("uniform", "skewnormal")},
	{Key: "workload.beta.values", Label: "Values", Kind: List, Range: "beta:probability, sum 1",
		Help: "Each beta with its probability: 0.25:0.5, 0.5:0.5.",
		read: readBetaValues, write: writeBetaValues, shown: beta("pmf")},
}

var simulationFields = slices.Concat(aboutSimulation, switchFields)

var aboutSimulation = []*Field{
	{Key: "horizonSeconds", Label: "Horizon", Unit: "s", Kind: Number, Min: 0, Max: 1e12, Range: "above 0, up to 1e12",
		Help: "End of the simulated time.",
		nums: func(e *x) *float64 { return &e.HorizonSeconds }},
	{Key: "queueCapacity", Label: "Queue capacity", Unit: "jobs", Kind: Integer, Min: 0, Max: 1_000_000, Range: "0 to 1 000 000",
		Help: "Jobs that may wait for a decision. More are blocked.",
		ints: func(e *x) *int { return &e.QueueCapacity }},
	{Key: "partition.maxDegree", Label: "Largest degree", Kind: Integer, Min: 1, Max: 1024, Range: "1 to 1 024",
		Help: "Cap on how many parts an operation is split into.",
		ints: func(e *x) *int { return &e.Partition.MaxDegree }},
	{Key: "partition.quantumSeconds", Label: "Quantum", Unit: "s", Kind: Number, Min: 1e-12, Max: 1e12, Range: "1e-12 to 1e12",
		Help: "Operations shorter than this are not split. Under reference rules, and others without seconds throughout, it is read in the unit of the graph.",
		nums: func(e *x) *float64 { return &e.Partition.QuantumSeconds }},
	rulesField,
	{Key: "placer", Label: "Placer", Kind: Choice,
		Options: []Option{{string(experiment.FirstFit), "First fit"}, {string(experiment.Compact), "Compact"}, {string(experiment.BestFit), "Best fit"}},
		Help:    "First fit lays each operation on the first free servers. Compact keeps a whole job inside one block; best fit takes the block that spoils fewest others.",
		read:    func(e *x) string { return string(e.Placer) },
		write:   func(e *x, text string) error { e.Placer = experiment.Placer(text); return nil }},
}

var seedFields = []*Field{
	{Key: "seeds", Label: "Seeds", Kind: List, Range: "whole numbers from 0, each once: 0, 1, 2 or 0-9",
		Help: "One run for each strategy and seed. All strategies of one seed see the same jobs.",
		read: readSeeds, write: writeSeeds},
}

// generated reports whether jobs are generated rather than listed in a trace.
func generated(e *x) bool { return e.Workload.Jobs == nil }

func interarrival(kinds ...string) func(*x) bool {
	return func(e *x) bool { return generated(e) && slices.Contains(kinds, e.Workload.Interarrival.Kind) }
}

func beta(kinds ...string) func(*x) bool {
	return func(e *x) bool {
		for _, kind := range kinds {
			if generated(e) && e.Workload.Beta.Preset == "" && e.Workload.Beta.Kind == kind {
				return true
			}
		}
		return false
	}
}
