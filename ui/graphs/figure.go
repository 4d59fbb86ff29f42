// Package graphs is the tab that shows a job's computation graph, forward and
// backward, what each op costs, and what a degree makes of it. A Model is its
// state, a View draws it; Sheet and Gantt are what stands on its canvases.
package graphs

import (
	"slices"
	"strings"

	"rampart/wasm/wire"
)

// Figure is a graph as the tab draws it. Nodes 0 to n-1 are the forward ops in
// file order, n to 2n-1 their backward twins, as in core/jobgraph.
type Figure struct {
	*wire.GraphDrawing
	n     int
	kinds []kind // most costly first
	kind  []int  // by forward op: place in kinds
	out   [][]int
	in    [][]int // neighbours of each forward op
	order []int   // forward ops by layer, then lane
	index []int   // place of each forward op in order
	start []int   // by edge: its first lane in Between
	join  int     // the forward op of the largest id: its backward twin follows it
}

// kind is a type of op without its arguments.
type kind struct {
	name  string
	count int
	time  float64 // forward and backward, in the graph's unit
}

// NewFigure takes a drawing in; nil if its parts do not fit together.
func NewFigure(d *wire.GraphDrawing) *Figure {
	if !wellFormed(d) {
		return nil
	}
	f := &Figure{GraphDrawing: d, n: len(d.ID), start: make([]int, len(d.Edges))}
	f.out, f.in = make([][]int, f.n), make([][]int, f.n)
	at := 0
	for i, e := range d.Edges {
		f.out[e[0]] = append(f.out[e[0]], e[1])
		f.in[e[1]] = append(f.in[e[1]], e[0])
		if f.start[i] = at; f.Drawn() {
			at += d.Layer[e[1]] - d.Layer[e[0]] - 1
		}
	}
	for i, id := range d.ID {
		if id == f.n {
			f.join = i
		}
	}
	f.sort()
	f.count()
	return f
}

// wellFormed reports whether all columns have a value for every op and every
// edge has its lanes.
func wellFormed(d *wire.GraphDrawing) bool {
	if d == nil || len(d.ID) == 0 {
		return false
	}
	n := len(d.ID)
	for _, length := range []int{len(d.Type), len(d.Forward), len(d.Backward), len(d.ActivationBytes), len(d.ParameterBytes)} {
		if length != n {
			return false
		}
	}
	drawn := len(d.Layer) > 0
	if drawn && (len(d.Layer) != n || len(d.Lane) != n) {
		return false
	}
	points := 0
	for _, e := range d.Edges {
		if e[0] < 0 || e[0] >= n || e[1] < 0 || e[1] >= n {
			return false
		}
		if drawn {
			between := d.Layer[e[1]] - d.Layer[e[0]] - 1
			if between < 0 {
				return false
			}
			points += between
		}
	}
	for i := range d.Type {
		if d.Type[i] < 0 || d.Type[i] >= len(d.Types) || d.ID[i] < 1 || d.ID[i] > n || drawn && (d.Layer[i] < 0 || d.Layer[i] >= d.Layers || d.Lane[i] < 0 || d.Lane[i] >= d.Lanes) {
			return false
		}
	}
	if slices.ContainsFunc(d.Between, func(lane int) bool { return lane < 0 || lane >= d.Lanes }) {
		return false
	}
	return !drawn || points == len(d.Between)
}

// Drawn reports whether the graph has a drawing.
func (f *Figure) Drawn() bool { return len(f.Layer) > 0 }

// sort puts the ops in the order in which a reader meets them.
func (f *Figure) sort() {
	f.order, f.index = make([]int, f.n), make([]int, f.n)
	for i := range f.order {
		f.order[i] = i
	}
	slices.SortStableFunc(f.order, func(a, b int) int {
		switch {
		case !f.Drawn():
			return f.ID[a] - f.ID[b]
		case f.Layer[a] != f.Layer[b]:
			return f.Layer[a] - f.Layer[b]
		}
		return f.Lane[a] - f.Lane[b]
	})
	for place, op := range f.order {
		f.index[op] = place
	}
}

