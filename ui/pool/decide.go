package pool

import (
	"rampart/wasm/wire"
)

// Decide asks where decisions by hand lead. It goes before waiting runs: someone
// looks at the page and waits.
func (r Runner) Decide(canonical []byte, u wire.Unit, d *wire.Decide, got func(e *wire.Episode, message string)) (stop func()) {
	return r.decide(canonical, u, d, true, func(reply *wire.Reply, message string) {
		if message == "" && reply.Episode == nil {
			message = "The engine ended without an answer."
		}
		if message != "" {
			got(nil, message)
			return
		}
		got(reply.Episode, "")
	})
}

// Rival asks how a strategy does on all of an episode.
func (r Runner) Rival(canonical []byte, u wire.Unit, got func(rival *wire.Rival, message string)) (stop func()) {
	return r.decide(canonical, u, &wire.Decide{Rival: true}, false, func(reply *wire.Reply, message string) {
		if message == "" && reply.Rival == nil {
			message = "The engine ended without an answer."
		}
		if message != "" {
			got(nil, message)
			return
		}
		got(reply.Rival, "")
	})
}

func (r Runner) decide(canonical []byte, u wire.Unit, d *wire.Decide, first bool, got func(reply *wire.Reply, message string)) (stop func()) {
	task := &Task{
		Request: wire.Request{Op: wire.OpDecide, Experiment: canonical, Units: []wire.Unit{u}, Decide: d},
		Reply:   func(*wire.Reply) {},
		End: func(reply *wire.Reply) {
			if reply.Kind == wire.KindError {
				got(nil, reply.Message)
				return
			}
			got(reply, "")
		},
	}
	if first {
		r.Pool.AddFirst(task)
	} else {
		r.Pool.Add(task)
	}
	return func() { r.Pool.Stop(task) }
}
