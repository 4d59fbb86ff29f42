package experiment

import (
	"strings"

	"rampart/core/jobgraph"
	"rampart/core/strict"
)

// Decode reads an experiment file: the contract's section 1, strictly. Absent
// fields take their defaults; an unknown field, a wrong type, a value out of
// range or an unreasonable amount of work is an error, a *strict.Error that
// names the path of the field.
func Decode(data []byte) (*Experiment, error) {
	doc, err := strict.Parse(data, strict.Limits{MaxBytes: MaxFileBytes})
	if err != nil {
		return nil, err
	}
	return DecodeNode(doc.Root())
}

// DecodeNode reads an experiment inside a larger document, such as a result.
// Paths count from the document's root.
func DecodeNode(n strict.Node) (*Experiment, error) {
	x := Default()
	o := n.Object()
	decodeVersion(o, &x.Version)
	o.String("name", &x.Name, MaxName)
	o.String("notes", &x.Notes, MaxNotes)
	decodeCluster(o.Object("cluster"), &x.Cluster)
	decodeWorkload(o.Object("workload"), &x.Workload)
	o.Float("horizonSeconds", &x.HorizonSeconds, horizonRange)
	o.Int("queueCapacity", &x.QueueCapacity, queueRange)
	p := o.Object("partition")
	p.Int("maxDegree", &x.Partition.MaxDegree, maxDegreeRange)
	p.Float("quantumSeconds", &x.Partition.QuantumSeconds, quantumRange)
	p.Done()
	decodeRules(o.Get("rules"), &x.Rules)
	strict.OneOf(o.Get("placer"), &x.Placer, placerWords...)
	if list := o.Get("strategies"); list.Present() {
		x.Strategies = make([]StrategySpec, 0, min(list.Len(), MaxStrategies))
		list.Array(1, MaxStrategies, func(_ int, n strict.Node) {
			x.Strategies = append(x.Strategies, decodeStrategy(n))
		})
	}
	if list := o.Get("seeds"); list.Present() {
		x.Seeds = make([]uint64, 0, min(list.Len(), MaxSeeds))
		list.Array(1, MaxSeeds, func(_ int, n strict.Node) {
			var seed uint64
			n.Uint64(&seed, seedRange)
			x.Seeds = append(x.Seeds, seed)
		})
	}
	x.Train = decodeExtra(o.Get("train"))
	x.View = decodeExtra(o.Get("view"))
	o.Done()
	if err := n.Err(); err != nil {
		return nil, err
	}
	if errs := Errors(x); len(errs) > 0 {
		errs[0].Path = joinPath(n.Path(), errs[0].Path)
		return nil, errs[0]
	}
	return x, nil
}

// decodeVersion refuses a later version before its fields are called unknown.
func decodeVersion(o *strict.Fields, version *int) {
	o.Require("rampart")
	*version = FormatVersion
	o.Int("rampart", version, strict.Between(0, 1e9))
	if *version != FormatVersion {
		o.Errorf("rampart", "version %d is not known, expected %d", *version, FormatVersion)
	}
}

// joinPath joins the path of an object and that of a field inside it.
func joinPath(object, field string) string {
	if object == "" || field == "" || strings.HasPrefix(field, "[") {
		return object + field
	}
	return object + "." + field
}

func decodeCluster(o *strict.Fields, c *Cluster) {
	decodeTopology(o.Object("topology"), &c.Topology)
	o.Int("groups", &c.Groups, groupsRange)
	o.Int("racksPerGroup", &c.RacksPerGroup, groupsRange)
	o.Int("serversPerRack", &c.ServersPerRack, groupsRange)
	o.Int("channelsPerLink", &c.ChannelsPerLink, channelsRange)
	o.Float("nodeBandwidthBytesPerSecond", &c.NodeBandwidthBytesPerSecond, bandwidthRange)
	o.Float("propagationSeconds", &c.PropagationSeconds, latencyRange)
	o.Float("ioSeconds", &c.IOSeconds, latencyRange)
	d := o.Object("device")
	d.String("name", &c.Device.Name, MaxName)
	d.Float("memoryBytes", &c.Device.MemoryBytes, memoryRange)
	d.Done()
	o.Done()
}

func decodeWorkload(o *strict.Fields, l *Workload) {
	if list := o.Get("graphs"); list.Present() {
		l.Graphs = make([]GraphRef, 0, min(list.Len(), MaxGraphs))
		list.Array(1, MaxGraphs, func(_ int, n strict.Node) {
			l.Graphs = append(l.Graphs, decodeGraph(n))
		})
	}
	o.Int("trainingSteps", &l.TrainingSteps, stepsRange)
	if d := o.Object("interarrival"); d.Present() {
		decodeInterarrival(d, &l.Interarrival)
	}
	if b := o.Object("beta"); b.Present() {
		decodeBeta(b, &l.Beta)
	}
	o.Int("poolCopies", &l.PoolCopies, copiesRange)
	strict.OneOf(o.Get("sampling"), &l.Sampling, samplingWords...)
	if list := o.Get("jobs"); list.Present() {
		l.Jobs = make([]TraceJob, 0, min(list.Len(), MaxTrace))
		list.Array(1, MaxTrace, func(_ int, n strict.Node) {
			l.Jobs = append(l.Jobs, decodeTraceJob(n))
		})
	}
	o.Done()
}

