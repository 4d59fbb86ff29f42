package timeline

import "rampart/wasm/wire"

// Roomer finds the room that runs leave. The callback is made while the page's
// state may be changed.
type Roomer interface {
	// Room finds the largest free block after each of room.Moves of the run of a
	// unit of an experiment in canonical form. largest is nil, and message says
	// why, if that fails.
	Room(experiment []byte, unit wire.Unit, got func(largest []int32, message string)) (stop func())
}
