package bench

import (
	"context"
	"time"

	"rampart/core/experiment"
	"rampart/policy/strategy"
)

// Baselines are the strategies that need no training: the paper's best ones, and
// the strong ones, for a placer that keeps jobs together.
func Baselines() []experiment.StrategySpec {
	eights := experiment.StrategySpec{Kind: "feasible", Degrees: []int{8, 16, 4, 6, 2, 1}}
	fours := experiment.StrategySpec{Kind: "feasible", Degrees: []int{4, 8, 2, 1, 6, 16}}
	return []experiment.StrategySpec{
		{Kind: "max"}, {Kind: "acceptable"}, {Kind: "fixed", Degree: 8},
		{Kind: "feasible"}, {Kind: "feasible", Order: experiment.LargestFirst}, eights, fours,
		{Kind: "reserve", Degree: 4}, {Kind: "reserve", Degree: 8}, {Kind: "elastic"},
		experiment.NewRollout(nil), experiment.NewRollout(&eights),
		{Kind: "rollout", Base: &fours, Arrivals: 40, Samples: 96}, // as long, and better: less of what is counted is chance
	}
}

// BaselineRow is one strategy under one placer.
type BaselineRow struct {
	Placer experiment.Placer
	Name   string
	Rates  [4]experiment.Interval // blocking rates under the deadlines A, B, C and D
}

// BaselineRates runs strategies on the paper's experiment with each of its four
// deadlines and the given placer, on seeds 2000 to 2009. progress is told how many
// decisions are made, of about how many; it may be nil.
func BaselineRates(ctx context.Context, placer experiment.Placer, specs []experiment.StrategySpec, progress func(decided, of int)) ([]BaselineRow, error) {
	rows := make([]BaselineRow, len(specs))
	for column, deadlines := range []string{"A", "B", "C", "D"} {
		x := experiment.Paper(deadlines)
		x.Placer, x.Strategies, x.Seeds = placer, specs, nil
		for seed := range uint64(10) {
			x.Seeds = append(x.Seeds, 2000+seed)
		}
		r, err := experiment.RunAll(ctx, x, strategy.New, experiment.Options{DropJobs: true, Progress: func(p experiment.Progress) {
			if progress != nil {
				progress(column*p.Total+p.Decided, 4*p.Total)
			}
		}})
		if err != nil {
			return nil, err
		}
		for i := range rows {
			rows[i].Placer, rows[i].Name, rows[i].Rates[column] = placer, specs[i].Name(), r.Summaries[i].BlockingRate
		}
	}
	return rows, nil
}

// rolloutSeconds is the simulated time of the runs that are timed.
const rolloutSeconds = 1e5

// Strategies measures decisions a second of the strong baselines on one core: on
// the paper's experiment, deadlines A, placed best fit, with all plans remembered.
// It calls pause as Engine does.
func Strategies(pause func()) []Row {
	if pause == nil {
		pause = func() {}
	}
	x := experiment.Paper("A")
	x.Placer, x.Seeds, x.HorizonSeconds = experiment.BestFit, []uint64{2000}, rolloutSeconds
	x.Strategies = Baselines()
	runner, err := experiment.NewRunner(x, strategy.New)
	if err != nil {
		panic(err)
	}
	var rows []Row
	for i, spec := range x.Strategies {
		run := func() int {
			m, err := runner.Figures(experiment.Unit{Strategy: i, Seed: 2000}, nil)
			if err != nil {
				panic(err)
			}
			return m.Decisions
		}
		run() // remember the plans
		rows = append(rows, Row{spec.Name(), median(pause, func() float64 {
			start, n := time.Now(), 0
			for n == 0 || time.Since(start) < measureFor {
				n += run()
			}
			return float64(n) / time.Since(start).Seconds()
		}), "decisions/s"})
	}
	return rows
}
