package jobgraph_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"rampart/core/jobgraph"
)

// tensor is what an op hands on for one sample: channels, height and width. A
// vector has height and width 1.
type tensor struct{ c, h, w int }

// call is an op's type taken apart: Conv2d(3, 64, kernel_size=(7, 7)) has the
// name Conv2d and the arguments 3, 64 and kernel_size=(7, 7).
type call struct {
	name string
	args []string
}

func parseCall(text string) call {
	name, rest, _ := strings.Cut(text, "(")
	c, depth, start := call{name: name}, 0, 0
	for i := range len(rest) {
		switch ch := rest[i]; {
		case ch == '(':
			depth++
		case ch == ')' && depth > 0:
			depth--
		case (ch == ',' || ch == ')') && depth == 0:
			c.args = append(c.args, strings.TrimSpace(rest[start:i]))
			start = i + 1
		}
	}
	return c
}

// pair returns an argument's two numbers, height and width, which are one if it
// has one, and otherwise where it is not given.
func (c call) pair(name string, otherwise int) (h, w int) {
	for _, a := range c.args {
		value, ok := strings.CutPrefix(a, name+"=")
		if !ok {
			continue
		}
		first, second, two := strings.Cut(strings.Trim(value, "()"), ", ")
		h, _ = strconv.Atoi(first)
		if w = h; two {
			w, _ = strconv.Atoi(second)
		}
		return h, w
	}
	return otherwise, otherwise
}

// at returns the number that stands at a place without a name.
func (c call) at(place int) int {
	if place >= len(c.args) {
		return 0
	}
	n, _ := strconv.Atoi(c.args[place])
	return n
}

// window returns what a convolution or pooling makes of an image (the formulas
// of PyTorch's Conv2d and MaxPool2d).
func (c call) window(in tensor, channels int) tensor {
	kh, kw := c.pair("kernel_size", 0)
	sh, sw := c.pair("stride", 1)
	ph, pw := c.pair("padding", 0)
	if slices.Contains(c.args, "ceil_mode=True") {
		in.h, in.w = in.h+sh-1, in.w+sw-1
	}
	return tensor{channels, (in.h+2*ph-kh)/sh + 1, (in.w+2*pw-kw)/sw + 1}
}

// infer returns what an op of a convolutional network hands on for one sample
// and its parameters, in numbers, from its type and what its parents hand on; a
// complaint where the type does not fit them.
func infer(c call, parents []tensor) (out tensor, parameters int, complaint string) {
	if len(parents) == 0 {
		return out, 0, "no parents"
	}
	in := parents[0]
	if c.name != "Add" && c.name != "Concat" && len(parents) != 1 {
		return out, 0, "several parents"
	}
	switch c.name {
	case "ReLU", "Dropout", "__getitem__":
		return in, 0, ""
	case "BatchNorm2d":
		if c.at(0) != in.c {
			complaint = "other channels come in"
		}
		return in, 2 * c.at(0), complaint
	case "MaxPool2d", "AvgPool2d":
		return c.window(in, in.c), 0, ""
	case "Conv2d":
		if c.at(0) != in.c {
			complaint = "other channels come in"
		}
		groups, _ := c.pair("groups", 1)
		kh, kw := c.pair("kernel_size", 0)
		parameters = c.at(0) / groups * c.at(1) * kh * kw
		if !slices.Contains(c.args, "bias=False") {
			parameters += c.at(1)
		}
		return c.window(in, c.at(1)), parameters, complaint
	case "Linear":
		from, _ := c.pair("in_features", 0)
		to, _ := c.pair("out_features", 0)
		if from != in.c*in.h*in.w {
			complaint = "other features come in"
		}
		return tensor{to, 1, 1}, from*to + to, complaint
	case "View":
		return tensor{in.c * in.h * in.w, 1, 1}, 0, ""
	case "Add":
		if len(parents) != 2 || parents[0] != parents[1] {
			complaint = "not two of the same"
		}
		return in, 0, complaint
	case "Concat":
		for _, p := range parents[1:] {
			in.c += p.c
			if p.h != in.h || p.w != in.w {
				complaint = "not of one size"
			}
		}
		return in, 0, complaint
	}
	return out, 0, "an unknown type"
}

