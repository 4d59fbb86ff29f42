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
		for _, x.Cluster.ChannelsPerLink = range []int{1, 2} { // in groups, and singly
			if err := experiment.Validate(x); err != nil {
				t.Errorf("%s, %d channels: %v", name, x.Cluster.ChannelsPerLink, err)
			}
		}
	}
}

// The day of transformers is what its comment says, runs without asking, and a
// third of the servers would do for jobs that are not partitioned.
func TestTransformersPreset(t *testing.T) {
	x := experiment.Transformers()
	if err := experiment.Validate(x); err != nil {
		t.Fatal(err)
	}
	if w := experiment.Cost(x); w.Costly() {
		t.Errorf("it takes %v s: %+v", w.Seconds(), w)
	}
	step := 0.0
	for _, ref := range x.Workload.Graphs {
		g, err := jobgraph.Builtin(ref.Name)
		if err != nil {
			t.Fatal(err)
		}
		step += jobgraph.Mirror(g).Stats.StepTime / 1000 / float64(len(x.Workload.Graphs))
	}
	minutes := step * float64(x.Workload.TrainingSteps) / 60
	if load := minutes * 60 / x.Workload.Interarrival.Mean / float64(x.Cluster.Servers()); minutes < 45.5 || minutes > 46.5 || load < 0.33 || load > 0.38 {
		t.Errorf("a job takes %v minutes, the load is %v", minutes, load)
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

// The cost of a built-in graph, which is not read for it, is that of the graph
// itself: exactly, or within a twentieth if it is generated.
func TestCostOfBuiltins(t *testing.T) {
	for _, name := range jobgraph.BuiltinNames() {
		g, err := jobgraph.Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		x := experiment.Paper("A")
		x.Workload.Graphs = []experiment.GraphRef{{Name: name}}
		known := experiment.Cost(x).Dependencies
		x.Workload.Graphs = []experiment.GraphRef{{Name: name, Inline: g}}
		read, slack := experiment.Cost(x).Dependencies, 0.0
		if _, generated := jobgraph.BuiltinTransformer(name); generated {
			slack = 0.05
		}
		if known < (1-slack)*read || known > (1+slack)*read {
			t.Errorf("%s: %v dependencies, %v once it is read", name, known, read)
		}
	}
}
