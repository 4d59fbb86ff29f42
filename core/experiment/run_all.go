package experiment

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// EngineVersion is the version of the engine, as results name it.
const EngineVersion = "1.0.0"

// progressEvery is the number of decisions between two reports of progress.
const progressEvery = 256

// Options say how RunAll works; they never change a result.
type Options struct {
	Workers  int            // goroutines; 0: as many as processors
	DropJobs bool           // keep only the digests of the jobs
	Progress func(Progress) // told now and then, never by two goroutines at once; may be nil
}

// Progress is how far RunAll has come.
type Progress struct {
	RunsDone, Runs int
	Decided, Total int // decisions of all runs; Total is an estimate
}

// RunAll simulates every strategy of x on every seed. The result depends on x
// alone. A cancelled context stops it within a decision of each worker; its
// cause is then the error.
func RunAll(ctx context.Context, x *Experiment, factory Factory, options Options) (*Result, error) {
	runs, err := runUnits(ctx, x, x.Units(), factory, options)
	if err != nil {
		return nil, err
	}
	return NewResult(x, runs), nil
}

// runUnits simulates some units of x, in the order given.
func runUnits(ctx context.Context, x *Experiment, units []Unit, factory Factory, options Options) ([]Run, error) {
	graphs, err := prepare(x, factory)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	all := batch{
		x: x, units: units, runs: make([]Run, len(units)), options: options,
		progress: Progress{Runs: len(units), Total: int(x.Arrivals() * float64(len(units)))},
	}
	workers := options.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	var group sync.WaitGroup
	for range min(workers, len(units)) {
		runner, err := newRunner(x, factory, graphs)
		if err != nil {
			cancel(err)
			break
		}
		group.Go(func() {
			if err := all.work(ctx, runner); err != nil {
				cancel(err)
			}
		})
	}
	group.Wait()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return all.runs, nil
}

// batch is the work that the goroutines of RunAll share.
type batch struct {
	x       *Experiment
	units   []Unit
	runs    []Run // by unit; each written by the goroutine that took it
	options Options
	next    atomic.Int64

	mu       sync.Mutex
	progress Progress
}

// work takes units until none is left.
func (b *batch) work(ctx context.Context, runner *Runner) error {
	for {
		i := int(b.next.Add(1)) - 1
		if i >= len(b.units) {
			return nil
		}
		reported := 0
		run, err := runner.Run(b.units[i], func(decided, _ int) error {
			if decided-reported >= progressEvery {
				b.report(decided-reported, false)
				reported = decided
			}
			return context.Cause(ctx)
		})
		if err != nil {
			return err
		}
		b.report(run.Decisions-reported, true)
		if b.options.DropJobs {
			run.Jobs = nil
		}
		b.runs[i] = *run
	}
}

func (b *batch) report(decided int, runDone bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.progress.Decided += decided
	if runDone {
		b.progress.RunsDone++
	}
	if b.options.Progress != nil {
		b.options.Progress(b.progress)
	}
}

// NewResult puts runs of x together: sorted by strategy and by the place of
// their seed in x, with digest and summaries. Runs may be in any order; the
// slice is sorted in place.
func NewResult(x *Experiment, runs []Run) *Result {
	place := make(map[uint64]int, len(x.Seeds))
	for i, seed := range x.Seeds {
		place[seed] = i
	}
	slices.SortStableFunc(runs, func(a, b Run) int {
		if a.Strategy != b.Strategy {
			return a.Strategy - b.Strategy
		}
		return place[a.Seed] - place[b.Seed]
	})
	return &Result{
		Engine:     EngineVersion,
		Experiment: x,
		Digest:     ResultDigest(x, runs),
		Runs:       runs,
		Summaries:  Summarise(x, runs),
	}
}
