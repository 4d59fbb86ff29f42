package jobgraph_test

import (
	"math"
	"strings"
	"testing"

	"rampart/core/jobgraph"
)

// ring makes a graph of n ops in a ring, the largest cycle there is.
func ring(n int) *jobgraph.Graph {
	g := &jobgraph.Graph{Unit: jobgraph.Seconds}
	for id := 1; id <= n; id++ {
		g.Ops = append(g.Ops, jobgraph.Op{ID: id})
		g.Edges = append(g.Edges, [2]int{id, id%n + 1})
	}
	return g
}

func TestValidate(t *testing.T) {
	op := func(change func(*jobgraph.Op)) *jobgraph.Graph {
		g := graphOf([]int{1, 2}, [2]int{1, 2})
		change(&g.Ops[1])
		return g
	}
	for _, c := range []struct {
		name string
		g    *jobgraph.Graph
		want string
	}{
		{"no ops", &jobgraph.Graph{Unit: jobgraph.Seconds}, "ops: the graph has no ops, expected at least 1"},
		{"no unit", &jobgraph.Graph{}, `unit: "" is not known, expected one of milliseconds, seconds`},
		{"too many ops", &jobgraph.Graph{Unit: jobgraph.Seconds, Ops: make([]jobgraph.Op, 100001)}, "ops: the graph has 100001 ops, expected at most 100000"},
		{"too many edges", &jobgraph.Graph{Unit: jobgraph.Seconds, Ops: make([]jobgraph.Op, 1), Edges: make([][2]int, 1000001)},
			"edges: the graph has 1000001 edges, expected at most 1000000"},
		{"id 0", graphOf([]int{0, 1}), "ops[0].id: id 0 is out of range, expected the ids of 2 ops to be 1 to 2"},
		{"gap in the ids", graphOf([]int{1, 3}), "ops[1].id: id 3 is out of range, expected the ids of 2 ops to be 1 to 2"},
		{"repeated id", graphOf([]int{1, 3, 1}), "ops[2].id: id 1 is already that of ops[0], expected every id once"},
		{"negative time", op(func(o *jobgraph.Op) { o.Forward = -1 }), "ops[1].forward: op 2: -1 is out of range, expected a number from 0 to 1e18"},
		{"NaN", op(func(o *jobgraph.Op) { o.Backward = math.NaN() }), "ops[1].backward: op 2: NaN is out of range, expected a number from 0 to 1e18"},
		{"infinity", op(func(o *jobgraph.Op) { o.ActivationBytes = math.Inf(1) }), "ops[1].activationBytes: op 2: +Inf is out of range, expected a number from 0 to 1e18"},
		{"absurd size", op(func(o *jobgraph.Op) { o.ParameterBytes = 1e19 }), "ops[1].parameterBytes: op 2: 10000000000000000000 is out of range, expected a number from 0 to 1e18"},
		{"time too short to divide by", op(func(o *jobgraph.Op) { o.Forward = 5e-324 }), "ops[1].forward: op 2: 5e-324 is out of range, expected a time of 0 or at least 1e-12"},
		{"long type", op(func(o *jobgraph.Op) { o.Type = strings.Repeat("é", 1001) }), "ops[1].type: 1001 characters are too long, expected at most 1000"},
		{"type that is no text", op(func(o *jobgraph.Op) { o.Type = "\xff" }), "ops[1].type: the text is not UTF-8"},
		{"edge to nowhere", graphOf([]int{1, 2}, [2]int{1, 2}, [2]int{2, 3}), "edges[1]: op 3 of edge [2, 3] does not exist, expected ids from 1 to 2"},
		{"edge from nowhere", graphOf([]int{1, 2}, [2]int{0, 2}), "edges[0]: op 0 of edge [0, 2] does not exist, expected ids from 1 to 2"},
		{"loop of one", graphOf([]int{1, 2}, [2]int{2, 2}), "edges[0]: edge [2, 2] leads from op 2 to itself, expected two different ops"},
		{"repeated edge", graphOf([]int{1, 2, 3}, [2]int{1, 2}, [2]int{1, 3}, [2]int{1, 2}), "edges[2]: edge [1, 2] is there twice, expected every edge once"},
		{"cycle of two", graphOf([]int{1, 2}, [2]int{1, 2}, [2]int{2, 1}), "edges[1]: ops 1 -> 2 -> 1 form a cycle, expected a graph without cycles"},
		// The op in front and the one behind do not belong to the cycle.
		{"cycle with a way in and a way out", graphOf([]int{1, 2, 3, 4, 5}, [2]int{1, 2}, [2]int{2, 3}, [2]int{3, 4}, [2]int{4, 2}, [2]int{4, 5}),
			"edges[2]: ops 4 -> 2 -> 3 -> 4 form a cycle, expected a graph without cycles"},
		{"cycle too long to show", ring(100000), "edges[99999]: ops 1 -> 2 -> 3 -> 4 -> 5 -> 6 -> 7 -> 8 -> (99992 more) -> 1 form a cycle, expected a graph without cycles"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := c.g.Validate()
			if err == nil || err.Error() != c.want {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
		})
	}
	t.Run("ids in any order", func(t *testing.T) {
		if err := graphOf([]int{3, 1, 2}, [2]int{3, 1}, [2]int{1, 2}).Validate(); err != nil {
			t.Error(err)
		}
	})
}
