package jobgraph

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"rampart/core/strict"
)

// The sizes and figures a Graph may have. The largest published profiles have
// about 3,000 ops; the bounds keep hostile files from asking for more work
// than a page can do, and every sum over a graph finite.
const (
	MaxOps       = 100_000
	MaxEdges     = 1_000_000
	MaxFigure    = 1e18  // of every compute time and size
	MinTime      = 1e-12 // of compute times other than 0, so that bytes per time stays finite
	MaxNameLen   = 200   // characters of Graph.Name
	MaxSourceLen = 4000  // characters of Graph.Source
	MaxTypeLen   = 1000  // characters of Op.Type
)

// flaw is what is wrong with a graph and at which op or edge of its lists.
type flaw struct {
	list    string // "ops", "edges" or "" for the graph itself
	index   int    // in that list
	field   string // JSON name of the field of the op or of the graph, "" for all of it
	message string
}

// path returns the place as in the JSON form: ops[3].forward.
func (f *flaw) path() string {
	switch {
	case f.list == "":
		return f.field
	case f.field == "":
		return f.list + "[" + strconv.Itoa(f.index) + "]"
	}
	return f.list + "[" + strconv.Itoa(f.index) + "]." + f.field
}

// Validate returns nil if g describes a job: 1 to MaxOps ops with the ids 1..n
// in any order, figures that are finite, not negative and at most MaxFigure,
// edges between two different ops, none twice, and no cycle. Otherwise the
// error is a *strict.Error that names the op or edge.
func (g *Graph) Validate() error {
	if f := g.check(); f != nil {
		return &strict.Error{Path: f.path(), Message: f.message}
	}
	return nil
}

func (g *Graph) check() *flaw {
	for _, c := range []func(*Graph) *flaw{checkHead, checkOps, checkEdges, checkCycles} {
		if f := c(g); f != nil {
			return f
		}
	}
	return nil
}

func checkHead(g *Graph) *flaw {
	switch {
	case g.Unit != Milliseconds && g.Unit != Seconds:
		return &flaw{field: "unit", message: fmt.Sprintf("%s is not known, expected one of %s, %s", strict.Excerpt(string(g.Unit)), Milliseconds, Seconds)}
	case len(g.Ops) == 0:
		return &flaw{field: "ops", message: "the graph has no ops, expected at least 1"}
	case len(g.Ops) > MaxOps:
		return &flaw{field: "ops", message: fmt.Sprintf("the graph has %d ops, expected at most %d", len(g.Ops), MaxOps)}
	case len(g.Edges) > MaxEdges:
		return &flaw{field: "edges", message: fmt.Sprintf("the graph has %d edges, expected at most %d", len(g.Edges), MaxEdges)}
	}
	if m := checkText(g.Name, MaxNameLen); m != "" {
		return &flaw{field: "name", message: m}
	}
	if m := checkText(g.Source, MaxSourceLen); m != "" {
		return &flaw{field: "source", message: m}
	}
	return nil
}

func checkText(s string, limit int) string {
	if !utf8.ValidString(s) {
		return "the text is not UTF-8"
	}
	if n := utf8.RuneCountInString(s); n > limit {
		return fmt.Sprintf("%d characters are too long, expected at most %d", n, limit)
	}
	return ""
}

func checkOps(g *Graph) *flaw {
	first := make([]int, len(g.Ops)+1) // by id, the op's place in the list counted from 1
	for i := range g.Ops {
		op := &g.Ops[i]
		if op.ID < 1 || op.ID > len(g.Ops) {
			return &flaw{"ops", i, "id", fmt.Sprintf("id %d is out of range, expected the ids of %d ops to be 1 to %d", op.ID, len(g.Ops), len(g.Ops))}
		}
		if at := first[op.ID]; at > 0 {
			return &flaw{"ops", i, "id", fmt.Sprintf("id %d is already that of ops[%d], expected every id once", op.ID, at-1)}
		}
		first[op.ID] = i + 1
		if m := checkText(op.Type, MaxTypeLen); m != "" {
			return &flaw{"ops", i, "type", m}
		}
		for _, c := range []struct {
			field string
			x     float64
			time  bool
		}{
			{"forward", op.Forward, true}, {"backward", op.Backward, true},
			{"activationBytes", op.ActivationBytes, false}, {"parameterBytes", op.ParameterBytes, false},
		} {
			if m := checkFigure(c.x, c.time); m != "" {
				return &flaw{"ops", i, c.field, fmt.Sprintf("op %d: %s", op.ID, m)}
			}
		}
	}
	return nil
}

// figures is the range of every figure of an op.
var figures = strict.Between(0, MaxFigure)

