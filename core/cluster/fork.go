package cluster

import (
	"math"

	"rampart/core/plan"
	"rampart/core/ramp"
	"rampart/core/workload"
)

// Fork makes f a copy of a run in progress, with the same clock, the same jobs
// on the cluster and, between Decide and Apply, the same decision to take. The
// jobs that arrive later are the given ones, in order of arrival, instead of the
// run's own, so that a strategy can try what it may choose against a future that
// it imagines; none of them may arrive before the clock. What happens in the
// copy leaves the run alone. The slice must stay as it is while f is in use.
//
// Jobs are numbered anew in f: first the running ones, then those that wait.
// Figures count from the fork on. The memory of f, whose zero value is ready for
// use, is used again. Both share the planner, so they must not be used at the
// same time. A fork cannot be Reset.
func (s *Simulator) Fork(f *Simulator, later []workload.Arrival) {
	if f.memo == nil || len(f.memo) != len(s.memo) || len(f.free) != len(s.free) {
		*f = Simulator{memo: make([][]*plan.Step, len(s.memo)), free: make(ramp.Set, len(s.free))}
	}
	f.s, f.fixes, f.kept, f.stream, f.later, f.trace = s.s, s.fixes, s.kept, nil, later, true
	f.clock, f.freeNow, f.seen = s.clock, s.freeNow, s.seen
	copy(f.free, s.free)
	for i, set := range s.coming {
		if i == len(f.coming) {
			f.coming = append(f.coming, make(ramp.Set, len(set)))
		}
		copy(f.coming[i], set)
	}
	for g, steps := range s.memo {
		if steps == nil {
			clear(f.memo[g])
		} else {
			f.memo[g] = append(f.memo[g][:0], steps...)
		}
	}
	f.placed = s.placed
	f.jobs.n = 0
	f.running = append(f.running[:0], s.running...)
	for i := range f.running {
		f.running[i].job = f.jobs.add(*s.jobs.at(f.running[i].job))
	}
	f.waiting = f.waiting[:0]
	for _, i := range s.waiting {
		f.waiting = append(f.waiting, f.jobs.add(*s.jobs.at(i)))
	}
	f.sums, f.verdict, f.finished = sums{}, Verdict{}, s.finished
	f.decision, f.pending = s.decision, s.pending
	if f.pending {
		f.decision.Job, f.decision.State = f.waiting[0], f
	}
	f.draw()
}

// drawLater takes the next job of a fork's future.
func (s *Simulator) drawLater() {
	if len(s.later) == 0 {
		s.next = workload.Arrival{Seconds: math.Inf(1)}
		return
	}
	s.next, s.later = s.later[0], s.later[1:]
}

// LatestEnd returns the moment by which an accepted job must end for it not to
// count as blocked: the horizon where jobs that still run then are blocked, +Inf
// where they are reported apart.
func (s *Simulator) LatestEnd() float64 {
	if s.fixes.Has(plan.FixUnfinished) {
		return math.Inf(1)
	}
	return s.s.HorizonSeconds
}
