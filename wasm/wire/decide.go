package wire

import "rampart/core/cluster"

// OpDecide replays decisions of one episode and shows what is then to be
// decided. The episode is that of Experiment on the seed of Units[0]; the
// experiment's strategies are those who give advice. With Decide.Rival the
// strategy of Units[0] plays all of the episode instead. Answers progress, then
// episode or error.
const OpDecide Op = "decide"

// KindEpisode is the answer: Episode is set, or Rival if one was asked for.
const KindEpisode Kind = "episode"

// Decide is what OpDecide is asked for.
type Decide struct {
	Script []int `json:"script"` // degrees, one a decision, in order
	// Follow is a strategy that decides Count jobs after those of Script, or all
	// if Count is 0; nil if nobody does.
	Follow *int `json:"follow,omitempty"`
	Count  int  `json:"count,omitempty"`
	Rival  bool `json:"rival,omitempty"`
}

// Episode is where an episode stands after some decisions. Times are simulated
// seconds.
type Episode struct {
	Script   []int     `json:"script"` // all decisions, those of who was followed included
	Decision *Decision `json:"decision,omitempty"`
	// Last is what became of the last decision; nil before the first.
	Last    *Verdict         `json:"last,omitempty"`
	Running []Running        `json:"running"` // in order of arrival
	Busy    []int            `json:"busy"`    // by server: 1 and the place in Running of the job that has it, or 0
	Largest int              `json:"largest"` // servers of the largest free block
	Blocked int              `json:"blocked"` // of the jobs decided
	Final   *cluster.Metrics `json:"final,omitempty"`
}

// Decision is a job that waits for its degree, and what is known of it.
type Decision struct {
	Job                  int      `json:"job"`
	Graph                string   `json:"graph"`
	Beta                 float64  `json:"beta"`
	TrainingSteps        int      `json:"trainingSteps"`
	SequentialSeconds    float64  `json:"sequentialSeconds"`
	MaxAcceptableSeconds float64  `json:"maxAcceptableSeconds"`
	ClockSeconds         float64  `json:"clockSeconds"`
	FreeServers          int      `json:"freeServers"` // really free, not as the reference's mask counts
	Options              []Option `json:"options"`     // the cluster's degrees, ascending from 0
	Advice               []Advice `json:"advice"`      // by strategy
}

// Option is a degree that the waiting job could have.
type Option struct {
	Degree     int     `json:"degree"`
	Valid      bool    `json:"valid"`                // may be chosen
	Placeable  bool    `json:"placeable"`            // there is room now
	InTime     bool    `json:"inTime"`               // and the job would be accepted
	JCTSeconds float64 `json:"jctSeconds,omitempty"` // 0 where it cannot be placed
	Servers    int     `json:"servers,omitempty"`
}

// Advice is what a strategy would choose.
type Advice struct {
	Degree        int       `json:"degree"`
	Block         int       `json:"block,omitempty"`         // that it would take, 1 being the placer's own; 0 for those who do not choose one
	Probabilities []float64 `json:"probabilities,omitempty"` // by option, for those who weigh: of all its blocks
	Failed        string    `json:"failed,omitempty"`        // why it has no opinion
}

// Verdict is what became of a decision.
type Verdict struct {
	Job                  int           `json:"job"`
	Graph                string        `json:"graph"`
	Degree               int           `json:"degree"`
	Accepted             bool          `json:"accepted"`
	Cause                cluster.Cause `json:"cause,omitempty"` // of blocking
	JCTSeconds           float64       `json:"jctSeconds,omitempty"`
	MaxAcceptableSeconds float64       `json:"maxAcceptableSeconds"`
	Servers              int           `json:"servers,omitempty"`
}

// Running is a job that runs.
type Running struct {
	Job              int     `json:"job"`
	Graph            string  `json:"graph"`
	Degree           int     `json:"degree"`
	Servers          int     `json:"servers"`
	RemainingSeconds float64 `json:"remainingSeconds"`
}

// Rival is how a strategy does on all of an episode.
type Rival struct {
	Blocked []byte          `json:"blocked"` // by job: 1 if it was blocked when it arrived
	Metrics cluster.Metrics `json:"metrics"`
}
