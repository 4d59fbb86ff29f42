package cluster

import (
	"strconv"

	"rampart/core/experiment"
	"rampart/core/ramp"
	"rampart/ui/number"
)

// topologyNames are the kinds in the order of the list.
var topologyNames = []string{ramp.KindRAMP: "RAMP", ramp.KindTorus: "3D torus", ramp.KindFatTree: "Fat tree"}

// topology is how the cluster that is asked about is wired.
func (c *Costs) topology() ramp.Topology {
	t := ramp.Topology{Kind: c.kind}
	if t.Kind == ramp.KindFatTree {
		t.Oversubscription = c.quantity(keyRatio).value
	}
	return t
}

// pickTopology takes a kind by its place in the list.
func (c *Costs) pickTopology(kind int) {
	if kind < 0 || kind >= len(topologyNames) {
		return
	}
	c.kind = ramp.Kind(kind)
	ratio := c.quantity(keyRatio)
	ratio.set(ratio.value)
	racks := c.quantity(keyRacks)
	racks.edit(racks.text)
	c.settle()
}

// setTopology goes back to the experiment's.
func (c *Costs) setTopology(t ramp.Topology) {
	c.kind = t.Kind
	if t.Kind != ramp.KindFatTree {
		t.Oversubscription = experiment.DefaultOversubscription
	}
	c.quantity(keyRatio).set(t.Oversubscription)
}

// shown are the quantities that the topology has.
func (c *Costs) shown() []*quantity {
	var list []*quantity
	for _, q := range c.quantities {
		if q.key != keyRatio || c.kind == ramp.KindFatTree {
			list = append(list, q)
		}
	}
	return list
}

// costs are those of the cluster that is asked about, baseCosts those of the
// experiment's.
func (c *Costs) costs(corrected bool) ramp.Costs { return c.topology().Of(*c.network(corrected)) }
func (c *Costs) baseCosts(corrected bool) ramp.Costs {
	return c.base.Cluster.Topology.Of(*c.baseNetwork(corrected))
}

// bothRules reports whether the two rules charge the same whatever is asked: their
// differences in an all-reduce are RAMP's.
func (c *Costs) bothRules() bool {
	return c.kind != ramp.KindRAMP && c.base.Cluster.Topology.Kind != ramp.KindRAMP
}

func (c *Costs) torus() *ramp.Torus { return &ramp.Torus{Network: *c.network(true)} }
func (c *Costs) fatTree() *ramp.FatTree {
	return &ramp.FatTree{Network: *c.network(true), Oversubscription: c.quantity(keyRatio).value}
}

// intro says what an all-reduce is and how the topology does it.
func (c *Costs) intro() string {
	how := "RAMP does it in steps: a half in which parts of the message are reduced along groups, racks and servers, and a half that gathers them the same way back."
	switch c.kind {
	case ramp.KindTorus:
		how = "A torus does it along its dimensions, one after the other: in each, servers in line form a ring and reduce their part of the message, and the same way back they gather it. The message is cut into as many parts as the block has dimensions, and each part begins with another one, so that no link is idle."
	case ramp.KindFatTree:
		how = "A fat tree does it on two levels: rings inside the racks reduce the message, rings across racks the parts that this leaves each server with, and the same way back they gather it."
	}
	return "An all-reduce sums up what every server has and leaves the sum with each. " + how + " Change the cluster here to see what its topology, shape, bandwidth and latency do; the experiment stays as it is."
}

// bandwidthWords say where the bandwidth of a step comes from.
func (c *Costs) bandwidthWords(b *bill) string {
	n := c.network(true)
	switch c.kind {
	case ramp.KindTorus:
		t := c.torus()
		return "A link has " + rate(n.NodeBandwidth) + " ÷ " + plural(t.Links(), "link") + " = " + rate(t.LinkBandwidth()) +
			" in each direction. A line that the block fills from end to end closes to a ring, in which two rings turn opposite ways over two links of each server. Of the rings that turn at once the slowest is shown."
	case ramp.KindFatTree:
		f := c.fatTree()
		return "A server has " + rate(n.NodeBandwidth) + " inside its rack, and across racks " + rate(n.NodeBandwidth) + " ÷ " +
			number.Significant(f.Oversubscription) + " = " + rate(f.Uplink()) + ": its share of the uplinks, whether its neighbours use theirs or not."
	}
	return b.transceiverWords(n)
}

