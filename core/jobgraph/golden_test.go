package jobgraph_test

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"rampart/core/jobgraph"
)

// reference is one graph of testdata/reference.json: what the unmodified
// reference simulator (ddls, commit 9e0b5ba) makes of a profile. Nodes and
// edges stand in its iteration order.
type reference struct {
	Name                        string
	Forward, Nodes, Edges       int
	SequentialTime, StepTime    float64
	TotalMemory, TotalEdgeBytes float64
	MaxCompute, MaxMemory       [2]float64 // id, value
	MaxThroughput, MaxDepth     [2]float64
	MaxEdge                     [3]float64 // ids, bytes
	Sources                     []int
	NodeFigures                 [][4]float64 // id, compute, memory, depth
	EdgeFigures                 [][3]float64 // ids, bytes
}

func readReference(t *testing.T) (steps float64, graphs []reference) {
	t.Helper()
	data, err := os.ReadFile("testdata/reference.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		TrainingSteps float64
		Graphs        []reference
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	return file.TrainingSteps, file.Graphs
}

// Every figure must equal the reference's to the bit, sums included: the order
// of summation is part of the rules.
func TestMirrorEqualsReference(t *testing.T) {
	steps, graphs := readReference(t)
	if len(graphs) != 5 {
		t.Fatalf("%d graphs in the reference data", len(graphs))
	}
	for _, want := range graphs {
		t.Run(want.Name, func(t *testing.T) {
			g, err := jobgraph.Builtin(want.Name)
			if err != nil {
				t.Fatal(err)
			}
			job := jobgraph.Mirror(g)
			s := job.Stats
			for _, c := range []struct {
				name      string
				got, want float64
			}{
				{"forward ops", float64(job.Forward), float64(want.Forward)},
				{"nodes", float64(s.Nodes), float64(want.Nodes)},
				{"edges", float64(s.Edges), float64(want.Edges)},
				{"step time", s.StepTime, want.StepTime},
				{"sequential time", steps * s.StepTime, want.SequentialTime},
				{"total memory", s.TotalMemory, want.TotalMemory},
				{"total edge bytes", s.TotalEdgeBytes, want.TotalEdgeBytes},
				{"max compute", s.MaxCompute, want.MaxCompute[1]},
				{"max compute id", float64(s.MaxComputeID), want.MaxCompute[0]},
				{"max memory", s.MaxMemory, want.MaxMemory[1]},
				{"max memory id", float64(s.MaxMemoryID), want.MaxMemory[0]},
				{"max throughput", s.MaxThroughput, want.MaxThroughput[1]},
				{"max throughput id", float64(s.MaxThroughputID), want.MaxThroughput[0]},
				{"max depth", float64(s.MaxDepth), want.MaxDepth[1]},
				{"max depth id", float64(s.MaxDepthID), want.MaxDepth[0]},
				{"max edge bytes", s.MaxEdgeBytes, want.MaxEdge[2]},
				{"max edge from", float64(s.MaxEdge[0]), want.MaxEdge[0]},
				{"max edge to", float64(s.MaxEdge[1]), want.MaxEdge[1]},
			} {
				if c.got != c.want {
					t.Errorf("%s: got %v, want %v", c.name, c.got, c.want)
				}
			}
			compareNodes(t, job, want)
			compareEdges(t, job, want)
		})
	}
}

func compareNodes(t *testing.T, job *jobgraph.Job, want reference) {
	if len(job.ID) != len(want.NodeFigures) {
		t.Fatalf("%d nodes, want %d", len(job.ID), len(want.NodeFigures))
	}
	for i, w := range want.NodeFigures {
		got := [4]float64{float64(job.ID[i]), job.Compute[i], job.Memory[i], float64(job.Stats.Depth[i])}
		if got != w {
			t.Errorf("node %d: got %v, want %v", i, got, w)
		}
		if m := job.MirrorIndex(i); job.ID[m] != len(job.ID)+1-job.ID[i] || job.MirrorIndex(m) != i {
			t.Errorf("node %d: mirror index %d", i, m)
		}
	}
	var sources []int
	for _, i := range job.Stats.Sources {
		sources = append(sources, job.ID[i])
	}
	if !slices.Equal(sources, want.Sources) {
		t.Errorf("sources %v, want %v", sources, want.Sources)
	}
}

func compareEdges(t *testing.T, job *jobgraph.Job, want reference) {
	if len(job.Edges) != len(want.EdgeFigures) {
		t.Fatalf("%d edges, want %d", len(job.Edges), len(want.EdgeFigures))
	}
	for i, w := range want.EdgeFigures {
		e := job.Edges[i]
		if got := [3]float64{float64(job.ID[e.From]), float64(job.ID[e.To]), e.Bytes}; got != w {
			t.Errorf("edge %d: got %v, want %v", i, got, w)
		}
	}
}

// The graphs beyond the paper's have no recorded run; these figures follow from
// their profiles, or from the shapes of the transformers, and hold both fixed.
func TestOtherBuiltins(t *testing.T) {
	for _, want := range []struct {
		name                    string
		ops, edges, sinks       int // of the forward pass
		nodes, arcs, sources    int // of both passes
		depth                   int
		stepTime                float64 // milliseconds
		activations, parameters float64 // bytes, of the forward pass
		totalMemory, edgeBytes  float64 // bytes, of both passes
	}{
		{"resnet50", 177, 193, 1, 354, 387, 1, 97, 462.38100000000003, 19308728324, 102228128, 38821912904, 44245688328},
		{"densenet121", 429, 487, 1, 858, 975, 1, 159, 335.24, 12527921156, 31915424, 25119673160, 29962915848},
		{"gnmt_large", 96, 122, 17, 192, 245, 20, 38, 520.453, 1355637248, 1110870272, 4933015040, 3588755456},
		{"inception_v3", 326, 362, 2, 652, 725, 2, 124, 710.738, 16686773768, 108645056, 33590837648, 40810448400},
		{"nasnetalarge", 1251, 1468, 3, 2502, 2937, 3, 107, 665.343, 8587156364, 368958360, 17912229448, 22856258708},
		{"nasnetamobile", 921, 1078, 3, 1842, 2157, 3, 97, 599.844, 14128497164, 34343816, 28325681960, 37230786068},
		{"resnet101", 347, 380, 1, 694, 761, 1, 165, 421.509, 14458415108, 178196640, 29273223496, 33477873672},
		{"resnext50", 177, 193, 1, 354, 387, 1, 97, 607.951, 24356835332, 100115616, 48913901896, 54341902344},
		{"resnext101", 347, 380, 1, 694, 761, 1, 165, 567.919, 18292664324, 176710816, 36938750280, 41146372104},
		{"bert_large", 319, 390, 1, 638, 781, 1, 209, 269.12934151326374, 28548366336, 670348916, 58437430504, 61895016448},
		{"bert_large_128", 319, 390, 1, 638, 781, 1, 209, 243.06253411355863, 18884689920, 670348916, 39110077672, 42567663616},
		{"gpt2_xl", 628, 771, 1, 1256, 1543, 1, 204, 316.8277830299295, 31895207936, 3115222400, 70020860672, 67552182272},
	} {
		t.Run(want.name, func(t *testing.T) {
			g, err := jobgraph.Builtin(want.name)
			if err != nil {
				t.Fatal(err)
			}
			s := jobgraph.Mirror(g).Stats
			sink := make([]bool, len(g.Ops)+1)
			got := want
			got.activations, got.parameters, got.sinks = 0, 0, 0
			for i := range g.Ops {
				sink[g.Ops[i].ID] = true
				got.activations += g.Ops[i].ActivationBytes
				got.parameters += g.Ops[i].ParameterBytes
			}
			for _, e := range g.Edges {
				sink[e[0]] = false
			}
			for _, is := range sink {
				if is {
					got.sinks++
				}
			}
			got.ops, got.edges, got.nodes, got.arcs = len(g.Ops), len(g.Edges), s.Nodes, s.Edges
			got.sources, got.depth, got.totalMemory, got.edgeBytes = len(s.Sources), s.MaxDepth, s.TotalMemory, s.TotalEdgeBytes
			if d := s.StepTime - want.stepTime; d > 1e-9 || d < -1e-9 { // a sum is rounded
				t.Errorf("step time %v, want %v", s.StepTime, want.stepTime)
			}
			if got != want {
				t.Errorf("got  %+v\nwant %+v", got, want)
			}
		})
	}
}
