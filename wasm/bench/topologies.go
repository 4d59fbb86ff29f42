package bench

import (
	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/core/plan"
	"rampart/core/ramp"
	"rampart/policy/strategy"
)

// TopologyRow is the blocking rate of some strategies on one network, the paper's
// experiment on seeds 0, 1 and 2 otherwise.
type TopologyRow struct {
	Network string
	Rates   []float64 // mean blocking rates of TopologyStrategies, as fractions
	// Overhead is the part of their time in which the jobs of fixed 8 communicated,
	// meanCommunicationOverheadFrac of a result.
	Overhead float64
}

// TopologyStrategies names the columns of a TopologyRow.
var TopologyStrategies = []experiment.StrategySpec{
	{Kind: "max"}, {Kind: "acceptable"},
	{Kind: "fixed", Degree: 2}, {Kind: "fixed", Degree: 4}, {Kind: "fixed", Degree: 8}, {Kind: "fixed", Degree: 16},
	{Kind: "feasible"},
}

// overheadOf is the strategy whose jobs the overhead is of.
const overheadOf = 4

// networks are the topologies that are compared. In the last one transfers share
// no ports, as they share none in the published model of RAMP: what a switch that
// never blocks would do to the same model.
var networks = []struct {
	name     string
	topology experiment.Topology
	alone    bool
}{
	{"RAMP", ramp.Topology{}, false},
	{"torus", ramp.Topology{Kind: ramp.KindTorus}, false},
	{"fat tree 1:1", ramp.Topology{Kind: ramp.KindFatTree, Oversubscription: 1}, false},
	{"fat tree 4:1", ramp.Topology{Kind: ramp.KindFatTree, Oversubscription: 4}, false},
	{"fat tree 16:1", ramp.Topology{Kind: ramp.KindFatTree, Oversubscription: 16}, false},
	{"1:1, ports not shared", ramp.Topology{Kind: ramp.KindFatTree, Oversubscription: 1}, true},
}

// Topologies holds RAMP against other networks in which a server has the same
// bandwidth, in bytes per second: under the paper's deadlines "A" to "D" and
// reference or corrected rules, at the paper's load.
func Topologies(deadlines string, corrected bool, placer experiment.Placer, bandwidth float64) ([]TopologyRow, error) {
	x := experiment.Paper(deadlines)
	if corrected {
		x = experiment.PaperCorrected(deadlines)
	}
	x.Placer, x.Strategies = placer, TopologyStrategies
	x.Cluster.NodeBandwidthBytesPerSecond = bandwidth
	rows := make([]TopologyRow, 0, len(networks))
	for _, n := range networks {
		x.Cluster.Topology = n.topology
		row := TopologyRow{Network: n.name}
		if err := row.measure(x, n.alone); err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// measure runs the strategies of x.
func (row *TopologyRow) measure(x *experiment.Experiment, alone bool) error {
	r, err := experiment.NewRunner(x, strategy.New)
	if err != nil {
		return err
	}
	settings, jobs := r.Settings()
	plans := settings.Plans.Settings()
	plans.Alone = alone
	if settings.Plans, err = plan.New(plans); err != nil {
		return err
	}
	for i, spec := range x.Strategies {
		rate := 0.0
		for _, seed := range x.Seeds {
			sim, err := cluster.New(settings, jobs, seed)
			if err != nil {
				return err
			}
			choose, err := strategy.New(spec, x, seed)
			if err != nil {
				return err
			}
			play(sim, choose)
			m := sim.Finish()
			rate += m.BlockingRate
			if i == overheadOf {
				row.Overhead += m.MeanCommunicationOverheadFrac / float64(len(x.Seeds))
			}
		}
		row.Rates = append(row.Rates, rate/float64(len(x.Seeds)))
	}
	return nil
}
