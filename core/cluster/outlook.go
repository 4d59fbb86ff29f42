package cluster

import (
	"math"

	"rampart/core/plan"
)

// Outlook is what would become of a job at some degree.
type Outlook struct {
	Placeable  bool       // there is room now
	InTime     bool       // and the job would be accepted
	JCTSeconds float64    // +Inf where it cannot be placed
	Plan       *plan.Plan // how it would be placed; nil where it cannot
}

// Running is a job that runs when another waits for its degree.
type Running struct {
	RemainingSeconds float64 // >= 0
	Servers          int
	On               []int // the servers, ascending; not to be changed
}

// Limit returns the longest JCT in seconds with which a job placed by pl is
// accepted (spec section 7.5); fixes are those of the planner.
func Limit(fixes plan.Fixes, beta float64, trainingSteps int, pl *plan.Plan) float64 {
	limit := float64(beta * float64(float64(trainingSteps)*pl.StepSeconds))
	if fixes.Has(plan.FixDeadline) {
		limit *= 1 + tolerance
	}
	return limit
}

// Verdict is what became of a job right after its decision, and what the
// cluster did in the one step that followed: what the rewards of
// spec/learning.md section 1.6 are made of. A job that is accepted may still
// run when the horizon comes.
type Verdict struct {
	Job               int
	Degree            int // as chosen
	Accepted          bool
	Cause             Cause   // of blocking; NoCause if accepted
	JCTSeconds        float64 // 0 if the job was not placed; set for one that was too slow
	SequentialSeconds float64 // of the partitioned graph if accepted, else of the job's own

	tick tick
}

// tick is the length of a cluster step and the bytes that were processed in it
// (spec section 8.3, step 4b).
type tick struct {
	seconds float64
	compute float64
	cluster float64
	demand  float64
}

// ComputeThroughput returns the bytes of partitioned ops processed per simulated
// second of the step; 0 if the step had no length.
func (v *Verdict) ComputeThroughput() float64 { return over(v.tick.compute, v.tick.seconds) }

// ClusterThroughput is ComputeThroughput with the dependencies of the
// partitioned jobs added.
func (v *Verdict) ClusterThroughput() float64 { return over(v.tick.cluster, v.tick.seconds) }

// DemandThroughput counts ops and dependencies as they were before partitioning.
func (v *Verdict) DemandThroughput() float64 { return over(v.tick.demand, v.tick.seconds) }

// Verdict returns what became of the last job that Apply decided, as it stood
// after the cluster step that Apply ran.
func (s *Simulator) Verdict() Verdict { return s.verdict }

// Outlook implements State.
func (s *Simulator) Outlook(degree int) Outlook { return s.OutlookAt(degree, 0) }

// OutlookAt implements State.
func (s *Simulator) OutlookAt(degree, rank int) Outlook {
	pl := s.place(s.decision.Graph, degree, rank)
	if pl == nil {
		return Outlook{JCTSeconds: math.Inf(1)}
	}
	jct := s.jct(pl)
	return Outlook{Placeable: true, InTime: jct <= s.limit(s.jobs.at(s.decision.Job), pl), JCTSeconds: jct, Plan: pl}
}

// Accepts implements State.
func (s *Simulator) Accepts(degree int) bool {
	g := s.decision.Graph
	if memo := s.memo[g]; memo != nil && !s.fixes.Has(plan.FixPlacement) {
		t := s.s.Plans.Template(g, degree)
		if step := memo[t.Degree]; step != nil { // the time does not depend on the place
			e := s.jobs.at(s.decision.Job)
			late := float64(step.Seconds*float64(e.TrainingSteps)) > s.limit(e, &plan.Plan{Template: t})
			return !late && s.s.Plans.Fits(g, degree, s.free)
		}
	}
	return s.Outlook(degree).InTime
}

// AppendRunning implements State.
func (s *Simulator) AppendRunning(dst []Running) []Running {
	for i := range s.running {
		r := &s.running[i]
		dst = append(dst, Running{RemainingSeconds: max(0, r.jct-(s.clock-r.start)), Servers: r.servers, On: s.jobs.at(r.job).plan.Servers})
	}
	return dst
}

// Reset begins a new run with the given seed, as New would, in the memory of
// the old one. What Jobs returned stays as it is; a Decision does not.
func (s *Simulator) Reset(seed uint64) {
	s.stream.Reset(seed)
	s.clock, s.seen, s.jobs.n = 0, 0, 0
	s.waiting, s.running = s.waiting[:0], s.running[:0]
	for _, steps := range s.memo {
		clear(steps)
	}
	s.decision, s.verdict, s.sums = Decision{}, Verdict{}, sums{}
	s.pending, s.finished = false, false
	s.start()
}

// start empties the cluster and draws the first job.
func (s *Simulator) start() {
	n := s.s.Plans.Settings().Shape.N()
	s.free.Fill(n)
	s.freeNow = n
	s.draw()
	if s.next.Seconds <= 0 {
		s.arrive()
	}
}
