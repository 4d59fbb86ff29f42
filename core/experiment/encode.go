package experiment

import (
	"encoding/json/jsontext"
	"math"
	"strconv"

	"rampart/core/jobgraph"
	"rampart/core/strict"
)

// AppendCanonical appends the canonical JSON of x: every field in the order of
// the contract's section 1, defaults written out, shortest round-trip numbers,
// no white space. Equal experiments have equal bytes, and Decode of the bytes
// gives x back. It panics if a number of x is not finite; Validate refuses
// such an x.
func AppendCanonical(dst []byte, x *Experiment) []byte {
	return appendExperiment(dst, x, true)
}

// AppendFile appends x as a file for people: AppendCanonical, laid out over
// lines, with a line feed at the end.
func AppendFile(dst []byte, x *Experiment) []byte {
	return append(appendPretty(dst, AppendCanonical(nil, x), math.MaxInt), '\n')
}

// appendExperiment appends x; without people's fields (name, notes, view) it
// is what a digest covers.
func appendExperiment(dst []byte, x *Experiment, people bool) []byte {
	w := writer{dst}
	w.open('{')
	w.key("rampart").int(FormatVersion)
	if people {
		w.key("name").text(x.Name)
		w.key("notes").text(x.Notes)
	}
	w.key("cluster")
	appendCluster(&w, &x.Cluster)
	w.key("workload")
	appendWorkload(&w, &x.Workload)
	w.key("horizonSeconds").number(x.HorizonSeconds)
	w.key("queueCapacity").int(x.QueueCapacity)
	w.key("partition").open('{')
	w.key("maxDegree").int(x.Partition.MaxDegree)
	w.key("quantumSeconds").number(x.Partition.QuantumSeconds)
	w.close('}')
	w.key("rules")
	appendRules(&w, x.Rules)
	w.key("placer").text(string(x.Placer))
	w.key("strategies").open('[')
	for i := range x.Strategies {
		w.next()
		appendStrategy(&w, &x.Strategies[i])
	}
	w.close(']')
	w.key("seeds").open('[')
	for _, seed := range x.Seeds {
		w.next().uint(seed)
	}
	w.close(']')
	if x.Train != nil {
		w.key("train").raw(x.Train)
	}
	if people && x.View != nil {
		w.key("view").raw(x.View)
	}
	w.close('}')
	return w.buf
}

func appendCluster(w *writer, c *Cluster) {
	w.open('{')
	appendTopology(w, c.Topology)
	w.key("groups").int(c.Groups)
	w.key("racksPerGroup").int(c.RacksPerGroup)
	w.key("serversPerRack").int(c.ServersPerRack)
	w.key("channelsPerLink").int(c.ChannelsPerLink)
	w.key("nodeBandwidthBytesPerSecond").number(c.NodeBandwidthBytesPerSecond)
	w.key("propagationSeconds").number(c.PropagationSeconds)
	w.key("ioSeconds").number(c.IOSeconds)
	w.key("device").open('{')
	w.key("name").text(c.Device.Name)
	w.key("memoryBytes").number(c.Device.MemoryBytes)
	w.close('}')
	w.close('}')
}

func appendWorkload(w *writer, l *Workload) {
	w.open('{')
	w.key("graphs").open('[')
	for _, g := range l.Graphs {
		w.next()
		if g.Inline == nil {
			w.text(g.Name)
		} else {
			w.buf = jobgraph.AppendJSON(w.buf, g.Inline)
		}
	}
	w.close(']')
	w.key("trainingSteps").int(l.TrainingSteps)
	w.key("interarrival")
	appendInterarrival(w, &l.Interarrival)
	w.key("beta")
	appendBeta(w, &l.Beta)
	w.key("poolCopies").int(l.PoolCopies)
	w.key("sampling").text(string(l.Sampling))
	if l.Jobs != nil {
		w.key("jobs").open('[')
		for i := range l.Jobs {
			job := &l.Jobs[i]
			w.next().open('{')
			w.key("arrivalSeconds").number(job.ArrivalSeconds)
			w.key("graph").text(job.Graph)
			w.key("beta").number(job.Beta)
			if job.TrainingSteps != 0 {
				w.key("trainingSteps").int(job.TrainingSteps)
			}
			w.close('}')
		}
		w.close(']')
	}
	w.close('}')
}

