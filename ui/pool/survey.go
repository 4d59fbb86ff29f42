package pool

import (
	"rampart/wasm/wire"
)

// Survey asks how the cluster stands at a moment of a run. It goes before
// waiting runs: someone looks at the page and waits.
func (r Runner) Survey(canonical []byte, u wire.Unit, seconds float64, job *int, got func(s *wire.Survey, message string)) (stop func()) {
	task := &Task{
		Request: wire.Request{Op: wire.OpSurvey, Experiment: canonical, Units: []wire.Unit{u}, Seconds: seconds, Job: job},
		Reply:   func(*wire.Reply) {},
		End: func(reply *wire.Reply) {
			switch {
			case reply.Kind == wire.KindError:
				got(nil, reply.Message)
			case reply.Survey == nil:
				got(nil, "The engine ended without an answer.")
			default:
				got(reply.Survey, "")
			}
		},
	}
	r.Pool.AddFirst(task)
	return func() { r.Pool.Stop(task) }
}
