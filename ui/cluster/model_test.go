package cluster

import (
	"slices"
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/wasm/wire"
)

// The tab opens where a job found no room though there were servers enough, and
// says so.
func TestOpening(t *testing.T) {
	m, a, w := shown(t)
	if m.seconds != 15 || w.ok {
		t.Errorf("opens at %v; the clock was set: %v", m.seconds, w.ok)
	}
	want := "At 15\u202fs, 2 jobs have 4 of 8 servers. 4 are free. Job 2, gnmt at degree 4, arrives and is blocked: no room."
	if got := m.lead(); got != want {
		t.Errorf("says %q, want %q", got, want)
	}
	a.answer(wire.Survey{Free: 4, Largest: 2, Together: 4, Scatter: 0.5, Degrees: []wire.SurveyDegree{
		{Servers: 1, Positions: 8, Free: 4, First: []int{1}}, {Servers: 2, Positions: 12, Free: 4, First: []int{1, 3}}, {Servers: 4, Positions: 5},
	}})
	if got := m.lead(); !strings.Contains(got, "but a job of degree 4 finds no block among them: the largest has 2.") {
		t.Errorf("says %q", got)
	}
	m.answer.Degrees[2].First = []int{1, 3, 5, 7}
	if got := m.lead(); !strings.Contains(got, "A block of 4 is free, but first fit needs one for each number of parts") {
		t.Errorf("says %q", got)
	}
	if got := m.scatterWords(); !strings.Contains(got, "1 − 2 ÷ 4 = 50\u202f%") {
		t.Errorf("says %q", got)
	}
}

// One question is on its way at a time, and the last moment is asked about.
func TestQuestions(t *testing.T) {
	m, a, w := shown(t)
	m.SetSeconds(16)
	m.SetSeconds(17)
	if len(a.questions) != 1 || !m.late || w.at != 17 {
		t.Fatalf("%d questions, late %v, the clock at %v", len(a.questions), m.late, w.at)
	}
	a.answer(wire.Survey{Free: 4})
	if len(a.questions) != 2 || a.questions[1].seconds != 17 || !m.late {
		t.Fatalf("%d questions, the last %+v", len(a.questions), a.questions[len(a.questions)-1])
	}
	a.answer(wire.Survey{Free: 4})
	if m.late || m.answer == nil {
		t.Error("the answer was not taken")
	}
	// The Timeline moves on: the tab follows.
	x, run := m.x, m.run
	w.at = 30
	m.Show(x, m.canonical, run, w)
	if m.seconds != 30 || len(m.moment.Running) != 1 || len(a.questions) != 3 {
		t.Errorf("at %v with %v", m.seconds, m.moment.Running)
	}
	// Given up with the tab, asked again when it is opened.
	m.giveUp()
	if a.stopped != 1 {
		t.Error("the question was not given up")
	}
	m.Show(x, m.canonical, run, w)
	if len(a.questions) != 4 {
		t.Error("what was given up is not asked again")
	}
	// Another run: what comes late is not its answer.
	late := a.questions[3]
	other := *run
	m.Show(x, m.canonical, &other, w)
	late.got(&wire.Survey{Free: 1}, "")
	if m.answer != nil {
		t.Error("an answer about another run was taken")
	}
	m.Show(x, m.canonical, nil, w)
	if m.moment != nil || m.lead() == "" {
		t.Error("without a run there is a moment")
	}
}

// What the engine says is checked against the cluster.
func TestAnswersThatMakeNoSense(t *testing.T) {
	for _, s := range []wire.Survey{
		{Degrees: []wire.SurveyDegree{{First: []int{8}}}},
		{Degrees: []wire.SurveyDegree{{LastResort: []int{-1}}}},
		{Links: []wire.SurveyChannel{{From: 0, To: 99}}},
		{Jobs: []wire.SurveyJob{{Job: 3}}},
	} {
		m, a, _ := shown(t)
		a.answer(s)
		if m.answer != nil || m.message == "" {
			t.Errorf("%+v was taken", s)
		}
	}
}

// The keys of the picture, one after the other.
func TestKeys(t *testing.T) {
	m, _, _ := shown(t)
	for _, step := range []struct {
		key         string
		server, job int
	}{
		{"ArrowRight", 0, 0}, {"ArrowRight", 1, none}, {"ArrowDown", 3, none}, {"ArrowLeft", 2, 1}, {"PageDown", 6, 1},
		{"PageDown", 6, 1}, {"ArrowUp", 4, 0}, {"End", 7, none}, {"ArrowRight", 7, none}, {"Home", 0, 0},
		{"]", 2, 1}, {"]", 2, 1}, {"[", 0, 0}, {"Escape", none, none}, {"[", 2, 1},
	} {
		if !m.key(step.key) {
			t.Fatalf("%q means nothing", step.key)
		}
		if m.server != step.server || m.job != step.job {
			t.Errorf("%q: server %d and job %d, want %d and %d", step.key, m.server, m.job, step.server, step.job)
		}
	}
	if m.key(".") && m.seconds != 20 {
		t.Errorf("the next change is at %v", m.seconds)
	}
	if m.key(",") && m.seconds != 10 {
		t.Errorf("the change before is at %v", m.seconds)
	}
	if m.key("x") {
		t.Error("x means something")
	}
	m.key("Escape")
	if m.key("Escape") {
		t.Error("Escape means something where nothing is chosen")
	}
}

// A job that ends is no longer chosen; the button goes from the last job without
// room to the first.
func TestMoving(t *testing.T) {
	m, _, _ := shown(t)
	m.choose(0)
	if m.job != 0 || !strings.Contains(m.serverSentence(0), "job 0, vgg16 at degree 2, for another 5") {
		t.Errorf("job %d: %s", m.job, m.serverSentence(0))
	}
	m.SetSeconds(25)
	if m.job != none {
		t.Error("a job that has ended is chosen")
	}
	m.nextWithoutRoom()
	if m.seconds != 15 {
		t.Errorf("at %v", m.seconds)
	}
	m.SetSeconds(1e9)
	if m.seconds != 100 {
		t.Errorf("beyond the end: %v", m.seconds)
	}
}

// The block of a degree is highlighted as long as the answer is of the moment.
func TestHighlight(t *testing.T) {
	m, a, _ := shown(t)
	a.answer(wire.Survey{Degrees: []wire.SurveyDegree{{Servers: 2, First: []int{1, 5}}, {Servers: 4, LastResort: []int{1, 3}}}})
	m.toggleDegree(2)
	if !slices.Equal(m.marked(), []int{1, 5}) {
		t.Errorf("%v", m.marked())
	}
	m.toggleDegree(4)
	if !slices.Equal(m.marked(), []int{1, 3}) {
		t.Errorf("%v", m.marked())
	}
	m.SetSeconds(16)
	if m.marked() != nil {
		t.Error("a block of another moment is highlighted")
	}
	m.toggleDegree(4)
	if m.degree != 0 {
		t.Error("it stays")
	}
}

// A run whose jobs have servers that the cluster has not is told, not drawn.
func TestAForeignRun(t *testing.T) {
	a := &asked{}
	m := NewModel(a, func() {})
	x, run := sample()
	run.Jobs[0].Servers = []string{"9-0-0"}
	m.Show(x, nil, run, &watch{at: 5, ok: true})
	if m.moment != nil || !strings.Contains(m.lead(), "9-0-0") || len(a.questions) != 0 {
		t.Errorf("says %q", m.lead())
	}
	m.Show(experiment.Default(), nil, nil, &watch{})
	if m.problem != "" {
		t.Error("the problem stays")
	}
}
