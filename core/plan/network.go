package plan

import "rampart/core/ramp"

// network is what dependencies take in the cluster's topology.
type network struct {
	costs  ramp.Costs
	shape  ramp.Shape
	shared bool // transfers share ports and links
	alone  bool // as Settings.Alone
}

func newNetwork(s *Settings) network {
	return network{
		costs: s.Topology.Of(ramp.Network{
			Shape: s.Shape, NodeBandwidth: s.NodeBandwidth, AllReduceModel: s.Fixes.allReduce(),
			PropagationSeconds: s.PropagationSeconds, IOSeconds: s.IOSeconds,
		}),
		shape: s.Shape, shared: s.Topology.Kind != ramp.KindRAMP, alone: s.Alone,
	}
}

// bundler tells among which transfers those between two blocks go: the
// dependencies of an edge, or the sync dependencies of an op, all begin within
// one op's end. It remembers what it has told.
type bundler struct {
	net  *network
	l    *layout
	sp   *spanner
	told map[[2]int]ramp.Bundle
}

// between returns the bundle of the dependencies from every sub-op on one block
// to every one on another, or of the same with each other.
func (b *bundler) between(from, to int) ramp.Bundle {
	if !b.net.shared {
		return ramp.Bundle{}
	}
	key := [2]int{from, to}
	if bundle, ok := b.told[key]; ok {
		return bundle
	}
	b.sp.reset()
	b.sp.add(b.l, from)
	b.sp.add(b.l, to)
	bundle := ramp.Bundle{Span: b.sp.span, Fan: max(len(b.l.slots[from]), len(b.l.slots[to]))}
	if from == to {
		bundle.Fan--
	}
	if b.net.alone {
		bundle.Fan = 1
	}
	if b.told == nil {
		b.told = map[[2]int]ramp.Bundle{}
	}
	b.told[key] = bundle
	return bundle
}
