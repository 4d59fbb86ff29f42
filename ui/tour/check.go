package tour

import (
	"fmt"
	"math"
	"strings"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/ui/chart"
	"rampart/ui/number"
	"rampart/ui/session"
	"rampart/ui/train"
)

// find returns the summary of a strategy, and whether there is one.
func (r *result) find(spec experiment.StrategySpec) (*experiment.Summary, bool) {
	for i, s := range r.x.Strategies {
		if s.Kind != spec.Kind || s.Degree != spec.Degree {
			continue
		}
		for k := range r.summaries {
			if r.summaries[k].Strategy == i {
				return &r.summaries[k], true
			}
		}
	}
	return nil, false
}

// rate is the blocking rate of a strategy, NaN if there is none.
func (r *result) rate(spec experiment.StrategySpec) float64 {
	if s, ok := r.find(spec); ok {
		return s.BlockingRate.Mean
	}
	return math.NaN()
}

// best is the fixed degree with the lowest blocking rate, the smallest of equals.
func (r *result) best() (degree int, rate float64) {
	rate = math.Inf(1)
	for _, s := range r.x.Strategies {
		if v := r.rate(s); s.Kind == "fixed" && v < rate {
			degree, rate = s.Degree, v
		}
	}
	return degree, rate
}

// cause is the most frequent cause of blocking and its rate.
func cause(s *experiment.Summary) (most cluster.Cause, rate float64) {
	for _, c := range chart.CauseOrder {
		if s.Causes[c] > rate {
			most, rate = c, s.Causes[c]
		}
	}
	return most, rate
}

// judge makes a check of a claim.
func judge(claim bool, format string, args ...any) Check {
	state := differs
	if claim {
		state = holds
	}
	return Check{state, fmt.Sprintf(format, args...)}
}

// wait is the check of a step whose experiment has not been run to its end.
func (m *Model) wait(step int) Check {
	s := m.page.Session()
	if s != nil && s.State == session.Running && m.mine(s) && s.Experiment.Name == steps[step].make().Name {
		return Check{waiting, fmt.Sprintf("%d of %d runs are done.", s.Ended(), len(s.Units))}
	}
	return Check{waiting, "Run it, and what came out stands here."}
}

func checkOneJob(m *Model) Check {
	r := m.results[0]
	if r == nil {
		return m.wait(0)
	}
	fast, ok := r.find(maximum)
	slow, ok2 := r.find(fixed(2))
	if !ok || !ok2 {
		return m.wait(0)
	}
	first := true
	for i := range r.summaries {
		first = first && !(r.summaries[i].MeanJCTSeconds.Mean < fast.MeanJCTSeconds.Mean)
	}
	verb := "ends first"
	if !first {
		verb = "does not end first"
	}
	return judge(first, "Maximum parallelism %s: after %s, against %s at degree 2. Who looks at one job alone would stop here.",
		verb, number.Duration(fast.MeanJCTSeconds.Mean), number.Duration(slow.MeanJCTSeconds.Mean))
}

func checkManyJobs(m *Model) Check {
	r := m.results[1]
	if r == nil {
		return m.wait(1)
	}
	high, ok := r.find(maximum)
	if !ok {
		return m.wait(1)
	}
	four := r.rate(fixed(4))
	c, rate := cause(high)
	servers := r.x.Cluster.Groups * r.x.Cluster.RacksPerGroup * r.x.Cluster.ServersPerRack
	degree := int(math.Round(r.degrees[0]))
	why := "most of them as " + chart.CauseName(c)
	switch c {
	case cluster.CausePolicy:
		why = "most of them because no server was free, so that no degree was valid"
	case cluster.CausePlacement:
		why = "most of them because the free servers made no block"
	}
	return judge(high.BlockingRate.Mean > four,
		"Maximum parallelism blocks %s of jobs, %s (%s). Each job holds about %d of %d servers, so %d fill the cluster. Degree 4 blocks %s.",
		number.Rate(high.BlockingRate.Mean), why, number.Rate(rate), degree, servers, servers/max(1, degree), number.Rate(four))
}

func checkFixed(m *Model) Check {
	r := m.results[2]
	if r == nil {
		return m.wait(2)
	}
	degree, rate := r.best()
	high := r.rate(maximum)
	low, ok := r.find(fixed(2))
	if !ok {
		return m.wait(2)
	}
	c, share := cause(low)
	return judge(rate < high, "Degree %d blocks the fewest: %s, where maximum parallelism blocks %s. Degree 2 blocks %s, %s of jobs as %s.",
		degree, number.Rate(rate), number.Rate(high), number.Rate(low.BlockingRate.Mean), number.Rate(share), chart.CauseName(c))
}

func checkCompact(m *Model) Check {
	r := m.results[3]
	if r == nil {
		return m.wait(3)
	}
	degree, rate := r.best()
	said := fmt.Sprintf("With the compact placer degree %d blocks the fewest: %s.", degree, number.Rate(rate))
	before := m.results[2]
	if before == nil {
		return Check{waiting, said + " Run step 3 as well to hold it against first fit."}
	}
	old, oldRate := before.best()
	return judge(rate < oldRate, "%s First fit blocked %s at that degree, and %s at its best one, %d: the placer alone makes %s of difference.",
		said, number.Rate(before.rate(fixed(degree))), number.Rate(oldRate), old, points(oldRate-rate))
}

func checkLearned(m *Model) Check {
	r := m.results[4]
	if r == nil {
		return m.wait(4)
	}
	own := r.rate(experiment.StrategySpec{Kind: "policy"})
	degree, rate := r.best()
	s := fmt.Sprintf("The policy blocks %s of jobs, degree %d for everyone %s: %s.", number.Rate(own), degree, number.Rate(rate), fewer(rate-own))
	if before, after := m.results[2], m.results[3]; before != nil && after != nil {
		_, a := before.best()
		_, b := after.best()
		return judge(math.Abs(a-b) > math.Abs(rate-own), "%s The placer made %s of difference.", s, points(a-b))
	}
	return judge(own <= rate, "%s", s)
}

func checkTraining(m *Model) Check {
	t := m.page.Desk().Current
	if t == nil || len(t.Curve.Points) == 0 {
		if t != nil && t.State == train.Running {
			return Check{waiting, "The policy plays its first jobs."}
		}
		return Check{waiting, "Train it, and what came out stands here."}
	}
	first, last := t.Curve.Points[0], t.Curve.Points[len(t.Curve.Points)-1]
	s := fmt.Sprintf("It began by blocking %s of its training jobs, and blocks %s after %s decisions.",
		number.Rate(first.Blocking), number.Rate(last.Blocking), number.Count(last.Steps))
	if n := len(t.Evaluations); n > 0 {
		s += fmt.Sprintf(" Of jobs that it is not trained on it blocks %s.", number.Rate(t.Evaluations[n-1].Blocking))
	}
	if t.State != train.Done && t.State != train.Stopped {
		return Check{waiting, s}
	}
	return judge(last.Blocking < first.Blocking, "%s", s)
}

// points writes a difference of rates.
func points(d float64) string {
	return strings.TrimSuffix(number.Significant(100*math.Abs(d)), ".0") + " points"
}

// fewer says on which side a difference lies.
func fewer(d float64) string {
	switch {
	case d > 0:
		return points(d) + " fewer"
	case d < 0:
		return points(d) + " more"
	}
	return "the same"
}
