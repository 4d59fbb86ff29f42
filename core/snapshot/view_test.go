package snapshot_test

import (
	"reflect"
	"strings"
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
		{`{"sweep":{"axes":[{"from":0.2,"n":21,"path":"load","to":2}],"metric":"aFigureToCome"}}`, ""},
		{`{"sweep":{"axes":[]}}`, "sweep.axes: the array has 0 elements, expected from 1 to 2"},
		{`{"sweep":{"axes":[{"from":0.2,"n":21,"path":"lode","to":2}]}}`, `sweep.axes[0].path: "lode" is no field of this experiment that can vary`},
		{`{"sweep":{"axes":[{"from":0.2,"n":1e9,"path":"load","to":2}]}}`, "sweep.axes[0].n: 1e9 is out of range, expected an integer from 1 to 2500"},
		{`{"sweep":{"axes":[{"from":0,"log":true,"n":2,"path":"load","to":2}]}}`, "sweep.axes[0]: load: from 0 to 2 by factors, expected ends above 0"},
		{`{"sweep":{"axes":[{"from":1,"n":100,"path":"load","to":2},{"from":1,"n":100,"path":"cluster.ioSeconds","to":2}]}}`, "sweep.axes[1]: 10000 points are too many, expected at most 2500"},
		{`{"sweep":{"axes":[{"from":1,"n":2,"path":"load","to":2},{"from":1,"n":2,"path":"load","to":2}]}}`, `sweep.axes[1]: "load" varies twice`},
		{`{"sweep":{"axes":[{"from":1,"n":2,"path":"load","to":2}],"metric":"a b"}}`, `sweep.metric: "a b" is no figure, expected a word of letters`},
		{`{"decide":{"degrees":[8,0,16],"seed":2}}`, ""},
		{`{"decide":{"degrees":[],"seed":9}}`, "decide.seed: 9 is none of the experiment's seeds"},
		{`{"decide":{"degrees":[18],"seed":0}}`, "decide.degrees[0]: 18 is out of range, expected an integer from 0 to 16"},
		{`{"decide":{"degrees":[8,3],"seed":0}}`, "decide.degrees[1]: 3 is odd, expected 0, 1 or an even degree"},
		{`{"decide":{"degrees":[` + strings.Repeat("8,", 2500) + `8],"seed":0}}`, "decide.degrees: the array has 2501 elements, expected from 0 to 2500"},
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
