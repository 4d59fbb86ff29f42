package graphs

import (
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/ui/chart"
	"rampart/wasm/wire"
)

// costs are those of two degrees.
func costs() *wire.GraphCosts {
	return &wire.GraphCosts{TrainingSteps: 1, SequentialSeconds: 10, Degrees: []wire.GraphCost{
		{Degree: 1, Effective: 1, Servers: 1, JCTSeconds: 10, ComputationSeconds: 10, LimitSeconds: 10},
		{Degree: 2, Effective: 2, Servers: 2, JCTSeconds: 6, ComputationSeconds: 5, CommunicationSeconds: 2, LimitSeconds: 10},
		{Degree: 4, Effective: 2, LimitSeconds: 10},
		{Degree: 8, Effective: 8, Servers: 8, Endless: true, LimitSeconds: 10},
	}}
}

// opened is a model that has been shown the graph two, with all its answers.
func opened(t *testing.T) (*Model, *engine) {
	t.Helper()
	e := &engine{}
	m := NewModel(e, func() {})
	m.chosen = "two"
	m.Open(owned(t))
	e.answer(&wire.GraphFigures{Drawing: two(t)}, "")
	e.answer(&wire.GraphFigures{Costs: costs()}, "")
	return m, e
}

// The tab asks for the drawing, then for the costs, then for the step at a
// degree that there is.
func TestModelAsksInTurn(t *testing.T) {
	e := &engine{}
	m := NewModel(e, func() {})
	m.Open(experiment.Default())
	if m.chosen != "resnet18" || !e.question.Drawing || e.question.Costs {
		t.Fatalf("at first it asks %+v", e.question)
	}
	e.answer(&wire.GraphFigures{Drawing: drawn(t, "resnet18")}, "")
	if !e.question.Costs {
		t.Fatalf("then %+v", e.question)
	}
	e.progress(3, 6)
	if got := m.costLead(); !strings.Contains(got, "3 of 6") {
		t.Errorf("meanwhile it says %q", got)
	}
	e.answer(&wire.GraphFigures{Costs: costs()}, "")
	if e.question.Degree != 8 {
		t.Fatalf("then %+v", e.question)
	}
	m.Open(experiment.Default())
	if e.asked != 3 {
		t.Error("opened again it asks again")
	}
}

func TestModelSteps(t *testing.T) {
	m, e := opened(t)
	m.SetDegree(2)
	if e.question.Degree != 2 || e.stopped != 1 {
		t.Fatalf("it asks %+v, and has stopped %d", e.question, e.stopped)
	}
	e.answer(&wire.GraphFigures{Step: oneStep()}, "")
	if m.step == nil || m.Gantt.step == nil || m.asking() || m.message != "" {
		t.Fatalf("step %v, message %q", m.step, m.message)
	}
	late := e.got
	m.SetDegree(1)
	late(&wire.GraphFigures{Step: oneStep()}, "") // of the degree before
	if m.step != nil {
		t.Error("a late answer is taken")
	}
	e.answer(nil, "No memory.")
	if m.message != "No memory." || m.asking() {
		t.Errorf("message %q", m.message)
	}
	before := e.asked
	m.Retry()
	if e.asked != before+1 || e.question.Degree != 1 {
		t.Error("it does not try again")
	}
}

func TestModelRefusesNonsense(t *testing.T) {
	for name, spoil := range map[string]func(s *wire.GraphStep){
		"a short column":      func(s *wire.GraphStep) { s.Flows = s.Flows[1:] },
		"a row to nowhere":    func(s *wire.GraphStep) { s.Row[1] = 2 },
		"a missing row":       func(s *wire.GraphStep) { s.Row = s.Row[1:] },
		"a bar of no node":    func(s *wire.GraphStep) { s.Schedules[0].Node[0] = 4 },
		"bars without an end": func(s *wire.GraphStep) { s.Schedules[0].To = nil },
		"half a move":         func(s *wire.GraphStep) { s.Schedules[0].Moves = []float64{1} },
		"a leg of no server":  func(s *wire.GraphStep) { s.Critical[0].Server = 2 },
		"a leg of no node":    func(s *wire.GraphStep) { s.Critical[0].To = -1 },
		"a move to nowhere":   func(s *wire.GraphStep) { s.Transfers[0].To = 9 },
	} {
		m, e := opened(t)
		m.SetDegree(2)
		s := oneStep()
		spoil(s)
		e.answer(&wire.GraphFigures{Step: s}, "")
		if m.step != nil || m.message == "" {
			t.Errorf("%s: it is taken", name)
		}
	}
}

