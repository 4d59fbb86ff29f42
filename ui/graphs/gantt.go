package graphs

import (
	"math"
	"sort"

	"rampart/ui/canvas"
	"rampart/ui/number"
	"rampart/wasm/wire"
)

// Gantt shows one training step: servers by simulated time, and above them the
// critical path.
type Gantt struct {
	OnFocus func(node int) // a click on a bar

	step   *wire.GraphStep
	name   func(node int) string
	passes int // nodes of the forward pass
	focus  int // node
	leg    int // of the critical path, none for no focus
	words  string

	width, height float64
	from, to      float64 // in view, seconds
	px, py        float64
	over          bool
	fingers       []finger
	keyboard      bool

	invalidate func()
	announce   func(string)
}

// NewGantt returns an empty one.
func NewGantt() *Gantt {
	return &Gantt{focus: none, leg: none, invalidate: func() {}, announce: func(string) {}}
}

// Show puts a step of a graph with so many forward ops on it; nil clears it.
// name says what a node is called.
func (g *Gantt) Show(s *wire.GraphStep, forward int, name func(node int) string, words string) {
	if s != nil && len(s.Servers) == 0 {
		s = nil
	}
	g.name, g.words = name, words
	if s != g.step {
		g.step, g.passes, g.leg, g.over = s, forward, none, false
		g.Whole()
		g.arrange()
	}
	g.invalidate()
}

// Focus marks the bars of a node.
func (g *Gantt) Focus(node int) {
	g.focus = node
	g.invalidate()
}

// Bind implements canvas.Scene.
func (g *Gantt) Bind(invalidate func(), announce func(string)) {
	g.invalidate, g.announce = invalidate, announce
}

// Colours implements canvas.Scene.
func (g *Gantt) Colours() []string { return colourNames() }

// Words implements canvas.Scene.
func (g *Gantt) Words() string { return g.words }

// Keyboard implements canvas.Scene.
func (g *Gantt) Keyboard(has bool) {
	g.keyboard = has
	g.invalidate()
}

// The measures of the chart, CSS pixels.
const (
	gutter     = 64.0 // names of servers
	rightEdge  = 12.0
	pathHeight = 30.0 // the critical path at the top
	axisHeight = 24.0
	mostShown  = 64 // servers
)

// shown is how many servers there is room for.
func (g *Gantt) shown() int { return min(len(g.step.Servers), mostShown) }

// line is the height of a server's row: its bars, and below them its flows.
func (g *Gantt) line() (bar, flow, gap float64) {
	switch n := g.shown(); {
	case n <= 10:
		return 15, 5, 6
	case n <= 24:
		return 10, 4, 4
	}
	return 5, 2, 2
}

func (g *Gantt) arrange() {
	if g.step == nil {
		g.height = 60
		return
	}
	bar, flow, gap := g.line()
	g.height = pathHeight + float64(g.shown())*(bar+flow+gap) + axisHeight
}

// Resize implements canvas.Scene.
func (g *Gantt) Resize(width float64) float64 {
	g.width = width
	g.arrange()
	return g.height
}

// Whole brings all of the step into view.
func (g *Gantt) Whole() {
	g.from, g.to = 0, 1
	if g.step != nil && g.step.StepSeconds > 0 {
		g.to = g.step.StepSeconds
	}
	g.invalidate()
}

// scale is pixels per second.
func (g *Gantt) scale() float64 { return (g.width - gutter - rightEdge) / (g.to - g.from) }

func (g *Gantt) at(seconds float64) float64 { return gutter + (seconds-g.from)*g.scale() }

// show brings a stretch into view, within the step.
func (g *Gantt) show(from, to float64) {
	if g.step == nil {
		return
	}
	whole := g.step.StepSeconds
	span := math.Max(whole*1e-7, math.Min(to-from, whole))
	from = math.Max(0, math.Min(from, whole-span))
	g.from, g.to = from, from+span
	g.invalidate()
}

// Zoom makes the stretch in view factor times as long, around its middle or the
// leg with the focus.
func (g *Gantt) Zoom(factor float64) {
	at := (g.from + g.to) / 2
	if g.leg != none {
		l := &g.step.Critical[g.leg]
		at = math.Max(g.from, math.Min((l.Begin+l.End)/2, g.to))
	}
	g.zoomAt(factor, at)
}

func (g *Gantt) zoomAt(factor, at float64) {
	g.show(at-(at-g.from)*factor, at+(g.to-at)*factor)
}

func (g *Gantt) pan(part float64) {
	d := part * (g.to - g.from)
	g.show(g.from+d, g.to+d)
}

// Key implements canvas.Scene.
func (g *Gantt) Key(key string, shift bool) bool {
	if g.step == nil {
		return false
	}
	part := 0.15
	if shift {
		part = 0.6
	}
	switch key {
	case "ArrowLeft":
		g.pan(-part)
	case "ArrowRight":
		g.pan(part)
	case "+", "=":
		g.Zoom(0.6)
	case "-", "_":
		g.Zoom(1 / 0.6)
	case "0":
		g.Whole()
	case "]":
		g.walk(1)
	case "[":
		g.walk(-1)
	default:
		return false
	}
	return true
}

// walk gives the focus to the next leg of the critical path, or the one before.
func (g *Gantt) walk(by int) {
	n := len(g.step.Critical)
	if n == 0 {
		return
	}
	switch {
	case g.leg == none && by > 0:
		g.leg = 0
	case g.leg == none:
		g.leg = n - 1
	default:
		g.leg = max(0, min(g.leg+by, n-1))
	}
	l := &g.step.Critical[g.leg]
	if span := g.to - g.from; l.Begin < g.from || l.End > g.to {
		g.show((l.Begin+l.End-span)/2, (l.Begin+l.End+span)/2)
	}
	g.announce(g.legWords(l))
	if g.OnFocus != nil {
		g.OnFocus(l.From)
	}
	g.invalidate()
}

