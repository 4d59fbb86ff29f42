package session

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/core/room"
	"rampart/policy/builtin"
	"rampart/policy/strategy"
	"rampart/wasm/wire"
)

// episode is 61 decisions of the paper's workload, with advisers of all kinds.
func episode(t testing.TB) (*experiment.Experiment, []byte) {
	t.Helper()
	x := experiment.Paper("A")
	x.HorizonSeconds, x.Seeds = 60_000, []uint64{5}
	x.Strategies = []experiment.StrategySpec{
		{Kind: "max"}, {Kind: "acceptable"}, {Kind: "random"}, {Kind: "fixed", Degree: 8}, {Kind: "script", Degrees: []int{2, 8, 4}},
		{Kind: "policy", Checkpoint: "firstfit-A"}, {Kind: "policy", Checkpoint: "nobody"},
	}
	return x, experiment.AppendCanonical(nil, x)
}

// asks sends requests to one session and returns the replies.
func asks(t testing.TB, file []byte, list ...wire.Decide) []wire.Reply {
	t.Helper()
	h := &fakeHost{}
	s := New(h, prepare)
	for i := range list {
		send(s, wire.Request{ID: i + 1, Op: wire.OpDecide, Experiment: file, Units: []wire.Unit{{Seed: 5}}, Decide: &list[i]})
		s.handleNext()
	}
	var last []wire.Reply
	for _, r := range h.replies {
		if r.Kind != wire.KindProgress {
			last = append(last, r)
		}
	}
	if len(last) != len(list) {
		t.Fatalf("%d answers to %d requests", len(last), len(list))
	}
	return last
}

