package cluster

import (
	"github.com/vugu/vugu/js"

	"rampart/ui/chart"
)

// host is the canvas of the page, and a place that speaks.
type host interface {
	// mount puts the canvas into an element, unless it is there already.
	mount(element js.Value)
	// invalidate asks for a frame, soon and once.
	invalidate()
	// announce tells a sentence to those who do not see the canvas.
	announce(sentence string)
	// describe names the canvas for them.
	describe(text string)
	// close lets go of the page.
	close()
}

// drawing is what a host draws and tells of its input.
type drawing interface {
	// resize tells the width of the canvas and returns the height that it needs,
	// both in CSS pixels.
	resize(width float64) (height float64)
	paint(list *chart.List)
	move(x, y float64) // of the pointer
	leave()
	press(x, y float64)
	key(name string) bool // reports whether the key means anything
	keyboard(has bool)
}

// quiet is a page without a canvas, for tests and tools outside a browser.
type quiet struct {
	frames int    // asked for
	said   string // the last announcement
	text   string
	closed bool
}

func (q *quiet) mount(js.Value)           {}
func (q *quiet) invalidate()              { q.frames++ }
func (q *quiet) announce(sentence string) { q.said = sentence }
func (q *quiet) describe(text string)     { q.text = text }
func (q *quiet) close()                   { q.closed = true }
