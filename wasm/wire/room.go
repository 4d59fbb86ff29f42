package wire

// OpRoom asks for the room that the run of one unit leaves on its cluster over
// time; answers progress, then room or error.
const OpRoom Op = "room"

// KindRoom is the answer: Room is set.
const KindRoom Kind = "room"

// Room is the room that a run leaves.
type Room struct {
	// Largest is the largest free block right after each of room.Moves of the
	// run's jobs, in servers.
	Largest []int `json:"largest"`
}
