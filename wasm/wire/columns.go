package wire

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"math"
)

// Columns of numbers travel as texts of base64: as JSON numbers those of a graph of
// some thousand nodes would take the page's thread a tenth of a second to read.

// Floats is a column of float64s, eight bytes each, little endian.
type Floats []float64

// Ints is a column of integers, as varints.
type Ints []int

// Pairs is a column of two integers each, as Ints one after another.
type Pairs [][2]int

var errColumn = errors.New("wire: a column of numbers is broken")

// MarshalText implements encoding.TextMarshaler.
func (f Floats) MarshalText() ([]byte, error) {
	raw := make([]byte, 0, 8*len(f))
	for _, v := range f {
		raw = binary.LittleEndian.AppendUint64(raw, math.Float64bits(v))
	}
	return base64.StdEncoding.AppendEncode(nil, raw), nil
}

// UnmarshalText implements encoding.TextUnmarshaler. No numbers are nil.
func (f *Floats) UnmarshalText(text []byte) error {
	raw, err := base64.StdEncoding.AppendDecode(nil, text)
	if err != nil || len(raw)%8 != 0 {
		return errColumn
	}
	*f = nil
	if len(raw) > 0 {
		*f = make(Floats, len(raw)/8)
	}
	for i := range *f {
		(*f)[i] = math.Float64frombits(binary.LittleEndian.Uint64(raw[8*i:]))
	}
	return nil
}

// MarshalText implements encoding.TextMarshaler.
func (n Ints) MarshalText() ([]byte, error) {
	var raw []byte
	for _, v := range n {
		raw = binary.AppendVarint(raw, int64(v))
	}
	return base64.StdEncoding.AppendEncode(nil, raw), nil
}

// UnmarshalText implements encoding.TextUnmarshaler. No numbers are nil.
func (n *Ints) UnmarshalText(text []byte) error {
	raw, err := base64.StdEncoding.AppendDecode(nil, text)
	if err != nil {
		return errColumn
	}
	*n = nil
	for len(raw) > 0 {
		v, size := binary.Varint(raw)
		if size <= 0 || int64(int(v)) != v {
			return errColumn
		}
		*n, raw = append(*n, int(v)), raw[size:]
	}
	return nil
}

// MarshalText implements encoding.TextMarshaler.
func (p Pairs) MarshalText() ([]byte, error) {
	flat := make(Ints, 0, 2*len(p))
	for _, v := range p {
		flat = append(flat, v[0], v[1])
	}
	return flat.MarshalText()
}

// UnmarshalText implements encoding.TextUnmarshaler. No pairs are nil.
func (p *Pairs) UnmarshalText(text []byte) error {
	var flat Ints
	if err := flat.UnmarshalText(text); err != nil || len(flat)%2 != 0 {
		return errColumn
	}
	*p = nil
	for i := 0; i < len(flat); i += 2 {
		*p = append(*p, [2]int{flat[i], flat[i+1]})
	}
	return nil
}
