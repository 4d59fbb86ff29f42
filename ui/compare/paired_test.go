package compare

import (
	"math"
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/ui/session"
	"rampart/ui/store"
)

// bounder is a Bounder that a test plays by hand.
type bounder struct {
	asked   []uint64
	text    []byte
	got     func(*experiment.Bound, string)
	stopped int
}

func (b *bounder) Bounds(canonical []byte, seeds []uint64, got func(*experiment.Bound, string)) func() {
	b.asked, b.text, b.got = append(b.asked, seeds...), canonical, got
	return func() { b.stopped++ }
}

func TestBoundsAreComputedOnce(t *testing.T) {
	b, drawn := &bounder{}, 0
	bounds := NewBounds(b, func() { drawn++ })
	s := start(3, nil, most, max8)
	x := s.Experiment
	bounds.Want(x)
	bounds.Want(x) // as every drawing does
	if len(b.asked) != 1 || !bounds.Working(x) {
		t.Fatalf("asked for %v", b.asked)
	}
	for i, rate := range []float64{.03, .04, .05} {
		b.got(&experiment.Bound{Seed: uint64(i), BlockingRate: rate}, "")
	}
	bounds.Want(x)
	if i := bounds.Of(x); len(b.asked) != 3 || i.N != 3 || math.Abs(i.Mean-.04) > 1e-12 || bounds.Working(x) || drawn != 3 {
		t.Errorf("asked for %v, found %+v, drawn %d times", b.asked, i, drawn)
	}
	// Other strategies and names have the same bound, another horizon has not.
	same := *x
	same.Name, same.Strategies = "Mine", x.Strategies[:1]
	bounds.Want(&same)
	if len(b.asked) != 3 || bounds.Of(&same).N != 3 {
		t.Errorf("asked again: %v", b.asked)
	}
	other := *x
	other.HorizonSeconds = 2e6
	bounds.Want(&other)
	if len(b.asked) != 4 || bounds.Of(&other).N != 0 {
		t.Errorf("another experiment: asked for %v", b.asked)
	}
	if _, err := experiment.Decode(b.text); err != nil {
		t.Errorf("what is asked cannot be read: %v", err)
	}
	b.got(nil, "It is too large.")
	bounds.Want(&other)
	if bounds.Problem(&other) != "It is too large." || len(b.asked) != 4 {
		t.Errorf("problem %q, asked for %v", bounds.Problem(&other), b.asked)
	}
}

// Bounds outlive the page; those of another engine, and damaged ones, are computed
// again.
func TestBoundsAreKept(t *testing.T) {
	var later []func()
	settle := func() {
		for len(later) > 0 {
			f := later[0]
			later = later[1:]
			f()
		}
	}
	kept := &store.Memory{Later: func(f func()) { later = append(later, f) }}
	open := func() (*bounder, *Bounds) {
		b := &bounder{}
		bounds := NewBounds(b, func() {})
		bounds.Keep(kept)
		return b, bounds
	}
	x := start(3, nil, most, max8).Experiment
	b, bounds := open()
	bounds.Want(x)
	if settle(); len(b.asked) != 0 {
		t.Fatal("it was computed before it was looked up")
	}
	bounds.Want(x)
	rates := []float64{.03, .1 + .2, 1. / 3}
	for i, rate := range rates {
		b.got(&experiment.Bound{Seed: uint64(i), BlockingRate: rate}, "")
	}
	settle()
	if kept.Len() != 1 {
		t.Fatalf("%d records", kept.Len())
	}
	b, bounds = open()
	bounds.Want(x)
	settle()
	bounds.Want(x)
	if i := bounds.Of(x); len(b.asked) != 0 || i.N != 3 || i != experiment.NewInterval(rates) {
		t.Errorf("after a reload: asked for %v, found %+v", b.asked, i)
	}
	other := *x
	other.HorizonSeconds = 2e6
	bounds.Want(&other)
	settle()
	if bounds.Want(&other); len(b.asked) != 1 {
		t.Error("another experiment has the same bound")
	}
	var key string
	kept.List(boundKind, func(list []store.Record, _ error) { key = list[0].Key })
	settle()
	for name, data := range map[string]string{
		"damaged":        `{"engine":"` + experiment.EngineVersion + `","bounds":[[0,.03`,
		"another engine": `{"engine":"0.1.0","bounds":[[0,0.03],[1,0.03],[2,0.03]]}`,
		"out of range":   `{"engine":"` + experiment.EngineVersion + `","bounds":[[0,7],[1,0.03],[2,0.03]]}`,
	} {
		kept.Put(store.Record{Key: key, Data: []byte(data)}, func(error) {})
		b, bounds := open()
		bounds.Want(x)
		settle()
		if bounds.Want(x); len(b.asked) != 1 || bounds.Of(x).N != 0 {
			t.Errorf("%s: asked for %v, found %+v", name, b.asked, bounds.Of(x))
		}
	}
}

