package timeline

import "github.com/vugu/vugu/js"

// quiet is a page without canvases, for tests and tools outside a browser.
type quiet struct {
	frames int    // asked for
	said   string // the last announcement
	text   [MostRuns]string
	now    [MostRuns]string
	closed bool
}

func (q *quiet) Invalidate()                 { q.frames++ }
func (q *quiet) Announce(sentence string)    { q.said = sentence }
func (q *quiet) Now(side int, line string)   { q.now[side] = line }
func (q *quiet) mount(int, js.Value)         {}
func (q *quiet) describe(side int, s string) { q.text[side] = s }
func (q *quiet) close()                      { q.closed = true }