// native plays a script as rampart run does.
func native(t testing.TB, x *experiment.Experiment, spec experiment.StrategySpec) *experiment.Run {
	t.Helper()
	own := *x
	own.Strategies = []experiment.StrategySpec{spec}
	r, err := experiment.NewRunner(&own, strategy.Factory(builtin.Resolve))
	if err != nil {
		t.Fatal(err)
	}
	run, err := r.Run(experiment.Unit{Seed: 5}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// Going on, undoing and beginning anew lead to the same place as a session that
// has never been anywhere else.
func TestDecideIsStateless(t *testing.T) {
	_, file := episode(t)
	fixed := 3
	list := []wire.Decide{
		{Script: []int{}}, {Script: []int{8}}, {Script: []int{8, 4}}, {Script: []int{8}}, {Script: []int{8, 0, 2}},
		{Script: []int{8, 0}, Follow: &fixed, Count: 5}, {Script: []int{8, 0}, Follow: &fixed}, {Script: []int{8, 0, 2}},
	}
	for i, r := range asks(t, file, list...) {
		if r.Kind != wire.KindEpisode || r.Episode == nil {
			t.Fatalf("request %d: %+v", i, r)
		}
		alone := asks(t, file, list[i])[0]
		if !reflect.DeepEqual(r.Episode, alone.Episode) {
			t.Errorf("request %d: %+v, alone %+v", i, r.Episode, alone.Episode)
		}
	}
}

// An episode that is decided by hand is that of a script strategy: the same jobs
// with the same consequences, and the same figures at its end.
func TestDecideEqualsTheScript(t *testing.T) {
	x, file := episode(t)
	policy := 5
	end := asks(t, file, wire.Decide{Script: []int{8, 4, 0, 2, 16}, Follow: &policy})[0].Episode
	if end == nil || end.Decision != nil || end.Final == nil {
		t.Fatalf("the end is %+v", end)
	}
	run := native(t, x, experiment.StrategySpec{Kind: "script", Degrees: end.Script})
	if !reflect.DeepEqual(*end.Final, run.Metrics) {
		t.Errorf("the end has %+v, the script %+v", *end.Final, run.Metrics)
	}
	for n := 0; n < len(end.Script); n += 7 {
		e := asks(t, file, wire.Decide{Script: end.Script[:n+1]})[0].Episode
		j := &run.Jobs[e.Last.Job]
		if e.Last.Degree != j.Degree || e.Last.Accepted != (j.StartSeconds != nil) || e.Last.Accepted && e.Last.Servers != len(j.Servers) {
			t.Errorf("decision %d is %+v, in the run %+v", n, e.Last, j)
		}
		at, blocked := run.Jobs[len(run.Jobs)-1].ArrivalSeconds, 0
		if e.Decision != nil {
			at = e.Decision.ClockSeconds
		}
		running := 0
		for i := range run.Jobs[:n+1] {
			j := &run.Jobs[i]
			if j.Outcome == cluster.Blocked {
				blocked++
			}
			if j.StartSeconds != nil && (j.EndSeconds == nil || *j.EndSeconds > at) {
				running += len(j.Servers)
			}
		}
		busy := 0
		for _, of := range e.Busy {
			if of > 0 {
				busy++
			}
		}
		if e.Blocked != blocked || e.Decision != nil && (busy != running || busy != 32-e.Decision.FreeServers) {
			t.Errorf("after %d decisions %d blocked and %d servers in use, in the run %d and %d", n+1, e.Blocked, busy, blocked, running)
		}
	}
}

// What is predicted of a degree is what then happens, and those who give advice
// would do what they do when they play.
func TestPredictionsAndAdvice(t *testing.T) {
	x, file := episode(t)
	var script []int
	for n := range 40 {
		d := asks(t, file, wire.Decide{Script: script})[0].Episode.Decision
		o := d.Options[(n*5+3)%len(d.Options)]
		if !o.Valid {
			o = d.Options[0]
		}
		script = append(script, o.Degree)
		last := asks(t, file, wire.Decide{Script: script})[0].Episode.Last
		if o.Degree > 0 && (last.Accepted != o.InTime || o.Placeable && last.JCTSeconds != o.JCTSeconds || last.Servers != o.Servers) {
			t.Errorf("job %d at degree %d: predicted %+v, became %+v", d.Job, o.Degree, o, last)
		}
		if d.Advice[6].Failed == "" || d.Advice[0].Failed != "" {
			t.Fatalf("advice %+v", d.Advice)
		}
	}
	for number, spec := range x.Strategies[:6] {
		run := native(t, x, spec)
		var played []int
		for i := range run.Jobs {
			if len(run.Jobs[i].ValidDegrees) > 0 {
				played = append(played, run.Jobs[i].Degree)
			}
		}
		for _, n := range []int{0, 1, 2, 3, 30} {
			a := asks(t, file, wire.Decide{Script: played[:n]})[0].Episode.Decision.Advice[number]
			if spec.Kind == "random" {
				if a.Probabilities[slices.Index([]int{0, 1, 2, 4, 6, 8, 16}, played[n])] == 0 {
					t.Errorf("random took %d at decision %d, which has no probability: %v", played[n], n, a.Probabilities)
				}
			} else if a.Degree != played[n] {
				t.Errorf("%s would choose %d at decision %d, but plays %d", spec.Name(), a.Degree, n, played[n])
			}
		}
	}
}

func TestRivals(t *testing.T) {
	x, file := episode(t)
	h := &fakeHost{}
	s := New(h, prepare)
	send(s, wire.Request{ID: 1, Op: wire.OpDecide, Experiment: file, Units: []wire.Unit{{Strategy: 3, Seed: 5}}, Decide: &wire.Decide{Rival: true}})
	s.handleNext()
	r := h.replies[len(h.replies)-1].Rival
	run := native(t, x, x.Strategies[3])
	if r == nil || !reflect.DeepEqual(r.Metrics, run.Metrics) || len(r.Blocked) != len(run.Jobs) {
		t.Fatalf("the rival is %+v", r)
	}
	for i := range run.Jobs {
		if (r.Blocked[i] == 1) != (run.Jobs[i].Outcome == cluster.Blocked) {
			t.Errorf("job %d: %d", i, r.Blocked[i])
		}
	}
}

func TestDecideRefuses(t *testing.T) {
	_, file := episode(t)
	far, broken := 9, 6
	long := make([]int, 100)
	for _, c := range []struct {
		name, want string
		decide     wire.Decide
	}{
		{"a degree that is not valid", "degree 3 is not valid", wire.Decide{Script: []int{8, 3}}},
		{"more decisions than there are", "the episode has only", wire.Decide{Script: long}},
		{"a leader who does not exist", "there is no strategy 9", wire.Decide{Follow: &far}},
		{"a leader who cannot play", "nobody", wire.Decide{Follow: &broken}},
	} {
		t.Run(c.name, func(t *testing.T) {
			list := asks(t, file, c.decide, wire.Decide{Script: []int{8}})
			if r := list[0]; r.Kind != wire.KindError || !strings.Contains(r.Message, c.want) {
				t.Errorf("got %+v", r)
			}
			if list[1].Episode == nil || len(list[1].Episode.Script) != 1 {
				t.Errorf("then %+v", list[1])
			}
		})
	}
}

// The room of a run is that of its jobs.
func TestRoom(t *testing.T) {
	x, file := episode(t)
	x.Strategies = x.Strategies[:1]
	file = experiment.AppendCanonical(nil, x)
	h := &fakeHost{}
	s := New(h, prepare)
	send(s, wire.Request{ID: 1, Op: wire.OpRoom, Experiment: json.RawMessage(file), Units: []wire.Unit{{Seed: 5}}})
	s.handleNext()
	r := h.replies[len(h.replies)-1]
	run := native(t, x, x.Strategies[0])
	if r.Kind != wire.KindRoom || len(r.Room.Largest()) != len(room.Moves(run.Jobs)) || len(r.Room.Largest()) < 40 {
		t.Fatalf("got %+v", r)
	}
	for i, n := range r.Room.Largest() {
		if n < 0 || n > 32 {
			t.Errorf("after move %d a block of %d is free", i, n)
		}
	}
}
