package bench

import (
	"math"
	"testing"

	"rampart/core/experiment"
	"rampart/core/ramp"
	"rampart/policy/strategy"
)

// A row has the rates of the experiment's own runs; ports that are not shared
// change nothing in RAMP, and make no tree slower.
func TestTopologyRow(t *testing.T) {
	x := experiment.PaperCorrected("A")
	x.HorizonSeconds, x.Strategies, x.Seeds = 40, TopologyStrategies, []uint64{0, 1}
	rates := func(topology experiment.Topology, alone bool) TopologyRow {
		x.Cluster.Topology = topology
		var row TopologyRow
		if err := row.measure(x, alone); err != nil {
			t.Fatal(err)
		}
		return row
	}
	tree := ramp.Topology{Kind: ramp.KindFatTree, Oversubscription: 4}
	row := rates(tree, false)
	result, err := experiment.RunAll(t.Context(), x, strategy.New, experiment.Options{DropJobs: true})
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range result.Summaries {
		if math.Abs(row.Rates[i]-s.BlockingRate.Mean) > 1e-12 {
			t.Errorf("%s: %v, the experiment's %v", s.Name, row.Rates[i], s.BlockingRate.Mean)
		}
	}
	if shared, alone := rates(ramp.Topology{}, false), rates(ramp.Topology{}, true); shared.Overhead != alone.Overhead || shared.Rates[0] != alone.Rates[0] {
		t.Errorf("RAMP: %+v and %+v", shared, alone)
	}
	if alone := rates(tree, true); alone.Overhead >= row.Overhead {
		t.Errorf("ports that are not shared: %v of the time, shared %v", alone.Overhead, row.Overhead)
	}
}
