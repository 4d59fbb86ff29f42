package main

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"rampart/core/experiment"
	"rampart/policy/strategy"
	"rampart/wasm/bench"
)

// benchTopics are the figures that bench prints, in their order.
var benchTopics = []struct {
	name, title string
	print       func(w io.Writer) error
}{ // baselines, the last, takes minutes and has to be named
	{"engine", "Engine, one core", benchEngine},
	{"training", "Training on the paper's experiment, deadlines A, one core", benchTraining},
	{"kernels", "Arithmetic of the training, one core", benchKernels},
	{"paper", "The paper's comparison: 10 strategies x 10 seeds x 1,000 jobs", benchPaper},
	{"growth", "Cost of a decision, fixed 8, first fit", benchGrowth},
	{"rules", "Blocking rate under each correction of the reference, beta A, 3 seeds", benchRules},
	{"topologies", "Blocking rate on other networks, 3 seeds, the paper's load", benchTopologies},
	{"strategies", "Strong baselines on the paper's experiment, deadlines A, best fit, one core", benchStrategies},
	{"serve", "The snapshot service over loopback, client and server on the same cores", benchServe},
	{"baselines", "Blocking rates without training, the paper's experiment, seeds 2000 to 2009", benchBaselines},
}

// benchCommand prints the figures of the benchmark table, or those of the named
// topics.
func benchCommand(args []string, s streams) int {
	chosen := map[string]bool{}
	for _, a := range args {
		known := false
		for _, t := range benchTopics {
			known = known || t.name == a
		}
		if !known {
			fmt.Fprintf(s.err, "rampart: bench: %q is no topic; there are engine, training, kernels, paper, growth, rules, topologies, strategies, serve and baselines\n", a)
			return exitUsage
		}
		chosen[a] = true
	}
	for _, t := range benchTopics {
		if !chosen[t.name] && (len(chosen) > 0 || t.name == "baselines") {
			continue
		}
		fmt.Fprintf(s.out, "%s (%s)\n", t.title, t.name)
		w := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', tabwriter.AlignRight)
		if err := t.print(w); err != nil {
			fmt.Fprintf(s.err, "rampart: bench: %v\n", err)
			return exitFailed
		}
		if err := w.Flush(); err != nil {
			fmt.Fprintf(s.err, "rampart: bench: %v\n", err)
			return exitFailed
		}
		fmt.Fprintln(s.out)
	}
	return exitDone
}

func benchEngine(w io.Writer) error     { return printRows(w, bench.Engine(nil)) }
func benchTraining(w io.Writer) error   { return printRows(w, bench.Training(nil)) }
func benchStrategies(w io.Writer) error { return printRows(w, bench.Strategies(nil)) }
func benchKernels(w io.Writer) error    { return printRows(w, bench.Kernels(nil)) }

func printRows(w io.Writer, rows []bench.Row) error {
	for _, r := range rows {
		fmt.Fprintf(w, "%s\t%s\t %s\t\n", r.Name, bench.Figure(r.Value), r.Unit)
	}
	return nil
}

// benchPaper times the whole comparison of the paper with everything that a
// result holds, on all cores and on one.
func benchPaper(w io.Writer) error {
	x := experiment.Paper("A")
	x.Strategies = []experiment.StrategySpec{
		{Kind: "max"}, {Kind: "min"}, {Kind: "sequential"}, {Kind: "random"}, {Kind: "acceptable"}, {Kind: "sipml", MaxDegree: 8},
		{Kind: "fixed", Degree: 2}, {Kind: "fixed", Degree: 4}, {Kind: "fixed", Degree: 8}, {Kind: "fixed", Degree: 16},
	}
	x.Seeds = nil
	for seed := range uint64(10) {
		x.Seeds = append(x.Seeds, seed)
	}
	for _, workers := range []int{1, 0} {
		start := time.Now()
		if _, err := experiment.RunAll(context.Background(), x, strategy.New, experiment.Options{Workers: workers}); err != nil {
			return err
		}
		name := "all cores"
		if workers == 1 {
			name = "one core"
		}
		fmt.Fprintf(w, "%s\t%s\t s\t\n", name, bench.Figure(time.Since(start).Seconds()))
	}
	return nil
}

func benchGrowth(w io.Writer) error {
	fmt.Fprintf(w, "servers\tjobs\tjobs running\tus/decision\tns/decision/server\tallocated B/decision\tkept B/job\t\n")
	for _, r := range bench.Growth() {
		fmt.Fprintf(w, "%d\t%d\t%s\t%s\t%s\t%.0f\t%.0f\t\n", r.Servers, r.Jobs, bench.Figure(r.MeanJobsRunning), bench.Figure(r.MicrosecondsPer),
			bench.Figure(r.NanosecondsPerCount), r.AllocatedBytesPer, r.KeptBytesPer)
	}
	return nil
}

func benchBaselines(w io.Writer) error {
	fmt.Fprintf(w, "\tA\tB\tC\tD\t\n")
	for _, placer := range []experiment.Placer{experiment.FirstFit, experiment.Compact, experiment.BestFit} {
		rows, err := bench.BaselineRates(context.Background(), placer, bench.Baselines(), nil)
		if err != nil {
			return err
		}
		for _, r := range rows {
			fmt.Fprintf(w, "%s, %s", r.Name, r.Placer)
			for _, rate := range r.Rates {
				fmt.Fprintf(w, "\t%.2f %%", 100*rate.Mean)
			}
			fmt.Fprintf(w, "\t\n")
		}
	}
	return nil
}

func benchRules(w io.Writer) error {
	for _, compact := range []bool{false, true} {
		placer := "first fit"
		if compact {
			placer = "compact"
		}
		fmt.Fprintf(w, "%s", placer)
		for _, name := range bench.RulesStrategies {
			fmt.Fprintf(w, "\t%s", name)
		}
		fmt.Fprintf(w, "\tspeed-up of Para_max\t\n")
		for _, r := range bench.Rules(compact) {
			fmt.Fprintf(w, "%s", r.Rules)
			for _, rate := range r.Rates {
				fmt.Fprintf(w, "\t%.1f %%", 100*rate)
			}
			fmt.Fprintf(w, "\t%.1f\t\n", r.Speedup)
		}
	}
	return nil
}
