package experiment

import (
	"math"
	"strconv"
	"sync"

	"gonum.org/v1/gonum/mathext"

	"rampart/core/cluster"
)

// Causes are the causes of blocking in the order in which results list them.
var Causes = [...]cluster.Cause{
	cluster.CausePolicy, cluster.CausePlacement, cluster.CauseJCT,
	cluster.CauseQueue, cluster.CauseHorizon,
}

// Summarise returns one Summary for each strategy of x that has runs, in the
// order of the strategies. A strategy whose runs are not all done yet is
// summed up over those that are.
func Summarise(x *Experiment, runs []Run) []Summary {
	summaries := make([]Summary, 0, len(x.Strategies))
	var mine []*Run
	for i := range x.Strategies {
		mine = mine[:0]
		for j := range runs {
			if runs[j].Strategy == i {
				mine = append(mine, &runs[j])
			}
		}
		if len(mine) > 0 {
			summaries = append(summaries, summarise(i, x.Strategies[i].Name(), mine))
		}
	}
	return summaries
}

func summarise(strategy int, name string, runs []*Run) Summary {
	s := Summary{Strategy: strategy, Name: name, Causes: map[cluster.Cause]float64{}}
	s.BlockingRate = over(runs, func(r *Run) float64 { return r.BlockingRate })
	s.AcceptanceRate = over(runs, func(r *Run) float64 { return r.AcceptanceRate })
	s.Utilisation = over(runs, func(r *Run) float64 { return r.MeanClusterWorkerUtilisationFrac })
	for _, cause := range Causes {
		s.Causes[cause] = over(runs, func(r *Run) float64 { return r.fractionBlocked(cause) }).Mean
	}
	// A run that completed nothing has no completion time; a zero would pass
	// for a very good one.
	completed := make([]*Run, 0, len(runs))
	for _, r := range runs {
		if r.Completed > 0 {
			completed = append(completed, r)
		}
	}
	s.MeanJCTSeconds = over(completed, func(r *Run) float64 { return r.MeanJCTSeconds })
	s.MeanSpeedup = over(completed, func(r *Run) float64 { return r.MeanSpeedup })
	return s
}

// fractionBlocked is the fraction of the arrived jobs that was blocked by the
// cause.
func (r *Run) fractionBlocked(cause cluster.Cause) float64 {
	if r.Arrived == 0 {
		return 0
	}
	blocked := 0
	switch cause {
	case cluster.CausePolicy:
		blocked = r.BlockedByPolicy
	case cluster.CausePlacement:
		blocked = r.BlockedByPlacement
	case cluster.CauseJCT:
		blocked = r.BlockedByJCT
	case cluster.CauseQueue:
		blocked = r.BlockedByQueue
	case cluster.CauseHorizon:
		blocked = r.BlockedByHorizon
	}
	return float64(blocked) / float64(r.Arrived)
}

// over returns the interval of a figure over runs.
func over(runs []*Run, figure func(*Run) float64) Interval {
	values := make([]float64, len(runs))
	for i, r := range runs {
		values[i] = figure(r)
	}
	return NewInterval(values)
}

// NewInterval returns mean, sample standard deviation and the 95 % confidence
// interval of the mean by Student's t. With one value there is no deviation
// and no interval: Low and High equal the mean, and Bounded is false. Without
// values everything is zero.
func NewInterval(values []float64) Interval {
	n := len(values)
	if n == 0 {
		return Interval{}
	}
	if n == 1 {
		return Interval{Mean: values[0], Low: values[0], High: values[0], N: 1}
	}
	mean, deviation := meanDeviation(values)
	half := float64(quantile95(n-1)*deviation) / math.Sqrt(float64(n))
	return Interval{Mean: mean, StandardDeviation: deviation, Low: mean - half, High: mean + half, N: n}
}

// meanDeviation returns mean and sample standard deviation of at least two
// values. It adds in order: the vectorised sums of gonum differ in the last
// bits from machine to machine.
func meanDeviation(values []float64) (mean, deviation float64) {
	n := float64(len(values))
	for _, v := range values {
		mean += v
	}
	mean /= n
	squares := 0.0
	for _, v := range values {
		squares += float64((v - mean) * (v - mean))
	}
	return mean, math.Sqrt(squares / (n - 1))
}

// Bounded reports whether there were enough values for an interval.
func (i Interval) Bounded() bool { return i.N > 1 }

// quantile95 is the two-sided 95 % quantile of Student's t with so many
// degrees of freedom, to nine digits: the machines' exponential functions
// differ in the last bits, and results must not.
func quantile95(freedom int) float64 {
	if t, known := quantiles.Load(freedom); known {
		return t.(float64)
	}
	t := makeQuantile95(freedom)
	quantiles.Store(freedom, t)
	return t
}

// quantiles are those that were asked for, by degrees of freedom: a sweep asks
// for one at every point.
var quantiles sync.Map

func makeQuantile95(freedom int) float64 {
	// The incomplete beta function gives the tail: P(|T| > t) = I_x(n/2, 1/2) at
	// x = n/(n+t^2). (gonum's distuv says the same, and brings all of BLAS along.)
	n := float64(freedom)
	x := mathext.InvRegIncBeta(n/2, 0.5, 0.05)
	t := math.Sqrt(n * (1 - x) / x)
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(t, 'e', 8, 64), 64)
	if err != nil {
		panic("experiment: a formatted number does not parse")
	}
	return rounded
}
