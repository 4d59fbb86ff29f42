package session

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/core/sweep"
	"rampart/policy/strategy"
	"rampart/wasm/wire"
)

const sweepAxes = `[{"path":"load","values":[0.5,1,2]}]`

// What a worker answers, request by request, is what the command line gets.
func TestSweepsAsRunAllDoes(t *testing.T) {
	x, err := experiment.Decode([]byte(shortExperiment))
	if err != nil {
		t.Fatal(err)
	}
	axes, err := sweep.DecodeAxes([]byte(sweepAxes))
	if err != nil {
		t.Fatal(err)
	}
	sw, err := sweep.New(x, axes)
	if err != nil {
		t.Fatal(err)
	}
	want, err := sweep.RunAll(t.Context(), sw, strategy.New, sweep.Options{})
	if err != nil {
		t.Fatal(err)
	}
	h := &fakeHost{}
	s := New(h, prepare)
	for i, batch := range sw.Batches(sw.Order(), 0.001) {
		send(s, wire.Request{ID: i + 1, Op: wire.OpSweep, Experiment: json.RawMessage(shortExperiment), Axes: json.RawMessage(sweepAxes), Numbers: batch})
		s.handleNext()
	}
	var runs []sweep.Run
	for _, r := range h.replies {
		switch r.Kind {
		case wire.KindSwept:
			for _, row := range r.Rows {
				run, ok := sw.FromRow(row)
				if !ok {
					t.Errorf("the row %v is no run", row)
				}
				runs = append(runs, run)
			}
		case wire.KindDone, wire.KindProgress:
		default:
			t.Errorf("answered %+v", r)
		}
	}
	if got := sweep.NewResult(sw, runs); got.Digest != want.Digest {
		t.Errorf("digest %q of %d runs, want %s", got.Digest, len(runs), want.Digest)
	}
}

// A stop keeps the runs that were done, and the session goes on.
func TestStoppedSweepKeepsRuns(t *testing.T) {
	h := &fakeHost{}
	s := New(h, prepare)
	h.onPause = func(n int) {
		if n == 12 {
			send(s, wire.Request{ID: 1, Op: wire.OpStop})
		}
	}
	send(s, wire.Request{ID: 1, Op: wire.OpSweep, Experiment: json.RawMessage(shortExperiment), Axes: json.RawMessage(sweepAxes), Numbers: []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}})
	s.handleNext()
	rows := 0
	for _, r := range h.replies {
		rows += len(r.Rows)
	}
	if last := h.replies[len(h.replies)-1]; last.Kind != wire.KindStopped || rows == 0 || rows > 11 {
		t.Errorf("%d rows, then %s", rows, last.Kind)
	}
	send(s, wire.Request{ID: 2, Op: wire.OpSweep, Experiment: json.RawMessage(shortExperiment), Axes: json.RawMessage(sweepAxes), Numbers: []int{11}})
	if !s.handleNext() {
		t.Error("the session ended")
	}
	if last := h.replies[len(h.replies)-1]; last.ID != 2 || last.Kind != wire.KindDone {
		t.Errorf("then %+v", last)
	}
}

func TestSweepRefuses(t *testing.T) {
	for _, tc := range []struct {
		name, axes string
		numbers    []int
		want       string
	}{
		{"no axes", "", nil, ""},
		{"an unknown field", `[{"path":"lead","values":[1]}]`, []int{0}, "did you mean load"},
		{"a point that is wrong", `[{"path":"cluster.groups","values":[1]}]`, []int{0}, "at cluster.groups = 1"},
		{"a run that there is not", sweepAxes, []int{12}, "no run 12"},
		{"a run below all", sweepAxes, []int{-1}, "no run -1"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h := &fakeHost{}
			s := New(h, prepare)
			send(s, wire.Request{ID: 1, Op: wire.OpSweep, Experiment: json.RawMessage(shortExperiment), Axes: json.RawMessage(tc.axes), Numbers: tc.numbers})
			s.handleNext()
			if r := h.replies[0]; r.Kind != wire.KindError || !strings.Contains(r.Message, tc.want) {
				t.Errorf("answered %+v", r)
			}
		})
	}
}

// The bounds of a worker are those of the library, to the bit.
func TestBounds(t *testing.T) {
	x, err := experiment.Decode([]byte(shortExperiment))
	if err != nil {
		t.Fatal(err)
	}
	maker, err := experiment.NewBoundMaker(x)
	if err != nil {
		t.Fatal(err)
	}
	h := &fakeHost{}
	s := New(h, prepare)
	send(s, wire.Request{ID: 1, Op: wire.OpBound, Experiment: json.RawMessage(shortExperiment), Units: []wire.Unit{{Seed: 3}, {Seed: 4}}})
	s.handleNext()
	if len(h.replies) != 3 || h.replies[2].Kind != wire.KindDone {
		t.Fatalf("answered %+v", h.replies)
	}
	for i, seed := range []uint64{3, 4} {
		want, err := maker.Bound(seed, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := h.replies[i].Bound; got == nil || *got != *want || math.IsNaN(got.BlockingRate) {
			t.Errorf("seed %d: %+v, want %+v", seed, got, want)
		}
	}
}
