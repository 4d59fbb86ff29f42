package jobgraph_test

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"rampart/core/jobgraph"
)

func shape(t *testing.T, name string) jobgraph.Transformer {
	t.Helper()
	s, ok := jobgraph.BuiltinTransformer(name)
	if !ok {
		t.Fatalf("%s is not there", name)
	}
	return s
}

// The numbers of weights are those of the published models: GPT-2 XL has
// 1,557,611,200, BERT large 335,141,888 with a pooler of 1024 x 1024 + 1024 that
// the masked-token head replaces by a layer of its own, a norm and a bias for
// each token. The graphs hold as many bytes.
func TestTransformerParameters(t *testing.T) {
	const pooler, head = 1024*1024 + 1024, 1024*1024 + 1024 + 2*1024 + 30522
	for name, want := range map[string]float64{
		"gpt2_xl":        1_557_611_200,
		"bert_large":     335_141_888 - pooler + head,
		"bert_large_128": 335_141_888 - pooler + head,
	} {
		s := shape(t, name)
		if got := s.Parameters(); got != want {
			t.Errorf("%s: %v parameters, want %v", name, got, want)
		}
		g, err := jobgraph.Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for _, op := range g.Ops {
			sum += op.ParameterBytes
		}
		if sum != 2*want {
			t.Errorf("%s: %v bytes of parameters, want %v", name, sum, 2*want)
		}
	}
}

// Narayanan et al. (2021) have 96bsLh^2 (1 + s/6h + V/16Lh) FLOPs for a step that
// computes activations twice: without that 72bsLh^2 (1 + s/6h + V/12Lh), which is
// 6 for each token and weight of the layers, and attention, and head.
func TestTransformerFLOPs(t *testing.T) {
	for _, name := range jobgraph.TransformerNames() {
		x := shape(t, name)
		b, s, l, h, v := float64(x.Batch), float64(x.Sequence), float64(x.Layers), float64(x.Hidden), float64(x.Vocabulary)
		want := 72 * b * s * l * h * h * (1 + s/(6*h) + v/(12*l*h))
		if x.Encoder {
			want += 6 * b * s * h * h // the head's own layer
		}
		if got := x.FLOPs(); math.Abs(got/want-1) > 1e-12 {
			t.Errorf("%s: %v FLOPs, want %v", name, got, want)
		}
		// Six for each token and weight miss attention, and count biases, norms
		// and the table of positions, which are no products.
		six, attention := 6*b*s*x.Parameters(), 12*b*s*s*h*l
		if got := x.FLOPs() - attention; math.Abs(got/six-1) > 0.003 {
			t.Errorf("%s: %v FLOPs without attention, 6 x tokens x parameters are %v", name, got, six)
		}
	}
}

// tiny has figures that can be followed by hand: 2 samples of 3 tokens, width 4,
// 2 heads, 5 words.
var tiny = jobgraph.Transformer{Name: "tiny", Layers: 1, Hidden: 4, Heads: 2, Sequence: 3, Vocabulary: 5, Batch: 2, Bytes: 2}

