// Package cluster simulates jobs that arrive at a RAMP cluster, are placed or
// blocked, run and complete.
package cluster

import (
	"rampart/core/plan"
	"rampart/core/ramp"
	"rampart/core/workload"
)

// Outcome says what became of a job.
type Outcome string

// The outcomes of a job.
const (
	Completed  Outcome = "completed"
	Blocked    Outcome = "blocked"
	Unfinished Outcome = "unfinished" // still running at the horizon
	Undecided  Outcome = "undecided"  // arrived at the horizon, nobody decided
)

// Cause says why a job was blocked; it is empty for a job that was not.
type Cause string

// The causes of blocking, of spec section 8.5.
const (
	NoCause        Cause = ""
	CausePolicy    Cause = "policy"    // the strategy chose 0, or nothing was valid
	CausePlacement Cause = "placement" // no block of servers was free
	CauseJCT       Cause = "jct"       // it would have taken longer than acceptable
	CauseQueue     Cause = "queue"     // the queue was full
	CauseHorizon   Cause = "horizon"   // still running at the end
)

// Job is the record of one job of a run. Times are simulated seconds.
type Job struct {
	Index                int     `json:"index"`
	Graph                string  `json:"graph"`
	ArrivalSeconds       float64 `json:"arrivalSeconds"`
	Beta                 float64 `json:"beta"`
	TrainingSteps        int     `json:"trainingSteps"`
	SequentialSeconds    float64 `json:"sequentialSeconds"`
	MaxAcceptableSeconds float64 `json:"maxAcceptableSeconds"`
	ValidDegrees         []int   `json:"validDegrees"` // ascending, 0 first; empty if never decided
	Degree               int     `json:"degree"`       // as chosen
	EffectiveDegree      int     `json:"effectiveDegree"`
	Outcome              Outcome `json:"outcome"`
	Cause                Cause   `json:"cause,omitempty"`
	// The fields below are set only once a job has been placed; JCTSeconds and
	// the overheads also for a job that was blocked because it was too slow.
	StartSeconds         *float64 `json:"startSeconds,omitempty"`
	EndSeconds           *float64 `json:"endSeconds,omitempty"`
	JCTSeconds           *float64 `json:"jctSeconds,omitempty"`
	CommunicationSeconds *float64 `json:"communicationSeconds,omitempty"`
	ComputationSeconds   *float64 `json:"computationSeconds,omitempty"`
	Servers              []string `json:"servers,omitempty"` // "c-r-s", in (c,r,s) order
	Channels             int      `json:"channels"`
}

// Deadlocked reports whether the job was blocked because parts of its training
// step would wait for each other for ever. That happens without plan.FixSinks,
// where a backward op that is split has no parents but its own other parts; the
// published simulator stops there with an error.
func (j *Job) Deadlocked() bool { return j.Cause == CauseJCT && j.JCTSeconds == nil }

// Metrics are the figures of one run, of spec section 8.6. Rates are fractions
// of 1, times simulated seconds, throughputs bytes per simulated second.
type Metrics struct {
	Arrived        int     `json:"arrived"`
	Completed      int     `json:"completed"`
	Blocked        int     `json:"blocked"`
	Unfinished     int     `json:"unfinished"` // under reference rules counted inside Blocked too
	Undecided      int     `json:"undecided"`
	BlockingRate   float64 `json:"blockingRate"`
	AcceptanceRate float64 `json:"acceptanceRate"`

	BlockedByPolicy    int `json:"blockedByPolicy"`
	BlockedByPlacement int `json:"blockedByPlacement"`
	BlockedByJCT       int `json:"blockedByJct"`
	BlockedByQueue     int `json:"blockedByQueue"`
	BlockedByHorizon   int `json:"blockedByHorizon"` // the Unfinished ones, where they count as blocked

	MeanJCTSeconds           float64 `json:"meanJctSeconds"` // over completed jobs; 0 if none
	MeanSpeedup              float64 `json:"meanSpeedup"`
	MeanEffectiveDegree      float64 `json:"meanEffectiveDegree"`
	MeanServersPerJob        float64 `json:"meanServersPerJob"`
	MeanCommunicationSeconds float64 `json:"meanCommunicationSeconds"`
	MeanComputationSeconds   float64 `json:"meanComputationSeconds"`

	EpisodeSeconds                   float64 `json:"episodeSeconds"`
	ClusterSteps                     int     `json:"clusterSteps"`
	Decisions                        int     `json:"decisions"`
	MeanLoadRate                     float64 `json:"meanLoadRate"`
	MeanComputeThroughput            float64 `json:"meanComputeThroughput"`
	MeanDepThroughput                float64 `json:"meanDepThroughput"`
	MeanFlowThroughput               float64 `json:"meanFlowThroughput"`
	MeanClusterThroughput            float64 `json:"meanClusterThroughput"`
	MeanDemandComputeThroughput      float64 `json:"meanDemandComputeThroughput"`
	MeanDemandDepThroughput          float64 `json:"meanDemandDepThroughput"`
	MeanDemandTotalThroughput        float64 `json:"meanDemandTotalThroughput"`
	MeanComputeOverheadFrac          float64 `json:"meanComputeOverheadFrac"`
	MeanCommunicationOverheadFrac    float64 `json:"meanCommunicationOverheadFrac"`
	MeanNumJobsRunning               float64 `json:"meanNumJobsRunning"`
	MeanNumMountedWorkers            float64 `json:"meanNumMountedWorkers"`
	MeanNumMountedChannels           float64 `json:"meanNumMountedChannels"`
	MeanMountedWorkerUtilisationFrac float64 `json:"meanMountedWorkerUtilisationFrac"`
	MeanClusterWorkerUtilisationFrac float64 `json:"meanClusterWorkerUtilisationFrac"`
}

