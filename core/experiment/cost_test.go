package experiment_test

import (
	"math"
	"testing"

	"rampart/core/experiment"
	"rampart/core/jobgraph"
)

func TestCost(t *testing.T) {
	paper := experiment.Cost(experiment.Paper("A"))
	if paper.Runs != 21 || paper.Jobs != 21*1001 || paper.Learned != 0 || paper.Searched != 21*1001*32 {
		t.Errorf("the paper's: %+v", paper)
	}
	if paper.Costly() || paper.Seconds() < 0.01 {
		t.Errorf("the paper's takes %v s", paper.Seconds())
	}
	for _, c := range []struct {
		name   string
		change func(x *experiment.Experiment)
		costly bool
	}{
		{"ten seeds", func(x *experiment.Experiment) { x.Seeds = []uint64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9} }, false},
		{"all decisions that are allowed", func(x *experiment.Experiment) {
			x.HorizonSeconds, x.Seeds = 9e8, x.Seeds[:1]
			x.Cluster.Groups, x.Cluster.RacksPerGroup = 2, 1
		}, true},
		{"a policy decides as often", func(x *experiment.Experiment) {
			x.HorizonSeconds, x.Seeds = 9e8, x.Seeds[:1]
			x.Strategies = []experiment.StrategySpec{{Kind: "policy", Checkpoint: "firstfit-A"}}
		}, true},
		{"a rollout", func(x *experiment.Experiment) {
			x.Strategies = append(x.Strategies, experiment.NewRollout(nil))
		}, true},
		{"a short rollout on one seed", func(x *experiment.Experiment) {
			x.Strategies, x.Seeds = []experiment.StrategySpec{{Kind: "rollout", Arrivals: 20, Samples: 8}}, x.Seeds[:1]
		}, false},
		{"many servers", func(x *experiment.Experiment) {
			x.Cluster.Groups, x.Cluster.RacksPerGroup, x.Cluster.ServersPerRack = 512, 512, 4
			x.Seeds = x.Seeds[:1]
		}, true},
		{"all degrees of a large graph", func(x *experiment.Experiment) {
			x.Cluster.Groups, x.Cluster.RacksPerGroup, x.Rules = 32, 32, experiment.Corrected
			x.Partition.MaxDegree = 148
			x.Workload.Graphs = []experiment.GraphRef{{Name: "chain", Inline: chain(2000)}}
		}, true},
	} {
		x := experiment.Paper("A")
		c.change(x)
		if err := experiment.Validate(x); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if w := experiment.Cost(x); w.Costly() != c.costly {
			t.Errorf("%s: %v s, %+v", c.name, w.Seconds(), w)
		}
	}
}

// chain is a graph of n ops in a row.
func chain(n int) *jobgraph.Graph {
	g := &jobgraph.Graph{Name: "chain", Unit: jobgraph.Seconds}
	for i := 1; i <= n; i++ {
		g.Ops = append(g.Ops, jobgraph.Op{ID: i, Forward: 1, Backward: 1, ActivationBytes: 1, ParameterBytes: 1})
		if i > 1 {
			g.Edges = append(g.Edges, [2]int{i - 1, i})
		}
	}
	return g
}

// Whatever an experiment says, its cost is a number that can be shown.
func TestCostIsBounded(t *testing.T) {
	for _, change := range []func(x *experiment.Experiment){
		func(x *experiment.Experiment) { *x = experiment.Experiment{} },
		func(x *experiment.Experiment) { x.Workload.Interarrival.Value = 0 },
		func(x *experiment.Experiment) { x.Workload.Interarrival.Value, x.HorizonSeconds = 0, 0 },
		func(x *experiment.Experiment) { x.HorizonSeconds = math.NaN() },
		func(x *experiment.Experiment) { x.HorizonSeconds = math.Inf(-1) },
		func(x *experiment.Experiment) { x.HorizonSeconds, x.Workload.Interarrival.Value = 1e308, 1e-308 },
		func(x *experiment.Experiment) {
			x.Cluster.Groups, x.Cluster.RacksPerGroup, x.Cluster.ServersPerRack = math.MaxInt, math.MaxInt, math.MaxInt
			x.Partition.MaxDegree = math.MaxInt
		},
		func(x *experiment.Experiment) { x.Cluster.Groups, x.Partition.MaxDegree = -1, math.MinInt },
		func(x *experiment.Experiment) {
			x.Strategies[3].Degree = math.MinInt
			x.Strategies[4].Degree = math.MaxInt
		},
	} {
		x := experiment.Default()
		change(x)
		w := experiment.Cost(x)
		for _, v := range []float64{w.Jobs, w.Learned, w.Searched, w.Dependencies, w.Seconds()} {
			if !(v >= 0 && v <= 1e15) {
				t.Errorf("%+v: %+v, %v s", x, w, w.Seconds())
			}
		}
	}
}
