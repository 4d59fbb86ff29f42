package observe

import (
	"slices"

	"rampart/core/jobgraph"
)

// Widths of the features of nodes and of edges.
const (
	NodeWidth = 5
	EdgeWidth = 2
)

// Static holds what a policy sees of a job graph as such: it is the same for
// every job of that graph. Nodes and edges are in the order of jobgraph.Job.
type Static struct {
	Nodes, Edges int
	NodeFeatures []float32 // Nodes x NodeWidth, by node
	EdgeFeatures []float32 // Edges x EdgeWidth, by edge
	From, To     []int32   // nodes that each edge joins
}

// ratio returns x/n, and 0 where all values are 0.
func ratio(x, n float64) float64 {
	if n == 0 {
		return 0
	}
	return x / n
}

func newStatic(g *jobgraph.Job, f Features) Static {
	s := &g.Stats
	st := Static{
		Nodes: s.Nodes, Edges: s.Edges,
		NodeFeatures: make([]float32, 0, s.Nodes*NodeWidth),
		EdgeFeatures: make([]float32, 0, s.Edges*EdgeWidth),
		From:         make([]int32, s.Edges), To: make([]int32, s.Edges),
	}
	for i, id := range g.ID {
		st.NodeFeatures = append(st.NodeFeatures,
			float32(ratio(g.Compute[i], s.MaxCompute)),
			mark(f != Paper && id == s.MaxComputeID),
			float32(ratio(g.Memory[i], s.MaxMemory)),
			mark(id == s.MaxMemoryID),
			float32(ratio(float64(s.Depth[i]), float64(s.MaxDepth))))
	}
	for i, e := range g.Edges {
		st.From[i], st.To[i] = int32(e.From), int32(e.To)
		st.EdgeFeatures = append(st.EdgeFeatures,
			float32(ratio(e.Bytes, s.MaxEdgeBytes)),
			mark(s.MaxEdge == [2]int{g.ID[e.From], g.ID[e.To]}))
	}
	return st
}

func mark(is bool) float32 {
	if is {
		return 1
	}
	return 0
}

// center returns mean and median of values/largest; the median of an even
// number is the mean of the two in the middle. Both are 0 without values.
func center(values []float64, largest float64) (mean, median float32) {
	if len(values) == 0 {
		return 0, 0
	}
	shares := make([]float64, len(values))
	sum := 0.0
	for i, x := range values {
		shares[i] = ratio(x, largest)
		sum += shares[i]
	}
	slices.Sort(shares)
	n := len(shares)
	return float32(clip(sum/float64(n), 0, 1)), float32((shares[(n-1)/2] + shares[n/2]) / 2)
}

// fixed fills in the features of a graph that do not depend on the job: numbers
// 0, 1, 6, 7 and 9 to 14.
func fixed(dst *[paperWidth]float32, g *jobgraph.Job, f Features, n *Normalisers) {
	s := &g.Stats
	dst[0] = float32(n.Ops.of(float64(s.Nodes)))
	dst[6] = float32(n.MemoryBytes.of(s.TotalMemory))
	if f != Paper {
		dst[1] = float32(n.Edges.of(float64(s.Edges)))
		dst[7] = float32(n.EdgeBytes.of(s.TotalEdgeBytes))
	} else {
		// The reference expects partitioning to add twice the edges, and sizes
		// as of a complete graph (spec/learning.md section 1.4).
		complete := float64(n.Ops.Max*(n.Ops.Max-1)) / 2
		dst[1] = float32(scale(float64(s.Edges), n.Edges.Min, float64(3*n.Edges.Max)))
		dst[7] = float32(scale(s.TotalEdgeBytes, n.EdgeBytes.Min, float64(n.EdgeBytes.Max*complete)))
	}
	dst[9], dst[10] = center(g.Compute, s.MaxCompute)
	dst[11], dst[12] = center(g.Memory, s.MaxMemory)
	bytes := make([]float64, len(g.Edges))
	for i, e := range g.Edges {
		bytes[i] = e.Bytes
	}
	dst[13], dst[14] = center(bytes, s.MaxEdgeBytes)
}
