package jobgraph

import (
	"fmt"

	"rampart/core/strict"
)

// Transformer is the shape of a transformer and of the batch it is trained on.
// Its ops are those of one training step without dropout: embedding, layers of
// attention and of a perceptron that is four times as wide, language-model head
// over the tokens of the embedding (tied weights) and loss.
type Transformer struct {
	Name       string // of the graph, up to MaxNameLen characters
	Encoder    bool   // as BERT: norms behind the residuals, two token types, masked-token head; else a decoder as GPT-2
	Layers     int    // 1..1000
	Hidden     int    // width h, 1..65536, a multiple of Heads
	Heads      int    // a, 1..1024
	Sequence   int    // tokens s of a sample, 1..1048576
	Positions  int    // rows of the position table, at least Sequence; 0: Sequence
	Vocabulary int    // V, 1..10000000
	Batch      int    // samples b of a step, 1..65536
	Bytes      int    // of an element of activations, weights and gradients, 1..8
}

// Accelerator is the device that the compute times of a generated graph are for.
type Accelerator struct {
	Name              string  // up to MaxNameLen characters
	FLOPs             float64 // peak floating-point operations a second at the element's width, 1..1e21
	Efficiency        float64 // share of the peak that matrix products reach, above 0, up to 1
	MemoryBytesSecond float64 // bytes a second between memory and cores, 1..1e18
}

// A100 is NVIDIA's A100 with 80 GB, SXM: 312 TFLOP/s in bfloat16 without
// sparsity and 2,039 GB/s (NVIDIA A100 Tensor Core GPU data sheet, 2021). Half
// of the peak is what matrix products of these widths reach in training: with
// the ops that memory bounds, gpt2_xl comes to 43 % of the peak, where
// D. Narayanan et al. (SC '21, arXiv 2104.04473, table 1) measured 44 % for 1.7
// billion parameters with fused ops.
func A100() Accelerator {
	return Accelerator{Name: "A100 80 GB SXM", FLOPs: 312e12, Efficiency: 0.5, MemoryBytesSecond: 2.039e12}
}

// The shapes of the generated built-in graphs; each batch makes both passes fit
// the 80 GB of an A100 as the simulator counts them.
var transformers = []Transformer{
	// J. Devlin et al., BERT (NAACL 2019, arXiv 1810.04805): BERT large, and its
	// two lengths of sequences in pre-training.
	{Name: "bert_large", Encoder: true, Layers: 24, Hidden: 1024, Heads: 16, Sequence: 512, Positions: 512, Vocabulary: 30522, Batch: 32, Bytes: 2},
	{Name: "bert_large_128", Encoder: true, Layers: 24, Hidden: 1024, Heads: 16, Sequence: 128, Positions: 512, Vocabulary: 30522, Batch: 128, Bytes: 2},
	// A. Radford et al., Language models are unsupervised multitask learners
	// (2019): GPT-2 with 1.5 billion parameters.
	{Name: "gpt2_xl", Layers: 48, Hidden: 1600, Heads: 25, Sequence: 1024, Positions: 1024, Vocabulary: 50257, Batch: 4, Bytes: 2},
}

// TransformerNames lists the built-in graphs that Generate makes.
func TransformerNames() []string {
	names := make([]string, len(transformers))
	for i := range transformers {
		names[i] = transformers[i].Name
	}
	return names
}

// BuiltinTransformer returns the shape of a generated built-in graph, false for
// any other name.
func BuiltinTransformer(name string) (Transformer, bool) {
	for _, t := range transformers {
		if t.Name == name {
			return t, true
		}
	}
	return Transformer{}, false
}

// Check returns a *strict.Error that names the field, its value and what is
// allowed, or nil.
func (t *Transformer) Check() error {
	for _, c := range []struct {
		field    string
		x        int
		low, top float64
	}{
		{"layers", t.Layers, 1, 1000}, {"hidden", t.Hidden, 1, 1 << 16}, {"heads", t.Heads, 1, 1024},
		{"sequence", t.Sequence, 1, 1 << 20}, {"vocabulary", t.Vocabulary, 1, 1e7}, {"batch", t.Batch, 1, 1 << 16},
		{"bytes", t.Bytes, 1, 8},
	} {
		if r := strict.Between(c.low, c.top); !r.Contains(float64(c.x)) {
			return &strict.Error{Path: c.field, Message: fmt.Sprintf("%d is out of range, expected an integer %v", c.x, r)}
		}
	}
	switch {
	case t.Hidden%t.Heads != 0:
		return &strict.Error{Path: "heads", Message: fmt.Sprintf("%d heads do not share a width of %d evenly, expected a divisor of it", t.Heads, t.Hidden)}
	case t.Positions != 0 && (t.Positions < t.Sequence || t.Positions > 1<<20):
		return &strict.Error{Path: "positions", Message: fmt.Sprintf("%d is out of range, expected an integer from the length of a sequence, %d, to %d", t.Positions, t.Sequence, 1<<20)}
	}
	if m := checkText(t.Name, MaxNameLen); m != "" {
		return &strict.Error{Path: "name", Message: m}
	}
	return nil
}

