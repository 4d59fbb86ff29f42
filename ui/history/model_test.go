package history

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/core/snapshot"
	"rampart/ui/session"
	"rampart/ui/store"
	"rampart/wasm/wire"
)

// tab is one page: a Host, a session.Runner and a history, all played by hand.
// Tabs that share a store see what the others keep.
type tab struct {
	t       *testing.T
	store   *shared
	seconds float64
	wall    time.Time
	saved   map[string]string
	focused string
	said    string
	dialog  string
	shown   func()

	session  *session.Session
	units    []wire.Unit
	listener session.Listener
	*Model
}

// shared is a Memory as several tabs see it: what one writes the others hear,
// and a closed tab gives its names back.
type shared struct {
	store.Memory
	queue []func()
	tabs  []*view
}

// view is a shared store as one tab sees it.
type view struct {
	*shared
	heard  func(string, error)
	claims map[string]bool
}

func newShared() *shared {
	s := &shared{}
	s.Later = func(f func()) { s.queue = append(s.queue, f) }
	return s
}

func (s *shared) run() {
	for len(s.queue) > 0 {
		f := s.queue[0]
		s.queue = s.queue[1:]
		f()
	}
}

func (v *view) Watch(heard func(string, error)) { v.heard = heard }

func (v *view) tell(key string) {
	for _, other := range v.tabs {
		if other != v {
			v.Later(func() { other.heard(key, nil) })
		}
	}
}

func (v *view) Put(r store.Record, done func(error)) {
	v.Memory.Put(r, done)
	v.tell(r.Key)
}

func (v *view) Replace(r store.Record, done func(error)) {
	v.Memory.Replace(r, done)
	v.tell(r.Key)
}

func (v *view) Take(prefixes []string, got func([]store.Record, error)) {
	v.Memory.Take(prefixes, got)
	for _, prefix := range prefixes {
		v.tell(prefix)
	}
}

func (v *view) Claim(name string, got func(bool)) {
	v.Memory.Claim(name, func(ok bool) {
		if ok {
			v.claims[name] = true
		}
		got(ok)
	})
}

func (v *view) Release(name string) {
	if v.claims[name] {
		delete(v.claims, name)
		v.Memory.Release(name)
	}
}

// newTab opens a page on a store.
func newTab(t *testing.T, s *shared) *tab {
	p := &tab{t: t, store: s, wall: time.Date(2026, 11, 30, 14, 5, 0, 0, time.UTC), saved: map[string]string{}}
	v := &view{shared: s, claims: map[string]bool{}}
	s.tabs = append(s.tabs, v)
	p.Model = New(v, p, func() time.Time { return p.wall }, func() {}, func(sentence string) { p.said = sentence })
	p.Read()
	s.run()
	return p
}

// kill closes the page in the middle of whatever it does.
func (p *tab) kill() {
	p.store.run()
	for i, v := range p.store.tabs {
		if v == p.Model.store {
			for name := range v.claims {
				v.Release(name)
			}
			p.store.tabs = append(p.store.tabs[:i:i], p.store.tabs[i+1:]...)
		}
	}
}

func (p *tab) Now() float64                                      { return p.seconds }
func (p *tab) After(_ float64, f func())                         { p.store.Later(f) }
func (p *tab) Save(name, _, text string)                         { p.saved[name] = text }
func (p *tab) ShowDialog(id string, shown func())                { p.dialog, p.shown = id, shown }
func (p *tab) HideDialog(string)                                 { p.dialog = "" }
func (p *tab) Focus(id string)                                   { p.focused = id }
func (p *tab) Workers() int                                      { return 1 }
func (p *tab) Import(_, _ string, _ []byte, _ func(*wire.Reply)) {}
func (p *tab) Jobs([]byte, wire.Unit, func(*experiment.Run, string)) func() {
	return func() {}
}

func (p *tab) Run(_ []byte, units []wire.Unit, l session.Listener) func() {
	p.units, p.listener = units, l
	return func() {}
}

// experimentOf is an experiment of two strategies on so many seeds.
func experimentOf(name string, seeds int) *experiment.Experiment {
	x := experiment.Paper("A")
	x.Name = name
	x.Strategies = x.Strategies[:2]
	x.Seeds = nil
	for i := range seeds {
		x.Seeds = append(x.Seeds, uint64(i))
	}
	return x
}

