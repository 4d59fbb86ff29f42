package plan

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"rampart/core/jobgraph"
	"rampart/core/ramp"
)

// Both lookahead paths give the same step, on built-in graphs at every valid
// degree, on several shapes and networks, on the empty cluster and beside jobs
// that push the placement off symmetry: to the last bit, or where shares of
// channels are summed up in another order to 1e-12 of each figure.
func TestPathsAgree(t *testing.T) {
	for k, tc := range []struct {
		shape       ramp.Shape
		bandwidth   float64
		propagation float64
		busy        []int // servers of other jobs
	}{
		{ramp.Shape{Groups: 4, Racks: 4, Servers: 2}, 1.6e12, 5e-8, nil},
		{ramp.Shape{Groups: 4, Racks: 4, Servers: 2}, 12.5e9, 5e-8, []int{0, 9, 10}},
		{ramp.Shape{Groups: 2, Racks: 2, Servers: 4}, 12.5e9, 1.25e-6, []int{1}},
		{ramp.Shape{Groups: 3, Racks: 3, Servers: 2}, 1e11, 1e-3, nil},
		{ramp.Shape{Groups: 4, Racks: 4, Servers: 4}, 1e9, 5e-8, []int{0, 5}}, // communication dominates
	} {
		for i, name := range profiles() {
			if i >= 8 && (i+k)%5 > 1 {
				continue // the later profiles, which take ten times as long, on two clusters each
			}
			s := paper(tc.shape, name)
			s.NodeBandwidth, s.PropagationSeconds = tc.bandwidth, tc.propagation
			// All graphs under reference rules, and under others in turn.
			for _, fixes := range []Fixes{0, []Fixes{AllFixes, FixSharing, FixCounting | FixSinks}[i%3]} {
				agree(t, s, fixes, tc.busy)
			}
		}
	}
}

func agree(t *testing.T, s Settings, fixes Fixes, busy []int) {
	t.Helper()
	if s.Fixes = fixes; fixes.Has(FixUnits) {
		s.Quantum /= 1000
	}
	p := newPlanner(t, s)
	free := emptyCluster(s.Shape)
	for _, i := range busy {
		free.Remove(i)
	}
	for _, d := range p.Degrees()[1:] {
		pl := p.Place(0, d, free)
		if pl == nil {
			continue
		}
		tm := newTiming(pl.Template, pl.layout, &p.net)
		one, all := runByGroup(pl.Template, pl.layout, tm, fixes, nil), runGeneral(pl.Template, pl.layout, tm, 1, fixes, nil)
		if !alike(one, all, fixes.Has(FixSharing)) {
			t.Errorf("%v %v B/s %s degree %d, fixes %b: by group %+v, singly %+v", s.Shape, s.NodeBandwidth, pl.Job.Graph.Name, d, fixes, one, all)
		}
	}
}

// alike compares two steps, with rounding or without.
func alike(a, b Step, rounding bool) bool {
	if !rounding || a.Stuck > 0 || b.Stuck > 0 {
		return a == b
	}
	const most = 1e-12
	return near(a.Seconds, b.Seconds, most) && near(a.CommunicationSeconds, b.CommunicationSeconds, most) &&
		near(a.ComputationSeconds, b.ComputationSeconds, most) && near(a.BusySeconds, b.BusySeconds, most)
}

// Random graphs of odd shapes at random placements: where flows of many nodes
// cross, groups of them are split again and again.
func TestPathsAgreeOffSymmetry(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 7))
	for range 60 {
		s := paper(ramp.Shape{Groups: 3, Racks: 3, Servers: 2}, "alexnet")
		s.Graphs = []*jobgraph.Job{jobgraph.Mirror(randomGraph(random, 3+random.IntN(15)))}
		s.NodeBandwidth = []float64{1e9, 1e10, 1e12}[random.IntN(3)]
		var busy []int
		for i := range s.Shape.N() {
			if random.IntN(5) == 0 {
				busy = append(busy, i)
			}
		}
		for _, fixes := range []Fixes{0, AllFixes, FixSharing, Fixes(random.IntN(1 << len(switches)))} {
			agree(t, s, fixes, busy)
		}
	}
}

// randomGraph has n ops of few different costs, so that much happens at once,
// and any number of sources and sinks.
func randomGraph(random *rand.Rand, n int) *jobgraph.Graph {
	g := &jobgraph.Graph{Name: "random", Unit: jobgraph.Milliseconds}
	for i := range n {
		g.Ops = append(g.Ops, jobgraph.Op{
			ID: i + 1, Forward: []float64{0, 0.005, 0.035, 0.2}[random.IntN(4)], Backward: float64(random.IntN(3)) / 10,
			ActivationBytes: float64(random.IntN(3)) * 1e6, ParameterBytes: float64(random.IntN(3)) * 5e5,
		})
		for j := range i {
			if random.IntN(i) < 2 {
				g.Edges = append(g.Edges, [2]int{j + 1, i + 1})
			}
		}
	}
	return g
}

// A job placed where only names of groups, racks and places differ takes the
// same step, so that remembering it under its signature is exact.
func TestSignatureIsExact(t *testing.T) {
	s := paper(ramp.Shape{Groups: 4, Racks: 4, Servers: 2}, "gnmt", "alexnet")
	p := newPlanner(t, s)
	seen := map[string]Step{}
	for trial := range 400 {
		free := emptyCluster(s.Shape)
		for i := range 32 {
			if (uint32(trial)*2654435761>>(i%24))&3 == uint32(i)&3 {
				free.Remove(i)
			}
		}
		for g := range 2 {
			for _, d := range p.Degrees()[1:] {
				pl := p.Place(g, d, free)
				if pl == nil {
					continue
				}
				tm := newTiming(pl.Template, pl.layout, &p.net)
				step := runByGroup(pl.Template, pl.layout, tm, 0, nil)
				key := fmt.Sprint(g, d, pl.layout.signature(s.Shape))
				if have, ok := seen[key]; ok && have != step {
					t.Fatalf("one signature, two steps: %+v and %+v", have, step)
				}
				seen[key] = step
			}
		}
	}
	if len(seen) < 50 {
		t.Errorf("only %d signatures were tried", len(seen))
	}
}

func BenchmarkColdPlan(b *testing.B) {
	s := paper(ramp.Shape{Groups: 4, Racks: 4, Servers: 2}, "resnet18")
	free := emptyCluster(s.Shape)
	for b.Loop() {
		p := newPlanner(b, s)
		p.Step(p.Place(0, 16, free))
	}
}
