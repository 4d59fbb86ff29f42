package plan

import (
	"math"
	"slices"

	"rampart/core/jobgraph"
)

// Template is one job graph partitioned to one degree: everything about the
// partitioned job that does not depend on where it is placed. It is immutable.
// Nodes are the node indices of jobgraph.Job; a node's sub-ops are numbered
// consecutively from First.
type Template struct {
	Job    *jobgraph.Job
	Degree int // the effective degree: the largest number of sub-ops of any op; 1 if nothing is split

	Ops, Deps       int     // of the partitioned graph, dependencies between sub-ops counted singly
	StepSeconds     float64 // compute time of one training step on one server, summed over the partitioned graph
	MemoryBytes     float64 // summed over the partitioned graph
	DependencyBytes float64

	edges  []jobgraph.Edge // of Job; FixSinks adds one for each further sink
	splits []int           // k of each node
	levels []int           // the distinct k, ascending
	level  []int           // index into levels of each node
	order  []int           // forward nodes in topological order
	first  []int           // number of the first sub-op of each node; one more entry than nodes
	cost   []float64       // compute seconds of one sub-op of each node
	memory []float64       // bytes of one sub-op of each node
	size   []float64       // bytes of one dependency of each edge
	sync   []float64       // bytes of one sync dependency of each node; 0 where there is none
	rank   []int           // SRPT rank of each node among the nodes of its server: the highest runs first
	byRank []int           // the node of each rank
	par    []int           // parents that a sub-op of each node waits for
	out    csr             // edges by source
	in     csr             // edges by destination

	collective []int     // number of the collective each edge may belong to, -1 if it never does
	group      []float64 // bytes of each collective
	members    [][]int   // edges of each collective
	load       float64   // memory that one server would have to hold if every sub-op 0 met there, bytes
}

// csr lists the edges at each node.
type csr struct {
	start []int
	edge  []int
}

func (c csr) at(node int) []int { return c.edge[c.start[node]:c.start[node+1]] }

func newCSR(nodes int, edges []jobgraph.Edge, key func(jobgraph.Edge) int) csr {
	c := csr{start: make([]int, nodes+1), edge: make([]int, len(edges))}
	for _, e := range edges {
		c.start[key(e)+1]++
	}
	for i := range nodes {
		c.start[i+1] += c.start[i]
	}
	next := slices.Clone(c.start)
	for i, e := range edges {
		c.edge[next[key(e)]] = i
		next[key(e)]++
	}
	return c
}

// splitCount returns the number of sub-ops of an op of the given forward
// compute time (spec section 4.1, after SiP-ML's quantum rule). converted says
// that the time was multiplied by a unit: what this may have rounded up then
// makes no further sub-op.
func splitCount(forward, quantum float64, degree int, converted bool) int {
	quanta := forward / quantum
	if converted {
		quanta *= 1 - 1e-12
	}
	want := 2 * math.Ceil(math.Ceil(quanta)/2)
	return int(max(1, min(want, float64(degree))))
}

// TimeUnit returns the seconds in one unit of the graph's compute times. The
// reference does not convert (spec section 10, Q2).
func TimeUnit(u jobgraph.Unit, fixes Fixes) float64 {
	if fixes.Has(FixUnits) && u == jobgraph.Milliseconds {
		return 1e-3
	}
	return 1
}

// StepSeconds returns the compute time of one training step of a job on one
// server, before it is partitioned, in simulated seconds.
func StepSeconds(job *jobgraph.Job, fixes Fixes) float64 {
	time := job.Stats.StepTime
	if fixes.Has(FixInput) {
		inputs := jobgraph.InputOps(job.Graph)
		time = 0
		for v, compute := range job.Compute {
			if !slices.Contains(inputs, v%job.Forward) {
				time += compute
			}
		}
	}
	return float64(time * TimeUnit(job.Graph.Unit, fixes))
}

