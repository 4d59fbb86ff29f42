package strategy

import (
	"math"

	"rampart/core/cluster"
	"rampart/core/plan"
	"rampart/core/ramp"
	"rampart/core/workload"
)

// shares knows the servers and the time that each graph needs at each degree on
// an empty cluster. It looks ahead only where it is asked.
type shares struct {
	plans *plan.Planner
	empty ramp.Set // all servers are free
	needs [][]need // by graph and degree
}

// need is what one training step of a job needs; servers is 0 if it cannot be
// placed even on an empty cluster.
type need struct {
	known   bool
	servers int
	seconds float64
}

func newShares(plans *plan.Planner) *shares {
	s := plans.Settings()
	sh := &shares{plans: plans, empty: ramp.NewSet(s.Shape.N()), needs: make([][]need, len(s.Graphs))}
	sh.empty.Fill(s.Shape.N())
	for g := range sh.needs {
		sh.needs[g] = make([]need, s.MaxDegree+1)
	}
	return sh
}

func (s *shares) need(graph, degree int) *need {
	n := &s.needs[graph][degree]
	if !n.known {
		n.known = true
		if pl := s.plans.Place(graph, degree, s.empty); pl != nil {
			n.servers, n.seconds = len(pl.Servers), s.plans.Step(pl).Seconds
		}
	}
	return n
}

// least returns the smallest degree with which a job of the graph and beta is in
// time on an empty cluster, 0 if there is none.
func (s *shares) least(graph int, beta float64, trainingSteps int) int {
	fixes := s.plans.Settings().Fixes
	for _, degree := range s.plans.Degrees()[1:] {
		n := s.need(graph, degree)
		template := plan.Plan{Template: s.plans.Template(graph, degree)}
		if n.servers > 0 && float64(n.seconds*float64(trainingSteps)) <= cluster.Limit(fixes, beta, trainingSteps, &template) {
			return degree
		}
	}
	return 0
}

// meanShare returns the mean number of servers of the least degrees of jobs as
// the workload sends them, of those that can be in time at all.
func (s *shares) meanShare(w *workload.Settings) (float64, error) {
	const drawn = 1024 // the mean's standard error is then under 2 % of it
	sampler, err := workload.NewSampler(w)
	if err != nil {
		return 0, err
	}
	sampler.Seed(0, "strategy/share")
	servers, jobs := 0, 0
	for _, a := range sampler.Append(nil, 0, drawn) {
		if degree := s.least(a.Graph, a.Beta, a.TrainingSteps); degree > 0 {
			servers += s.need(a.Graph, degree).servers
			jobs++
		}
	}
	return float64(servers) / math.Max(1, float64(jobs)), nil
}
