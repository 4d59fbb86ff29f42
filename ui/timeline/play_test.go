package timeline

import (
	"math"
	"slices"
	"strings"
	"testing"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/core/room"
	"rampart/ui/chart"
)

// A cursor that plays moves as fast as it is told, keeps itself in view, and
// stops at the end.
func TestPlay(t *testing.T) {
	for _, still := range []bool{false, true} {
		s := stage(small(), 100, 900) // a job every 990 s
		s.Still = still
		s.setWindow(Window{0, 20000}, false)
		s.SetRate(4)
		s.Key(0, " ", false)
		if !s.Playing() {
			t.Fatal("space does not play")
		}
		var list chart.List
		for now := 0.0; now <= 5000; now += 20 {
			if !s.Paint(0, now, &list) && s.Playing() {
				t.Fatal("no frame follows")
			}
			if at, _ := s.Cursor(); at < s.Window().From || at > s.Window().To {
				t.Fatalf("at %v ms the cursor is at %v, out of view %v", now, at, s.Window())
			}
		}
		if at, _ := s.Cursor(); !near(at, 5*4*s.play.gap, 200) {
			t.Errorf("still %v: after 5 s the cursor is at %v", still, at)
		}
		if line := s.Surface.(*quiet).now[0]; !strings.Contains(line, " of 32 servers free") {
			t.Errorf("the line says %q", line)
		}
		s.Toggle()
		before, _ := s.Cursor()
		s.Paint(0, 9000, &list)
		if at, _ := s.Cursor(); at != before || s.Playing() {
			t.Error("a pause moves the cursor")
		}
		s.SetRate(1000)
		s.Toggle()
		for now := 10000.0; now < 20000 && s.Playing(); now += 50 {
			s.Paint(0, now, &list)
		}
		if at, _ := s.Cursor(); s.Playing() || at != s.whole.To {
			t.Errorf("it ends at %v, playing %v", at, s.Playing())
		}
		s.Toggle() // from the end, it begins anew
		if at, _ := s.Cursor(); at > s.whole.To/2 {
			t.Errorf("it begins anew at %v", at)
		}
	}
}

// Events are every arrival, start and end of any side, each once, and the way back
// is the way there.
func TestEvents(t *testing.T) {
	s := stage(small(), 40, 900)
	var want []float64
	for _, track := range s.tracks {
		if track == nil {
			continue
		}
		for i := range track.run.Jobs {
			want = append(want, track.run.Jobs[i].ArrivalSeconds)
		}
		for _, m := range track.history.moves {
			want = append(want, m.Seconds)
		}
	}
	slices.Sort(want)
	want = slices.Compact(want)
	var got []float64
	for range want {
		s.Key(0, ".", false)
		at, _ := s.Cursor()
		got = append(got, at)
	}
	if !slices.Equal(got, want) {
		t.Fatalf("%d events, want %d", len(got), len(want))
	}
	s.Key(0, ".", false) // there is none after the last
	for i := len(want) - 2; i >= 0; i-- {
		s.Key(0, ",", false)
		if at, _ := s.Cursor(); at != want[i] {
			t.Fatalf("back at %v, want %v", at, want[i])
		}
	}
	if said := s.Surface.(*quiet).said; !strings.Contains(said, "fixed 8: ") || !strings.Contains(said, "fixed 16: ") {
		t.Errorf("said %q", said)
	}
	s.Key(0, "Escape", false)
	if _, ok := s.Cursor(); ok || s.Key(0, "Escape", false) {
		t.Error("Escape does not let go of the cursor")
	}
}

// What is told of a moment is what a look at all jobs tells.
func TestMomentEqualsBruteForce(t *testing.T) {
	e := small()
	run := plausible(e, 300, 8, 3)
	tr := newTrack(e, run, endOfTime(e, run), func() {})
	h := &tr.history
	last := 0.0
	for at := 0.0; at <= tr.end; at += tr.end / 997 {
		free, running, arrived, blocked := 32, 0, 0, 0
		for i := range run.Jobs {
			j := &run.Jobs[i]
			if j.ArrivalSeconds <= at {
				arrived++
				if j.Outcome == cluster.Blocked {
					blocked++
				}
			}
			if j.StartSeconds != nil && *j.StartSeconds <= at && (j.EndSeconds == nil || *j.EndSeconds > at) {
				running++
				free -= len(j.Servers)
			}
		}
		if got := tr.census(at); got != (census{arrived, blocked, running}) || h.value(h.free, at) != free {
			t.Fatalf("at %v: %+v and %d free, want %d, %d, %d and %d", at, got, h.value(h.free, at), arrived, blocked, running, free)
		}
		sum := h.integral(h.free, h.sums, at)
		if sum < last || sum > last+32*tr.end/997+1e-6 {
			t.Fatalf("at %v the integral goes from %v to %v", at, last, sum)
		}
		last = sum
	}
}