// start starts an experiment.
func (p *tab) start(x *experiment.Experiment) {
	p.session = session.Start(x, p, p.Now, func(bool) { p.Heard(p.session) })
	p.Begin(p.session)
	p.store.run()
}

// answer ends units, from to to, in a second each.
func (p *tab) answer(from, to int) {
	for i := from; i < to; i++ {
		p.seconds++
		p.wall = p.wall.Add(time.Second)
		u := p.units[i]
		p.listener.Done(i, &experiment.Run{Strategy: u.Strategy, Seed: u.Seed, JobsDigest: fmt.Sprintf("sha256:%064x", u.Seed),
			Metrics: cluster.Metrics{Arrived: 1000, Blocked: 100 * (2 - u.Strategy), BlockingRate: .1 * float64(2-u.Strategy), MeanSpeedup: 1.0 / 3}})
		p.store.run()
	}
}

// list says what is in the list.
func (p *tab) list() string {
	var words []string
	for _, e := range p.Entries {
		words = append(words, fmt.Sprintf("%s %s %d/%d x%d", e.Name, e.State, e.Runs, e.Strategies*e.Seeds, e.Times))
	}
	return strings.Join(words, "; ")
}

func (p *tab) want(list string) {
	p.t.Helper()
	if got := p.list(); got != list {
		p.t.Errorf("the list is %q, want %q", got, list)
	}
}

// keys are the keys of all that is kept.
func (s *shared) keys() (keys []string) {
	s.List("", func(list []store.Record, _ error) {
		for _, r := range list {
			keys = append(keys, r.Key)
		}
	})
	s.run()
	return keys
}

// What was run is there in a page that is opened later, and can be opened with
// all its figures.
func TestKeepsResults(t *testing.T) {
	s := newShared()
	p := newTab(t, s)
	p.start(experimentOf("One", 1))
	p.answer(0, 2)
	p.start(experimentOf("Two", 2))
	p.answer(0, 4)
	p.want("Two done 4/4 x1; One done 2/2 x1")
	digest := p.session.Digest
	p.kill()

	q := newTab(t, s)
	q.want("Two done 4/4 x1; One done 2/2 x1")
	e := q.Entries[0]
	if got := e.Figure(); !strings.Contains(got, "Para_min) blocks 10") || e.Digest != digest {
		t.Errorf("the entry says %q and %s", got, e.Digest)
	}
	q.Load(e.ID, func(l Loaded, problem string) {
		if problem != "" || l.Result == nil || l.Result.Digest != digest || len(l.Result.Runs) != 4 ||
			experiment.ResultDigest(l.Result.Experiment, l.Result.Runs) != digest {
			t.Errorf("loaded %+v, %s", l.Result, problem)
		}
	})
	q.Export(e.ID)
	s.run()
	if r, err := experiment.DecodeResult([]byte(q.saved["rampart-two-result.json"])); err != nil || r.Digest != digest {
		t.Errorf("exported %v: %v", q.saved, err)
	}
}

// The same result is one entry, however often it is found.
func TestSameResultIsOneEntry(t *testing.T) {
	s := newShared()
	p := newTab(t, s)
	for range 3 {
		p.start(experimentOf("One", 1))
		p.answer(0, 2)
	}
	p.start(experimentOf("Two", 1))
	p.answer(0, 2)
	p.want("Two done 2/2 x1; One done 2/2 x3")
	if keys := s.keys(); len(keys) != 2 {
		t.Errorf("kept are %v", keys)
	}
	if got := p.Entries[1].Figure(); !strings.Contains(got, "3 times with the same result") {
		t.Error(got)
	}
}

