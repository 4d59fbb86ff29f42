package snapshot_test

import (
	"reflect"
	"testing"

	"rampart/core/experiment"
	"rampart/core/snapshot"
)

func TestViewRoundTrips(t *testing.T) {
	m := newMaker(3)
	for range 300 {
		x := experiment.Paper("A")
		v := m.view(x)
		snapshot.SetView(x, v)
		if err := experiment.Validate(x); err != nil {
			t.Fatalf("%s is no canonical JSON: %v", x.View, err)
		}
		got, err := snapshot.ViewOf(x)
		if err != nil || !reflect.DeepEqual(got, v) {
			t.Fatalf("%s: got %+v, %v, not %+v", x.View, got, err, v)
		}
	}
	x := experiment.Paper("A")
	snapshot.SetView(x, &snapshot.View{Tab: "train"})
	if snapshot.SetView(x, &snapshot.View{}); x.View != nil {
		t.Errorf("a view that says nothing is %s", x.View)
	}
}

func TestView(t *testing.T) {
	x := experiment.Paper("A")
	for _, c := range []struct{ view, want string }{
		{`{}`, ""},
		{`{"later":[1,2],"tab":"a-tab-to-come"}`, ""},
		{`{"focus":{"job":1000000,"later":true,"side":1}}`, ""},
		{`{"tab":""}`, `tab: "" is no tab, expected a word of small letters`},
		{`{"tab":"Compare"}`, `tab: "Compare" is no tab, expected a word of small letters`},
		{`{"tab":1}`, "tab: 1 is a number, expected a string of at most 40 characters"},
		{`{"time":{}}`, "time.from: the field is missing"},
		{`{"time":{"from":-1}}`, "time.from: -1 is out of range, expected a number from 0 to 1000000000000"},
		{`{"time":{"from":5,"to":5}}`, "time.to: 5 is not after from, expected more than 5"},
		{`{"time":{"from":0,"to":0}}`, "time.to: 0 is not after from, expected more than 0"},
		{`{"runs":[]}`, "runs: the array has 0 elements, expected from 2 to 4"},
		{`{"runs":[{"seed":0,"strategy":7},{"seed":0,"strategy":0}]}`, "runs[0].strategy: 7 is out of range, expected an integer from 0 to 6"},
		{`{"runs":[{"seed":0,"strategy":0},{"seed":9,"strategy":0}]}`, "runs[1].seed: 9 is none of the experiment's seeds"},
		{`{"runs":[{"seed":0},{"seed":0}]}`, "runs[0].strategy: the field is missing"},
		{`{"focus":{"job":1,"side":4}}`, "focus.side: 4 is out of range, expected an integer from 0 to 3"},
		{`{"focus":{"job":-1,"side":0}}`, "focus.job: -1 is out of range, expected an integer from 0 to 1000000"},
		{`{"cursor":-1}`, "cursor: -1 is out of range, expected a number from 0 to 1000000000000"},
		{`{"focus":{"side":0}}`, "focus.job: the field is missing"},
		{`{"graph":{"name":"a graph that is not there"}}`, ""},
		{`{"graph":{"degree":8}}`, "graph.name: the field is missing"},
		{`{"graph":{"degree":0,"name":"gnmt"}}`, "graph.degree: 0 is out of range, expected an integer from 1 to 1024"},
	} {
		x.View = []byte(c.view)
		v, err := snapshot.ViewOf(x)
		if got := ""; err != nil {
			if got = err.Error(); got != c.want || v != nil {
				t.Errorf("%s: got %v, want %s", c.view, err, c.want)
			}
		} else if c.want != "" {
			t.Errorf("%s is taken", c.view)
		}
	}
}