// Decision is what a strategy may know when a job waits for its degree. The
// simulator owns it and overwrites it at the next decision.
type Decision struct {
	Job                  int     // index of the job in the run
	Graph                int     // index into the workload's graphs
	Beta                 float64 // maximum acceptable JCT as a fraction of the sequential JCT
	SequentialSeconds    float64
	MaxAcceptableSeconds float64 // Beta * SequentialSeconds, rounded once
	TrainingSteps        int
	Valid                []int // valid degrees, ascending; 0 is always the first
	ClockSeconds         float64
	LatestEndSeconds     float64 // clock by which a job must end for it not to count as blocked: Simulator.LatestEnd
	FreeServers          int     // as the mask counts them
	JobsRunning          int
	State                State // for strategies that look closer; never nil in a run
}

// State is what can be asked of a cluster when a job waits for its degree. Asking
// changes nothing.
type State interface {
	// Free returns the servers that are free now. The caller must not change it.
	Free() ramp.Set
	// AppendRemaining appends, for each running job in order of arrival, the
	// simulated seconds that it still runs.
	AppendRemaining(dst []float64) []float64
	// Placeable reports whether the waiting job can be placed now at a degree
	// that the planner knows (one of Degrees).
	Placeable(degree int) bool
	// JCTSeconds returns the time the waiting job would take at a degree where it
	// can be placed now, +Inf where it cannot.
	JCTSeconds(degree int) float64
	// Outlook returns what would become of the waiting job at a degree that the
	// planner knows, above 0: what Apply would do if that degree is valid.
	Outlook(degree int) Outlook
	// OutlookAt is Outlook on the placer's block of some rank: 0 is the one that it
	// would take, the others are those that plan.Planner.PlaceRank knows. What ApplyAt
	// would do. A job cannot be placed on a block that there is not.
	OutlookAt(degree, rank int) Outlook
	// Accepts returns Outlook(degree).InTime. It takes less time, since it need not
	// know where the placer would lay the job.
	Accepts(degree int) bool
	// AppendRunning appends the running jobs in order of arrival.
	AppendRunning(dst []Running) []Running
}

// Strategy chooses a degree for each job: one of Decision.Valid. One value
// serves one run; a new one is made for every seed.
type Strategy interface {
	Degree(d *Decision) int
}

// Chooser is a Strategy that also chooses the block of servers that a job is laid
// on.
type Chooser interface {
	Strategy
	// Choose returns the degree, which is that of Degree, and the rank of the block
	// that ApplyAt is to take; 0, the placer's own choice, with degree 0.
	Choose(d *Decision) (degree, rank int)
}

// Choose asks a strategy for what ApplyAt takes: a Chooser for degree and rank,
// any other for a degree, whose rank is then 0.
func Choose(s Strategy, d *Decision) (degree, rank int) {
	if c, ok := s.(Chooser); ok {
		return c.Choose(d)
	}
	return s.Degree(d), 0
}

// Attacher is a Strategy that needs to know the run it is in before its first
// decision, as a learned policy does. The planner is the run's own.
type Attacher interface {
	Strategy
	Attach(plans *plan.Planner, w *workload.Settings) error
}
