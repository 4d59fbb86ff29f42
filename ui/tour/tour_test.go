package tour

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/vugu/vugu"
	"github.com/vugu/vugu/staticrender"

	"rampart/core/experiment"
	"rampart/policy/builtin"
	"rampart/policy/strategy"
	"rampart/ui/session"
	"rampart/ui/store"
	"rampart/ui/train"
	"rampart/wasm/wire"
)

// page is a Page that runs what it loads when it is told to.
type page struct {
	session *session.Session
	loaded  []*experiment.Experiment
	tab     string
	tabs    []string
	calls   []string
	focused string
	desk    *train.Desk
	due     func()
	drawn   int
}

func (p *page) Open(tab string)           { p.tab = tab }
func (p *page) Tab() string               { return p.tab }
func (p *page) Has(tab string) bool       { return slices.Contains(p.tabs, tab) }
func (p *page) Explain(policy string)     { p.calls = append(p.calls, "explain "+policy) }
func (p *page) Compare(id string)         { p.calls = append(p.calls, "compare "+id) }
func (p *page) Desk() *train.Desk         { return p.desk }
func (p *page) Session() *session.Session { return p.session }
func (p *page) Focus(id string)           { p.focused = id }
func (p *page) Train(x *experiment.Experiment, steps int) {
	p.loaded = append(p.loaded, x)
	p.calls = append(p.calls, "train")
}

func (p *page) Load(x *experiment.Experiment) {
	p.loaded = append(p.loaded, x)
	p.session = session.Start(x, p, func() float64 { return 0 }, func(bool) {})
}

func (p *page) Workers() int                                      { return 1 }
func (p *page) Import(_, _ string, _ []byte, _ func(*wire.Reply)) {}
func (p *page) Jobs([]byte, wire.Unit, func(*experiment.Run, string)) func() {
	return func() {}
}

func (p *page) Run(canonical []byte, units []wire.Unit, l session.Listener) func() {
	p.due = func() {
		x, err := experiment.Decode(canonical)
		if err != nil {
			panic(err)
		}
		r, err := experiment.NewRunner(x, strategy.Factory(builtin.Resolve))
		if err != nil {
			panic(err)
		}
		for i, u := range units {
			run, err := r.Run(experiment.Unit{Strategy: u.Strategy, Seed: u.Seed}, func(int, int) error { return nil })
			if err != nil {
				panic(err)
			}
			l.Done(i, run)
		}
	}
	return func() {}
}

func newTour() (*page, *store.Memory, *Model) {
	p := &page{desk: &train.Desk{}, tabs: []string{"compare", "timeline"}, tab: "compare"}
	kept := &store.Memory{Later: func(f func()) { f() }}
	return p, kept, NewModel(p, kept, func() { p.drawn++ })
}

// do presses a step's button and lets its runs end.
func do(p *page, m *Model, label string) {
	v := &View{Model: m}
	for k, a := range v.acts() {
		if a.label == label {
			v.press(k)
			if p.due != nil {
				p.due()
				p.due = nil
			}
			m.Heard()
			return
		}
	}
	panic("no button " + label)
}

// What the steps claim holds in what their runs bring.
func TestStepsHold(t *testing.T) {
	p, _, m := newTour()
	for i, test := range []struct {
		press, tab string
		says       []string
	}{
		{"Run one job", "compare", []string{"ends first", "38.3 min", "5.09 h"}},
		{"Run the paper's jobs", "timeline", []string{"26.7 %", "16 of 32 servers", "2 fill", "no server was free"}},
		{"Run five degrees", "compare", []string{"Degree 4 blocks the fewest: 21.4 %", "26.7 %", "too slow"}},
		{"Run with the compact placer", "compare", []string{"degree 8 blocks the fewest: 14.6 %", "29.5 %", "21.4 %"}},
		{"Run the policy", "compare", []string{"The policy blocks", "degree 8 for everyone 14.6 %", "The placer made"}},
	} {
		m.Go(i)
		if c := steps[i].check(m); c.State != waiting {
			t.Errorf("step %d is %s before anything has run: %s", i+1, c.State, c.Text)
		}
		do(p, m, test.press)
		c := steps[i].check(m)
		text := strings.ReplaceAll(c.Text, "\u202f", " ")
		if c.State != holds {
			t.Errorf("step %d %s: %s", i+1, c.State, text)
		}
		for _, want := range test.says {
			if !strings.Contains(text, want) {
				t.Errorf("step %d says %q, without %q", i+1, text, want)
			}
		}
		if p.tab != test.tab || !m.done[i] {
			t.Errorf("step %d has opened %s, done: %v", i+1, p.tab, m.done[i])
		}
	}
}

// The check says what came out, also where it is not what the step claims.
func TestChecksAreComputed(t *testing.T) {
	p, _, m := newTour()
	m.Go(0)
	do(p, m, "Run one job")
	for k := range m.results[0].summaries {
		s := &m.results[0].summaries[k]
		s.MeanJCTSeconds.Mean = 100 + float64(k) // now degree 2 is the first
	}
	if c := checkOneJob(m); c.State != differs || !strings.Contains(c.Text, "does not end first") {
		t.Errorf("with other times it %s: %s", c.State, c.Text)
	}
}

// Settings that are not the step's do not count as its result.
func TestOtherExperimentsDoNotCount(t *testing.T) {
	p, _, m := newTour()
	x := oneJob()
	x.Workload.Jobs[0].Beta = 0.5
	p.Load(x)
	p.due()
	m.Heard()
	if m.results != [Length]*result{} || m.done != [Length]bool{} {
		t.Error("another experiment has done a step")
	}
	p.Load(oneJob())
	p.due()
	m.Heard()
	if m.results[0] == nil || !m.done[0] {
		t.Error("the step's own experiment has not")
	}
}