func TestDeadline(t *testing.T) {
	m, _ := opened(t)
	for _, tc := range []struct {
		beta string
		want string
	}{
		{"0.5", "no degree is in time"}, {"0.6", "at degree 2."}, {" 1 ", "at degrees 1, 2."}, {"0.599", "no degree"},
		{"0", "Beta is above 0"}, {"1.1", "Beta is above 0"}, {"x", "Beta is above 0"}, {"NaN", "Beta is above 0"},
	} {
		if m.beta = tc.beta; !strings.Contains(m.costLead(), tc.want) {
			t.Errorf("beta %q: %q, want %q", tc.beta, m.costLead(), tc.want)
		}
	}
	m.beta = "0.6"
	v := &View{Model: m}
	states := ""
	for _, b := range v.costBars() {
		states += b.State + ", "
		if b.Compute+b.Other > 1+1e-9 {
			t.Errorf("bar %+v is longer than the scale", b)
		}
	}
	if states != "too slow, in time, no room, never ends, " {
		t.Errorf("states %s", states)
	}
	if rows := v.costRows(); rows[1][9] != "yes" || rows[2][9] != "no room" || !strings.HasPrefix(rows[2][0], "4 (no op in more than 2)") {
		t.Errorf("rows %v", rows)
	}
}

// Only what a plan depends on is asked about: the rest may change.
func TestQuestion(t *testing.T) {
	m, _ := opened(t)
	file := string(m.makeQuestion())
	if !strings.Contains(file, `"name":"two"`) || strings.Contains(file, "alexnet") {
		t.Errorf("asked of %s", file)
	}
	other := *m.x
	other.QueueCapacity, other.Seeds, other.Name, other.HorizonSeconds = 3, []uint64{9}, "x", 5
	m.x = &other
	if string(m.makeQuestion()) != file {
		t.Error("what is of no influence is asked")
	}
	other.Placer = experiment.Compact
	if string(m.makeQuestion()) == file {
		t.Error("the placer is not asked")
	}
	if _, err := experiment.Decode(m.makeQuestion()); err != nil {
		t.Errorf("what is asked is no experiment: %v", err)
	}
}

func TestInputShare(t *testing.T) {
	m, e := opened(t)
	share, time, ok := m.input()
	if !ok || share != 0.2 || time != 2 {
		t.Fatalf("share %v, time %v, %v", share, time, ok)
	}
	if !strings.Contains(plain(m.lead()), "Loading data takes 20 %") {
		t.Errorf("lead %q", m.lead())
	}
	m.LeaveOut(true)
	if !e.question.WithoutInput || !e.question.Drawing || m.figure != nil {
		t.Fatalf("asked %+v", e.question)
	}
	d := two(t)
	d.Inputs, d.File = nil, []byte(`{}`)
	e.answer(&wire.GraphFigures{Drawing: d}, "")
	var added []byte
	v := &View{Model: m, Add: func(file []byte) { added = file }}
	if !v.hasInput() || !v.canAdd() {
		t.Fatal("it cannot be added")
	}
	if v.add(); string(added) != "{}" || !strings.Contains(v.added, "two joined") {
		t.Errorf("added %s, says %q", added, v.added)
	}
}

func TestSearchAndFocus(t *testing.T) {
	m, _ := opened(t)
	m.Search("lin")
	m.NextFound(1)
	if m.focus != 1 || len(m.found) != 1 {
		t.Fatalf("found %v, focus %d", m.found, m.focus)
	}
	if got := m.nodeFacts(); len(got) < 6 || plain(got[0].Value) != "4 s" {
		t.Errorf("facts %+v", got)
	}
	m.SetDegree(2)
	m.Search("nothing like it")
	m.NextFound(1)
	if m.focus != 1 || m.found == nil || len(m.found) != 0 {
		t.Errorf("found %v, focus %d", m.found, m.focus)
	}
	m.Choose("alexnet")
	if m.focus != none || m.found != nil || m.figure != nil {
		t.Errorf("on another graph focus %d, found %v", m.focus, m.found)
	}
	m.Choose("no such graph")
	if m.chosen != "alexnet" {
		t.Errorf("chosen %s", m.chosen)
	}
}

// The pictures are documents, in both schemes.
func TestPictures(t *testing.T) {
	m, e := opened(t)
	m.SetDegree(2)
	e.answer(&wire.GraphFigures{Step: oneStep()}, "")
	m.Gantt.Resize(800)
	v := &View{Model: m}
	for name, draw := range map[string]func(paper) []byte{"sheet": v.sheetPicture, "gantt": v.ganttPicture, "costs": v.costPicture} {
		for _, dark := range []bool{false, true} {
			svg := string(draw(paper{Dark: dark}))
			if !strings.HasPrefix(svg, "<svg ") || !strings.Contains(svg, "two") || strings.Contains(svg, "NaN") || strings.Count(svg, "<rect") < 3 {
				t.Errorf("%s: %s", name, svg)
			}
		}
	}
	if m.Gantt.width != 800 {
		t.Error("a picture changes the canvas")
	}
}

type paper = chart.Paper

// A job of the Timeline brings its degree and its beta; a degree that the
// cluster does not have gives way to the next below.
func TestJob(t *testing.T) {
	m, e := opened(t)
	m.Job(2, 0.25)
	if beta, ok := m.betaValue(); !ok || beta != 0.25 || e.question.Degree != 2 {
		t.Errorf("beta %v, asked %+v", beta, e.question)
	}
	m.Job(0, 0.5) // it was not placed
	if m.degree != 2 {
		t.Errorf("degree %d", m.degree)
	}
	m.Job(3, 0.5)
	if m.degree != 2 || m.Look().Degree != 3 {
		t.Errorf("for degree 3 it takes %d and keeps %d", m.degree, m.Look().Degree)
	}
}
