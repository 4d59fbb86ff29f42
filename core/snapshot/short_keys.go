package snapshot

import (
	"strconv"
	"strings"

	"rampart/core/experiment"
	"rampart/core/workload"
)

// key is a key of a short link that changes an experiment. The values of most
// are checked with the whole experiment afterwards.
type key struct {
	name, also string   // also is another name that is understood
	paths      []string // of the fields in an experiment file, for what is wrong with them
	read       func(x *experiment.Experiment, text string) error
	write      func(x *experiment.Experiment) (text string, ok bool) // nil: the key before writes it
}

type exp = experiment.Experiment

// keys lists them in the order in which they are written and read.
var keys = []key{
	textKey("name", "name", func(x *exp) *string { return &x.Name }),
	textKey("notes", "notes", func(x *exp) *string { return &x.Notes }),
	{name: "shape", paths: []string{"cluster.groups", "cluster.racksPerGroup", "cluster.serversPerRack"}, read: readShape, write: writeShape},
	{name: "topology", paths: []string{"cluster.topology"}, read: readTopology,
		write: func(x *exp) (string, bool) { return experiment.TopologyText(x.Cluster.Topology), true }},
	intKey("channels", "cluster.channelsPerLink", func(x *exp) *int { return &x.Cluster.ChannelsPerLink }),
	floatKey("bandwidth", "cluster.nodeBandwidthBytesPerSecond", func(x *exp) *float64 { return &x.Cluster.NodeBandwidthBytesPerSecond }),
	floatKey("propagation", "cluster.propagationSeconds", func(x *exp) *float64 { return &x.Cluster.PropagationSeconds }),
	floatKey("io", "cluster.ioSeconds", func(x *exp) *float64 { return &x.Cluster.IOSeconds }),
	textKey("device", "cluster.device.name", func(x *exp) *string { return &x.Cluster.Device.Name }),
	floatKey("memory", "cluster.device.memoryBytes", func(x *exp) *float64 { return &x.Cluster.Device.MemoryBytes }),
	{name: "graphs", paths: []string{"workload.graphs"}, read: readGraphs, write: writeGraphs},
	intKey("steps", "workload.trainingSteps", func(x *exp) *int { return &x.Workload.TrainingSteps }),
	{name: "interarrival", paths: []string{"workload.interarrival"}, read: readInterarrival, write: writeInterarrival},
	{name: "beta", paths: []string{"workload.beta"}, read: readBeta, write: writeBeta},
	intKey("copies", "workload.poolCopies", func(x *exp) *int { return &x.Workload.PoolCopies }),
	wordKey("sampling", "workload.sampling", func(x *exp) *workload.Sampling { return &x.Workload.Sampling }),
	floatKey("horizon", "horizonSeconds", func(x *exp) *float64 { return &x.HorizonSeconds }),
	intKey("queue", "queueCapacity", func(x *exp) *int { return &x.QueueCapacity }),
	intKey("maxdegree", "partition.maxDegree", func(x *exp) *int { return &x.Partition.MaxDegree }),
	floatKey("quantum", "partition.quantumSeconds", func(x *exp) *float64 { return &x.Partition.QuantumSeconds }),
	{name: "rules", paths: []string{"rules"},
		read:  func(x *exp, text string) (err error) { x.Rules, err = experiment.ParseRules(text); return err },
		write: func(x *exp) (string, bool) { return x.Rules.String(), true }},
	wordKey("placer", "placer", func(x *exp) *experiment.Placer { return &x.Placer }),
	{name: "run", also: "strategies", paths: []string{"strategies"}, read: readRun, write: writeRun},
	{name: "degree", also: "degrees", paths: []string{"strategies"}, read: readDegrees},
	{name: "seed", also: "seeds", paths: []string{"seeds"}, read: readSeeds, write: writeSeeds},
}

func textKey(name, path string, at func(x *exp) *string) key {
	return key{name: name, paths: []string{path},
		read:  func(x *exp, text string) error { *at(x) = text; return nil },
		write: func(x *exp) (string, bool) { return *at(x), true }}
}

func wordKey[T ~string](name, path string, at func(x *exp) *T) key {
	return key{name: name, paths: []string{path},
		read:  func(x *exp, text string) error { *at(x) = T(text); return nil },
		write: func(x *exp) (string, bool) { return string(*at(x)), true }}
}

func intKey(name, path string, at func(x *exp) *int) key {
	return key{name: name, paths: []string{path},
		read:  func(x *exp, text string) (err error) { *at(x), err = parseInt(text); return err },
		write: func(x *exp) (string, bool) { return strconv.Itoa(*at(x)), true }}
}

func floatKey(name, path string, at func(x *exp) *float64) key {
	return key{name: name, paths: []string{path},
		read:  func(x *exp, text string) (err error) { *at(x), err = parseFloat(text); return err },
		write: func(x *exp) (string, bool) { return number(*at(x)), true }}
}

func readShape(x *exp, text string) error {
	parts := strings.Split(strings.ReplaceAll(text, "×", "x"), "x")
	if len(parts) != 3 {
		return wrong(text, "no shape of a cluster, expected groups x racks x servers such as 4x4x2")
	}
	for i, at := range []*int{&x.Cluster.Groups, &x.Cluster.RacksPerGroup, &x.Cluster.ServersPerRack} {
		v, err := parseInt(parts[i])
		if err != nil {
			return err
		}
		*at = v
	}
	return nil
}

