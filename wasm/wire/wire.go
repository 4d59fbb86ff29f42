// Package wire is the protocol between the page and the engine in its Web
// Workers: one JSON object a message, in both directions.
package wire

import (
	"encoding/json"

	"rampart/core/experiment"
)

// Unit is the smallest piece of work: one strategy on one seed.
type Unit = experiment.Unit

// Op says what a Request asks for.
type Op string

// The requests. A worker works on one request at a time, and looks for Stop
// between slices of work of about ten milliseconds.
const (
	OpRun    Op = "run"    // simulate Units; answers progress, one run each without jobs, then done or error
	OpJobs   Op = "jobs"   // simulate Units; the same, before each run its jobs, in pieces
	OpStop   Op = "stop"   // stop the request ID: its last reply is stopped
	OpImport Op = "import" // File and FileName: a graph or experiment file, or a table of arrivals for Experiment; answers imported or error
)

// Request is a message from the page to a worker.
type Request struct {
	ID         int             `json:"id"` // chosen by the page, echoed in every answer
	Op         Op              `json:"op"`
	Experiment json.RawMessage `json:"experiment,omitempty"`
	Units      []Unit          `json:"units,omitempty"`
	FileName   string          `json:"fileName,omitempty"`
	File       string          `json:"file,omitempty"`

	Checkpoint   []byte     `json:"checkpoint,omitempty"` // a safetensors file
	Policy       string     `json:"policy,omitempty"`     // explain: a built-in name or "data:" and a file in base64, instead of Checkpoint
	LearningRate float64    `json:"learningRate,omitempty"`
	Actors       int        `json:"actors,omitempty"` // train: rollouts played at the same time, 0 for one; changes no result, but more delay a stop
	Situation    *Situation `json:"situation,omitempty"`
	Decide       *Decide    `json:"decide,omitempty"`

	Question *GraphQuestion `json:"question,omitempty"` // graph: what is asked

	Seconds float64 `json:"seconds,omitempty"` // survey: the moment
	Job     *int    `json:"job,omitempty"`     // survey: the job whose links are wanted

	Axes    json.RawMessage `json:"axes,omitempty"`    // sweep: the fields and their values, as sweep.AppendAxes writes them
	Numbers []int           `json:"numbers,omitempty"` // sweep: the units to run
}

// Kind says what a Reply is.
type Kind string

// The replies. Every request but stop gets exactly one last reply: done,
// stopped, imported or error. A stop that comes too late gets none.
const (
	KindReady    Kind = "ready"    // the worker has started; ID is 0, Engine is set
	KindProgress Kind = "progress" // at most ten a second: Unit, Decided and Total are set
	KindJobs     Kind = "jobs"     // jobs of the unit that comes next: Unit, Jobs, Decided (those before them) and Total are set
	KindRun      Kind = "run"      // one unit is done: Unit and Run, without its jobs, are set
	KindDone     Kind = "done"     // all units of the request are done
	KindStopped  Kind = "stopped"  // the request was stopped
	KindImported Kind = "imported" // Experiment or Graph is set, in canonical form, and Result if the file was one
	KindError    Kind = "error"    // Message is set; Path names the field, if one is to blame
)

// Reply is a message from a worker to the page.
type Reply struct {
	ID         int             `json:"id"`
	Kind       Kind            `json:"kind"`
	Engine     string          `json:"engine,omitempty"`
	Unit       Unit            `json:"unit"`
	Decided    int             `json:"decided,omitempty"` // jobs decided so far in this unit
	Total      int             `json:"total,omitempty"`   // jobs expected in this unit; 0 if unknown
	Run        *experiment.Run `json:"run,omitempty"`
	Deadlocked int             `json:"deadlocked,omitempty"` // jobs of Run that were blocked by a deadlock, which its figures do not tell
	Jobs       []byte          `json:"-"`                    // packed, at most JobsPiece of them; behind the JSON, see jobs.go
	Experiment json.RawMessage `json:"experiment,omitempty"`
	Graph      json.RawMessage `json:"graph,omitempty"`
	Result     json.RawMessage `json:"result,omitempty"` // without the runs' jobs
	Message    string          `json:"message,omitempty"`
	Dead       bool            `json:"dead,omitempty"` // with KindError: the worker has ended, start another
	Path       string          `json:"path,omitempty"`

	Training    *Training    `json:"training,omitempty"`
	Checkpoint  []byte       `json:"checkpoint,omitempty"`
	Policy      []byte       `json:"policy,omitempty"`   // with KindCheckpoint: the best policy so far, a safetensors file
	Policies    []Policy     `json:"policies,omitempty"` // with KindPolicies
	Explanation *Explanation `json:"explanation,omitempty"`
	Episode     *Episode     `json:"episode,omitempty"` // with KindEpisode
	Rival       *Rival       `json:"rival,omitempty"`   // with KindEpisode, if one was asked for

	Figures *GraphFigures `json:"figures,omitempty"` // with KindGraph
	Survey  *Survey       `json:"survey,omitempty"`  // with KindSurvey
	Room    *Room         `json:"room,omitempty"`    // with KindRoom

	Rows  [][]float64       `json:"rows,omitempty"` // with KindSwept: a sweep.Run each, as its Row
	Bound *experiment.Bound `json:"bound,omitempty"`
}
