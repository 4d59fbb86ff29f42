package cluster

import (
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/core/ramp"
)

// saidOf is all that the tab says of a collective.
func saidOf(c *Costs) string {
	text := []string{c.intro(), c.difference(), c.against(), c.arithmeticWords(), c.pair() + c.pairWords(), c.pathName(), c.messageTip()}
	for _, b := range c.bills() {
		text = append(text, b.rules, b.total, b.sum, c.bandwidthWords(&b))
		for _, l := range b.lines {
			text = append(text, l.name, l.members, l.message, l.formula, l.computation)
		}
	}
	return strings.ReplaceAll(strings.Join(text, "\n"), "\u202f", " ")
}

// The collectives by hand of core/ramp, as the tab says them, and nothing of
// RAMP's parts on other topologies.
func TestTopologies(t *testing.T) {
	for _, tc := range []struct {
		name, message string
		topology      ramp.Topology
		want          []string
		not           []string
	}{
		{"fat tree", "1000", ramp.Topology{Kind: ramp.KindFatTree, Oversubscription: 4}, []string{
			"Both rules\n3.56 ms", "Inside racks\n2\n500 MB\n1 × (250 ns + 500 MB ÷ 1.60 TB/s) = 313 µs\n1 × 500 MB ÷ 2 B",
			"Across racks\n4\n125 MB\n3 × (300 ns + 125 MB ÷ 400 GB/s) = 938 µs", "1.60 TB/s ÷ 4 = 400 GB/s: its share of the uplinks",
			"50 ns + 2 × 100 ns + 1 GB ÷ 1.60 TB/s = 625 µs", "To another rack it takes two propagations and a server's share of the uplinks, 2.50 ms",
			"Al-Fares",
		}, []string{"ransceiver", "wavelength", "optical", "Q6", "Q7", "torus"}},
		{"torus", "1200", ramp.Topology{Kind: ramp.KindTorus}, []string{
			"Phase 1, slowest across groups\n2\n200 MB\n1 × (250 ns + 200 MB ÷ 320 GB/s) = 625 µs\nof all parts: 900 µs", "Phase 3",
			"1.60 TB/s ÷ 5 links = 320 GB/s", "1.20 GB ÷ 320 GB/s = 3.75 ms", "Sack and Gropp",
		}, []string{"ransceiver", "wavelength", "optical", "Q6", "Q7", "uplink"}},
		{"RAMP", "1000", ramp.Topology{}, []string{"A transceiver has", "Reference rules\n5.69 ms", "RAMP-x"}, []string{"Phase", "uplink", "ring"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			x := experiment.Default()
			x.Cluster.Topology = tc.topology
			c := newCosts()
			c.setBase(x)
			c.edit(keyMessage, tc.message)
			if c.changed() {
				t.Error("it differs from the experiment at first")
			}
			got := saidOf(c)
			for _, want := range tc.want {
				if !strings.Contains(got, want) {
					t.Errorf("%q is missing in\n%s", want, got)
				}
			}
			for _, not := range tc.not {
				if strings.Contains(got, not) {
					t.Errorf("%q is in\n%s", not, got)
				}
			}
		})
	}
}

// A reader can ask what the same collective costs on another topology, beside the
// experiment's, and take it over.
func TestAnotherTopology(t *testing.T) {
	c := paper()
	if len(c.shown()) != len(c.quantities)-1 {
		t.Error("RAMP has an oversubscription")
	}
	c.pickTopology(int(ramp.KindFatTree))
	if len(c.shown()) != len(c.quantities) || !c.changed() {
		t.Error("a fat tree has none, or is the same")
	}
	c.edit(keyRatio, "16")
	k, ok := c.Cluster()
	if want := (ramp.Topology{Kind: ramp.KindFatTree, Oversubscription: 16}); !ok || k.Topology != want {
		t.Errorf("%+v, %v", k.Topology, ok)
	}
	// 2 x (1.15 us + 0.3125 ms + 3 x 0.125 GB / 1e11 B/s) + 1.0625 ms = 9.19 ms.
	if got := c.against(); !strings.Contains(got, "9.19\u202fms instead of 5.69\u202fms under reference rules; 9.19\u202fms instead of 3.50\u202fms under corrected rules") {
		t.Errorf("says %q", got)
	}
	v := CostsView{Costs: c}
	v.Compute()
	if n := len(v.bySize); n != 3 || v.bySize[2].name != "both rules" {
		t.Errorf("%d lines: %+v", n, v.bySize)
	}
	c.edit(keyRacks, "6")
	if !c.right() {
		t.Errorf("six racks in four groups: %q", c.quantity(keyRacks).wrong)
	}
	c.edit(keyRatio, "0.5")
	if c.right() {
		t.Error("an oversubscription below 1 is taken")
	}
	c.pickTopology(int(ramp.KindTorus))
	if !c.right() || c.topology() != (ramp.Topology{Kind: ramp.KindTorus}) {
		t.Errorf("a torus: %v, %+v", c.right(), c.topology())
	}
	c.pickTopology(int(ramp.KindRAMP))
	if c.right() {
		t.Error("RAMP takes six racks in four groups")
	}
	c.pickTopology(7)
	c.reset()
	if c.changed() || !c.right() {
		t.Error("it still differs")
	}
}
