package pool

import (
	"rampart/ui/train"
	"rampart/wasm/wire"
)

// Trainer lets a Pool of its own do trainings: one lasts long, and must not
// keep a worker from those who wait for a run.
type Trainer struct {
	Pool *Pool
}

// Train implements train.Runner.
func (r Trainer) Train(experiment, checkpoint []byte, l train.Listener) train.Handle {
	task := &Task{
		Request: wire.Request{Op: wire.OpTrain, Experiment: experiment, Checkpoint: checkpoint},
		Reply: func(reply *wire.Reply) {
			if reply.Training != nil {
				l.Report(reply.Training)
			}
			if reply.Kind == wire.KindCheckpoint && len(reply.Checkpoint) > 0 {
				l.Checkpoint(reply.Checkpoint)
			}
		},
		End: func(reply *wire.Reply) {
			if reply.Training != nil {
				l.Report(reply.Training)
			}
			if len(reply.Checkpoint) > 0 {
				l.Checkpoint(reply.Checkpoint)
			}
			l.Ended(reply)
		},
		Once: true,
	}
	r.Pool.Add(task)
	return training{r.Pool, task}
}

// training is one that a Trainer has started.
type training struct {
	pool *Pool
	task *Task
}

// Tell implements train.Handle.
func (t training) Tell(op wire.Op, rate float64) {
	t.pool.Tell(t.task, wire.Request{Op: op, LearningRate: rate})
}

// Drop implements train.Handle.
func (t training) Drop() { t.pool.Stop(t.task) }

// Explain asks what a policy does in a situation. It goes before waiting runs:
// someone looks at the page and waits.
func (r Runner) Explain(experiment, checkpoint []byte, s *wire.Situation, got func(e *wire.Explanation, message string)) (stop func()) {
	task := &Task{
		Request: wire.Request{Op: wire.OpExplain, Experiment: experiment, Checkpoint: checkpoint, Situation: s},
		Reply:   func(*wire.Reply) {},
		End: func(reply *wire.Reply) {
			switch {
			case reply.Kind == wire.KindError:
				got(nil, reply.Message)
			case reply.Explanation == nil:
				got(nil, "The engine ended without an answer.")
			default:
				got(reply.Explanation, "")
			}
		},
	}
	r.Pool.AddFirst(task)
	return func() { r.Pool.Stop(task) }
}

// Policies implements policy.Explainer.
func (r Runner) Policies(got func(list []wire.Policy)) {
	r.Pool.AddFirst(&Task{
		Request: wire.Request{Op: wire.OpPolicies},
		Reply:   func(*wire.Reply) {},
		End:     func(reply *wire.Reply) { got(reply.Policies) },
	})
}
