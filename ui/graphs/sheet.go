package graphs

import (
	"math"

	"rampart/ui/canvas"
)

// none stands for no node.
const none = -1

// Sheet is the drawing of a graph with a window on it that moves and zooms.
type Sheet struct {
	OnFocus func(node int) // a node, or none, got the focus

	figure *Figure
	fold   *fold
	tone   palette
	note   func(node int) string // what is told of a node under the pointer
	words  string

	width, height float64 // of the canvas
	scale         float64
	x, y          float64 // the point of the drawing at the canvas's top left
	whole         bool    // the window shows all of it, and goes on doing so

	focus, hover int
	found        []bool // by forward op; nil for no search
	px, py       float64
	fingers      []finger
	keyboard     bool

	invalidate func()
	announce   func(string)
}

// finger is a pointer that is down.
type finger struct {
	id    int
	x, y  float64
	moved bool
	mini  bool // it drags the small map
}

// NewSheet returns an empty sheet.
func NewSheet() *Sheet {
	return &Sheet{focus: none, hover: none, whole: true, invalidate: func() {}, announce: func(string) {}}
}

// Show puts a figure on the sheet; nil clears it.
func (s *Sheet) Show(f *Figure, words string) {
	s.words = words
	if s.figure != f {
		s.figure, s.fold, s.focus, s.hover, s.found, s.whole = f, nil, none, none, nil, true
		s.fingers = nil
		s.arrange()
	}
	s.invalidate()
}

// Colour gives the nodes their colours, and note what to tell of one.
func (s *Sheet) Colour(p palette, note func(node int) string) {
	s.tone, s.note = p, note
	s.invalidate()
}

// Find marks the ops that a search has found; nil for no search.
func (s *Sheet) Find(ops []int) {
	s.found = nil
	if ops != nil && s.figure != nil {
		s.found = make([]bool, s.figure.n)
		for _, op := range ops {
			s.found[op] = true
		}
	}
	s.invalidate()
}

// Bind implements canvas.Scene.
func (s *Sheet) Bind(invalidate func(), announce func(string)) {
	s.invalidate, s.announce = invalidate, announce
}

// Colours implements canvas.Scene.
func (s *Sheet) Colours() []string { return colourNames() }

// Words implements canvas.Scene.
func (s *Sheet) Words() string { return s.words }

// Keyboard implements canvas.Scene.
func (s *Sheet) Keyboard(has bool) {
	s.keyboard = has
	s.invalidate()
}

// The heights of the canvas, and the scale beyond which a small graph does not
// grow.
const (
	leastHeight = 260.0
	mostHeight  = 640.0
	fullScale   = 1.15
	mostScale   = 3.0
)

// Resize implements canvas.Scene.
func (s *Sheet) Resize(width float64) (height float64) {
	if width != s.width {
		s.width = width
		s.arrange()
	}
	return s.height
}

// arrange folds the drawing anew for the canvas.
func (s *Sheet) arrange() {
	if s.figure == nil || !s.figure.Drawn() || !(s.width > 40) {
		s.height, s.fold = leastHeight, nil
		return
	}
	s.fold = newFold(s.figure, s.width, s.most())
	s.height = math.Ceil(math.Min(s.most(), math.Max(leastHeight, s.fold.height*s.fit())))
	if s.whole {
		s.Whole()
	} else {
		s.keep()
	}
}

// most is the greatest height of the canvas.
func (s *Sheet) most() float64 { return math.Min(mostHeight, math.Max(400, 0.66*s.width)) }

// fit is the scale at which the whole drawing is in view.
func (s *Sheet) fit() float64 {
	return math.Min(fullScale, math.Min(s.width/s.fold.width, s.most()/s.fold.height))
}

// Whole brings all of the drawing into view.
func (s *Sheet) Whole() {
	if s.fold == nil {
		return
	}
	s.whole, s.scale = true, s.fit()
	s.x = (s.fold.width - s.width/s.scale) / 2
	s.y = (s.fold.height - s.height/s.scale) / 2
	s.invalidate()
}

// keep holds the scale in its range, and the window on the drawing.
func (s *Sheet) keep() {
	s.scale = math.Max(s.fit(), math.Min(s.scale, math.Max(mostScale, s.fit())))
	hold := func(at, window, size float64) float64 {
		if window >= size {
			return (size - window) / 2
		}
		return math.Max(0, math.Min(at, size-window))
	}
	s.x = hold(s.x, s.width/s.scale, s.fold.width)
	s.y = hold(s.y, s.height/s.scale, s.fold.height)
	s.whole = s.scale <= s.fit()*1.0001
	s.invalidate()
}

