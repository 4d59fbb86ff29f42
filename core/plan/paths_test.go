package plan

import (
	"fmt"
	"testing"

	"rampart/core/jobgraph"
	"rampart/core/ramp"
)

// Both lookahead paths give the same step to the last bit, on every built-in
// graph at every valid degree, on several shapes and networks, on the empty
// cluster and beside jobs that push the placement off symmetry.
func TestPathsAgree(t *testing.T) {
	for _, tc := range []struct {
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
		for _, name := range jobgraph.BuiltinNames() {
			s := paper(tc.shape, name)
			s.NodeBandwidth, s.PropagationSeconds = tc.bandwidth, tc.propagation
			p := newPlanner(t, s)
			free := emptyCluster(tc.shape)
			for _, i := range tc.busy {
				free.Remove(i)
			}
			for _, d := range p.Degrees()[1:] {
				pl := p.Place(0, d, free)
				if pl == nil {
					continue
				}
				tm := newTiming(pl.Template, pl.layout, &p.net)
				one, all := runByGroup(pl.Template, pl.layout, tm, nil), runGeneral(pl.Template, pl.layout, tm, 1, 0, nil)
				if one != all {
					t.Errorf("%v %v B/s %s degree %d: by group %+v, singly %+v", tc.shape, tc.bandwidth, name, d, one, all)
				}
			}
		}
	}
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
				step := runByGroup(pl.Template, pl.layout, tm, nil)
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
