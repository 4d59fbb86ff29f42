package wire

import "encoding/binary"

// OpRoom asks for the room that the run of one unit leaves on its cluster over
// time; answers progress, then room or error.
const OpRoom Op = "room"

// KindRoom is the answer: Room is set.
const KindRoom Kind = "room"

// Room is the room that a run leaves.
type Room struct {
	// Packed is the largest free block right after each of room.Moves of the
	// run's jobs, in servers, as uvarints one after another: there are twice as
	// many as jobs.
	Packed []byte `json:"packed"`
}

// PackRoom returns the room of a run by its largest free blocks.
func PackRoom(largest []int) *Room {
	r := &Room{Packed: make([]byte, 0, len(largest))}
	for _, n := range largest {
		r.Packed = binary.AppendUvarint(r.Packed, uint64(n))
	}
	return r
}

// Largest returns the largest free blocks, as far as they can be read.
func (r *Room) Largest() []int32 {
	list := make([]int32, 0, len(r.Packed))
	for data := r.Packed; ; {
		v, n := binary.Uvarint(data)
		if n <= 0 {
			return list
		}
		list, data = append(list, int32(v)), data[n:]
	}
}