func newTemplate(job *jobgraph.Job, degree int, quantum float64, fixes Fixes) *Template {
	n, nodes := job.Forward, 2*job.Forward
	t := &Template{Job: job, Degree: 1, edges: job.Edges, splits: make([]int, nodes), level: make([]int, nodes)}
	if fixes.Has(FixSinks) {
		t.edges = joinSinks(job)
	}
	unit := TimeUnit(job.Graph.Unit, fixes)
	for i := range n {
		k := splitCount(float64(job.Compute[i]*unit), quantum, degree, fixes.Has(FixUnits))
		t.splits[i], t.splits[n+i] = k, k
		t.Degree = max(t.Degree, k)
	}
	t.levels = slices.Clone(t.splits[:n])
	slices.Sort(t.levels)
	t.levels = slices.Compact(t.levels)
	for i, k := range t.splits {
		t.level[i], _ = slices.BinarySearch(t.levels, k)
	}
	t.out = newCSR(nodes, t.edges, func(e jobgraph.Edge) int { return e.From })
	t.in = newCSR(nodes, t.edges, func(e jobgraph.Edge) int { return e.To })
	t.setOps(unit, fixes)
	t.setSizes(fixes)
	t.setCollectives()
	t.setOrder()
	t.setRanks()
	t.setTotals()
	return t
}

// joinSinks returns the edges of a job and one from each sink of the forward
// pass to its mirror. The reference joins only the op of the largest id, so
// that the backward ops of other sinks start at once.
func joinSinks(job *jobgraph.Job) []jobgraph.Edge {
	n := job.Forward
	sink := make([]bool, n)
	for i := range sink {
		sink[i] = true
	}
	for _, e := range job.Edges {
		if e.From < n {
			sink[e.From] = false
		}
	}
	edges := slices.Clone(job.Edges)
	for i, is := range sink {
		if is {
			edges = append(edges, jobgraph.Edge{From: i, To: n + i, Bytes: job.Graph.Ops[i].ActivationBytes})
		}
	}
	return edges
}

func (t *Template) setOps(unit float64, fixes Fixes) {
	nodes := len(t.splits)
	t.first = make([]int, nodes+1)
	t.cost = make([]float64, nodes)
	t.memory = make([]float64, nodes)
	t.par = make([]int, nodes)
	for v, k := range t.splits {
		t.first[v+1] = t.first[v] + k
		t.cost[v] = float64(t.Job.Compute[v]*unit) / float64(k)
		t.memory[v] = t.Job.Memory[v] / float64(k)
		for _, e := range t.in.at(v) {
			t.par[v] += t.splits[t.edges[e].From]
		}
	}
	t.Ops = t.first[nodes]
	if fixes.Has(FixInput) {
		for _, i := range jobgraph.InputOps(t.Job.Graph) {
			t.cost[i], t.cost[t.Job.MirrorIndex(i)] = 0, 0
		}
	}
}

// setSizes gives every edge the bytes of one of its dependencies. Under the
// reference's rules they derive from the memory of either end, depending on
// which end is split later (spec section 4.2 and Q5); the corrected rules send
// the activation of the forward op, in either direction, and synchronise the
// gradients of the parameters.
func (t *Template) setSizes(fixes Fixes) {
	j, n := t.Job, t.Job.Forward
	t.size = make([]float64, len(t.edges))
	t.sync = make([]float64, 2*n)
	// The order in which ops are split: each forward op, then its mirror.
	turn := func(v int) int { return 2*(v%n) + v/n }
	for i, e := range t.edges {
		kx, ky := float64(t.splits[e.From]), float64(t.splits[e.To])
		mx, my := j.Memory[e.From], j.Memory[e.To]
		switch {
		case fixes.Has(FixEdges):
			op := e.From
			if op >= n && e.To >= n { // the gradient of what the earlier op sent forward
				op = e.To - n
			}
			t.size[i] = j.Graph.Ops[op].ActivationBytes / (kx * ky)
		case kx == 1 && ky == 1:
			t.size[i] = mx
		case kx == 1:
			t.size[i] = mx / ky
		case ky == 1:
			t.size[i] = my / kx
		case turn(e.To) > turn(e.From):
			t.size[i] = mx / kx / ky
		default:
			t.size[i] = my / ky / kx
		}
	}
	for i := range n {
		if t.splits[i] == 1 {
			continue
		}
		t.sync[n+i] = t.memory[n+i]
		if fixes.Has(FixSync) {
			t.sync[n+i] = j.Graph.Ops[i].ParameterBytes / float64(t.splits[i])
		}
	}
}

