package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"

	"rampart/core/bound"
	"rampart/core/experiment"
	"rampart/ui/number"
)

// exactJobs is how many of a seed's first jobs rampart bound --exact looks at.
const exactJobs = 40

// boundCommand is rampart bound.
func boundCommand(args []string, s streams) int {
	flags := flag.NewFlagSet("bound", flag.ContinueOnError)
	workers := flags.Int("workers", 0, "")
	exact := flags.Bool("exact", false, "")
	jobs := flags.Int("jobs", exactJobs, "")
	nodes := flags.Int("nodes", bound.DefaultNodes, "")
	file, status, ok := arguments("bound", flags, args, s)
	if !ok {
		return status
	}
	if !rightWorkers("bound", *workers, s) || !rightExact(flags, *exact, *jobs, *nodes, s) {
		return exitUsage
	}
	in, x, err := readExperiment(file, s)
	if file = in.label; err != nil {
		return badInput(s, file, err)
	}
	in.note(s)
	if err := experiment.Validate(x); err != nil {
		return badInput(s, file, err)
	}
	if n := x.Cluster.Servers(); *exact && n > bound.MaxServers {
		return badInput(s, file, fmt.Errorf("cluster: %d servers are too many for --exact, expected at most %d", n, bound.MaxServers))
	}
	ctx, stop := interruptible()
	defer stop()
	meter := newMeter(s.err)
	text, err := boundText(ctx, x, *workers, *exact, *jobs, *nodes, meter)
	meter.finish()
	if err != nil {
		return workError(s, file, err)
	}
	w := bufio.NewWriter(s.out)
	w.WriteString(text)
	if err := w.Flush(); err != nil {
		return failed(s, "-", err)
	}
	return exitDone
}

// boundText finds the bounds, or the optima of so many jobs, and writes them for
// people.
func boundText(ctx context.Context, x *experiment.Experiment, workers int, exact bool, jobs, nodes int, meter *meter) (string, error) {
	if !exact {
		bounds, err := onSeeds(ctx, x, workers, func(m *experiment.BoundMaker, seed uint64, yield func(done, all int) error) (*experiment.Bound, error) {
			return m.Bound(seed, func() error { return yield(0, 1) })
		}, meter.partsOfSeeds)
		if err != nil {
			return "", err
		}
		return boundTable(x, bounds), nil
	}
	optima, err := onSeeds(ctx, x, workers, func(m *experiment.BoundMaker, seed uint64, yield func(done, all int) error) (*experiment.Optimum, error) {
		return m.Optimum(seed, jobs, bound.Limits{Nodes: nodes, Yield: yield})
	}, meter.jobsOfSeeds(jobs))
	if err != nil {
		return "", err
	}
	return optimumTable(x, optima), nil
}

// rightExact checks the flags of --exact and reports what is wrong with them.
func rightExact(flags *flag.FlagSet, exact bool, jobs, nodes int, s streams) bool {
	wrong := ""
	flags.Visit(func(f *flag.Flag) {
		if !exact && (f.Name == "jobs" || f.Name == "nodes") {
			wrong = "--" + f.Name + " is for --exact"
		}
	})
	switch {
	case wrong != "":
	case jobs < 1 || jobs > experiment.MaxDecisions:
		wrong = fmt.Sprintf("--jobs %d is out of range, expected 1 to %d", jobs, experiment.MaxDecisions)
	case nodes < 1:
		wrong = fmt.Sprintf("--nodes %d is out of range, expected at least 1", nodes)
	default:
		return true
	}
	fmt.Fprintf(s.err, "rampart: bound: %s\n", wrong)
	return false
}

