package plan

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"rampart/core/jobgraph"
	"rampart/core/ramp"
)

// profiles returns the names of the built-in graphs that are measured, not
// generated.
func profiles() []string {
	names := jobgraph.BuiltinNames()
	return names[:len(names)-len(jobgraph.TransformerNames())]
}

// inSeconds returns a graph whose times, in milliseconds, are given in seconds.
func inSeconds(g *jobgraph.Graph) *jobgraph.Graph {
	s := *g
	s.Unit, s.Ops = jobgraph.Seconds, slices.Clone(g.Ops)
	for i := range s.Ops {
		s.Ops[i].Forward /= 1000
		s.Ops[i].Backward /= 1000
	}
	return &s
}

// The same graph in milliseconds and in seconds is split alike and takes the same
// time under corrected rules, but for the rounding of a thousandth; and the
// quantum of 0.01 ms splits it as the reference's 0.01 does.
func TestUnitsAreConverted(t *testing.T) {
	shape := ramp.Shape{Groups: 4, Racks: 4, Servers: 2}
	for _, name := range profiles() {
		s := paper(shape, name)
		s.MemoryBytes = 1e12
		reference := newPlanner(t, s)
		s.Fixes, s.Quantum = AllFixes, 1e-5
		s.Graphs = append(s.Graphs, jobgraph.Mirror(inSeconds(s.Graphs[0].Graph)))
		p := newPlanner(t, s)
		free := emptyCluster(shape)
		for _, d := range p.Degrees()[1:] {
			a, b := p.Place(0, d, free), p.Place(1, d, free)
			if a == nil || b == nil { // a block of the size of some op does not exist
				if a != nil || b != nil {
					t.Errorf("%s degree %d can be placed in one unit alone", name, d)
				}
				continue
			}
			if !slices.Equal(a.splits, b.splits) || !slices.Equal(a.splits, reference.Template(0, d).splits) {
				t.Errorf("%s degree %d: split differently", name, d)
			}
			if x, y := p.Step(a), p.Step(b); !near(x.Seconds, y.Seconds, 1e-12) || !near(x.CommunicationSeconds, y.CommunicationSeconds, 1e-9) {
				t.Errorf("%s degree %d: %v s from milliseconds, %v s from seconds", name, d, x.Seconds, y.Seconds)
			}
		}
	}
}

// ragged is a graph as large as the largest public profiles, with several
// sources and sinks, branches that end in split ops without successors, skips,
// and ops that take no time.
func ragged(n int) *jobgraph.Graph {
	random := rand.New(rand.NewPCG(uint64(n), 3))
	g := &jobgraph.Graph{Name: "ragged", Unit: jobgraph.Milliseconds}
	for i := range n {
		o := jobgraph.Op{ID: i + 1, Forward: random.Float64(), Backward: 2 * random.Float64(), ActivationBytes: 1e7 * random.Float64()}
		switch random.IntN(8) {
		case 0:
			o.Forward, o.Backward = 0, 0
		case 1:
			o.Forward = 0 // unsplit, but for its backward pass
		case 2, 3:
			o.ParameterBytes = 1e6
		}
		g.Ops = append(g.Ops, o)
		if i > 0 && random.IntN(50) > 0 { // else a further source
			from := i - random.IntN(min(i, 3)) // which leaves some ops without successors
			g.Edges = append(g.Edges, [2]int{from, i + 1})
			if skip := i - 5 - random.IntN(20); skip > 0 && random.IntN(3) == 0 {
				g.Edges = append(g.Edges, [2]int{skip, i + 1})
			}
		}
	}
	return g
}

// All graphs run at every valid degree, with every placer, on the paper's cluster
// and on one with other degrees: under corrected rules every step ends, and no
// sooner than the work of its busiest server. Under reference rules a step never
// ends just where the published simulator reports a deadlock: where the backward
// pass of an end of the graph, but for the one that is joined to it, is split.
func TestAllGraphsRun(t *testing.T) {
	type cluster struct {
		shape     ramp.Shape
		maxDegree int
		placers   []Placer
	}
	clusters := []cluster{
		{ramp.Shape{Groups: 4, Racks: 4, Servers: 2}, 16, []Placer{Compact, FirstFit, BestFit}},
		{ramp.Shape{Groups: 5, Racks: 5, Servers: 2}, 20, []Placer{Compact}},
	}
	if runtime.GOARCH == "wasm" { // where it takes four times as long: all degrees, but one placer
		clusters[0].placers = clusters[0].placers[:1]
		clusters = clusters[:1]
	}
	for _, tc := range clusters {
		s := paper(tc.shape, jobgraph.BuiltinNames()...)
		s.MemoryBytes, s.MaxDegree = 1e12, tc.maxDegree
		for _, n := range []int{1, 2, 40, 1251} {
			s.Graphs = append(s.Graphs, jobgraph.Mirror(ragged(n)))
		}
		for _, placer := range tc.placers {
			s.Placer = placer
			s.Quantum, s.Fixes = 1e-5, AllFixes
			runAll(t, s)
			s.Quantum, s.Fixes = 0.01, 0
			runAll(t, s)
		}
	}
}

// runAll looks ahead a step of all graphs at all degrees.
func runAll(t *testing.T, s Settings) {
	t.Helper()
	p := newPlanner(t, s)
	degrees, placed := p.Degrees()[1:], 0
	for g, job := range s.Graphs {
		for _, d := range degrees {
			pl := p.Place(g, d, emptyCluster(s.Shape))
			if pl == nil { // not valid: a block of the size of some op does not exist
				if s.Placer != FirstFit || d <= 4 {
					t.Errorf("%v: %s degree %d cannot be placed", s.Shape, job.Graph.Name, d)
				}
				continue
			}
			placed++
			step := p.Step(pl)
			least := pl.StepSeconds / float64(len(pl.Servers)) * (1 - 1e-9)
			if stuck := step.Stuck > 0; stuck != deadlocks(pl.Template, s.Fixes) || stuck != math.IsInf(step.Seconds, 1) || !(step.Seconds >= least) {
				t.Errorf("%v, fixes %b: %s of %d ops, degree %d: %+v, at least %v s of computation", s.Shape, s.Fixes, job.Graph.Name, job.Forward, d, *step, least)
			}
		}
	}
	if placed < 3*len(degrees)*len(s.Graphs)/4 {
		t.Errorf("%v, placer %d: only %d of %d degrees and graphs can be placed", s.Shape, s.Placer, placed, len(degrees)*len(s.Graphs))
	}
}

// deadlocks tells whether some sub-op waits for its like alone.
func deadlocks(t *Template, fixes Fixes) bool {
	for v, k := range t.splits {
		if v >= t.Job.Forward && k > 1 && len(t.Job.InEdges(v)) == 0 && !fixes.Has(FixSinks) {
			return true
		}
	}
	return false
}

// A cold plan of a graph as large as the largest public profiles at degree 16.
func BenchmarkColdCorrected(b *testing.B) {
	s := paper(ramp.Shape{Groups: 4, Racks: 4, Servers: 2})
	s.Graphs = []*jobgraph.Job{jobgraph.Mirror(ragged(1251))}
	s.MemoryBytes, s.Quantum, s.Fixes, s.Placer = 1e13, 1e-5, AllFixes, Compact
	for b.Loop() {
		p := newPlanner(b, s)
		p.Step(p.Place(0, 16, emptyCluster(s.Shape)))
	}
}
