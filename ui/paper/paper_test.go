package paper

import (
	"fmt"
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/policy/strategy"
	"rampart/ui/session"
	"rampart/wasm/wire"
)

// host is a Browser and a session.Runner that runs what it was given when it is
// told to.
type host struct {
	seconds float64
	due     []func()
	shown   func()
	hidden  int
	drawn   int
	said    []string
}

func (h *host) Now() float64                                      { h.seconds += .25; return h.seconds }
func (h *host) ShowDialog(_ string, f func())                     { h.shown = f }
func (h *host) HideDialog(string)                                 { h.hidden++ }
func (h *host) Workers() int                                      { return 1 }
func (h *host) Import(_, _ string, _ []byte, _ func(*wire.Reply)) {}
func (h *host) Jobs([]byte, wire.Unit, func(*experiment.Run, string)) func() {
	return func() {}
}

func (h *host) Run(canonical []byte, units []wire.Unit, l session.Listener) func() {
	stopped := false
	h.due = append(h.due, func() {
		x, err := experiment.Decode(canonical)
		if err != nil {
			l.Failed(0, err.Error())
			return
		}
		r, err := experiment.NewRunner(x, strategy.New)
		for i, u := range units {
			if stopped {
				return
			}
			var run *experiment.Run
			if err == nil {
				run, err = r.Run(experiment.Unit{Strategy: u.Strategy, Seed: u.Seed}, func(int, int) error { return nil })
			}
			if err != nil {
				l.Failed(i, err.Error())
				continue
			}
			l.Done(i, run)
		}
	})
	return func() { stopped = true }
}

// work does what is due until nothing is.
func (h *host) work() {
	for len(h.due) > 0 {
		f := h.due[0]
		h.due = h.due[1:]
		f()
	}
}

func newModel() (*host, *Model) {
	h := &host{}
	return h, NewModel(h, h, func() { h.drawn++ }, func(s string) { h.said = append(h.said, s) })
}

// Every case is a valid experiment, and every row points at a run of it.
func TestStudiesAreWhole(t *testing.T) {
	keys := map[string]bool{}
	for i := range Studies {
		s := &Studies[i]
		for _, c := range s.Cases {
			if errs := experiment.Errors(c.Make()); len(errs) > 0 {
				t.Errorf("%s, %s: %v", s.Key, c.Name, errs)
			}
		}
		for k := range s.Figures {
			f := &s.Figures[k]
			if keys[f.Key] || f.Source == "" || !strings.Contains(f.Source, "2301.13799") {
				t.Errorf("%s is there twice, or has no source", f.Key)
			}
			keys[f.Key] = true
			for _, r := range f.Rows {
				if r.Case >= len(s.Cases) || r.Strategy >= len(s.Cases[r.Case].Make().Strategies) || !(r.Published > 0) {
					t.Errorf("%s: the row %s points nowhere", f.Key, r.Name)
				}
				if r.Low > r.Published || r.High > 0 && r.High < r.Published {
					t.Errorf("%s: the number of %s is outside its own range", f.Key, r.Name)
				}
			}
		}
	}
}

// withoutPolicies makes a study of which only heuristics run: policies need the
// engine. Rows keep their places, so the policy is replaced and not taken out.
func withoutPolicies(s Study) *Study {
	cases := s.Cases
	s.Cases = nil
	for _, c := range cases {
		s.Cases = append(s.Cases, Case{c.Name, func() *experiment.Experiment {
			x := c.Make()
			for i := range x.Strategies {
				if x.Strategies[i].Kind == "policy" {
					x.Strategies[i] = experiment.StrategySpec{Kind: "fixed", Degree: 4}
				}
			}
			return x
		}})
	}
	return &s
}

// The published numbers come out, as near as is stated here for each figure: the
// largest distance of a heuristic, points for rates and parts for the others.
func TestPublishedFiguresComeOut(t *testing.T) {
	near := map[string]float64{
		"deadlines-blocking": .02, "deadlines-jct": .06, "deadlines-speedup": .06, "deadlines-degree": .06, "deadlines-servers": .05,
		"deadlines-communication": .05, "deadlines-cluster": .05, "deadlines-demand": .05,
		"sizes-speedup": 5e-5, "sizes-jct": 5e-5, "sizes-communication": 5e-5,
		"metrics-blocking": .02, "load-blocking": .02,
	}
	for i := range Studies {
		s := withoutPolicies(Studies[i])
		h, m := newModel()
		m.Start(s)
		h.work()
		if !m.work[s.Key].done() || len(m.work[s.Key].failures()) > 0 {
			t.Fatalf("%s did not end: %v", s.Key, m.work[s.Key].failures())
		}
		for k := range s.Figures {
			f := &s.Figures[k]
			t.Run(f.Key, func(t *testing.T) {
				for j := range f.Rows {
					r := &f.Rows[j]
					v, ok := m.ours(s, f, r)
					if !ok {
						t.Fatalf("%s has no run", r.Name)
					}
					if d := f.distance(r, v.Mean); r.Cited == "" && !(d <= near[f.Key]) {
						t.Errorf("%s: ours %v, published %v: %s apart", r.Name, v.Mean, r.Published, f.gap(d))
					}
				}
				verdict := f.Verdict(func(r *Row) (experiment.Interval, bool) { return m.ours(s, f, r) })
				if !strings.HasPrefix(verdict, "Ours") {
					t.Errorf("the verdict is %q", verdict)
				}
				t.Log(verdict)
			})
		}
	}
}