// An experiment whose page is closed in the middle is offered by the next page,
// and goes on with the runs that were done: the result is the same.
func TestGoesOnAfterAKill(t *testing.T) {
	s := newShared()
	p := newTab(t, s)
	whole := newTab(t, newShared())
	whole.start(experimentOf("Long", 10))
	whole.answer(0, 20)

	p.start(experimentOf("Long", 10))
	p.answer(0, 9)
	p.want("Long running 7/20 x1") // written at 3 and 7 seconds
	p.kill()

	q := newTab(t, s)
	q.want("Long stopped 7/20 x1")
	if got := q.Offered(); !strings.Contains(got, "7 of 20 runs are done") {
		t.Fatalf("offered %q", got)
	}
	q.Take(q.Offer.ID, func(l Loaded) {
		if len(l.Runs) != 7 {
			t.Errorf("%d runs are known", len(l.Runs))
		}
		q.session = session.Continue(l.Experiment, l.Runs, q, q.Now, func(bool) { q.Heard(q.session) })
		q.Resume(l, q.session)
	}, func(sentence string) { t.Error(sentence) })
	s.run()
	if len(q.units) != 13 || q.Offer != nil {
		t.Fatalf("%d runs are run, offer %v", len(q.units), q.Offer)
	}
	q.answer(0, 6)
	q.kill() // once more

	r := newTab(t, s)
	r.Take(r.Offer.ID, func(l Loaded) {
		r.session = session.Continue(l.Experiment, l.Runs, r, r.Now, func(bool) { r.Heard(r.session) })
		r.Resume(l, r.session)
	}, func(sentence string) { t.Error(sentence) })
	s.run()
	r.answer(0, len(r.units))
	r.want("Long done 20/20 x1")
	if r.session.Digest != whole.session.Digest {
		t.Errorf("the digest is %s, of a run without interruption %s", r.session.Digest, whole.session.Digest)
	}
	if keys := s.keys(); len(keys) != 1 {
		t.Errorf("kept are %v", keys)
	}
}

// What one page runs no other takes, and both see what the other adds.
func TestTwoTabs(t *testing.T) {
	s := newShared()
	p, q := newTab(t, s), newTab(t, s)
	p.start(experimentOf("Long", 10))
	p.answer(0, 5)
	q.want("Long running 3/20 x1")
	if e := q.Entries[0]; !e.Elsewhere || e.Figure() == "" || q.Offer != nil {
		t.Errorf("the other page says %q and offers %v", e.Figure(), q.Offer)
	}
	q.Delete(q.Entries[0].ID)
	q.Clear()
	refused := ""
	q.Take(q.Entries[0].ID, func(Loaded) { t.Error("taken twice") }, func(sentence string) { refused = sentence })
	s.run()
	if !strings.Contains(refused, "another tab") {
		t.Errorf("refused with %q", refused)
	}
	q.start(experimentOf("Short", 1))
	q.answer(0, 2)
	p.answer(5, 20)
	for _, tab := range []*tab{p, q} {
		tab.want("Long done 20/20 x1; Short done 2/2 x1")
	}
	if q.Entries[0].Elsewhere {
		t.Error("the experiment still counts as under way elsewhere")
	}
	q.Delete(q.Entries[1].ID)
	s.run()
	p.want("Long done 20/20 x1")
	// A page that comes later finds both and mixes nothing up.
	newTab(t, s).want("Long done 20/20 x1")
}

// What another page keeps while the list is being read is not missed.
func TestChangeDuringRead(t *testing.T) {
	s := newShared()
	p, q := newTab(t, s), newTab(t, s)
	v := q.Model.store.(*view)
	heard := v.heard
	v.heard = func(string, error) {}
	q.Read() // finds nothing, and before it is here
	p.session = session.Start(experimentOf("One", 1), p, p.Now, func(bool) { p.Heard(p.session) })
	p.Begin(p.session)
	for i, u := range p.units {
		p.listener.Done(i, &experiment.Run{Strategy: u.Strategy, Seed: u.Seed})
	}
	heard(entryKind+p.current.entry.ID, nil)
	s.run()
	q.want("One done 2/2 x1")
}

// An experiment that its user stops can go on; one that was hardly begun is
// not remembered.
func TestStopped(t *testing.T) {
	s := newShared()
	p := newTab(t, s)
	p.start(experimentOf("Brief", 5))
	p.answer(0, 2)
	p.session.Stop()
	p.Heard(p.session)
	p.want("")
	p.start(experimentOf("Long", 5))
	p.answer(0, 5)
	p.session.Stop()
	p.Heard(p.session)
	s.run()
	p.want("Long stopped 5/10 x1")
	if got := p.Entries[0].Figure(); !strings.Contains(got, "Stopped after 5 of 10 runs, so far ") {
		t.Error(got)
	}
	p.Take(p.Entries[0].ID, func(l Loaded) {
		if len(l.Runs) != 5 {
			t.Errorf("%d runs are known", len(l.Runs))
		}
	}, func(sentence string) { t.Error(sentence) })
	s.run()
}

