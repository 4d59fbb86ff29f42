package sweep

import (
	"context"
	"runtime"
	"sync"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/core/shard"
)

// Run holds the figures of one unit: of all that a run tells, what a sweep
// shows.
type Run struct {
	Unit                         int // its number
	Arrived, Completed           int
	Blocked                      [len(experiment.Causes)]int // by cause, in the order of experiment.Causes
	BlockingRate                 float64
	AcceptanceRate               float64
	MeanJCTSeconds               float64 // over completed jobs; 0 if none
	MeanSpeedup                  float64
	MeanEffectiveDegree          float64
	MeanClusterWorkerUtilisation float64
}

// newRun takes from a run's figures what a sweep shows.
func newRun(unit int, m *cluster.Metrics) Run {
	return Run{
		Unit: unit, Arrived: m.Arrived, Completed: m.Completed,
		Blocked:      [...]int{m.BlockedByPolicy, m.BlockedByPlacement, m.BlockedByJCT, m.BlockedByQueue, m.BlockedByHorizon},
		BlockingRate: m.BlockingRate, AcceptanceRate: m.AcceptanceRate,
		MeanJCTSeconds: m.MeanJCTSeconds, MeanSpeedup: m.MeanSpeedup, MeanEffectiveDegree: m.MeanEffectiveDegree,
		MeanClusterWorkerUtilisation: m.MeanClusterWorkerUtilisationFrac,
	}
}

// full is the run as a run of its point's experiment.
func (r *Run) full(s *Sweep) experiment.Run {
	u := s.Unit(r.Unit)
	return experiment.Run{Strategy: u.Strategy, Seed: u.Seed, Metrics: cluster.Metrics{
		Arrived: r.Arrived, Completed: r.Completed,
		BlockedByPolicy: r.Blocked[0], BlockedByPlacement: r.Blocked[1], BlockedByJCT: r.Blocked[2],
		BlockedByQueue: r.Blocked[3], BlockedByHorizon: r.Blocked[4],
		BlockingRate: r.BlockingRate, AcceptanceRate: r.AcceptanceRate,
		MeanJCTSeconds: r.MeanJCTSeconds, MeanSpeedup: r.MeanSpeedup, MeanEffectiveDegree: r.MeanEffectiveDegree,
		MeanClusterWorkerUtilisationFrac: r.MeanClusterWorkerUtilisation,
	}}
}

// Runner simulates units of a sweep, one after the other. Plans serve all
// points that share them; units in the order of Order make each plan once. It is
// not safe for concurrent use.
type Runner struct {
	s       *Sweep
	factory experiment.Factory
	group   int
	first   *experiment.Runner         // of the group's points
	points  map[int]*experiment.Runner // some of the group's
}

// maxRunners bounds the runners kept at a time: a trace is copied into each.
const maxRunners = 128

// NewRunner returns a runner that has no plans yet.
func (s *Sweep) NewRunner(factory experiment.Factory) *Runner {
	return &Runner{s: s, factory: factory, points: map[int]*experiment.Runner{}}
}

// Run simulates the unit with a number. See experiment.Runner.Run for yield.
func (r *Runner) Run(unit int, yield func(decided, total int) error) (Run, error) {
	if unit < 0 || unit >= r.s.Runs() {
		return Run{}, wrong("there is no run %d, only 0 to %d", unit, r.s.Runs()-1)
	}
	u := r.s.Unit(unit)
	if !r.s.Allows(u.Point, u.Strategy) {
		return Run{}, wrong("at %s: strategies[%d] cannot run", r.s.Words(u.Point), u.Strategy)
	}
	runner, err := r.runner(u.Point)
	if err != nil {
		return Run{}, wrong("at %s: %v", r.s.Words(u.Point), err)
	}
	m, err := runner.Figures(u.Unit, yield)
	if err != nil {
		return Run{}, err
	}
	return newRun(unit, m), nil
}

// runner returns the runner of a point.
func (r *Runner) runner(p int) (*experiment.Runner, error) {
	at := &r.s.points[p]
	if r.first != nil && at.group != r.group {
		r.first = nil
		clear(r.points)
	}
	if kept := r.points[p]; kept != nil {
		return kept, nil
	}
	if len(r.points) >= maxRunners {
		clear(r.points)
	}
	var made *experiment.Runner
	var err error
	if r.first != nil {
		made, err = r.first.Like(at.x)
	}
	if made == nil && err == nil {
		made, err = experiment.NewRunner(at.x, r.factory)
	}
	if err != nil {
		return nil, err
	}
	if r.first == nil {
		r.first, r.group = made, at.group
	}
	r.points[p] = made
	return made, nil
}

// Options say how RunAll works; they never change a result.
type Options struct {
	Workers  int                  // goroutines; 0: as many as processors
	Known    []Run                // runs that are not made again
	Shard    shard.Shard          // makes only its share of the runs; the result is then a part, unless it is zero
	Progress func(done, runs int) // told after every run, never by two goroutines at once; may be nil
}

// batchSeconds is how much work a goroutine takes at a time, in seconds of a
// browser's core.
const batchSeconds = 1.0

// RunAll makes the runs of a sweep. A cancelled context stops it within a
// decision of each worker; what is done is then returned beside the context's
// cause.
func RunAll(ctx context.Context, s *Sweep, factory experiment.Factory, options Options) (*Result, error) {
	all := work{s: s, factory: factory, options: options}
	known := make(map[int]bool, len(options.Known))
	for _, r := range options.Known {
		if !known[r.Unit] {
			known[r.Unit] = true
			all.runs = append(all.runs, r)
		}
	}
	takes := s.share(options.Shard)
	var left []int
	for _, n := range s.Order() {
		if !takes[n] {
			continue
		}
		all.total++
		if !known[n] {
			left = append(left, n)
		}
	}
	all.batches = s.Batches(left, batchSeconds)
	workers := options.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var group sync.WaitGroup
	for range min(workers, len(all.batches)) {
		group.Go(func() {
			if err := all.run(ctx); err != nil {
				cancel(err)
			}
		})
	}
	group.Wait()
	if options.Shard.Of > 0 {
		return NewPart(s, options.Shard, all.runs), context.Cause(ctx)
	}
	return NewResult(s, all.runs), context.Cause(ctx)
}

// work is what the goroutines of RunAll share.
type work struct {
	s       *Sweep
	factory experiment.Factory
	options Options
	total   int

	mu      sync.Mutex
	batches [][]int // that nobody has taken
	runs    []Run
}

// run takes batches until none is left.
func (w *work) run(ctx context.Context) error {
	runner := w.s.NewRunner(w.factory)
	for {
		w.mu.Lock()
		if len(w.batches) == 0 {
			w.mu.Unlock()
			return nil
		}
		batch := w.batches[0]
		w.batches = w.batches[1:]
		w.mu.Unlock()
		for _, n := range batch {
			run, err := runner.Run(n, func(int, int) error { return context.Cause(ctx) })
			if err != nil {
				return err
			}
			w.mu.Lock()
			w.runs = append(w.runs, run)
			if w.options.Progress != nil {
				w.options.Progress(len(w.runs), w.total)
			}
			w.mu.Unlock()
		}
	}
}