func appendInterarrival(w *writer, d *Distribution) {
	w.open('{')
	w.key("kind").text(d.Kind)
	switch d.Kind {
	case "fixed":
		w.key("value").number(d.Value)
	case "uniform":
		w.key("min").number(d.Min)
		w.key("max").number(d.Max)
		w.key("decimals").int(d.Decimals)
	case "exponential":
		w.key("mean").number(d.Mean)
	case "bursty":
		w.key("mean").number(d.Mean)
		w.key("burstFactor").number(d.BurstFactor)
		w.key("burstSeconds").number(d.BurstSeconds)
		w.key("calmSeconds").number(d.CalmSeconds)
	}
	w.close('}')
}

func appendBeta(w *writer, b *Beta) {
	w.open('{')
	if b.Preset != "" {
		w.key("preset").text(b.Preset)
		w.close('}')
		return
	}
	w.key("kind").text(b.Kind)
	switch b.Kind {
	case "fixed":
		w.key("value").number(b.Value)
	case "skewnormal":
		w.key("skewness").number(b.Skewness)
		fallthrough
	case "uniform":
		w.key("min").number(b.Min)
		w.key("max").number(b.Max)
		w.key("decimals").int(b.Decimals)
	case "pmf":
		w.key("values").open('[')
		for _, v := range b.Values {
			w.next().open('{')
			w.key("value").number(v.Value)
			w.key("probability").number(v.Probability)
			w.close('}')
		}
		w.close(']')
	}
	w.close('}')
}

func appendStrategy(w *writer, s *StrategySpec) {
	w.open('{')
	w.key("kind").text(s.Kind)
	switch s.Kind {
	case "sipml":
		w.key("maxDegree").int(s.MaxDegree)
	case "fixed":
		w.key("degree").int(s.Degree)
	case "script":
		w.key("degrees").open('[')
		for _, degree := range s.Degrees {
			w.next().int(degree)
		}
		w.close(']')
	case "policy":
		w.key("checkpoint").text(s.Checkpoint)
	default:
		appendBaseline(w, s)
	}
	w.close('}')
}

// writer appends JSON to buf. A comma is due wherever the last byte ends a
// value, so it keeps no other state.
type writer struct{ buf []byte }

func (w *writer) open(brace byte) *writer {
	w.buf = append(w.buf, brace)
	return w
}

func (w *writer) close(brace byte) { w.buf = append(w.buf, brace) }

// next starts an element of an array.
func (w *writer) next() *writer {
	switch w.buf[len(w.buf)-1] {
	case '{', '[':
	default:
		w.buf = append(w.buf, ',')
	}
	return w
}

// key starts a member of an object; name needs no escapes.
func (w *writer) key(name string) *writer {
	w.next()
	w.buf = append(w.buf, '"')
	w.buf = append(w.buf, name...)
	w.buf = append(w.buf, '"', ':')
	return w
}

func (w *writer) int(v int)     { w.buf = strconv.AppendInt(w.buf, int64(v), 10) }
func (w *writer) uint(v uint64) { w.buf = strconv.AppendUint(w.buf, v, 10) }
func (w *writer) raw(v []byte)  { w.buf = append(w.buf, v...) }
func (w *writer) bool(v bool)   { w.buf = strconv.AppendBool(w.buf, v) }

func (w *writer) number(v float64) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		panic("experiment: number is not finite")
	}
	w.buf = strict.AppendFloat(w.buf, v)
}

// text appends a string; what is not UTF-8 becomes replacement characters,
// which Validate refuses beforehand.
func (w *writer) text(v string) { w.buf, _ = jsontext.AppendQuote(w.buf, v) }
