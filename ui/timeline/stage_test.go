package timeline

import (
	"math"
	"math/rand/v2"
	"testing"

	"rampart/core/experiment"
	"rampart/ui/chart"
)

// Time to pixel and back must be the identity wherever one looks.
func TestTimeRoundTrip(t *testing.T) {
	l := arrange(1200, 32, []int{0, 1})
	for _, w := range []Window{{0, 1e6}, {999999, 1e6}, {5e5, 5e5 + 0.1}} {
		scale := l.time(w)
		for _, part := range []float64{0, 0.25, 0.5, 1} {
			moment := w.From + part*w.Span()
			x := scale.At(moment)
			if x < l.left || x > l.right {
				t.Errorf("%v in %v is at %v, outside %v to %v", moment, w, x, l.left, l.right)
			}
			if back := scale.Value(x); !near(back, moment, 1e-9*w.Span()+1e-9) {
				t.Errorf("%v in %v comes back as %v", moment, w, back)
			}
		}
	}
}

func TestWindow(t *testing.T) {
	whole := Window{0, 1000}
	cases := []struct {
		name      string
		got, want Window
	}{
		{"pan", Window{100, 200}.pan(0.5).within(whole), Window{150, 250}},
		{"pan stops at the start", Window{100, 200}.pan(-5).within(whole), Window{0, 100}},
		{"pan stops at the end", Window{800, 900}.pan(9).within(whole), Window{900, 1000}},
		{"zoom in keeps the moment in place", Window{0, 1000}.zoom(0.5, 250).within(whole), Window{125, 625}},
		{"zoom out stops at the whole", Window{400, 600}.zoom(100, 500).within(whole), whole},
		{"zoom in stops at the finest", Window{500, 600}.zoom(1e-12, 500).within(whole), Window{500, 500 + 1e-5}},
		{"not a number is the start", Window{math.NaN(), math.NaN()}.within(whole), Window{0, 1e-5}},
		{"show moves no more than it must", Window{0, 100}.show(90, 110), Window{15, 115}},
		{"show leaves what is in view", Window{0, 100}.show(20, 40), Window{0, 100}},
		{"show zooms out for what is long", Window{0, 100}.show(100, 280), Window{90, 290}},
		{"a glide ends where it should", Window{0, 100}.between(Window{40, 50}, 1), Window{40, 50}},
		{"a glide begins where it should", Window{0, 100}.between(Window{40, 50}, 0), Window{0, 100}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if !near(c.got.From, c.want.From, 1e-9) || !near(c.got.To, c.want.To, 1e-9) {
				t.Errorf("%v, want %v", c.got, c.want)
			}
		})
	}
}

// A long run opens on its start, with bars that one can tell apart; a short
// one shows all of itself.
func TestOpening(t *testing.T) {
	if w := stage(small(), 200, 1000).Window(); w != (Window{0, 1e5}) {
		t.Errorf("a short run opens on %v", w)
	}
	s := stage(small(), 1200, 1000)
	if w := s.Window(); w != (Window{0, 1e4}) {
		t.Errorf("a long run opens on %v", w)
	}
	s.Pan(1)
	before := s.Window()
	s.Show(small(), []*experiment.Run{plausible(small(), 1200, 4, 1)}, []string{})
	if s.Window() != before {
		t.Error("another run of the same experiment moves the window")
	}
}

// A shared link says which window to open with, before there is any run; and
// a stage that is put away comes back with its window and focus.
func TestLookAndRest(t *testing.T) {
	e := small()
	runs := []*experiment.Run{plausible(e, 1200, 8, 1), plausible(e, 1200, 16, 1)}
	s := NewStage()
	s.Look(20000, 25000)
	s.Show(e, []*experiment.Run{}, []string{})
	s.Show(e, runs, []string{})
	if s.Window() != (Window{20000, 25000}) {
		t.Errorf("opens on %v", s.Window())
	}
	s.Focus(0, 250)
	before := s.Window()
	s.rest()
	s.Show(e, runs, []string{})
	if j := s.Job(0); j == nil || j.Index != 250 {
		t.Errorf("comes back with %+v", j)
	}
	s.Show(e, []*experiment.Run{}, []string{})
	s.Show(e, runs, []string{})
	if s.Window() != before {
		t.Errorf("comes back on %v, left on %v", s.Window(), before)
	}
	s.Look(50000, 1e9)
	if w := s.Window(); w.To != 1e5 {
		t.Errorf("looks at %v, beyond the end", w)
	}
}

