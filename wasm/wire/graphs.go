package wire

import "encoding/json"

// OpGraph asks about one job graph on the experiment's cluster: Graph says
// what; answers progress, then graph or error.
const OpGraph Op = "graph"

// KindGraph is the answer: Figures is set, with the parts that were asked for.
const KindGraph Kind = "graph"

// GraphQuestion says which graph, and what is wanted of it.
type GraphQuestion struct {
	Name         string `json:"name"` // of the experiment's graphs, or else a built-in one
	WithoutInput bool   `json:"withoutInput,omitempty"`
	Drawing      bool   `json:"drawing,omitempty"`
	Costs        bool   `json:"costs,omitempty"`
	Degree       int    `json:"degree,omitempty"` // of the step that is wanted; 0 for none
}

// GraphFigures is an answer.
type GraphFigures struct {
	Drawing *GraphDrawing `json:"drawing,omitempty"`
	Costs   *GraphCosts   `json:"costs,omitempty"`
	Step    *GraphStep    `json:"step,omitempty"`
}

// GraphDrawing is a graph and where its ops stand. Columns have one value for
// each op of the forward pass, in file order; the backward pass mirrors it.
type GraphDrawing struct {
	Name   string `json:"name"`
	Source string `json:"source,omitempty"`
	Unit   string `json:"unit"` // of the compute times: milliseconds or seconds

	Types           []string `json:"types"` // that occur, in order of appearance
	Type            Ints     `json:"type"`  // place in Types
	ID              Ints     `json:"id"`    // the backward op of id i has the id 2n+1-i
	Forward         Floats   `json:"forward"`
	Backward        Floats   `json:"backward"`
	ActivationBytes Floats   `json:"activationBytes"`
	ParameterBytes  Floats   `json:"parameterBytes"`
	Inputs          Ints     `json:"inputs,omitempty"` // places of the ops that only load data

	Edges Pairs `json:"edges"` // of the forward pass, by place
	// Layer and Lane are absent, and Undrawn says why, where there is no
	// drawing. Between holds the lanes of the layers between the ends of the
	// edges, one edge after the other.
	Layers  int    `json:"layers"`
	Lanes   int    `json:"lanes"`
	Layer   Ints   `json:"layer,omitempty"`
	Lane    Ints   `json:"lane,omitempty"`
	Between Ints   `json:"between,omitempty"`
	Undrawn string `json:"undrawn,omitempty"`

	Stats GraphStats `json:"stats"`
	// File is the graph as a file, where it is not the one that was named.
	File json.RawMessage `json:"file,omitempty"`
}

// GraphStats are the figures of the mirrored graph; ids are node ids, 0 for
// none. Times are in the graph's unit.
type GraphStats struct {
	Nodes           int     `json:"nodes"`
	Edges           int     `json:"edges"`
	StepTime        float64 `json:"stepTime"`
	TotalMemory     float64 `json:"totalMemory"` // bytes
	TotalEdgeBytes  float64 `json:"totalEdgeBytes"`
	MaxCompute      float64 `json:"maxCompute"`
	MaxComputeID    int     `json:"maxComputeId"`
	MaxMemory       float64 `json:"maxMemory"`
	MaxMemoryID     int     `json:"maxMemoryId"`
	MaxEdgeBytes    float64 `json:"maxEdgeBytes"`
	MaxEdge         [2]int  `json:"maxEdge"`
	MaxThroughput   float64 `json:"maxThroughput"` // bytes per unit of time
	MaxThroughputID int     `json:"maxThroughputId"`
	MaxDepth        int     `json:"maxDepth"`
	MaxDepthID      int     `json:"maxDepthId"`
	Sources         int     `json:"sources"`
}

// GraphCosts is what a job of the graph takes at every degree, on an empty
// cluster with the experiment's placer. Times are simulated seconds of a whole
// job.
type GraphCosts struct {
	TrainingSteps     int         `json:"trainingSteps"`
	SequentialSeconds float64     `json:"sequentialSeconds"`
	Tolerance         float64     `json:"tolerance,omitempty"` // relative, of a deadline
	Degrees           []GraphCost `json:"degrees"`             // ascending
}

