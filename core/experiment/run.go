package experiment

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"rampart/core/cluster"
	"rampart/core/jobgraph"
	"rampart/core/plan"
	"rampart/core/ramp"
	"rampart/core/strict"
	"rampart/core/workload"
)

// Factory makes the strategy of one run. It returns an error if it does not
// know the specification. Whatever a strategy draws at random comes from a
// stream of its own under the seed, so that all strategies of one seed see the
// same jobs.
type Factory func(spec StrategySpec, x *Experiment, seed uint64) (cluster.Strategy, error)

// Unit is the smallest piece of work: one strategy on one seed.
type Unit struct {
	Strategy int    `json:"strategy"` // index into Experiment.Strategies
	Seed     uint64 `json:"seed"`
}

// Units lists the runs of x in the order of a result: by strategy, then by
// seed as listed.
func (x *Experiment) Units() []Unit {
	units := make([]Unit, 0, len(x.Strategies)*len(x.Seeds))
	for i := range x.Strategies {
		for _, seed := range x.Seeds {
			units = append(units, Unit{i, seed})
		}
	}
	return units
}

// Runner simulates the runs of one experiment, one after the other; plans made
// for one run serve the next, which never changes a result. It is not safe for
// concurrent use: use one each, as RunAll does.
type Runner struct {
	x        *Experiment
	factory  Factory
	workload workload.Settings
	cluster  cluster.Settings
}

// NewRunner prepares the runs of x, which must stay as it is. It returns an
// error, mostly a *strict.Error, if x is not valid or if the factory refuses
// one of the strategies.
func NewRunner(x *Experiment, factory Factory) (*Runner, error) {
	graphs, err := prepare(x, factory)
	if err != nil {
		return nil, err
	}
	return newRunner(x, factory, graphs)
}

// prepare validates x, tries its strategies and mirrors its graphs.
func prepare(x *Experiment, factory Factory) ([]*jobgraph.Job, error) {
	if err := tried(x, factory); err != nil {
		return nil, err
	}
	return mirrored(x)
}

// tried validates x and tries its strategies.
func tried(x *Experiment, factory Factory) error {
	if err := Validate(x); err != nil {
		return err
	}
	for i, spec := range x.Strategies {
		if _, err := factory(spec, x, x.Seeds[0]); err != nil {
			return refused(fmt.Sprintf("strategies[%d]", i), spec, err)
		}
	}
	return nil
}

// mirrored returns the graphs of x with their backward passes.
func mirrored(x *Experiment) ([]*jobgraph.Job, error) {
	graphs := make([]*jobgraph.Job, len(x.Workload.Graphs))
	for i, ref := range x.Workload.Graphs {
		g := ref.Inline
		if g == nil {
			var err error
			if g, err = jobgraph.Builtin(ref.Name); err != nil {
				return nil, &strict.Error{Path: fmt.Sprintf("workload.graphs[%d]", i), Message: err.Error()}
			}
		}
		graphs[i] = jobgraph.Mirror(g)
	}
	return graphs, nil
}

// refused says at which field of a file the factory's error belongs.
func refused(path string, spec StrategySpec, err error) error {
	var wrong *strict.Error
	if errors.As(err, &wrong) {
		return &strict.Error{Path: joinPath(path, wrong.Path), Message: wrong.Message}
	}
	if spec.Kind == "policy" {
		return &strict.Error{Path: path + ".checkpoint", Message: fmt.Sprintf("%s cannot be used: %v", strict.Excerpt(spec.Checkpoint), err)}
	}
	return &strict.Error{Path: path + ".kind", Message: err.Error()}
}

// placers are the planner's names of the placers.
var placers = map[Placer]plan.Placer{FirstFit: plan.FirstFit, Compact: plan.Compact, BestFit: plan.BestFit}

func newRunner(x *Experiment, factory Factory, graphs []*jobgraph.Job) (*Runner, error) {
	plans, err := plan.New(plan.Settings{
		Graphs:             graphs,
		Shape:              ramp.Shape{Groups: x.Cluster.Groups, Racks: x.Cluster.RacksPerGroup, Servers: x.Cluster.ServersPerRack},
		Topology:           x.Cluster.Topology,
		NodeBandwidth:      x.Cluster.NodeBandwidthBytesPerSecond,
		PropagationSeconds: x.Cluster.PropagationSeconds,
		IOSeconds:          x.Cluster.IOSeconds,
		ChannelsPerLink:    x.Cluster.ChannelsPerLink,
		MemoryBytes:        x.Cluster.Device.MemoryBytes,
		MaxDegree:          x.Partition.MaxDegree,
		Quantum:            x.Partition.QuantumSeconds,
		Fixes:              x.Rules.Fixes(),
		Placer:             placers[x.Placer],
	})
	if err != nil {
		return nil, err
	}
	return onPlans(x, factory, plans), nil
}

// onPlans returns the runner of x whose plans are made by a planner that fits.
func onPlans(x *Experiment, factory Factory, plans *plan.Planner) *Runner {
	r := &Runner{
		x: x, factory: factory,
		workload: workload.Settings{
			Graphs:        plans.Settings().Graphs,
			TrainingSteps: x.Workload.TrainingSteps,
			Interarrival:  x.Workload.Interarrival,
			Beta:          x.Workload.Beta,
			PoolCopies:    x.Workload.PoolCopies,
			Sampling:      x.Workload.Sampling,
		},
		cluster: cluster.Settings{Plans: plans, HorizonSeconds: x.HorizonSeconds, QueueCapacity: x.QueueCapacity},
	}
	if x.Workload.Jobs != nil {
		r.workload.Trace = traceJobs(&x.Workload)
	}
	return r
}