// The keys and what they do to the window, from the middle of the run.
func TestKeys(t *testing.T) {
	cases := []struct {
		key     string
		shift   bool
		want    Window
		handled bool
	}{
		{"ArrowRight", false, Window{43000, 63000}, true},
		{"ArrowLeft", false, Window{37000, 57000}, true},
		{"+", false, Window{45000, 55000}, true},
		{"=", false, Window{45000, 55000}, true},
		{"-", false, Window{30000, 70000}, true},
		{"0", false, Window{0, 1e5}, true},
		{"Home", false, Window{0, 20000}, true},
		{"End", false, Window{80000, 1e5}, true},
		{"PageDown", false, Window{58000, 78000}, true},
		{"PageUp", false, Window{22000, 42000}, true},
		{"Tab", false, Window{40000, 60000}, false}, // must leave the canvas
		{"ArrowDown", false, Window{40000, 60000}, false},
		{"Escape", false, Window{40000, 60000}, false}, // nothing to let go of
	}
	for _, c := range cases {
		t.Run(c.key, func(t *testing.T) {
			s := stage(small(), 300, 1000)
			s.whole = Window{0, 1e5}
			s.setWindow(Window{40000, 60000}, false)
			if handled := s.Key(0, c.key, c.shift); handled != c.handled {
				t.Errorf("handled %v, want %v", handled, c.handled)
			}
			if w := s.Window(); !near(w.From, c.want.From, 1e-6) || !near(w.To, c.want.To, 1e-6) {
				t.Errorf("window %v, want %v", w, c.want)
			}
		})
	}
}

// Stepping through jobs tells each, brings it into view, and stops at the
// ends.
func TestStepThroughJobs(t *testing.T) {
	s := stage(small(), 300, 1000)
	told := 0
	s.OnFocus = func() { told++ }
	s.setWindow(Window{30000, 31000}, false)
	s.Key(0, "]", false)
	j := s.Job(0)
	if j == nil || j.ArrivalSeconds < 30000 || j.ArrivalSeconds > 31000 {
		t.Fatalf("the first step went to %+v", j)
	}
	if s.Job(1) == nil || s.Job(1).Index != j.Index {
		t.Error("the other run with the same arrivals does not show the job")
	}
	first := j.Index
	s.Key(0, "ArrowRight", true)
	s.Key(0, "]", false)
	s.Key(0, "[", false)
	if got := s.Job(0).Index; got != first+1 {
		t.Errorf("at job %d, want %d", got, first+1)
	}
	if told != 4 {
		t.Errorf("told %d times, want 4", told)
	}
	for range 400 {
		s.Key(0, "]", false)
		from, to := s.tracks[0].extent(s.focus)
		if w := s.Window(); from < w.From-1e-6 || to > w.To+1e-6 {
			t.Fatalf("job %d at %v to %v is out of view %v", s.focus, from, to, w)
		}
	}
	if s.Job(0).Index != 299 {
		t.Errorf("at job %d, want the last", s.Job(0).Index)
	}
	if said := s.Surface.(*quiet).said; said == "" {
		t.Error("nothing was announced")
	}
	if !s.Key(0, "Escape", false) || s.Job(0) != nil {
		t.Error("Escape does not let go of the job")
	}
}

// Runs with different seeds have different jobs under the same number.
func TestDifferentSeedsShareNoFocus(t *testing.T) {
	e := small()
	s := NewStage()
	s.Show(e, []*experiment.Run{plausible(e, 50, 8, 1), plausible(e, 50, 8, 2)}, []string{"a", "b"})
	s.Focus(0, 7)
	if s.Job(0) == nil || s.Job(1) != nil {
		t.Error("the focus is shared between different jobs")
	}
}