// The first difference is the first job with another fate, and what differs is
// said.
func TestFirstDifference(t *testing.T) {
	e := small()
	a, b := plausible(e, 200, 8, 1), plausible(e, 200, 8, 1)
	b.Jobs = slices.Clone(b.Jobs)
	for i := 57; i < 60; i++ {
		b.Jobs[i].Degree, b.Jobs[i].Outcome, b.Jobs[i].Cause = 0, cluster.Blocked, cluster.CausePolicy
	}
	other := plausible(e, 200, 8, 2)
	for _, c := range []struct {
		name string
		runs []*experiment.Run
		want string
		job  int
	}{
		{"two runs", []*experiment.Run{a, b}, "number 57, after 57 jobs alike. one chose degree 8", 57},
		{"the same run", []*experiment.Run{a, a}, "These runs treat all jobs alike.", none},
		{"another seed", []*experiment.Run{a, other}, "show two of the same seed", none},
		{"one run", []*experiment.Run{nil, a}, "show two of the same seed", none},
		{"the third differs", []*experiment.Run{a, other, a, b}, "three", 57},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := NewStage()
			q := &quiet{}
			s.Surface, s.Still = q, true
			s.Show(e, c.runs, []string{"one", "two", "three", "four"})
			s.Key(0, "d", false)
			if !strings.Contains(s.Difference(), c.want) || q.said != s.Difference() {
				t.Errorf("%q, said %q, want %q in it", s.Difference(), q.said, c.want)
			}
			if _, job, ok := s.Focused(); ok != (c.job != none) || ok && job != c.job {
				t.Errorf("the focus is on %d, %v", job, ok)
			}
			if at, ok := s.Cursor(); ok && at != a.Jobs[c.job].ArrivalSeconds {
				t.Errorf("the cursor is at %v", at)
			}
		})
	}
	s := NewStage()
	s.Show(e, []*experiment.Run{a, b}, []string{"one", "two"})
	s.FirstDifference()
	defer func() {
		if s.Show(e, []*experiment.Run{a, other}, []string{"one", "two"}); s.Difference() != "" {
			t.Errorf("%q is said of other runs", s.Difference())
		}
	}()
	if !strings.Contains(s.Difference(), "two declined it.") {
		t.Errorf("%q", s.Difference())
	}
}

// With the largest free blocks known, a blocked job is explained by them.
func TestReasons(t *testing.T) {
	e := small()
	run := plausible(e, 300, 16, 1)
	s := NewStage()
	s.Show(e, []*experiment.Run{run}, []string{"max"})
	s.SetRoom(0, []int32{1, 2}) // of another run
	if s.tracks[0].history.largest != nil {
		t.Error("the room of another run is taken")
	}
	moves := room.Moves(run.Jobs)
	largest := make([]int32, len(moves))
	for i := range largest {
		largest[i] = min(5, s.tracks[0].history.free[i])
	}
	s.SetRoom(0, largest)
	seen := map[cluster.Cause]bool{}
	for i := range run.Jobs {
		j := &run.Jobs[i]
		text := s.reason(0, j)
		seen[j.Cause] = true
		want := map[cluster.Cause]string{
			cluster.CausePolicy: "chose not to run it", cluster.CausePlacement: "No free servers had a form",
			cluster.CauseJCT: "more than acceptable", cluster.CauseHorizon: "still ran when", cluster.NoCause: "ran to its end in time",
		}[j.Cause]
		if !strings.Contains(text, want) || !strings.HasPrefix(text, "It found ") {
			t.Errorf("job %d, %s: %q", i, j.Cause, text)
		}
		if j.Cause == cluster.CausePlacement && !strings.Contains(text, "0 free servers.") && !strings.Contains(text, "of them in one block") {
			t.Errorf("job %d: %q", i, text)
		}
	}
	if len(seen) < 4 {
		t.Errorf("only %v occurred", seen)
	}
}

// Four runs stand side by side; the one that is taken away leaves nothing.
func TestFourSides(t *testing.T) {
	e := small()
	runs := []*experiment.Run{plausible(e, 50, 2, 1), plausible(e, 50, 4, 1), plausible(e, 50, 8, 1), plausible(e, 50, 16, 1)}
	s := NewStage()
	s.Surface = &quiet{}
	s.Show(e, runs, []string{"2", "4", "8", "16"})
	s.Focus(3, 7)
	for side := range MostRuns {
		if j := s.Job(side); j == nil || j.Index != 7 {
			t.Errorf("side %d shows %+v", side, j)
		}
	}
	if said := s.Surface.(*quiet).said; !strings.HasPrefix(said, "16: job 7") || strings.Count(said, ": job 7") != 4 {
		t.Errorf("said %q", said)
	}
	s.Show(e, runs[:2], []string{"2", "4"})
	if s.tracks[2] != nil || s.tracks[3] != nil || s.focus != none {
		t.Error("a side that is gone is still there")
	}
}

// A click puts the cursor where it is, and a drag along the axis takes it along.
func TestCursorByPointer(t *testing.T) {
	s := stage(small(), 100, 900)
	l := s.layout(0)
	s.Down(0, 1, 400, l.ganttTop+50)
	s.Up(0, 1, 400, l.ganttTop+50)
	if at, ok := s.Cursor(); !ok || !near(at, s.momentAt(0, 400), 1e-6) {
		t.Errorf("a click puts the cursor at %v", at)
	}
	before := s.Window()
	s.Down(0, 1, 400, l.axisTop+5)
	s.Move(0, 1, 600, l.axisTop+5)
	s.Up(0, 1, 600, l.axisTop+5)
	if at, _ := s.Cursor(); !near(at, s.momentAt(0, 600), 1e-6) || s.Window() != before {
		t.Errorf("a drag takes the cursor to %v and the window to %v", at, s.Window())
	}
	if math.IsNaN(s.play.cursor) {
		t.Error("the cursor is gone")
	}
}
