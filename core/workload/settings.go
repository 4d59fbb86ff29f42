// Package workload makes the stream of jobs of one run: when each job arrives,
// which graph it trains and how soon it must be done. The model is the jobs
// generator of the reference simulator (spec/simulator.md section 2), or an
// explicit trace.
package workload

import (
	"strconv"
	"sync"

	"rampart/core/jobgraph"
)

// Limits of the settings. They keep every table and every loop small, whatever
// a file says.
const (
	MaxSeconds    = 1e9       // of an interarrival time; about 32 years
	MinSeconds    = 1e-6      // of an interarrival time, so that time moves on
	MaxArrival    = 1e15      // seconds, of a job of a trace
	MaxDecimals   = 6         // of a grid of values
	MaxSkewness   = 1000.0    // magnitude; beyond it the shape no longer changes
	MaxValues     = 100_000   // of a probability mass function
	MaxPool       = 1_000_000 // poolCopies times the number of graphs
	MaxSteps      = 1_000_000_000
	MaxGraphs     = 10_000
	sumTolerance  = 1e-9 // of the probabilities of a probability mass function
	skewBins      = 1000 // spec/simulator.md section 2.1
	skewMinSample = 50_000
)

// Settings describe one workload. They are read by New and never changed.
type Settings struct {
	Graphs        []*jobgraph.Job // mirrored graphs; an Arrival names one by its index
	TrainingSteps int             // steps of every job, 1..MaxSteps
	Interarrival  Distribution    // seconds between two arrivals
	Beta          Beta            // maximum acceptable JCT as a fraction of the sequential JCT
	PoolCopies    int             // copies of every graph in the pool, at least 1
	Sampling      Sampling        // what happens to a drawn pool entry
	Trace         []TraceJob      // explicit jobs in order of arrival; nil for the generator
}

// Sampling is what happens to a pool entry once it has been drawn.
type Sampling string

// The samplings of spec/simulator.md section 2, point 5.
const (
	// RemoveAndRepeat removes the entry; an emptied pool is filled again with
	// the same entries and the same betas.
	RemoveAndRepeat Sampling = "remove_and_repeat"
	// Remove removes the entry; an emptied pool ends the stream.
	Remove Sampling = "remove"
	// Replace leaves the entry in the pool.
	Replace Sampling = "replace"
)

// Distribution is a distribution of interarrival times, in seconds. Fields that
// its kind does not name are ignored.
type Distribution struct {
	Kind     string  // "fixed", "uniform", "exponential" or "bursty"
	Value    float64 // fixed: the time, MinSeconds..MaxSeconds
	Min, Max float64 // uniform: ends of the grid, both included
	Decimals int     // uniform: the grid is made of multiples of 10^-Decimals, 0..MaxDecimals
	Mean     float64 // exponential and bursty: the mean over the long run, MinSeconds..MaxSeconds

	BurstFactor  float64 // bursty: how many times as often jobs arrive in a burst as in a calm, 1..MaxBurstFactor; 1 is exponential
	BurstSeconds float64 // bursty: mean length of a burst, MinSeconds..MaxSeconds
	CalmSeconds  float64 // bursty: mean length of a calm between two bursts, MinSeconds..MaxSeconds
}

// Beta is a distribution of the maximum acceptable JCT as a fraction of the
// sequential JCT; every value lies in (0, 1]. Fields that its preset or kind
// does not name are ignored.
type Beta struct {
	Preset   string     // "A", "B", "C" or "D" of the paper, or "" when Kind says it
	Kind     string     // "uniform", "skewnormal", "pmf" or "fixed"
	Value    float64    // fixed
	Min, Max float64    // uniform and skewnormal: ends of the grid, both included
	Decimals int        // uniform and skewnormal: multiples of 10^-Decimals, 0..MaxDecimals
	Skewness float64    // skewnormal: the shape parameter; 0 is a normal, positive leans to small values
	Values   []PMFValue // pmf: distinct values, probabilities that sum to 1
}

// PMFValue is one value of a probability mass function.
type PMFValue struct {
	Value, Probability float64
}

// TraceJob is one job of an explicit trace.
type TraceJob struct {
	ArrivalSeconds float64 // 0..MaxArrival, not before the job ahead of it
	Graph          int     // index into Settings.Graphs
	Beta           float64 // in (0, 1]
	TrainingSteps  int     // 0: Settings.TrainingSteps
}

// Error says which setting New cannot use, and why.
type Error struct {
	Path    string // of the field, in the terms of the experiment file, relative to its workload: "beta.min"
	Problem string // the value and what is allowed
}

func (e *Error) Error() string { return e.Path + ": " + e.Problem }

func invalid(path, problem string) error { return &Error{Path: path, Problem: problem} }

// number writes a float64 as a person would.
func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// presets are the beta distributions of the paper (spec/learning.md section
// 1.9), all on the grid 0.10, 0.11, ... 1.00. Tables are made once, when first
// asked for: runs are started by the hundred.
var presets = map[string]func() beta{
	"A": func() beta { return beta{grid: presetGrid} },
	"B": sync.OnceValue(func() beta { return beta{table: skewTable(5, presetGrid)} }),
	"C": sync.OnceValue(func() beta { return beta{table: skewTable(0, presetGrid)} }),
	"D": sync.OnceValue(func() beta { return beta{table: skewTable(-5, presetGrid)} }),
}

var presetGrid = grid{first: 10, count: 91, scale: 100}
