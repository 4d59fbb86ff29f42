package pool

import "rampart/wasm/wire"

// Graph implements graphs.Asker. It goes before waiting runs: someone looks at
// the page and waits.
func (r Runner) Graph(experiment []byte, q *wire.GraphQuestion, progress func(done, total int), got func(f *wire.GraphFigures, message string)) (stop func()) {
	task := &Task{
		Request: wire.Request{Op: wire.OpGraph, Experiment: experiment, Question: q},
		Reply: func(reply *wire.Reply) {
			if reply.Kind == wire.KindProgress {
				progress(reply.Decided, reply.Total)
			}
		},
		End: func(reply *wire.Reply) {
			switch {
			case reply.Kind == wire.KindError:
				got(nil, reply.Message)
			case reply.Figures == nil:
				got(nil, "The engine ended without an answer.")
			default:
				got(reply.Figures, "")
			}
		},
	}
	r.Pool.AddFirst(task)
	return func() { r.Pool.Stop(task) }
}
