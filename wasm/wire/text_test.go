package wire

import (
	"encoding/json"
	"reflect"
	"testing"

	"rampart/core/experiment"
)

// What is written and read by hand is what reflection makes of it.
func TestTextIsJSON(t *testing.T) {
	for _, r := range []Request{
		{ID: 7, Op: OpRun, Experiment: json.RawMessage(`{"rampart":1}`), Units: []Unit{{Strategy: 3, Seed: 1<<53 - 1}, {Strategy: 0, Seed: 0}}},
		{ID: 1, Op: OpJobs, Experiment: json.RawMessage(`{}`), Units: []Unit{{Strategy: 1}}},
		{ID: -2, Op: OpStop},
		{ID: 3, Op: OpSweep, Experiment: json.RawMessage(`{}`), Axes: json.RawMessage(`[{"path":"load","values":[1]}]`), Numbers: []int{5, 0, 7}},
		{ID: 4, Op: OpBound, Experiment: json.RawMessage(`{}`), Units: []Unit{{Seed: 4}}},
		{ID: 9, Op: OpImport, FileName: "a \"b\"", File: "\n\u2028<β>"},
		{ID: 5, Op: OpRoom, Experiment: json.RawMessage(`{}`), Units: []Unit{{Strategy: 1}}},
		{ID: 6, Op: OpGraph, Experiment: json.RawMessage(`{}`), Question: &GraphQuestion{Name: "a\tb", WithoutInput: true, Drawing: true, Costs: true, Degree: 8}},
		{ID: 6, Op: OpGraph, Question: &GraphQuestion{}},
		{ID: 7, Op: OpSurvey, Experiment: json.RawMessage(`{}`), Units: []Unit{{Seed: 1}}, Seconds: 1e-7, Job: new(int)},
		{ID: 8, Op: OpSurvey, Units: []Unit{{Seed: 1}}},
	} {
		var got Request
		if err := json.Unmarshal([]byte(r.Text()), &got); err != nil {
			t.Fatalf("%s: %v", r.Text(), err)
		}
		if !reflect.DeepEqual(got, r) {
			t.Errorf("%+v became %+v", r, got)
		}
	}
}

func TestParseReply(t *testing.T) {
	for _, r := range []Reply{
		{Kind: KindReady, Engine: "1.0.0"},
		{ID: 3, Kind: KindProgress, Unit: Unit{Strategy: 2, Seed: 5}, Decided: 10, Total: 1000},
		{ID: 3, Kind: KindDone}, {ID: 4, Kind: KindStopped},
		{ID: 3, Kind: KindSwept, Rows: [][]float64{{1, 2.5, 1e-9}, {}, {0}}},
		{ID: 4, Kind: KindBound, Bound: &experiment.Bound{Seed: 1<<53 - 1, Arrived: 10, Accepted: 9.25, BlockingRate: 0.075}},
		{ID: 5, Kind: KindError, Message: "no", Path: "a.b", Dead: true},
		{ID: 6, Kind: KindRun, Unit: Unit{Seed: 1}, Run: &experiment.Run{Seed: 1, JobsDigest: "sha256:0"}, Deadlocked: 4},
	} {
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		got, err := ParseReply(string(text))
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if !reflect.DeepEqual(got, &r) {
			t.Errorf("%+v became %+v", r, got)
		}
	}
	for _, bad := range []string{"", "{", `{"kind":"progress","id":"x"}`, `[]`} {
		if _, err := ParseReply(bad); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
}
