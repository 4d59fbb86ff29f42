package policy

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/vugu/vugu"
	"github.com/vugu/vugu/staticrender"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/wasm/wire"
)

// asked is an Explainer that a test answers by hand.
type asked struct {
	situations []wire.Situation
	files      []string
	got        func(*wire.Explanation, string)
}

func (a *asked) Explain(_, file []byte, s *wire.Situation, got func(*wire.Explanation, string)) func() {
	a.situations, a.files, a.got = append(a.situations, *s), append(a.files, string(file)), got
	return func() {}
}

func (a *asked) Policies(func([]wire.Policy)) {}

// last is the latest situation.
func (a *asked) last() wire.Situation { return a.situations[len(a.situations)-1] }

func choices(names ...string) []Choice {
	var list []Choice
	for _, name := range names {
		list = append(list, Choice{Key: name, Name: name, File: func(got func([]byte)) { got([]byte(name)) }})
	}
	return list
}

func open(names ...string) (*asked, *Model) {
	a := &asked{}
	m := NewModel(a, func() {})
	m.Open(experiment.Paper("A"), choices(names...))
	return a, m
}

// answer is what a policy of four degrees says; with a map if one is asked for.
func answer(s wire.Situation) *wire.Explanation {
	e := &wire.Explanation{Degrees: []int{0, 1, 2, 4}, Offered: []bool{true, false, true, true}, Probabilities: []float64{.0004, 0, .25, .7496}, Chosen: 4, Value: 1.5}
	if s.Map {
		e.MapBetas, e.MapFree, e.Map = []float64{.5, 1}, []int{0, 16, 32}, map[string][]int{}
		for _, g := range []string{"alexnet", "vgg16", "resnet18", "squeezenet1_0", "gnmt"} {
			e.Map[g] = []int{0, 2, 4, 0, 2, 4}
		}
	}
	return e
}

// answerAll answers until nothing is asked any more.
func (a *asked) answerAll() {
	for a.got != nil {
		got := a.got
		a.got = nil
		got(answer(a.last()), "")
	}
}

// The answer comes first, then the map, once for each policy.
func TestAskingInTurn(t *testing.T) {
	a, m := open("one", "two")
	if len(a.situations) != 1 || a.last().Map || a.last().Graph != "alexnet" || a.files[0] != "one" {
		t.Fatalf("asked %+v of %v", a.situations, a.files)
	}
	m.toggle(3) // while an answer is on its way: asked once more, not twice
	m.toggle(4)
	if len(a.situations) != 1 {
		t.Fatalf("%d questions at the same time", len(a.situations))
	}
	a.answerAll()
	if len(a.situations) != 2 || !a.last().Map || fmt.Sprint(a.last().Busy) != "[3 4]" || a.last().JobsRunning != 1 {
		t.Fatalf("asked %+v", a.situations)
	}
	m.toggle(4)
	a.answerAll()
	if a.last().Map {
		t.Error("the map was asked for again")
	}
	m.Choose("two")
	a.answerAll()
	if a.files[len(a.files)-1] != "two" || !a.last().Map || !m.hasMap() {
		t.Errorf("asked %v", a.files)
	}
}

func TestMistakes(t *testing.T) {
	for _, tc := range []struct{ beta, remaining, want string }{
		{"0", "1", "Beta is above 0"},
		{"1.01", "1", "Beta is above 0"},
		{"x", "1", "Beta is above 0"},
		{"NaN", "1", "Beta is above 0"},
		{"0.5", "-1", "0 seconds or more"},
		{"0.5", "", "0 seconds or more"},
	} {
		a, m := open("one")
		a.answerAll()
		n := len(a.situations)
		m.beta, m.remaining = tc.beta, tc.remaining
		m.ask()
		if len(a.situations) != n || !strings.Contains(m.message, tc.want) {
			t.Errorf("beta %q, remaining %q: message %q", tc.beta, tc.remaining, m.message)
		}
	}
}

// What the engine cannot answer is told; what makes no sense is not drawn.
func TestAnswersThatFail(t *testing.T) {
	a, m := open("one")
	a.got(nil, "The policy does not fit the cluster.")
	if m.message != "The policy does not fit the cluster." || m.answer != nil {
		t.Errorf("message %q", m.message)
	}
	m.ask()
	a.got(&wire.Explanation{Degrees: []int{0, 1}, Offered: []bool{true}}, "")
	if m.answer != nil || m.message == "" {
		t.Error("an answer in pieces was taken")
	}
}

func seconds(v float64) *float64 { return &v }

