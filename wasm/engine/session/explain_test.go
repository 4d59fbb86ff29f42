package session

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"rampart/policy/checkpoint"
	"rampart/wasm/wire"
)

// explained asks about one situation and returns the last reply.
func explained(t *testing.T, req wire.Request) wire.Reply {
	t.Helper()
	req.ID, req.Op = 1, wire.OpExplain
	h := &fakeHost{}
	s := New(h, prepare)
	send(s, req)
	s.handleNext()
	send(s, req) // from what the first one has kept
	s.handleNext()
	first, err := json.Marshal(h.replies[0])
	if err != nil {
		t.Fatal(err)
	}
	if again, err := json.Marshal(h.replies[1]); err != nil || string(again) != string(first) {
		t.Errorf("asked again: %s, at first %s", again, first)
	}
	return h.replies[0]
}

func TestExplain(t *testing.T) {
	file := want(t)
	r := explained(t, wire.Request{
		Experiment: json.RawMessage(shortTraining), Checkpoint: file,
		Situation: &wire.Situation{Graph: "vgg16", Beta: 0.4, Busy: []int{0, 5, 31}, Remaining: 900, JobsRunning: 2, Map: true},
	})
	x := r.Explanation
	if r.Kind != wire.KindExplained || x == nil {
		t.Fatalf("got %+v", r)
	}
	if !slices.Equal(x.Degrees, []int{0, 1, 2, 4, 6, 8, 16}) || len(x.Offered) != 7 || !x.Offered[0] {
		t.Errorf("degrees %v, offered %v", x.Degrees, x.Offered)
	}
	sum, best := 0.0, 0
	for i, p := range x.Probabilities {
		sum += p
		if p > x.Probabilities[best] {
			best = i
		}
		if !x.Offered[i] && p != 0 {
			t.Errorf("degree %d is not offered, but has probability %v", x.Degrees[i], p)
		}
	}
	if math.Abs(sum-1) > 1e-5 || x.Degrees[best] != x.Chosen {
		t.Errorf("probabilities %v, chosen %d", x.Probabilities, x.Chosen)
	}
	if len(x.Map) != 5 || len(x.MapBetas) != 20 || len(x.MapFree) != 33 || x.MapFree[32] != 32 || x.MapBetas[19] != 1 {
		t.Fatalf("map of %d graphs, betas %v, free %v", len(x.Map), x.MapBetas, x.MapFree)
	}
	for name, row := range x.Map {
		if len(row) != 20*33 || row[0] != 0 {
			t.Errorf("%s: %d entries, with no server free degree %d", name, len(row), row[0])
		}
	}
	// A place of the map is the same situation asked about by itself.
	at := &wire.Situation{Graph: "gnmt", Beta: 0.5, Remaining: 900, JobsRunning: 16}
	for server := range 24 {
		at.Busy = append(at.Busy, server)
	}
	single := explained(t, wire.Request{Experiment: json.RawMessage(shortTraining), Checkpoint: file, Situation: at})
	if got, want := x.Map["gnmt"][9*33+8], single.Explanation.Chosen; got != want {
		t.Errorf("the map has %d for beta 0.5 and 8 free servers, asked alone it is %d", got, want)
	}
	p, _, err := checkpoint.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	policy, err := checkpoint.Encode(p, nil)
	if err != nil {
		t.Fatal(err)
	}
	if other := explained(t, wire.Request{Experiment: json.RawMessage(shortTraining), Checkpoint: policy, Situation: at}); other.Explanation.Value != single.Explanation.Value {
		t.Error("the policy of a training is not the policy by itself")
	}
}

func TestExplainRefuses(t *testing.T) {
	file := want(t)
	right := wire.Situation{Graph: "vgg16", Beta: 0.4, Busy: []int{0, 1}, Remaining: 10, JobsRunning: 1}
	for _, tc := range []struct {
		name   string
		change func(req *wire.Request)
		path   string
		text   string
	}{
		{"no situation", func(r *wire.Request) { r.Situation = nil }, "situation", "missing"},
		{"no policy", func(r *wire.Request) { r.Checkpoint = nil }, "checkpoint", "no policy"},
		{"an unknown policy", func(r *wire.Request) { r.Checkpoint, r.Policy = nil, "zzz" }, "", "no built-in policy"},
		{"a broken experiment", func(r *wire.Request) { r.Experiment = json.RawMessage(`{}`) }, "rampart", "missing"},
		{"an unknown graph", func(r *wire.Request) { r.Situation.Graph = "lenet" }, "situation.graph", "lenet"},
		{"no time at all", func(r *wire.Request) { r.Situation.Beta = 0 }, "situation.beta", "out of range"},
		{"a server that does not exist", func(r *wire.Request) { r.Situation.Busy = []int{0, 32} }, "situation.busy[1]", "0 to 31"},
		{"a negative server", func(r *wire.Request) { r.Situation.Busy = []int{-1} }, "situation.busy[0]", "0 to 31"},
		{"a server twice", func(r *wire.Request) { r.Situation.Busy = []int{3, 3} }, "situation.busy[1]", "twice"},
		{"more jobs than servers", func(r *wire.Request) { r.Situation.JobsRunning = 3 }, "situation.jobsRunning", "1 to 2"},
		{"no job on busy servers", func(r *wire.Request) { r.Situation.JobsRunning = 0 }, "situation.jobsRunning", "1 to 2"},
		{"less than no time", func(r *wire.Request) { r.Situation.Remaining = -1 }, "situation.remaining", "from 0 up"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			situation := right
			req := wire.Request{ID: 1, Op: wire.OpExplain, Experiment: json.RawMessage(shortTraining), Checkpoint: file, Situation: &situation}
			tc.change(&req)
			r := explained(t, req)
			if r.Kind != wire.KindError || r.Path != tc.path || !strings.Contains(r.Message, tc.text) {
				t.Errorf("got %+v", r)
			}
		})
	}
}

// A map takes a while: it can be stopped.
func TestExplainStops(t *testing.T) {
	h := &fakeHost{}
	s := New(h, prepare)
	h.onPause = func(int) { send(s, wire.Request{ID: 1, Op: wire.OpStop}) }
	send(s, wire.Request{
		ID: 1, Op: wire.OpExplain, Experiment: json.RawMessage(shortTraining), Checkpoint: want(t),
		Situation: &wire.Situation{Graph: "vgg16", Beta: 0.4, Map: true},
	})
	s.handleNext()
	if h.replies[0].Kind != wire.KindStopped {
		t.Errorf("got %v", h.replies[0].Kind)
	}
}

func TestPolicies(t *testing.T) {
	h := &fakeHost{}
	s := New(h, prepare)
	send(s, wire.Request{ID: 2, Op: wire.OpPolicies})
	s.handleNext()
	if r := h.replies[0]; r.Kind != wire.KindPolicies || r.ID != 2 {
		t.Errorf("got %+v", r)
	}
	for _, p := range h.replies[0].Policies {
		if _, _, err := checkpoint.Decode(p.File); err != nil || p.Name == "" || p.Command == "" {
			t.Errorf("%+v: %v", p, err)
		}
	}
}