// Like prepares the runs of x on the plans of r, if both are of the same graphs
// on the same cluster under the same rules; a plan depends on nothing else. It
// returns nil, and no error, if they are not. Neither the old nor the new runner
// may be used while the other one works.
func (r *Runner) Like(x *Experiment) (*Runner, error) {
	if !samePlans(r.x, x) {
		return nil, nil
	}
	if err := tried(x, r.factory); err != nil {
		return nil, err
	}
	return onPlans(x, r.factory, r.cluster.Plans), nil
}

// samePlans reports whether a plan of one experiment is one of the other.
func samePlans(a, b *Experiment) bool {
	return a.Cluster == b.Cluster && a.Partition == b.Partition && a.Rules == b.Rules && a.Placer == b.Placer &&
		slices.Equal(a.Workload.Graphs, b.Workload.Graphs)
}

// traceJobs gives every job of the trace the index of its graph.
func traceJobs(l *Workload) []workload.TraceJob {
	index := make(map[string]int, len(l.Graphs))
	for i, g := range l.Graphs {
		index[g.Name] = i
	}
	trace := make([]workload.TraceJob, len(l.Jobs))
	for i, job := range l.Jobs {
		trace[i] = workload.TraceJob{
			ArrivalSeconds: job.ArrivalSeconds, Graph: index[job.Graph],
			Beta: job.Beta, TrainingSteps: job.TrainingSteps,
		}
	}
	return trace
}

// Settings returns what the runs of the experiment are made of: its cluster,
// whose planner is the runner's own, and its workload. They must not be changed.
func (r *Runner) Settings() (cluster.Settings, *workload.Settings) { return r.cluster, &r.workload }

// Total estimates the number of decisions of one run, for progress.
func (r *Runner) Total() int { return int(r.x.Arrivals()) }

// Run simulates one unit. After every decision yield, unless nil, is told how
// many there were and how many are expected; an error from it stops the run
// and is returned. The run's jobs are always there; whoever does not need them
// drops them.
func (r *Runner) Run(u Unit, yield func(decided, total int) error) (*Run, error) {
	sim, err := r.play(u, yield)
	if err != nil {
		return nil, err
	}
	run := &Run{Strategy: u.Strategy, Seed: u.Seed, Metrics: sim.Finish(), Jobs: sim.Jobs()}
	if field := notFinite(run); field != "" {
		return nil, r.overflow(u, field)
	}
	run.JobsDigest, run.Deadlocked = JobsDigest(run.Jobs), deadlocked(run.Jobs)
	return run, nil
}

// deadlocked counts the jobs whose training step would never end.
func deadlocked(jobs []cluster.Job) (n int) {
	for i := range jobs {
		if jobs[i].Deadlocked() {
			n++
		}
	}
	return n
}

// Figures is Run without the jobs and their digest, which take longer than the
// simulation: for sweeps, which make many runs and look at none.
func (r *Runner) Figures(u Unit, yield func(decided, total int) error) (*cluster.Metrics, error) {
	sim, err := r.play(u, yield)
	if err != nil {
		return nil, err
	}
	run := Run{Metrics: sim.Finish()}
	if field := notFinite(&run); field != "" {
		return nil, r.overflow(u, field)
	}
	return &run.Metrics, nil
}

// play simulates one unit to its end.
func (r *Runner) play(u Unit, yield func(decided, total int) error) (*cluster.Simulator, error) {
	if u.Strategy < 0 || u.Strategy >= len(r.x.Strategies) {
		return nil, fmt.Errorf("there is no strategy %d, only 0 to %d", u.Strategy, len(r.x.Strategies)-1)
	}
	spec := r.x.Strategies[u.Strategy]
	strategy, err := r.factory(spec, r.x, u.Seed)
	if err != nil {
		return nil, r.wrap(u, err)
	}
	if a, ok := strategy.(cluster.Attacher); ok {
		if err := a.Attach(r.cluster.Plans, &r.workload); err != nil {
			return nil, r.wrap(u, err)
		}
	}
	sim, err := cluster.New(r.cluster, &r.workload, u.Seed)
	if err != nil {
		return nil, r.wrap(u, err)
	}
	total := r.Total()
	decided := 0
	for d, ok := sim.Decide(); ok; d, ok = sim.Decide() {
		if err := sim.ApplyAt(cluster.Choose(strategy, d)); err != nil {
			return nil, r.wrap(u, err)
		}
		decided++
		if yield != nil {
			if err := yield(decided, max(total, decided)); err != nil {
				return nil, err
			}
		}
	}
	return sim, nil
}

// overflow says that a figure of a run is too large.
func (r *Runner) overflow(u Unit, field string) error {
	return r.wrap(u, fmt.Errorf("%s is too large for a number; check the sizes and times of the graphs", field))
}

// wrap says in which run an error happened.
func (r *Runner) wrap(u Unit, err error) error {
	return fmt.Errorf("strategies[%d] (%s) on seed %d: %w", u.Strategy, r.x.Strategies[u.Strategy].Name(), u.Seed, err)
}

// notFinite names the first figure or time of a run that overflowed, which
// only absurd graphs can cause; no file could hold it.
func notFinite(r *Run) string {
	wrong := func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }
	for _, f := range figures {
		if !f.whole && wrong(f.of(&r.Metrics).Float()) {
			return f.name
		}
	}
	for i := range r.Jobs {
		j := &r.Jobs[i]
		if wrong(j.ArrivalSeconds) || wrong(j.SequentialSeconds) || wrong(j.MaxAcceptableSeconds) {
			return fmt.Sprintf("sequentialSeconds of job %d", i)
		}
		for _, f := range jobTimes(j) {
			if *f.seconds != nil && wrong(**f.seconds) {
				return fmt.Sprintf("%s of job %d", f.name, i)
			}
		}
	}
	return ""
}
