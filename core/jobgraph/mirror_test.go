package jobgraph_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"rampart/core/jobgraph"
)

// graphOf builds a graph whose ops have the ids in the order given, 1 unit of
// forward and 2 of backward time each, and id bytes of activation.
func graphOf(ids []int, edges ...[2]int) *jobgraph.Graph {
	g := &jobgraph.Graph{Name: "test", Unit: jobgraph.Seconds, Edges: edges}
	for _, id := range ids {
		g.Ops = append(g.Ops, jobgraph.Op{ID: id, Forward: 1, Backward: 2, ActivationBytes: float64(id), ParameterBytes: 0.5})
	}
	return g
}

func TestMirrorOrders(t *testing.T) {
	for _, c := range []struct {
		name  string
		g     *jobgraph.Graph
		edges string // u>v in canonical order, by id
	}{
		// One op still has the join to its own twin.
		{"single op", graphOf([]int{1}), "1>2"},
		// Successors of 1 follow the edge list (3 before 2); those of the twin
		// of 4, id 5, follow the node order of their twins (3 before 2 there).
		{"diamond out of order", graphOf([]int{1, 3, 2, 4}, [2]int{1, 3}, [2]int{2, 4}, [2]int{1, 2}, [2]int{3, 4}),
			"1>3 1>2 3>4 2>4 4>5 6>8 7>8 5>6 5>7"},
		// The join starts at the largest id even where that has successors.
		{"largest id in front", graphOf([]int{3, 1, 2}, [2]int{3, 1}, [2]int{1, 2}), "3>1 3>4 1>2 6>4 5>6"},
		// Unconnected ops keep their place in node order.
		{"two components", graphOf([]int{2, 1}), "2>3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			job := jobgraph.Mirror(c.g)
			var got []string
			for _, e := range job.Edges {
				got = append(got, fmt.Sprintf("%d>%d", job.ID[e.From], job.ID[e.To]))
			}
			if s := strings.Join(got, " "); s != c.edges {
				t.Errorf("got  %s\nwant %s", s, c.edges)
			}
			checkAdjacency(t, job)
		})
	}
}

// checkAdjacency compares the neighbour methods with a plain scan of Edges.
func checkAdjacency(t *testing.T, job *jobgraph.Job) {
	t.Helper()
	for x := range job.ID {
		var out, in []int
		for _, e := range job.Edges {
			if e.From == x {
				out = append(out, e.To)
			}
			if e.To == x {
				in = append(in, e.From)
			}
		}
		slices.Sort(in) // node order
		if got := job.Successors(nil, x); !slices.Equal(got, out) {
			t.Fatalf("node %d: successors %v, want %v", x, got, out)
		}
		if got := job.Predecessors(nil, x); !slices.Equal(got, in) {
			t.Fatalf("node %d: predecessors %v, want %v", x, got, in)
		}
	}
}

func TestAdjacencyOfBuiltins(t *testing.T) {
	for _, name := range jobgraph.BuiltinNames() {
		t.Run(name, func(t *testing.T) {
			g, err := jobgraph.Builtin(name)
			if err != nil {
				t.Fatal(err)
			}
			checkAdjacency(t, jobgraph.Mirror(g))
		})
	}
}

func TestStatsOfNothing(t *testing.T) {
	// A graph of zeros has no maxima, and no division by zero either.
	g := &jobgraph.Graph{Unit: jobgraph.Milliseconds, Ops: []jobgraph.Op{{ID: 1}, {ID: 2}}}
	s := jobgraph.Mirror(g).Stats
	if s.MaxComputeID != 0 || s.MaxMemoryID != 0 || s.MaxThroughputID != 0 || s.MaxEdge != [2]int{} || s.StepTime != 0 {
		t.Errorf("%+v", s)
	}
	// Depth counts from the first source in node order only: op 2 is reached
	// from there by nothing.
	if want := []int{1, 0, 0, 0}; !slices.Equal(s.Depth, want) || s.MaxDepth != 1 {
		t.Errorf("depth %v", s.Depth)
	}
}

// The bounds of Validate are there to keep every sum and quotient finite.
func TestStatsStayFinite(t *testing.T) {
	op := jobgraph.Op{Forward: jobgraph.MinTime, Backward: jobgraph.MaxFigure, ActivationBytes: jobgraph.MaxFigure, ParameterBytes: jobgraph.MaxFigure}
	g := &jobgraph.Graph{Unit: jobgraph.Seconds}
	for id := 1; id <= 1000; id++ {
		op.ID = id
		g.Ops = append(g.Ops, op)
		if id > 1 {
			g.Edges = append(g.Edges, [2]int{id - 1, id})
		}
	}
	s := jobgraph.Mirror(g).Stats
	for _, x := range []float64{s.StepTime, s.TotalMemory, s.TotalEdgeBytes, s.MaxThroughput} {
		if math.IsInf(x, 0) || math.IsNaN(x) {
			t.Errorf("%+v", s)
		}
	}
}

func TestMirrorPanics(t *testing.T) {
	defer func() {
		if r := recover(); r != "jobgraph: Mirror of a graph that Validate refuses" {
			t.Errorf("recovered %v", r)
		}
	}()
	jobgraph.Mirror(graphOf([]int{1, 2}, [2]int{1, 2}, [2]int{2, 1}))
}

func BenchmarkMirrorDensenet121(b *testing.B) {
	g, err := jobgraph.Builtin("densenet121")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		jobgraph.Mirror(g)
	}
}
