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
		forward, edges, sources int
		stepTime, totalMemory   float64
	}{
		{"resnet50", 177, 387, 1, 462.38100000000003, 38821912904},
		{"densenet121", 429, 975, 1, 335.24, 25119673160},
		{"gnmt_large", 96, 245, 20, 520.453, 4933015040},
		{"bert_large", 319, 781, 1, 269.12934151326374, 58437430504},
		{"bert_large_128", 319, 781, 1, 243.06253411355863, 39110077672},
		{"gpt2_xl", 628, 1543, 1, 316.8277830299295, 70020860672},
	} {
		t.Run(want.name, func(t *testing.T) {
			g, err := jobgraph.Builtin(want.name)
			if err != nil {
				t.Fatal(err)
			}
			s := jobgraph.Mirror(g).Stats
			if len(g.Ops) != want.forward || s.Edges != want.edges || len(s.Sources) != want.sources {
				t.Errorf("%d ops, %d edges, %d sources", len(g.Ops), s.Edges, len(s.Sources))
			}
			if d := s.StepTime - want.stepTime; d > 1e-9 || d < -1e-9 || s.TotalMemory != want.totalMemory {
				t.Errorf("step time %v, total memory %v", s.StepTime, s.TotalMemory)
			}
		})
	}
}