// TestTransformerByHand checks every op of a layer on a device with 10 FLOP/s, of
// which it reaches half, and 1 B/s (memory bounds all), and on one with 1e6 B/s
// (products bound).
func TestTransformerByHand(t *testing.T) {
	type op struct {
		name                       string
		flops, elements, backwards float64
		output, weights            float64
		from                       []int
	}
	want := []op{
		{"Embedding", 0, 3 * 24, 5 * 24, 24, (5 + 3) * 4, nil},
		{"Norm (layer 1, attention)", 0, 24 + 24 + 8, 72 + 16, 24, 8, []int{1}},
		{"Queries and keys (layer 1)", 2 * 6 * 4 * 8, 24 + 48 + 40, 2 * 112, 48, 40, []int{2}},
		{"Values (layer 1)", 2 * 6 * 4 * 4, 24 + 24 + 20, 2 * 68, 24, 20, []int{2}},
		{"Scores (layer 1)", 2 * 6 * 3 * 4, 24 + 24 + 36, 2 * 84, 36, 0, []int{3}},
		{"Softmax (layer 1)", 0, 72, 108, 36, 0, []int{5}},
		{"Context (layer 1)", 2 * 6 * 3 * 4, 36 + 24 + 24, 2 * 84, 24, 0, []int{6, 4}},
		{"Projection (layer 1)", 2 * 6 * 4 * 4, 24 + 24 + 20, 2 * 68, 24, 20, []int{7}},
		{"Residual (layer 1, attention)", 0, 72, 72, 24, 0, []int{1, 8}},
		{"Norm (layer 1, MLP)", 0, 56, 88, 24, 8, []int{9}},
		{"MLP in (layer 1)", 2 * 6 * 4 * 16, 24 + 96 + 80, 400, 96, 80, []int{10}},
		{"GELU (layer 1)", 0, 192, 288, 96, 0, []int{11}},
		{"MLP out (layer 1)", 2 * 6 * 16 * 4, 96 + 24 + 68, 376, 24, 68, []int{12}},
		{"Residual (layer 1, MLP)", 0, 72, 72, 24, 0, []int{9, 13}},
		{"Norm (head)", 0, 56, 88, 24, 8, []int{14}},
		{"Logits (head)", 2 * 6 * 4 * 5, 24 + 20 + 30, 2 * 74, 30, 0, []int{15}},
		{"Loss", 0, 60, 60, 6, 0, []int{16}},
	}
	for _, bandwidth := range []float64{1, 1e6} {
		g, err := tiny.Generate(jobgraph.Accelerator{FLOPs: 10, Efficiency: 0.5, MemoryBytesSecond: bandwidth}, jobgraph.Seconds)
		if err != nil {
			t.Fatal(err)
		}
		if len(g.Ops) != len(want) {
			t.Fatalf("%d ops, want %d", len(g.Ops), len(want))
		}
		from := make([][]int, len(want)+1)
		for _, e := range g.Edges {
			from[e[1]] = append(from[e[1]], e[0])
		}
		for i, w := range want {
			expected := jobgraph.Op{
				ID: i + 1, Type: w.name,
				Forward:         max(w.flops/5, 2*w.elements/bandwidth),
				Backward:        max(2*w.flops/5, 2*w.backwards/bandwidth),
				ActivationBytes: 2 * w.output, ParameterBytes: 2 * w.weights,
			}
			if got := g.Ops[i]; got != expected || !reflect.DeepEqual(from[i+1], w.from) {
				t.Errorf("bandwidth %v: op %+v from %v, want %+v from %v", bandwidth, got, from[i+1], expected, w.from)
			}
		}
	}
}

// A unit changes the figures by a thousand and nothing else.
func TestTransformerUnits(t *testing.T) {
	s, err := tiny.Generate(jobgraph.A100(), jobgraph.Seconds)
	if err != nil {
		t.Fatal(err)
	}
	ms, err := tiny.Generate(jobgraph.A100(), jobgraph.Milliseconds)
	if err != nil {
		t.Fatal(err)
	}
	for i := range s.Ops {
		if a, b := s.Ops[i], ms.Ops[i]; math.Abs(a.Forward*1000/b.Forward-1) > 1e-12 || a.ActivationBytes != b.ActivationBytes {
			t.Errorf("%+v in seconds, %+v in milliseconds", a, b)
		}
	}
}

// The encoder normalises behind its residuals, the decoder in front of its
// products; each op's activations add up to what Korthikanti et al. (2022) keep:
// 34sbh + 5as^2b bytes a layer with dropout, whose masks and outputs are not here.
func TestTransformerLayers(t *testing.T) {
	for _, name := range jobgraph.TransformerNames() {
		x := shape(t, name)
		g, err := jobgraph.Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		into := map[string][]string{}
		for _, e := range g.Edges {
			into[g.Ops[e[1]-1].Type] = append(into[g.Ops[e[1]-1].Type], g.Ops[e[0]-1].Type)
		}
		want := map[string]string{
			"MLP in (layer 2)": "Norm (layer 2, MLP)", "Residual (layer 2, MLP)": "Residual (layer 2, attention), MLP out (layer 2)",
			"Residual (layer 2, attention)": "Residual (layer 1, MLP), Projection (layer 2)",
		}
		if x.Encoder {
			want = map[string]string{
				"MLP in (layer 2)": "Norm (layer 2, attention)", "Residual (layer 2, MLP)": "Norm (layer 2, attention), MLP out (layer 2)",
				"Residual (layer 2, attention)": "Norm (layer 1, MLP), Projection (layer 2)",
			}
		}
		for op, inputs := range want {
			if got := strings.Join(into[op], ", "); got != inputs {
				t.Errorf("%s: %s reads %s, want %s", name, op, got, inputs)
			}
		}
		sum := 0.0
		for _, op := range g.Ops {
			if strings.Contains(op.Type, "(layer 2)") || strings.Contains(op.Type, "(layer 2,") {
				sum += op.ActivationBytes
			}
		}
		sbh, ssb := float64(x.Sequence*x.Batch*x.Hidden), float64(x.Heads*x.Sequence*x.Sequence*x.Batch)
		if sum != 36*sbh+4*ssb {
			t.Errorf("%s: %v bytes of activations in a layer", name, sum)
		}
		if ratio := sum / (34*sbh + 5*ssb); ratio < 0.85 || ratio > 1.05 {
			t.Errorf("%s: activations are %v of the published ones", name, ratio)
		}
		if memory := jobgraph.Mirror(g).Stats.TotalMemory; memory > 80e9 || memory < 35e9 {
			t.Errorf("%s: %v bytes in both passes, want them to fit 80 GB well", name, memory)
		}
	}
}

