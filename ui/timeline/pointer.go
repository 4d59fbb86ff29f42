package timeline

import "math"

// dragPixels is how far a pointer that is down must move before it drags.
const dragPixels = 4.0

// momentAt is the moment at x of a side's canvas.
func (s *Stage) momentAt(side int, x float64) float64 {
	l := s.layout(side)
	scale := l.time(s.window)
	return scale.Value(x)
}

// Down begins a click or a drag; a second pointer begins a pinch.
func (s *Stage) Down(side, id int, x, y float64) {
	if s.tracks[side] == nil {
		return
	}
	s.stop()
	l := s.layout(side)
	f := finger{id: id, side: side, area: l.areaAt(x, y), x: x, y: y, moment: s.momentAt(side, x)}
	if f.area == inStrip {
		f.moment = s.grabBrush(&l, x)
	}
	s.fingers = append(s.fingers, f)
	if len(s.fingers) == 2 { // what both hold now is what they pull apart
		for i := range s.fingers {
			s.fingers[i].moved = true
			s.fingers[i].moment = s.momentAt(s.fingers[i].side, s.fingers[i].x)
		}
	}
}

// grabBrush is how far the moment under the pointer is from the window's
// start. A click beside the brush brings the window there first.
func (s *Stage) grabBrush(l *layout, x float64) float64 {
	scale := l.time(s.whole)
	moment := scale.Value(x)
	if bx, bw := s.painter.brush(&view{layout: *l, window: s.window, whole: s.whole}); x < bx || x > bx+bw {
		half := s.window.Span() / 2
		s.setWindow(Window{moment - half, moment + half}, false)
	}
	return moment - s.window.From
}

// stop ends a glide where it is.
func (s *Stage) stop() {
	if s.moving {
		s.moving = false
		s.target = s.window
	}
}

// Move is a pointer that moves, down or not.
func (s *Stage) Move(side, id int, x, y float64) {
	at := -1
	for i := range s.fingers {
		if s.fingers[i].id == id {
			at = i
		}
	}
	if at < 0 {
		if len(s.fingers) == 0 {
			s.over(side, x, y)
		}
		return
	}
	f := &s.fingers[at]
	if math.Hypot(x-f.x, y-f.y) > dragPixels {
		f.moved = true
	}
	if !f.moved {
		return
	}
	f.x, f.y = x, y
	s.away()
	if len(s.fingers) >= 2 {
		s.pinch(&s.fingers[0], &s.fingers[1])
		return
	}
	s.drag(f)
}

// drag keeps what a finger holds under it.
func (s *Stage) drag(f *finger) {
	l := s.layout(f.side)
	if f.area == inStrip {
		scale := l.time(s.whole)
		from := scale.Value(f.x) - f.moment
		s.setWindow(Window{from, from + s.window.Span()}, false)
		return
	}
	if f.area == inAxis {
		s.play.on = false
		s.SetCursor(s.momentAt(f.side, f.x), false)
		return
	}
	d := f.moment - s.momentAt(f.side, f.x)
	s.setWindow(Window{s.window.From + d, s.window.To + d}, false)
}

// pinch finds the window in which both fingers are over what they hold.
func (s *Stage) pinch(a, b *finger) {
	la, lb := s.layout(a.side), s.layout(b.side)
	pa, pb := (a.x-la.left)/(la.right-la.left), (b.x-lb.left)/(lb.right-lb.left)
	if math.Abs(pb-pa) < 0.02 || (pb-pa)*(b.moment-a.moment) <= 0 {
		return // too close to say, or crossed
	}
	span := (b.moment - a.moment) / (pb - pa)
	if span >= s.whole.Span() {
		s.setWindow(s.whole, false)
		return
	}
	if span < s.whole.Span()*finest {
		return
	}
	from := a.moment - pa*span
	s.setWindow(Window{from, from + span}, false)
}

// Up ends a drag; without one it was a click, which gives the focus to the job
// there or takes it away.
func (s *Stage) Up(side, id int, x, y float64) {
	for i := range s.fingers {
		f := s.fingers[i]
		if f.id != id {
			continue
		}
		s.fingers = append(s.fingers[:i], s.fingers[i+1:]...)
		for k := range s.fingers { // who is left drags on from here
			s.fingers[k].moment = s.momentAt(s.fingers[k].side, s.fingers[k].x)
		}
		if t := s.tracks[side]; t != nil && !f.moved && f.area != inStrip {
			l := s.layout(side)
			if at := l.areaAt(x, y); at != nowhere {
				s.play.on = false
				s.SetCursor(s.momentAt(side, x), false)
			}
			if job := t.jobAt(&l, s.window, x, y); job != none {
				s.Focus(side, job)
			} else {
				s.clearFocus()
			}
		}
		return
	}
}

// Cancel forgets a pointer that the system has taken away.
func (s *Stage) Cancel(id int) {
	for i := range s.fingers {
		if s.fingers[i].id == id {
			s.fingers = append(s.fingers[:i], s.fingers[i+1:]...)
			return
		}
	}
}

// Double zooms in where a pointer clicked twice.
func (s *Stage) Double(side int, x float64) {
	l := s.layout(side)
	if s.tracks[side] != nil && x >= l.left && x <= l.right {
		s.setWindow(s.target.zoom(0.4, s.momentAt(side, x)), true)
	}
}

// over is a pointer above a canvas that is not down.
func (s *Stage) over(side int, x, y float64) {
	t := s.tracks[side]
	if t == nil {
		return
	}
	l := s.layout(side)
	s.hover, s.hoverSide, s.x, s.y = t.jobAt(&l, s.window, x, y), side, x, y
	s.moment = math.NaN()
	if at := l.areaAt(x, y); at == inBand || at == inGantt || at == inRoom || at == inAxis {
		s.moment = s.momentAt(side, x)
	}
	s.invalidate()
}

// Leave is a pointer that left the canvases.
func (s *Stage) Leave() {
	s.away()
	s.invalidate()
}

func (s *Stage) away() {
	s.hover, s.moment = none, math.NaN()
}

// Wheel turns the wheel at x: to zoom around it or, with pan set, to move
// along time. The deltas are in pixels.
func (s *Stage) Wheel(side int, x, deltaX, deltaY float64, pan bool) {
	l := s.layout(side)
	if s.tracks[side] == nil || !(l.right > l.left) {
		return
	}
	s.stop()
	if pan {
		d := deltaX
		if d == 0 {
			d = deltaY
		}
		s.setWindow(s.window.pan(d/(l.right-l.left)), false)
	} else {
		at := s.momentAt(side, math.Max(l.left, math.Min(x, l.right)))
		s.setWindow(s.window.zoom(math.Exp(math.Max(-1, math.Min(1, deltaY*0.002))), at), false)
	}
	s.over(side, s.x, s.y)
}
