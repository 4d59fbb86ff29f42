package bench

import (
	"rampart/core/cluster"
	"rampart/core/jobgraph"
	"rampart/core/plan"
	"rampart/core/ramp"
	"rampart/policy/strategy"
)

// RulesRow is the blocking rate of some strategies under one set of rules, the
// paper's experiment of beta A on seeds 0, 1 and 2 otherwise.
type RulesRow struct {
	Rules string
	// Rates are the mean blocking rates of RulesStrategies, as fractions.
	Rates [4]float64
	// Speedup is the mean speed-up of the jobs that maximum parallelism
	// completed.
	Speedup float64
}

// RulesStrategies names the columns of a RulesRow.
var RulesStrategies = [4]string{"Para_max", "Para_min", "fixed 4", "fixed 8"}

// Rules measures what each correction of the reference does to the paper's
// conclusions: alone, some together, all, and all but one. Where times are in
// seconds, the jobs are a thousand times shorter; so that the cluster is as busy
// as the paper's, they then arrive a thousand times as often, and the quantum
// shrinks alike.
func Rules(compact bool) []RulesRow {
	rows := []RulesRow{rulesRow("reference", 0, compact)}
	for _, s := range plan.Switches() {
		rows = append(rows, rulesRow(s.Name+onOff(!s.Inverted), s.Set(0, !s.Inverted), compact))
	}
	const allReduce = plan.FixIntraRack | plan.FixBandwidth | plan.FixContention
	for _, f := range []struct {
		name string
		fix  plan.Fixes
	}{
		{"both contents", plan.FixEdges | plan.FixSync},
		{"units, both contents", plan.FixUnits | plan.FixEdges | plan.FixSync},
		{"all of an all-reduce", allReduce},
		{"units, all-reduce, channelSharing", plan.FixUnits | allReduce | plan.FixSharing},
		{"corrected", plan.AllFixes},
	} {
		rows = append(rows, rulesRow(f.name, f.fix, compact))
	}
	for _, s := range plan.Switches() {
		rows = append(rows, rulesRow("corrected, "+s.Name+" off", s.Set(plan.AllFixes, false), compact))
	}
	return rows
}

// rulesPlanner returns a planner of the paper's graphs on its cluster.
func rulesPlanner(fixes plan.Fixes, compact bool) *plan.Planner {
	s := planner(ramp.Shape{Groups: 4, Racks: 4, Servers: 2}, jobgraph.PaperNames(), compact).Settings()
	if s.Fixes = fixes; fixes.Has(plan.FixUnits) {
		s.Quantum *= 1e-3
	}
	p, err := plan.New(s)
	if err != nil {
		panic(err)
	}
	return p
}

func onOff(on bool) string {
	if on {
		return " on"
	}
	return " off"
}

func rulesRow(name string, fixes plan.Fixes, compact bool) RulesRow {
	row := RulesRow{Rules: name}
	second := 1.0
	if fixes.Has(plan.FixUnits) {
		second = 1e-3
	}
	p := rulesPlanner(fixes, compact)
	for i := range row.Rates {
		const seeds = 3
		for seed := range uint64(seeds) {
			choose := []cluster.Strategy{strategy.Max{}, strategy.Acceptable{}, strategy.Fixed{To: 4}, strategy.Fixed{To: 8}}[i]
			sim := simulator(p, 1000*second, 1e6*second, seed)
			play(sim, choose)
			m := sim.Finish()
			row.Rates[i] += m.BlockingRate / seeds
			if i == 0 {
				row.Speedup += m.MeanSpeedup / seeds
			}
		}
	}
	return row
}