// The situation of a job is the cluster as it was when the job arrived.
func TestASituationFromARun(t *testing.T) {
	run := &experiment.Run{Jobs: []cluster.Job{
		{Graph: "alexnet", ArrivalSeconds: 0, StartSeconds: seconds(0), EndSeconds: seconds(500), Servers: []string{"0-0-0"}}, // has ended
		{Graph: "alexnet", ArrivalSeconds: 100, StartSeconds: seconds(100), EndSeconds: seconds(1500), Servers: []string{"0-0-1", "1-0-0"}},
		{Graph: "alexnet", ArrivalSeconds: 200, Servers: nil}, // blocked
		{Graph: "alexnet", ArrivalSeconds: 300, StartSeconds: seconds(300), EndSeconds: seconds(2500), Servers: []string{"3-3-1", "9-9-9"}},
		{Graph: "gnmt", ArrivalSeconds: 1000, Beta: .25},
	}}
	a, m := open("one")
	a.answerAll()
	m.fromRun(run, "5")
	s := a.last()
	if s.Graph != "gnmt" || s.Beta != .25 || fmt.Sprint(s.Busy) != "[1 8 31]" || s.JobsRunning != 2 || s.Remaining != 1000 {
		t.Errorf("situation %+v", s)
	}
	for _, number := range []string{"0", "6", "x", ""} {
		n := len(a.situations)
		a.answerAll()
		if m.fromRun(run, number); len(a.situations) != n {
			t.Errorf("job %q was asked about", number)
		}
	}
}

// Equal neighbours of a row are one piece; small patches go without a figure.
func TestHeat(t *testing.T) {
	m := &Model{degrees: &wire.Explanation{Degrees: []int{0, 1, 2, 4, 8}, MapBetas: []float64{.5, 1}, MapFree: []int{0, 1, 2, 3}}}
	h := m.heatOf("x", []int{
		0, 8, 8, 8,
		0, 8, 8, 8,
	})
	if len(h.layers) != 2 || h.layers[0].class != "heat-none" || h.layers[1].class != "heat-8" {
		t.Fatalf("layers %+v", h.layers)
	}
	if want := "M1 1H4v1H1ZM1 0H4v1H1Z"; h.layers[1].path != want {
		t.Errorf("path %s, want %s", h.layers[1].path, want)
	}
	if len(h.marks) != 1 || h.marks[0].text != "8" || h.marks[0].across != .625 {
		t.Errorf("marks %+v", h.marks)
	}
	for degree, class := range map[int]string{0: "heat-none", 1: "heat-0", 2: "heat-2", 4: "heat-5", 8: "heat-8"} {
		if got := m.heatClass(degree); got != class {
			t.Errorf("degree %d has the class %s, want %s", degree, got, class)
		}
	}
}

func render(t *testing.T, m *Model, run *experiment.Run) string {
	t.Helper()
	var buf bytes.Buffer
	r := staticrender.New(&buf)
	build, err := vugu.NewBuildEnv(r.EventEnv())
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Render(build.RunBuild(&View{Model: m, Run: run, Focus: func(string) {}, table: true})); err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(buf.String(), "\u202f", " ")
}

func TestView(t *testing.T) {
	a, m := open()
	if page := render(t, m, nil); !strings.Contains(page, "There is no policy to explain yet.") || len(a.situations) != 0 {
		t.Error("a tab without policies does not say so")
	}
	a, m = open("Fast 1")
	m.toggle(0)
	a.answerAll()
	page := render(t, m, &experiment.Run{Jobs: make([]cluster.Job, 3)})
	for _, want := range []string{
		"Fast 1 gives this alexnet job degree 4, with 75.0 % probability.", "Degree 1 not offered. Degree 2 25 %.", "&lt; 0.1 %",
		`aria-label="Server 0-0-0 in use"`, `aria-pressed="true"`, "31 of 32 servers free", ">gnmt<", "1 to 3, of the run in the Timeline",
		"the reward that the policy expects from here on", "<caption>Chosen degree for alexnet</caption>", "With the most servers free: beta 0.500 degree 4; beta 1 degree 4.",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	if n := strings.Count(page, `tabindex="0"`); n != 2 { // one server and the table
		t.Errorf("%d places for the Tab key", n)
	}
	if strings.Contains(page, " style=") {
		t.Error("a style attribute: the page's policy forbids it")
	}
}

type keyEvent struct {
	vugu.DOMEvent
	key string
}

func (e keyEvent) PropString(...string) string { return e.key }
func (e keyEvent) PreventDefault()             {}

func TestTheGridByKeyboard(t *testing.T) {
	_, m := open("one")
	focused := ""
	v := &View{Model: m, Focus: func(id string) { focused = id }}
	for _, step := range []struct{ key, at string }{
		{"ArrowRight", "server-0-0-1"}, {"ArrowDown", "server-0-1-1"}, {"PageDown", "server-1-1-1"}, {"ArrowLeft", "server-1-1-0"},
		{"End", "server-3-3-1"}, {"ArrowDown", "server-3-3-1"}, {"ArrowUp", "server-3-2-1"}, {"Home", "server-0-0-0"}, {"PageUp", "server-0-0-0"}, {"x", "server-0-0-0"},
	} {
		if v.gridKey(keyEvent{key: step.key}); focused != step.at {
			t.Errorf("%s goes to %s, want %s", step.key, focused, step.at)
		}
	}
}
