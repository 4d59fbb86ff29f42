package experiment

import (
	"errors"
	"fmt"
	"strings"

	"rampart/core/jobgraph"
	"rampart/core/strict"
	"rampart/core/workload"
)

func (k *checker) workload(l *Workload) {
	k.graphs(l.Graphs)
	k.int("workload.trainingSteps", l.TrainingSteps, stepsRange)
	k.interarrival(&l.Interarrival)
	k.beta(&l.Beta)
	if k.int("workload.poolCopies", l.PoolCopies, copiesRange) && len(l.Graphs) <= MaxGraphs {
		if n := l.PoolCopies * len(l.Graphs); n > MaxPool {
			k.fail("workload.poolCopies", "%d copies of %d graphs are %d jobs in the pool, expected at most %d copies",
				l.PoolCopies, len(l.Graphs), n, MaxPool/len(l.Graphs))
		}
	}
	word(k, "workload.sampling", l.Sampling, samplingWords)
	if l.Jobs != nil {
		k.trace(l)
	}
}

// graphs checks that every graph is known or whole, and that no two share a
// name: a trace and a result tell them apart by it.
func (k *checker) graphs(graphs []GraphRef) {
	if !k.length("workload.graphs", len(graphs), MaxGraphs) {
		return
	}
	first := make(map[string]int, len(graphs))
	for i, g := range graphs {
		path := fmt.Sprintf("workload.graphs[%d]", i)
		if g.Inline == nil {
			if !word(k, path, g.Name, jobgraph.BuiltinNames()) {
				continue
			}
		} else if err := g.Inline.Validate(); err != nil {
			var wrong *strict.Error
			if errors.As(err, &wrong) {
				k.fail(joinPath(path, wrong.Path), "%s", wrong.Message)
			}
			continue
		} else if g.Name != g.Inline.Name {
			k.fail(path+".name", "the graph is called %s here and %s itself",
				strict.Excerpt(g.Name), strict.Excerpt(g.Inline.Name))
		}
		if j, twice := first[g.Name]; twice {
			k.fail(path, "%s is listed twice, first as workload.graphs[%d]; give one of them another name",
				strict.Excerpt(g.Name), j)
			continue
		}
		first[g.Name] = i
	}
}

func (k *checker) interarrival(d *Distribution) {
	const path = "workload.interarrival"
	before := len(k.errors)
	if !word(k, path+".kind", d.Kind, interarrivalKinds) {
		return
	}
	switch d.Kind {
	case "fixed":
		k.number(path+".value", d.Value, intervalRange)
	case "exponential":
		k.number(path+".mean", d.Mean, intervalRange)
	case "bursty":
		k.number(path+".mean", d.Mean, intervalRange)
		k.number(path+".burstFactor", d.BurstFactor, burstRange)
		k.number(path+".burstSeconds", d.BurstSeconds, intervalRange)
		k.number(path+".calmSeconds", d.CalmSeconds, intervalRange)
	case "uniform":
		k.number(path+".min", d.Min, intervalRange)
		k.number(path+".max", d.Max, intervalRange)
		k.int(path+".decimals", d.Decimals, decimalsRange)
	}
	if len(k.errors) == before {
		k.drawable(d.Check(path))
	}
}

func (k *checker) beta(b *Beta) {
	const path = "workload.beta"
	before := len(k.errors)
	if b.Preset != "" {
		word(k, path+".preset", b.Preset, betaPresets)
	} else if !word(k, path+".kind", b.Kind, betaKinds) {
		return
	}
	switch b.Kind {
	case "fixed":
		k.number(path+".value", b.Value, betaRange)
	case "pmf":
		if k.length(path+".values", len(b.Values), MaxValues) {
			for i, v := range b.Values {
				k.number(fmt.Sprintf("%s.values[%d].value", path, i), v.Value, betaRange)
				k.number(fmt.Sprintf("%s.values[%d].probability", path, i), v.Probability, chanceRange)
			}
		}
	case "uniform", "skewnormal":
		if b.Kind == "skewnormal" {
			k.number(path+".skewness", b.Skewness, skewnessRange)
		}
		k.number(path+".min", b.Min, betaRange)
		k.number(path+".max", b.Max, betaRange)
		k.int(path+".decimals", b.Decimals, decimalsRange)
	}
	if len(k.errors) == before {
		k.drawable(b.Check(path))
	}
}

// drawable records what is wrong with a distribution as a whole: the order of
// its ends, its decimals, the sum of its probabilities.
func (k *checker) drawable(err error) {
	var wrong *workload.Error
	if errors.As(err, &wrong) {
		k.fail(wrong.Path, "%s", wrong.Problem)
	}
}

// trace checks the jobs of an explicit trace.
func (k *checker) trace(l *Workload) {
	if !k.length("workload.jobs", len(l.Jobs), MaxTrace) {
		return
	}
	names := make([]string, len(l.Graphs))
	known := make(map[string]bool, len(l.Graphs))
	for i, g := range l.Graphs {
		names[i] = g.Name
		known[g.Name] = true
	}
	for i := range l.Jobs {
		if k.full() {
			return
		}
		if job := &l.Jobs[i]; !arrivalRange.Contains(job.ArrivalSeconds) || !betaRange.Contains(job.Beta) ||
			!known[job.Graph] || job.TrainingSteps != 0 && !stepsRange.Contains(float64(job.TrainingSteps)) ||
			i > 0 && job.ArrivalSeconds < l.Jobs[i-1].ArrivalSeconds {
			k.traceJob(i, l.Jobs, names)
		}
	}
}

