// Package jobgraph reads the computation graphs of deep-learning jobs and
// mirrors a forward pass into the forward and backward graph that is trained.
package jobgraph

// Unit is the unit in which the compute times of a Graph are given.
type Unit string

// The units a graph file may declare.
const (
	Milliseconds Unit = "milliseconds"
	Seconds      Unit = "seconds"
)

// Op is one operation of the forward pass, with the profiled cost of its
// forward and of its backward computation.
type Op struct {
	ID              int     // 1..n, unique, contiguous over the graph
	Type            string  // free text, for people
	Forward         float64 // compute time of the forward pass, in Graph.Unit, finite and >= 0
	Backward        float64 // compute time of the backward pass, in Graph.Unit, finite and >= 0
	ActivationBytes float64 // output of the op, bytes, finite and >= 0
	ParameterBytes  float64 // weights of the op, bytes, finite and >= 0
}

// Graph is the forward pass of one training step as a file describes it. The
// order of Ops and of Edges is part of its meaning: under the reference rules
// placement, tie-breaks and sums follow it.
type Graph struct {
	Name   string
	Source string // where the figures come from
	Unit   Unit
	Ops    []Op
	Edges  [][2]int // op ids (from, to), without duplicates
}

// Edge is one dependency of a mirrored Job; From and To are node indices.
type Edge struct {
	From, To int
	Bytes    float64 // activation of the source op
}

// Job is a Graph mirrored into forward and backward pass. It is immutable and
// may be shared. Node indices 0..n-1 are the forward ops in file order; index
// n+i is the backward op of forward index i.
type Job struct {
	Graph   *Graph
	Forward int       // n, the number of forward ops
	ID      []int     // node id of each index; the mirror of id i is 2n+1-i
	Compute []float64 // compute time of each node, in Graph.Unit
	Memory  []float64 // activation + parameter bytes of each node
	Edges   []Edge    // canonical order of spec section 1.3
	Stats   Stats

	out     []int32 // Edges of node x are out[x] to out[x+1]
	in      []int   // places in Edges grouped by target
	inStart []int32 // group of node x in in
}

// Stats are the figures of a mirrored graph, of spec section 1.4. Ids are node
// ids, not indices; the first maximum wins.
type Stats struct {
	Nodes, Edges    int
	StepTime        float64 // sum of compute times over all nodes, in Graph.Unit
	TotalMemory     float64 // bytes
	TotalEdgeBytes  float64
	MaxCompute      float64
	MaxComputeID    int
	MaxMemory       float64
	MaxMemoryID     int
	MaxEdgeBytes    float64
	MaxEdge         [2]int
	MaxThroughput   float64 // bytes per Graph.Unit: memory/compute
	MaxThroughputID int
	Depth           []int // by node index: nodes on the shortest path from the first source; 0 if unreachable
	MaxDepth        int
	MaxDepthID      int
	Sources         []int // node indices without predecessors, in node order
}
