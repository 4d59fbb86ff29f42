package observe

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rampart/core/plan"
	"rampart/core/strict"
	"rampart/core/workload"
)

// Measure gives the extremes of the paper's workload, exactly as the simulator
// computes them, and survives a file.
func TestMeasure(t *testing.T) {
	for _, corrected := range []bool{false, true} {
		t.Run(fmt.Sprintf("corrected %v", corrected), func(t *testing.T) {
			p := paperPlans(t, func(s *plan.Settings) { s.Fixes = plan.Rules(corrected) })
			w := paperJobs(p, "A")
			n, err := Measure(p, w)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(n.Degrees, []int{1, 2, 4, 6, 8, 16}) || n.MaxDegree != 16 || n.InterarrivalSeconds != 1000 {
				t.Errorf("degrees %v up to %d every %v s", n.Degrees, n.MaxDegree, n.InterarrivalSeconds)
			}
			if n.Ops != (Extent{46, 142}) || n.Edges != (Extent{47, 159}) || n.Beta != (Extent{0.1, 1}) {
				t.Errorf("ops %v, edges %v, beta %v", n.Ops, n.Edges, n.Beta)
			}
			seen := nothing()
			sim := newSim(t, p, w, 1e5, 0)
			for d, ok := sim.Decide(); ok; d, ok = sim.Decide() {
				seen.add(d.SequentialSeconds)
				if err := sim.Apply(0); err != nil {
					t.Fatal(err)
				}
			}
			if seen != n.SequentialSeconds { // 100 jobs of 5 graphs
				t.Errorf("sequential JCTs are %v, measured %v", seen, n.SequentialSeconds)
			}
			unit := 1.0
			if corrected {
				unit = 1e-3
			}
			if got, want := n.MaxThroughput, 4984832000/unit; math.Abs(got-want) > 1e-9*want { // gnmt
				t.Errorf("max throughput %v, want %v", got, want)
			}
			text, err := json.Marshal(n)
			if err != nil {
				t.Fatal(err)
			}
			back, err := decodeNormalisers(string(text))
			if err != nil || !reflect.DeepEqual(back, n) {
				t.Errorf("%v came back as %v: %v", n, back, err)
			}
		})
	}
}

func decodeNormalisers(text string) (Normalisers, error) {
	doc, err := strict.Parse([]byte(text), strict.Limits{})
	if err != nil {
		return Normalisers{}, err
	}
	n := DecodeNormalisers(doc.Root())
	return n, doc.Err()
}

// A trace is measured by its jobs, each with its own beta and steps.
func TestMeasureTrace(t *testing.T) {
	p := paperPlans(t, nil)
	w := paperJobs(p, "A")
	for _, tc := range []struct {
		name          string
		jobs          []workload.TraceJob
		ops, steps    Extent
		beta, limit   Extent
		betweenArrive float64
	}{
		{"two jobs", []workload.TraceJob{{ArrivalSeconds: 10, Graph: 0, Beta: 0.5}, {ArrivalSeconds: 40, Graph: 4, Beta: 1, TrainingSteps: 100}},
			Extent{46, 96}, Extent{50, 100}, Extent{0.5, 1}, Extent{2 * 4470.8, 36061.15 / 2}, 30},
		{"one job", []workload.TraceJob{{ArrivalSeconds: 10, Graph: 0, Beta: 0.5}}, Extent{46, 46}, Extent{50, 50}, Extent{0.5, 0.5}, Extent{36061.15 / 2, 36061.15 / 2}, 1000},
		{"all at once", []workload.TraceJob{{Graph: 0, Beta: 0.5}, {Graph: 0, Beta: 0.5}}, Extent{46, 46}, Extent{50, 50}, Extent{0.5, 0.5}, Extent{36061.15 / 2, 36061.15 / 2}, 1000},
		{"no job", []workload.TraceJob{}, Extent{}, Extent{}, Extent{}, Extent{}, 1000},
	} {
		t.Run(tc.name, func(t *testing.T) {
			trace := *w
			trace.Trace = tc.jobs
			n, err := Measure(p, &trace)
			if err != nil || n.Check() != nil {
				t.Fatal(err, n.Check())
			}
			close := func(a, b Extent) bool {
				return math.Abs(a.Min-b.Min) <= 1e-9*b.Min && math.Abs(a.Max-b.Max) <= 1e-9*b.Max
			}
			if n.Ops != tc.ops || n.TrainingSteps != tc.steps || n.Beta != tc.beta || !close(n.AcceptableSeconds, tc.limit) || n.InterarrivalSeconds != tc.betweenArrive {
				t.Errorf("measured %+v", n)
			}
		})
	}
	rare := *w // a beta that never comes has no say
	rare.Beta = workload.Beta{Kind: "pmf", Values: []workload.PMFValue{{Value: 0.2, Probability: 0}, {Value: 0.4, Probability: 1}, {Value: 1, Probability: 0}}}
	if n, err := Measure(p, &rare); err != nil || n.Beta != (Extent{0.4, 0.4}) {
		t.Errorf("beta %v, %v, want 0.4", n.Beta, err)
	}
	bad := *w
	bad.Beta = workload.Beta{Preset: "E"}
	if _, err := Measure(p, &bad); err == nil {
		t.Error("a workload that cannot be was measured")
	}
}

