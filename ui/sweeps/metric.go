package sweeps

import (
	"strings"

	"rampart/core/sweep"
	"rampart/ui/number"
)

// Metric is a figure that a sweep shows.
type Metric struct {
	Key, Name string
	Unit      string
	Rate      bool // a fraction of 1, shown from a base of zero
	Completed bool // over completed jobs: runs without any have none
	Of        func(*sweep.Run) float64
	Show      func(float64) string
	Exact     func(float64) string
}

// Metrics are the figures, the default first.
var Metrics = []*Metric{
	{"blockingRate", "Blocking rate", "% of jobs that arrived", true, false, func(r *sweep.Run) float64 { return r.BlockingRate }, number.Rate, number.RateExact},
	{"meanJctSeconds", "Mean JCT", "simulated time, over completed jobs", false, true, func(r *sweep.Run) float64 { return r.MeanJCTSeconds }, number.Duration, number.Seconds},
	{"meanSpeedup", "Speed-up", "over completed jobs", false, true, func(r *sweep.Run) float64 { return r.MeanSpeedup }, number.Times, number.Times},
	{"utilisation", "Utilisation", "% of the cluster's server time", true, false, func(r *sweep.Run) float64 { return r.MeanClusterWorkerUtilisation }, number.Rate, number.RateExact},
	{"meanEffectiveDegree", "Degree", "over completed jobs", false, true, func(r *sweep.Run) float64 { return r.MeanEffectiveDegree }, number.Significant, number.Significant},
}

// metricOf returns the metric of a key, the default if there is none.
func metricOf(key string) *Metric {
	for _, m := range Metrics {
		if m.Key == key {
			return m
		}
	}
	return Metrics[0]
}

func plural(n int, noun string) string {
	if n != 1 {
		if stem, is := strings.CutSuffix(noun, "y"); is {
			noun = stem + "ies"
		} else {
			noun += "s"
		}
	}
	return number.Count(n) + " " + noun
}
