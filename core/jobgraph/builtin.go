package jobgraph

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"rampart/core/strict"
)

// The stored built-in graphs are the PipeDream profiles of msr-fiddle/pipedream (MIT
// licence, Microsoft), converted by "rampart import" into the project's own
// form with the attribution in the source field. Order of ops and edges and
// all figures are those of the profiles.
//
// Those behind gnmt_large were not copied as files but transcribed from a text
// index of that repository (commit 11c40c015e1b7a8e668363c8521609ad48e287f3,
// profiler/image_classification/profiles/NAME/graph.txt). Their lengths are those
// of the originals; types, activations, parameters and edges were checked by what
// follows from the networks (TestTranscription, TestTranscribedEdges). Nothing
// can check a compute time like that: those of 541 of the 3,369 ops were read a
// second time, and no digit differed.
//
//go:embed models/*.json
var models embed.FS

// builtins lists the built-in graphs: first the five of the paper in the order
// in which the contract names them, then the other profiles, then those that
// are generated from the shape of a transformer (see Transformer).
var builtins = append([]string{
	"alexnet", "vgg16", "resnet18", "squeezenet1_0", "gnmt",
	"resnet50", "densenet121", "gnmt_large",
	"inception_v3", "nasnetalarge", "nasnetamobile", "resnet101", "resnext50", "resnext101",
}, TransformerNames()...)

// BuiltinNames returns the names of the built-in graphs, the paper's five
// first.
func BuiltinNames() []string { return slices.Clone(builtins) }

// PaperNames returns the names of the five graphs of arXiv 2301.13799, which
// are a workload's default.
func PaperNames() []string { return slices.Clone(builtins[:5]) }

var builtinGraphs = func() map[string]func() *Graph {
	m := make(map[string]func() *Graph)
	for _, t := range transformers {
		m[t.Name] = sync.OnceValue(func() *Graph {
			g, err := t.Generate(A100(), Milliseconds)
			if err != nil {
				panic("jobgraph: a built-in graph cannot be generated")
			}
			return g
		})
	}
	for _, name := range builtins[:len(builtins)-len(transformers)] {
		m[name] = sync.OnceValue(func() *Graph {
			data, err := models.ReadFile("models/" + name + ".json")
			if err != nil {
				panic("jobgraph: a built-in graph is missing")
			}
			g, err := DecodeJSON(data)
			if err != nil {
				panic("jobgraph: a built-in graph is broken")
			}
			return g
		})
	}
	return m
}()

// Builtin returns the built-in graph of that name. Generated graphs are for an
// A100 and in milliseconds, as the profiles are: reference rules take the figures
// of all graphs for seconds, and so jobs stay comparable under any rules. The graph is shared and
// must not be changed. An unknown name is an error that lists the known ones.
func Builtin(name string) (*Graph, error) {
	if load, ok := builtinGraphs[name]; ok {
		return load(), nil
	}
	hint := ""
	if near := strict.Nearest(name, builtins); near != "" {
		hint = " (did you mean " + near + "?)"
	}
	return nil, fmt.Errorf("%s is no built-in graph, expected one of %s%s", strict.Excerpt(name), strings.Join(builtins, ", "), hint)
}

// BuiltinJobs returns the mirrored jobs of built-in graphs, in the order of
// their names, or the error of Builtin.
func BuiltinJobs(names ...string) ([]*Job, error) {
	jobs := make([]*Job, len(names))
	for i, name := range names {
		g, err := Builtin(name)
		if err != nil {
			return nil, err
		}
		jobs[i] = Mirror(g)
	}
	return jobs, nil
}