// Check returns a *strict.Error that names the field, its value and what is
// allowed, or nil.
func (a *Accelerator) Check() error {
	for _, c := range []struct {
		field string
		x     float64
		r     strict.Range
	}{
		{"flops", a.FLOPs, strict.Between(1, 1e21)}, {"efficiency", a.Efficiency, strict.AboveUpTo(0, 1)},
		{"bandwidth", a.MemoryBytesSecond, strict.Between(1, 1e18)},
	} {
		if !c.r.Contains(c.x) {
			return &strict.Error{Path: c.field, Message: fmt.Sprintf("%s is out of range, expected a number %v", strict.FormatFloat(c.x), c.r)}
		}
	}
	if m := checkText(a.Name, MaxNameLen); m != "" {
		return &strict.Error{Path: "device", Message: m}
	}
	return nil
}

// Parameters returns the number of weights of all ops.
func (t *Transformer) Parameters() float64 {
	sum := 0.0
	for _, op := range t.ops() {
		sum += op.weights
	}
	return sum
}

// FLOPs returns the floating-point operations of the matrix products of a
// training step, forward and backward.
func (t *Transformer) FLOPs() float64 {
	sum := 0.0
	for _, op := range t.ops() {
		sum += float64(3 * op.flops)
	}
	return sum
}

// Generate makes the job graph of a training step on a device. An op takes
//
//	max(FLOPs / (peak x efficiency), bytes / memory bandwidth)
//
// (S. Williams, A. Waterman and D. Patterson, Roofline, CACM 52 (2009) 65). The
// matrix products of a layer have 24bsh^2 + 4bs^2h FLOPs forward and twice as
// many backward (Narayanan et al. 2021, appendix; J. Kaplan et al., arXiv
// 2001.08361, section 2.1), attention in full also under a causal mask; what
// else an op computes is not counted, since memory bounds it. Bytes are all
// operands and results, read and written once. Activations are the outputs of
// the ops, which V. Korthikanti et al. (arXiv 2205.05198, section 4) count in
// the same way but for dropout. The error is a *strict.Error: that of a Check,
// or of Graph.Validate where a device is so fast that a time vanishes.
func (t *Transformer) Generate(a Accelerator, unit Unit) (*Graph, error) {
	if err := t.Check(); err != nil {
		return nil, err
	}
	if err := a.Check(); err != nil {
		return nil, err
	}
	perSecond := 1.0
	if unit == Milliseconds {
		perSecond = 1000
	}
	peak, width := float64(a.FLOPs*a.Efficiency), float64(t.Bytes)
	time := func(flops, elements float64) float64 {
		return float64(max(flops/peak, float64(elements*width)/a.MemoryBytesSecond) * perSecond)
	}
	g := &Graph{Name: t.Name, Source: cut(t.source(&a), MaxSourceLen), Unit: unit}
	for i, op := range t.ops() {
		g.Ops = append(g.Ops, Op{
			ID: i + 1, Type: op.name,
			Forward: time(op.flops, op.forward), Backward: time(float64(2*op.flops), op.backward),
			ActivationBytes: float64(op.output * width), ParameterBytes: float64(op.weights * width),
		})
		for _, from := range op.from {
			g.Edges = append(g.Edges, [2]int{from, i + 1})
		}
	}
	return g, g.Validate()
}

// source says what a graph was made from.
func (t *Transformer) source(a *Accelerator) string {
	kind := "decoder"
	if t.Encoder {
		kind = "encoder"
	}
	return fmt.Sprintf("Generated: transformer %s of %d layers, width %d, %d heads, sequences of %d tokens, vocabulary of %d, batch of %d, %d bytes an element. "+
		"Time of an op: max(FLOPs / (peak x efficiency), bytes / memory bandwidth) (roofline, Williams et al. 2009) on %s: %s FLOP/s x %s, %s B/s. "+
		"FLOPs of a layer: 24bsh^2 + 4bs^2h forward, twice that backward (Narayanan et al. 2021; Kaplan et al. 2020). No dropout, no optimiser.",
		kind, t.Layers, t.Hidden, t.Heads, t.Sequence, t.Vocabulary, t.Batch, t.Bytes,
		a.Name, strict.FormatFloat(a.FLOPs), strict.FormatFloat(a.Efficiency), strict.FormatFloat(a.MemoryBytesSecond))
}