func TestBoundInTheView(t *testing.T) {
	b := &bounder{}
	s := start(2, nil, most, max8)
	c := &View{Session: s, SaveTable: func() {}, Bounds: NewBounds(b, func() {})}
	if page := render(t, c); !strings.Contains(page, "comes when the runs are done") || len(b.asked) > 0 {
		t.Errorf("while it runs: asked for %v", b.asked)
	}
	finish(s, .263, .141)
	if page := render(t, c); !strings.Contains(page, "is being computed: 0 of 2 seeds.") || strings.Contains(page, "dots-level") {
		t.Error("nothing says that it is being computed")
	}
	b.got(&experiment.Bound{Seed: 0, BlockingRate: .03}, "")
	b.got(&experiment.Bound{Seed: 1, BlockingRate: .03}, "")
	page := render(t, c)
	for _, want := range []string{"dots-level", "3 % ± 0.0 of jobs are blocked at least.", "Clairvoyant bound", "lower limit"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in\n%s", want, page)
		}
	}
	large := start(50, nil, most, max8)
	finish(large, .2, .3)
	c.Session = large
	asked := len(b.asked)
	if page := render(t, c); !strings.Contains(page, ">Compute it<") || len(b.asked) != asked {
		t.Error("a costly bound was computed without being asked for")
	}
	c.Bounds.Want(large.Experiment)
	if len(b.asked) != asked+1 {
		t.Error("it is not computed when it is asked for")
	}
}

// vary ends every unit with a rate that depends on strategy and seed.
func vary(s *session.Session, rates ...[]float64) {
	for i, u := range s.Units {
		s.Done(i, &experiment.Run{Strategy: u.Strategy, Seed: u.Seed})
		s.UnitRun(i).BlockingRate = rates[u.Strategy][u.Seed]
	}
}

func TestDifferences(t *testing.T) {
	s := start(3, nil, most, max8, random)
	vary(s, []float64{.2, .3, .4}, []float64{.16, .25, .37}, []float64{.1, .4, .4})
	c := &View{Session: s, SaveTable: func() {}}
	page := render(t, c)
	for _, want := range []string{
		"Fixed 8 blocks 4.0 points fewer than maximum parallelism, 95 % interval 1.5 to 6.5.",
		">−4.0<", ">1.5 to 6.5 points fewer<", ">no difference can be told<",
		"No difference can be told between Random and maximum parallelism, 95 % interval from 24.8 points fewer to 24.8 more.",
		">−25<", ">+25<",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in\n%s", want, page)
		}
	}
	c.chosen, c.chosenOf = 1, s
	page = render(t, c)
	if !strings.Contains(page, "Maximum parallelism blocks 4.0 points more than fixed 8, 95 % interval 1.5 to 6.5.") {
		t.Errorf("held against another:\n%s", page)
	}
	// The choice is of this session; the next begins with maximum parallelism.
	c.Session = start(3, nil, max8, most)
	if got := c.against(); got != 1 {
		t.Errorf("held against strategy %d", got)
	}
}

// Without maximum parallelism the others are held against the best.
func TestAgainstTheBest(t *testing.T) {
	s := start(2, nil, random, max8)
	finish(s, .5, .1)
	if got := (&View{Session: s}).against(); got != 1 {
		t.Errorf("held against strategy %d", got)
	}
	if p := (&View{Session: start(2, nil, most)}).paired(); p != nil {
		t.Errorf("one strategy alone differs: %+v", p)
	}
}
