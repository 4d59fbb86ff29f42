//go:build !(js && wasm)

package canvas

// New returns a host for a scene; help names the canvas and says which keys it
// knows.
func New(s Scene, help string) Host { return NewQuiet(s) }
