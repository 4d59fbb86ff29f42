package published

// Sizes are the points of the figure that holds RAMP's overhead against other
// networks: five jobs, one of each graph, alone on all servers (spec/learning.md
// 2.5).
var Sizes = [...]struct {
	Servers              int
	SpeedUp              float64
	JCTSeconds           float64
	CommunicationSeconds float64
}{
	{8, 7.9960, 3745.15, 2.3136},
	{16, 15.9832, 1873.70, 2.4225},
	{32, 31.8738, 939.80, 4.5593},
	{64, 63.4825, 472.04, 4.6943},
	{128, 125.944, 238.12, 4.7142},
}

// Range is a number that is published with the lowest and highest of its runs;
// both equal it where there is one run.
type Range struct{ Value, Low, High float64 }

// The blocking rates of the two motivation figures whose points are stored
// (spec/learning.md 2.5).
var (
	// Metrics: sequential and Para_max at one job every 2000 s, single runs of 501
	// jobs; and the lowest of all runs, Para_max at one every 4000 s.
	MetricsSequential2000 = Range{118. / 501, 118. / 501, 118. / 501}
	MetricsMax2000        = Range{209. / 501, 209. / 501, 209. / 501}
	MetricsMax4000        = Range{.19, .19, .19}
	// Load: the ends of the sweep, ranges of three seeds; the value is the middle.
	LoadMin50    = Range{.956, .953, .959}
	LoadMax12000 = Range{.030, .024, .036}
)

// Graph is what the reference simulator makes of a profile: forward and backward
// pass, 50 training steps (spec/simulator.md 12.1).
type Graph struct {
	Name                         string
	Forward, Nodes, Edges, Depth int
	SequentialSeconds            float64
	MemoryBytes, DependencyBytes float64
	MaxCompute                   float64 // of an operation, in one step
	MaxMemoryBytes               float64 // of an operation
	MaxDependencyBytes           float64
}

// Graphs are the five of the paper.
var Graphs = [...]Graph{
	{"alexnet", 23, 46, 47, 44, 36061.15, 3046234440, 2422161416, 635.902, 198339584, 198246400},
	{"resnet18", 71, 142, 159, 60, 36668.350000000006, 17258656072, 18733285384, 473.625, 822121216, 822083584},
	{"squeezenet1_0", 68, 136, 153, 102, 38000.149999999994, 24962622792, 27910094856, 474.637, 1168006656, 1167949824},
	{"vgg16", 41, 82, 83, 80, 34525.350000000006, 30625298760, 29467058184, 113.33, 1644314880, 1644167168},
	{"gnmt", 48, 96, 117, 30, 4470.8, 2368446976, 1027801088, 15.883, 326949120, 194437120},
}

// Check are blocking rates that nobody has published: the reference's rules, run
// again for this project on three seeds of 1000 jobs, by distribution
// (spec/learning.md section 0).
var Check = struct {
	Fixed2D, Fixed4A, Fixed4C, Fixed4D, Fixed16B float64
	Fixed8, Fixed8Compact, Rollout, Bound        [4]float64
}{
	.119, .213, .121, .114, .267,
	[4]float64{.292, .296, .281, .281},
	[4]float64{.141, .150, .124, .124},
	[4]float64{.137, .146, .112, .075},
	[4]float64{.036, .060, .025, .014},
}
