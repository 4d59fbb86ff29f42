//go:build !js

// The model is run by another program, which WebAssembly cannot start.

package checkpoint_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rampart/core/jobgraph"
	"rampart/core/plan"
	"rampart/core/ramp"
	"rampart/policy/agent"
	"rampart/policy/checkpoint"
	"rampart/policy/gnn"
	"rampart/policy/nn"
	"rampart/policy/observe"
)

// input and output are tensors as testdata/onnx.cjs takes and gives them.
type input struct {
	Name string `json:"name"`
	Type string `json:"type"`
	Dims []int  `json:"dims"`
	Data any    `json:"data"`
}

type output struct {
	Dims []int     `json:"dims"`
	Data []float32 `json:"data"`
}

type onnxCase struct {
	Model  string  `json:"model"`
	Inputs []input `json:"inputs"`

	name           string
	logits, values []float32 // as gnn computes them
}

// builtinGraphs returns the paper's five graphs as a policy sees them.
func builtinGraphs(t *testing.T, p *checkpoint.Policy) []gnn.Graph {
	t.Helper()
	s := plan.Settings{
		Shape: ramp.Shape{Groups: 4, Racks: 4, Servers: 2}, NodeBandwidth: 1.6e12, PropagationSeconds: 5e-8,
		IOSeconds: 1e-7, ChannelsPerLink: 1, MemoryBytes: 8e10, MaxDegree: 16, Quantum: 0.01,
	}
	graphs, err := jobgraph.BuiltinJobs(jobgraph.PaperNames()...)
	if err != nil {
		t.Fatal(err)
	}
	s.Graphs = graphs
	plans, err := plan.New(s)
	if err != nil {
		t.Fatal(err)
	}
	encoder, err := observe.New(p.Features, p.Normalisers, plans)
	if err != nil {
		t.Fatal(err)
	}
	return agent.Graphs(encoder)
}

// newCase makes a batch of random rows for graph g and what gnn makes of it.
func newCase(t *testing.T, p *checkpoint.Policy, model string, graphs []gnn.Graph, g, rows int) onnxCase {
	t.Helper()
	m, err := p.Model(graphs)
	if err != nil {
		t.Fatal(err)
	}
	c, r := p.Config, rand.New(rand.NewPCG(uint64(g), 7))
	features, mask, bits := make([]float32, rows*c.GraphFeatures), make([]bool, rows*c.Actions), make([]int, rows*c.Actions)
	for i := range features {
		features[i] = r.Float32()
	}
	for i := range mask {
		if mask[i] = i%c.Actions == 0 || r.IntN(2) == 0; mask[i] {
			bits[i] = 1
		}
	}
	x := onnxCase{Model: model, name: fmt.Sprintf("%s, graph %d", p.Name, g), logits: make([]float32, rows*c.Actions), values: make([]float32, rows)}
	m.Forward(slices.Repeat([]int32{int32(g)}, rows), features, mask, x.logits, x.values)
	job := &graphs[g]
	x.Inputs = []input{
		{"node_features", "float32", []int{job.Nodes, c.NodeFeatures}, job.NodeFeatures},
		{"edge_features", "float32", []int{job.Edges, c.EdgeFeatures}, job.EdgeFeatures},
		{"edge_from", "int64", []int{job.Edges}, job.From}, {"edge_to", "int64", []int{job.Edges}, job.To},
		{"graph_features", "float32", []int{rows, c.GraphFeatures}, features},
		{"mask", "bool", []int{rows, c.Actions}, bits},
	}
	return x
}

// onnxPolicies are policies of all shapes and activations.
func onnxPolicies(t *testing.T) []*checkpoint.Policy {
	n := normalisers(16, 1, 2, 4, 8, 16)
	list := []*checkpoint.Policy{paperPolicy(t), newPolicy(t, observe.Extended, n, nil)}
	list[0].Name, list[1].Name = "paper", "extended"
	for i, name := range nn.Activations() {
		p := newPolicy(t, observe.Paper, n, func(c *gnn.Config) {
			c.Activation, c.Rounds, c.Depth, c.Hidden = name, 1+i%3, 1+i%2, 24
		})
		p.Name = name
		list = append(list, p)
	}
	return list
}

// Another runtime computes the same from the exported model.
func TestONNX(t *testing.T) {
	dir := t.TempDir()
	var cases []onnxCase
	for i, p := range onnxPolicies(t) {
		file, err := checkpoint.ONNX(p)
		if err != nil {
			t.Fatal(err)
		}
		model := fmt.Sprintf("%d.onnx", i)
		if err := os.WriteFile(filepath.Join(dir, model), file, 0o600); err != nil {
			t.Fatal(err)
		}
		// A job of one operation has no dependencies; nothing is received.
		graphs := append(builtinGraphs(t, p), gnn.Graph{Nodes: 1, NodeFeatures: []float32{1, 0, 1, 0, 0}})
		for g := range graphs {
			cases = append(cases, newCase(t, p, model, graphs, g, 1+3*g))
		}
	}
	for i, got := range runONNX(t, dir, cases) {
		want := &cases[i]
		t.Run(want.name, func(t *testing.T) {
			rows := len(want.values)
			compare(t, "logits", got["logits"], []int{rows, len(want.logits) / rows}, want.logits)
			compare(t, "value", got["value"], []int{rows}, want.values)
		})
	}
}

// A policy that could not be written as a file is no model either.
func TestONNXRefuses(t *testing.T) {
	p := paperPolicy(t)
	p.Params[3] = float32(math.Inf(1))
	if file, err := checkpoint.ONNX(p); file != nil || err == nil || !strings.HasPrefix(err.Error(), "weights[3]: +Inf") {
		t.Error(err)
	}
}

// compare checks shape and numbers, those of masked actions to the last bit.
func compare(t *testing.T, name string, got output, dims []int, want []float32) {
	t.Helper()
	if !slices.Equal(got.Dims, dims) || len(got.Data) != len(want) {
		t.Fatalf("%s: %d numbers %v, want %v", name, len(got.Data), got.Dims, dims)
	}
	for i, v := range want {
		difference := math.Abs(float64(got.Data[i]) - float64(v))
		if v == -math.MaxFloat32 && difference != 0 || !(difference <= 1e-4) {
			t.Errorf("%s[%d]: %v, want %v", name, i, got.Data[i], v)
		}
	}
}

func runONNX(t *testing.T, dir string, cases []onnxCase) []map[string]output {
	t.Helper()
	text, err := json.Marshal(cases)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "cases.json")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	var out, errors bytes.Buffer
	node := exec.Command("node", filepath.Join("testdata", "onnx.cjs"), path)
	node.Stdout, node.Stderr = &out, &errors
	if err := node.Run(); err != nil {
		if strings.Contains(errors.String(), "Cannot find module 'onnxruntime-web'") {
			t.Fatal("the ONNX runtime is not installed: run npm ci at the root of the repository")
		}
		t.Fatalf("node: %v\n%s", err, errors.String())
	}
	var results []map[string]output
	if err := json.Unmarshal(out.Bytes(), &results); err != nil || len(results) != len(cases) {
		t.Fatalf("%d results of %d cases: %v\n%s", len(results), len(cases), err, errors.String())
	}
	return results
}