func writeShape(x *exp) (string, bool) {
	c := &x.Cluster
	return strconv.Itoa(c.Groups) + "x" + strconv.Itoa(c.RacksPerGroup) + "x" + strconv.Itoa(c.ServersPerRack), true
}

func readTopology(x *exp, text string) (err error) {
	x.Cluster.Topology, err = experiment.ParseTopology(text, parseFloat)
	return err
}

func readGraphs(x *exp, text string) error {
	x.Workload.Graphs = nil
	for _, name := range strings.Split(text, ",") {
		if len(x.Workload.Graphs) > experiment.MaxGraphs {
			break // which the check of the experiment will say
		}
		x.Workload.Graphs = append(x.Workload.Graphs, experiment.GraphRef{Name: name})
	}
	return nil
}

func writeGraphs(x *exp) (string, bool) {
	names := make([]string, len(x.Workload.Graphs))
	for i, g := range x.Workload.Graphs {
		if g.Inline != nil {
			return "", false
		}
		names[i] = g.Name
	}
	return strings.Join(names, ","), x.Workload.Jobs == nil
}

func readInterarrival(x *exp, text string) error {
	d := experiment.Distribution{Kind: "fixed"}
	kind, rest, found := strings.Cut(text, ":")
	var err error
	switch {
	case !found:
		d.Value, err = parseFloat(text)
	case kind == "exponential":
		d.Kind = kind
		d.Mean, err = parseFloat(rest)
	case kind == "bursty":
		return readBursty(x, rest)
	case kind == "uniform":
		d.Kind = kind
		d.Min, d.Max, d.Decimals, err = parseGrid(rest)
	default:
		return wrong(text, "no time between arrivals, expected seconds such as 1000, exponential:1000, uniform:500..1500:2 or bursty:1000:10:10000:40000")
	}
	x.Workload.Interarrival = d
	return err
}

// readBursty reads the mean, the factor of a burst, and how long bursts and
// calms last, as in 1000:10:10000:40000.
func readBursty(x *exp, text string) error {
	d := experiment.Distribution{Kind: "bursty"}
	parts := strings.Split(text, ":")
	figures := []*float64{&d.Mean, &d.BurstFactor, &d.BurstSeconds, &d.CalmSeconds}
	if len(parts) != len(figures) {
		return wrong(text, "no bursty time between arrivals, expected mean, factor of a burst, seconds of a burst and of a calm, such as 1000:10:10000:40000")
	}
	for i, part := range parts {
		v, err := parseFloat(part)
		if err != nil {
			return err
		}
		*figures[i] = v
	}
	x.Workload.Interarrival = d
	return nil
}

func writeInterarrival(x *exp) (string, bool) {
	switch d := &x.Workload.Interarrival; d.Kind {
	case "fixed":
		return number(d.Value), true
	case "exponential":
		return "exponential:" + number(d.Mean), true
	case "bursty":
		return "bursty:" + number(d.Mean) + ":" + number(d.BurstFactor) + ":" + number(d.BurstSeconds) + ":" + number(d.CalmSeconds), true
	case "uniform":
		return "uniform:" + writeGrid(d.Min, d.Max, d.Decimals), true
	}
	return "", false
}

func readBeta(x *exp, text string) error {
	b := experiment.Beta{Kind: "fixed"}
	kind, rest, found := strings.Cut(text, ":")
	var err error
	switch {
	case !found && len(text) == 1 && text >= "A" && text <= "Z":
		b = experiment.Beta{Preset: text}
	case !found:
		b.Value, err = parseFloat(text)
	case kind == "uniform":
		b.Kind = kind
		b.Min, b.Max, b.Decimals, err = parseGrid(rest)
	case kind == "skewnormal":
		b.Kind = kind
		skewness, grid, _ := strings.Cut(rest, ":")
		if b.Skewness, err = parseFloat(skewness); err == nil {
			b.Min, b.Max, b.Decimals, err = parseGrid(grid)
		}
	case kind == "pmf":
		b.Kind = kind
		b.Values, err = parseValues(rest)
	default:
		return wrong(text, "no distribution of beta, expected A to D, a number, uniform:0.1..1:2, skewnormal:3:0.1..1:2 or pmf:0.25@0.5,0.5@0.5")
	}
	x.Workload.Beta = b
	return err
}

func writeBeta(x *exp) (string, bool) {
	b := &x.Workload.Beta
	if b.Preset != "" {
		return b.Preset, true
	}
	switch b.Kind {
	case "fixed":
		return number(b.Value), true
	case "uniform":
		return "uniform:" + writeGrid(b.Min, b.Max, b.Decimals), true
	case "skewnormal":
		return "skewnormal:" + number(b.Skewness) + ":" + writeGrid(b.Min, b.Max, b.Decimals), true
	case "pmf":
		if len(b.Values) > maxShort {
			return "", false
		}
		parts := make([]string, len(b.Values))
		for i, v := range b.Values {
			parts[i] = number(v.Value) + "@" + number(v.Probability)
		}
		return "pmf:" + strings.Join(parts, ","), true
	}
	return "", false
}