// onSeeds does some work on every seed, some at the same time. The work tells
// how much of it is done; progress is told the sum over the seeds, as seeds.
func onSeeds[T any](ctx context.Context, x *experiment.Experiment, workers int,
	work func(m *experiment.BoundMaker, seed uint64, yield func(done, all int) error) (T, error),
	progress func(done float64, all int)) ([]T, error) {
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	found := make([]T, len(x.Seeds))
	parts := make([]float64, len(x.Seeds))
	var mu sync.Mutex
	tell := func(i int, part float64) {
		mu.Lock()
		defer mu.Unlock()
		parts[i] = part
		sum := 0.0
		for _, p := range parts {
			sum += p
		}
		progress(sum, len(x.Seeds))
	}
	var next atomic.Int64
	one := func() error {
		maker, err := experiment.NewBoundMaker(x)
		if err != nil {
			return err
		}
		for {
			i := int(next.Add(1)) - 1
			if i >= len(x.Seeds) {
				return nil
			}
			found[i], err = work(maker, x.Seeds[i], func(done, all int) error {
				tell(i, float64(done)/float64(max(1, all)))
				return context.Cause(ctx)
			})
			if err != nil {
				return err
			}
			tell(i, 1)
		}
	}
	var group sync.WaitGroup
	for range min(workers, len(x.Seeds)) {
		group.Go(func() {
			if err := one(); err != nil {
				cancel(err)
			}
		})
	}
	group.Wait()
	return found, context.Cause(ctx)
}

// boundTable writes the bounds for people.
func boundTable(x *experiment.Experiment, bounds []*experiment.Bound) string {
	var b strings.Builder
	writeTitle(&b, x)
	t := table{{"Clairvoyant bound", "Blocking rate", "Arrived", "Accepted at most"}}
	var rates []float64
	for _, one := range bounds {
		rates = append(rates, one.BlockingRate)
		t = append(t, []string{fmt.Sprintf("seed %d", one.Seed), number.RateExact(one.BlockingRate), number.Count(one.Arrived), number.Significant(one.Accepted)})
	}
	mean := experiment.NewInterval(rates)
	t = append(t, []string{"mean", withInterval(mean, number.Rate), "", ""})
	t.write(&b)
	b.WriteString("\nNo strategy can block fewer jobs, even one that knew all arrivals beforehand: jobs may be\naccepted in parts and run on any free servers, so that the true optimum lies at or above it.\n")
	return b.String()
}

// optimumTable writes the optima for people.
func optimumTable(x *experiment.Experiment, optima []*experiment.Optimum) string {
	var b strings.Builder
	writeTitle(&b, x)
	t := table{{"Clairvoyant optimum", "Jobs", "Relaxation", "Optimum", "Gap", "Blocking rate"}}
	jobs, relaxed, least, most := 0, 0.0, 0, 0
	for _, o := range optima {
		t = append(t, optimumRow(fmt.Sprintf("seed %d", o.Seed), o.Jobs, o.Relaxed, o.Accepted, o.AtMost))
		jobs, relaxed, least, most = jobs+o.Jobs, relaxed+o.Relaxed, least+o.Accepted, most+o.AtMost
	}
	t = append(t, optimumRow("all", jobs, relaxed, least, most))
	t.write(&b)
	b.WriteString("\nOf the first jobs of each seed: what the relaxation allows, what the best schedule accepts that knows\nall arrivals, and the jobs between. A job starts as it arrives, in one block of servers, or not at all.\n")
	if least < most {
		b.WriteString("Where two numbers stand, the search was no proof: the first is of a schedule that was found, the second\nbounds all. More --nodes or fewer --jobs may prove it.\n")
	}
	return b.String()
}

func optimumRow(name string, jobs int, relaxed float64, least, most int) []string {
	span := func(a, b string) string {
		if least == most {
			return a
		}
		return a + " to " + b
	}
	rate := func(accepted int) string { return number.RateExact(1 - float64(accepted)/float64(max(1, jobs))) }
	return []string{
		name, number.Count(jobs), fmt.Sprintf("%.2f", relaxed), span(number.Count(least), number.Count(most)),
		span(fmt.Sprintf("%.2f", max(0, relaxed-float64(most))), fmt.Sprintf("%.2f", max(0, relaxed-float64(least)))),
		span(rate(most), rate(least)),
	}
}
