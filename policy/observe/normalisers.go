package observe

import (
	"fmt"
	"math"

	"rampart/core/jobgraph"
	"rampart/core/plan"
	"rampart/core/workload"
)

// MaxActions bounds the number of actions of a policy.
const MaxActions = 1 << 12

// Extent is the range of a quantity over a workload.
type Extent struct {
	Min float64 `json:"min"`
	Max float64 `json:"max"`
}

// of returns where x lies in the range: 0 at Min, 1 at Max, 1 in a range of one
// value, as the reference has it.
func (e Extent) of(x float64) float64 { return scale(x, e.Min, e.Max) }

func scale(x, low, high float64) float64 {
	if low == high {
		return 1
	}
	return clip((x-low)/(high-low), 0, 1)
}

// clip also turns NaN, as of Inf/Inf, into low.
func clip(x, low, high float64) float64 {
	if x >= high {
		return high
	}
	if x >= low {
		return x
	}
	return low
}

func (e *Extent) add(x float64) { e.Min, e.Max = min(e.Min, x), max(e.Max, x) }

func nothing() Extent { return Extent{math.Inf(1), math.Inf(-1)} }

// Normalisers scale the features of a policy. They belong to it: a policy is
// applied to other workloads with the normalisers it was trained with.
type Normalisers struct {
	MaxDegree           int     `json:"maxDegree"`           // the actions are 0..MaxDegree, and those of Blocks
	Degrees             []int   `json:"degrees"`             // with extended features of their own: ascending, in 1..MaxDegree
	Ops                 Extent  `json:"ops"`                 // of a job's graph, both passes
	Edges               Extent  `json:"edges"`               //
	SequentialSeconds   Extent  `json:"sequentialSeconds"`   // JCT of a job on one server
	AcceptableSeconds   Extent  `json:"acceptableSeconds"`   // beta times that
	Beta                Extent  `json:"beta"`                //
	MemoryBytes         Extent  `json:"memoryBytes"`         // of all ops
	EdgeBytes           Extent  `json:"edgeBytes"`           // of all edges
	TrainingSteps       Extent  `json:"trainingSteps"`       //
	MaxThroughput       float64 `json:"maxThroughput"`       // largest memory/compute of an op, bytes per second
	InterarrivalSeconds float64 `json:"interarrivalSeconds"` // mean
	// Blocks is how many blocks of servers a degree is offered with, each by an
	// action of its own; 0 stands for 1, the one that the placer takes. At most
	// MaxBlocks. Measure leaves it 0.
	Blocks int `json:"blocks,omitempty"`
}

// Measure returns the normalisers of a workload on the planner's cluster. The
// reference takes the extremes of beta and of the acceptable JCT over the pool
// that it draws at a reset, so that they vary from episode to episode; here they
// are those of the distributions: every graph with every beta of positive
// probability. Of a trace they are those of its jobs. The error is that of
// workload.Settings.Check.
func Measure(p *plan.Planner, w *workload.Settings) (Normalisers, error) {
	n := Normalisers{MaxDegree: p.Settings().MaxDegree, Degrees: append([]int(nil), p.Degrees()[1:]...)}
	if err := w.Check(); err != nil {
		return n, err
	}
	for _, e := range n.extents() {
		*e.Extent = nothing()
	}
	fixes := p.Settings().Fixes
	if w.Trace != nil {
		n.measureTrace(w, fixes)
		return n, nil
	}
	masses, err := w.Beta.PMF()
	if err != nil {
		return n, err
	}
	for _, m := range masses {
		if m.Probability > 0 {
			n.Beta.add(m.Value)
		}
	}
	for _, g := range w.Graphs {
		n.add(g, n.Beta, w.TrainingSteps, fixes)
	}
	n.InterarrivalSeconds = w.Interarrival.Average()
	return n, nil
}

// paperInterarrival is the time between two arrivals of the paper's workload,
// in seconds; it serves where a trace has no two times.
const paperInterarrival = 1000

