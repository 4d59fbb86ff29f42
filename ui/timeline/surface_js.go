//go:build js && wasm

package timeline

import (
	"strconv"
	sjs "syscall/js"

	"github.com/vugu/vugu/js"

	"rampart/ui/canvas"
	"rampart/ui/chart"
)

// page draws a Stage on canvases of the browser. Its listeners are its
// own: vugu would copy every property of every pointer event.
type page struct {
	stage    *Stage
	sides    [MostRuns]side
	live     sjs.Value // the live region
	frame    sjs.Func
	change   sjs.Func
	due      bool // a frame is asked for
	stale    bool // the colours must be read again
	closed   bool
	brush    canvas.Brush
	list     chart.List
	media    []sjs.Value
	observer []sjs.Value
}

// side is the canvas of one run.
type side struct {
	host, box, canvas sjs.Value
	now               sjs.Value // the line about the cursor
	mounted           bool
	text, named       string // name to be and name that is
	height            float64
	input             sjs.Func
}

func newHost(stage *Stage) host {
	window := sjs.Global()
	if window.Get("document").IsUndefined() {
		return &quiet{} // not in a browser: node runs the tests
	}
	p := &page{stage: stage, stale: true}
	p.frame = sjs.FuncOf(func(_ sjs.Value, args []sjs.Value) any {
		p.due = false
		p.paint(args[0].Float())
		return nil
	})
	p.change = sjs.FuncOf(func(sjs.Value, []sjs.Value) any {
		p.stale = true
		p.Invalidate()
		return nil
	})
	for _, query := range []string{"(prefers-color-scheme: dark)", "(prefers-reduced-motion: reduce)"} {
		m := window.Call("matchMedia", query)
		m.Call("addEventListener", "change", p.change)
		p.media = append(p.media, m)
	}
	window.Call("addEventListener", "resize", p.change)
	theme := window.Get("MutationObserver").New(p.change)
	theme.Call("observe", window.Get("document").Get("documentElement"), map[string]any{
		"attributes": true, "attributeFilter": []any{"data-theme", "class"},
	})
	p.observer = append(p.observer, theme)
	return p
}

func (p *page) mount(side int, value js.Value) {
	host := sjs.Value(value)
	c := &p.sides[side]
	if c.mounted && c.host.Equal(host) && c.box.Get("parentNode").Equal(host) {
		return
	}
	if !c.mounted {
		p.create(side)
	}
	c.host = host
	host.Call("replaceChildren", c.now, c.box)
	if side == 0 {
		if p.live.IsUndefined() {
			p.live = canvas.Element("p", "class", "hidden", "aria-live", "polite")
		}
		host.Call("append", p.live)
	}
	p.Invalidate()
}

// create makes a side's canvas in its box, and listens.
func (p *page) create(side int) {
	c := &p.sides[side]
	c.mounted = true
	c.box = canvas.Element("div", "class", "timeline-box", "tabindex", "0", "role", "application",
		"aria-label", runName(side)+" timeline. Arrow keys move along time, plus and minus zoom, brackets step through decisions, "+
			"comma and point through events; space plays and pauses, d goes to the first difference.")
	c.now = canvas.Element("p", "class", "timeline-now")
	c.canvas = canvas.Element("canvas", "role", "img", "aria-label", runName(side)+" timeline, not drawn yet")
	c.box.Call("append", c.canvas)
	c.input = sjs.FuncOf(func(_ sjs.Value, args []sjs.Value) any {
		p.take(side, args[0])
		return nil
	})
	for _, kind := range []string{"pointerdown", "pointermove", "pointerup", "pointercancel", "pointerleave", "dblclick"} {
		c.canvas.Call("addEventListener", kind, c.input)
	}
	c.canvas.Call("addEventListener", "wheel", c.input, map[string]any{"passive": false})
	for _, kind := range []string{"keydown", "focus", "blur"} {
		c.box.Call("addEventListener", kind, c.input)
	}
	size := sjs.Global().Get("ResizeObserver").New(p.change)
	size.Call("observe", c.box)
	p.observer = append(p.observer, size)
}

