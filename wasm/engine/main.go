//go:build js && wasm

// Package engine is what runs in the page's Web Workers: it simulates and
// trains, so that the page stays responsive.
package engine

import (
	"rampart/core/experiment"
	"rampart/policy/builtin"
	"rampart/policy/strategy"
	"rampart/wasm/engine/session"
)

// Main runs until the browser ends it.
func Main() {
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
