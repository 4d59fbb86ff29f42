package experiment

import (
	"fmt"
	"hash/crc32"
	"net/url"
	"strings"
	"unicode/utf8"

	"rampart/core/jobgraph"
	"rampart/core/workload"
)

// Default returns the experiment of a file that says nothing but its version:
// the paper's cluster and workload, deadlines A, three seeds.
func Default() *Experiment {
	return &Experiment{
		Version: FormatVersion,
		Cluster: Cluster{
			Groups: 4, RacksPerGroup: 4, ServersPerRack: 2,
			ChannelsPerLink:             1,
			NodeBandwidthBytesPerSecond: 1.6e12,
			PropagationSeconds:          5e-8,
			IOSeconds:                   1e-7,
			Device:                      Device{Name: "A100", MemoryBytes: 8e10},
		},
		Workload: Workload{
			Graphs: []GraphRef{
				{Name: "alexnet"}, {Name: "vgg16"}, {Name: "resnet18"},
				{Name: "squeezenet1_0"}, {Name: "gnmt"},
			},
			TrainingSteps: 50,
			Interarrival:  Distribution{Kind: "fixed", Value: 1000},
			Beta:          Beta{Preset: "A"},
			PoolCopies:    1000,
			Sampling:      workload.RemoveAndRepeat,
		},
		HorizonSeconds: 1e6,
		QueueCapacity:  10,
		Partition:      Partition{MaxDegree: 16, QuantumSeconds: 0.01},
		Rules:          Reference,
		Placer:         FirstFit,
		Strategies: []StrategySpec{
			{Kind: "max"}, {Kind: "acceptable"}, {Kind: "random"},
			{Kind: "fixed", Degree: 4}, {Kind: "fixed", Degree: 8},
		},
		Seeds: []uint64{0, 1, 2},
	}
}

// Paper returns the paper's experiment under one of its four distributions of
// deadlines, "A", "B", "C" or "D" (spec/learning.md section 1.9): its cluster,
// its five graphs, its baselines and the best fixed degrees. It returns nil
// for another name.
func Paper(deadlines string) *Experiment {
	switch deadlines {
	case "A", "B", "C", "D":
	default:
		return nil
	}
	x := Default()
	x.Name = fmt.Sprintf("Paper, deadlines %s", deadlines)
	x.Workload.Beta = Beta{Preset: deadlines}
	x.Strategies = []StrategySpec{
		{Kind: "max"}, {Kind: "acceptable"}, {Kind: "random"},
		{Kind: "fixed", Degree: 2}, {Kind: "fixed", Degree: 4},
		{Kind: "fixed", Degree: 8}, {Kind: "fixed", Degree: 16},
	}
	return x
}

// PaperCorrected returns the paper's experiment under the corrected rules, where
// times are in seconds throughout: the profiles' milliseconds are a thousandth of
// what the published simulator makes of them. So that the load is the paper's,
// jobs arrive once a second for 1,000 seconds, and the quantum of 0.01 ms is
// 1e-5 s. It returns nil for a name other than "A", "B", "C" or "D".
func PaperCorrected(deadlines string) *Experiment {
	x := Paper(deadlines)
	if x == nil {
		return nil
	}
	x.Name += ", corrected rules"
	x.Rules = Corrected
	x.Workload.Interarrival = Distribution{Kind: "fixed", Value: 1}
	x.HorizonSeconds = 1000
	x.Partition.QuantumSeconds = 1e-5
	return x
}

// Transformers returns a day of the paper's cluster with today's jobs, under
// corrected rules: BERT large and GPT-2 XL for 10,000 steps, 46 minutes on one
// A100 on average, mostly with loose deadlines (distribution D), that arrive as a
// Poisson process every 4 minutes. That keeps a third of the servers busy if
// nothing is partitioned; splitting their ops costs more communication than it
// does with the paper's graphs. The quantum is PaperCorrected's.
func Transformers() *Experiment {
	x := Default()
	x.Name = "Transformers for a day"
	x.Rules, x.Placer = Corrected, Compact
	x.Workload.Graphs = nil
	for _, name := range jobgraph.TransformerNames() {
		x.Workload.Graphs = append(x.Workload.Graphs, GraphRef{Name: name})
	}
	x.Workload.TrainingSteps = 10_000
	x.Workload.Interarrival = Distribution{Kind: "exponential", Mean: 240}
	x.Workload.Beta = Beta{Preset: "D"}
	x.HorizonSeconds = 86_400
	x.Partition.QuantumSeconds = 1e-5
	x.Strategies = []StrategySpec{
		{Kind: "max"}, {Kind: "acceptable"}, {Kind: "feasible"}, {Kind: "random"},
		{Kind: "fixed", Degree: 2}, {Kind: "fixed", Degree: 4}, {Kind: "fixed", Degree: 6}, {Kind: "fixed", Degree: 8},
	}
	return x
}

// Name returns what people call the strategy, as tables and charts show it.
func (s StrategySpec) Name() string {
	switch s.Kind {
	case "max":
		return "Maximum parallelism (Para_max)"
	case "min":
		return "Minimum parallelism"
	case "sequential":
		return "Sequential"
	case "random":
		return "Random"
	case "acceptable":
		return "Acceptable JCT (Para_min)"
	case "sipml":
		if s.MaxDegree == 0 {
			return "SiP-ML"
		}
		return fmt.Sprintf("SiP-ML, at most %d", s.MaxDegree)
	case "fixed":
		return fmt.Sprintf("Fixed %d", s.Degree)
	case "script":
		return fmt.Sprintf("Script of %d decisions", len(s.Degrees))
	case "policy":
		if strings.HasPrefix(s.Checkpoint, "data:") { // the file itself
			if name := inlineName(s.Checkpoint); name != "" {
				return "Policy " + name
			}
			return fmt.Sprintf("Policy %08x, inline", crc32.ChecksumIEEE([]byte(s.Checkpoint)))
		}
		return "Policy " + s.Checkpoint
	}
	return s.baselineName()
}

// inlineName returns the name that a checkpoint gives its policy as a parameter
// of its media type, as in "data:application/octet-stream;name=Fast%201;base64,",
// or "".
func inlineName(checkpoint string) string {
	head, _, found := strings.Cut(checkpoint[:min(len(checkpoint), maxInlineHead)], ",")
	if !found {
		return ""
	}
	for _, parameter := range strings.Split(head, ";") {
		if text, isName := strings.CutPrefix(parameter, "name="); isName {
			if name, err := url.PathUnescape(text); err == nil && utf8.ValidString(name) {
				return name
			}
		}
	}
	return ""
}

// maxInlineHead bounds the media type of an inline checkpoint: a name of
// MaxName characters, escaped.
const maxInlineHead = 12*MaxName + 100
