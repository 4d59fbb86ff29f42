package session

import (
	"encoding/json"
	"testing"

	"rampart/core/experiment"
	"rampart/policy/strategy"
	"rampart/wasm/wire"
)

// A short experiment of two strategies.
const shortExperiment = `{"rampart":1,"horizonSeconds":20000,"strategies":[{"kind":"max"},{"kind":"fixed","degree":8}],"seeds":[3,4]}`

func prepare(x *experiment.Experiment) (Run, error) {
	r, err := experiment.NewRunner(x, strategy.New)
	if err != nil {
		return nil, err
	}
	return r.Run, nil
}

// What a worker answers, unit by unit and in any order, is what RunAll gives,
// jobs included: the digest in the page is the digest of the command line.
func TestSimulatesAsRunAllDoes(t *testing.T) {
	x, err := experiment.Decode([]byte(shortExperiment))
	if err != nil {
		t.Fatal(err)
	}
	want, err := experiment.RunAll(t.Context(), x, strategy.New, experiment.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	h := &fakeHost{}
	s := New(h, prepare)
	for i, unit := range []wire.Unit{{Strategy: 1, Seed: 4}, {Strategy: 0, Seed: 3}, {Strategy: 1, Seed: 3}, {Strategy: 0, Seed: 4}} {
		op := wire.OpRun
		if i%2 == 1 {
			op = wire.OpJobs
		}
		send(s, wire.Request{ID: i + 1, Op: op, Experiment: json.RawMessage(shortExperiment), Units: []wire.Unit{unit}})
		s.handleNext()
	}
	var runs []experiment.Run
	var reader *wire.JobsReader
	for _, r := range h.replies {
		switch r.Kind {
		case wire.KindJobs:
			if r.Decided == 0 {
				reader = wire.NewJobsReader(r.Total)
			}
			if n := len(reader.Jobs()); r.Decided != n {
				t.Errorf("request %d: jobs behind %d, there are %d", r.ID, r.Decided, n)
			}
			if err := reader.Read(r.Jobs); err != nil {
				t.Fatal(err)
			}
		case wire.KindRun:
			if withJobs := r.ID%2 == 0; withJobs != (reader != nil) || len(r.Run.Jobs) > 0 {
				t.Errorf("request %d: jobs %v", r.ID, reader != nil)
			}
			if reader != nil {
				r.Run.Jobs, reader = reader.Jobs(), nil
			}
			runs = append(runs, *r.Run)
		}
	}
	got := experiment.NewResult(x, runs)
	if got.Digest != want.Digest {
		t.Errorf("digest %s, want %s", got.Digest, want.Digest)
	}
	for i := range got.Runs {
		if got.Runs[i].Jobs == nil {
			want.Runs[i].Jobs = nil
		}
	}
	if got, want := string(experiment.AppendResult(nil, got)), string(experiment.AppendResult(nil, want)); got != want {
		t.Errorf("the results differ:\n%.2000s\n%.2000s", got, want)
	}
}

// Figures do not tell a deadlock from a missed deadline; the reply does. A profile
// with two ends meets one under reference rules.
func TestSimulateTellsDeadlocks(t *testing.T) {
	for rules, want := range map[string]int{"reference": 3, "corrected": 0} {
		h := &fakeHost{}
		s := New(h, prepare)
		send(s, wire.Request{ID: 1, Op: wire.OpRun, Units: []wire.Unit{{}}, Experiment: json.RawMessage(`{"rampart":1,"horizonSeconds":2500,"seeds":[0],
			"strategies":[{"kind":"fixed","degree":2}],"workload":{"graphs":["inception_v3"]},"rules":"` + rules + `"}`)})
		s.handleNext()
		got, runs := 0, 0
		for _, r := range h.replies {
			if r.Kind == wire.KindRun {
				got, runs = r.Deadlocked, runs+1
			}
		}
		if runs != 1 || got != want {
			t.Errorf("%s: %d deadlocks in %d runs, want %d in one: %v", rules, got, runs, want, h.kinds())
		}
	}
}

// Errors from the runner reach the page with the path of the field.
func TestSimulateRefuses(t *testing.T) {
	tests := []struct{ name, experiment, path string }{
		{"a value out of range", `{"rampart":1,"queueCapacity":-1}`, "queueCapacity"},
		{"a strategy that cannot be made", `{"rampart":1,"strategies":[{"kind":"max"},{"kind":"policy","checkpoint":"none-such"}]}`, "strategies[1]"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			h := &fakeHost{}
			s := New(h, prepare)
			send(s, wire.Request{ID: 1, Op: wire.OpRun, Experiment: json.RawMessage(test.experiment), Units: []wire.Unit{{}}})
			s.handleNext()
			last := h.replies[len(h.replies)-1]
			if len(h.replies) != 1 || last.Kind != wire.KindError || len(last.Path) < len(test.path) || last.Path[:len(test.path)] != test.path {
				t.Errorf("got %+v", h.replies)
			}
		})
	}
}
