package form

import (
	"math"
	"testing"
)

func TestNumbersReadBack(t *testing.T) {
	for _, tc := range []struct {
		v     float64
		shift int
		text  string
	}{
		{1.6e12, 12, "1.6"},
		{5e-8, -9, "50"},
		{1e-7, -9, "100"},
		{8e10, 9, "80"},
		{1e6, 0, "1000000"},
		{0.01, 0, "0.01"},
		{0, 12, "0"},
		{-2.5, 0, "-2.5"},
		{1e18, 0, "1e18"},
		{1e-12, 0, "1e-12"},
		{123456789012.5, 12, "0.1234567890125"},
		{0.30000000000000004, 0, "0.30000000000000004"},
		{math.MaxFloat64, 9, "1.7976931348623157e299"},
	} {
		t.Run(tc.text, func(t *testing.T) {
			if got := formatNumber(tc.v, tc.shift); got != tc.text {
				t.Errorf("written as %q", got)
			}
			if got, err := parseNumber(tc.text, tc.shift); err != nil || got != tc.v {
				t.Errorf("read back as %v, %v", got, err)
			}
		})
	}
}

func FuzzParseNumber(f *testing.F) {
	for _, seed := range []string{"1.6", "1e6", "1 000 000", "\u22123", "1,5", "e", "0x1p4", "1e999999999", "--1", "_"} {
		f.Add(seed, 12)
	}
	f.Fuzz(func(t *testing.T, text string, shift int) {
		v, err := parseNumber(text, shift%30)
		if err != nil {
			return
		}
		if math.IsNaN(v) || math.IsInf(v, 0) {
			t.Fatalf("%q was read as %v", text, v)
		}
		if back, err := parseNumber(formatNumber(v, shift%30), shift%30); err != nil || back != v {
			t.Fatalf("%q was read as %v, written as %q and read back as %v, %v", text, v, formatNumber(v, shift%30), back, err)
		}
	})
}