func TestTransformerRefuses(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(x *jobgraph.Transformer, a *jobgraph.Accelerator)
		want   string
	}{
		{"no layer", func(x *jobgraph.Transformer, _ *jobgraph.Accelerator) { x.Layers = 0 }, "layers: 0 is out of range, expected an integer from 1 to 1000"},
		{"heads that do not divide", func(x *jobgraph.Transformer, _ *jobgraph.Accelerator) { x.Heads = 3 }, "heads: 3 heads do not share a width of 4 evenly, expected a divisor of it"},
		{"a negative batch", func(x *jobgraph.Transformer, _ *jobgraph.Accelerator) { x.Batch = -1 }, "batch: -1 is out of range, expected an integer from 1 to 65536"},
		{"too few positions", func(x *jobgraph.Transformer, _ *jobgraph.Accelerator) { x.Positions = 2 }, "positions: 2 is out of range, expected an integer from the length of a sequence, 3, to 1048576"},
		{"a name that is no text", func(x *jobgraph.Transformer, _ *jobgraph.Accelerator) { x.Name = "\xff" }, "name: the text is not UTF-8"},
		{"no efficiency", func(_ *jobgraph.Transformer, a *jobgraph.Accelerator) { a.Efficiency = 0 }, "efficiency: 0 is out of range, expected a number greater than 0 and up to 1"},
		{"no number", func(_ *jobgraph.Transformer, a *jobgraph.Accelerator) { a.FLOPs = math.NaN() }, "flops: NaN is out of range, expected a number from 1 to "},
		{"infinite bandwidth", func(_ *jobgraph.Transformer, a *jobgraph.Accelerator) { a.MemoryBytesSecond = math.Inf(1) }, "bandwidth: "},
		{"a device for which the graph is nothing", func(_ *jobgraph.Transformer, a *jobgraph.Accelerator) { a.MemoryBytesSecond = 1e18 }, "ops[0].forward: "},
	} {
		x, a := tiny, jobgraph.A100()
		c.change(&x, &a)
		if _, err := x.Generate(a, jobgraph.Seconds); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}

// FuzzTransformer wants a shape to be refused or to give a graph that reads back
// as it is, and never to be larger than its layers ask for.
func FuzzTransformer(f *testing.F) {
	f.Add(true, 2, 8, 2, 4, 8, 10, 2, 2, 1e12, 0.5, 1e12)
	f.Add(false, 1000, 65536, 1024, 1<<20, 0, 10_000_000, 65536, 8, 1.0, 1.0, 1.0)
	f.Add(false, 1, 1, 1, 1, 0, 1, 1, 1, 1e21, 1.0, 1e18)
	f.Fuzz(func(t *testing.T, encoder bool, layers, hidden, heads, sequence, positions, vocabulary, batch, bytes int, flops, efficiency, bandwidth float64) {
		x := jobgraph.Transformer{Name: "x", Encoder: encoder, Layers: layers, Hidden: hidden, Heads: heads, Sequence: sequence,
			Positions: positions, Vocabulary: vocabulary, Batch: batch, Bytes: bytes}
		g, err := x.Generate(jobgraph.Accelerator{FLOPs: flops, Efficiency: efficiency, MemoryBytesSecond: bandwidth}, jobgraph.Milliseconds)
		if err != nil {
			return
		}
		if len(g.Ops) > 13*layers+7 {
			t.Fatalf("%d ops for %d layers", len(g.Ops), layers)
		}
		back, err := jobgraph.DecodeJSON(jobgraph.EncodeJSON(g))
		if err != nil || !reflect.DeepEqual(back, g) {
			t.Fatalf("%v, or the graph changed", err)
		}
	})
}
