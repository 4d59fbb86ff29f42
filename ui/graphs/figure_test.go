package graphs

import (
	"slices"
	"strings"
	"testing"

	"rampart/core/jobgraph"
	"rampart/wasm/wire"
)

func TestFigureRefusesWhatDoesNotFit(t *testing.T) {
	good := drawn(t, "gnmt")
	if NewFigure(copied(t, good)) == nil {
		t.Fatal("a right one is refused")
	}
	for name, spoil := range map[string]func(d *wire.GraphDrawing){
		"no ops":                  func(d *wire.GraphDrawing) { d.ID = nil },
		"a short column":          func(d *wire.GraphDrawing) { d.Backward = d.Backward[1:] },
		"an unknown type":         func(d *wire.GraphDrawing) { d.Type[3] = len(d.Types) },
		"an id out of range":      func(d *wire.GraphDrawing) { d.ID[3] = 49 },
		"an edge to nowhere":      func(d *wire.GraphDrawing) { d.Edges[2][1] = 48 },
		"an edge back":            func(d *wire.GraphDrawing) { d.Edges[2] = [2]int{d.Edges[2][1], d.Edges[2][0]} },
		"a missing point":         func(d *wire.GraphDrawing) { d.Between = d.Between[1:] },
		"a point beside":          func(d *wire.GraphDrawing) { d.Between[0] = d.Lanes },
		"a layer beyond the last": func(d *wire.GraphDrawing) { d.Layers-- },
		"a lane beside":           func(d *wire.GraphDrawing) { d.Lane[0] = -1 },
		"a missing lane":          func(d *wire.GraphDrawing) { d.Lane = d.Lane[1:] },
	} {
		d := copied(t, good)
		spoil(d)
		if NewFigure(d) != nil {
			t.Errorf("%s: it is taken", name)
		}
	}
	if NewFigure(nil) != nil {
		t.Error("nothing is taken")
	}
	undrawn := copied(t, good)
	undrawn.Layer, undrawn.Lane, undrawn.Between, undrawn.Layers = nil, nil, nil, 0
	if f := NewFigure(undrawn); f == nil || f.Drawn() {
		t.Error("a graph without a drawing is refused")
	}
}

func TestNodes(t *testing.T) {
	f := NewFigure(drawn(t, "resnet18"))
	for op := range f.n {
		node := f.twin(op)
		if f.op(node) != op || f.twin(node) != op || !f.backward(node) || f.id(op)+f.id(node) != 2*f.n+1 {
			t.Fatalf("op %d and node %d are no twins", op, node)
		}
	}
	// Both passes are walked from their first op to their last.
	for _, start := range []int{f.order[0], f.order[f.n-1] + f.n} {
		steps := 1
		for node := start; f.next(node, 1) != none; node = f.next(node, 1) {
			steps++
		}
		if steps != f.n {
			t.Errorf("a walk from node %d meets %d of %d ops", start, steps, f.n)
		}
	}
	total := 0.0
	for i, k := range f.kinds {
		total += k.time
		if i > 0 && k.time > f.kinds[i-1].time {
			t.Errorf("kind %s is not in its place", k.name)
		}
	}
	if want := f.Stats.StepTime; total < want*(1-1e-9) || total > want*(1+1e-9) {
		t.Errorf("the kinds take %v, want %v", total, want)
	}
}

func TestFind(t *testing.T) {
	f := NewFigure(drawn(t, "alexnet"))
	for text, want := range map[string]int{"": 0, " ": 0, "conv2d": 5, "RELU": 7, "conv2d(384": 1, "7": 1, "99": 0, "kernel_size=3": 3 + 3, "no such op": 0} {
		got := f.find(text)
		if text == "kernel_size=3" {
			want = 0
			for _, kind := range f.Type {
				if strings.Contains(f.Types[kind], text) {
					want++
				}
			}
		}
		if len(got) != want || !slices.IsSortedFunc(got, func(a, b int) int { return f.index[a] - f.index[b] }) {
			t.Errorf("%q finds %v, want %d", text, got, want)
		}
	}
	if got := f.find("7"); f.ID[got[0]] != 7 {
		t.Errorf("id 7 is op %d", f.ID[got[0]])
	}
}

func TestSteps(t *testing.T) {
	for _, tc := range []struct {
		v, most float64
		want    int
	}{{0, 1, 0}, {1, 0, 0}, {1e-9, 1, 1}, {1, 1, 8}, {0.25, 1, 5}, {0.2499, 1, 4}, {-1, 1, 0}} {
		if got := step(tc.v, tc.most); got != tc.want {
			t.Errorf("%v of %v is step %d, want %d", tc.v, tc.most, got, tc.want)
		}
	}
}

// Every tone gives every node a colour that there is.
func TestTones(t *testing.T) {
	for _, name := range jobgraph.BuiltinNames() {
		f := NewFigure(drawn(t, name))
		split := make([]int, 2*f.n)
		for i := range split {
			split[i] = 1 + i%9
		}
		for _, tone := range tones {
			p := f.paint(tone.Tone, split)
			used := map[int]bool{}
			for node := range 2 * f.n {
				fill, text := int(p.fill[node]), int(p.text[node])
				if fill < 0 || fill >= len(tokens) || tokens[text] != "on-"+tokens[fill] {
					t.Fatalf("%s by %s: node %d has %s on %s", name, tone.Name, node, tokens[text], tokens[fill])
				}
				used[fill] = true
			}
			if len(used) < 2 {
				t.Errorf("%s by %s has one colour", name, tone.Name)
			}
		}
	}
}