// The profiles of convolutional networks are those of networks that exist: from
// the size of the input alone follow the channels, height and width of all that
// is handed on, and with them every activation and parameter, to the byte. One
// wrong digit in a type, an activation or a parameter, as a transcription might
// have, does not fit, nor does an edge from an op of another shape. Compute
// times fit anything.
func TestTranscription(t *testing.T) {
	for _, tc := range []struct {
		name         string
		batch, image int
		parameters   int   // as torchvision's documentation counts them (num_params), if it has the model
		silent       []int // ops to which the profile gives no figures at all
	}{
		{"alexnet", 256, 224, 61100840, nil},
		{"vgg16", 128, 224, 138357544, nil},
		{"resnet18", 256, 224, 11689512, nil},
		{"squeezenet1_0", 256, 224, 1248424, nil},
		{"resnet50", 128, 224, 25557032, nil},
		{"densenet121", 64, 224, 7978856, nil},
		{"inception_v3", 128, 299, 27161264, nil},
		// The ReLU, pooling and view in front of the last classifier; the other
		// one, halfway, has figures.
		{"nasnetalarge", 16, 224, 0, []int{1243, 1245, 1247}},
		{"nasnetamobile", 128, 224, 0, []int{913, 915, 917}},
		{"resnet101", 64, 224, 44549160, nil},
		{"resnext50", 128, 224, 25028904, nil},
		{"resnext101", 64, 224, 0, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			g, err := jobgraph.Builtin(tc.name)
			if err != nil {
				t.Fatal(err)
			}
			checkShapes(t, g, tc.batch, tensor{3, tc.image, tc.image}, tc.silent)
			parameters := 0.0
			for i := range g.Ops {
				parameters += g.Ops[i].ParameterBytes / 4
			}
			if tc.parameters > 0 && parameters != float64(tc.parameters) {
				t.Errorf("%v parameters, want %d", parameters, tc.parameters)
			}
		})
	}
}

// checkShapes walks the ops in the order of their ids, in which the network is
// built, and compares all activations and parameters, of 4 bytes a number, with
// what follows from the types.
func checkShapes(t *testing.T, g *jobgraph.Graph, batch int, input tensor, silent []int) {
	ops, parents := make([]*jobgraph.Op, len(g.Ops)+1), make([][]int, len(g.Ops)+1)
	for i := range g.Ops {
		ops[g.Ops[i].ID] = &g.Ops[i]
	}
	for _, e := range g.Edges {
		if parents[e[1]] = append(parents[e[1]], e[0]); e[0] >= e[1] {
			t.Fatalf("op %d hands on to op %d", e[0], e[1])
		}
	}
	made := make([]tensor, len(ops))
	for id := 1; id < len(ops); id++ {
		var in []tensor
		for _, p := range parents[id] {
			if parseCall(ops[p].Type).name != "Size" { // a number, which a view takes
				in = append(in, made[p])
			}
		}
		op, c := ops[id], parseCall(ops[id].Type)
		samples, parameters, complaint := batch, 0, ""
		switch c.name {
		case "Input":
			made[id] = input
		case "Size":
			made[id], samples = tensor{1, 1, 1}, 1
		default:
			made[id], parameters, complaint = infer(c, in)
		}
		if slices.Contains(silent, id) {
			samples = 0
		}
		if complaint != "" || samples == 0 && (op.Forward > 0 || op.Backward > 0) {
			t.Errorf("op %d, %s, of %v, takes %v and %v ms: %s", id, op.Type, in, op.Forward, op.Backward, complaint)
		}
		if got, want := op.ActivationBytes, float64(4*samples*made[id].c*made[id].h*made[id].w); got != want {
			t.Errorf("op %d, %s, of %v hands on %v bytes, want %v", id, op.Type, in, got, want)
		}
		if got, want := op.ParameterBytes, float64(4*parameters); got != want {
			t.Errorf("op %d, %s: %v bytes of parameters, want %v", id, op.Type, got, want)
		}
	}
}

// Deeper networks repeat what shallower ones have: edges that are drawn between
// the wrong ops of one shape show here.
func TestTranscribedEdges(t *testing.T) {
	same := func(id int) int { return id }
	for _, tc := range []struct {
		name, other string
		fold, onto  func(id int) int
	}{
		{"resnext50", "resnet50", same, same}, // whose profile was a file
		{"resnext101", "resnet101", same, same},
		{"nasnetalarge", "nasnetamobile", nasnetCell(6), nasnetCell(4)},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, want := edgeCounts(t, tc.name, tc.fold), edgeCounts(t, tc.other, tc.onto)
			for e, n := range got {
				repeated := n - want[e]
				if want[e] == 0 || repeated != 0 && (tc.name != "nasnetalarge" || repeated != 2) {
					t.Errorf("edge %v: %d of them, %d in %s", e, n, want[e], tc.other)
				}
			}
			for e, n := range want {
				if got[e] == 0 {
					t.Errorf("edge %v: none of them, %d in %s", e, n, tc.other)
				}
			}
		})
	}
}

// nasnetCell folds the cells of a nasnet, which has three rows of so many equal
// cells with 55 ops each and something else around them, to the first cell of
// their row. What is behind a row gets the id that it has with 4 cells.
func nasnetCell(cells int) func(int) int {
	return func(id int) int {
		for _, start := range []int{123, 404, 693} { // with 4 cells
			if id < start {
				break
			}
			if id < start+55*cells {
				return start + (id-start)%55
			}
			id -= 55 * (cells - 4)
		}
		return id
	}
}

// edgeCounts returns how often each edge between folded ids occurs.
func edgeCounts(t *testing.T, name string, fold func(int) int) map[[2]int]int {
	g, err := jobgraph.Builtin(name)
	if err != nil {
		t.Fatal(err)
	}
	counts := map[[2]int]int{}
	for _, e := range g.Edges {
		counts[[2]int{fold(e[0]), fold(e[1])}]++
	}
	return counts
}