// setCollectives groups the edges that may form one collective (spec section
// 4.3): the edges out of a split forward op and the edges into its mirror.
func (t *Template) setCollectives() {
	n := t.Job.Forward
	t.collective = make([]int, len(t.edges))
	for i := range t.collective {
		t.collective[i] = -1
	}
	for i := range n {
		if t.splits[i] == 1 {
			continue
		}
		for _, edges := range [2][]int{t.out.at(i), t.in.at(n + i)} {
			// The join edge belongs to the collectives of both its ends, which
			// are those of one op and agree.
			if len(edges) == 0 {
				continue // the reference divides 0 by 0 here (Q12)
			}
			bytes := 0.0
			for _, e := range edges {
				t.collective[e] = len(t.members)
				for range t.splits[t.edges[e].From] * t.splits[t.edges[e].To] {
					bytes += t.size[e]
				}
			}
			t.members = append(t.members, edges)
			t.group = append(t.group, bytes)
		}
	}
}

// setOrder sorts the forward ops topologically in the reference's order (spec
// section 5, step 1).
func (t *Template) setOrder() {
	n := t.Job.Forward
	missing := make([]int, n)
	t.order = make([]int, 0, n)
	for i := range n {
		missing[i] = len(t.in.at(i))
		if missing[i] == 0 {
			t.order = append(t.order, i)
		}
	}
	for next := 0; next < len(t.order); next++ {
		for _, e := range t.out.at(t.order[next]) {
			to := t.edges[e].To
			if to >= n {
				continue
			}
			if missing[to]--; missing[to] == 0 {
				t.order = append(t.order, to)
			}
		}
	}
	if len(t.order) != n {
		panic("plan: job graph has a cycle")
	}
}

// setRanks ranks the nodes for SRPT scheduling (spec section 6.1): on each
// server the cheapest ready sub-op runs first, and of equals the one that was
// placed later.
func (t *Template) setRanks() {
	n := t.Job.Forward
	t.byRank = make([]int, 0, 2*n)
	for _, i := range t.order {
		t.byRank = append(t.byRank, i, n+i)
	}
	slices.SortStableFunc(t.byRank, func(a, b int) int {
		switch {
		case t.cost[a] > t.cost[b]:
			return -1
		case t.cost[a] < t.cost[b]:
			return 1
		}
		return 0
	})
	t.rank = make([]int, 2*n)
	for r, v := range t.byRank {
		t.rank[v] = r
	}
}

// setTotals sums over the partitioned graph in its own node order: the unsplit
// ops first, then each split op's forward and backward sub-ops (spec section
// 4.2), so that the sums equal the reference's to the last bit.
func (t *Template) setTotals() {
	n := t.Job.Forward
	add := func(v int) {
		for range t.splits[v] {
			t.StepSeconds += t.cost[v]
			t.MemoryBytes += t.memory[v]
		}
	}
	for v, k := range t.splits {
		if k == 1 {
			add(v)
		}
	}
	for i := range n {
		if t.splits[i] > 1 {
			add(i)
			add(n + i)
		}
		t.load += t.memory[i]
	}
	for i, e := range t.edges {
		count := t.splits[e.From] * t.splits[e.To]
		t.Deps += count
		t.DependencyBytes += float64(float64(count) * t.size[i])
	}
	for v, size := range t.sync {
		if k := t.splits[v]; v >= n && k > 1 {
			t.Deps += k * (k - 1)
			t.DependencyBytes += float64(float64(k*(k-1)) * size)
		}
	}
}