func (g *Gantt) legWords(l *wire.GraphLeg) string {
	server := g.step.Servers[l.Server]
	took := number.Brief(l.End-l.Begin) + ", from " + number.Brief(l.Begin)
	switch {
	case !l.Transfer:
		return g.name(l.From) + " computes on server " + server + " for " + took
	case l.From == l.To:
		return "The gradients of " + g.name(l.From) + " move for " + took
	}
	return "From " + g.name(l.From) + " to " + g.name(l.To) + " data moves for " + took
}

// Point implements canvas.Scene.
func (g *Gantt) Point(p canvas.Pointer) {
	if g.step == nil {
		return
	}
	switch p.Kind {
	case canvas.Down:
		g.fingers = append(g.fingers, finger{id: p.ID, x: p.X, y: p.Y})
	case canvas.Up:
		for i, f := range g.fingers {
			if f.id == p.ID {
				g.fingers = append(g.fingers[:i], g.fingers[i+1:]...)
				if node := g.nodeAt(p.X, p.Y); !f.moved && node != none && g.OnFocus != nil {
					g.OnFocus(node)
				}
				break
			}
		}
	case canvas.Cancel:
		g.fingers = nil
	case canvas.Leave:
		g.over = false
		g.invalidate()
	case canvas.Double:
		g.zoomAt(0.5, g.from+(p.X-gutter)/g.scale())
	case canvas.Move:
		g.move(p)
	}
}

func (g *Gantt) move(p canvas.Pointer) {
	if len(g.fingers) == 0 {
		g.px, g.py, g.over = p.X, p.Y, true
		g.invalidate()
		return
	}
	for i := range g.fingers {
		f := &g.fingers[i]
		if f.id != p.ID || !f.moved && math.Hypot(p.X-f.x, p.Y-f.y) < dragPixels {
			continue
		}
		f.moved, g.over = true, false
		if len(g.fingers) == 2 {
			rests := &g.fingers[1-i]
			if before, after := math.Abs(f.x-rests.x), math.Abs(p.X-rests.x); before > 10 && after > 10 {
				g.zoomAt(before/after, g.from+(rests.x-gutter)/g.scale())
			}
			rests.moved = true
		} else {
			d := (f.x - p.X) / g.scale()
			g.show(g.from+d, g.to+d)
		}
		f.x, f.y = p.X, p.Y
	}
}

// Wheel implements canvas.Scene.
func (g *Gantt) Wheel(x, _, dx, dy float64, zoom bool) bool {
	if g.step == nil {
		return false
	}
	if math.Abs(dx) > math.Abs(dy) && !zoom {
		g.pan(dx / math.Max(1, g.width-gutter))
		return true
	}
	g.zoomAt(math.Exp(math.Max(-1, math.Min(1, dy*0.002))), g.from+(math.Max(gutter, x)-gutter)/g.scale())
	return true
}

// rowAt is the server under a place, or none, and whether it is its flows.
func (g *Gantt) rowAt(y float64) (row int, flows bool) {
	bar, flow, gap := g.line()
	at := (y - pathHeight) / (bar + flow + gap)
	if at < 0 || at >= float64(g.shown()) {
		return none, false
	}
	return int(at), (at-math.Floor(at))*(bar+flow+gap) > bar
}

// barAt is the place in a schedule of what it does at a time, or none.
func barAt(c *wire.GraphSchedule, seconds float64) int {
	i := sort.SearchFloat64s(c.To, seconds)
	if i < len(c.From) && c.From[i] <= seconds {
		return i
	}
	return none
}

// nodeAt is the node of the bar or leg under a place, or none.
func (g *Gantt) nodeAt(x, y float64) int {
	seconds := g.from + (x-gutter)/g.scale()
	if y < pathHeight {
		if leg := g.legAt(seconds); leg != none {
			return g.step.Critical[leg].From
		}
		return none
	}
	row, _ := g.rowAt(y)
	if row == none {
		return none
	}
	c := &g.step.Schedules[g.step.Row[row]]
	if i := barAt(c, seconds); i != none {
		return c.Node[i]
	}
	return none
}

func (g *Gantt) legAt(seconds float64) int {
	legs := g.step.Critical
	i := sort.Search(len(legs), func(i int) bool { return legs[i].End >= seconds })
	if i < len(legs) && legs[i].Begin <= seconds {
		return i
	}
	return none
}

// tip says what is under the pointer.
func (g *Gantt) tip() string {
	seconds := g.from + (g.px-gutter)/g.scale()
	if g.px < gutter || seconds > g.to {
		return ""
	}
	if g.py < pathHeight {
		if leg := g.legAt(seconds); leg != none {
			return g.legWords(&g.step.Critical[leg])
		}
		return ""
	}
	row, flows := g.rowAt(g.py)
	if row == none {
		return ""
	}
	c := &g.step.Schedules[g.step.Row[row]]
	server := "Server " + g.step.Servers[row]
	if flows {
		if i := sort.SearchFloat64s(c.Moves, seconds); i%2 == 1 {
			return server + " sends or receives for " + number.Brief(c.Moves[i]-c.Moves[i-1])
		}
		return ""
	}
	i := barAt(c, seconds)
	switch {
	case i == none:
		return server + " waits"
	case c.Node[i] < 0:
		return server + ": several short ops"
	}
	return server + ": " + g.name(c.Node[i]) + ", " + number.Brief(c.To[i]-c.From[i])
}

var _ canvas.Scene = (*Gantt)(nil)
