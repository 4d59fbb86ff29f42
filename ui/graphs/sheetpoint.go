package graphs

import (
	"math"

	"rampart/ui/canvas"
)

// dragPixels is how far a pointer moves before it is no click.
const dragPixels = 4.0

// Point implements canvas.Scene.
func (s *Sheet) Point(p canvas.Pointer) {
	switch p.Kind {
	case canvas.Down:
		s.fingers = append(s.fingers, finger{id: p.ID, x: p.X, y: p.Y, mini: s.inMap(p.X, p.Y)})
		if s.fingers[len(s.fingers)-1].mini {
			s.drift(p.X, p.Y)
		}
	case canvas.Move:
		s.drag(p)
	case canvas.Up:
		s.lift(p)
	case canvas.Cancel:
		s.fingers = nil
	case canvas.Leave:
		if s.hover != none {
			s.hover = none
			s.invalidate()
		}
	case canvas.Double:
		if !s.inMap(p.X, p.Y) {
			s.zoomAt(2, p.X, p.Y)
		}
	}
}

func (s *Sheet) drag(p canvas.Pointer) {
	at := none
	for i := range s.fingers {
		if s.fingers[i].id == p.ID {
			at = i
		}
	}
	if at == none {
		s.px, s.py = p.X, p.Y
		if hover := s.nodeAt(p.X, p.Y); hover != s.hover || hover != none {
			s.hover = hover
			s.invalidate()
		}
		return
	}
	f := &s.fingers[at]
	if !f.moved && math.Hypot(p.X-f.x, p.Y-f.y) < dragPixels {
		return
	}
	f.moved, s.hover = true, none
	switch {
	case f.mini:
		s.drift(p.X, p.Y)
	case len(s.fingers) == 2:
		s.pinch(f, &s.fingers[1-at], p)
	default:
		s.pan(f.x-p.X, f.y-p.Y)
	}
	f.x, f.y = p.X, p.Y
}

// pinch zooms by how far two fingers move apart, around the one that rests.
func (s *Sheet) pinch(moves, rests *finger, p canvas.Pointer) {
	before := math.Hypot(moves.x-rests.x, moves.y-rests.y)
	after := math.Hypot(p.X-rests.x, p.Y-rests.y)
	if before > 10 && after > 10 {
		s.zoomAt(after/before, rests.x, rests.y)
	}
	rests.moved = true
}

// lift ends a drag; without one it was a click, which gives the focus to the
// node there or takes it away.
func (s *Sheet) lift(p canvas.Pointer) {
	for i, f := range s.fingers {
		if f.id != p.ID {
			continue
		}
		s.fingers = append(s.fingers[:i], s.fingers[i+1:]...)
		if !f.moved && !f.mini {
			s.Focus(s.nodeAt(p.X, p.Y))
		}
		return
	}
}

// The small map in the corner shows where the window is, once it is not all.
const (
	mapWidth  = 150.0
	mapHeight = 100.0
	mapEdge   = 8.0
)

// mapped is the small map's place and scale; ok is false if there is none.
func (s *Sheet) mapped() (x, y, w, h, scale float64, ok bool) {
	if s.fold == nil || s.whole || s.scale < s.fit()*1.15 || s.width < 3*mapWidth/2 {
		return
	}
	scale = math.Min(mapWidth/s.fold.width, mapHeight/s.fold.height)
	w, h = s.fold.width*scale, s.fold.height*scale
	return s.width - w - mapEdge, s.height - h - mapEdge, w, h, scale, true
}

func (s *Sheet) inMap(px, py float64) bool {
	x, y, w, h, _, ok := s.mapped()
	return ok && px >= x && px <= x+w && py >= y && py <= y+h
}

// drift brings the point of the small map into the middle of the window.
func (s *Sheet) drift(px, py float64) {
	x, y, _, _, scale, ok := s.mapped()
	if !ok {
		return
	}
	s.x, s.y = (px-x)/scale-s.width/s.scale/2, (py-y)/scale-s.height/s.scale/2
	s.keep()
}
