package session

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/core/survey"
	"rampart/wasm/wire"
)

// surveyed asks about moments of one run and returns the last replies.
func surveyed(t *testing.T, text string, unit wire.Unit, job *int, seconds ...float64) []wire.Reply {
	t.Helper()
	h := &fakeHost{}
	s := New(h, prepare)
	var last []wire.Reply
	for _, at := range seconds {
		send(s, wire.Request{ID: 1, Op: wire.OpSurvey, Experiment: json.RawMessage(text), Units: []wire.Unit{unit}, Seconds: at, Job: job})
		s.handleNext()
		last = append(last, h.replies[len(h.replies)-1])
	}
	return last
}

const surveyedExperiment = `{"rampart":1,"horizonSeconds":60000,"seeds":[3],"strategies":[{"kind":"fixed","degree":8},{"kind":"random"}]}`

// What the engine says is what the jobs of the run say.
func TestSurvey(t *testing.T) {
	x, err := experiment.Decode([]byte(surveyedExperiment))
	if err != nil {
		t.Fatal(err)
	}
	unit := wire.Unit{Strategy: 1, Seed: 3}
	simulate, err := prepare(x)
	if err != nil {
		t.Fatal(err)
	}
	run, err := simulate(unit, func(int, int) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	moments := []float64{0, 20000, 30000.5, 59000, 20000}
	replies := surveyed(t, surveyedExperiment, unit, nil, moments...)
	for i, at := range moments {
		r := replies[i]
		if r.Kind != wire.KindSurvey || r.Survey == nil {
			t.Fatalf("at %v: %+v", at, r)
		}
		v := r.Survey
		busy, running, channels := 0, 0, 0
		for k := range run.Jobs {
			if j := &run.Jobs[k]; survey.Runs(j, at) {
				busy += len(j.Servers)
				running++
				channels += j.Channels
			}
		}
		for _, u := range v.Reaches {
			channels -= u.Channels
		}
		if v.Free != 32-busy || len(v.Jobs) != running || channels != 0 || v.Seconds != at || v.PerLink != 1 {
			t.Errorf("at %v: %d free, %d jobs, %d channels missing; the run has %d busy, %d jobs", at, v.Free, len(v.Jobs), channels, busy, running)
		}
		if len(v.Degrees) != 6 || v.Degrees[5].Servers != 16 || v.Largest > v.Together || v.Together > v.Free {
			t.Errorf("at %v: %+v", at, v)
		}
	}
	first, err := json.Marshal(replies[1])
	if err != nil {
		t.Fatal(err)
	}
	if again, err := json.Marshal(replies[4]); err != nil || string(again) != string(first) {
		t.Errorf("asked again: %s, at first %s", again, first)
	}
}

// The links of one job are told if they are asked for.
func TestSurveyLinks(t *testing.T) {
	unit := wire.Unit{Strategy: 0, Seed: 3}
	all := surveyed(t, surveyedExperiment, unit, nil, 20000)[0].Survey
	if all == nil || len(all.Jobs) == 0 || all.Links != nil {
		t.Fatalf("%+v", all)
	}
	u := all.Jobs[0]
	one := surveyed(t, surveyedExperiment, unit, &u.Job, 20000)[0].Survey
	channels := 0
	for _, l := range one.Links {
		channels += l.Channels
	}
	if len(one.Links) != u.Links || channels != u.Channels || u.Links == 0 {
		t.Errorf("%d links with %d channels, want %d with %d", len(one.Links), channels, u.Links, u.Channels)
	}
}

// The blocks of a large cluster are counted too.
func TestSurveyOfALargeCluster(t *testing.T) {
	text := `{"rampart":1,"cluster":{"groups":32,"racksPerGroup":32,"serversPerRack":64},"horizonSeconds":3000,"placer":"compact","workload":{"graphs":["vgg16"]},"strategies":[{"kind":"fixed","degree":16}],"seeds":[0]}`
	v := surveyed(t, text, wire.Unit{}, nil, 2500)[0].Survey
	if v == nil || len(v.Jobs) == 0 || v.Free != 65536-16*len(v.Jobs) || v.Largest == 0 || v.Scatter < 0 || v.Scatter >= 1 {
		t.Fatalf("%+v", v)
	}
	if i := slices.IndexFunc(v.Degrees, func(d wire.SurveyDegree) bool { return d.Servers == 16 }); i < 0 || len(v.Degrees[i].First) != 16 {
		t.Errorf("%+v", v.Degrees)
	}
}

func TestSurveyRefuses(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		unit       wire.Unit
	}{
		{"no experiment", `{}`, wire.Unit{}},
		{"no such strategy", surveyedExperiment, wire.Unit{Strategy: 7}},
	} {
		r := surveyed(t, tc.text, tc.unit, nil, 1)[0]
		if r.Kind != wire.KindError || strings.TrimSpace(r.Message) == "" {
			t.Errorf("%s: %+v", tc.name, r)
		}
	}
}
