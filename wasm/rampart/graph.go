package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"

	"rampart/core/jobgraph"
	"rampart/core/strict"
)

// graphCommand is rampart graph: it writes a built-in graph, or one generated
// from the shape of a transformer, as a job graph.
func graphCommand(args []string, s streams) int {
	shape, device := jobgraph.Transformer{}, jobgraph.A100()
	unit := string(jobgraph.Milliseconds)
	flags := flag.NewFlagSet("graph", flag.ContinueOnError)
	out := flags.String("o", "", "")
	flags.StringVar(&shape.Name, "name", "", "")
	flags.StringVar(&unit, "unit", unit, "")
	encoder := flags.Bool("encoder", false, "")
	numbers := map[string]*int{
		"layers": &shape.Layers, "hidden": &shape.Hidden, "heads": &shape.Heads, "sequence": &shape.Sequence,
		"vocabulary": &shape.Vocabulary, "batch": &shape.Batch, "bytes": &shape.Bytes,
	}
	for name, at := range numbers {
		flags.IntVar(at, name, 0, "")
	}
	flags.StringVar(&device.Name, "device", device.Name, "")
	flags.Float64Var(&device.FLOPs, "flops", device.FLOPs, "")
	flags.Float64Var(&device.MemoryBytesSecond, "bandwidth", device.MemoryBytesSecond, "")
	flags.Float64Var(&device.Efficiency, "efficiency", device.Efficiency, "")
	model, status, ok := arguments("graph", flags, args, s)
	if !ok {
		return status
	}
	given := map[string]bool{}
	flags.Visit(func(f *flag.Flag) { given[f.Name] = f.Name != "o" })
	delete(given, "o")
	g, err := makeGraph(model, shape, device, jobgraph.Unit(unit), *encoder, given)
	if err != nil {
		return badInput(s, model, err)
	}
	o, err := openOutput(*out, s.out)
	if err != nil {
		return badInput(s, *out, err)
	}
	defer o.discard()
	if err := o.write(jobgraph.EncodeJSON(g)); err != nil {
		return failed(s, cmp.Or(*out, "-"), err)
	}
	return exitDone
}

// makeGraph makes a graph of a model and of the flags that were given: a
// built-in graph as it is, or a transformer whose shape is a built-in one's
// where flags do not say otherwise. The model "transformer" is gpt2_xl's shape
// without its name, or with --encoder bert_large's.
func makeGraph(model string, shape jobgraph.Transformer, device jobgraph.Accelerator, unit jobgraph.Unit, encoder bool, given map[string]bool) (*jobgraph.Graph, error) {
	start := model
	if model == "transformer" {
		start = "gpt2_xl"
		if encoder {
			start = "bert_large"
		}
	}
	base, generated := jobgraph.BuiltinTransformer(start)
	switch {
	case !generated && len(given) > 0:
		if _, err := jobgraph.Builtin(model); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("this graph is that of a profile and takes no shape, expected one of %s, transformer", strings.Join(jobgraph.TransformerNames(), ", "))
	case !generated || len(given) == 0 && start == model:
		return jobgraph.Builtin(model)
	case model != "transformer" && given["encoder"] && encoder != base.Encoder:
		return nil, errors.New("--encoder is for the model transformer, and this one is a decoder")
	case !slices.Contains([]jobgraph.Unit{jobgraph.Milliseconds, jobgraph.Seconds}, unit):
		return nil, &strict.Error{Path: "unit", Message: fmt.Sprintf("%s is not known, expected one of %s, %s", strict.Excerpt(string(unit)), jobgraph.Milliseconds, jobgraph.Seconds)}
	}
	base.Name = model
	if given["name"] {
		base.Name = shape.Name
	}
	for _, f := range []struct {
		flag     string
		from, to *int
	}{
		{"layers", &shape.Layers, &base.Layers}, {"hidden", &shape.Hidden, &base.Hidden}, {"heads", &shape.Heads, &base.Heads},
		{"sequence", &shape.Sequence, &base.Sequence}, {"vocabulary", &shape.Vocabulary, &base.Vocabulary},
		{"batch", &shape.Batch, &base.Batch}, {"bytes", &shape.Bytes, &base.Bytes},
	} {
		if given[f.flag] {
			*f.to = *f.from
		}
	}
	if given["sequence"] {
		base.Positions = max(base.Positions, base.Sequence)
	}
	return base.Generate(device, unit)
}
