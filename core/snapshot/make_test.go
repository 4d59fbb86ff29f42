package snapshot_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/core/jobgraph"
	"rampart/core/ramp"
	"rampart/core/snapshot"
	"rampart/core/sweep"
	"rampart/core/workload"
)

// maker makes random snapshots, all of them valid.
type maker struct{ *rand.Rand }

func newMaker(seed uint64) maker { return maker{rand.New(rand.NewPCG(seed, 1))} }

// maybe is true once in n times.
func (m maker) maybe(n int) bool { return m.IntN(n) == 0 }

// pick returns one of several values.
func pick[T any](m maker, values ...T) T { return values[m.IntN(len(values))] }

// figure is a number in lo..hi, as often round as with all its digits.
func (m maker) figure(lo, hi float64) float64 {
	v := lo + m.Float64()*(hi-lo)
	if m.maybe(2) {
		scale := math.Pow10(int(math.Log10(v)) - 1)
		v = max(lo, min(hi, math.Round(v/scale)*scale))
	}
	return v
}

// text is words that need escapes somewhere.
func (m maker) text(words int) string {
	var b strings.Builder
	for range m.IntN(words + 1) {
		b.WriteString(pick(m, "Paper", "β = 0.5", "a&b=c", `"quoted" \ back`, "100 % sure?", "<b>", "line\nbreak", "#1.", "日本語", "+,;:@!*'()", " "))
	}
	return b.String()
}

// experiment is a random experiment. One that is small can be a short link.
func (m maker) experiment(small bool) *experiment.Experiment {
	x := snapshot.Preset(pick(m, "A", "B", "C", "D"))
	if m.maybe(4) {
		x = experiment.Default()
	}
	if m.maybe(3) {
		x.Name = m.text(3)
	}
	if m.maybe(3) {
		x.Notes = m.text(4)
	}
	if m.maybe(2) {
		x.Cluster.Groups = 1 + m.IntN(16)
		x.Cluster.RacksPerGroup = 1 + m.IntN(x.Cluster.Groups)
		x.Cluster.ServersPerRack = 1 + m.IntN(8)
		x.Cluster.ChannelsPerLink = 1 + m.IntN(4)
		x.Cluster.NodeBandwidthBytesPerSecond = m.figure(1, 1e18)
		x.Cluster.PropagationSeconds = m.figure(1e-12, 1)
		x.Cluster.IOSeconds = pick(m, 0, 1e-9, 0.1)
		x.Cluster.Device = experiment.Device{Name: m.text(2), MemoryBytes: m.figure(1, 1e15)}
	}
	x.Cluster.Topology = pick(m, experiment.Topology{}, experiment.Topology{}, experiment.Topology{Kind: ramp.KindTorus},
		experiment.Topology{Kind: ramp.KindFatTree, Oversubscription: m.figure(1, 60)})
	m.workload(&x.Workload, small)
	x.HorizonSeconds = pick(m, 1e6, 1e5, m.figure(1, 1e6))
	x.QueueCapacity = pick(m, 10, 0, m.IntN(1000))
	x.Partition = experiment.Partition{MaxDegree: pick(m, 16, 24, 64), QuantumSeconds: pick(m, 0.01, m.figure(1e-6, 10))}
	x.Rules = pick(m, experiment.Reference, experiment.Corrected, experiment.Corrected^experiment.Rules(1<<m.IntN(17)))
	x.Placer = pick(m, experiment.FirstFit, experiment.Compact, experiment.BestFit)
	if m.maybe(2) {
		m.strategies(x, small)
	}
	if m.maybe(2) {
		x.Seeds = m.seeds()
	}
	if m.maybe(3) {
		x.Train = []byte(pick(m, `{"preset":"fast","seed":7}`, `{"anneal":true,"model":{"hidden":64},"warmStart":{"kind":"max"}}`))
		if !small && m.maybe(2) {
			x.Train = []byte(`{"evaluationSeeds":[1000,1001],"preset":"paper","reward":{"kind":"jct","rate":0.5}}`)
		}
	}
	snapshot.SetView(x, m.view(x))
	return x
}

