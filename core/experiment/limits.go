package experiment

import (
	"rampart/core/strict"
	"rampart/core/workload"
)

// What an experiment may say. The ranges are wide enough for any machine that
// could be built and narrow enough that no figure overflows and no file can
// ask for more work or memory than a patient person would wait for.
const (
	MaxFileBytes  = 32 << 20 // an experiment file
	MaxName       = 200      // characters of a name
	MaxNotes      = 4000     // characters of the notes
	MaxServers    = 1 << 20  // groups x racks x servers
	MaxGraphs     = 64
	MaxPool       = workload.MaxPool // jobs in the generator's pool: graphs x copies
	MaxTrace      = 1_000_000        // jobs of an explicit trace
	MaxDegree     = 1024
	MaxScript     = 1_000_000 // decisions of a script
	MaxStrategies = 64
	MaxSeeds      = 10_000
	MaxCheckpoint = 1 << 20 // characters of a policy's checkpoint
	MaxExtra      = 1 << 20 // bytes of the canonical "train" or "view" object
	MaxValues     = 10_000  // values of a probability mass function

	// MaxDecisions bounds the jobs of one run and MaxTotalDecisions those of
	// all runs together; a decision takes some microseconds and its record
	// some hundred bytes.
	MaxDecisions      = 1_000_000
	MaxTotalDecisions = 20_000_000

	// MaxSeed is the largest seed, 2^53-1: the largest integer that every
	// JSON reader keeps exactly.
	MaxSeed = 1<<53 - 1

	// maxSearched bounds decisions times servers: a decision looks for free
	// servers among all of them, at some nanoseconds each.
	maxSearched = 1e11

	// maxSimulated bounds the decisions in the futures of all rollouts, of a
	// few hundred nanoseconds each; maxFutures those of one degree of one job,
	// so that a decision takes less than a second and a run can be stopped.
	maxSimulated = 1e12
	maxFutures   = 100_000

	// maxGroupedEdges and maxSingleEdges bound the dependencies of a job
	// partitioned at the largest degree: where the lookahead may treat those
	// between two ops as one, and where it looks at every single one, which
	// takes about 0.1 us each.
	maxGroupedEdges = 1 << 31
	maxSingleEdges  = 1 << 27

	// defaultDecimals is what a grid of values has where a file does not say.
	defaultDecimals = 2
)

// The ranges of the fields; arrays have at least one element.
var (
	groupsRange           = strict.Between(1, MaxServers)
	channelsRange         = strict.Between(1, 1024)
	bandwidthRange        = strict.Between(1, 1e18)
	oversubscriptionRange = strict.Between(1, 64)
	latencyRange          = strict.Between(0, 1e6)
	memoryRange           = strict.Between(1, 1e18)
	stepsRange            = strict.Between(1, workload.MaxSteps)
	horizonRange          = strict.AboveUpTo(0, 1e12)
	intervalRange         = strict.Between(workload.MinSeconds, workload.MaxSeconds)
	burstRange            = strict.Between(1, workload.MaxBurstFactor)
	arrivalRange          = strict.Between(0, 1e12)
	decimalsRange         = strict.Between(0, workload.MaxDecimals)
	betaRange             = strict.AboveUpTo(0, 1)
	skewnessRange         = strict.Between(-workload.MaxSkewness, workload.MaxSkewness)
	chanceRange           = strict.Between(0, 1)
	copiesRange           = strict.Between(1, 100_000)
	queueRange            = strict.Between(0, 1_000_000)
	maxDegreeRange        = strict.Between(1, MaxDegree)
	degreeRange           = strict.Between(0, MaxDegree)
	quantumRange          = strict.Between(1e-12, 1e12)
	seedRange             = strict.Between(0, MaxSeed)
)

// The words that a field may hold.
var (
	placerWords       = []Placer{FirstFit, Compact, BestFit}
	samplingWords     = []workload.Sampling{workload.RemoveAndRepeat, workload.Remove, workload.Replace}
	interarrivalKinds = []string{"fixed", "uniform", "exponential", "bursty"}
	betaKinds         = []string{"uniform", "skewnormal", "pmf", "fixed"}
	betaPresets       = []string{"A", "B", "C", "D"}
	strategyKinds     = []string{
		"max", "min", "sequential", "random", "acceptable", "sipml", "fixed", "script", "policy",
		"feasible", "reserve", "elastic", "table", "rollout",
	}
)
