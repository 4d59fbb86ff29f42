//go:build js && wasm

// Command app is the page.
package main

import "syscall/js"

func main() {
	js.Global().Get("document").Call("getElementById", "boot").Set("textContent", "Rampart")
	select {}
}