// arithmeticWords is the formula of a step in general, with its sources.
func (c *Costs) arithmeticWords() string {
	const sums = "; the sums take ⌈log₂ d⌉ operations on each 2-byte element, at what memory allows"
	switch c.kind {
	case ramp.KindTorus:
		return "A ring of d servers takes d − 1 rounds in which each sends a d-th of its message to the next" + sums +
			", as in the model of RAMP. Sources: Patarasuk and Yuan 2009 for rings, Sack and Gropp 2015 for all dimensions at once, Kumar and Jouppi, arXiv 2011.03605, for meshes."
	case ramp.KindFatTree:
		return "A ring of d servers takes d − 1 rounds in which each sends a d-th of its message to the next" + sums +
			", as in the model of RAMP. Sources: Al-Fares et al. 2008 for fat trees, Patarasuk and Yuan 2009 and Thakur et al. 2005 for rings."
	}
	return "A step of d servers divides the message by d and takes latency + message ÷ (transceivers to each of the other d − 1 × their bandwidth)" + sums +
		". Source: cwfparsonson/ddls, actions/utils.py, after the RAMP-x collectives of RAMP (arXiv 2211.15226); the corrections Q4, Q6 and Q7 are in RATIONALE.md."
}

// pairWords say what the formula of a transfer between two servers is made of.
func (c *Costs) pairWords() string {
	const ends = ", under both rules: propagation, input and output at both ends, and the bytes over "
	switch c.kind {
	case ramp.KindTorus:
		return ends + "one link to a neighbour. Farther off there is a propagation for each link on the way, and transfers that go at the same time share the links: the busiest sets the pace (Dally and Towles 2004)."
	case ramp.KindFatTree:
		f := c.fatTree()
		bytes := c.quantity(keyMessage).value
		over := f.OneToOneTime(bytes, ramp.Bundle{Span: ramp.Span{Groups: 1, Racks: 2, Places: 1, Servers: 2}, Fan: 1})
		return ends + "a server's port in its rack. To another rack it takes two propagations and a server's share of the uplinks, " + number.Brief(over.Seconds) + ". Transfers of a server that go at the same time share its port."
	}
	return ends + "one channel, which has a server's bandwidth divided by the number of groups. Source: the same."
}

// nearest is the span of two servers next to each other, and the bandwidth of a
// transfer between them.
func (c *Costs) nearest() (span ramp.Span, bandwidth float64) {
	s := c.shape()
	span = ramp.Span{Groups: 1, Racks: 1, Places: 1, Servers: 2, Contending: 1}
	switch {
	case s.Servers > 1:
		span.Places = 2
	case s.Racks > 1:
		span.Racks = 2
	default:
		span.Groups = 2
	}
	switch c.kind {
	case ramp.KindTorus:
		return span, c.torus().LinkBandwidth()
	case ramp.KindFatTree:
		span.Groups, span.Racks, span.Places = 1, 1, 2
		return span, c.quantity(keyBandwidth).value
	}
	return span, c.network(false).ChannelBandwidth()
}

// pathName is what a transfer goes over.
func (c *Costs) pathName() string {
	return [...]string{ramp.KindRAMP: "channel", ramp.KindTorus: "link", ramp.KindFatTree: "port"}[c.kind]
}

// messageTip says what a message of a step is.
func (c *Costs) messageTip() string {
	if c.kind == ramp.KindRAMP {
		return "From a server to each of the others."
	}
	return "From a server to the next of its ring, in each round."
}

// ringLine is one step of a collective of rings in words.
func ringLine(kind ramp.Kind, phase int, s ramp.CollectiveStep) line {
	l := line{name: partWords[s.Part], members: strconv.Itoa(s.Members), message: number.Bytes(s.MessageBytes)}
	if s.Together > 1 {
		l.name = "Phase " + strconv.Itoa(phase+1) + ", slowest " + lowerFirst(l.name)
	}
	if s.Members == 1 {
		l.free, l.time, l.formula = true, number.Brief(0), "one member: nothing is sent"
		return l
	}
	l.time = number.Brief(s.LatencySeconds + s.TransferSeconds)
	path := rate(s.PeerBandwidth)
	if kind == ramp.KindTorus && s.Links > 1 {
		path = "(" + strconv.Itoa(s.Links) + " × " + rate(s.PeerBandwidth/float64(s.Links)) + ")"
	}
	l.formula = strconv.Itoa(s.Rounds) + " × (" + number.Brief(s.LatencySeconds/float64(s.Rounds)) + " + " + number.Bytes(s.MessageBytes) + " ÷ " + path + ") = " + l.time
	if s.Together > 1 {
		l.computation = "of all parts: " + number.Brief(s.ComputationSeconds)
		return l
	}
	l.computation = sums(s)
	return l
}

func lowerFirst(s string) string { return string(s[0]|0x20) + s[1:] }
