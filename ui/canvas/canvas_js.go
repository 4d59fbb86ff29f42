//go:build js && wasm

package canvas

import (
	"strconv"
	sjs "syscall/js"

	"github.com/vugu/vugu/js"

	"rampart/ui/chart"
)

// page is a Host in a browser. Its listeners are its own: vugu would copy every
// property of every pointer event.
type page struct {
	scene         Scene
	box, canvas   sjs.Value
	live          sjs.Value // the live region
	frame, change sjs.Func
	input         sjs.Func
	due           bool // a frame is asked for
	stale         bool // the colours must be read again
	closed        bool
	keyboard      bool
	named         string
	height        float64
	brush         Brush
	list          chart.List
	media         sjs.Value
	observers     []sjs.Value
}

// New returns a host for a scene; help names the canvas and says which keys it
// knows.
func New(s Scene, help string) Host {
	window := sjs.Global()
	if window.Get("document").IsUndefined() {
		return NewQuiet(s) // not in a browser: node runs the tests
	}
	p := &page{scene: s, stale: true}
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
	p.create(help)
	p.listen()
	s.Bind(p.invalidate, func(sentence string) { p.live.Set("textContent", sentence) })
	return p
}

func (p *page) create(help string) {
	p.box = Element("div", "class", "canvas-box", "tabindex", "0", "role", "application", "aria-label", help)
	p.canvas = Element("canvas", "role", "img", "aria-label", "not drawn yet")
	p.live = Element("p", "class", "hidden", "aria-live", "polite")
	p.box.Call("append", p.canvas)
}

func (p *page) listen() {
	for _, kind := range []string{"pointerdown", "pointermove", "pointerup", "pointercancel", "pointerleave", "dblclick"} {
		p.canvas.Call("addEventListener", kind, p.input)
	}
	p.canvas.Call("addEventListener", "wheel", p.input, map[string]any{"passive": false})
	for _, kind := range []string{"keydown", "focus", "blur"} {
		p.box.Call("addEventListener", kind, p.input)
	}
	window := sjs.Global()
	p.media = window.Call("matchMedia", "(prefers-color-scheme: dark)")
	p.media.Call("addEventListener", "change", p.change)
	theme := window.Get("MutationObserver").New(p.change)
	theme.Call("observe", window.Get("document").Get("documentElement"), map[string]any{
		"attributes": true, "attributeFilter": []any{"data-theme", "class"},
	})
	size := window.Get("ResizeObserver").New(p.change)
	size.Call("observe", p.box)
	p.observers = append(p.observers, theme, size)
}

// Mount implements Host.
func (p *page) Mount(value js.Value) {
	host := sjs.Value(value)
	if p.closed || p.box.Get("parentNode").Equal(host) {
		return
	}
	host.Call("replaceChildren", p.box, p.live)
	p.invalidate()
}

func (p *page) invalidate() {
	if p.due || p.closed {
		return
	}
	p.due = true
	sjs.Global().Call("requestAnimationFrame", p.frame)
}

var kinds = map[string]Kind{
	"pointerdown": Down, "pointermove": Move, "pointerup": Up, "pointercancel": Cancel, "pointerleave": Leave, "dblclick": Double,
}

// take hands an event to the scene.
func (p *page) take(e sjs.Value) {
	name := e.Get("type").String()
	number := func(name string) float64 { return e.Get(name).Float() }
	switch name {
	case "wheel":
		p.wheel(e, number)
	case "keydown":
		if e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool() || e.Get("altKey").Bool() {
			return
		}
		if p.scene.Key(e.Get("key").String(), e.Get("shiftKey").Bool()) {
			e.Call("preventDefault")
		}
	case "focus", "blur":
		p.keyboard = name == "focus"
		p.scene.Keyboard(p.keyboard)
	default:
		point := Pointer{Kind: kinds[name], X: number("offsetX"), Y: number("offsetY")}
		if name != "dblclick" {
			point.ID = e.Get("pointerId").Int()
		}
		if name == "pointerdown" {
			if e.Get("button").Int() != 0 {
				return
			}
			p.box.Call("focus", map[string]any{"preventScroll": true})
			Capture(p.canvas, e.Get("pointerId"))
		}
		p.scene.Point(point)
	}
}

// wheel zooms on a canvas that has the keyboard, or with Ctrl, as a pinch on a
// touchpad reports itself too. Otherwise the wheel scrolls the page.
func (p *page) wheel(e sjs.Value, number func(string) float64) {
	pinched := Pinched(e)
	if !pinched && !p.keyboard {
		return
	}
	dx, dy := Turned(e)
	if e.Get("shiftKey").Bool() && dx == 0 {
		dx, dy = dy, 0
	}
	if p.scene.Wheel(number("offsetX"), number("offsetY"), dx, dy, pinched) {
		e.Call("preventDefault")
	}
}

// paint draws a frame.
func (p *page) paint() {
	if p.closed || !p.box.Get("isConnected").Bool() {
		return
	}
	if p.stale {
		p.brush.Read(p.box, p.scene.Colours())
		p.stale = false
	}
	width := p.box.Get("clientWidth").Float()
	height := p.scene.Resize(width)
	if height != p.height {
		p.height = height
		p.canvas.Get("style").Set("height", strconv.FormatFloat(height, 'f', -1, 64)+"px")
	}
	if words := p.scene.Words(); words != p.named {
		p.named = words
		p.canvas.Call("setAttribute", "aria-label", words)
	}
	p.list.Reset()
	p.scene.Paint(&p.list)
	p.brush.Draw(p.canvas, &p.list, width, height)
}

// Close implements Host.
func (p *page) Close() {
	if p.closed {
		return
	}
	p.closed = true
	p.media.Call("removeEventListener", "change", p.change)
	for _, o := range p.observers {
		o.Call("disconnect")
	}
	p.box.Call("remove")
	p.live.Call("remove")
	p.input.Release()
	p.change.Release()
	// The frame's function stays: a frame that is due may still come.
}