// take hands an event to the stage.
func (p *page) take(side int, e sjs.Value) {
	number := func(name string) float64 { return e.Get(name).Float() }
	switch e.Get("type").String() {
	case "pointerdown":
		if e.Get("button").Int() != 0 {
			return
		}
		c := &p.sides[side]
		c.box.Call("focus", map[string]any{"preventScroll": true})
		canvas.Capture(c.canvas, e.Get("pointerId"))
		p.stage.Down(side, e.Get("pointerId").Int(), number("offsetX"), number("offsetY"))
	case "pointermove":
		p.stage.Move(side, e.Get("pointerId").Int(), number("offsetX"), number("offsetY"))
	case "pointerup":
		p.stage.Up(side, e.Get("pointerId").Int(), number("offsetX"), number("offsetY"))
	case "pointercancel":
		p.stage.Cancel(e.Get("pointerId").Int())
		p.stage.Leave()
	case "pointerleave":
		p.stage.Leave()
	case "dblclick":
		p.stage.Double(side, number("offsetX"))
	case "wheel":
		p.wheel(side, e, number)
	case "keydown":
		if e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool() || e.Get("altKey").Bool() {
			return
		}
		if p.stage.Key(side, e.Get("key").String(), e.Get("shiftKey").Bool()) {
			e.Call("preventDefault")
		}
	case "focus":
		p.stage.Keyboard(side, true)
	case "blur":
		p.stage.Keyboard(side, false)
	}
}

// wheel zooms on a canvas that has the keyboard, or with Ctrl, as a pinch on a
// touchpad reports itself too. Otherwise the wheel scrolls the page, except
// sideways, which is along time.
func (p *page) wheel(side int, e sjs.Value, number func(string) float64) {
	dx, dy := canvas.Turned(e)
	sideways := e.Get("shiftKey").Bool() || dx*dx > dy*dy
	if !sideways && !canvas.Pinched(e) && !p.stage.keyboard[side] {
		return
	}
	e.Call("preventDefault")
	p.stage.Wheel(side, number("offsetX"), dx, dy, sideways)
}

func (p *page) Invalidate() {
	if p.due || p.closed {
		return
	}
	p.due = true
	sjs.Global().Call("requestAnimationFrame", p.frame)
}

func (p *page) Now(side int, line string) {
	if c := &p.sides[side]; c.mounted {
		c.now.Set("textContent", line)
	}
}

func (p *page) Announce(sentence string) {
	if !p.live.IsUndefined() {
		p.live.Set("textContent", sentence)
	}
}

func (p *page) describe(side int, text string) { p.sides[side].text = text }

// paint draws all sides.
func (p *page) paint(now float64) {
	again := false
	for side := range p.sides {
		c := &p.sides[side]
		if p.closed || !c.mounted || !c.box.Get("isConnected").Bool() {
			continue
		}
		if p.stale {
			p.brush.Read(c.box, ColourNames())
			p.stage.Still = p.media[1].Get("matches").Bool()
			p.stale = false
		}
		width := c.box.Get("clientWidth").Float()
		height := p.stage.Resize(side, width)
		if height != c.height {
			c.height = height
			c.canvas.Get("style").Set("height", strconv.FormatFloat(height, 'f', -1, 64)+"px")
		}
		if c.named != c.text {
			c.named = c.text
			c.canvas.Call("setAttribute", "aria-label", c.text)
		}
		again = p.stage.Paint(side, now, &p.list) || again
		p.brush.Draw(c.canvas, &p.list, width, height)
	}
	if again {
		p.Invalidate()
	}
}

func (p *page) close() {
	if p.closed {
		return
	}
	p.closed = true
	for _, m := range p.media {
		m.Call("removeEventListener", "change", p.change)
	}
	sjs.Global().Call("removeEventListener", "resize", p.change)
	for _, o := range p.observer {
		o.Call("disconnect")
	}
	for side := range p.sides {
		c := &p.sides[side]
		if c.mounted {
			c.box.Call("remove")
			c.now.Call("remove")
			c.input.Release()
		}
	}
	if !p.live.IsUndefined() {
		p.live.Call("remove")
	}
	p.change.Release()
	// The frame's function stays: a frame that is due may still come.
}