// GraphCost is one degree. The times in which some op ran and in which some
// flow moved may overlap; their union is JCTSeconds, since nothing waits idly.
type GraphCost struct {
	Degree               int     `json:"degree"`
	Effective            int     `json:"effective"`         // the largest number of sub-ops of any op
	Servers              int     `json:"servers"`           // 0 if it cannot be placed
	Endless              bool    `json:"endless,omitempty"` // the step never ends; no times
	JCTSeconds           float64 `json:"jctSeconds"`
	CommunicationSeconds float64 `json:"communicationSeconds"`
	ComputationSeconds   float64 `json:"computationSeconds"`
	LimitSeconds         float64 `json:"limitSeconds"` // the sequential time that beta is a part of
	FlowBytes            float64 `json:"flowBytes"`    // of one step
	Utilisation          float64 `json:"utilisation"`  // of its servers, a fraction
}

// GraphStep is one training step of the graph at a degree, on an empty cluster.
// Times are simulated seconds.
type GraphStep struct {
	Degree    int `json:"degree"`
	Effective int `json:"effective"`
	// Unplaced says why there is nothing else; "" if it is placed.
	Unplaced string `json:"unplaced,omitempty"`

	Ops               int     `json:"ops"`
	Dependencies      int     `json:"dependencies"`
	DependencyBytes   float64 `json:"dependencyBytes"`
	FlowBytes         float64 `json:"flowBytes"`
	MemoryBytes       float64 `json:"memoryBytes"`
	Channels          int     `json:"channels"`
	SequentialSeconds float64 `json:"sequentialSeconds"`

	// Columns by node: the forward ops in file order, then their mirrors.
	SubOps    Ints   `json:"subOps"`
	Seconds   Floats `json:"seconds"` // of one sub-op
	Memory    Floats `json:"memory"`  // bytes of one sub-op
	Flows     Ints   `json:"flows"`   // that leave its sub-ops for another server
	NodeBytes Floats `json:"nodeBytes"`
	SyncBytes Floats `json:"syncBytes"`

	Stuck                int     `json:"stuck,omitempty"` // sub-ops that never start
	StepSeconds          float64 `json:"stepSeconds"`
	CommunicationSeconds float64 `json:"communicationSeconds"`
	ComputationSeconds   float64 `json:"computationSeconds"`
	BusySeconds          float64 `json:"busySeconds"`

	Servers   []string        `json:"servers"`
	Row       Ints            `json:"row"` // by server: its place in Schedules
	Schedules []GraphSchedule `json:"schedules"`
	Critical  []GraphLeg      `json:"critical,omitempty"`
	Transfers []GraphTransfer `json:"transfers,omitempty"` // the longest ones
	Left      int             `json:"left,omitempty"`      // transfers that are not listed
}

// GraphSchedule is what one or several servers do, in columns.
type GraphSchedule struct {
	Node Ints   `json:"node"` // of each bar; -1 for several short ones
	From Floats `json:"from"`
	To   Floats `json:"to"`
	// Moves are the times at which flows leave or reach the server: the begin
	// and the end of each stretch in turn.
	Moves Floats `json:"moves,omitempty"`
}

// GraphLeg is a part of the critical path.
type GraphLeg struct {
	Transfer bool    `json:"transfer,omitempty"`
	From     int     `json:"from"` // nodes; the same for computation
	To       int     `json:"to"`
	Server   int     `json:"server"`
	Begin    float64 `json:"begin"`
	End      float64 `json:"end"`
}

// GraphTransfer are flows of one edge, or of one op's gradients if From is To,
// that begin and end together.
type GraphTransfer struct {
	From  int     `json:"from"`
	To    int     `json:"to"`
	Count int     `json:"count"`
	Bytes float64 `json:"bytes"`
	Begin float64 `json:"begin"`
	End   float64 `json:"end"`
}