// All can be deleted, and brought back.
func TestClearAndUndo(t *testing.T) {
	s := newShared()
	p := newTab(t, s)
	for _, name := range []string{"One", "Two", "Three"} {
		p.start(experimentOf(name, 1))
		p.answer(0, 2)
	}
	p.start(experimentOf("Long", 5))
	p.answer(0, 5)
	p.session.Stop()
	p.Heard(p.session)
	before := s.keys()
	p.Clear()
	s.run()
	p.want("")
	if keys := s.keys(); len(keys) != 0 || p.Undone != "4 experiments were deleted." || p.focused != "history-undo" {
		t.Errorf("kept are %v; it says %q", keys, p.Undone)
	}
	p.Undo()
	s.run()
	p.want("Long stopped 5/10 x1; Three done 2/2 x1; Two done 2/2 x1; One done 2/2 x1")
	if keys := s.keys(); strings.Join(keys, " ") != strings.Join(before, " ") {
		t.Errorf("kept are %v, before it was %v", keys, before)
	}
	p.Delete(p.Entries[1].ID)
	s.run()
	p.want("Long stopped 5/10 x1; Two done 2/2 x1; One done 2/2 x1")
	p.Undo()
	p.Undo() // nothing more
	s.run()
	p.want("Long stopped 5/10 x1; Three done 2/2 x1; Two done 2/2 x1; One done 2/2 x1")
}

// A save that fails is told, and told no more once one succeeds.
func TestTrouble(t *testing.T) {
	for _, err := range []error{store.ErrFull, store.ErrNone, store.ErrBlocked, store.ErrNewer} {
		s := newShared()
		p := newTab(t, s)
		s.Fail = err
		p.start(experimentOf("One", 1))
		p.answer(0, 2)
		if p.Unkept() != store.Sentence(err) {
			t.Errorf("%v: the page says %q", err, p.Unkept())
		}
		s.Fail = nil
		p.start(experimentOf("Two", 1))
		p.answer(0, 2)
		if p.Unkept() != "" {
			t.Errorf("after a save that went well the page says %q", p.Unkept())
		}
	}
}

// When everything is deleted under the page, that is told, and what the page
// has at hand is kept again.
func TestLost(t *testing.T) {
	for _, test := range []struct {
		name string
		ends int
		want string
	}{
		{"during a run", 10, "Long running 10/20 x1"},
		{"after its end", 20, "Long done 20/20 x1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newShared()
			p := newTab(t, s)
			p.start(experimentOf("One", 1))
			p.answer(0, 2)
			p.start(experimentOf("Long", 10))
			p.answer(0, test.ends)
			s.Memory = store.Memory{Later: s.Later}
			p.Model.store.(*view).heard("", store.ErrLost)
			s.run()
			if !strings.Contains(p.Unkept(), "has been deleted") {
				t.Errorf("the page says %q", p.Unkept())
			}
			p.want(test.want)
			p.Dismiss()
			p.kill()
			q := newTab(t, s)
			q.Load(q.Entries[0].ID, func(l Loaded, problem string) {
				if problem != "" || l.Result == nil && len(l.Runs) != test.ends {
					t.Errorf("kept again: %+v %s", l, problem)
				}
			})
			s.run()
		})
	}
}

// Of very many runs the summaries are kept.
func TestManyRuns(t *testing.T) {
	s := newShared()
	p := newTab(t, s)
	p.start(experimentOf("Many", maxRuns/2+1))
	p.answer(0, maxRuns+2)
	p.Load(p.Entries[0].ID, func(l Loaded, problem string) {
		if problem != "" || l.Snapshot == nil || l.Snapshot.Digest != p.session.Digest || len(l.Snapshot.Summaries) != 2 {
			t.Errorf("kept is %+v, %s", l, problem)
		}
	})
	p.Export(p.Entries[0].ID)
	s.run()
	if _, err := snapshot.Decode([]byte(p.saved["rampart-many-summary.rampart.json"])); err != nil {
		t.Error(err)
	}
}

// The oldest entries make place.
func TestPrune(t *testing.T) {
	s := newShared()
	p := newTab(t, s)
	for i := range maxEntries + 3 {
		p.start(experimentOf(fmt.Sprint("Number ", i), 1))
		p.answer(0, 2)
	}
	if n := len(s.keys()); n != maxEntries || len(p.Entries) != maxEntries || p.Entries[maxEntries-1].Name != "Number 3" {
		t.Errorf("%d records, %d entries, the last is %s", n, len(p.Entries), p.Entries[len(p.Entries)-1].Name)
	}
}
