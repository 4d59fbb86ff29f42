package strategy

import (
	"fmt"
	"strconv"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/core/plan"
	"rampart/core/workload"
)

// Rollout tries every degree before it takes one (a one-step rollout, D.
// Bertsekas, Rollout, Policy Iteration, and Distributed Reinforcement Learning,
// 2020, chapter 2): for each degree with which the job would be accepted now,
// and for turning it away, it simulates the same sampled futures, in each of
// which a base strategy decides the next arrivals, and counts the jobs that are
// accepted, its own included. It takes the degree of the highest count, of equal
// ones the smallest that places the job.
//
// The futures are drawn from the distributions of the workload by a stream of
// their own for each decision; what really arrives next is not looked at. Where
// jobs that still run at the horizon count as blocked, as under reference rules,
// so do they here.
type Rollout struct {
	seed     uint64
	arrivals int
	base     cluster.Strategy

	plans   *plan.Planner
	horizon float64
	sampler *workload.Sampler
	futures [][]workload.Arrival
	fork    cluster.Simulator
	ways    []way
}

// way is one degree that is tried.
type way struct {
	degree   int
	accepted int
}

// newRollout makes a rollout of a run with the given seed.
func newRollout(s *experiment.StrategySpec, x *experiment.Experiment, seed uint64) (cluster.Strategy, error) {
	spec := s.Base
	if spec == nil {
		spec = &experiment.StrategySpec{Kind: "feasible", Order: experiment.LargestFirst}
	}
	base, err := New(*spec, x, seed)
	if err != nil {
		return nil, err
	}
	return NewRollout(base, s.Arrivals, s.Samples, seed), nil
}

// NewRollout returns a rollout that looks so many arrivals ahead in so many
// futures, for a run with the given seed. What base decides must depend on its
// decision alone.
func NewRollout(base cluster.Strategy, arrivals, samples int, seed uint64) *Rollout {
	return &Rollout{seed: seed, arrivals: arrivals, base: base, futures: make([][]workload.Arrival, samples)}
}

// Attach implements cluster.Attacher.
func (r *Rollout) Attach(plans *plan.Planner, w *workload.Settings) error {
	if a, ok := r.base.(cluster.Attacher); ok {
		if err := a.Attach(plans, w); err != nil {
			return err
		}
	}
	r.plans = plans
	var err error
	r.sampler, err = workload.NewSampler(w)
	return err
}

// Degree implements cluster.Strategy. It panics if the decision is not that of a
// cluster.Simulator.
func (r *Rollout) Degree(d *cluster.Decision) int {
	sim, ok := d.State.(*cluster.Simulator)
	if !ok {
		panic(fmt.Sprintf("strategy: a rollout cannot try degrees on a %T", d.State))
	}
	r.ways = append(r.ways[:0], way{})
	var last *plan.Template
	for _, degree := range d.Valid {
		if degree == 0 || !d.State.Outlook(degree).InTime {
			continue
		}
		if t := r.plans.Template(d.Graph, degree); t != last { // else the same as the degree before
			r.ways, last = append(r.ways, way{degree: degree}), t
		}
	}
	if len(r.ways) == 1 {
		return 0
	}
	r.sampler.Seed(r.seed, "strategy/rollout/"+strconv.Itoa(d.Job))
	for i := range r.futures {
		r.futures[i] = r.sampler.Append(r.futures[i][:0], d.ClockSeconds, r.arrivals)
	}
	for i := range r.ways {
		for _, future := range r.futures {
			sim.Fork(&r.fork, future)
			r.ways[i].accepted += r.play(r.ways[i].degree)
		}
	}
	best := &r.ways[1]
	for i := range r.ways[2:] {
		if w := &r.ways[2+i]; w.accepted > best.accepted {
			best = w
		}
	}
	if r.ways[0].accepted > best.accepted {
		return 0
	}
	return best.degree
}

// play runs the fork on from its decision and returns how many jobs are accepted.
func (r *Rollout) play(degree int) (accepted int) {
	limit := r.fork.LatestEnd()
	for decided := 0; decided <= r.arrivals; decided++ {
		d, ok := r.fork.Decide()
		if !ok {
			break
		}
		if decided > 0 {
			degree = r.base.Degree(d)
		}
		now := d.ClockSeconds
		if r.fork.Apply(degree) != nil {
			panic("strategy: the base of a rollout chose a degree that is not valid")
		}
		if v := r.fork.Verdict(); v.Accepted && now+v.JCTSeconds <= limit {
			accepted++
		}
	}
	return accepted
}
