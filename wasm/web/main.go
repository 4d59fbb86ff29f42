//go:build js && wasm

// Command web is the one program of the page: in the page itself it is the
// user interface, in a Web Worker the engine. One program is fetched and
// compiled once, and is smaller than two that share most of their code.
package main

import (
	"syscall/js"

	"rampart/wasm/app"
	"rampart/wasm/engine"
)

func main() {
	if js.Global().Get("document").IsUndefined() {
		engine.Main()
		return
	}
	app.Main()
}
