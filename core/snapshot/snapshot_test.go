package snapshot_test

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/core/snapshot"
	"rampart/core/strict"
)

// Every form of a snapshot gives the snapshot back, and the canonical form is
// the same however it came.
func TestRoundTrips(t *testing.T) {
	m := newMaker(1)
	for i := range 500 {
		s := m.snapshot()
		valid(t, s)
		canonical := snapshot.AppendCanonical([]byte("x"), s)[1:]
		file := snapshot.AppendFile(nil, s)
		if !snapshot.IsSnapshot(canonical) || !snapshot.IsSnapshot(file) {
			t.Fatalf("%d is not recognised: %s", i, canonical)
		}
		link, err := snapshot.ParseLink(snapshot.Compressed(s))
		if err != nil || link.Form != snapshot.CompressedForm || link.Notes != nil {
			t.Fatalf("%d: link %+v, %v: %s", i, link, err, canonical)
		}
		forms := map[string]*snapshot.Snapshot{"link": link.Snapshot}
		for name, data := range map[string][]byte{"canonical form": canonical, "file": file} {
			if forms[name], err = snapshot.Decode(data); err != nil {
				t.Fatalf("%d: %s: %v: %s", i, name, err, data)
			}
		}
		for name, got := range forms {
			if !reflect.DeepEqual(got, s) {
				t.Errorf("%d: the %s gave\n%+v, not\n%+v", i, name, got, s)
			}
			if again := snapshot.AppendCanonical(nil, got); !bytes.Equal(again, canonical) {
				t.Errorf("%d: the %s gave\n%s, not\n%s", i, name, again, canonical)
			}
		}
	}
}