func (m maker) workload(l *experiment.Workload, small bool) {
	names := jobgraph.BuiltinNames()
	m.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	if m.maybe(2) {
		l.Graphs = nil
		for _, name := range names[:1+m.IntN(8)] { // the names of all together are longer than a short link
			l.Graphs = append(l.Graphs, experiment.GraphRef{Name: name})
		}
	}
	if !small && m.maybe(3) {
		g := m.graph()
		l.Graphs = append(l.Graphs, experiment.GraphRef{Name: g.Name, Inline: g})
	}
	l.TrainingSteps = pick(m, 50, 1, m.IntN(1e6)+1)
	l.Interarrival = pick(m,
		experiment.Distribution{Kind: "fixed", Value: m.figure(100, 1e5)},
		experiment.Distribution{Kind: "exponential", Mean: m.figure(100, 1e5)},
		experiment.Distribution{Kind: "bursty", Mean: m.figure(100, 1e4), BurstFactor: 1 + float64(m.IntN(10)), BurstSeconds: 1000, CalmSeconds: float64(1 + m.IntN(1e5))},
		experiment.Distribution{Kind: "uniform", Min: 500, Max: 1500.25, Decimals: 2},
		experiment.Distribution{Kind: "uniform", Min: 500, Max: 1500, Decimals: m.IntN(3)})
	if m.maybe(2) {
		l.Beta = pick(m,
			experiment.Beta{Preset: pick(m, "A", "B", "C", "D")},
			experiment.Beta{Kind: "fixed", Value: m.figure(0.01, 1)},
			experiment.Beta{Kind: "uniform", Min: 0.1, Max: 1, Decimals: 1 + m.IntN(3)},
			experiment.Beta{Kind: "skewnormal", Skewness: m.figure(0.1, 20) - 10, Min: 0.1, Max: 0.9, Decimals: 2},
			experiment.Beta{Kind: "pmf", Values: []experiment.PMFValue{{Value: 0.25, Probability: 0.75}, {Value: 1, Probability: 0.25}}})
	}
	l.PoolCopies = pick(m, 1000, 1+m.IntN(10_000))
	l.Sampling = pick(m, workload.RemoveAndRepeat, workload.Remove, workload.Replace)
	if !small && m.maybe(4) {
		at := 0.0
		for range 1 + m.IntN(30) {
			at += m.figure(1, 1000)
			l.Jobs = append(l.Jobs, experiment.TraceJob{ArrivalSeconds: at, Graph: l.Graphs[0].Name, Beta: m.figure(0.1, 1), TrainingSteps: m.IntN(3)})
		}
	}
}

func (m maker) graph() *jobgraph.Graph {
	g := &jobgraph.Graph{Name: "own " + m.text(1), Source: m.text(2), Unit: pick(m, jobgraph.Seconds, jobgraph.Milliseconds)}
	for i := 1; i <= 2+m.IntN(20); i++ {
		g.Ops = append(g.Ops, jobgraph.Op{ID: i, Type: pick(m, "Conv2d", "ReLU", ""), Forward: m.figure(0.1, 9), Backward: m.figure(0.1, 20),
			ActivationBytes: m.figure(1, 1e9), ParameterBytes: m.figure(1, 1e9)})
		if i > 1 {
			g.Edges = append(g.Edges, [2]int{i - 1, i})
		}
	}
	return g
}

func (m maker) strategies(x *experiment.Experiment, small bool) {
	x.Strategies = nil
	fixed := m.maybe(4)
	for range 1 + m.IntN(8) {
		s := experiment.StrategySpec{Kind: pick(m, "max", "min", "sequential", "random", "acceptable", "sipml", "fixed", "policy", "script", "feasible", "elastic", "rollout")}
		if fixed || small && s.Kind == "script" {
			s.Kind = "fixed"
		}
		switch s.Kind {
		case "fixed":
			s.Degree = pick(m, 0, 1, 2, 4, 8)
		case "sipml":
			s.MaxDegree = pick(m, 0, 6, 1024)
		case "script":
			s.Degrees = []int{0, 2, 8}
		case "feasible":
			if s.Order = pick(m, "", "largest"); s.Order == "" && m.maybe(2) {
				s.Degrees = []int{8, 4, 2}
			}
		case "rollout":
			s.Arrivals, s.Samples = 1+m.IntN(200), 1+m.IntN(100)
			if m.maybe(2) {
				s.Base = &experiment.StrategySpec{Kind: "reserve", Degree: 8}
			}
		case "policy":
			s.Checkpoint = pick(m, "firstfit-A", "compact-D", "my policy.safetensors")
			if !small && m.maybe(2) {
				s.Checkpoint = "data:application/octet-stream;name=Fast%201;base64,AAAA" + m.text(1)
			}
		}
		x.Strategies = append(x.Strategies, s)
	}
}

