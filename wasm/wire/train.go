package wire

// The requests of training. A worker that trains takes pause, resume, rate and
// stop for that request between two pieces of work; each is answered by a
// training reply that shows the new state.
const (
	OpTrain    Op = "train"    // train on Experiment, from Checkpoint if set; answers training, checkpoint, then done, stopped or error
	OpPause    Op = "pause"    // pause the training ID at once, also within an iteration; a checkpoint of the last whole one follows
	OpResume   Op = "resume"   // let the training ID go on
	OpRate     Op = "rate"     // set the learning rate of the training ID to LearningRate
	OpExplain  Op = "explain"  // what the policy in Checkpoint, of either kind, or Policy does in Situation; answers explained
	OpPolicies Op = "policies" // the built-in policies; answers policies
)

// The replies of training.
const (
	KindTraining   Kind = "training"   // Training is set: after every iteration, at most ten a second but never an evaluation lost
	KindCheckpoint Kind = "checkpoint" // Checkpoint is set: at least every 15 seconds, at a pause and at the end
	KindExplained  Kind = "explained"  // Explanation is set
	KindPolicies   Kind = "policies"   // Policies is set
)

// Training tells of the latest iteration of a training. Rates are fractions of
// 1.
type Training struct {
	Iteration      int     `json:"iteration"`
	Steps          int     `json:"steps"`
	TotalSteps     int     `json:"totalSteps"`
	StepsPerSecond float64 `json:"stepsPerSecond"`
	SecondsLeft    float64 `json:"secondsLeft"`
	Paused         bool    `json:"paused,omitempty"`
	Return         float64 `json:"return"` // mean reward of a step
	BlockingRate   float64 `json:"blockingRate"`
	Entropy        float64 `json:"entropy"`
	KL             float64 `json:"kl"`
	ClipFraction   float64 `json:"clipFraction"`
	Explained      float64 `json:"explained"` // variance
	PolicyLoss     float64 `json:"policyLoss"`
	ValueLoss      float64 `json:"valueLoss"`
	GradientNorm   float64 `json:"gradientNorm"`
	LearningRate   float64 `json:"learningRate"`
	KLCoefficient  float64 `json:"klCoefficient"`
	// Of Q-learning, which has no entropy, KL, clip fraction and explained
	// variance, but these.
	TDLoss    float64 `json:"tdLoss,omitempty"`
	TDError   float64 `json:"tdError,omitempty"`   // mean size
	MeanValue float64 `json:"meanValue,omitempty"` // of the actions replayed
	Epsilon   float64 `json:"epsilon,omitempty"`   // mean probability of a random action
	// Evaluation is the mean blocking rate on the held-out seeds, where this
	// iteration had one.
	Evaluation *float64 `json:"evaluation,omitempty"`
	// References are the mean blocking rates of heuristics on the held-out
	// seeds, by name; only in one reply, soon after the first.
	References []Reference `json:"references,omitempty"`
	Warnings   []string    `json:"warnings,omitempty"` // trouble and what to do, in sentences
	Reason     string      `json:"reason,omitempty"`   // why the training ended
}

// Reference is the blocking rate of a heuristic.
type Reference struct {
	Name         string  `json:"name"`
	BlockingRate float64 `json:"blockingRate"`
}

// Situation is a job and a cluster state that somebody asks about. The state is
// given by the servers in use.
type Situation struct {
	Graph       string  `json:"graph"`
	Beta        float64 `json:"beta"`
	Busy        []int   `json:"busy"`          // servers in use, by number
	Remaining   float64 `json:"remaining"`     // seconds the jobs on them still run
	JobsRunning int     `json:"jobsRunning"`   // at most len(Busy)
	Map         bool    `json:"map,omitempty"` // also compute Explanation.Degrees
}

// Explanation is what a policy does in a situation.
type Explanation struct {
	Degrees       []int     `json:"degrees"`       // the cluster's, ascending from 0
	Offered       []bool    `json:"offered"`       // by degree: the mask
	Probabilities []float64 `json:"probabilities"` // by degree
	Chosen        int       `json:"chosen"`
	Value         float64   `json:"value"`
	// Of a policy that chooses among several blocks of a degree: the chosen one, 1
	// being the placer's own, which Offered and Probabilities are about; and the
	// others that are offered, by degree and block.
	ChosenBlock int     `json:"chosenBlock,omitempty"`
	Blocks      []Block `json:"blocks,omitempty"`
	// Map is the chosen degree by beta (rows, MapBetas) and free servers
	// (columns, MapFree), for every graph of the experiment.
	MapBetas []float64        `json:"mapBetas,omitempty"`
	MapFree  []int            `json:"mapFree,omitempty"`
	Map      map[string][]int `json:"map,omitempty"`
}

// Block is a further block of a degree, number 2 or more.
type Block struct {
	Degree      int     `json:"degree"`
	Block       int     `json:"block"`
	Probability float64 `json:"probability"`
}

// Policy is a policy that comes with the program.
type Policy struct {
	Name         string   `json:"name"`    // for the checkpoint field of a strategy
	Title        string   `json:"title"`   // what it was trained on
	Command      string   `json:"command"` // that trained it
	BlockingRate *float64 `json:"blockingRate,omitempty"`
	Low          *float64 `json:"low95,omitempty"` // of the mean over held-out seeds
	High         *float64 `json:"high95,omitempty"`
	File         []byte   `json:"file"` // safetensors
}