func TestDecodeRefuses(t *testing.T) {
	x := `"experiment":{"rampart":1}`
	sum := strings.Repeat("0", 64)
	for _, c := range []struct{ name, text, want string }{
		{"nothing", ``, "line 1, column 1: the text is empty, expected a JSON value"},
		{"cut", `{"rampart":1,"snapshot":1,"engine":"1"`, "line 1, column 39: the text ends before the JSON value does"},
		{"an experiment", `{"rampart":1}`, "snapshot: the field is missing"},
		{"an array", `[]`, "found an array, expected an object"},
		{"no experiment", `{"rampart":1,"snapshot":1,"engine":"1"}`, "experiment: the field is missing"},
		{"no engine", `{"rampart":1,"snapshot":1,` + x + `}`, "engine: the field is missing"},
		{"unknown field", `{"rampart":1,"snapshot":1,"engine":"1",` + x + `,"diggest":""}`, "diggest: unknown field (did you mean digest?)"},
		{"unknown field of the experiment", `{"rampart":1,"snapshot":1,"engine":"1","experiment":{"rampart":1,"seed":3}}`, "experiment.seed: unknown field (did you mean seeds?)"},
		{"value out of range", `{"rampart":1,"snapshot":1,"engine":"1","experiment":{"rampart":1,"queueCapacity":-1}}`,
			"experiment.queueCapacity: -1 is out of range, expected an integer from 0 to 1000000"},
		{"contradiction", `{"rampart":1,"snapshot":1,"engine":"1","experiment":{"rampart":1,"cluster":{"racksPerGroup":5}}}`,
			"experiment.cluster.racksPerGroup: 5 racks a group are more than there are groups, expected an integer from 1 to 4"},
		{"newer snapshot", `{"rampart":1,"snapshot":2,"more":[],"engine":"1",` + x + `}`, "snapshot: version 2 is newer than this program, which reads 1; a later version of Rampart opens it"},
		{"newer format", `{"rampart":7,"snapshot":1}`, "rampart: version 7 is newer than this program, which reads 1; a later version of Rampart opens it"},
		{"version 0", `{"rampart":1,"snapshot":0,"engine":"1",` + x + `}`, "snapshot: version 0 is not known, expected 1"},
		{"no digest", `{"rampart":1,"snapshot":1,"engine":"1",` + x + `,"digest":"sha256:12"}`, `digest: "sha256:12" is no digest, expected sha256: and 64 hexadecimal digits`},
		{"empty digest", `{"rampart":1,"snapshot":1,"engine":"1",` + x + `,"digest":""}`, `digest: "" is no digest, expected sha256: and 64 hexadecimal digits`},
		{"long engine", `{"rampart":1,"snapshot":1,"engine":"` + strings.Repeat("1", 201) + `",` + x + `}`, "engine: 201 characters are too long, expected at most 200"},
		{"summary of nothing", `{"rampart":1,"snapshot":1,"engine":"1",` + x + `,"summaries":[{"strategy":5}]}`, "summaries[0].name: the field is missing"},
		{"policy's sum", `{"rampart":1,"snapshot":1,"engine":"1",` + x + `,"policies":[{"name":"a","sha256":"` + sum[1:] + `"}]}`,
			`policies[0].sha256: "0000000000000000000000000000000000000000..." is no SHA-256, expected 64 hexadecimal digits`},
		{"policy without sum", `{"rampart":1,"snapshot":1,"engine":"1",` + x + `,"policies":[{"name":"a"}]}`, "policies[0].sha256: the field is missing"},
		{"tab that is none", `{"rampart":1,"snapshot":1,"engine":"1","experiment":{"rampart":1,"view":{"tab":"<b>"}}}`,
			`experiment.view.tab: "<b>" is no tab, expected a word of small letters`},
		{"run that is none", `{"rampart":1,"snapshot":1,"engine":"1","experiment":{"rampart":1,"view":{"runs":[{"seed":3,"strategy":0},{"seed":0,"strategy":0}]}}}`,
			"experiment.view.runs[0].seed: 3 is none of the experiment's seeds"},
		{"too many bytes", `{"rampart":1,"snapshot":1,"engine":"1","experiment":{"rampart":1,"strategies":[{"kind":"policy","checkpoint":"` + strings.Repeat("x", 1<<20-50) + `"}]}}`,
			"the snapshot has 1049242 bytes, expected at most 1048576; save the experiment as a file instead"},
		{"too much view", `{"rampart":1,"snapshot":1,"engine":"1","experiment":{"rampart":1,"view":{"a":"` + strings.Repeat("x", 1<<14) + `"}}}`,
			"experiment.view: 16392 bytes are too long, expected at most 16384"},
		{"far too many bytes", strings.Repeat(" ", 5<<20), "5242880 bytes are too long, expected at most 4194304"},
		{"too deep", `{"rampart":1,"snapshot":1,"engine":"1","experiment":` + strings.Repeat("[", 50), "line 1, column 84: nested too deeply, expected at most 32 levels"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := snapshot.Decode([]byte(c.text))
			var wrong *strict.Error
			if s != nil || !errors.As(err, &wrong) || err.Error() != c.want {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
			if later := strings.Contains(c.want, "newer"); errors.Is(err, snapshot.ErrNewer) != later {
				t.Errorf("newer is not %v", later)
			}
		})
	}
}

