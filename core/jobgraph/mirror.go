package jobgraph

// Mirror builds the forward and backward graph of one training step of g, as
// the reference simulator does (spec/simulator.md, sections 1.2 to 1.4):
// every op has a backward twin, every edge (u, v) an edge from the twin of v
// to the twin of u, and the op with the largest id is joined to its twin. It
// takes time linear in ops and edges. It panics if g is not valid.
func Mirror(g *Graph) *Job {
	if g.check() != nil {
		panic("jobgraph: Mirror of a graph that Validate refuses")
	}
	n := len(g.Ops)
	j := &Job{
		Graph:   g,
		Forward: n,
		ID:      make([]int, 2*n),
		Compute: make([]float64, 2*n),
		Memory:  make([]float64, 2*n),
	}
	for i := range g.Ops {
		op := &g.Ops[i]
		j.ID[i], j.ID[n+i] = op.ID, 2*n+1-op.ID
		j.Compute[i], j.Compute[n+i] = op.Forward, op.Backward
		j.Memory[i] = op.ActivationBytes + op.ParameterBytes
		j.Memory[n+i] = j.Memory[i]
	}
	j.connect()
	j.Stats = j.stats()
	return j
}

// MirrorIndex returns the node index of the twin of a node index.
func (j *Job) MirrorIndex(i int) int {
	if i < j.Forward {
		return i + j.Forward
	}
	return i - j.Forward
}

// OutEdges returns the range of Edges that start at a node: they stand
// together, Edges[lo:hi], in the order of the node's successors.
func (j *Job) OutEdges(node int) (lo, hi int) {
	return int(j.out[node]), int(j.out[node+1])
}

// InEdges returns the places in Edges of the edges that end at a node, in node
// order of the predecessor. The slice must not be changed.
func (j *Job) InEdges(node int) []int {
	return j.in[j.inStart[node]:j.inStart[node+1]]
}

// Successors appends the successors of a node to dst, in canonical order.
func (j *Job) Successors(dst []int, node int) []int {
	lo, hi := j.OutEdges(node)
	for _, e := range j.Edges[lo:hi] {
		dst = append(dst, e.To)
	}
	return dst
}

// Predecessors appends the predecessors of a node to dst, in node order.
func (j *Job) Predecessors(dst []int, node int) []int {
	for _, e := range j.InEdges(node) {
		dst = append(dst, j.Edges[e].From)
	}
	return dst
}

// connect fills Edges in canonical order (spec section 1.3): for x in node
// order, for y in successors(x). Successors of a forward op follow the file;
// those of a backward op follow the node order of their twins; the join comes
// last among those of its op.
func (j *Job) connect() {
	g, n := j.Graph, j.Forward
	index := make([]int, n+1) // node index of a forward id
	for i := range g.Ops {
		index[g.Ops[i].ID] = i
	}
	start, order := bySource(g)
	j.Edges = make([]Edge, 0, 2*len(g.Edges)+1)
	j.out = make([]int32, 2*n+1)
	into := make([]int32, n+1) // counts of, then places of, forward edges by target index
	for x := range n {
		bytes := g.Ops[x].ActivationBytes
		id := g.Ops[x].ID
		for _, e := range order[start[id]:start[id+1]] {
			y := index[g.Edges[e][1]]
			j.Edges = append(j.Edges, Edge{x, y, bytes})
			into[y+1]++
		}
		if id == n {
			j.Edges = append(j.Edges, Edge{x, n + x, bytes})
		}
		j.out[x+1] = int32(len(j.Edges))
	}
	for y := range n {
		into[y+1] += into[y]
	}
	// Walking the edges in node order of their source leaves the sources of
	// every target in node order, which is the order of the mirrored edges.
	forward := j.Edges
	sources := make([]int32, len(g.Edges))
	next := append([]int32(nil), into...)
	for _, e := range forward {
		if e.To < n {
			sources[next[e.To]] = int32(e.From)
			next[e.To]++
		}
	}
	for v := range n {
		for _, u := range sources[into[v]:into[v+1]] {
			j.Edges = append(j.Edges, Edge{n + v, n + int(u), g.Ops[v].ActivationBytes})
		}
		j.out[n+v+1] = int32(len(j.Edges))
	}
	j.indexTargets()
}

// indexTargets groups the places of the edges by target, keeping their order.
func (j *Job) indexTargets() {
	nodes := len(j.ID)
	j.inStart = make([]int32, nodes+1)
	for _, e := range j.Edges {
		j.inStart[e.To+1]++
	}
	for i := range nodes {
		j.inStart[i+1] += j.inStart[i]
	}
	next := append([]int32(nil), j.inStart...)
	j.in = make([]int, len(j.Edges))
	for i, e := range j.Edges {
		j.in[next[e.To]] = i
		next[e.To]++
	}
}

// stats sums in node order and in edge order; of equal maxima the first wins,
// and a maximum of 0 belongs to nobody (id 0).
func (j *Job) stats() Stats {
	s := Stats{Nodes: len(j.ID), Edges: len(j.Edges)}
	for i, id := range j.ID {
		compute, memory := j.Compute[i], j.Memory[i]
		s.StepTime += compute
		s.TotalMemory += memory
		if compute > s.MaxCompute {
			s.MaxCompute, s.MaxComputeID = compute, id
		}
		if memory > s.MaxMemory {
			s.MaxMemory, s.MaxMemoryID = memory, id
		}
		throughput := 0.0
		if compute != 0 {
			throughput = memory / compute
		}
		if throughput > s.MaxThroughput {
			s.MaxThroughput, s.MaxThroughputID = throughput, id
		}
		if len(j.InEdges(i)) == 0 {
			s.Sources = append(s.Sources, i)
		}
	}
	for _, e := range j.Edges {
		s.TotalEdgeBytes += e.Bytes
		if e.Bytes > s.MaxEdgeBytes {
			s.MaxEdgeBytes, s.MaxEdge = e.Bytes, [2]int{j.ID[e.From], j.ID[e.To]}
		}
	}
	s.Depth = j.depths(s.Sources[0])
	for i, depth := range s.Depth {
		if depth > s.MaxDepth {
			s.MaxDepth, s.MaxDepthID = depth, j.ID[i]
		}
	}
	return s
}

// depths returns for every node the number of nodes on the shortest path from
// source, which has 1; 0 where there is no path.
func (j *Job) depths(source int) []int {
	depth := make([]int, len(j.ID))
	depth[source] = 1
	queue := make([]int, 1, len(j.ID))
	queue[0] = source
	for at := 0; at < len(queue); at++ {
		x := queue[at]
		lo, hi := j.OutEdges(x)
		for _, e := range j.Edges[lo:hi] {
			if depth[e.To] == 0 {
				depth[e.To] = depth[x] + 1
				queue = append(queue, e.To)
			}
		}
	}
	return depth
}
