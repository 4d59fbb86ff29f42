//go:build js && wasm

package canvas

import (
	"strings"
	sjs "syscall/js"
	"unsafe"

	"rampart/ui/chart"
)

// Brush paints lists on canvases of the page, in the colours of the style
// sheet.
type Brush struct {
	colours  sjs.Value
	family   string
	bytes    sjs.Value // Uint8Array that frames are copied through
	capacity int
}

// Read asks the style sheet for the colours of the scheme that holds for an
// element: custom properties, which the colours of a list index.
func (b *Brush) Read(element sjs.Value, names []string) {
	style := sjs.Global().Call("getComputedStyle", element)
	colours := make([]any, len(names))
	for i, name := range names {
		colours[i] = strings.TrimSpace(style.Call("getPropertyValue", name).String())
	}
	b.colours = sjs.ValueOf(colours)
	b.family = style.Get("fontFamily").String()
}

// Draw hands a list to public/draw.js: one call, and a copy before it.
func (b *Brush) Draw(canvas sjs.Value, list *chart.List, width, height float64) {
	n := 4 * len(list.Ops)
	if total := n + len(list.Cells); total > b.capacity || b.capacity == 0 {
		b.capacity = 2*total + 1024
		b.bytes = sjs.Global().Get("Uint8Array").New(b.capacity)
	}
	if n > 0 {
		sjs.CopyBytesToJS(b.bytes, unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(list.Ops))), n))
	}
	if len(list.Cells) > 0 {
		sjs.CopyBytesToJS(b.bytes.Call("subarray", n), list.Cells)
	}
	sjs.Global().Call("rampartDraw", canvas, b.bytes, len(list.Ops), strings.Join(list.Texts, "\n"), b.colours, b.family, width, height)
}

// Element makes an element of the page with attributes: name, value, ...
func Element(name string, attributes ...string) sjs.Value {
	e := sjs.Global().Get("document").Call("createElement", name)
	for i := 0; i < len(attributes); i += 2 {
		e.Call("setAttribute", attributes[i], attributes[i+1])
	}
	return e
}

// Capture keeps a drag that leaves the canvas. The browser throws if the
// pointer is up again by now, and then there is nothing to keep.
func Capture(canvas, pointer sjs.Value) {
	defer func() {
		if r := recover(); r != nil {
			if _, thrown := r.(sjs.Error); !thrown {
				panic(r)
			}
		}
	}()
	canvas.Call("setPointerCapture", pointer)
}

// Pinched reports whether a wheel event is a zoom: with Ctrl, as a pinch on a
// touchpad reports itself too.
func Pinched(e sjs.Value) bool { return e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool() }

// Turned returns how far a wheel event goes, in pixels.
func Turned(e sjs.Value) (dx, dy float64) {
	unit := 1.0
	if e.Get("deltaMode").Int() == 1 {
		unit = 16 // lines
	}
	dx, dy = unit*e.Get("deltaX").Float(), unit*e.Get("deltaY").Float()
	if Pinched(e) {
		dy *= 4 // a pinch reports small steps
	}
	return dx, dy
}
