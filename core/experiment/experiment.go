// Package experiment holds the public file formats (shared contract, sections
// 1 and 2), decodes them strictly, and runs an experiment's strategies and
// seeds.
package experiment

import (
	"rampart/core/cluster"
	"rampart/core/jobgraph"
	"rampart/core/workload"
)

// FormatVersion is the version of the experiment and result formats.
const FormatVersion = 1

// Placer selects how a partitioned job is laid on servers.
type Placer string

// The placers.
const (
	FirstFit Placer = "firstfit" // the reference's
	Compact  Placer = "compact"  // all of a job inside one block
	BestFit  Placer = "bestfit"  // like compact, in the block whose use leaves most blocks free
)

// Experiment is one experiment file, defaults filled in. Its JSON form is the
// contract's section 1.
type Experiment struct {
	Version        int
	Name           string
	Notes          string
	Cluster        Cluster
	Workload       Workload
	HorizonSeconds float64
	QueueCapacity  int
	Partition      Partition
	Rules          Rules
	Placer         Placer
	Strategies     []StrategySpec
	Seeds          []uint64
	Train          []byte // canonical JSON of the "train" object, nil if absent
	View           []byte // canonical JSON of the "view" object, nil if absent
}

// Cluster is the cluster of an experiment.
type Cluster struct {
	Topology                              Topology // zero: RAMP
	Groups, RacksPerGroup, ServersPerRack int
	ChannelsPerLink                       int
	NodeBandwidthBytesPerSecond           float64
	PropagationSeconds, IOSeconds         float64
	Device                                Device
}

// Device is the accelerator in every server.
type Device struct {
	Name        string
	MemoryBytes float64
}

// Workload is the stream of jobs of an experiment.
type Workload struct {
	Graphs        []GraphRef
	TrainingSteps int
	Interarrival  Distribution
	Beta          Beta
	PoolCopies    int
	Sampling      workload.Sampling // remove_and_repeat, remove or replace
	Jobs          []TraceJob        // explicit trace instead of the generator; nil if absent
}

// GraphRef names a built-in graph or holds one inline.
type GraphRef struct {
	Name   string          // built-in name; for an inline graph its own name
	Inline *jobgraph.Graph // nil for a built-in graph
}

// Distribution is an interarrival distribution, seconds.
type Distribution = workload.Distribution

// Beta is a distribution of the maximum acceptable JCT as a fraction of the
// sequential JCT, 0 < beta <= 1.
type Beta = workload.Beta

// PMFValue is one value of a probability mass function.
type PMFValue = workload.PMFValue

// TraceJob is one job of an explicit trace.
type TraceJob struct {
	ArrivalSeconds float64
	Graph          string // name of one of Workload.Graphs
	Beta           float64
	TrainingSteps  int // 0: the workload's
}

// Partition bounds the partitioning of a job.
type Partition struct {
	MaxDegree      int
	QuantumSeconds float64
}

// StrategySpec is one strategy to run.
type StrategySpec struct {
	Kind       string // one of those that New of policy/strategy knows, or policy
	Degree     int    // fixed; reserve: servers of the block that is kept free
	MaxDegree  int    // sipml; 0: no limit
	Degrees    []int  // script: one per decision, in order; else in place of Order: the degrees to try
	Checkpoint string // policy

	Order    string        // feasible, reserve: "" for the smallest first, or LargestFirst; table: what is tried where its degree cannot be, "" for nothing
	Bounds   []float64     // table: ascending; a job belongs to the first that is not below its beta
	Rows     []TableRow    // table: one for each graph
	Base     *StrategySpec // rollout; nil: feasible, smallest first
	Arrivals int           // rollout: that each future looks ahead
	Samples  int           // rollout: futures of each degree
}

// Run is one strategy on one seed.
type Run struct {
	Strategy int    `json:"strategy"` // index into Experiment.Strategies
	Seed     uint64 `json:"seed"`
	cluster.Metrics
	JobsDigest string        `json:"jobsDigest"` // "sha256:" + hex over the canonical JSON of Jobs
	Jobs       []cluster.Job `json:"jobs,omitempty"`
	Deadlocked int           `json:"-"` // jobs whose training step would never end, where Jobs are or were there
}

// Interval is a figure over seeds: mean, sample standard deviation and the
// 95 % confidence interval of the mean (Student's t).
type Interval struct {
	Mean              float64 `json:"mean"`
	StandardDeviation float64 `json:"standardDeviation"`
	Low               float64 `json:"low95"`
	High              float64 `json:"high95"`
	N                 int     `json:"n"`
}

// Summary is one strategy over all its seeds.
type Summary struct {
	Strategy       int      `json:"strategy"`
	Name           string   `json:"name"`
	BlockingRate   Interval `json:"blockingRate"`
	AcceptanceRate Interval `json:"acceptanceRate"`
	MeanJCTSeconds Interval `json:"meanJctSeconds"`
	MeanSpeedup    Interval `json:"meanSpeedup"`
	Utilisation    Interval `json:"utilisation"` // mean cluster worker utilisation, a fraction
	// Causes are the mean fractions of arrived jobs blocked by each cause.
	Causes map[cluster.Cause]float64 `json:"causes"`
}

// Result is one result file, of the contract's section 2.
type Result struct {
	Engine     string
	Experiment *Experiment
	Digest     string // "sha256:" + hex
	Runs       []Run
	Summaries  []Summary
}
