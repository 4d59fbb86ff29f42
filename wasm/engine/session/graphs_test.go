package session

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"rampart/core/jobgraph"
	"rampart/wasm/wire"
)

// figured asks about a graph and returns the last reply.
func figured(t *testing.T, experiment string, q wire.GraphQuestion) wire.Reply {
	t.Helper()
	h := &fakeHost{}
	s := New(h, prepare)
	send(s, wire.Request{ID: 1, Op: wire.OpGraph, Experiment: json.RawMessage(experiment), Question: &q})
	s.handleNext()
	return h.replies[len(h.replies)-1]
}

func TestGraphDrawing(t *testing.T) {
	for _, tc := range []struct {
		name, experiment string
		question         wire.GraphQuestion
		ops, inputs      int
		unit             string
	}{
		{"a graph of the experiment", `{"rampart":1}`, wire.GraphQuestion{Name: "resnet18"}, 71, 1, "milliseconds"},
		{"a built-in graph that is not among them", `{"rampart":1}`, wire.GraphQuestion{Name: "densenet121"}, 429, 1, "milliseconds"},
		{"a generated one", `{"rampart":1}`, wire.GraphQuestion{Name: "gpt2_xl"}, 628, 0, "milliseconds"},
		{"an imported one", `{"rampart":1,"workload":{"graphs":[` + graphJSON + `]}}`, wire.GraphQuestion{Name: "tiny"}, 1, 0, "seconds"},
		{"without its input op", `{"rampart":1}`, wire.GraphQuestion{Name: "alexnet", WithoutInput: true}, 22, 0, "milliseconds"},
		{"of an experiment with a trace", `{"rampart":1,"workload":{"jobs":[{"arrivalSeconds":0,"graph":"vgg16","beta":1}]}}`, wire.GraphQuestion{Name: "gnmt"}, 48, 3, "milliseconds"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			tc.question.Drawing = true
			r := figured(t, tc.experiment, tc.question)
			if r.Kind != wire.KindGraph || r.Figures == nil || r.Figures.Drawing == nil {
				t.Fatalf("got %+v", r)
			}
			d := r.Figures.Drawing
			points := 0
			for _, e := range d.Edges {
				points += d.Layer[e[1]] - d.Layer[e[0]] - 1
			}
			if len(d.ID) != tc.ops || len(d.Layer) != tc.ops || len(d.Lane) != tc.ops || len(d.Between) != points || d.Unit != tc.unit {
				t.Errorf("%d ops in %s, %d lanes, %d points of %d", len(d.ID), d.Unit, len(d.Lane), len(d.Between), points)
			}
			if d.Stats.Nodes != 2*tc.ops || d.Stats.Edges != 2*len(d.Edges)+1 {
				t.Errorf("stats %+v of %d edges", d.Stats, len(d.Edges))
			}
			if (d.File != nil) != tc.question.WithoutInput {
				t.Errorf("file %s", d.File)
			}
			if d.File != nil {
				if g, err := jobgraph.DecodeJSON(d.File); err != nil || len(g.Ops) != tc.ops {
					t.Errorf("the file: %v", err)
				}
			}
		})
	}
}

// The costs are those of spec section 12.2.
func TestGraphCosts(t *testing.T) {
	c := figured(t, `{"rampart":1}`, wire.GraphQuestion{Name: "alexnet", Costs: true}).Figures.Costs
	if c == nil || c.TrainingSteps != 50 || c.SequentialSeconds != 36061.15 || c.Tolerance != 0 {
		t.Fatalf("got %+v", c)
	}
	want := map[int]float64{1: 36061.15, 2: 18031.039812573174, 4: 9015.954265992597, 6: 6010.879144446654, 8: 4508.410099262296, 16: 2254.7583303838487}
	for _, d := range c.Degrees {
		relative := 1e-9
		if d.Degree == 2 {
			relative = 1e-4 // tie-sensitive in the reference
		}
		if math.Abs(d.JCTSeconds-want[d.Degree]) > relative*want[d.Degree] || d.Servers != d.Degree || d.Effective != d.Degree {
			t.Errorf("%+v, want %v", d, want[d.Degree])
		}
		if d.ComputationSeconds+d.CommunicationSeconds < d.JCTSeconds*(1-1e-9) || !(d.Utilisation > 0.9 && d.Utilisation <= 1+1e-9) {
			t.Errorf("%+v", d)
		}
	}
	if len(c.Degrees) != len(want) {
		t.Errorf("%d degrees", len(c.Degrees))
	}
	if c := figured(t, `{"rampart":1,"rules":"corrected"}`, wire.GraphQuestion{Name: "alexnet", Costs: true}).Figures.Costs; !(c.Tolerance > 0 && c.Tolerance < 1e-8) {
		t.Errorf("corrected rules: tolerance %v", c.Tolerance)
	}
}

