package form

import (
	"strings"
	"testing"

	"rampart/core/experiment"
)

// The topology's own field shows with it alone, what is said of the cluster
// follows, and going back to RAMP leaves nothing of it in the file.
func TestTopologyOfTheForm(t *testing.T) {
	m := newModel()
	before := string(m.Canonical())
	shows := func() bool {
		for _, f := range m.Fields(Groups[0]) {
			if f.Key == "cluster.topology.oversubscription" {
				return true
			}
		}
		return false
	}
	for _, tc := range []struct {
		kind, ratio, canonical, derived, summary string
	}{
		{"torus", "", `"topology":{"kind":"torus"}`, "32 servers, 320 GB/s on each of 5 links", "4 × 4 × 2, 32 servers, torus"},
		{"fattree", "", `"topology":{"kind":"fattree","oversubscription":4}`, "32 servers, 1\u202f600 GB/s each inside a rack, 400 across", "4 × 4 × 2, 32 servers, fat tree 4:1"},
		{"fattree", "16", `"topology":{"kind":"fattree","oversubscription":16}`, "32 servers, 1\u202f600 GB/s each inside a rack, 100 across", "4 × 4 × 2, 32 servers, fat tree 16:1"},
	} {
		m.Edit("cluster.topology.kind", tc.kind)
		if shows() != (tc.kind == "fattree") {
			t.Errorf("%s: the oversubscription shows: %v", tc.kind, shows())
		}
		if tc.ratio != "" {
			m.Edit("cluster.topology.oversubscription", tc.ratio)
		}
		if m.Experiment() == nil || !strings.Contains(string(m.Canonical()), tc.canonical) {
			t.Errorf("%s: %s, %v", tc.kind, m.Canonical(), m.now.mistakes)
		}
		if got := m.Derived("cluster"); got != tc.derived {
			t.Errorf("%s: %q, want %q", tc.kind, got, tc.derived)
		}
		if got := m.Summary("cluster"); got != tc.summary {
			t.Errorf("%s: %q, want %q", tc.kind, got, tc.summary)
		}
	}
	m.Edit("cluster.topology.oversubscription", "65")
	if got := m.Mistake("cluster.topology.oversubscription"); got.Nearest != "64" {
		t.Errorf("65: %+v", got)
	}
	m.Edit("cluster.racksPerGroup", "5")
	m.Edit("cluster.topology.oversubscription", "4")
	if m.Experiment() == nil {
		t.Errorf("more racks than groups in a fat tree: %v", m.now.mistakes)
	}
	m.Edit("cluster.topology.kind", "ramp")
	if m.Mistake("cluster.racksPerGroup").Message == "" {
		t.Error("more racks than groups in RAMP")
	}
	m.Edit("cluster.racksPerGroup", "4")
	if got := string(m.Canonical()); got != before {
		t.Errorf("back to RAMP it is %s", got)
	}
	e := experiment.Default()
	e.Cluster.Topology, _ = experiment.TopologyOf("torus")
	if got := Words(e); !strings.HasPrefix(got, "4 × 4 × 2, 32 servers, torus. ") {
		t.Errorf("in a line: %q", got)
	}
}
