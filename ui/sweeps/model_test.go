package sweeps

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/vugu/vugu"
	"github.com/vugu/vugu/staticrender"

	"rampart/core/experiment"
	"rampart/core/sweep"
	"rampart/policy/strategy"
	"rampart/ui/session"
	"rampart/ui/store"
)

// desk is a page that a test plays by hand.
type desk struct {
	t       *testing.T
	seconds float64
	later   []func()
	store   *store.Memory
	ids     int
	asked   []request
	bounds  []boundRequest
	stopped int
	drawn   int
}

type request struct {
	x, axes []byte
	units   []int
	l       Listener
}

type boundRequest struct {
	canonical []byte
	seeds     []uint64
	got       func(*experiment.Bound, string)
}

func (d *desk) Bounds(canonical []byte, seeds []uint64, got func(*experiment.Bound, string)) func() {
	d.bounds = append(d.bounds, boundRequest{canonical, seeds, got})
	return func() { d.stopped++ }
}

func (d *desk) Now() float64              { return d.seconds }
func (d *desk) After(_ float64, f func()) { d.later = append(d.later, f) }
func (d *desk) Workers() int              { return 1 }
func (d *desk) id() string                { d.ids++; return fmt.Sprint("id", d.ids) }
func (d *desk) Sweep(x, axes []byte, u []int, l Listener) func() {
	d.asked = append(d.asked, request{x, axes, u, l})
	return func() { d.stopped++ }
}

// settle calls back what waits.
func (d *desk) settle() {
	for len(d.later) > 0 {
		f := d.later[0]
		d.later = d.later[1:]
		f()
	}
}

// work answers up to n requests as the engine would, and lets some time pass.
func (d *desk) work(n int) {
	for ; n > 0 && len(d.asked) > 0; n-- {
		r := d.asked[0]
		d.asked = d.asked[1:]
		x, err := experiment.Decode(r.x)
		if err != nil {
			d.t.Fatal(err)
		}
		axes, err := sweep.DecodeAxes(r.axes)
		if err != nil {
			d.t.Fatal(err)
		}
		s, err := sweep.New(x, axes)
		if err != nil {
			d.t.Fatal(err)
		}
		runner := s.NewRunner(strategy.New)
		var rows [][]float64
		for _, unit := range r.units {
			run, err := runner.Run(unit, nil)
			if err != nil {
				d.t.Fatal(err)
			}
			rows = append(rows, run.Row())
		}
		d.seconds += 2
		r.l.Swept(rows)
		r.l.Ended("")
		d.settle()
	}
}

func open(t *testing.T, s *store.Memory) (*desk, *Model) {
	d := &desk{t: t, store: s}
	if s == nil {
		d.store = &store.Memory{}
	}
	d.store.Later = func(f func()) { d.later = append(d.later, f) }
	return d, NewModel(d, d, d.store, d.id, func(bool) { d.drawn++ })
}

// small is an experiment that takes no time natively and some batches by the
// estimate.
func small() *experiment.Experiment {
	x := experiment.Paper("A")
	x.HorizonSeconds = 8e5
	x.Strategies = []experiment.StrategySpec{{Kind: "max"}, {Kind: "fixed", Degree: 8}, {Kind: "random"}}
	x.Seeds = nil
	for i := range 20 {
		x.Seeds = append(x.Seeds, uint64(i))
	}
	return x
}

