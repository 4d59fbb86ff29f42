package timeline

import "math"

// wish is what a stage shows as soon as it can.
type wish struct {
	window bool    // a window is wished for
	from   float64 // its start, seconds
	to     float64 // its end; 0 for the length that the runs open with
	side   int     // whose job gets the focus
	job    int     // which, or none
	cursor float64 // where the cursor goes, NaN for nowhere
}

// Look brings a window into view at once, or as soon as there is a run. A window
// that ends at 0 is as long as the one that the runs open with.
func (s *Stage) Look(from, to float64) {
	w := s.wishes()
	w.window, w.from, w.to = true, from, to
	s.grant()
}

// LookAt gives a job of a side the focus at once, or as soon as there is its
// run; the window stays where it is.
func (s *Stage) LookAt(side, job int) {
	w := s.wishes()
	w.side, w.job = side, job
	s.grant()
}

// LookUpon puts the cursor at a moment at once, or as soon as there is a run; the
// window stays where it is.
func (s *Stage) LookUpon(moment float64) {
	s.wishes().cursor = moment
	s.grant()
}

func (s *Stage) wishes() *wish {
	if s.wish == nil {
		s.wish = &wish{job: none, cursor: math.NaN()}
	}
	return s.wish
}

// grant does what is wished for, as far as the runs that are there allow. The
// second run may change the end of time, so the wish stays until it is there or
// the user moves on.
func (s *Stage) grant() {
	w := s.wish
	if w == nil || !s.any() {
		return
	}
	if w.window {
		to := w.to
		if to == 0 {
			to = w.from + s.opened.Span()
		}
		s.target, s.moving = Window{w.from, to}.within(s.whole), false
		s.window = s.target
	}
	if !math.IsNaN(w.cursor) {
		s.play.cursor = math.Max(s.whole.From, math.Min(w.cursor, s.whole.To))
	}
	if t := s.tracks[w.side]; t != nil && w.job != none && w.job < len(t.run.Jobs) {
		s.focusSide, s.focus = w.side, w.job
	}
	if s.all() {
		s.wish = nil
	}
	s.invalidate()
}

// any reports whether there is a run on any side.
func (s *Stage) any() bool {
	for _, t := range s.tracks {
		if t != nil {
			return true
		}
	}
	return false
}

// all reports whether there is a run on every side.
func (s *Stage) all() bool {
	for _, t := range s.tracks[:s.sides] {
		if t == nil {
			return false
		}
	}
	return true
}

// AtStart reports whether the window is the one that the runs open with.
func (s *Stage) AtStart() bool { return s.target == s.opened }

// Focused returns the job with the focus and whose it is; ok is false if no job
// has it.
func (s *Stage) Focused() (side, job int, ok bool) {
	return s.focusSide, s.focus, s.focus != none
}
