//go:build js && wasm

package app

import (
	"syscall/js"

	"rampart/ui"
)

// narrowQuery is the media query of public/style.css under which the form is
// behind a button.
const narrowQuery = "(max-width: 899px)"

// maxMissed is how many drawings an element that is to get the focus may miss.
const maxMissed = 2

// host implements ui.Host.
type host struct {
	env    *environment
	focus  string // id of the element that gets the focus after the next drawing
	missed int    // drawings since then that did not have it
	dialog string // id of the dialog that opens after the next drawing
	shown  func() // hears of it
}

// Now implements ui.Host.
func (h *host) Now() float64 {
	return js.Global().Get("performance").Call("now").Float() / 1000
}

// After implements ui.Host.
func (h *host) After(seconds float64, f func()) {
	var callback js.Func
	callback = js.FuncOf(func(js.Value, []js.Value) any {
		callback.Release()
		h.env.post(f)
		return nil
	})
	js.Global().Call("setTimeout", callback, 1000*seconds)
}

// Save implements ui.Host.
func (h *host) Save(name, mediaType, text string) {
	js.Global().Get("rampart").Call("save", name, mediaType, text)
}

// SaveBytes implements ui.Host.
func (h *host) SaveBytes(name, mediaType string, data []byte) {
	js.Global().Get("rampart").Call("save", name, mediaType, bytesToJS(data))
}

// SavePNG implements ui.Host.
func (h *host) SavePNG(name string, svg []byte, scale float64, failed func()) {
	h.once("savePNG", func(args []js.Value) func() {
		if args[0].Bool() {
			return func() {}
		}
		return failed
	}, name, bytesToJS(svg), scale)
}

// Dark implements ui.Host.
func (h *host) Dark() bool {
	theme := js.Global().Get("document").Get("documentElement").Get("dataset").Get("theme")
	if theme.Type() == js.TypeString {
		return theme.String() == "dark"
	}
	return js.Global().Call("matchMedia", "(prefers-color-scheme: dark)").Get("matches").Bool()
}

// Pick implements ui.Host.
func (h *host) Pick(accept string, got func(files []ui.File)) {
	h.once("pick", func(args []js.Value) func() {
		files := filesOf(args[0])
		return func() { got(files) }
	}, accept)
}

// filesOf reads what public/page.js has read: names and texts in turn.
func filesOf(list js.Value) []ui.File {
	files := make([]ui.File, list.Length()/2)
	for i := range files {
		files[i] = ui.File{Name: list.Index(2 * i).String(), Text: list.Index(2*i + 1).String()}
	}
	return files
}

// Focus implements ui.Host.
func (h *host) Focus(id string) { h.focus, h.missed = id, 0 }

// Narrow implements ui.Host.
func (h *host) Narrow() bool {
	return js.Global().Call("matchMedia", narrowQuery).Get("matches").Bool()
}

// drawn is called after every drawing.
func (h *host) drawn() {
	js.Global().Get("rampart").Call("showTab")
	if h.dialog != "" && js.Global().Get("rampart").Call("showDialog", h.dialog).Bool() {
		h.dialog = ""
		h.shown()
	}
	if h.focus == "" {
		return
	}
	// The drawing may have been built before the element was: it is in the next.
	if js.Global().Get("rampart").Call("focus", h.focus).Bool() || h.missed == maxMissed {
		h.focus = ""
		return
	}
	h.missed++
}

// listen passes on what happens outside vugu's elements: keys that work
// everywhere, and files that are dropped on the page. See public/page.js.
func listen(env *environment, root *ui.Root) {
	commands := map[string]func(){
		"undo": root.Undo, "redo": root.Redo, "close": root.CloseSheet, "run": root.Run,
		"address": root.AddressChanged,
	}
	onCommand := js.FuncOf(func(_ js.Value, args []js.Value) any {
		if command := commands[args[0].String()]; command != nil {
			env.post(func() {
				command()
				env.draw()
			})
		}
		return nil
	})
	onText := js.FuncOf(func(_ js.Value, args []js.Value) any {
		text := args[0].String()
		env.post(func() {
			root.OpenText(text)
			env.draw()
		})
		return nil
	})
	onFiles := js.FuncOf(func(_ js.Value, args []js.Value) any {
		files := filesOf(args[0])
		env.post(func() {
			root.ImportAll(files)
			env.draw()
		})
		return nil
	})
	js.Global().Get("rampart").Call("listen", onCommand, onFiles, onText)
}