// Step 4 needs step 3 to hold its result against.
func TestCompactAlone(t *testing.T) {
	p, _, m := newTour()
	m.Go(3)
	do(p, m, "Run with the compact placer")
	if c := checkCompact(m); c.State != waiting || !strings.Contains(c.Text, "step 3") {
		t.Errorf("without step 3 it %s: %s", c.State, c.Text)
	}
}

func TestTraining(t *testing.T) {
	p, _, m := newTour()
	m.Go(Length - 1)
	v := &View{Model: m}
	v.press(0)
	if len(p.calls) != 1 || p.calls[0] != "train" || p.loaded[0].Placer != experiment.Compact {
		t.Fatalf("it has called %q", p.calls)
	}
	current := &train.Training{State: train.Running}
	p.desk.Current = current
	if c := checkTraining(m); c.State != waiting {
		t.Errorf("at the start it %s: %s", c.State, c.Text)
	}
	current.Curve.Points = []train.Point{{Steps: 1000, Blocking: .4}, {Steps: 2000, Blocking: .2}}
	if c := checkTraining(m); c.State != waiting || !strings.Contains(c.Text, "2\u202f000 decisions") {
		t.Errorf("under way it %s: %s", c.State, c.Text)
	}
	current.State, current.Policy = train.Done, "x1"
	current.Evaluations = []train.Evaluation{{Steps: 2000, Blocking: .19}}
	v.Compute()
	if v.check().State != holds || !m.done[Length-1] || !strings.Contains(v.check().Text, "19\u202f%") {
		t.Errorf("at the end it %s, done %v: %s", v.check().State, m.done[Length-1], v.check().Text)
	}
	v.press(1)
	if p.calls[len(p.calls)-1] != "compare x1" {
		t.Errorf("it has called %q", p.calls)
	}
	current.Curve.Points[1].Blocking = .5
	if c := checkTraining(m); c.State != differs {
		t.Errorf("a training that got worse %s", c.State)
	}
}

// The place outlives the page; what is kept and makes no sense is forgotten.
func TestPlaceIsRemembered(t *testing.T) {
	p, kept, m := newTour()
	m.Toggle()
	do(p, m, "Run one job")
	m.Go(2)
	again := NewModel(p, kept, func() {})
	again.Toggle()
	if again.at != 2 || !again.done[0] || again.done[1] {
		t.Errorf("it comes back at step %d with %v", again.at+1, again.done)
	}
	for name, raw := range map[string]string{"no JSON": "{", "far": `{"at":6}`, "negative": `{"at":-1}`, "long": `{"at":1,"done":[true,true,true,true,true,true,true,true]}`} {
		t.Run(name, func(t *testing.T) {
			kept.Put(store.Record{Key: key, Meta: []byte(raw)}, func(error) {})
			m := NewModel(p, kept, func() {})
			m.Toggle()
			if m.at >= Length || m.at != 0 && name != "long" {
				t.Errorf("it comes back at step %d", m.at+1)
			}
		})
	}
}

func TestNavigation(t *testing.T) {
	p, _, m := newTour()
	m.Toggle()
	if !m.Visible() || p.focused != titleID {
		t.Errorf("opened, the focus is on %q", p.focused)
	}
	m.Go(-3)
	if m.at != 0 {
		t.Errorf("before the first step comes %d", m.at)
	}
	m.Go(99)
	if m.at != Length-1 {
		t.Errorf("behind the last step comes %d", m.at)
	}
	m.Look()
	if p.focused != "tab-compare" {
		t.Errorf("the results are at %q", p.focused)
	}
	m.Toggle()
	if m.Visible() || p.focused != ButtonID {
		t.Errorf("closed, the focus is on %q", p.focused)
	}
}

// Tabs that are not there are not linked to.
func TestMissingTabs(t *testing.T) {
	p, _, m := newTour()
	m.Go(1)
	do(p, m, "Run the paper's jobs")
	count := func() int { return len((&View{Model: m}).acts()) }
	without := count()
	p.tabs = append(p.tabs, "cluster")
	if count() != without+1 {
		t.Errorf("%d buttons without the Cluster tab, %d with it", without, count())
	}
}

// Every step is written out, its experiment is valid and bears a name by which
// it is known, and it draws.
func TestStepsAreWhole(t *testing.T) {
	_, _, m := newTour()
	m.Toggle()
	names := map[string]bool{}
	for i := range steps {
		s := &steps[i]
		if s.title == "" || len(s.text) == 0 || s.look == "" || len(s.acts) == 0 || s.check == nil {
			t.Errorf("step %d is not whole", i+1)
		}
		if s.make != nil {
			x := s.make()
			if errs := experiment.Errors(x); len(errs) > 0 || !strings.HasPrefix(x.Name, prefix) || names[x.Name] {
				t.Errorf("step %d: %q, %v", i+1, x.Name, errs)
			}
			names[x.Name] = true
		}
		m.Go(i)
		var b bytes.Buffer
		r := staticrender.New(&b)
		build, err := vugu.NewBuildEnv(r.EventEnv())
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Render(build.RunBuild(&View{Model: m})); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{s.title, s.acts[0].label, `aria-current="step"`, `role="status"`} {
			if !strings.Contains(b.String(), strings.ReplaceAll(want, "'", "&#39;")) {
				t.Errorf("step %d draws without %q", i+1, want)
			}
		}
	}
}
