package experiment_test

import (
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/core/jobgraph"
)

// A check does not read built-in graphs at degrees up to 128. None of them may
// come near the limits there, as a graph of a file that holds the same shows.
func TestBuiltinGraphsAreHarmless(t *testing.T) {
	for _, name := range jobgraph.BuiltinNames() {
		g, err := jobgraph.Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		x := experiment.Paper("A")
		x.Cluster.Groups, x.Cluster.RacksPerGroup, x.Cluster.ServersPerRack = 8, 8, 4
		x.Rules, x.Partition.MaxDegree = experiment.Corrected, 128
		x.Workload.Graphs = []experiment.GraphRef{{Name: name, Inline: g}}
		if err := experiment.Validate(x); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Beyond that degree a generated graph is looked at as any other.
func TestTransformersAreBounded(t *testing.T) {
	x := experiment.Paper("A")
	x.Cluster.Groups, x.Cluster.RacksPerGroup, x.Cluster.ServersPerRack = 32, 32, 1
	x.Rules, x.Partition.MaxDegree = experiment.Corrected, 1024
	x.Workload.Graphs = []experiment.GraphRef{{Name: "gpt2_xl"}}
	if err := experiment.Validate(x); err == nil || !strings.Contains(err.Error(), "workload.graphs[0]: partitioned 1024 ways") {
		t.Errorf("error %v", err)
	}
}

// The cost of a generated graph is that of the graph itself.
func TestCostOfTransformers(t *testing.T) {
	for _, name := range jobgraph.TransformerNames() {
		g, err := jobgraph.Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		x := experiment.Paper("A")
		x.Workload.Graphs = []experiment.GraphRef{{Name: name}}
		generated := experiment.Cost(x).Dependencies
		x.Workload.Graphs = []experiment.GraphRef{{Name: name, Inline: g}}
		if read := experiment.Cost(x).Dependencies; generated < 0.95*read || generated > 1.05*read {
			t.Errorf("%s: %v dependencies, %v once it is read", name, generated, read)
		}
	}
}
