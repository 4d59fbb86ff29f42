package form

import (
	"errors"
	"fmt"

	"rampart/core/experiment"
	"rampart/core/ramp"
	"rampart/ui/number"
)

// topologyFields choose how the servers of the cluster are wired.
var topologyFields = []*Field{
	{Key: "cluster.topology.kind", Label: "Topology", Kind: Choice,
		Options: []Option{{"ramp", "RAMP, optical"}, {"torus", "3D torus"}, {"fattree", "Fat tree of two tiers, electrical"}},
		Help:    "How servers are wired. Placers and blocks are the same in all three; what transfers cost is not.",
		read:    func(e *x) string { return experiment.TopologyKind(e.Cluster.Topology.Kind) },
		write: func(e *x, text string) error {
			t, ok := experiment.TopologyOf(text)
			if !ok {
				return errors.New(quote(text) + " is no topology")
			}
			if t.Kind != e.Cluster.Topology.Kind {
				e.Cluster.Topology = t
			}
			return nil
		}},
	{Key: "cluster.topology.oversubscription", Label: "Oversubscription", Unit: ": 1", Kind: Number, Min: 1, Max: 64, Range: "1 to 64",
		Help:  "Bandwidth of a rack's servers over that of its uplinks: 1 never blocks, 4 leaves a server a quarter across racks.",
		nums:  func(e *x) *float64 { return &e.Cluster.Topology.Oversubscription },
		shown: func(e *x) bool { return e.Cluster.Topology.Kind == ramp.KindFatTree }},
}

// perTransfer says what bandwidth a transfer between two servers has.
func perTransfer(c *experiment.Cluster) string {
	n := ramp.Network{Shape: ramp.Shape{Groups: c.Groups, Racks: c.RacksPerGroup, Servers: c.ServersPerRack}, NodeBandwidth: c.NodeBandwidthBytesPerSecond}
	gigabytes := func(bytesPerSecond float64) string { return number.Significant(bytesPerSecond / 1e9) }
	switch c.Topology.Kind {
	case ramp.KindTorus:
		t := ramp.Torus{Network: n}
		return fmt.Sprintf("%s GB/s on each of %s", gigabytes(t.LinkBandwidth()), plural(t.Links(), "link", "links"))
	case ramp.KindFatTree:
		t := ramp.FatTree{Network: n, Oversubscription: c.Topology.Oversubscription}
		return fmt.Sprintf("%s GB/s each inside a rack, %s across", gigabytes(n.NodeBandwidth), gigabytes(t.Uplink()))
	}
	return gigabytes(n.ChannelBandwidth()) + " GB/s per channel"
}

// topologyWords names the topology behind a cluster's size, "" for RAMP.
func topologyWords(c *experiment.Cluster) string {
	if c.Topology.Kind == ramp.KindRAMP {
		return ""
	}
	return ", " + experiment.TopologyName(c.Topology)
}
