package pool

import (
	"rampart/core/experiment"
	"rampart/ui/sweeps"
	"rampart/wasm/wire"
)

// Sweep implements sweeps.Runner.
func (r Runner) Sweep(experiment, axes []byte, units []int, l sweeps.Listener) (stop func()) {
	task := &Task{
		Request: wire.Request{Op: wire.OpSweep, Experiment: experiment, Axes: axes, Numbers: units},
		Reply: func(reply *wire.Reply) {
			if reply.Kind == wire.KindSwept {
				l.Swept(reply.Rows)
			}
		},
		End: func(reply *wire.Reply) {
			if reply.Kind == wire.KindError {
				l.Ended(reply.Message)
			} else {
				l.Ended("")
			}
		},
	}
	r.Pool.Add(task)
	return func() { r.Pool.Stop(task) }
}

// Bounds implements compare.Bounder: it waits for the runs that wait already.
func (r Runner) Bounds(canonical []byte, seeds []uint64, got func(b *experiment.Bound, message string)) (stop func()) {
	units := make([]wire.Unit, len(seeds))
	for i, seed := range seeds {
		units[i].Seed = seed
	}
	task := &Task{
		Request: wire.Request{Op: wire.OpBound, Experiment: canonical, Units: units},
		Reply: func(reply *wire.Reply) {
			if reply.Kind == wire.KindBound && reply.Bound != nil {
				got(reply.Bound, "")
			}
		},
		End: func(reply *wire.Reply) {
			if reply.Kind == wire.KindError {
				got(nil, reply.Message)
			}
		},
	}
	r.Pool.Add(task)
	return func() { r.Pool.Stop(task) }
}
