package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"runtime"
	"strings"
	"sync"

	"rampart/core/experiment"
	"rampart/ui/number"
)

// boundCommand is rampart bound.
func boundCommand(args []string, s streams) int {
	flags := flag.NewFlagSet("bound", flag.ContinueOnError)
	workers := flags.Int("workers", 0, "")
	file, status, ok := arguments("bound", flags, args, s)
	if !ok {
		return status
	}
	if !rightWorkers("bound", *workers, s) {
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
	ctx, stop := interruptible()
	defer stop()
	meter := newMeter(s.err)
	bounds, err := makeBounds(ctx, x, *workers, meter.seeds)
	meter.finish()
	if err != nil {
		return workError(s, file, err)
	}
	w := bufio.NewWriter(s.out)
	w.WriteString(boundTable(x, bounds))
	if err := w.Flush(); err != nil {
		return failed(s, "-", err)
	}
	return exitDone
}

// makeBounds computes the bounds of all seeds.
func makeBounds(ctx context.Context, x *experiment.Experiment, workers int, progress func(done, all int)) ([]*experiment.Bound, error) {
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	bounds := make([]*experiment.Bound, len(x.Seeds))
	var mu sync.Mutex
	next, done := 0, 0
	work := func() error {
		maker, err := experiment.NewBoundMaker(x)
		if err != nil {
			return err
		}
		for {
			mu.Lock()
			i := next
			next++
			mu.Unlock()
			if i >= len(x.Seeds) {
				return nil
			}
			b, err := maker.Bound(x.Seeds[i], func() error { return context.Cause(ctx) })
			if err != nil {
				return err
			}
			mu.Lock()
			bounds[i] = b
			done++
			progress(done, len(x.Seeds))
			mu.Unlock()
		}
	}
	var group sync.WaitGroup
	for range min(workers, len(x.Seeds)) {
		group.Go(func() {
			if err := work(); err != nil {
				cancel(err)
			}
		})
	}
	group.Wait()
	return bounds, context.Cause(ctx)
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
