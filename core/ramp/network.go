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

// Network gives the times of transfers and of all-reduces between servers.
type Network struct {
	Shape              Shape
	NodeBandwidth      float64 // bytes per second of all transceivers of a server together
	PropagationSeconds float64
	IOSeconds          float64
	Corrected          bool // physically right all-reduces instead of the reference's
}

// ChannelBandwidth returns the bandwidth of one channel between two servers in
// bytes per second: the node's bandwidth spread over the communication groups.
func (n *Network) ChannelBandwidth() float64 {
	return n.NodeBandwidth / float64(n.Shape.Groups)
}

func (n *Network) latency() float64 { return n.PropagationSeconds + float64(2*n.IOSeconds) }

// OneToOne returns the time of sending so many bytes from one server to
// another (spec section 4.4).
func (n *Network) OneToOne(bytes float64) float64 {
	if bytes == 0 {
		return 0
	}
	return n.latency() + bytes/n.ChannelBandwidth()
}

// Span says how a set of servers is spread over the cluster: the numbers of
// distinct communication groups, racks and places (each counted by its own
// number alone: rack 1 of group 0 and rack 1 of group 2 are the same), and of
// servers.
type Span struct {
	Groups, Racks, Places, Servers int
}

// AllReduce returns the time of an all-reduce of so many bytes over servers
// that are spread as span says (spec section 4.4). Under the reference's rules
// the part inside a rack is free of charge and the bandwidth is divided by the
// number of groups twice (spec section 10, Q4 and Q6).
func (n *Network) AllReduce(bytes float64, span Span) float64 {
	if span.Servers <= 1 {
		return 0
	}
	x := n.Shape.Groups
	steps := [4]int{span.Groups, min(span.Groups, span.Places), span.Racks, (span.Places + x - 1) / x}
	perTransceiver := n.ChannelBandwidth() / float64(x)
	if n.Corrected {
		steps = [4]int{span.Groups, span.Racks, span.Places, 1}
		if span.Groups*span.Racks*span.Places != span.Servers {
			steps = [4]int{span.Servers, 1, 1, 1}
		}
		perTransceiver = n.ChannelBandwidth()
	}
	var communication, computation float64
	message := bytes
	for _, d := range steps {
		message = math.Ceil(message / float64(d))
		if d == 1 {
			continue
		}
		communication += n.latency() + message/n.stepBandwidth(d, perTransceiver)
		ops := float64(bits.Len(uint(d - 1))) // ceil(log2 d)
		intensity := ops / float64(2*(d+1))
		flops := min(float64(memoryFrequency*intensity), peakFlops)
		computation += float64(ops*message/bytesPerElement) / flops
	}
	return float64(2*communication) + computation
}

// stepBandwidth returns the bandwidth between a server and each of its d-1
// peers in one step. The reference fails where there are more peers than
// transceivers; here they then share them.
func (n *Network) stepBandwidth(d int, perTransceiver float64) float64 {
	x := n.Shape.Groups
	if d-1 <= x {
		return float64(float64(x/(d-1)) * perTransceiver)
	}
	return perTransceiver * float64(x) / float64(d-1)
}