// traceJob says what is wrong with one job of a trace.
func (k *checker) traceJob(i int, jobs []TraceJob, names []string) {
	job, path := &jobs[i], fmt.Sprintf("workload.jobs[%d]", i)
	if k.number(path+".arrivalSeconds", job.ArrivalSeconds, arrivalRange) && i > 0 {
		if before := jobs[i-1].ArrivalSeconds; job.ArrivalSeconds < before {
			k.fail(path+".arrivalSeconds", "%s is before the job in front of it, expected at least %s",
				strict.FormatFloat(job.ArrivalSeconds), strict.FormatFloat(before))
		}
	}
	word(k, path+".graph", job.Graph, names)
	k.number(path+".beta", job.Beta, betaRange)
	if job.TrainingSteps != 0 {
		k.int(path+".trainingSteps", job.TrainingSteps, stepsRange)
	}
}

// Servers returns the number of servers of the cluster.
func (c *Cluster) Servers() int { return c.Groups * c.RacksPerGroup * c.ServersPerRack }

// Arrivals estimates the number of jobs that arrive in one run: those of a
// trace, or the horizon over the mean interval, and the first. x must have no
// errors in its workload and horizon.
func (x *Experiment) Arrivals() float64 {
	return x.atMost(1 + x.HorizonSeconds/x.Workload.Interarrival.Average())
}

// mostArrivals is Arrivals from above, however the bursts of a run may fall.
func (x *Experiment) mostArrivals() float64 {
	return x.atMost(x.Workload.Interarrival.MostArrivals(x.HorizonSeconds))
}

// atMost bounds n generated arrivals by the pool, or by the trace.
func (x *Experiment) atMost(n float64) float64 {
	if x.Workload.Jobs != nil {
		return float64(len(x.Workload.Jobs))
	}
	if x.Workload.Sampling == "remove" {
		n = min(n, float64(x.Workload.PoolCopies*len(x.Workload.Graphs)))
	}
	return n
}

// work refuses what would take unreasonably long or large.
func (k *checker) work(x *Experiment) {
	field := "horizonSeconds"
	if x.Workload.Jobs != nil {
		field = "workload.jobs"
	}
	arrivals := x.mostArrivals()
	if arrivals > MaxDecisions {
		k.fail(field, "about %s jobs would arrive in each run, expected at most %d: shorten the horizon or lengthen workload.interarrival",
			round(arrivals), MaxDecisions)
	} else if total := arrivals * float64(len(x.Strategies)) * float64(len(x.Seeds)); total > MaxTotalDecisions {
		k.fail("seeds", "%d strategies on %d seeds with about %s jobs each are %s decisions, expected at most %d",
			len(x.Strategies), len(x.Seeds), round(arrivals), round(total), MaxTotalDecisions)
	}
	if total := float64(x.futures() * float64(len(x.Seeds))); total > maxSimulated {
		k.fail("seeds", "rollouts would simulate about %s decisions, expected at most %s: fewer seeds, arrivals or samples", round(total), round(maxSimulated))
	}
	servers := x.Cluster.Servers()
	if total := arrivals * float64(len(x.Strategies)) * float64(len(x.Seeds)) * float64(servers); total > maxSearched {
		k.fail("cluster.groups", "%d servers are too many for so many decisions, expected at most %s", servers, round(maxSearched/total*float64(servers)))
	}
	for i := range x.Workload.Graphs {
		k.partitioned(x, i)
	}
}

// harmlessDegree is one at which no built-in graph comes near the limits, so
// that the page need not read them before its first run.
const harmlessDegree = 128

// partitioned refuses a graph whose lookahead would take too long at the
// largest degree.
func (k *checker) partitioned(x *Experiment, i int) {
	g := x.Workload.Graphs[i].Inline
	degree := float64(min(x.Partition.MaxDegree, x.Cluster.Servers()))
	if g == nil && degree <= harmlessDegree {
		return
	}
	if g == nil {
		var err error
		if g, err = jobgraph.Builtin(x.Workload.Graphs[i].Name); err != nil {
			return // its name was checked before
		}
	}
	most := float64(maxGroupedEdges)
	if x.single() {
		most = maxSingleEdges
	}
	edges := float64(2*len(g.Edges) + 1 + len(g.Ops)) // both passes, the join, a sync group an op
	if n := edges * degree * degree; n > most {
		k.fail(fmt.Sprintf("workload.graphs[%d]", i),
			"partitioned %s ways the graph has about %s dependencies, expected at most %s: lower partition.maxDegree",
			strict.FormatFloat(degree), round(n), round(most))
	}
}

// round writes a large number for people, without false precision.
func round(v float64) string {
	s := fmt.Sprintf("%.3g", v)
	return strings.Replace(strings.Replace(s, "e+0", "e", 1), "e+", "e", 1)
}
