package agent

import (
	"math"

	"rampart/core/cluster"
	"rampart/core/plan"
	"rampart/core/ramp"
)

// Situation is a job that waits at a cluster whose state somebody has made up.
type Situation struct {
	Graph            int     // index into the planner's graphs
	Beta             float64 // 0..1 without 0
	TrainingSteps    int     // of the job, >= 1
	Busy             []int   // servers in use, by number, each once
	RemainingSeconds float64 // that every job on them still runs, >= 0
	JobsRunning      int     // on the busy servers, which they share as evenly as can be; 0..len(Busy)
}

// Scene shows situations to strategies as if they happened in a run. Nothing
// has been placed before: under reference rules, where a run books the time of
// the first placement of its kind, the times are those of this placement. No end
// of the run is in sight.
type Scene struct {
	p        *plan.Planner
	s        Situation
	free     ramp.Set
	coming   []ramp.Set // of the best-fit placer
	decision cluster.Decision
	valid    []int
}

// NewScene returns a scene with the planner's cluster and graphs.
func NewScene(p *plan.Planner) *Scene {
	return &Scene{p: p, free: ramp.NewSet(p.Settings().Shape.N())}
}

// Show makes the scene the given situation, and returns the decision that it
// asks for, which is valid until the next call. It panics if a graph or server
// does not exist.
func (c *Scene) Show(s Situation) *cluster.Decision {
	ps := c.p.Settings()
	g := ps.Graphs[s.Graph]
	c.s = s
	c.free.Fill(ps.Shape.N())
	for _, server := range s.Busy {
		c.free.Remove(server)
	}
	c.coming = cluster.Coming(c.coming, c.free, c.AppendRunning(nil))
	step := plan.StepSeconds(g, ps.Fixes)
	sequential := float64(float64(s.TrainingSteps) * step)
	c.decision = cluster.Decision{
		Graph: s.Graph, Beta: s.Beta, TrainingSteps: s.TrainingSteps, SequentialSeconds: sequential,
		MaxAcceptableSeconds: float64(s.Beta * sequential), FreeServers: c.free.Count(), JobsRunning: s.JobsRunning, State: c,
		LatestEndSeconds: math.Inf(1),
	}
	c.valid = c.valid[:0]
	for _, d := range c.p.Degrees() {
		if d <= c.decision.FreeServers && (d == 0 || !ps.Fixes.Has(plan.FixMask) || c.Placeable(d)) {
			c.valid = append(c.valid, d)
		}
	}
	c.decision.Valid = c.valid
	return &c.decision
}

// Free implements cluster.State.
func (c *Scene) Free() ramp.Set { return c.free }

// Accepts implements cluster.State.
func (c *Scene) Accepts(degree int) bool { return c.Outlook(degree).InTime }

// AppendRunning implements cluster.State.
func (c *Scene) AppendRunning(dst []cluster.Running) []cluster.Running {
	for i, n := 0, c.s.JobsRunning; i < n; i++ {
		on := c.s.Busy[i*len(c.s.Busy)/n : (i+1)*len(c.s.Busy)/n]
		dst = append(dst, cluster.Running{RemainingSeconds: c.s.RemainingSeconds, Servers: len(on), On: on})
	}
	return dst
}

// AppendRemaining implements cluster.State.
func (c *Scene) AppendRemaining(dst []float64) []float64 {
	for range c.s.JobsRunning {
		dst = append(dst, c.s.RemainingSeconds)
	}
	return dst
}

// Placeable implements cluster.State.
func (c *Scene) Placeable(degree int) bool {
	return c.p.Place(c.s.Graph, degree, c.free, c.coming...) != nil
}

// JCTSeconds implements cluster.State.
func (c *Scene) JCTSeconds(degree int) float64 { return c.Outlook(degree).JCTSeconds }

// Outlook implements cluster.State.
func (c *Scene) Outlook(degree int) cluster.Outlook { return c.OutlookAt(degree, 0) }

// OutlookAt implements cluster.State.
func (c *Scene) OutlookAt(degree, rank int) cluster.Outlook {
	pl := c.p.PlaceRank(c.s.Graph, degree, rank, c.free, c.coming...)
	if pl == nil {
		return cluster.Outlook{JCTSeconds: math.Inf(1)}
	}
	jct := float64(c.p.Step(pl).Seconds * float64(c.s.TrainingSteps))
	limit := cluster.Limit(c.p.Settings().Fixes, c.s.Beta, c.s.TrainingSteps, pl)
	return cluster.Outlook{Placeable: true, InTime: jct <= limit, JCTSeconds: jct, Plan: pl}
}
