package ramp

import (
	"math"
	"math/bits"
)

// Kind is how the servers of a cluster are wired.
type Kind uint8

// The kinds.
const (
	KindRAMP    Kind = iota // every pair of servers one optical hop apart
	KindTorus               // each server linked to its neighbours along groups, racks and places
	KindFatTree             // a switch for each rack, and spine switches between those
)

// Topology selects the network of a cluster. The zero value is RAMP.
type Topology struct {
	Kind Kind
	// Oversubscription of a fat tree is the bandwidth of a rack's servers over
	// that of its uplinks, >= 1; 0 for the other kinds.
	Oversubscription float64
}

// Of returns the costs of the topology on a cluster of the shape, bandwidth and
// latencies of n. The corrections of n are RAMP's alone.
func (t Topology) Of(n Network) Costs {
	switch t.Kind {
	case KindTorus:
		return &Torus{n}
	case KindFatTree:
		return &FatTree{n, t.Oversubscription}
	}
	return &n
}

// Costs are the times of transfers and of all-reduces in one network. They
// depend on a set of servers only through its Span, so that a placement can be
// moved about in the cluster. Jobs do not slow each other down: blocks of RAMP
// and of a torus have their paths to themselves, and in a fat tree a server
// counts on its share of the uplinks alone.
type Costs interface {
	// OneToOneTime is what one transfer of a bundle takes: so many bytes from a
	// server to another. 0 bytes take no time.
	OneToOneTime(bytes float64, b Bundle) Time
	// PairTime is what one all-reduce of a bundle takes: so many bytes of each
	// of two servers, which differ in what d says.
	PairTime(bytes float64, d Differ, b Bundle) Time
	// AllReduceTime is what an all-reduce of so many bytes of each server takes
	// over servers that are spread as span says.
	AllReduceTime(bytes float64, span Span) Time
	// Explain is AllReduceTime step by step.
	Explain(bytes float64, span Span) Collective
}

// Bundle says among which transfers one goes: those that begin at the same time,
// over all pairs of the servers of Span that exchange something. In RAMP each
// pair has its own channel and nothing is shared, as the published simulator has
// it; elsewhere they share ports and links.
type Bundle struct {
	Span Span
	// Fan is the number of servers that one of them sends to, or receives from,
	// at the same time, whichever is more; below 1 counts as 1.
	Fan int
}

// fan returns Fan within 1 and the number of other servers there are.
func (b Bundle) fan() float64 { return float64(max(1, min(b.Fan, b.Span.Servers-1))) }

// Differ says in what the numbers of two servers differ.
type Differ uint8

// The bits of a Differ.
const (
	DifferGroup Differ = 1 << iota
	DifferRack
	DifferPlace
)

// span returns the span of the two servers.
func (d Differ) span() Span {
	s := Span{Groups: 1 + int(d&1), Racks: 1 + int(d>>1&1), Places: 1 + int(d>>2&1), Servers: 2, Contending: 1}
	if d == DifferRack {
		s.Contending = 2
	}
	return s
}

// box returns the number of servers that the groups, racks and places of a span
// have together.
func (s Span) box() int { return s.Groups * s.Racks * s.Places }

// isBlock reports whether the servers of a span are all of their box.
func (s Span) isBlock() bool { return s.box() == s.Servers }

// arithmetic returns the reductions of a step of an all-reduce over d servers
// that works on messages of so many bytes: the operations on each element, the
// rate of operations a second at that intensity, and the seconds (spec section
// 4.4; the reference's actions/utils.py). All topologies compute alike.
func arithmetic(d int, message float64) (reductions int, flops, seconds float64) {
	reductions = bits.Len(uint(d - 1)) // ceil(log2 d)
	intensity := float64(reductions) / float64(2*(d+1))
	flops = min(float64(memoryFrequency*intensity), peakFlops)
	return reductions, flops, float64(float64(reductions)*message/bytesPerElement) / flops
}

// ring returns one half of a ring all-reduce of a message over d servers: in each
// of d-1 rounds every server sends a d-th of the message to the next one, at so
// many bytes per second after so many seconds of latency. The reduce-scatter and
// the all-gather each send (d-1)/d of the message from every server, which no
// all-reduce can do with less (Patarasuk and Yuan, Bandwidth optimal all-reduce
// algorithms for clusters of workstations, J. Parallel Distrib. Comput. 69, 2009).
func ring(part Part, d int, message, bandwidth, latency float64) CollectiveStep {
	s := CollectiveStep{Part: part, Members: d, MessageBytes: math.Ceil(message / float64(d)), Rounds: d - 1}
	if d == 1 {
		return s
	}
	s.PeerBandwidth = bandwidth
	s.LatencySeconds = float64(float64(s.Rounds) * latency)
	s.TransferSeconds = float64(float64(s.Rounds)*s.MessageBytes) / bandwidth
	s.Reductions, s.Flops, s.ComputationSeconds = arithmetic(d, s.MessageBytes)
	return s
}

// sum fills in the totals of a collective from its steps.
func (c *Collective) sum() {
	for _, s := range c.Steps {
		c.HalfSeconds += s.LatencySeconds + s.TransferSeconds
		c.ComputationSeconds += s.ComputationSeconds
	}
	c.Seconds = float64(2*c.HalfSeconds) + c.ComputationSeconds
}

// time returns the time of a collective and its part in which bytes move.
func (c *Collective) time() Time {
	moving := 0.0
	for _, s := range c.Steps {
		moving += s.TransferSeconds
	}
	return Time{c.Seconds, 2 * moving}
}

// pairTime returns the time of an all-reduce over two servers: each half sends
// half of the bytes.
func pairTime(bytes, bandwidth, latency float64) Time {
	c := Collective{Steps: []CollectiveStep{ring(AllTogether, 2, bytes, bandwidth, latency)}}
	c.sum()
	return c.time()
}
