//go:build js && wasm

// Command engine is the program in the page's Web Workers: it simulates, so
// that the page stays responsive.
package main

func main() { select {} }
