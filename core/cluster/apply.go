package cluster

import (
	"fmt"
	"slices"

	"rampart/core/plan"
)

// Apply gives the waiting job its degree: one of Decision.Valid. It returns an
// error, and changes nothing, if it is not.
func (s *Simulator) Apply(degree int) error { return s.ApplyAt(degree, 0) }

// ApplyAt is Apply on the placer's block of some rank (plan.Planner.PlaceRank). It
// also returns an error, and changes nothing, if rank is not 0 and there is no such
// block.
func (s *Simulator) ApplyAt(degree, rank int) error {
	if !s.pending {
		panic("cluster: Apply without Decide")
	}
	if !slices.Contains(s.decision.Valid, degree) {
		return fmt.Errorf("degree %d is not valid for job %d: allowed are %v", degree, s.decision.Job, s.decision.Valid)
	}
	i := s.waiting[0]
	if rank != 0 && (degree == 0 || rank < 0 || s.place(s.jobs.at(i).Graph, degree, rank) == nil) {
		return fmt.Errorf("degree %d has no block %d for job %d now", degree, rank+1, s.decision.Job)
	}
	s.pending = false
	if len(s.waiting) == 1 {
		s.waiting = s.waiting[:0] // not [1:], so that the next job needs no memory
	} else {
		s.waiting = s.waiting[1:]
	}
	s.sums.m.Decisions++
	e := s.jobs.at(i)
	e.degree = degree
	s.verdict = Verdict{Job: i, Degree: degree, SequentialSeconds: s.decision.SequentialSeconds}
	if degree == 0 {
		s.block(i, CausePolicy)
	} else {
		s.mount(i, degree, rank)
	}
	s.verdict.Cause, s.verdict.Accepted = e.cause, e.cause == NoCause
	s.tick()
	s.verdict.tick = s.sums.last
	return nil
}

// mount places a job and starts it if it will be in time.
func (s *Simulator) mount(i, degree, rank int) {
	e := s.jobs.at(i)
	pl := s.place(e.Graph, degree, rank)
	if pl == nil {
		s.block(i, CausePlacement)
		return
	}
	step := s.step(e.Graph, pl)
	e.plan, e.step, e.start = pl, step, s.clock
	steps := float64(e.TrainingSteps)
	jct := float64(step.Seconds * steps)
	s.verdict.JCTSeconds = jct
	if jct > s.limit(e, pl) {
		s.block(i, CauseJCT)
		return
	}
	s.verdict.SequentialSeconds = float64(steps * pl.StepSeconds)
	g := s.graph(e.Graph)
	used := jct // the reference divides one step's work by the time of all steps (Q8)
	if s.fixes.Has(plan.FixUtilisation) {
		used = step.Seconds
	}
	s.running = append(s.running, running{
		job: i, start: s.clock, jct: jct, servers: len(pl.Servers), channels: pl.Channels,
		memory: pl.MemoryBytes, dep: pl.DependencyBytes, flow: pl.FlowBytes,
		demandMemory: g.Stats.TotalMemory, demandDep: g.Stats.TotalEdgeBytes,
		compute:     over(float64(step.ComputationSeconds*steps), jct),
		comm:        over(float64(step.CommunicationSeconds*steps), jct),
		utilisation: over(step.BusySeconds, float64(float64(len(pl.Servers))*used)),
	})
	for _, server := range pl.Servers {
		s.free.Remove(server)
	}
	s.freeNow -= len(pl.Servers)
}

// step returns the lookahead of a placed job. Under reference rules the first
// placement of a graph and degree in the run stands for all later ones.
func (s *Simulator) step(graph int, pl *plan.Plan) *plan.Step {
	if s.fixes.Has(plan.FixPlacement) {
		return s.s.Plans.Step(pl)
	}
	if s.memo[graph] == nil {
		s.memo[graph] = make([]*plan.Step, s.s.Plans.Settings().MaxDegree+1)
	}
	if s.memo[graph][pl.Degree] == nil {
		s.memo[graph][pl.Degree] = s.s.Plans.Step(pl)
	}
	return s.memo[graph][pl.Degree]
}
