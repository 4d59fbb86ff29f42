package ramp

import "math"

// Part names the servers that talk to each other in one step of a collective.
type Part string

// The parts of a cluster that steps go over.
const (
	AcrossGroups Part = "groups"  // one server of each communication group
	InsideRack   Part = "rack"    // servers of a rack, at most as many as there are groups
	AcrossRacks  Part = "racks"   // one server of each rack
	RestOfRack   Part = "rest"    // servers of a rack beyond the number of groups
	AllTogether  Part = "servers" // all of them at once, where they form no block
)

// CollectiveStep is one step of an all-reduce. In RAMP, of spec section 4.4, each
// of Members servers sends to each of the others at the same time; in the other
// topologies they form a ring and each sends to the next, Rounds times. The reduce
// half and the gather half both make it, once each; the arithmetic is done in the
// first.
type CollectiveStep struct {
	Part               Part
	Members            int     // servers that exchange, >= 1; a step of one member costs nothing
	MessageBytes       float64 // from a server to each of the others, or to the next in each round
	Transceivers       float64 // RAMP: of a server towards each of the others; below 1 where they share
	Rounds             int     // of a ring; 0 in RAMP
	Links              int     // torus: of a server towards the next, 2 where two rings turn opposite ways
	Together           int     // torus: the parts of the message that are under way at once, each along another dimension
	PeerBandwidth      float64 // bytes per second towards each of the others, or the next
	LatencySeconds     float64 // once a half, all rounds together
	TransferSeconds    float64 // once a half, all rounds together
	Reductions         int     // ceil(log2 Members): operations on each element
	Flops              float64 // operations per second at the intensity of the step
	ComputationSeconds float64 // once; torus: of all parts
}

// Collective is an all-reduce step by step.
type Collective struct {
	Bytes                float64
	Span                 Span
	Topology             Topology
	Model                Corrections // RAMP
	Contending           int         // racks that share a wavelength, 1 where none do
	TransceiverBandwidth float64     // RAMP: bytes per second of one transceiver
	Steps                []CollectiveStep
	HalfSeconds          float64 // of the latencies and transfers of one of the two halves
	ComputationSeconds   float64
	Seconds              float64 // two halves and the computation
}

// parts are what the steps go over, in the order of their members.
var parts = [4]Part{AcrossGroups, InsideRack, AcrossRacks, RestOfRack}

// Explain returns the all-reduce that AllReduce gives the time of, step by
// step. The steps that cost nothing, of one member, are among them.
func (n *Network) Explain(bytes float64, span Span) Collective {
	c := Collective{Bytes: bytes, Span: span, Model: n.AllReduceModel, Contending: n.contending(span)}
	members, names := n.steps(span)
	c.TransceiverBandwidth = n.transceiver()
	if span.Servers <= 1 {
		return c
	}
	message := bytes
	for i, d := range members {
		message = math.Ceil(message / float64(d))
		s := CollectiveStep{Part: names[i], Members: d, MessageBytes: message}
		if d > 1 {
			n.charge(&s, c.Contending)
			c.HalfSeconds += s.LatencySeconds + s.TransferSeconds
			c.ComputationSeconds += s.ComputationSeconds
		}
		c.Steps = append(c.Steps, s)
	}
	c.Seconds = float64(2*c.HalfSeconds) + c.ComputationSeconds
	return c
}

// steps returns how many servers take part in each step and which they are.
func (n *Network) steps(span Span) (members [4]int, names [4]Part) {
	x := n.Shape.Groups
	if !n.AllReduceModel.IntraRack {
		return [4]int{span.Groups, min(span.Groups, span.Places), span.Racks, (span.Places + x - 1) / x}, parts
	}
	members, names = [4]int{span.Groups, span.Racks, span.Places, 1}, [4]Part{AcrossGroups, AcrossRacks, InsideRack, RestOfRack}
	if span.Groups*span.Racks*span.Places != span.Servers {
		members, names[0] = [4]int{span.Servers, 1, 1, 1}, AllTogether
	}
	return members, names
}

// charge fills in what a step of several members costs.
func (n *Network) charge(s *CollectiveStep, contending int) {
	perTransceiver := n.transceiver()
	s.PeerBandwidth = n.stepBandwidth(s.Members, contending, perTransceiver)
	s.Transceivers = s.PeerBandwidth / perTransceiver
	s.LatencySeconds = n.latency()
	s.TransferSeconds = s.MessageBytes / s.PeerBandwidth
	s.Reductions, s.Flops, s.ComputationSeconds = arithmetic(s.Members, s.MessageBytes)
}

// LatencySeconds returns what a transfer costs before its first byte arrives:
// the propagation, and the input and output of both servers. It is that of the
// nearest servers in the other topologies too.
func (n *Network) LatencySeconds() float64 { return n.latency() }

// SpanOf returns how a block of the form is spread.
func (b BlockShape) SpanOf() Span {
	if b.Diagonal {
		return Span{Groups: b.Groups, Racks: b.Groups, Places: 1, Servers: b.Groups, Contending: 1}
	}
	return Span{Groups: b.Groups, Racks: b.Racks, Places: b.Servers, Servers: b.N(), Contending: b.Racks}
}

// N returns the number of servers of a block.
func (b BlockShape) N() int {
	if b.Diagonal {
		return b.Groups
	}
	return b.Groups * b.Racks * b.Servers
}

// Fits reports whether a block of the form has a place in the cluster.
func (b BlockShape) Fits(s Shape) bool {
	i, j, k := b.origins(s)
	return i > 0 && j > 0 && k > 0
}
