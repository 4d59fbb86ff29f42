package ramp

import (
	"math"
	"math/bits"
)

// Constants of the compute model of an all-reduce step (spec section 4.4; the
// reference's actions/utils.py).
const (
	memoryFrequency = 2e12   // memory operations per second
	peakFlops       = 130e12 // of an A100
	bytesPerElement = 2
)

// Corrections are the ways in which an all-reduce departs from the published
// simulator's towards what is physically right, each by itself. The zero value
// is the reference's model. The numbers Q are those of spec section 10.
type Corrections struct {
	// IntraRack lets the steps go over the servers that really take part, those
	// inside a rack too, which the reference leaves out (Q4).
	IntraRack bool
	// Bandwidth divides a server's bandwidth by the communication groups once
	// instead of twice (Q6).
	Bandwidth bool
	// Contention lets the racks whose servers of one place and group take part
	// share the wavelengths of that place, which the reference means to do but
	// never does (Q7).
	Contention bool
}

// Corrected returns all corrections: the corrected rules' all-reduce.
func Corrected() Corrections { return Corrections{true, true, true} }

// Network gives the times of transfers and of all-reduces between servers of a
// RAMP cluster. It is one of the Costs; Topology has the others.
type Network struct {
	Shape              Shape
	NodeBandwidth      float64 // bytes per second of all transceivers of a server together
	PropagationSeconds float64
	IOSeconds          float64
	AllReduceModel     Corrections // none: the reference's
}

// ChannelBandwidth returns the bandwidth of one channel between two servers in
// bytes per second: the node's bandwidth spread over the communication groups.
func (n *Network) ChannelBandwidth() float64 {
	return n.NodeBandwidth / float64(n.Shape.Groups)
}

func (n *Network) latency() float64 { return n.PropagationSeconds + float64(2*n.IOSeconds) }

// Time is how long a transfer takes where nothing else moves, in seconds.
// Moving is the part of Seconds in which bytes cross a channel, so that other
// transfers on the channel draw it out; the rest is latency and arithmetic.
type Time struct{ Seconds, Moving float64 }

// OneToOne returns the time of sending so many bytes from one server to
// another (spec section 4.4).
func (n *Network) OneToOne(bytes float64) float64 { return n.OneToOneTime(bytes, Bundle{}).Seconds }

// OneToOneTime is OneToOne with its part in which bytes move. Each ordered pair
// of servers has channels of its own, whatever else goes at the same time.
func (n *Network) OneToOneTime(bytes float64, _ Bundle) Time {
	if bytes == 0 {
		return Time{}
	}
	moving := bytes / n.ChannelBandwidth()
	return Time{n.latency() + moving, moving}
}

// Span says how a set of servers is spread over the cluster: the numbers of
// distinct communication groups, racks and places (each counted by its own
// number alone: rack 1 of group 0 and rack 1 of group 2 are the same), and of
// servers. Contending is the largest number of its servers that differ in
// nothing but the rack, 0 counting as 1: they send on the same wavelength.
type Span struct {
	Groups, Racks, Places, Servers int
	Contending                     int
}

// AllReduce returns the time of an all-reduce of so many bytes over servers
// that are spread as span says (spec section 4.4). In the reference's model the
// part inside a rack is free of charge, the bandwidth is divided by the number
// of groups twice, and no racks contend (spec section 10, Q4, Q6 and Q7).
func (n *Network) AllReduce(bytes float64, span Span) float64 {
	return n.AllReduceTime(bytes, span).Seconds
}

// AllReduceTime is AllReduce with its part in which bytes move.
func (n *Network) AllReduceTime(bytes float64, span Span) Time {
	if span.Servers <= 1 {
		return Time{}
	}
	steps, _ := n.steps(span)
	perTransceiver, contending := n.transceiver(), n.contending(span)
	var communication, computation, moving float64
	message := bytes
	for _, d := range steps {
		message = math.Ceil(message / float64(d))
		if d == 1 {
			continue
		}
		transfer := message / n.stepBandwidth(d, contending, perTransceiver)
		communication += n.latency() + transfer
		moving += transfer
		ops := float64(bits.Len(uint(d - 1))) // ceil(log2 d)
		intensity := ops / float64(2*(d+1))
		flops := min(float64(memoryFrequency*intensity), peakFlops)
		computation += float64(ops*message/bytesPerElement) / flops
	}
	return Time{float64(2*communication) + computation, 2 * moving}
}

// PairTime is AllReduceTime over two servers that differ in what d says. Pairs
// have their channels to themselves.
func (n *Network) PairTime(bytes float64, d Differ, _ Bundle) Time {
	return n.AllReduceTime(bytes, d.span())
}

// transceiver returns the bandwidth of one transceiver in bytes per second.
func (n *Network) transceiver() float64 {
	if n.AllReduceModel.Bandwidth {
		return n.ChannelBandwidth()
	}
	return n.ChannelBandwidth() / float64(n.Shape.Groups)
}

// contending returns the number of racks that share a wavelength (J of spec
// section 4.4), >= 1.
func (n *Network) contending(span Span) int {
	if n.AllReduceModel.Contention {
		return max(1, span.Contending)
	}
	return 1
}

// stepBandwidth returns the bandwidth between a server and each of its d-1
// peers in one step: floor(x/(d-1)) of its x transceivers, of which contending
// racks leave it floor(x/contending). The reference fails where there are more
// peers or racks than transceivers; here they then share them.
func (n *Network) stepBandwidth(d, contending int, perTransceiver float64) float64 {
	x := n.Shape.Groups
	if most := max(d-1, contending); most > x {
		return perTransceiver * float64(x) / float64(most)
	}
	return float64(float64(min(x/contending, x/(d-1))) * perTransceiver)
}