func (n *Normalisers) measureTrace(w *workload.Settings, fixes plan.Fixes) {
	for _, j := range w.Trace {
		steps := j.TrainingSteps
		if steps == 0 {
			steps = w.TrainingSteps
		}
		n.Beta.add(j.Beta)
		n.add(w.Graphs[j.Graph], Extent{j.Beta, j.Beta}, steps, fixes)
	}
	n.InterarrivalSeconds = paperInterarrival
	if k := len(w.Trace); k > 1 {
		if span := w.Trace[k-1].ArrivalSeconds - w.Trace[0].ArrivalSeconds; span > 0 {
			n.InterarrivalSeconds = max(span/float64(k-1), workload.MinSeconds)
		}
	}
	if len(w.Trace) == 0 { // no job will ever be seen
		zero := Normalisers{MaxDegree: n.MaxDegree, Degrees: n.Degrees, InterarrivalSeconds: n.InterarrivalSeconds}
		*n = zero
	}
}

// add widens the extents by one kind of job.
func (n *Normalisers) add(g *jobgraph.Job, beta Extent, steps int, fixes plan.Fixes) {
	s := &g.Stats
	unit := plan.TimeUnit(g.Graph.Unit, fixes)
	sequential := float64(float64(steps) * plan.StepSeconds(g, fixes))
	n.Ops.add(float64(s.Nodes))
	n.Edges.add(float64(s.Edges))
	n.SequentialSeconds.add(sequential)
	n.AcceptableSeconds.add(float64(beta.Min * sequential))
	n.AcceptableSeconds.add(float64(beta.Max * sequential))
	n.MemoryBytes.add(s.TotalMemory)
	n.EdgeBytes.add(s.TotalEdgeBytes)
	n.TrainingSteps.add(float64(steps))
	n.MaxThroughput = max(n.MaxThroughput, s.MaxThroughput/unit)
}

// named is an extent and its name in a file.
type named struct {
	name string
	*Extent
}

func (n *Normalisers) extents() []named {
	return []named{
		{"ops", &n.Ops}, {"edges", &n.Edges}, {"sequentialSeconds", &n.SequentialSeconds}, {"acceptableSeconds", &n.AcceptableSeconds},
		{"beta", &n.Beta}, {"memoryBytes", &n.MemoryBytes}, {"edgeBytes", &n.EdgeBytes}, {"trainingSteps", &n.TrainingSteps},
	}
}

// Check returns an error if the normalisers, say of a checkpoint, cannot have
// come from Measure.
func (n *Normalisers) Check() error {
	if n.MaxDegree < 1 || n.MaxDegree >= MaxActions {
		return fmt.Errorf("maxDegree: %d is out of range, expected an integer from 1 to %d", n.MaxDegree, MaxActions-1)
	}
	before := 0
	for i, d := range n.Degrees {
		if d <= before || d > n.MaxDegree {
			return fmt.Errorf("degrees[%d]: %d is out of range, expected an integer from %d to %d", i, d, before+1, n.MaxDegree)
		}
		before = d
	}
	if n.Blocks < 0 || n.Blocks > MaxBlocks {
		return fmt.Errorf("blocks: %d is out of range, expected an integer from 1 to %d", n.Blocks, MaxBlocks)
	}
	if n.Actions() > MaxActions {
		return fmt.Errorf("blocks: %d blocks of each of %d degrees are more than %d actions", n.Blocks, len(n.Degrees), MaxActions)
	}
	throughput := Extent{0, n.MaxThroughput}
	for _, e := range append(n.extents(), named{"maxThroughput", &throughput}) {
		if !(e.Min >= 0 && e.Min <= e.Max && e.Max <= math.MaxFloat64) {
			return fmt.Errorf("%s: %v to %v is no range of finite numbers of at least 0", e.name, e.Min, e.Max)
		}
	}
	if !(n.InterarrivalSeconds > 0 && n.InterarrivalSeconds <= workload.MaxArrival) {
		return fmt.Errorf("interarrivalSeconds: %v is out of range, expected a number greater than 0 and up to %v", n.InterarrivalSeconds, workload.MaxArrival)
	}
	return nil
}

// Size returns the number of features of a graph, the mask's included, and the
// number of actions of a policy that sees f.
func (n *Normalisers) Size(f Features) (graphFeatures, actions int) {
	actions = n.Actions()
	graphFeatures = paperWidth + actions
	if f != Paper {
		graphFeatures += generalWidth + degreeWidth*len(n.Degrees)
	}
	if f == Horizon {
		graphFeatures++
	}
	if f.foresees() {
		graphFeatures += foresightWidth(len(n.Degrees), n.blocks()) + (n.blocks()-1)*len(n.Degrees)*blockMarks
	}
	return graphFeatures, actions
}