// checkFigure returns what is wrong with a compute time or a size, or "".
func checkFigure(x float64, time bool) string {
	if !figures.Contains(x) {
		return fmt.Sprintf("%s is out of range, expected a number %v", strict.FormatFloat(x), figures)
	}
	if time && x > 0 && x < MinTime {
		return fmt.Sprintf("%s is out of range, expected a time of 0 or at least %s", strict.FormatFloat(x), strict.FormatFloat(MinTime))
	}
	return ""
}

func checkEdges(g *Graph) *flaw {
	n := len(g.Ops)
	for i, e := range g.Edges {
		for _, id := range e {
			if id < 1 || id > n {
				return &flaw{"edges", i, "", fmt.Sprintf("op %d of edge [%d, %d] does not exist, expected ids from 1 to %d", id, e[0], e[1], n)}
			}
		}
		if e[0] == e[1] {
			return &flaw{"edges", i, "", fmt.Sprintf("edge [%d, %d] leads from op %d to itself, expected two different ops", e[0], e[1], e[0])}
		}
	}
	// Edges of one source are looked at together, so that a bitmap of targets
	// finds repetitions without a map of all edges.
	start, order := bySource(g)
	seen := make([]int, n+1) // by target, the source last seen with it
	for from := 1; from <= n; from++ {
		for _, i := range order[start[from]:start[from+1]] {
			to := g.Edges[i][1]
			if seen[to] == from {
				return &flaw{"edges", int(i), "", fmt.Sprintf("edge [%d, %d] is there twice, expected every edge once", from, to)}
			}
			seen[to] = from
		}
	}
	return nil
}

// bySource returns the places of the edges, grouped by source id and in file
// order within a group: those of id are order[start[id]:start[id+1]].
func bySource(g *Graph) (start, order []int32) {
	n := len(g.Ops)
	start = make([]int32, n+2)
	for _, e := range g.Edges {
		start[e[0]+1]++
	}
	for i := 1; i < len(start); i++ {
		start[i] += start[i-1]
	}
	next := append([]int32(nil), start...)
	order = make([]int32, len(g.Edges))
	for i, e := range g.Edges {
		order[next[e[0]]] = int32(i)
		next[e[0]]++
	}
	return start, order
}

func checkCycles(g *Graph) *flaw { return findCycles(g, strconv.Itoa) }

// findCycles removes ops without remaining predecessors until none is left;
// what then remains contains a cycle, whose ops are named by label.
func findCycles(g *Graph, label func(id int) string) *flaw {
	n := len(g.Ops)
	start, order := bySource(g)
	waiting := make([]int32, n+1)
	for _, e := range g.Edges {
		waiting[e[1]]++
	}
	ready := make([]int, 0, n)
	for id := 1; id <= n; id++ {
		if waiting[id] == 0 {
			ready = append(ready, id)
		}
	}
	for done := 0; done < len(ready); done++ {
		id := ready[done]
		for _, i := range order[start[id]:start[id+1]] {
			to := g.Edges[i][1]
			if waiting[to]--; waiting[to] == 0 {
				ready = append(ready, to)
			}
		}
	}
	if len(ready) == n {
		return nil
	}
	members, closing := cycle(g, waiting)
	return &flaw{"edges", closing, "", fmt.Sprintf("ops %s form a cycle, expected a graph without cycles", arrows(members, label))}
}

// cycle returns the ids of one cycle among the ops that still wait for
// predecessors, and the place of the edge from its last op to its first. Each
// of them has a predecessor that waits too, so walking backwards from any must
// come round.
func cycle(g *Graph, waiting []int32) (members []int, closing int) {
	into := make([]int, len(waiting)) // by id, an edge from a waiting op, counted from 1
	at := 0
	for i, e := range g.Edges {
		if waiting[e[0]] > 0 && waiting[e[1]] > 0 && into[e[1]] == 0 {
			into[e[1]] = i + 1
			at = e[1]
		}
	}
	before := func(id int) int { return g.Edges[into[id]-1][0] }
	visited := make([]bool, len(waiting))
	for !visited[at] {
		visited[at] = true
		at = before(at)
	}
	members = []int{at}
	for id := before(at); id != at; id = before(id) {
		members = append(members, id)
	}
	slices.Reverse(members[1:])
	return members, into[at] - 1
}

// arrows writes a cycle as 3 -> 5 -> 3, leaving out what is too long to read.
func arrows(members []int, label func(id int) string) string {
	const named = 8
	var b strings.Builder
	for i, id := range members {
		if i == named {
			fmt.Fprintf(&b, "(%d more) -> ", len(members)-named)
			break
		}
		b.WriteString(label(id) + " -> ")
	}
	return b.String() + label(members[0])
}
