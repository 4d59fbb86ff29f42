package jobgraph

import (
	"reflect"
	"strings"
	"testing"
)

func TestWithoutInput(t *testing.T) {
	op := func(id int, kind string) Op { return Op{ID: id, Type: kind, Forward: float64(id)} }
	for _, tc := range []struct {
		name  string
		ops   []Op
		edges [][2]int
		want  []Op // with the ids of before in Forward; nil for no graph
		left  [][2]int
	}{
		{"the first op", []Op{op(1, "Input"), op(2, "Conv2d"), op(3, "ReLU")}, [][2]int{{1, 2}, {2, 3}, {1, 3}},
			[]Op{{1, "Conv2d", 2, 0, 0, 0}, {2, "ReLU", 3, 0, 0, 0}}, [][2]int{{1, 2}}},
		{"several, in any order of the file", []Op{op(4, "ReLU"), op(3, "Input1"), op(1, "Input0"), op(2, "Conv2d")}, [][2]int{{3, 4}, {1, 2}, {2, 4}},
			[]Op{{2, "ReLU", 4, 0, 0, 0}, {1, "Conv2d", 2, 0, 0, 0}}, [][2]int{{1, 2}}},
		{"an op that is only called so", []Op{op(1, "Conv2d"), op(2, "InputNorm")}, [][2]int{{1, 2}}, nil, nil},
		{"no other op", []Op{op(1, "Input")}, nil, nil, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			g := &Graph{Name: "net", Unit: Seconds, Ops: tc.ops, Edges: tc.edges}
			got := WithoutInput(g)
			if tc.want == nil {
				if got != nil {
					t.Fatalf("got %+v, want no graph", got)
				}
				return
			}
			if !reflect.DeepEqual(got.Ops, tc.want) || !reflect.DeepEqual(got.Edges, tc.left) || got.Name != "net_without_input" {
				t.Errorf("got %+v", got)
			}
			if err := got.Validate(); err != nil {
				t.Error(err)
			}
		})
	}
}

// The built-in graphs that have an input op are valid without it, and lose just
// its time.
func TestBuiltinsWithoutInput(t *testing.T) {
	for _, name := range BuiltinNames() {
		g, err := Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		short := WithoutInput(g)
		if _, generated := BuiltinTransformer(name); (short == nil) != generated {
			t.Errorf("%s: without its input it is %v", name, short)
		}
		if short == nil {
			continue
		}
		if err := short.Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		sum := func(ops []Op) (time float64) {
			for i := range ops {
				time += ops[i].Forward + ops[i].Backward
			}
			return time
		}
		input := 0.0
		for _, i := range InputOps(g) {
			input += sum(g.Ops[i : i+1])
		}
		if got, want := sum(short.Ops), sum(g.Ops)-input; got < want*(1-1e-9) || got > want*(1+1e-9) {
			t.Errorf("%s: %v without its input, want %v", name, got, want)
		}
	}
}

// A name of the greatest length stays one.
func TestWithoutInputOfALongName(t *testing.T) {
	g := &Graph{Name: strings.Repeat("x", MaxNameLen), Source: strings.Repeat("y", MaxSourceLen), Unit: Seconds,
		Ops: []Op{{ID: 1, Type: "Input"}, {ID: 2}}}
	if err := WithoutInput(g).Validate(); err != nil {
		t.Error(err)
	}
}
