package graphs

import (
	"encoding/json"
	"testing"

	"rampart/core/experiment"
	"rampart/core/jobgraph"
	"rampart/core/layers"
	"rampart/wasm/wire"
)

// drawn is a built-in graph as the engine draws it.
func drawn(t testing.TB, name string) *wire.GraphDrawing {
	t.Helper()
	g, err := jobgraph.Builtin(name)
	if err != nil {
		t.Fatal(err)
	}
	return drawingOf(t, g)
}

func drawingOf(t testing.TB, g *jobgraph.Graph) *wire.GraphDrawing {
	t.Helper()
	d := &wire.GraphDrawing{Name: g.Name, Unit: string(g.Unit), Inputs: jobgraph.InputOps(g)}
	d.Stats.StepTime = jobgraph.Mirror(g).Stats.StepTime
	place := make([]int, len(g.Ops)+1)
	kinds := map[string]int{}
	for i, op := range g.Ops {
		k, known := kinds[op.Type]
		if !known {
			k = len(d.Types)
			kinds[op.Type], d.Types = k, append(d.Types, op.Type)
		}
		place[op.ID] = i
		d.ID, d.Type = append(d.ID, op.ID), append(d.Type, k)
		d.Forward, d.Backward = append(d.Forward, op.Forward), append(d.Backward, op.Backward)
		d.ActivationBytes, d.ParameterBytes = append(d.ActivationBytes, op.ActivationBytes), append(d.ParameterBytes, op.ParameterBytes)
	}
	for _, e := range g.Edges {
		d.Edges = append(d.Edges, [2]int{place[e[0]], place[e[1]]})
	}
	x, err := layers.Draw(len(g.Ops), d.Edges)
	if err != nil {
		t.Fatal(err)
	}
	d.Layers, d.Lanes, d.Layer, d.Lane = x.Layers, x.Lanes, x.Layer, x.Lane
	for _, b := range x.Between {
		d.Between = append(d.Between, b...)
	}
	return d
}

// long is a graph of so many ops in a chain with shortcuts.
func long(t testing.TB, n int) *wire.GraphDrawing {
	g := &jobgraph.Graph{Name: "long", Unit: jobgraph.Milliseconds}
	for id := 1; id <= n; id++ {
		g.Ops = append(g.Ops, jobgraph.Op{ID: id, Type: "Conv2d(3)", Forward: float64(id % 7), Backward: 1, ActivationBytes: 5, ParameterBytes: 1})
		if id > 1 {
			g.Edges = append(g.Edges, [2]int{id - 1, id})
		}
		if id%5 == 0 && id > 5 {
			g.Edges = append(g.Edges, [2]int{id - 5, id})
		}
	}
	return drawingOf(t, g)
}

// oneStep is a small step of a graph of two ops on two servers.
func oneStep() *wire.GraphStep {
	return &wire.GraphStep{
		Degree: 2, Effective: 2, Ops: 8, StepSeconds: 10,
		SubOps: []int{2, 2, 2, 2}, Seconds: []float64{1, 2, 3, 2}, Memory: make([]float64, 4), Flows: []int{2, 0, 0, 2},
		NodeBytes: []float64{5, 0, 0, 5}, SyncBytes: []float64{0, 0, 0, 5},
		Servers: []string{"0-0-0", "0-0-1"}, Row: []int{0, 1},
		Schedules: []wire.GraphSchedule{
			{Node: []int{0, 1, 3, 2}, From: []float64{0, 2, 4, 7}, To: []float64{1, 4, 6, 10}, Moves: []float64{1, 2, 6, 7}},
			{Node: []int{0, -1}, From: []float64{0, 5}, To: []float64{1, 9}},
		},
		Critical: []wire.GraphLeg{
			{From: 0, To: 0, Begin: 0, End: 1}, {Transfer: true, From: 0, To: 1, Begin: 1, End: 2},
			{From: 1, To: 1, Begin: 2, End: 4}, {From: 3, To: 3, Begin: 4, End: 6},
			{Transfer: true, From: 3, To: 3, Begin: 6, End: 7}, {From: 2, To: 2, Begin: 7, End: 10},
		},
		Transfers: []wire.GraphTransfer{{From: 0, To: 1, Count: 2, Bytes: 5, Begin: 1, End: 2}},
	}
}

// two is the graph of oneStep.
func two(t testing.TB) *wire.GraphDrawing {
	return drawingOf(t, &jobgraph.Graph{Name: "two", Unit: jobgraph.Seconds, Ops: []jobgraph.Op{
		{ID: 1, Type: "Input", Forward: 2, ActivationBytes: 5}, {ID: 2, Type: "Linear(5, 5)", Forward: 4, Backward: 4, ParameterBytes: 10}},
		Edges: [][2]int{{1, 2}}})
}

// engine is an Asker that a test plays by hand.
type engine struct {
	file     []byte
	question *wire.GraphQuestion // nil if nothing is asked
	asked    int
	stopped  int
	progress func(int, int)
	got      func(*wire.GraphFigures, string)
}

func (e *engine) Graph(file []byte, q *wire.GraphQuestion, progress func(int, int), got func(*wire.GraphFigures, string)) func() {
	e.file, e.question, e.progress, e.got = file, q, progress, got
	e.asked++
	return func() { e.stopped++ }
}

// answer answers the question that is asked.
func (e *engine) answer(f *wire.GraphFigures, message string) {
	got := e.got
	e.question = nil
	got(f, message)
}

// owned is an experiment with one imported graph, two.
func owned(t testing.TB) *experiment.Experiment {
	x := *experiment.Default()
	g := &jobgraph.Graph{Name: "two", Unit: jobgraph.Seconds, Ops: []jobgraph.Op{{ID: 1, Type: "Input", Forward: 2}}}
	x.Workload.Graphs = append([]experiment.GraphRef{{Name: "two", Inline: g}}, x.Workload.Graphs...)
	return &x
}

// copied is a deep copy.
func copied[T any](t testing.TB, v *T) *T {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	n := new(T)
	if err := json.Unmarshal(text, n); err != nil {
		t.Fatal(err)
	}
	return n
}