// Zoom makes everything factor times as large; the node with the focus, or else
// the middle of the window, stays where it is.
func (s *Sheet) Zoom(factor float64) {
	x, y := s.width/2, s.height/2
	if s.fold != nil && s.focus != none {
		if fx, fy := s.screen(s.focus); fx > 0 && fy > 0 && fx < s.width && fy < s.height {
			x, y = fx, fy
		}
	}
	s.zoomAt(factor, x, y)
}

func (s *Sheet) zoomAt(factor, x, y float64) {
	if s.fold == nil {
		return
	}
	at, up := s.x+x/s.scale, s.y+y/s.scale
	s.scale = math.Max(s.fit(), math.Min(s.scale*factor, math.Max(mostScale, s.fit())))
	s.x, s.y = at-x/s.scale, up-y/s.scale
	s.keep()
}

// pan moves the window by pixels.
func (s *Sheet) pan(dx, dy float64) {
	if s.fold == nil {
		return
	}
	s.x += dx / s.scale
	s.y += dy / s.scale
	s.keep()
}

// screen is where the middle of a node is on the canvas.
func (s *Sheet) screen(node int) (x, y float64) {
	return (s.fold.x[node] - s.x) * s.scale, (s.fold.y[node] - s.y) * s.scale
}

// Focus gives a node the focus, or none, and brings it into view.
func (s *Sheet) Focus(node int) {
	if s.figure == nil || node >= 2*s.figure.n {
		return
	}
	changed := node != s.focus
	s.focus = node
	if node != none && s.fold != nil {
		x, y := s.screen(node)
		if margin := 40.0; x < margin || y < margin/2 || x > s.width-margin || y > s.height-margin/2 {
			s.x, s.y = s.fold.x[node]-s.width/s.scale/2, s.fold.y[node]-s.height/s.scale/2
			s.keep()
		}
	}
	s.invalidate()
	if changed && s.OnFocus != nil {
		s.OnFocus(node)
	}
}

// Close gives a node the focus and brings it so close that it can be read.
func (s *Sheet) Close(node int) {
	if s.fold != nil && node != none && s.scale < 0.9 {
		s.scale = 0.9
		s.x, s.y = s.fold.x[node]-s.width/s.scale/2, s.fold.y[node]-s.height/s.scale/2
		s.keep()
	}
	s.Focus(node)
}

// move gives the focus to the node that is so many places on in its pass.
func (s *Sheet) move(by int) {
	if s.figure == nil {
		return
	}
	if next := s.figure.next(s.focus, by); next != none {
		s.Focus(next)
		s.tell(next)
	}
}

func (s *Sheet) tell(node int) {
	if s.note != nil && node != none {
		s.announce(s.note(node))
	}
}

// nodeAt is the node under a place of the canvas, or none.
func (s *Sheet) nodeAt(x, y float64) int {
	if s.fold == nil {
		return none
	}
	wx, wy := s.x+x/s.scale, s.y+y/s.scale
	slack := math.Max(0, 3/s.scale-1) // small boxes are as large as a finger can hit
	best, nearest := none, math.Inf(1)
	for node, row := range s.fold.rowOf {
		r := &s.fold.rows[row]
		if wy < r.top-slack || wy > r.top+r.height+slack {
			continue
		}
		dx, dy := math.Abs(wx-s.fold.x[node]), math.Abs(wy-s.fold.y[node])
		if dx <= boxWidth/2+slack && dy <= boxHeight/2+slack && dx+dy < nearest {
			best, nearest = node, dx+dy
		}
	}
	return best
}

// Wheel implements canvas.Scene.
func (s *Sheet) Wheel(x, y, dx, dy float64, zoom bool) bool {
	if s.fold == nil {
		return false
	}
	if math.Abs(dx) > math.Abs(dy) && !zoom {
		s.pan(dx, 0)
		return true
	}
	s.zoomAt(math.Exp(-math.Max(-1, math.Min(1, dy*0.002))), x, y)
	return true
}

// Key implements canvas.Scene.
func (s *Sheet) Key(key string, shift bool) bool {
	part := 0.15
	if shift {
		part = 0.6
	}
	switch key {
	case "ArrowLeft":
		s.pan(-part*s.width, 0)
	case "ArrowRight":
		s.pan(part*s.width, 0)
	case "ArrowUp":
		s.pan(0, -part*s.height)
	case "ArrowDown":
		s.pan(0, part*s.height)
	case "+", "=":
		s.Zoom(1.5)
	case "-", "_":
		s.Zoom(1 / 1.5)
	case "0":
		s.Whole()
	case "]":
		s.move(1)
	case "[":
		s.move(-1)
	case "m", "M":
		if s.figure != nil && s.focus != none {
			s.Focus(s.figure.twin(s.focus))
			s.tell(s.focus)
		}
	case "Escape":
		if s.focus == none {
			return false
		}
		s.Focus(none)
	default:
		return false
	}
	return true
}

var _ canvas.Scene = (*Sheet)(nil)
