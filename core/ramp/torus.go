package ramp

import "math"

// Torus is a three-dimensional torus of servers: groups x racks x places, in
// which each is linked to the two next to it in every dimension, the first and
// the last of a line too (the network of Jouppi et al., TPU v4, ISCA 2023, arXiv
// 2304.01433). A dimension of two servers has one link between them, of one none.
// A server's bandwidth is split evenly over its links, at most six. A link has
// that bandwidth in each direction.
//
// A block lies in the torus as a smaller grid. In a dimension that it fills its
// lines close to rings, where more than two servers are in line; in others they
// stay open. Paths go along one dimension after the other and so stay inside the
// block: jobs in blocks of their own do not slow each other down. Of servers that
// form no block, as first fit and its diagonals leave them, the distinct groups,
// racks and places are taken as if they lay side by side; what they would do to
// the jobs between them is left out.
//
// All times are in seconds, bandwidths in bytes per second.
type Torus struct {
	Network Network // its shape, bandwidth and latencies
}

// dimension is one dimension of a block.
type dimension struct {
	part    Part
	members int  // servers in line, >= 1
	closed  bool // the line is a ring
}

func (t *Torus) dimensions(s Span) [3]dimension {
	shape := t.Network.Shape
	of := func(part Part, members, extent int) dimension {
		return dimension{part, members, members == extent && extent > 2}
	}
	return [3]dimension{
		of(AcrossGroups, s.Groups, shape.Groups), of(AcrossRacks, s.Racks, shape.Racks), of(InsideRack, s.Places, shape.Servers),
	}
}

// Links returns the number of links of a server, 0 to 6.
func (t *Torus) Links() int {
	s, links := t.Network.Shape, 0
	for _, extent := range [3]int{s.Groups, s.Racks, s.Servers} {
		links += min(extent-1, 2)
	}
	return links
}

// LinkBandwidth returns the bandwidth of a link in each direction.
func (t *Torus) LinkBandwidth() float64 { return t.Network.NodeBandwidth / float64(max(1, t.Links())) }

// latency returns that of a transfer over so many links in a row.
func (t *Torus) latency(hops int) float64 {
	return float64(float64(hops)*t.Network.PropagationSeconds) + float64(2*t.Network.IOSeconds)
}

// hops returns the links between the two servers of a block that are farthest
// apart of those that differ in d.
func (t *Torus) hops(s Span, d Differ) (hops int) {
	for i, dim := range t.dimensions(s) {
		switch {
		case d>>i&1 == 0:
		case dim.closed:
			hops += dim.members / 2
		default:
			hops += max(1, dim.members-1)
		}
	}
	return max(1, hops)
}

// load returns how many transfers of a bundle cross the busiest link of its box,
// at least 1. If each of the N servers of a box sends to all others, the middle
// link of a line of d servers carries, in each direction, what the lower half
// sends to the upper one: floor(d^2/4) pairs, times the N/d servers of the other
// dimensions; in a ring the two ways round share it (channel load and bisection:
// Dally and Towles, Principles and Practices of Interconnection Networks, 2004,
// chapter 3). With a Fan of fewer others it is as many times less.
func (t *Torus) load(b Bundle) float64 {
	box := b.Span.box()
	load := 1.0
	for _, dim := range t.dimensions(b.Span) {
		if dim.members < 2 {
			continue
		}
		pairs := float64(dim.members * dim.members / 4)
		if dim.closed {
			pairs /= 2
		}
		load = max(load, float64(float64(pairs*float64(box/dim.members))*b.fan())/float64(box-1))
	}
	return load
}

// OneToOneTime returns hops x propagation + input and output + bytes x load /
// link bandwidth. A transfer takes one path, and so one link out of its server;
// it goes as fast as the busiest link of the bundle's box lets it.
func (t *Torus) OneToOneTime(bytes float64, b Bundle) Time {
	if bytes == 0 {
		return Time{}
	}
	var d Differ
	for i, dim := range t.dimensions(b.Span) {
		if dim.members > 1 {
			d |= 1 << i
		}
	}
	moving := float64(bytes*t.load(b)) / t.LinkBandwidth()
	return Time{t.latency(t.hops(b.Span, d)) + moving, moving}
}

// PairTime returns the time of a ring of two servers, on the links that the pairs
// of the bundle share.
func (t *Torus) PairTime(bytes float64, d Differ, b Bundle) Time {
	return pairTime(bytes, t.LinkBandwidth()/t.load(b), t.latency(t.hops(b.Span, d)))
}

// AllReduceTime returns the time of an all-reduce along all dimensions at once:
// see Explain.
func (t *Torus) AllReduceTime(bytes float64, span Span) Time {
	c := t.Explain(bytes, span)
	return c.time()
}

// Explain returns an all-reduce by rings along the dimensions of a block, one
// after the other, as on the meshes of Kumar and Jouppi, Highly available data
// parallel ML training on mesh networks, arXiv 2011.03605. So that no link is
// idle the message is cut into as many parts as there are dimensions, and each
// part begins with another one (Sack and Gropp, Collective algorithms for
// multiported torus networks, ACM Trans. Parallel Computing 1, 2015). A phase
// takes as long as its slowest ring, which is the one that is listed; the
// arithmetic is that of all parts, since one accelerator does it.
//
// In a closed line two rings turn opposite ways and have two links' bandwidth. In
// an open line one ring goes out over every other server and back over the rest:
// each link carries it once in each direction, and a round takes two hops. Servers
// that form no block make one ring along a path through their box.
func (t *Torus) Explain(bytes float64, span Span) Collective {
	c := Collective{Bytes: bytes, Span: span, Topology: Topology{Kind: KindTorus}, Contending: 1}
	switch {
	case span.Servers <= 1:
	case span.isBlock():
		c.Steps = t.phases(bytes, span)
	default:
		apart := 2 * ((span.box() + span.Servers - 1) / span.Servers)
		c.Steps = append(c.Steps, ring(AllTogether, span.Servers, bytes, t.LinkBandwidth(), t.latency(apart)))
	}
	c.sum()
	return c
}

// phases returns the slowest ring of each phase.
func (t *Torus) phases(bytes float64, span Span) []CollectiveStep {
	var along []dimension
	for _, dim := range t.dimensions(span) {
		if dim.members > 1 {
			along = append(along, dim)
		}
	}
	message := make([]float64, len(along))
	for part := range message {
		message[part] = math.Ceil(bytes / float64(len(along)))
	}
	var list []CollectiveStep
	for phase := range along {
		var slowest CollectiveStep
		computation := 0.0
		for part := range along {
			s := t.ring(along[(part+phase)%len(along)], message[part])
			message[part] = s.MessageBytes
			computation += s.ComputationSeconds
			if part == 0 || s.LatencySeconds+s.TransferSeconds > slowest.LatencySeconds+slowest.TransferSeconds {
				slowest = s
			}
		}
		slowest.Together, slowest.ComputationSeconds = len(along), computation
		list = append(list, slowest)
	}
	return list
}

// ring returns one half of an all-reduce along a dimension.
func (t *Torus) ring(d dimension, message float64) CollectiveStep {
	links, hops := 1, min(2, d.members-1)
	if d.closed {
		links, hops = 2, 1
	}
	s := ring(d.part, d.members, message, float64(links)*t.LinkBandwidth(), t.latency(hops))
	s.Links = links
	return s
}