func TestVerdict(t *testing.T) {
	rate := Figure{Measure: blocking, Rows: []Row{{Name: "one", Published: .2}, {Name: "two", Published: .3}, {Name: "policy", Published: .9, Cited: "another"}}}
	ratio := Figure{Measure: speedUp, Rows: []Row{{Name: "one", Published: 8}, {Name: "two", Published: 16}}}
	ranged := Figure{Measure: blocking, Rows: []Row{{Name: "one", Published: .03, Low: .024, High: .036}}}
	interval := func(mean, half float64) experiment.Interval {
		return experiment.NewInterval([]float64{mean - half, mean + half, mean})
	}
	for _, test := range []struct {
		name   string
		figure *Figure
		ours   []experiment.Interval // a mean below 0: not run
		want   []string
		not    string
	}{
		{"nothing run", &rate, []experiment.Interval{{Mean: -1}, {Mean: -1}, {Mean: -1}}, nil, "Ours"},
		{"points", &rate, []experiment.Interval{interval(.21, .02), interval(.27, .001), interval(.1, .01)},
			[]string{"at most 3.00 points (two)", "1 of 2 published numbers lie inside", "Rows of PAC-ML"}, "all digits"},
		{"parts", &ratio, []experiment.Interval{{Mean: 8.8, N: 1}, {Mean: 16, N: 1}}, []string{"at most 10.0 % (one)"}, "interval"},
		{"equal", &ratio, []experiment.Interval{{Mean: 8.0001, N: 1}, {Mean: 16, N: 1}}, []string{"all digits"}, "at most"},
		{"inside the published range", &ranged, []experiment.Interval{{Mean: .026, N: 1}}, []string{"1 of 1 published"}, "0 of"},
		{"outside it", &ranged, []experiment.Interval{{Mean: .05, N: 1}}, []string{"0 of 1 published"}, "1 of 1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			at := -1
			got := test.figure.Verdict(func(*Row) (experiment.Interval, bool) {
				at++
				return test.ours[at], test.ours[at].Mean >= 0
			})
			got = strings.ReplaceAll(got, "\u202f", " ")
			for _, want := range test.want {
				if !strings.Contains(got, want) {
					t.Errorf("%q does not say %q", got, want)
				}
			}
			if strings.Contains(got, test.not) {
				t.Errorf("%q says %q", got, test.not)
			}
		})
	}
}

// A study can be stopped: what is done stays, and it can be run again.
func TestStop(t *testing.T) {
	h, m := newModel()
	s := &Studies[1]
	m.Start(s)
	h.due[0]()
	h.due = h.due[1:]
	if !m.Running(s) || len(m.work[s.Key].sessions) != 2 {
		t.Fatalf("after the first case: running %v, %d sessions", m.Running(s), len(m.work[s.Key].sessions))
	}
	m.Stop(s)
	h.work()
	d := &Dialog{Model: m}
	if m.Running(s) || d.state(s) != "stopped" || len(m.work[s.Key].sessions) != 2 {
		t.Errorf("it goes on: %s, %d sessions", d.state(s), len(m.work[s.Key].sessions))
	}
	if _, ok := m.ours(s, &s.Figures[0], &s.Figures[0].Rows[0]); !ok {
		t.Error("what was done is lost")
	}
	if _, ok := m.ours(s, &s.Figures[0], &s.Figures[0].Rows[1]); ok {
		t.Error("what was stopped has a figure")
	}
	m.Start(s)
	h.work()
	if d.state(s) != "done" || len(h.said) != 1 {
		t.Errorf("run again it is %s, and says %q", d.state(s), h.said)
	}
	if p := m.Plot(s, &s.Figures[0]); len(p.Rows) != 5 || p.Rows[4].Value < 125 || p.Rows[4].Published != 125.944 {
		t.Errorf("the plot has %s", fmt.Sprint(p.Rows))
	}
}

// Opening a case gives its experiment to the page and closes the dialog.
func TestOpen(t *testing.T) {
	h, m := newModel()
	m.Show()
	if !m.Visible() || h.shown == nil {
		t.Fatal("the dialog does not show")
	}
	var opened *experiment.Experiment
	d := &Dialog{Model: m, Open: func(x *experiment.Experiment) { opened = x }}
	d.open(&Studies[0].Cases[2])
	if opened == nil || opened.Workload.Beta.Preset != "C" || h.hidden != 1 {
		t.Errorf("opened %v, hidden %d times", opened, h.hidden)
	}
	m.Closed()
	if m.Visible() {
		t.Error("the dialog is still there")
	}
}
