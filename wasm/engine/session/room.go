package session

import (
	"fmt"

	"rampart/core/experiment"
	"rampart/core/ramp"
	"rampart/core/room"
	"rampart/wasm/wire"
)

// room answers OpRoom.
func (s *Session) room(req wire.Request) (wire.Reply, error) {
	if len(req.Units) != 1 {
		return wire.Reply{}, fmt.Errorf("the engine was asked for the room of %d runs, expected one", len(req.Units))
	}
	x, err := experiment.Decode(req.Experiment)
	if err != nil {
		return wire.Reply{}, err
	}
	if err := s.load(req.Experiment); err != nil {
		return wire.Reply{}, err
	}
	unit := req.Units[0]
	yield := func(done, total int) error { return s.yield(req.ID, unit, done, total) }
	run, err := s.run(unit, yield)
	if err != nil {
		return wire.Reply{}, err
	}
	shape := ramp.Shape{Groups: x.Cluster.Groups, Racks: x.Cluster.RacksPerGroup, Servers: x.Cluster.ServersPerRack}
	largest, err := room.Largest(shape, run.Jobs, room.Moves(run.Jobs), yield)
	if err != nil {
		return wire.Reply{}, err
	}
	return wire.Reply{Kind: wire.KindRoom, Unit: unit, Room: wire.PackRoom(largest)}, nil
}
