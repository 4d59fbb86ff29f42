package experiment

import (
	"rampart/core/bound"
	"rampart/core/cluster"
	"rampart/core/plan"
	"rampart/core/ramp"
	"rampart/core/workload"
)

// Bound is what no strategy can do better on one seed, even one that knew all
// arrivals beforehand.
type Bound struct {
	Seed         uint64  `json:"seed"`
	Arrived      int     `json:"arrived"`
	Accepted     float64 `json:"accepted"`     // upper bound; jobs may count in fractions
	BlockingRate float64 `json:"blockingRate"` // lower bound, a fraction of Arrived
}

// BoundMaker computes the bounds of one experiment. It is not safe for
// concurrent use.
type BoundMaker struct {
	runner *Runner
	plans  []*plan.Planner // the experiment's placer, and the other one
	ways   map[way]bound.Option
	exact  map[way][]block // see Optimum
}

// way is one way to run a graph: Seconds of its Option are those of one step.
type way struct{ graph, degree int }

// NewBoundMaker prepares the bounds of x, which must stay as it is. It returns
// an error if x is not valid.
func NewBoundMaker(x *Experiment) (*BoundMaker, error) {
	plain := *x
	plain.Strategies = nil
	if err := Validate(x); err != nil {
		return nil, err
	}
	graphs, err := mirrored(x)
	if err != nil {
		return nil, err
	}
	runner, err := newRunner(&plain, nil, graphs)
	if err != nil {
		return nil, err
	}
	settings := runner.cluster.Plans.Settings()
	plans := []*plan.Planner{runner.cluster.Plans}
	for _, placer := range []plan.Placer{plan.FirstFit, plan.Compact, plan.BestFit} {
		if placer == runner.cluster.Plans.Settings().Placer {
			continue
		}
		settings.Placer = placer
		other, err := plan.New(settings)
		if err != nil {
			return nil, err
		}
		plans = append(plans, other)
	}
	return &BoundMaker{runner, plans, map[way]bound.Option{}, map[way][]block{}}, nil
}

// Bound returns the bound of one seed. A job may take any degree with which it
// is in time; it then needs the fewest servers and the shortest JCT that any
// placer makes of that degree, in a block of any form or on an empty cluster.
// Where several jobs arrive in one instant, which the generator never brings
// about, a strategy may start the second one later than the bound allows for.
// yield, unless nil, is called now and then; an error from it ends the work and
// is returned.
func (b *BoundMaker) Bound(seed uint64, yield func() error) (*Bound, error) {
	stream, err := workload.New(&b.runner.workload, seed)
	if err != nil {
		return nil, err
	}
	horizon := b.runner.cluster.HorizonSeconds
	var jobs []bound.Job
	for a, ok := stream.Next(); ok && a.Seconds <= horizon; a, ok = stream.Next() {
		jobs = append(jobs, bound.Job{ArrivalSeconds: a.Seconds, Options: b.options(&a, horizon)})
	}
	accepted, err := bound.Accepted(jobs, b.plans[0].Settings().Shape.N(), yield)
	if err != nil {
		return nil, err
	}
	r := &Bound{Seed: seed, Arrived: len(jobs), Accepted: accepted}
	if r.Arrived > 0 {
		r.BlockingRate = max(0, 1-r.Accepted/float64(r.Arrived))
	}
	return r, nil
}

// options lists the ways in which a job is in time.
func (b *BoundMaker) options(a *workload.Arrival, horizon float64) []bound.Option {
	fixes := b.plans[0].Settings().Fixes
	var options []bound.Option
	for _, degree := range b.plans[0].Degrees() {
		if degree == 0 {
			continue
		}
		o, ok := b.way(a.Graph, degree)
		if !ok {
			continue
		}
		o.Seconds = float64(o.Seconds * float64(a.TrainingSteps))
		limit := cluster.Limit(fixes, a.Beta, a.TrainingSteps, b.template(a.Graph, degree))
		// Under reference rules a job that still runs at the horizon counts as
		// blocked.
		late := a.Seconds+o.Seconds > horizon && !fixes.Has(plan.FixUnfinished)
		if o.Seconds <= limit && !late {
			options = append(options, o)
		}
	}
	return options
}

func (b *BoundMaker) template(graph, degree int) *plan.Plan {
	return &plan.Plan{Template: b.plans[0].Template(graph, degree)}
}

// way returns what a graph needs at a degree, for one step; false if it fits
// nowhere. Where a block lies does not matter, only its form, so that one of
// each form is tried, and each placer's choice among all servers.
func (b *BoundMaker) way(graph, degree int) (bound.Option, bool) {
	key := way{graph, degree}
	if o, ok := b.ways[key]; ok {
		return o, o.Servers > 0
	}
	var best bound.Option
	shape := b.plans[0].Settings().Shape
	free := ramp.NewSet(shape.N())
	try := func(inside bool) {
		for _, plans := range b.plans {
			if inside && plans.Settings().Placer == plan.BestFit {
				continue // in a block it is the compact placer
			}
			pl := plans.Place(graph, degree, free)
			if pl == nil {
				continue
			}
			seconds := plans.Step(pl).Seconds
			if best.Servers == 0 {
				best = bound.Option{Servers: len(pl.Servers), Seconds: seconds}
			}
			best.Servers, best.Seconds = min(best.Servers, len(pl.Servers)), min(best.Seconds, seconds)
		}
	}
	for _, block := range ramp.NewBlocks(shape, b.plans[0].Template(graph, degree).Degree, true).Forms() {
		free.Clear()
		for _, s := range block {
			free.Add(s)
		}
		try(true)
	}
	free.Fill(shape.N())
	try(false)
	b.ways[key] = best
	return best, best.Servers > 0
}
