//go:build js && wasm

// Command engine is the program in the page's Web Workers: it simulates, so
// that the page stays responsive.
package main

import (
	"rampart/core/experiment"
	"rampart/policy/builtin"
	"rampart/policy/strategy"
	"rampart/wasm/engine/session"
)

func main() {
	w := newWorker()
	s := session.New(w, prepare)
	w.listen(s.Receive)
	s.Serve()
}

var strategies = strategy.Factory(builtin.Resolve)

func prepare(x *experiment.Experiment) (session.Run, error) {
	r, err := experiment.NewRunner(x, strategies)
	if err != nil {
		return nil, err
	}
	return r.Run, nil
}