func native(t *testing.T, s *sweep.Sweep) *sweep.Result {
	t.Helper()
	r, err := sweep.RunAll(t.Context(), s, strategy.New, sweep.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestSweepRuns(t *testing.T) {
	d, m := open(t, nil)
	x := small()
	m.Toggle(x)
	if m.Drafts[0].Path != "load" || m.Mistake(x) != "" {
		t.Fatalf("the first draft is %+v, wrong: %s", m.Drafts[0], m.Mistake(x))
	}
	m.Drafts[0].To, m.Drafts[0].N = "1", "3"
	if got := m.Forecast(x); !strings.HasPrefix(got, "3 points × 3 strategies × 20 seeds: 180 runs, up to about ") {
		t.Errorf("forecast %q", got)
	}
	m.Start(x)
	if !m.Running() || len(d.asked) != 2 {
		t.Fatalf("%d requests at first, want one in work and one that waits", len(d.asked))
	}
	d.work(1)
	if done, _ := m.Work.Counts(); done == 0 || m.Work.Digest != "" {
		t.Errorf("%d runs after the first request, digest %q", done, m.Work.Digest)
	}
	if s := m.Status(); !strings.Contains(s, " of 180 runs done, about ") {
		t.Errorf("status %q", s)
	}
	d.work(math.MaxInt)
	if m.Work.State != session.Done || m.Work.Digest != native(t, m.Work.Sweep).Digest {
		t.Errorf("state %s, digest %s", m.Work.State, m.Work.Digest)
	}
	for p := range m.Work.Sweep.Points() {
		for _, s := range m.Work.Result().Summaries(p) {
			if got := m.Work.Interval(p, s.Strategy, Metrics[0]); got != s.BlockingRate {
				t.Errorf("point %d: %+v, want %+v", p, got, s.BlockingRate)
			}
			if got := m.Work.Interval(p, s.Strategy, Metrics[1]); got != s.MeanJCTSeconds {
				t.Errorf("point %d: %+v, want %+v", p, got, s.MeanJCTSeconds)
			}
		}
	}
}

// A sweep that was stopped is there again in the next page, goes on, and comes
// to the same end; the page after that has it whole.
func TestSweepIsKept(t *testing.T) {
	d, m := open(t, nil)
	x := small()
	m.Toggle(x)
	m.Drafts[0].N = "3"
	m.Choose(x, 1, "queueCapacity")
	m.Drafts[1].N = "2"
	m.Start(x)
	d.work(2)
	m.Stop()
	d.settle()
	done, total := m.Work.Counts()
	if m.Work.State != session.Stopped || done == 0 || done == total || d.stopped == 0 {
		t.Fatalf("state %s, %d of %d runs, %d requests stopped", m.Work.State, done, total, d.stopped)
	}
	kept := d.store
	kept.Release(claim(m.keeper.key)) // the page is closed
	d, again := open(t, kept)
	again.Read()
	d.settle()
	if again.Work == nil || !again.Open {
		t.Fatal("the next page has no sweep")
	}
	if got, _ := again.Work.Counts(); got != done {
		t.Errorf("%d runs were kept, want %d", got, done)
	}
	if again.Drafts != m.Drafts {
		t.Errorf("the drafts were %+v, are %+v", m.Drafts, again.Drafts)
	}
	again.Resume()
	d.work(math.MaxInt)
	if want := native(t, again.Work.Sweep).Digest; again.Work.State != session.Done || again.Work.Digest != want {
		t.Errorf("state %s, digest %s, want %s", again.Work.State, again.Work.Digest, want)
	}
	kept.Release(claim(again.keeper.key))
	d, third := open(t, kept)
	third.Read()
	d.settle()
	if third.Work == nil || third.Work.State != session.Done || third.Work.Digest != again.Work.Digest {
		t.Error("the third page has not the whole sweep")
	}
}

// A sweep that another page has is left to it; a new one replaces only one's
// own.
func TestSweepOfAnotherPage(t *testing.T) {
	d, m := open(t, nil)
	x := small()
	m.Toggle(x)
	m.Start(x)
	d.settle()
	d2, other := open(t, d.store)
	d2.ids = 10
	other.Read()
	d2.settle()
	if other.Work != nil {
		t.Fatal("the other page took a sweep that is in use")
	}
	other.Toggle(x)
	other.Start(x)
	d2.settle()
	before := d2.store.Len()
	m.Start(x) // again: its first one is forgotten
	d.settle()
	d2.settle()
	if after := d2.store.Len(); after != before {
		t.Errorf("%d records, before %d", after, before)
	}
}

// A sweep that a link sets is unfolded and not run; one that was kept takes its
// place only if it is the same.
func TestSweepOfALink(t *testing.T) {
	for _, same := range []bool{true, false} {
		d, m := open(t, nil)
		x := small()
		if m.Look(x) != nil {
			t.Error("a folded section has a sweep to share")
		}
		m.Toggle(x)
		m.Drafts[0].N, m.Drafts[0].Log = " 3 ", true
		m.Choose(x, 1, "queueCapacity")
		m.Metric = Metrics[2]
		v := m.Look(x)
		if v == nil || len(v.Axes) != 2 || v.Axes[0].N != 3 || !v.Axes[0].Log || v.Axes[1].Path != "queueCapacity" || v.Metric != "meanSpeedup" {
			t.Fatalf("the view has %+v", v)
		}
		if !same {
			m.Drafts[0].N = "4"
		}
		m.Start(x)
		d.settle()
		kept := d.store
		kept.Release(claim(m.keeper.key))
		d, again := open(t, kept)
		again.Wish(x, v)
		if len(d.asked) != 0 || again.Work != nil {
			t.Error("the link's sweep runs without being asked for")
		}
		if got := again.Look(x); !reflect.DeepEqual(got, v) {
			t.Errorf("the page has %+v, the link %+v", got, v)
		}
		again.Read()
		d.settle()
		if (again.Work != nil) != same || again.Drafts[0].N != "3" {
			t.Errorf("same %v: work %v, drafts %+v", same, again.Work != nil, again.Drafts)
		}
	}
}

func TestSweepFails(t *testing.T) {
	d, m := open(t, nil)
	x := small()
	m.Toggle(x)
	m.Start(x)
	d.asked[0].l.Ended("The engine stopped: out of memory.")
	if m.Running() || len(m.Work.Failures) != 1 || d.stopped != 1 {
		t.Errorf("state %s, failures %q, %d stopped", m.Work.State, m.Work.Failures, d.stopped)
	}
	d.asked = nil
	m.Resume()
	d.work(math.MaxInt)
	if m.Work.State != session.Done || len(m.Work.Failures) > 0 {
		t.Errorf("resumed: state %s, failures %q", m.Work.State, m.Work.Failures)
	}
}

func TestSweepIsNotKept(t *testing.T) {
	d, m := open(t, &store.Memory{Fail: store.ErrFull})
	x := small()
	m.Toggle(x)
	m.Start(x)
	d.work(math.MaxInt)
	if m.Work.State != session.Done || !strings.Contains(m.Trouble, "no room left") {
		t.Errorf("state %s, trouble %q", m.Work.State, m.Trouble)
	}
}

func TestMistakes(t *testing.T) {
	for _, tc := range []struct {
		name   string
		change func(m *Model, x *experiment.Experiment)
		want   string
	}{
		{"a word", func(m *Model, _ *experiment.Experiment) { m.Drafts[0].From = "few" }, `load: "few" is no number.`},
		{"too many", func(m *Model, _ *experiment.Experiment) { m.Drafts[0].N = "9999" }, "load: 9999 values, expected 1 to 2500."},
		{"out of range", func(m *Model, _ *experiment.Experiment) { m.Drafts[0].From = "-1" }, "at load = -1"},
		{"factors from zero", func(m *Model, _ *experiment.Experiment) { m.Drafts[0].From, m.Drafts[0].Log = "0", true }, "expected ends above 0"},
		{"no whole number", func(m *Model, x *experiment.Experiment) {
			m.Choose(x, 0, "cluster.groups")
			m.Drafts[0].From, m.Drafts[0].N = "2", "2"
		}, "at cluster.groups = 2"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			d, m := open(t, nil)
			x := small()
			m.Toggle(x)
			tc.change(m, x)
			if got := m.Mistake(x); !strings.Contains(got, tc.want) {
				t.Errorf("got %q, want %q", got, tc.want)
			}
			if m.Start(x); m.Work != nil || len(d.asked) > 0 || m.Forecast(x) != "" {
				t.Error("it was run")
			}
		})
	}
}

func TestChooseTwice(t *testing.T) {
	_, m := open(t, nil)
	x := small()
	m.Toggle(x)
	m.Choose(x, 1, "load")
	if m.Drafts[1].Path != "" {
		t.Error("a field varies twice")
	}
	m.Choose(x, 1, "horizonSeconds")
	m.Choose(x, 1, "")
	if (m.Drafts[1] != Draft{}) {
		t.Errorf("left over: %+v", m.Drafts[1])
	}
}

func TestFinding(t *testing.T) {
	for _, tc := range []struct {
		name  string
		rates [][2]float64 // of two strategies, point by point
		want  string
	}{
		{"one all along", [][2]float64{{.1, .2}, {.2, .3}}, "Maximum parallelism blocks the fewest jobs over the whole range."},
		{"they change places", [][2]float64{{.1, .2}, {.2, .3}, {.4, .3}}, "Maximum parallelism blocks the fewest jobs up to 2, Fixed 8 from 3 on."},
		{"and back", [][2]float64{{.1, .2}, {.4, .3}, {.3, .4}}, "Maximum parallelism blocks the fewest jobs up to 1, Fixed 8 from 2 to 2, Maximum parallelism from 3 on."},
	} {
		t.Run(tc.name, func(t *testing.T) {
			x := small()
			x.Strategies, x.Seeds = x.Strategies[:2], x.Seeds[:1]
			values := []float64{1, 2, 3}[:len(tc.rates)]
			s, err := sweep.New(x, []sweep.Axis{{Path: "load", Values: values}})
			if err != nil {
				t.Fatal(err)
			}
			var runs []sweep.Run
			for p, r := range tc.rates {
				for i, rate := range r {
					runs = append(runs, sweep.Run{Unit: 2*p + i, BlockingRate: rate})
				}
			}
			d, m := open(t, nil)
			m.take(newWork(s, runs, d, m.heard))
			if got := m.Finding(); got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
		})
	}
}

func render(t *testing.T, c *View) string {
	t.Helper()
	var b bytes.Buffer
	r := staticrender.New(&b)
	build, err := vugu.NewBuildEnv(r.EventEnv())
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Render(build.RunBuild(c)); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestView(t *testing.T) {
	d, m := open(t, nil)
	x := small()
	var saved string
	c := &View{Model: m, Experiment: x, SaveFile: func(name, _ string, _ []byte) { saved += name + " " }}
	if page := render(t, c); strings.Contains(page, "Run sweep") || !strings.Contains(page, `aria-expanded="false"`) {
		t.Error("it is not folded at first")
	}
	m.Toggle(x)
	m.Drafts[0].N = "3"
	m.Start(x)
	d.work(math.MaxInt)
	m.Table = true
	page := render(t, c)
	for _, want := range []string{`data-state="done"`, `data-digest="sha256:`, "180 of 180 runs done in", "curves-band", "Fixed 8", "<caption>Sweep: Blocking rate</caption>", "jobs per 1\u202f000 s"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in\n%s", want, page)
		}
	}
	if strings.Contains(page, "of other settings") {
		t.Error("it is said to be of other settings")
	}
	if strings.Contains(render(t, c), "curves-band") {
		t.Error("a figure that has not changed was drawn again")
	}
	m.Metric = metricOf("meanJctSeconds")
	if page := render(t, c); !strings.Contains(page, "<caption>Sweep: Mean JCT</caption>") || !strings.Contains(page, "curves-band") {
		t.Error("another figure was not drawn")
	}
	other := *x
	other.HorizonSeconds = 1e5
	c.Experiment = &other
	if !strings.Contains(render(t, c), "of other settings") {
		t.Error("nothing says that the settings are others")
	}
	c.saveCSV()
	c.saveJSON()
	if saved != "sweep.csv sweep.json " {
		t.Errorf("saved %q", saved)
	}
	m.Choose(x, 1, "workload.beta.max")
	m.Drafts[1].N = "2"
	m.Start(x)
	d.work(math.MaxInt)
	if page := render(t, c); !strings.Contains(page, "map-cell") {
		t.Errorf("two fields have no maps:\n%s", page)
	}
}

// What was kept and is damaged is thrown away, whatever it says.
func TestDamaged(t *testing.T) {
	for _, state := range []string{"", "{", `{"rampart":9}`} {
		s := &store.Memory{}
		d, m := open(t, s)
		s.Put(store.Record{Key: kind + "x/0", Meta: []byte("{}"), Data: []byte(state)}, func(err error) {
			if err != nil && !errors.Is(err, store.ErrNone) {
				t.Error(err)
			}
		})
		m.Read()
		d.settle()
		if m.Work != nil || s.Len() != 0 {
			t.Errorf("%q: %d records are left", state, s.Len())
		}
	}
}