func TestGraphStep(t *testing.T) {
	for _, rules := range []string{"reference", "corrected"} {
		s := figured(t, `{"rampart":1,"rules":"`+rules+`"}`, wire.GraphQuestion{Name: "resnet18", Degree: 8}).Figures.Step
		if s == nil || s.Unplaced != "" || len(s.Servers) != 8 || len(s.Row) != 8 || s.Effective != 8 {
			t.Fatalf("%s: got %+v", rules, s)
		}
		if len(s.SubOps) != 142 || len(s.Flows) != 142 || len(s.SyncBytes) != 142 || s.Ops != map[string]int{"reference": 996, "corrected": 280}[rules] {
			t.Errorf("%s: %d sub-ops in %d columns", rules, s.Ops, len(s.SubOps))
		}
		// Where channels are shared, transfers between two servers draw out others
		// between the two, so that more servers differ.
		if len(s.Schedules) > map[string]int{"reference": 4, "corrected": 5}[rules] {
			t.Errorf("%s: %d schedules of 8 servers that do nearly the same", rules, len(s.Schedules))
		}
		if last := s.Critical[len(s.Critical)-1]; last.End != s.StepSeconds {
			t.Errorf("%s: the critical path ends at %v of %v", rules, last.End, s.StepSeconds)
		}
		for _, c := range s.Schedules {
			if len(c.From) != len(c.Node) || len(c.To) != len(c.Node) || len(c.Moves)%2 != 0 || !slices.IsSorted(c.Moves) {
				t.Errorf("%s: schedule of %d bars, %d moves", rules, len(c.Node), len(c.Moves))
			}
		}
		if len(s.Transfers) > mostTransfers || len(s.Transfers) == 0 {
			t.Errorf("%s: %d transfers", rules, len(s.Transfers))
		}
	}
	tight := `{"rampart":1,"cluster":{"device":{"memoryBytes":1e6}}}`
	if s := figured(t, tight, wire.GraphQuestion{Name: "vgg16", Degree: 2}).Figures.Step; s.Unplaced == "" || s.Servers != nil {
		t.Errorf("without memory: %+v", s)
	}
}

func TestGraphRefuses(t *testing.T) {
	for name, tc := range map[string]struct {
		question wire.GraphQuestion
		path     string
	}{
		"a name":         {wire.GraphQuestion{Name: "resnet19", Drawing: true}, "question.name"},
		"a degree":       {wire.GraphQuestion{Name: "vgg16", Degree: 10}, "question.degree"},
		"a low degree":   {wire.GraphQuestion{Name: "vgg16", Degree: -1}, "question.degree"},
		"a large degree": {wire.GraphQuestion{Name: "vgg16", Degree: 1 << 30}, "question.degree"},
	} {
		if r := figured(t, `{"rampart":1}`, tc.question); r.Kind != wire.KindError || r.Path != tc.path || r.Dead {
			t.Errorf("%s: %+v", name, r)
		}
	}
	tiny := `{"rampart":1,"workload":{"graphs":[` + graphJSON + `]}}`
	if r := figured(t, tiny, wire.GraphQuestion{Name: "tiny", WithoutInput: true, Drawing: true}); r.Kind != wire.KindError || !strings.Contains(r.Message, "no input op") {
		t.Errorf("no input op: %+v", r)
	}
}

func TestThin(t *testing.T) {
	c := wire.GraphSchedule{
		Node: []int{1, 2, 3, 4}, From: []float64{0, 1, 2, 10}, To: []float64{1, 2, 3, 20},
		Moves: []float64{0, 1, 1.5, 2, 9, 20},
	}
	thin(&c, 4)
	if !slices.Equal(c.Node, []int{-1, 4}) || !slices.Equal(c.From, []float64{0, 10}) || !slices.Equal(c.To, []float64{3, 20}) {
		t.Errorf("bars %+v", c)
	}
	if !slices.Equal(c.Moves, []float64{0, 2, 9, 20}) {
		t.Errorf("moves %v", c.Moves)
	}
}
