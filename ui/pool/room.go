package pool

import (
	"rampart/wasm/wire"
)

// Room asks for the room that a run leaves on its cluster. It goes before
// waiting runs: someone looks at the page and waits.
func (r Runner) Room(canonical []byte, u wire.Unit, got func(largest []int32, message string)) (stop func()) {
	task := &Task{
		Request: wire.Request{Op: wire.OpRoom, Experiment: canonical, Units: []wire.Unit{u}},
		Reply:   func(*wire.Reply) {},
		End: func(reply *wire.Reply) {
			switch {
			case reply.Kind == wire.KindError:
				got(nil, reply.Message)
			case reply.Room == nil:
				got(nil, "The engine ended without an answer.")
			default:
				got(reply.Room.Largest(), "")
			}
		},
	}
	r.Pool.AddFirst(task)
	return func() { r.Pool.Stop(task) }
}