// decodeGraph reads a built-in graph's name or an inline graph.
func decodeGraph(n strict.Node) GraphRef {
	if n.Kind() == strict.Object {
		g, err := jobgraph.FromNode(n)
		if err != nil {
			return GraphRef{} // the document keeps the error
		}
		return GraphRef{Name: g.Name, Inline: g}
	}
	var name string
	strict.OneOf(n, &name, jobgraph.BuiltinNames()...)
	return GraphRef{Name: name}
}

func decodeInterarrival(o *strict.Fields, d *Distribution) {
	*d = Distribution{}
	o.Require("kind")
	strict.OneOf(o.Get("kind"), &d.Kind, interarrivalKinds...)
	switch d.Kind {
	case "fixed":
		o.Require("value")
		o.Float("value", &d.Value, intervalRange)
	case "exponential":
		o.Require("mean")
		o.Float("mean", &d.Mean, intervalRange)
	case "bursty":
		o.Require("mean", "burstFactor", "burstSeconds", "calmSeconds")
		o.Float("mean", &d.Mean, intervalRange)
		o.Float("burstFactor", &d.BurstFactor, burstRange)
		o.Float("burstSeconds", &d.BurstSeconds, intervalRange)
		o.Float("calmSeconds", &d.CalmSeconds, intervalRange)
	case "uniform":
		d.Decimals = defaultDecimals
		o.Require("min", "max")
		o.Float("min", &d.Min, intervalRange)
		o.Float("max", &d.Max, intervalRange)
		o.Int("decimals", &d.Decimals, decimalsRange)
	}
	o.Done()
}

func decodeBeta(o *strict.Fields, b *Beta) {
	*b = Beta{}
	if o.Get("preset").Present() {
		strict.OneOf(o.Get("preset"), &b.Preset, betaPresets...)
		o.Done()
		return
	}
	o.Require("kind")
	strict.OneOf(o.Get("kind"), &b.Kind, betaKinds...)
	switch b.Kind {
	case "fixed":
		o.Require("value")
		o.Float("value", &b.Value, betaRange)
	case "skewnormal", "uniform":
		b.Decimals = defaultDecimals
		if b.Kind == "skewnormal" {
			o.Require("skewness")
			o.Float("skewness", &b.Skewness, skewnessRange)
		}
		o.Require("min", "max")
		o.Float("min", &b.Min, betaRange)
		o.Float("max", &b.Max, betaRange)
		o.Int("decimals", &b.Decimals, decimalsRange)
	case "pmf":
		o.Require("values")
		o.Array("values", 1, MaxValues, func(_ int, n strict.Node) {
			var v PMFValue
			e := n.Object()
			e.Require("value", "probability")
			e.Float("value", &v.Value, betaRange)
			e.Float("probability", &v.Probability, chanceRange)
			e.Done()
			b.Values = append(b.Values, v)
		})
	}
	o.Done()
}

func decodeTraceJob(n strict.Node) (job TraceJob) {
	o := n.Object()
	o.Require("arrivalSeconds", "graph", "beta")
	o.Float("arrivalSeconds", &job.ArrivalSeconds, arrivalRange)
	o.String("graph", &job.Graph, MaxName)
	o.Float("beta", &job.Beta, betaRange)
	o.Int("trainingSteps", &job.TrainingSteps, stepsRange)
	o.Done()
	return job
}

func decodeStrategy(n strict.Node) (s StrategySpec) {
	o := n.Object()
	o.Require("kind")
	strict.OneOf(o.Get("kind"), &s.Kind, strategyKinds...)
	decodeStrategyFields(o, &s)
	o.Done()
	return s
}

// decodeStrategyFields reads what a strategy of its kind has besides.
func decodeStrategyFields(o *strict.Fields, s *StrategySpec) {
	switch s.Kind {
	case "sipml":
		o.Int("maxDegree", &s.MaxDegree, degreeRange)
	case "fixed":
		o.Require("degree")
		o.Int("degree", &s.Degree, degreeRange)
	case "script":
		o.Require("degrees")
		o.Array("degrees", 1, MaxScript, func(_ int, n strict.Node) {
			var degree int
			n.Int(&degree, degreeRange)
			s.Degrees = append(s.Degrees, degree)
		})
	case "policy":
		o.Require("checkpoint")
		o.String("checkpoint", &s.Checkpoint, MaxCheckpoint)
	default:
		decodeBaseline(o, s)
	}
}

// decodeExtra keeps an object for a later reader, in canonical form.
func decodeExtra(n strict.Node) []byte {
	if !n.Present() {
		return nil
	}
	if n.Kind() != strict.Object {
		n.Errorf("found %v, expected an object", n.Kind())
		return nil
	}
	raw := n.Canonical()
	if len(raw) > MaxExtra {
		n.Errorf("%d bytes are too long, expected at most %d", len(raw), MaxExtra)
	}
	return raw
}
