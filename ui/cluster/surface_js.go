//go:build js && wasm

package cluster

import (
	"strconv"
	sjs "syscall/js"

	"github.com/vugu/vugu/js"

	"rampart/ui/canvas"
	"rampart/ui/chart"
)

// page draws a picture on a canvas of the browser. Its listeners are its own:
// vugu would copy every property of every pointer event.
type page struct {
	of                      drawing
	host, box, canvas, live sjs.Value
	mounted                 bool
	text, named             string // name to be and name that is
	height                  float64
	frame, change, input    sjs.Func
	due                     bool // a frame is asked for
	stale                   bool // the colours must be read again
	closed                  bool
	brush                   canvas.Brush
	list                    chart.List
	media                   sjs.Value
	observers               []sjs.Value
}

func newHost(of *View) host {
	window := sjs.Global()
	if window.Get("document").IsUndefined() {
		return &quiet{} // not in a browser: node runs the tests
	}
	p := &page{of: of, stale: true}
	p.frame = sjs.FuncOf(func(sjs.Value, []sjs.Value) any {
		p.due = false
		p.paint()
		return nil
	})
	p.change = sjs.FuncOf(func(sjs.Value, []sjs.Value) any {
		p.stale = true
		p.invalidate()
		return nil
	})
	p.input = sjs.FuncOf(func(_ sjs.Value, args []sjs.Value) any {
		p.take(args[0])
		return nil
	})
	p.media = window.Call("matchMedia", "(prefers-color-scheme: dark)")
	p.media.Call("addEventListener", "change", p.change)
	window.Call("addEventListener", "resize", p.change)
	return p
}

func (p *page) mount(value js.Value) {
	host := sjs.Value(value)
	if p.mounted && p.host.Equal(host) && p.box.Get("parentNode").Equal(host) {
		return
	}
	if !p.mounted {
		p.create()
	}
	p.host = host
	host.Call("replaceChildren", p.box, p.live)
	p.invalidate()
}

// create makes the canvas in its box, and listens.
func (p *page) create() {
	p.mounted = true
	p.box = canvas.Element("div", "class", "cluster-box", "id", "cluster-picture", "tabindex", "0", "role", "application", "aria-label",
		"Servers. Arrow keys move from server to server, brackets from job to job, comma and period to the moments when something changes.")
	p.canvas = canvas.Element("canvas", "role", "img", "aria-label", "The cluster, not drawn yet")
	p.box.Call("append", p.canvas)
	p.live = canvas.Element("p", "class", "hidden", "aria-live", "polite")
	for _, kind := range []string{"pointerdown", "pointermove", "pointerleave"} {
		p.canvas.Call("addEventListener", kind, p.input)
	}
	for _, kind := range []string{"keydown", "focus", "blur"} {
		p.box.Call("addEventListener", kind, p.input)
	}
	size := sjs.Global().Get("ResizeObserver").New(p.change)
	size.Call("observe", p.box)
	theme := sjs.Global().Get("MutationObserver").New(p.change)
	theme.Call("observe", sjs.Global().Get("document").Get("documentElement"), map[string]any{
		"attributes": true, "attributeFilter": []any{"data-theme", "class"},
	})
	p.observers = append(p.observers, size, theme)
}

// take hands an event on.
func (p *page) take(e sjs.Value) {
	x, y := func() float64 { return e.Get("offsetX").Float() }, func() float64 { return e.Get("offsetY").Float() }
	switch e.Get("type").String() {
	case "pointerdown":
		if e.Get("button").Int() == 0 {
			p.box.Call("focus", map[string]any{"preventScroll": true})
			p.of.press(x(), y())
		}
	case "pointermove":
		p.of.move(x(), y())
	case "pointerleave":
		p.of.leave()
	case "keydown":
		if e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool() || e.Get("altKey").Bool() {
			return
		}
		if p.of.key(e.Get("key").String()) {
			e.Call("preventDefault")
		}
	case "focus":
		p.of.keyboard(p.box.Call("matches", ":focus-visible").Bool())
	case "blur":
		p.of.keyboard(false)
	}
}

func (p *page) invalidate() {
	if p.due || p.closed {
		return
	}
	p.due = true
	sjs.Global().Call("requestAnimationFrame", p.frame)
}

func (p *page) announce(sentence string) {
	if !p.live.IsUndefined() {
		p.live.Set("textContent", sentence)
	}
}

func (p *page) describe(text string) { p.text = text }

func (p *page) paint() {
	if p.closed || !p.mounted || !p.box.Get("isConnected").Bool() {
		return
	}
	if p.stale {
		p.brush.Read(p.box, ColourNames())
		p.stale = false
	}
	width := p.box.Get("clientWidth").Float()
	height := p.of.resize(width)
	if height != p.height {
		p.height = height
		p.canvas.Get("style").Set("height", strconv.FormatFloat(height, 'f', -1, 64)+"px")
	}
	if p.named != p.text {
		p.named = p.text
		p.canvas.Call("setAttribute", "aria-label", p.text)
	}
	p.list.Reset()
	p.of.paint(&p.list)
	p.brush.Draw(p.canvas, &p.list, width, height)
}

func (p *page) close() {
	if p.closed {
		return
	}
	p.closed = true
	p.media.Call("removeEventListener", "change", p.change)
	sjs.Global().Call("removeEventListener", "resize", p.change)
	for _, o := range p.observers {
		o.Call("disconnect")
	}
	if p.mounted {
		p.box.Call("remove")
		p.live.Call("remove")
	}
	p.input.Release()
	p.change.Release()
	// The frame's function stays: a frame that is due may still come.
}
