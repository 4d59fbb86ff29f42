package checkpoint

import (
	"encoding/binary"
	"math"

	"rampart/core/strict"
)

// Halve rounds the weights of a policy to half precision (IEEE 754 binary16), to
// the nearest and of two equally near to the even one, so that its file takes
// half the room. It reports whether all are in range, ±65504; if one is not, it
// changes nothing.
func (p *Policy) Halve() bool {
	for _, v := range p.Params {
		if !(math.Abs(float64(v)) < 65520) {
			return false
		}
	}
	for i, v := range p.Params {
		p.Params[i] = fromHalf(toHalf(v))
	}
	return true
}

// halves reports whether all values are half-precision numbers.
func halves(values []float32) bool {
	for _, v := range values {
		if math.Float32bits(fromHalf(toHalf(v))) != math.Float32bits(v) {
			return false
		}
	}
	return true
}

// toHalf rounds to the nearest half; what is out of range becomes infinite.
func toHalf(v float32) uint16 {
	b := math.Float32bits(v)
	sign, exponent, fraction := uint16(b>>16)&0x8000, int(b>>23&0xff)-127+15, b&0x7fffff
	switch {
	case exponent >= 31:
		return sign | 0x7c00
	case exponent < -10:
		return sign
	}
	shift := uint(13)
	if exponent <= 0 { // subnormal: the leading one is written out
		fraction |= 0x800000
		shift += uint(1 - exponent)
		exponent = 0
	}
	h := uint32(exponent)<<10 + fraction>>shift
	rest, half := fraction&(1<<shift-1), uint32(1)<<(shift-1)
	if rest > half || rest == half && h&1 != 0 {
		h++ // which may carry into the exponent, as it should
	}
	return sign | uint16(h)
}

// fromHalf returns the value of a half.
func fromHalf(h uint16) float32 {
	sign, exponent, fraction := uint32(h&0x8000)<<16, uint32(h>>10)&0x1f, uint32(h&0x3ff)
	switch exponent {
	case 0:
		v := float32(fraction) * 0x1p-24
		return math.Float32frombits(math.Float32bits(v) | sign)
	case 31:
		return math.Float32frombits(sign | 0x7f800000 | fraction<<13)
	}
	return math.Float32frombits(sign | (exponent+127-15)<<23 | fraction<<13)
}

func halfBytes(list []float32) []byte {
	b := make([]byte, 0, 2*len(list))
	for _, v := range list {
		b = binary.LittleEndian.AppendUint16(b, toHalf(v))
	}
	return b
}

func readHalves(dst []float32, b []byte) {
	for i := range len(b) / f16.size() {
		dst[i] = fromHalf(binary.LittleEndian.Uint16(b[2*i:]))
	}
}

// takeFloats fills dst with a tensor of either precision.
func (r *reader) takeFloats(name string, dst []float32, shape ...int) {
	d := f32
	strict.OneOf(r.root.Object(name).Get("dtype"), &d, f32, f16)
	if d == f16 {
		readHalves(dst, r.take(name, f16, shape...))
		return
	}
	readFloats(dst, r.take(name, f32, shape...))
}
