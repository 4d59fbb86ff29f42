package checkpoint

import (
	"encoding/binary"
	"math"
)

// message is a protobuf message in wire format, written field by field: as much
// of the format as ONNX needs.
type message []byte

// Wire types of fields.
const (
	wireVarint = 0
	wireBytes  = 2
	wireFixed4 = 5
)

func (m *message) tag(field, wire int) {
	*m = binary.AppendUvarint(*m, uint64(field)<<3|uint64(wire))
}

// int appends an int32, int64 or enum field.
func (m *message) int(field int, v int64) {
	m.tag(field, wireVarint)
	*m = binary.AppendUvarint(*m, uint64(v))
}

// float appends a float field.
func (m *message) float(field int, v float32) {
	m.tag(field, wireFixed4)
	*m = binary.LittleEndian.AppendUint32(*m, math.Float32bits(v))
}

// bytes appends a bytes, string or embedded message field.
func (m *message) bytes(field int, v []byte) {
	m.tag(field, wireBytes)
	*m = append(binary.AppendUvarint(*m, uint64(len(v))), v...)
}

func (m *message) text(field int, v string) { m.bytes(field, []byte(v)) }
