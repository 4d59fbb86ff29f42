package timeline

import (
	"math"

	"rampart/core/cluster"
)

// focusTrack is the run whose job has the focus, nil if no job has it.
func (s *Stage) focusTrack() *track {
	if s.focus == none {
		return nil
	}
	return s.tracks[s.focusSide]
}

// Job is the job with the focus as a side knows it, nil if there is none: all
// runs with the same arrivals know it.
func (s *Stage) Job(side int) *cluster.Job {
	t := s.tracks[side]
	if t == nil || s.focus == none || s.focus >= len(t.run.Jobs) || !s.same(side, s.focusSide) {
		return nil
	}
	return &t.run.Jobs[s.focus]
}

// Focus gives the focus to a job of a side, brings it into view and tells it.
// A job that does not exist takes the focus away.
func (s *Stage) Focus(side, job int) {
	t := s.tracks[side]
	if t == nil || job < 0 || job >= len(t.run.Jobs) {
		s.clearFocus()
		return
	}
	s.focusSide = side
	if s.focus != job {
		s.focus = job
		s.announce()
	}
	from, to := t.extent(job)
	for other, track := range s.tracks {
		if track != nil && s.same(side, other) && job < len(track.starts) {
			_, end := track.extent(job)
			to = max(to, end)
		}
	}
	if from < s.target.From || to > s.target.To {
		s.setWindow(s.target.show(from, to), true)
	}
	s.invalidate()
	if s.OnFocus != nil {
		s.OnFocus()
	}
}

func (s *Stage) clearFocus() {
	if s.focus == none {
		return
	}
	s.focus = none
	s.invalidate()
	if s.OnFocus != nil {
		s.OnFocus()
	}
}

// announce says the job with the focus, on all sides that know it.
func (s *Stage) announce() {
	if s.Surface == nil {
		return
	}
	said := ""
	for i := range s.tracks {
		side := i // the side that has the focus goes first
		if i == 0 {
			side = s.focusSide
		} else if i <= s.focusSide {
			side = i - 1
		}
		if j := s.Job(side); j != nil {
			if said != "" {
				said += " "
			}
			said += sentence(s.names[side], j)
		}
	}
	s.Surface.Announce(said)
}

// Next gives the focus to the job that arrived after (by 1) or before (by -1)
// the one that has it; without one, to the first or last that arrived in view.
func (s *Stage) Next(side, by int) {
	if s.focus != none && s.tracks[side] == nil {
		side = s.focusSide
	}
	t := s.tracks[side]
	if t == nil {
		return
	}
	if s.focus != none && s.Job(side) != nil {
		if next := s.focus + by; next >= 0 && next < len(t.run.Jobs) {
			s.decide(side, next)
		}
		return
	}
	first, last := none, none
	in := s.target
	if at, ok := s.Cursor(); ok { // on from where one looks
		if by > 0 {
			in = Window{math.Nextafter(at, math.Inf(1)), s.whole.To}
		} else {
			in = Window{s.whole.From, math.Nextafter(at, math.Inf(-1))}
		}
	}
	for i := range t.run.Jobs {
		if at := t.run.Jobs[i].ArrivalSeconds; at >= in.From && at <= in.To {
			if first == none {
				first = i
			}
			last = i
		}
	}
	if by < 0 {
		first = last
	}
	if first != none {
		s.decide(side, first)
	}
}

// decide gives the focus to a job and puts the cursor where it was decided on.
func (s *Stage) decide(side, job int) {
	s.play.on = false
	s.play.cursor = s.tracks[side].run.Jobs[job].ArrivalSeconds
	s.Focus(side, job)
}

// InView are the indexes of a side's jobs that are on the timeline within the
// window: that arrived in it, or ran in it.
func (s *Stage) InView(side int) []int {
	t := s.tracks[side]
	if t == nil {
		return nil
	}
	var out []int
	for i := range t.run.Jobs {
		if from, to := t.extent(i); to >= s.target.From && from <= s.target.To {
			out = append(out, i)
		}
	}
	return out
}

// Key does what a key pressed on a side's canvas means, and says whether it
// means anything. The names are those of KeyboardEvent.key.
func (s *Stage) Key(side int, key string, shift bool) bool {
	if !s.any() {
		return false
	}
	switch key {
	case "ArrowLeft", "ArrowRight":
		by := 1
		if key == "ArrowLeft" {
			by = -1
		}
		if shift {
			s.Next(side, by)
		} else {
			s.Pan(0.15 * float64(by))
		}
	case "[":
		s.Next(side, -1)
	case "]":
		s.Next(side, 1)
	case "+", "=":
		s.Zoom(0.5)
	case "-", "_":
		s.Zoom(2)
	case "0":
		s.Whole()
	case " ":
		s.Toggle()
	case ",", ".":
		s.Event(1 - 2*boolInt(key == ","))
	case "d":
		s.FirstDifference()
	case "Home":
		s.setWindow(Window{s.whole.From, s.whole.From + s.target.Span()}, true)
	case "End":
		s.setWindow(Window{s.whole.To - s.target.Span(), s.whole.To}, true)
	case "PageUp":
		s.Pan(-0.9)
	case "PageDown":
		s.Pan(0.9)
	case "Escape":
		return s.letGo()
	default:
		return false
	}
	return true
}

// Keyboard says whether a side's canvas has the keyboard.
func (s *Stage) Keyboard(side int, has bool) { s.keyboard[side] = has }
