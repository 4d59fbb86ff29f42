package observe

import (
	"fmt"
	"slices"

	"rampart/core/cluster"
	"rampart/core/plan"
	"rampart/core/ramp"
)

// Features names a set of features.
type Features string

// The sets of features; the package comment lists them.
const (
	Paper     Features = "paper"     // the published agent's
	Extended  Features = "extended"  // and what it could not see
	Foresight Features = "foresight" // and what the cluster becomes with each choice
	Horizon   Features = "horizon"   // and when the run ends
)

var features = []Features{Paper, Extended, Foresight, Horizon}

// AllFeatures returns the sets of features.
func AllFeatures() []Features { return slices.Clone(features) }

// Known reports whether f is one of the sets.
func (f Features) Known() bool { return slices.Contains(features, f) }

// foresees reports whether f has the features of foresight.
func (f Features) foresees() bool { return f == Foresight || f == Horizon }

// paperWidth is the number of features of a graph before the mask.
const paperWidth = 17

// Encoder turns decisions into the numbers that a policy sees. It is not safe
// for concurrent use. It may share its planner with the simulator whose decisions
// it encodes, which saves time, or have one of its own with the same settings,
// which changes no result.
type Encoder struct {
	features Features
	n        Normalisers
	p        *plan.Planner
	servers  float64
	graphs   []Static
	fixed    [][paperWidth]float32 // by graph
	offered  []int                 // the planner's degrees above 0 that are actions
	extra    *extra                // nil for Paper
}

// New returns the encoder of a policy with these features and normalisers for
// the planner's cluster and graphs, which need not be those the normalisers were
// measured on. It returns an error if the features are unknown or the
// normalisers impossible.
func New(f Features, n Normalisers, p *plan.Planner) (*Encoder, error) {
	if !f.Known() {
		return nil, fmt.Errorf("features: %q is unknown, expected one of %v", string(f), features)
	}
	if err := n.Check(); err != nil {
		return nil, fmt.Errorf("normalisers.%w", err)
	}
	if err := n.Sees(f); err != nil {
		return nil, fmt.Errorf("normalisers.%w", err)
	}
	s := p.Settings()
	e := &Encoder{features: f, n: n, p: p, servers: float64(s.Shape.N())}
	for _, g := range s.Graphs {
		e.graphs = append(e.graphs, newStatic(g, f))
		var base [paperWidth]float32
		fixed(&base, g, f, &e.n)
		e.fixed = append(e.fixed, base)
	}
	for _, d := range p.Degrees()[1:] {
		if d <= n.MaxDegree {
			e.offered = append(e.offered, d)
		}
	}
	if f != Paper {
		e.extra = newExtra(e)
	}
	return e, nil
}

// Features returns the set of features.
func (e *Encoder) Features() Features { return e.features }

// Normalisers returns what the encoder was made with.
func (e *Encoder) Normalisers() Normalisers { return e.n }

// Size returns the number of features of a graph, the mask's included, and the
// number of actions.
func (e *Encoder) Size() (graphFeatures, actions int) { return e.n.Size(e.features) }

// Graphs returns what is seen of each of the planner's graphs. The caller must
// not change it.
func (e *Encoder) Graphs() []Static { return e.graphs }

// Encode writes the features of the waiting job and of the cluster, and which
// actions are offered. It panics unless the slices have the lengths that Size
// returns. It allocates nothing, except where a placement is met for the first
// time.
func (e *Encoder) Encode(d *cluster.Decision, features []float32, mask []bool) {
	width, actions := e.Size()
	if len(features) != width || len(mask) != actions {
		panic("observe: features or mask of the wrong length")
	}
	copy(features, e.fixed[d.Graph][:])
	features[2] = float32(e.n.SequentialSeconds.of(d.SequentialSeconds))
	features[3] = float32(e.n.AcceptableSeconds.of(d.MaxAcceptableSeconds))
	features[4] = float32(e.n.Beta.of(d.Beta))
	features[5] = float32(clip(d.Beta, 0, 1))
	features[8] = float32(e.n.TrainingSteps.of(float64(d.TrainingSteps)))
	features[15] = float32((e.servers - float64(d.FreeServers)) / e.servers)
	features[16] = float32(clip(float64(d.JobsRunning)/e.servers, 0, 1))
	clear(mask)
	mask[0] = true
	for _, v := range d.Valid {
		if v <= e.n.MaxDegree {
			mask[v] = true
		}
	}
	if e.extra != nil {
		e.extra.encode(d, features[paperWidth+actions:], mask)
	}
	for a, legal := range mask {
		features[paperWidth+a] = mark(legal)
	}
}

// Names returns a short name for every feature of a graph, in order.
func (e *Encoder) Names() []string {
	names := []string{
		"ops", "edges", "sequential JCT", "acceptable JCT", "beta (scaled)", "beta", "memory", "edge bytes", "training steps",
		"mean compute", "median compute", "mean memory", "median memory", "mean edge bytes", "median edge bytes",
		"servers in use", "jobs running",
	}
	for a := range e.n.MaxDegree + 1 {
		names = append(names, fmt.Sprintf("degree %d offered", a))
	}
	e.n.eachBlock(func(name string) { names = append(names, name+" offered") })
	if e.extra == nil {
		return names
	}
	names = append(names, "free servers", "remaining minimum", "remaining lower quartile", "remaining median",
		"remaining upper quartile", "remaining maximum", "remaining mean")
	for _, k := range soon {
		names = append(names, fmt.Sprintf("jobs ending within %v arrivals", k))
	}
	for _, k := range soon {
		names = append(names, fmt.Sprintf("servers free within %v arrivals", k))
	}
	for _, d := range e.n.Degrees {
		for _, what := range []string{"free blocks", "placeable", "JCT known", "slack", "in time"} {
			names = append(names, fmt.Sprintf("degree %d %s", d, what))
		}
	}
	if e.features == Horizon {
		names = append(names, "time left")
	}
	if !e.features.foresees() {
		return names
	}
	for _, d := range e.n.Degrees {
		for _, t := range ahead {
			names = append(names, fmt.Sprintf("blocks of %d free within %v arrivals", d, t))
		}
	}
	takes := func(name, more string) {
		names = append(names, name+more+" JCT")
		for _, size := range e.n.Degrees {
			for _, k := range after {
				names = append(names, fmt.Sprintf("%s takes%s blocks of %d in %v arrivals", name, more, size, ahead[k]))
			}
		}
	}
	for _, d := range e.n.Degrees {
		takes(fmt.Sprintf("degree %d", d), "")
	}
	e.n.eachBlock(func(name string) { takes(name, " more") })
	e.n.eachBlock(func(name string) {
		names = append(names, name+" placeable", name+" slack", name+" in time")
	})
	return names
}

// allFree returns the set of all servers.
func allFree(s ramp.Shape) ramp.Set {
	free := ramp.NewSet(s.N())
	free.Fill(s.N())
	return free
}