// What Decode would refuse, Validate does.
func TestValidate(t *testing.T) {
	for _, c := range []struct {
		want   string
		change func(s *snapshot.Snapshot)
	}{
		{"engine: the text is too long or not UTF-8, expected at most 200 characters", func(s *snapshot.Snapshot) { s.Engine = "\xff" }},
		{"experiment.horizonSeconds: 0 is out of range, expected a number greater than 0 and up to 1000000000000", func(s *snapshot.Snapshot) { s.Experiment.HorizonSeconds = 0 }},
		{`digest: "x" is no digest, expected sha256: and 64 hexadecimal digits`, func(s *snapshot.Snapshot) { s.Digest = "x" }},
		{"summaries[1].strategy: 0 is out of place, expected an index of a strategy, ascending", func(s *snapshot.Snapshot) { s.Summaries = make([]experiment.Summary, 2) }},
		{"summaries[0].strategy: 9 is out of place, expected an index of a strategy, ascending", func(s *snapshot.Snapshot) { s.Summaries = []experiment.Summary{{Strategy: 9}} }},
		{`policies[0].sha256: "" is no SHA-256, expected 64 hexadecimal digits`, func(s *snapshot.Snapshot) { s.Policies = make([]snapshot.Policy, 1) }},
		{"policies: the array has 65 elements, expected at most 64", func(s *snapshot.Snapshot) { s.Policies = make([]snapshot.Policy, 65) }},
		{"policies[0].name: the text is too long or not UTF-8, expected at most 200 characters", func(s *snapshot.Snapshot) {
			s.Policies = []snapshot.Policy{{Name: strings.Repeat("x", 201)}}
		}},
		{"experiment.view.runs: the array has 1 elements, expected from 2 to 4", func(s *snapshot.Snapshot) { s.Experiment.View = []byte(`{"runs":[{"seed":0,"strategy":0}]}`) }},
	} {
		s := &snapshot.Snapshot{Experiment: experiment.Paper("A")}
		c.change(s)
		if err := snapshot.Validate(s); err == nil || err.Error() != c.want {
			t.Errorf("got  %v\nwant %s", err, c.want)
		}
	}
}

func TestIsSnapshot(t *testing.T) {
	for text, want := range map[string]bool{
		`{"rampart":1,"snapshot":1}`:                          true,
		"\uFEFF \n{\"engine\": {}, \"snapshot\": 9":           true,
		`{"rampart":1,"experiment":{"snapshot":1},"runs":[]}`: false,
		`{"rampart":1}`:                  false,
		`{"rampart":1,"name":"snapshot"`: false,
		`["snapshot"]`:                   false,
		`snapshot`:                       false,
		``:                               false,
		`{"rampart":1,,"snapshot":1}`:    false,
		string(experiment.AppendFile(nil, experiment.Paper("A"))): false,
	} {
		if got := snapshot.IsSnapshot([]byte(text)); got != want {
			t.Errorf("%.60q: %v", text, got)
		}
	}
}

func TestID(t *testing.T) {
	a := snapshot.ID([]byte("a"))
	if a != "ypeBEsobvcr6wjGzmiPcTQ" { // echo -n a | sha256sum | xxd -r -p | head -c 16 | base64
		t.Errorf("got %s", a)
	}
	for id, want := range map[string]bool{
		a: true, a[1:]: false, a + "A": false, "": false,
		a[:21] + "R": false, // bits that no ID has
		a[:21] + "=": false, "../../../../etc/passwd": false, a[:20] + "\n" + a[20:]: false,
	} {
		if snapshot.IsID(id) != want {
			t.Errorf("%q: %v", id, !want)
		}
	}
	if len(a) != snapshot.IDLength {
		t.Error("the length is wrong")
	}
}

func TestPolicies(t *testing.T) {
	x := experiment.Paper("A")
	x.Strategies = nil
	for _, name := range []string{"b", "mine.safetensors", "data:AAAA", "a", "b"} {
		x.Strategies = append(x.Strategies, experiment.StrategySpec{Kind: "policy", Checkpoint: name})
	}
	now := map[string]string{"a": "1", "b": "2"}
	address := func(name string) (string, bool) { sum, ok := now[name]; return sum, ok }
	s := &snapshot.Snapshot{Experiment: x, Policies: snapshot.Named(x, address)}
	if want := []snapshot.Policy{{"b", "2"}, {"a", "1"}}; !reflect.DeepEqual(s.Policies, want) {
		t.Errorf("named %v", s.Policies)
	}
	if changed := s.Changed(address); changed != nil {
		t.Errorf("changed %v", changed)
	}
	now["b"] = "3"
	delete(now, "a")
	if changed := s.Changed(address); !reflect.DeepEqual(changed, []string{"b", "a"}) {
		t.Errorf("changed %v", changed)
	}
}
