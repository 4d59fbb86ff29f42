// Package paper holds the published figures of PAC-ML (arXiv 2301.13799) that
// this program can make again: their settings, the published numbers, and the
// dialog that runs them and shows both side by side.
package paper

import (
	"rampart/core/experiment"
	"rampart/ui/number"
)

// Study is a set of experiments whose runs one figure or several show.
type Study struct {
	Key   string
	Title string
	// Settings says where the settings are from, and how sure that is.
	Settings string
	Cases    []Case
	Figures  []Figure
}

// Case is one experiment of a study.
type Case struct {
	Name string
	Make func() *experiment.Experiment
}

// Figure shows one quantity of a study's runs.
type Figure struct {
	Key     string
	Title   string
	Axis    string // quantity and unit
	Source  string
	Remark  string // why ours and theirs differ, where that is known; "" for nothing
	Measure Measure
	Rows    []Row
}

// Row is one published number.
type Row struct {
	Case, Strategy int // where ours comes from
	Name           string
	Published      float64
	// Low and High are the ends of what is published as a range; both 0 for one
	// number.
	Low, High float64
	// Cited says that ours is not a run of the same thing, and of what instead.
	Cited string
}

// Measure reads a quantity of a run and writes it.
type Measure struct {
	Of    func(r *experiment.Run) float64
	Show  func(v float64) string
	Exact func(v float64) string
	// Rate says that a difference is told in percentage points, not as a part of
	// the published number.
	Rate bool
}

// The quantities of the published figures.
var (
	blocking = Measure{func(r *experiment.Run) float64 { return r.BlockingRate }, number.Rate, number.RateExact, true}
	jct      = Measure{func(r *experiment.Run) float64 { return r.MeanJCTSeconds }, number.Duration, number.Seconds, false}
	speedUp  = Measure{func(r *experiment.Run) float64 { return r.MeanSpeedup }, number.Times, exactTimes, false}
	degree   = Measure{func(r *experiment.Run) float64 { return r.MeanEffectiveDegree }, number.Significant, number.Plain, false}
	servers  = Measure{func(r *experiment.Run) float64 { return r.MeanServersPerJob }, number.Significant, number.Plain, false}
	exchange = Measure{func(r *experiment.Run) float64 { return r.MeanCommunicationSeconds }, number.Duration, number.Seconds, false}
	cluster  = Measure{func(r *experiment.Run) float64 { return r.MeanClusterThroughput / 1e7 }, number.Significant, number.Plain, false}
	demand   = Measure{func(r *experiment.Run) float64 { return r.MeanDemandTotalThroughput / 1e7 }, number.Significant, number.Plain, false}
)

func exactTimes(v float64) string { return number.Plain(v) + number.Thin + "×" }

// Studies are those of the paper, its main result first.
var Studies = []Study{deadlines, sizes, metrics, load}