// Whatever is decoded without an error makes an encoder.
func FuzzDecodeNormalisers(f *testing.F) {
	p := paperPlans(f, nil)
	n, err := Measure(p, paperJobs(p, "A"))
	if err != nil {
		f.Fatal(err)
	}
	text, err := json.Marshal(n)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(text))
	f.Add(strings.Replace(string(text), "16]", "2]", 1))
	f.Add(strings.Replace(string(text), `"maxDegree"`, `"blocks":3,"maxDegree"`, 1))
	f.Add(strings.Replace(string(text), "maxDegree", "maxDegre", 1))
	f.Add("{}")
	f.Fuzz(func(t *testing.T, text string) {
		n, err := decodeNormalisers(text)
		if err == nil {
			err = n.Check()
		} else {
			return
		}
		if err != nil {
			t.Errorf("%s: %v", text, err)
		}
	})
}

// Normalisers of a checkpoint that cannot be right are refused, whatever they
// would do to the features.
func TestNormalisersRefused(t *testing.T) {
	p := paperPlans(t, nil)
	for _, tc := range []struct {
		name   string
		change func(*Normalisers)
		want   string
	}{
		{"no degree", func(n *Normalisers) { n.MaxDegree = 0 }, "maxDegree: 0 is out of range, expected an integer from 1 to 4095"},
		{"too many actions", func(n *Normalisers) { n.MaxDegree = 1 << 30 }, "maxDegree: "},
		{"descending degrees", func(n *Normalisers) { n.Degrees = []int{2, 1} }, "degrees[1]: 1 is out of range, expected an integer from 3 to 16"},
		{"degree beyond the actions", func(n *Normalisers) { n.Degrees = []int{18} }, "degrees[0]: 18"},
		{"not a number", func(n *Normalisers) { n.Beta.Max = math.NaN() }, "beta: "},
		{"infinite", func(n *Normalisers) { n.EdgeBytes.Max = math.Inf(1) }, "edgeBytes: "},
		{"upside down", func(n *Normalisers) { n.Ops = Extent{2, 1} }, "ops: "},
		{"negative", func(n *Normalisers) { n.MemoryBytes.Min = -1 }, "memoryBytes: "},
		{"no time", func(n *Normalisers) { n.InterarrivalSeconds = 0 }, "interarrivalSeconds: 0 is out of range"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			n, err := Measure(p, paperJobs(p, "A"))
			if err != nil {
				t.Fatal(err)
			}
			tc.change(&n)
			if _, err := New(Extended, n, p); err == nil || !strings.HasPrefix(err.Error(), "normalisers."+tc.want) {
				t.Errorf("error %v, want %s", err, tc.want)
			}
		})
	}
	n, _ := Measure(p, paperJobs(p, "A"))
	if _, err := New("papers", n, p); err == nil {
		t.Error("unknown features were accepted")
	}
}