func (m maker) seeds() []uint64 {
	var list []uint64
	first := m.Uint64N(experiment.MaxSeed - 100)
	if m.maybe(2) {
		first = m.Uint64N(10)
	}
	for i := range uint64(1 + m.IntN(12)) {
		if m.maybe(4) {
			first += 2
		}
		list = append(list, first+i)
	}
	if m.maybe(3) {
		m.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	}
	return list
}

func (m maker) view(x *experiment.Experiment) *snapshot.View {
	v := &snapshot.View{Tab: pick(m, "", "compare", "timeline", "train")}
	if m.maybe(2) {
		v.Time = &snapshot.Window{From: m.figure(0.5, 1e6)}
		if m.maybe(2) {
			v.Time.To = v.Time.From + m.figure(1, 1e5)
		}
	}
	if m.maybe(2) {
		for range 2 + m.IntN(3) {
			v.Runs = append(v.Runs, snapshot.Pick{Strategy: m.IntN(len(x.Strategies)), Seed: pick(m, x.Seeds...)})
		}
	}
	if m.maybe(3) {
		v.Graph = &snapshot.Graph{Name: pick(m, "gnmt", "a@b", "", "x@8"), Degree: m.IntN(3), WithoutInput: m.maybe(2)}
	}
	if m.maybe(3) {
		v.Cursor = new(m.figure(1, 1e6))
	}
	if m.maybe(3) && x.Workload.Jobs == nil {
		v.Sweep = &snapshot.Sweep{Axes: []snapshot.SweepAxis{{Path: "load", Range: sweep.Range{From: m.figure(0.5, 1), To: m.figure(1, 4), N: 1 + m.IntN(50), Log: m.maybe(2)}}}}
		if m.maybe(2) {
			v.Sweep.Axes = append(v.Sweep.Axes, snapshot.SweepAxis{Path: "cluster.ioSeconds", Range: sweep.Range{From: 1e-8, To: 1e-5, N: 4}})
		}
		v.Sweep.Metric = pick(m, "", "meanSpeedup")
	}
	if m.maybe(3) {
		v.Decide = &snapshot.Decide{Seed: pick(m, x.Seeds...)}
		for range 1 + m.IntN(20) {
			v.Decide.Degrees = append(v.Decide.Degrees, min(2*m.IntN(3), x.Partition.MaxDegree&^1))
		}
	}
	if m.maybe(3) {
		v.Focus = &snapshot.Focus{Side: m.IntN(4), Job: m.IntN(1000)}
	}
	return v
}

// snapshot is a random snapshot with some of its parts.
func (m maker) snapshot() *snapshot.Snapshot {
	s := &snapshot.Snapshot{Engine: pick(m, "1.0.0", "0.9.0-beta+3", ""), Experiment: m.experiment(m.maybe(2))}
	if m.maybe(2) {
		s.Digest = fmt.Sprintf("sha256:%064x", m.Uint64())
	}
	if m.maybe(2) {
		s.Summaries = m.summaries(s.Experiment)
	}
	if m.maybe(3) {
		s.Policies = []snapshot.Policy{{Name: "firstfit-A", SHA256: fmt.Sprintf("%064x", m.Uint64())}}
	}
	return s
}

func (m maker) summaries(x *experiment.Experiment) []experiment.Summary {
	list := []experiment.Summary{}
	for i := range x.Strategies {
		if m.maybe(5) {
			continue
		}
		s := experiment.Summary{Strategy: i, Name: x.Strategies[i].Name(), Causes: map[cluster.Cause]float64{}}
		for _, at := range []*experiment.Interval{&s.BlockingRate, &s.AcceptanceRate, &s.MeanJCTSeconds, &s.MeanSpeedup, &s.Utilisation} {
			values := make([]float64, 1+m.IntN(len(x.Seeds)))
			for j := range values {
				values[j] = m.Float64() * pick(m, 1.0, 1000)
			}
			*at = experiment.NewInterval(values)
		}
		for _, cause := range experiment.Causes {
			s.Causes[cause] = pick(m, 0, m.Float64())
		}
		list = append(list, s)
	}
	return list
}

// valid fails unless a snapshot that a test made is valid.
func valid(t testing.TB, s *snapshot.Snapshot) {
	t.Helper()
	if err := snapshot.Validate(s); err != nil {
		t.Fatalf("%v: %s", err, snapshot.AppendCanonical(nil, s))
	}
}
