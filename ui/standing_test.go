package ui

import (
	"testing"

	"rampart/core/experiment"
	"rampart/core/snapshot"
	"rampart/wasm/wire"
)

// Survey implements cluster.Surveyor.
func (b *browser) Survey(_ []byte, _ wire.Unit, _ float64, _ *int, _ func(*wire.Survey, string)) func() {
	return func() {}
}

// A cluster of the Cluster tab goes into the form in one step, and back.
func TestUseCluster(t *testing.T) {
	_, root := open()
	before := string(root.model.Canonical())
	k := experiment.Default().Cluster
	k.Groups, k.NodeBandwidthBytesPerSecond = 8, 2e12
	k.Topology, _ = experiment.TopologyOf("fattree")
	if wrong := root.useCluster(k); wrong != "" {
		t.Fatal(wrong)
	}
	if e := root.model.Experiment(); e.Cluster != k {
		t.Errorf("the form has %+v", e.Cluster)
	}
	if !root.stale() {
		t.Error("nothing says that the runs are of other settings")
	}
	root.Undo()
	if got := string(root.model.Canonical()); got != before {
		t.Errorf("after undo the form has %s", got)
	}
	k.RacksPerGroup, k.Topology = 9, experiment.Topology{}
	if wrong := root.useCluster(k); wrong == "" || string(root.model.Canonical()) != before {
		t.Errorf("more racks than groups: %q", wrong)
	}
}

// The Cluster tab shares the Timeline's run and moment, and both are in a link.
func TestClusterIsShared(t *testing.T) {
	b, root := open()
	b.answer()
	root.choose("cluster")
	if len(b.jobs) == 0 || root.sides.stage == nil {
		t.Fatal("no run was asked for")
	}
	first := root.sides.picks[0]
	b.got(&experiment.Run{Strategy: first.Strategy, Seed: first.Seed}, "")
	root.pickCluster(1, 2)
	if p := root.sides.picks[0]; p.Strategy != 1 || p.Seed != 2 {
		t.Errorf("the Timeline's first run is %+v", p)
	}
	if v := root.view(); v.Tab != "cluster" || len(v.Runs) != 2 || v.Runs[0] != (snapshot.Pick{Strategy: 1, Seed: 2}) {
		t.Errorf("the view is %+v", v)
	}
	at := 5000.0
	root.show(&snapshot.View{Tab: "cluster", Cursor: &at})
	if root.tab != "cluster" {
		t.Errorf("the tab is %q", root.tab)
	}
	if v := root.view(); v.Cursor == nil || *v.Cursor != at {
		t.Errorf("the moment of the link is %v", v.Cursor)
	}
	root.clock.SetCursor(7000)
	if v := root.view(); v.Cursor == nil || *v.Cursor != 7000 {
		t.Errorf("the moment to share is %v", v.Cursor)
	}
}