// count sorts the ops by kind.
func (f *Figure) count() {
	place := map[string]int{}
	f.kind = make([]int, f.n)
	for i := range f.n {
		name := f.short(i)
		k, known := place[name]
		if !known {
			k = len(f.kinds)
			place[name] = k
			f.kinds = append(f.kinds, kind{name: name})
		}
		f.kinds[k].count++
		f.kinds[k].time += f.Forward[i] + f.Backward[i]
		f.kind[i] = k
	}
	rank := make([]int, len(f.kinds))
	for i := range rank {
		rank[i] = i
	}
	slices.SortStableFunc(rank, func(a, b int) int {
		switch {
		case f.kinds[a].time > f.kinds[b].time:
			return -1
		case f.kinds[a].time < f.kinds[b].time:
			return 1
		}
		return f.kinds[b].count - f.kinds[a].count
	})
	sorted, to := make([]kind, len(rank)), make([]int, len(rank))
	for i, k := range rank {
		sorted[i], to[k] = f.kinds[k], i
	}
	f.kinds = sorted
	for i, k := range f.kind {
		f.kind[i] = to[k]
	}
}

// short is the type of an op without its arguments.
func (f *Figure) short(op int) string {
	name, _, _ := strings.Cut(f.Types[f.Type[op]], "(")
	if name = strings.TrimSpace(name); name == "" {
		return "op"
	}
	return name
}

// op is the forward op of a node.
func (f *Figure) op(node int) int {
	if node >= f.n {
		return node - f.n
	}
	return node
}

// backward reports whether a node belongs to the backward pass.
func (f *Figure) backward(node int) bool { return node >= f.n }

// twin is the node of the other pass.
func (f *Figure) twin(node int) int {
	if node >= f.n {
		return node - f.n
	}
	return node + f.n
}

// id is the node's id in the mirrored graph.
func (f *Figure) id(node int) int {
	if node >= f.n {
		return 2*f.n + 1 - f.ID[node-f.n]
	}
	return f.ID[node]
}

// time is the compute time of a node, in the graph's unit.
func (f *Figure) time(node int) float64 {
	if node >= f.n {
		return f.Backward[node-f.n]
	}
	return f.Forward[node]
}

// memory is what the rules count for a node: activation and parameters.
func (f *Figure) memory(node int) float64 {
	op := f.op(node)
	return f.ActivationBytes[op] + f.ParameterBytes[op]
}

// next is the node that is so many places further in its pass, the way the pass
// goes; -1 beyond its ends.
func (f *Figure) next(node, by int) int {
	if node < 0 {
		if by > 0 {
			return f.order[0]
		}
		return f.order[f.n-1]
	}
	op := f.op(node)
	if f.backward(node) {
		by = -by
	}
	place := f.index[op] + by
	if place < 0 || place >= f.n {
		return -1
	}
	return f.order[place] + node - op
}

// find lists the forward ops that a text names, by a part of their type or by
// their id, in reading order.
func (f *Figure) find(text string) []int {
	text = strings.ToLower(strings.TrimSpace(text))
	if text == "" {
		return nil
	}
	var list []int
	byType := make([]bool, len(f.Types))
	for i, t := range f.Types {
		byType[i] = strings.Contains(strings.ToLower(t), text)
	}
	id := digits(text)
	for _, op := range f.order {
		if id > 0 && f.ID[op] == id || id == 0 && byType[f.Type[op]] {
			list = append(list, op)
		}
	}
	return list
}

// digits reads a text of digits; 0 for any other.
func digits(text string) int {
	n := 0
	for _, r := range text {
		if r < '0' || r > '9' || n > 1e8 {
			return 0
		}
		n = 10*n + int(r-'0')
	}
	return n
}
