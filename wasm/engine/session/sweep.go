package session

import (
	"bytes"
	"errors"

	"rampart/core/experiment"
	"rampart/core/sweep"
	"rampart/policy/builtin"
	"rampart/policy/strategy"
	"rampart/wasm/wire"
)

// sweeper runs units of one sweep. Its requests come one after the other, and
// plans made for one serve the next.
type sweeper struct {
	experiment, axes []byte // as requested
	runner           *sweep.Runner
}

// strategies makes strategies; it knows the built-in policies.
var strategies = strategy.Factory(builtin.Resolve)

// sweep answers OpSweep.
func (s *Session) sweep(req wire.Request) (wire.Reply, error) {
	w := s.sweeper
	if w == nil || !bytes.Equal(w.experiment, req.Experiment) || !bytes.Equal(w.axes, req.Axes) {
		s.sweeper = nil // let go of its plans before others are made
		var err error
		if w, err = newSweeper(req); err != nil {
			return wire.Reply{}, err
		}
		s.sweeper = w
	}
	var rows [][]float64
	for i, n := range req.Numbers {
		run, err := w.runner.Run(n, func(decided, total int) error { return s.yield(req.ID, wire.Unit{}, decided, total) })
		if err != nil && !errors.Is(err, errStopped) {
			return wire.Reply{}, err
		}
		if err == nil {
			rows = append(rows, run.Row())
		}
		if last := err != nil || i == len(req.Numbers)-1; len(rows) > 0 && (last || s.host.Now()-s.reported >= progressTime) {
			s.post(wire.Reply{ID: req.ID, Kind: wire.KindSwept, Rows: rows})
			rows, s.reported = nil, s.host.Now()
		}
		if err != nil {
			return wire.Reply{}, err
		}
	}
	return wire.Reply{Kind: wire.KindDone}, nil
}

func newSweeper(req wire.Request) (*sweeper, error) {
	x, err := experiment.Decode(req.Experiment)
	if err != nil {
		return nil, err
	}
	axes, err := sweep.DecodeAxes(req.Axes)
	if err != nil {
		return nil, err
	}
	s, err := sweep.New(x, axes)
	if err != nil {
		return nil, err
	}
	return &sweeper{req.Experiment, req.Axes, s.NewRunner(strategies)}, nil
}

// bounds makes the clairvoyant bounds of one experiment.
type bounds struct {
	experiment []byte // as requested; nil before
	maker      *experiment.BoundMaker
}

// bound answers OpBound.
func (s *Session) bound(req wire.Request) (wire.Reply, error) {
	if b := &s.bounds; b.maker == nil || !bytes.Equal(b.experiment, req.Experiment) {
		*b = bounds{}
		x, err := experiment.Decode(req.Experiment)
		if err != nil {
			return wire.Reply{}, err
		}
		maker, err := experiment.NewBoundMaker(x)
		if err != nil {
			return wire.Reply{}, err
		}
		*b = bounds{req.Experiment, maker}
	}
	for _, u := range req.Units {
		bound, err := s.bounds.maker.Bound(u.Seed, s.lookForStop)
		if err != nil {
			return wire.Reply{}, err
		}
		s.post(wire.Reply{ID: req.ID, Kind: wire.KindBound, Bound: bound})
	}
	return wire.Reply{Kind: wire.KindDone}, nil
}
