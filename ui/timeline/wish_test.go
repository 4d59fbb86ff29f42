package timeline

import (
	"testing"

	"rampart/core/experiment"
)

// What a link wishes for is granted run by run, and given up when the user
// moves on.
func TestWishes(t *testing.T) {
	e := small()
	left, right := plausible(e, 1200, 8, 1), plausible(e, 1200, 16, 1)
	both := []*experiment.Run{left, right}
	for _, tc := range []struct {
		name   string
		wish   func(s *Stage)
		moves  bool // the user moves between the first and the second run
		window Window
		side   int
		job    int
	}{
		{"a window", func(s *Stage) { s.Look(20000, 25000) }, false, Window{20000, 25000}, 0, none},
		{"a start", func(s *Stage) { s.Look(20000, 0) }, false, Window{20000, 30000}, 0, none},
		{"a job", func(s *Stage) { s.LookAt(1, 250) }, false, Window{0, 10000}, 1, 250},
		{"both", func(s *Stage) { s.LookAt(0, 7); s.Look(0, 100) }, false, Window{0, 100}, 0, 7},
		{"a job that does not exist", func(s *Stage) { s.LookAt(0, 100000) }, false, Window{0, 10000}, 0, none},
		{"beyond the end", func(s *Stage) { s.Look(1e11, 1e12) }, false, Window{0, 1e5}, 0, none},
		{"given up", func(s *Stage) { s.Look(20000, 25000) }, true, Window{0, 1e5}, 0, none},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := NewStage()
			tc.wish(s)
			s.Show(e, []*experiment.Run{}, []string{})
			s.Show(e, []*experiment.Run{left}, []string{})
			if tc.moves {
				s.Still = true
				s.Whole()
			}
			s.Show(e, both, []string{})
			if s.Window() != tc.window {
				t.Errorf("the window is %v, want %v", s.Window(), tc.window)
			}
			side, job, ok := s.Focused()
			if ok != (tc.job != none) || ok && (side != tc.side || job != tc.job) {
				t.Errorf("the focus is on job %d of side %d, %v", job, side, ok)
			}
			if got := s.AtStart(); got != (tc.window == Window{0, 10000}) {
				t.Errorf("at the start: %v", got)
			}
		})
	}
}
