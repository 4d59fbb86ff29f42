package checkpoint

import (
	"math"
	"testing"
)

func TestHalf(t *testing.T) {
	for _, tc := range []struct {
		v    float32
		bits uint16
		back float32
	}{
		{0, 0, 0}, {1, 0x3c00, 1}, {-2, 0xc000, -2}, {65504, 0x7bff, 65504}, {0x1p-14, 0x0400, 0x1p-14}, {0x1p-24, 1, 0x1p-24},
		{0x1p-25, 0, 0}, {0x1.8p-25, 1, 0x1p-24}, {0x3p-25, 2, 0x1p-23}, // ties go to the even one
		{1 + 0x1p-11, 0x3c00, 1}, {1 + 0x3p-11, 0x3c02, 1 + 0x2p-10}, {1 + 0x1.1p-11, 0x3c01, 1 + 0x1p-10},
		{0x1.ffap-15, 0x03ff, 0x1.ff8p-15}, {0x1.ffcp-15, 0x0400, 0x1p-14}, {0x1.ffep-15, 0x0400, 0x1p-14}, // from subnormal to normal
		{1 - 0x1p-13, 0x3c00, 1}, {0.1, 0x2e66, 0x1.998p-4},
	} {
		if got := toHalf(tc.v); got != tc.bits {
			t.Errorf("%v: %#04x, want %#04x", tc.v, got, tc.bits)
		}
		if got := fromHalf(tc.bits); got != tc.back {
			t.Errorf("%#04x: %v, want %v", tc.bits, got, tc.back)
		}
	}
	for h := range 1 << 16 { // what is half stays as it is
		v := fromHalf(uint16(h))
		if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
			continue
		}
		if toHalf(v) != uint16(h) || !halves([]float32{v}) {
			t.Fatalf("%#04x is %v, which is %#04x", h, v, toHalf(v))
		}
	}
	if halves([]float32{1, 0.1}) {
		t.Error("0.1 is no half")
	}
}
