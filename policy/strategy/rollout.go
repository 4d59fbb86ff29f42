package strategy

import (
	"fmt"
	"math"
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
// ones the smallest that places the job. After every few futures, degrees that
// have fallen behind the best beyond doubt, by more than two standard errors of
// the difference, are given up.
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
	accepted int     // in all futures so far
	each     []int32 // in each future
	behind   bool    // given up
}

// Ways are compared after every so many futures, with doubt as many standard
// errors.
const (
	futuresBetween = 8
	doubt          = 2
)

// newRollout makes a rollout of a run with the given seed.
func newRollout(s *experiment.StrategySpec, x *experiment.Experiment, seed uint64) (cluster.Strategy, error) {
	spec := s.Base
	if spec == nil {
		spec = &experiment.StrategySpec{Kind: "feasible"}
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
	r.waysOf(d)
	if len(r.ways) == 1 {
		return 0
	}
	r.sampler.Seed(r.seed, "strategy/rollout/"+strconv.Itoa(d.Job))
	for i := range r.futures {
		r.futures[i] = r.sampler.Append(r.futures[i][:0], d.ClockSeconds, r.arrivals)
	}
	for n := 0; n < len(r.futures) && r.open(); n += futuresBetween {
		for _, future := range r.futures[n:min(n+futuresBetween, len(r.futures))] {
			for i := range r.ways {
				if w := &r.ways[i]; !w.behind {
					sim.Fork(&r.fork, future)
					count := r.play(w.degree)
					w.accepted += count
					w.each = append(w.each, int32(count))
				}
			}
		}
		r.giveUp()
	}
	return r.best().degree
}

// waysOf lists turning the job away and every degree with which it would be
// accepted.
func (r *Rollout) waysOf(d *cluster.Decision) {
	add := func(degree int) {
		n := len(r.ways)
		if n < cap(r.ways) {
			r.ways = r.ways[:n+1]
		} else {
			r.ways = append(r.ways, way{})
		}
		r.ways[n] = way{degree: degree, each: r.ways[n].each[:0]}
	}
	r.ways = r.ways[:0]
	add(0)
	var last *plan.Template
	for _, degree := range d.Valid {
		if degree == 0 || !d.State.Accepts(degree) {
			continue
		}
		if t := r.plans.Template(d.Graph, degree); t != last { // else the same as the degree before
			add(degree)
			last = t
		}
	}
}

// open reports whether there is still more than one way.
func (r *Rollout) open() bool {
	left := 0
	for i := range r.ways {
		if !r.ways[i].behind {
			left++
		}
	}
	return left > 1
}

// best returns the way with the highest count of those that are left; of equal
// ones the first that places the job.
func (r *Rollout) best() *way {
	var best *way
	for i := range r.ways {
		w := &r.ways[i]
		if !w.behind && (best == nil || w.accepted > best.accepted || w.accepted == best.accepted && best.degree == 0) {
			best = w
		}
	}
	return best
}

// giveUp leaves out the ways that are behind the best beyond doubt.
func (r *Rollout) giveUp() {
	best := r.best()
	for i := range r.ways {
		w := &r.ways[i]
		if w.behind || w == best {
			continue
		}
		n, sum, squares := float64(len(w.each)), 0.0, 0.0
		for k, count := range w.each {
			difference := float64(best.each[k] - count)
			sum += difference
			squares += float64(difference * difference)
		}
		// The standard error of the sum is the root of n times the variance.
		w.behind = sum > 0 && sum > doubt*math.Sqrt(max(0, squares-float64(sum*sum)/n)*n/(n-1))
	}
}

// play runs the fork on from its decision and returns how many jobs are accepted.
func (r *Rollout) play(degree int) (accepted int) {
	limit := r.fork.LatestEnd()
	rank := 0
	for decided := 0; decided <= r.arrivals; decided++ {
		d, ok := r.fork.Decide()
		if !ok {
			break
		}
		if decided > 0 {
			degree, rank = cluster.Choose(r.base, d)
		}
		now := d.ClockSeconds
		if r.fork.ApplyAt(degree, rank) != nil {
			panic("strategy: the base of a rollout chose what is not valid")
		}
		if v := r.fork.Verdict(); v.Accepted && now+v.JCTSeconds <= limit {
			accepted++
		}
	}
	return accepted
}
