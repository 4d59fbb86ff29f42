// Package canvas puts a scene, which is plain Go, on a canvas of the page: it
// feeds it sizes and input and paints the lists that it draws. Only
// canvas_js.go touches the browser.
package canvas

import (
	"github.com/vugu/vugu/js"

	"rampart/ui/chart"
)

// Kind says what a pointer does.
type Kind int

// The kinds.
const (
	Down   Kind = iota
	Move        // with or without being down
	Up          // where it went down and up again it was a click
	Cancel      // the system has taken it away
	Leave       // it is no longer over the canvas
	Double      // it clicked twice
)

// Pointer is one event of a pointer; places are CSS pixels from the top left of
// the canvas.
type Pointer struct {
	Kind Kind
	ID   int // tells fingers apart
	X, Y float64
}

// Scene is what a canvas shows and what input does to it.
type Scene interface {
	// Bind gives the scene what asks for a frame, and what tells a sentence to
	// those who do not see the canvas.
	Bind(invalidate func(), announce func(sentence string))
	// Colours are the custom properties of the style sheet that the colours of
	// a list index.
	Colours() []string
	// Resize tells the width and returns the height that the canvas takes.
	Resize(width float64) (height float64)
	// Paint draws a frame into an empty list.
	Paint(list *chart.List)
	Point(p Pointer)
	// Wheel turns the wheel at a place by pixels; zoom says that a modifier or a
	// pinch asks for that. It reports whether the scene took it: else the page
	// scrolls.
	Wheel(x, y, deltaX, deltaY float64, zoom bool) bool
	// Key reports whether the scene knows the key.
	Key(key string, shift bool) bool
	// Keyboard tells whether the canvas has the focus.
	Keyboard(has bool)
	// Words says what the canvas shows, for those who do not see it.
	Words() string
}

// Host connects a scene with the page.
type Host interface {
	// Mount puts the canvas into an element, unless it is there already.
	Mount(element js.Value)
	// Close lets go of the page.
	Close()
}

// Quiet is a page without canvases, for tests and tools outside a browser.
type Quiet struct {
	Frames int    // asked for
	Said   string // the last sentence
}

// NewQuiet returns a host that only counts.
func NewQuiet(s Scene) *Quiet {
	q := &Quiet{}
	s.Bind(func() { q.Frames++ }, func(sentence string) { q.Said = sentence })
	return q
}

// Mount implements Host.
func (q *Quiet) Mount(js.Value) {}

// Close implements Host.
func (q *Quiet) Close() {}