// What a pointer holds must stay under it.
func TestDragHoldsTheMoment(t *testing.T) {
	s := stage(small(), 300, 1000)
	s.setWindow(Window{40000, 60000}, false)
	held := s.momentAt(0, 500)
	s.Down(0, 1, 500, 200)
	s.Move(0, 1, 502, 200) // less than a drag
	if s.Window() != (Window{40000, 60000}) {
		t.Error("a tremble drags")
	}
	for _, x := range []float64{450, 380, 640} {
		s.Move(0, 1, x, 210)
		if got := s.momentAt(0, x); !near(got, held, 1e-6) {
			t.Errorf("at %v the pointer is over %v, want %v", x, got, held)
		}
	}
	s.Up(0, 1, 640, 210)
	if s.focus != none {
		t.Error("a drag picks a job")
	}
	if len(s.fingers) != 0 {
		t.Error("a pointer that is up still drags")
	}
}

// Two fingers keep both their moments.
func TestPinch(t *testing.T) {
	s := stage(small(), 300, 1000)
	s.setWindow(Window{40000, 60000}, false)
	a, b := s.momentAt(0, 400), s.momentAt(0, 600)
	s.Down(0, 1, 400, 200)
	s.Down(0, 2, 600, 200)
	s.Move(0, 1, 300, 200)
	s.Move(0, 2, 700, 200)
	if !near(s.momentAt(0, 300), a, 1e-6) || !near(s.momentAt(0, 700), b, 1e-6) {
		t.Errorf("fingers over %v and %v, want %v and %v", s.momentAt(0, 300), s.momentAt(0, 700), a, b)
	}
	if s.Window().Span() > 11000 {
		t.Errorf("pulling apart left %v in view", s.Window().Span())
	}
	s.Up(0, 2, 700, 200)
	before := s.Window()
	s.Move(0, 1, 300.5, 200)
	if !near(s.Window().From, before.From, 50) {
		t.Error("lifting a finger makes the window jump")
	}
	s.Cancel(1)
	if len(s.fingers) != 0 {
		t.Error("a cancelled pointer still drags")
	}
}

func TestWheelZoomsAroundThePointer(t *testing.T) {
	s := stage(small(), 300, 1000)
	held := s.momentAt(0, 700)
	s.Wheel(0, 700, 0, -300, false)
	if got := s.momentAt(0, 700); !near(got, held, 1e-6) || s.Window().Span() >= 1e5 {
		t.Errorf("over %v, want %v, in %v", got, held, s.Window())
	}
	before := s.Window()
	s.Wheel(0, 700, 50, 0, true)
	if !near(s.Window().Span(), before.Span(), 1e-6) || s.Window().From <= before.From {
		t.Errorf("sideways went from %v to %v", before, s.Window())
	}
}

func TestBrush(t *testing.T) {
	s := stage(small(), 300, 1000)
	s.setWindow(Window{40000, 60000}, false)
	l := s.layout(0)
	y := (l.stripTop + l.stripBottom) / 2
	scale := l.time(s.whole)
	s.Down(0, 1, scale.At(50000), y)
	s.Move(0, 1, scale.At(70000), y)
	s.Up(0, 1, scale.At(70000), y)
	if w := s.Window(); !near(w.From, 60000, 1) || !near(w.To, 80000, 1) {
		t.Errorf("dragging the brush went to %v", w)
	}
	s.Down(0, 1, scale.At(20000), y)
	s.Up(0, 1, scale.At(20000), y)
	if w := s.Window(); !near((w.From+w.To)/2, 20000, 1) {
		t.Errorf("a click beside the brush went to %v", w)
	}
}

