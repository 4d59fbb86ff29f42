package plan

import (
	"fmt"
	"testing"

	"rampart/core/ramp"
)

// others are topologies other than RAMP's.
var others = []ramp.Topology{{Kind: ramp.KindTorus}, {Kind: ramp.KindFatTree, Oversubscription: 4}}

// On other topologies too both lookahead paths agree, and layouts of one
// signature take the same step.
func TestOtherTopologies(t *testing.T) {
	for _, topology := range others {
		s := paper(ramp.Shape{Groups: 3, Racks: 4, Servers: 2}, "resnet18")
		s.NodeBandwidth, s.Topology = 12.5e9, topology
		for _, fixes := range []Fixes{0, AllFixes} {
			agree(t, s, fixes, []int{2, 9})
		}
		s = paper(ramp.Shape{Groups: 4, Racks: 4, Servers: 2}, "alexnet")
		s.NodeBandwidth, s.Topology = 12.5e9, topology
		p := newPlanner(t, s)
		seen := map[string]Step{}
		for busy := range 30 {
			free := emptyCluster(s.Shape)
			free.Remove(busy)
			free.Remove(busy * 7 % 32)
			for _, d := range p.Degrees()[1:] {
				pl := p.Place(0, d, free)
				step := runByGroup(pl.Template, pl.layout, newTiming(pl.Template, pl.layout, &p.net), 0, nil)
				key := fmt.Sprint(d, pl.layout.signature(s.Shape))
				if have, ok := seen[key]; ok && have != step {
					t.Fatalf("%+v: one signature, two steps: %+v and %+v", topology, have, step)
				}
				seen[key] = step
			}
		}
	}
}

// Transfers between two blocks go in one bundle: as many at a server as the larger
// block has servers, one less within a block; and one where they share nothing.
// RAMP is not asked.
func TestBundles(t *testing.T) {
	l := &layout{servers: []int{0, 1, 2, 3, 8}, slots: [][]int{{0, 1, 2, 3}, {3, 4}}}
	b := &bundler{net: &network{shape: ramp.Shape{Groups: 4, Racks: 4, Servers: 2}, shared: true}, l: l}
	b.sp = newSpanner(b.net.shape, len(l.servers))
	for range 2 { // asked anew, and remembered
		got := b.between(0, 0)
		if want := (ramp.Bundle{Span: ramp.Span{Groups: 1, Racks: 2, Places: 2, Servers: 4, Contending: 2}, Fan: 3}); got != want {
			t.Errorf("in one block: %+v, want %+v", got, want)
		}
		got = b.between(0, 1)
		if want := (ramp.Bundle{Span: ramp.Span{Groups: 2, Racks: 2, Places: 2, Servers: 5, Contending: 2}, Fan: 4}); got != want {
			t.Errorf("between blocks: %+v, want %+v", got, want)
		}
	}
	b.net.alone, b.told = true, nil
	if got := b.between(0, 1).Fan; got != 1 {
		t.Errorf("alone: a fan of %d", got)
	}
	b.net.shared = false
	if got := b.between(0, 1); got != (ramp.Bundle{}) {
		t.Errorf("RAMP is given %+v", got)
	}
}

// RAMP alone needs as many groups as racks, and a fat tree its oversubscription.
func TestTopologySettings(t *testing.T) {
	s := paper(ramp.Shape{Groups: 1, Racks: 4, Servers: 2}, "alexnet")
	for _, tc := range []struct {
		topology ramp.Topology
		wrong    bool
	}{{ramp.Topology{}, true}, {others[0], false}, {others[1], false}, {ramp.Topology{Kind: ramp.KindFatTree}, true}} {
		s.Topology = tc.topology
		if _, err := New(s); (err != nil) != tc.wrong {
			t.Errorf("%+v: %v", tc.topology, err)
		}
	}
}
