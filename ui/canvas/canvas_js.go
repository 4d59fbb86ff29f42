//go:build js && wasm

package canvas

import (
	"strconv"
	"strings"
	sjs "syscall/js"
	"unsafe"

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
	colours       sjs.Value
	family        string
	bytes         sjs.Value // Uint8Array that frames are copied through
	capacity      int
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

func element(name string, attributes ...string) sjs.Value {
	e := sjs.Global().Get("document").Call("createElement", name)
	for i := 0; i < len(attributes); i += 2 {
		e.Call("setAttribute", attributes[i], attributes[i+1])
	}
	return e
}

func (p *page) create(help string) {
	p.box = element("div", "class", "canvas-box", "tabindex", "0", "role", "application", "aria-label", help)
	p.canvas = element("canvas", "role", "img", "aria-label", "not drawn yet")
	p.live = element("p", "class", "hidden", "aria-live", "polite")
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
			capture(p.canvas, e.Get("pointerId"))
		}
		p.scene.Point(point)
	}
}

// capture keeps a drag that leaves the canvas. The browser throws if the
// pointer is up again by now, and then there is nothing to keep.
func capture(canvas, pointer sjs.Value) {
	defer func() {
		if r := recover(); r != nil {
			if _, thrown := r.(sjs.Error); !thrown {
				panic(r)
			}
		}
	}()
	canvas.Call("setPointerCapture", pointer)
}

// wheel zooms on a canvas that has the keyboard, or with Ctrl, as a pinch on a
// touchpad reports itself too. Otherwise the wheel scrolls the page.
func (p *page) wheel(e sjs.Value, number func(string) float64) {
	unit := 1.0
	if e.Get("deltaMode").Int() == 1 {
		unit = 16 // lines
	}
	dx, dy := unit*number("deltaX"), unit*number("deltaY")
	pinched := e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool()
	if !pinched && !p.keyboard {
		return
	}
	if pinched {
		dy *= 4 // a pinch reports small steps
	}
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
		p.readColours()
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
	p.draw(width, height)
}

// readColours asks the style sheet for the colours of the scheme.
func (p *page) readColours() {
	style := sjs.Global().Call("getComputedStyle", p.box)
	names := p.scene.Colours()
	colours := make([]any, len(names))
	for i, name := range names {
		colours[i] = strings.TrimSpace(style.Call("getPropertyValue", name).String())
	}
	p.colours = sjs.ValueOf(colours)
	p.family = style.Get("fontFamily").String()
	p.stale = false
}

// draw hands the list to public/draw.js: one call, and a copy before it.
func (p *page) draw(width, height float64) {
	ops := p.list.Ops
	n := 4 * len(ops)
	if total := n + len(p.list.Cells); total > p.capacity || p.capacity == 0 {
		p.capacity = 2*total + 1024
		p.bytes = sjs.Global().Get("Uint8Array").New(p.capacity)
	}
	if n > 0 {
		sjs.CopyBytesToJS(p.bytes, unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(ops))), n))
	}
	if len(p.list.Cells) > 0 {
		sjs.CopyBytesToJS(p.bytes.Call("subarray", n), p.list.Cells)
	}
	sjs.Global().Call("rampartDraw", p.canvas, p.bytes, len(ops), strings.Join(p.list.Texts, "\n"), p.colours, p.family, width, height)
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
