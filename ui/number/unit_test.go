package number

import (
	"math"
	"testing"
)

func TestUnits(t *testing.T) {
	for _, tc := range []struct{ got, want string }{
		{Brief(0), "0" + Thin + "ns"},
		{Brief(2.5e-7), "250" + Thin + "ns"},
		{Brief(5e-8 + 2e-7), "250" + Thin + "ns"},
		{Brief(0.00125), "1.25" + Thin + "ms"},
		{Brief(0.9996e-3), "1" + Thin + "ms"},
		{Brief(12.5), "12.5" + Thin + "s"},
		{Brief(90), "1.50" + Thin + "min"},
		{Brief(1e-12), "0.00100" + Thin + "ns"},
		{Brief(math.NaN()), Missing},
		{Bytes(0), "0" + Thin + "B"},
		{Bytes(44302336), "44.3" + Thin + "MB"},
		{Bytes(1e9), "1" + Thin + "GB"},
		{Bytes(999.9e6), "1" + Thin + "GB"},
		{Bytes(4e11), "400" + Thin + "GB"},
	} {
		if tc.got != tc.want {
			t.Errorf("got %q, want %q", tc.got, tc.want)
		}
	}
}
