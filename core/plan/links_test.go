package plan

import (
	"math"
	"testing"

	"rampart/core/ramp"
)

// The links of a plan add up to its channels and bytes, and join servers that
// the job has.
func TestLinksAddUp(t *testing.T) {
	for _, perLink := range []int{1, 3} {
		s := paper(ramp.Shape{Groups: 4, Racks: 4, Servers: 2}, "alexnet", "gnmt")
		s.ChannelsPerLink = perLink
		p := newPlanner(t, s)
		for g := range s.Graphs {
			for _, d := range p.Degrees()[1:] {
				pl := p.Place(g, d, emptyCluster(s.Shape))
				if pl == nil {
					continue
				}
				has := ramp.NewSet(s.Shape.N())
				for _, v := range pl.Servers {
					has.Add(v)
				}
				channels, bytes := 0, 0.0
				for _, l := range pl.Links(perLink) {
					if l.From == l.To || !has.Has(l.From) || !has.Has(l.To) || l.Flows < l.Channels {
						t.Errorf("graph %d at degree %d: %+v", g, d, l)
					}
					channels += l.Channels
					bytes += l.Bytes
				}
				if channels != pl.Channels || math.Abs(bytes-pl.FlowBytes) > 1e-9*pl.FlowBytes {
					t.Errorf("graph %d at degree %d: %d channels and %v bytes, want %d and %v", g, d, channels, bytes, pl.Channels, pl.FlowBytes)
				}
			}
		}
	}
}

// Of spec section 12.2: alexnet at degree 2 uses two servers and one channel
// each way.
func TestLinksOfAPair(t *testing.T) {
	s := paper(ramp.Shape{Groups: 4, Racks: 4, Servers: 2}, "alexnet")
	p := newPlanner(t, s)
	links := p.Place(0, 2, emptyCluster(s.Shape)).Links(1)
	if len(links) != 2 || links[0].From != links[1].To || links[0].To != links[1].From || links[0].Channels != 1 {
		t.Errorf("%+v", links)
	}
}
