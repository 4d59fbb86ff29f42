package jobgraph

import "strings"

// InputOps returns the places in g.Ops of the ops that only bring data in: no
// edge leads to them, and their type begins with "Input". PipeDream's profiles
// book the time for loading data as their forward time (profiler/
// image_classification/main.py of msr-fiddle/pipedream).
func InputOps(g *Graph) []int {
	target := make([]bool, len(g.Ops)+1)
	for _, e := range g.Edges {
		target[e[1]] = true
	}
	var list []int
	for i := range g.Ops {
		if op := &g.Ops[i]; !target[op.ID] && strings.HasPrefix(op.Type, "Input") {
			list = append(list, i)
		}
	}
	return list
}

// WithoutInput returns a copy of a valid graph without its input ops, with ids
// counted anew in their old order, and a name and source that say so. It
// returns nil if there is no such op, or no other.
func WithoutInput(g *Graph) *Graph {
	inputs := InputOps(g)
	if len(inputs) == 0 || len(inputs) == len(g.Ops) {
		return nil
	}
	id := make([]int, len(g.Ops)+1) // by old id, the new one; 0 for an op that goes
	for i := range id[1:] {
		id[i+1] = 1
	}
	for _, i := range inputs {
		id[g.Ops[i].ID] = 0
	}
	next := 0
	for i, stays := range id {
		next += stays
		id[i] = next * stays
	}
	out := &Graph{
		Name:   cut(g.Name, MaxNameLen-len(withoutInput)) + withoutInput,
		Source: cut("Without its input op. "+g.Source, MaxSourceLen),
		Unit:   g.Unit,
	}
	for _, op := range g.Ops {
		if op.ID = id[op.ID]; op.ID > 0 {
			out.Ops = append(out.Ops, op)
		}
	}
	for _, e := range g.Edges {
		if from, to := id[e[0]], id[e[1]]; from > 0 && to > 0 {
			out.Edges = append(out.Edges, [2]int{from, to})
		}
	}
	return out
}

// withoutInput ends the name of a graph whose input op was left out.
const withoutInput = "_without_input"
