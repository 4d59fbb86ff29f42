//go:build js && wasm

package app

import (
	"strings"
	"syscall/js"

	"rampart/ui/share"
)

// Page implements share.Browser.
func (h *host) Page() string {
	location := js.Global().Get("location")
	return location.Get("origin").String() + location.Get("pathname").String()
}

// Fragment implements ui.Host.
func (h *host) Fragment() string {
	return strings.TrimPrefix(js.Global().Get("location").Get("hash").String(), "#")
}

// ClearFragment implements ui.Host.
func (h *host) ClearFragment() { js.Global().Get("rampart").Call("clearFragment") }

// KeepDraft implements ui.Host.
func (h *host) KeepDraft(text string) { js.Global().Get("rampart").Call("keepDraft", text) }

// Draft implements ui.Host.
func (h *host) Draft() string { return js.Global().Get("rampart").Call("draft").String() }

// Copy implements share.Browser.
func (h *host) Copy(text string, done func(ok bool)) {
	h.once("copy", func(args []js.Value) func() {
		ok := args[0].Bool()
		return func() { done(ok) }
	}, text)
}

// Ask implements share.Browser.
func (h *host) Ask(method, path, body string, done func(share.Answer)) {
	h.once("ask", func(args []js.Value) func() {
		a := share.Answer{Status: args[0].Int(), Body: args[1].String(), RetryAfter: args[2].String()}
		return func() {
			done(a)
			h.env.draw()
		}
	}, method, path, body)
}

// once calls a function of public/page.js whose last argument is a callback
// that is called once. read takes the callback's arguments and returns what is
// done with them while the page's state may be changed.
func (h *host) once(name string, read func(args []js.Value) func(), args ...any) {
	var callback js.Func
	callback = js.FuncOf(func(_ js.Value, args []js.Value) any {
		callback.Release()
		h.env.post(read(args))
		return nil
	})
	js.Global().Get("rampart").Call(name, append(args, callback)...)
}

// ShowDialog implements share.Browser.
func (h *host) ShowDialog(id string, shown func()) { h.dialog, h.shown = id, shown }

// HideDialog implements share.Browser.
func (h *host) HideDialog(id string) { js.Global().Get("rampart").Call("hideDialog", id) }