// Whatever one does, in whatever order, the window stays inside the whole.
func TestInputNeverLeavesTheWhole(t *testing.T) {
	s := stage(small(), 300, 600)
	r := rand.New(rand.NewPCG(1, 1))
	keys := []string{"ArrowLeft", "ArrowRight", "+", "-", "0", "Home", "End", "[", "]", "PageUp", "PageDown", "Escape"}
	var list chart.List
	for i := range 3000 {
		side, x, y := r.IntN(2), 700*r.Float64()-50, 700*r.Float64()-50
		switch r.IntN(8) {
		case 0:
			s.Down(side, r.IntN(3), x, y)
		case 1, 2:
			s.Move(side, r.IntN(3), x, y)
		case 3:
			s.Up(side, r.IntN(3), x, y)
		case 4:
			s.Wheel(side, x, 200*r.NormFloat64(), 200*r.NormFloat64(), r.IntN(2) == 0)
		case 5:
			s.Key(side, keys[r.IntN(len(keys))], r.IntN(2) == 0)
		case 6:
			s.Double(side, x)
		case 7:
			s.Paint(side, float64(i), &list)
		}
		if w := s.Window(); !(w.From >= 0) || !(w.To <= s.whole.To) || !(w.Span() > 0) {
			t.Fatalf("step %d: window %v", i, w)
		}
	}
}

// A glide takes its time, ends exactly at its target, and then rests.
func TestGlide(t *testing.T) {
	s := stage(small(), 300, 1000)
	s.Still = false
	s.Zoom(0.5)
	var list chart.List
	if !s.Paint(0, 1000, &list) {
		t.Error("no frame follows the first of a glide")
	}
	s.Paint(0, 1000+moveMillis/2, &list)
	if s.window == s.target {
		t.Error("a glide is over half-way")
	}
	if s.Paint(0, 1000+moveMillis, &list) || s.window != s.target {
		t.Errorf("a glide ends at %v, want %v", s.window, s.target)
	}
}

// The index must find just the job that a look at all jobs finds.
func TestHitEqualsBruteForce(t *testing.T) {
	for _, c := range []experiment.Cluster{
		{Groups: 4, RacksPerGroup: 4, ServersPerRack: 2},
		{Groups: 8, RacksPerGroup: 8, ServersPerRack: 8}, // several servers a lane: bars overlap
	} {
		e := small()
		e.Cluster = c
		run := plausible(e, 1500, 8, 9)
		tr := newTrack(e, run, endOfTime(e, run), func() {})
		on := lanesOfJobs(tr)
		r := rand.New(rand.NewPCG(2, 2))
		found := 0
		for range 2000 {
			at, moment, slack := r.IntN(min(len(tr.lanes), 24)), 1.1e5*r.Float64()-5e3, 300*r.Float64()
			want, nearest := none, math.Inf(1)
			for i := range run.Jobs {
				if !on[[2]int{i, at}] {
					continue
				}
				d := math.Max(0, math.Max(tr.starts[i]-moment, moment-tr.ends[i]))
				if d < slack && d < nearest {
					want, nearest = i, d
				}
			}
			if got := tr.barAt(at, moment, slack); got != want {
				t.Fatalf("lane %d at %v ± %v: job %d, want %d", at, moment, slack, got, want)
			}
			if want != none {
				found++
			}
			cause := r.IntN(len(tr.missed))
			want, nearest = none, math.Inf(1)
			for i := range run.Jobs {
				d := math.Abs(run.Jobs[i].ArrivalSeconds - moment)
				if run.Jobs[i].Cause == chart.CauseOrder[cause] && d <= slack && d < nearest {
					want, nearest = i, d
				}
			}
			if got := tr.missedAt(cause, moment, slack); got != want {
				t.Fatalf("cause %d at %v ± %v: job %d, want %d", cause, moment, slack, got, want)
			}
		}
		if found < 200 {
			t.Errorf("only %d of 2000 points hit a job: the test says little", found)
		}
	}
}

// lanesOfJobs are the pairs of a job and a lane that it has servers on.
func lanesOfJobs(tr *track) map[[2]int]bool {
	on := map[[2]int]bool{}
	for i := range tr.run.Jobs {
		for _, name := range tr.run.Jobs[i].Servers {
			if row, ok := tr.shape.row(name); ok && !math.IsNaN(tr.starts[i]) {
				on[[2]int{i, row / tr.shape.size}] = true
			}
		}
	}
	return on
}
