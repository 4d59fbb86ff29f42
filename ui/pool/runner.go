package pool

import (
	"rampart/core/experiment"
	"rampart/ui/session"
	"rampart/wasm/wire"
)

// Runner lets a Pool do the work of sessions.
type Runner struct {
	Pool *Pool
}

// Run implements session.Runner: one task for each unit, so that whichever
// worker is idle takes the next.
func (r Runner) Run(canonical []byte, units []wire.Unit, l session.Listener) (stop func()) {
	tasks := make([]*Task, len(units))
	for i, u := range units {
		tasks[i] = runTask(canonical, i, u, l)
	}
	r.Pool.Add(tasks...)
	return func() { r.Pool.Stop(tasks...) }
}

func runTask(canonical []byte, i int, u wire.Unit, l session.Listener) *Task {
	var run *experiment.Run
	return &Task{
		Request: wire.Request{Op: wire.OpRun, Experiment: canonical, Units: []wire.Unit{u}},
		Reply: func(reply *wire.Reply) {
			switch reply.Kind {
			case wire.KindProgress:
				l.Progress(i, reply.Decided, reply.Total)
			case wire.KindRun:
				if run = reply.Run; run != nil {
					run.Deadlocked = reply.Deadlocked
				}
			}
		},
		End: func(reply *wire.Reply) {
			switch {
			case reply.Kind == wire.KindError:
				l.Failed(i, reply.Message)
			case run == nil || run.Strategy != u.Strategy || run.Seed != u.Seed:
				l.Failed(i, "The engine ended without a result.")
			default:
				l.Done(i, run)
			}
		},
	}
}

// Jobs implements session.Runner. It goes before waiting runs: someone looks
// at the page and waits.
func (r Runner) Jobs(canonical []byte, u wire.Unit, got func(run *experiment.Run, message string)) (stop func()) {
	var run *experiment.Run
	var jobs *wire.JobsReader
	broken := ""
	task := &Task{
		Request: wire.Request{Op: wire.OpJobs, Experiment: canonical, Units: []wire.Unit{u}},
		Reply: func(reply *wire.Reply) {
			switch reply.Kind {
			case wire.KindJobs:
				if reply.Decided == 0 { // the first piece, or the first again from another worker
					jobs, broken = wire.NewJobsReader(min(reply.Total, experiment.MaxDecisions)), ""
				}
				if jobs == nil || jobs.Read(reply.Jobs) != nil {
					broken = "The engine sent jobs that cannot be read."
				}
			case wire.KindRun:
				run = reply.Run
				if jobs != nil {
					run.Jobs = jobs.Jobs()
				}
			}
		},
		End: func(reply *wire.Reply) {
			switch {
			case reply.Kind == wire.KindError:
				got(nil, reply.Message)
			case broken != "":
				got(nil, broken)
			case run == nil:
				got(nil, "The engine ended without a result.")
			default:
				got(run, "")
			}
		},
	}
	r.Pool.AddFirst(task)
	return func() { r.Pool.Stop(task) }
}

// Import implements session.Runner.
func (r Runner) Import(name, text string, base []byte, got func(reply *wire.Reply)) {
	r.Pool.AddFirst(&Task{
		Request: wire.Request{Op: wire.OpImport, FileName: name, File: text, Experiment: base},
		Reply:   func(*wire.Reply) {},
		End:     got,
	})
}

// Workers implements session.Runner.
func (r Runner) Workers() int { return r.Pool.Size() }
