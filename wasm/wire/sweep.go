package wire

import (
	"strconv"

	"rampart/core/experiment"
	"rampart/core/strict"
)

// The requests of sweeps and bounds.
const (
	OpSweep Op = "sweep" // run Numbers of the sweep of Experiment over Axes; answers swept now and then, then done or error
	OpBound Op = "bound" // the clairvoyant bounds of Experiment on the seeds of Units; answers bound for each, then done or error
)

// The replies of sweeps and bounds.
const (
	KindSwept Kind = "swept" // Rows is set: at most ten a second
	KindBound Kind = "bound" // Bound is set
)

// appendSweep appends the members that only the requests of sweeps have.
func appendSweep(b []byte, r *Request) []byte {
	if len(r.Axes) > 0 {
		b = append(append(b, `,"axes":`...), r.Axes...)
	}
	for i, n := range r.Numbers {
		if i == 0 {
			b = append(b, `,"numbers":[`...)
		} else {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(n), 10)
		if i == len(r.Numbers)-1 {
			b = append(b, ']')
		}
	}
	return b
}

// parseSwept reads the members that only the replies to sweeps and bounds have.
func parseSwept(o *strict.Fields, r *Reply) {
	o.Array("rows", 0, 1<<20, func(_ int, n strict.Node) {
		row := make([]float64, 0, n.Len())
		n.Array(0, 100, func(_ int, n strict.Node) {
			var v float64
			n.Float(&v, strict.Finite())
			row = append(row, v)
		})
		r.Rows = append(r.Rows, row)
	})
	if b := o.Object("bound"); b.Present() {
		r.Bound = &experiment.Bound{}
		b.Uint64("seed", &r.Bound.Seed, strict.AtLeast(0))
		b.Int("arrived", &r.Bound.Arrived, strict.AtLeast(0))
		b.Float("accepted", &r.Bound.Accepted, strict.Finite())
		b.Float("blockingRate", &r.Bound.BlockingRate, strict.Finite())
	}
}
