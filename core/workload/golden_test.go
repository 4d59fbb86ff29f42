package workload

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
)

// TestGolden holds the bits of the first 200 arrivals of the workloads below on
// every platform, and shows the first five of each. UPDATE_GOLDEN=1 writes the
// file anew after a deliberate change, which changes every result anyone kept.
func TestGolden(t *testing.T) {
	uniform := Distribution{Kind: "uniform", Min: 500, Max: 1500, Decimals: 2}
	exponential := Distribution{Kind: "exponential", Mean: 1000}
	workloads := []struct {
		name   string
		seed   uint64
		change func(s *Settings)
	}{
		{"A", 0, func(s *Settings) {}},
		{"B", 0, func(s *Settings) { s.Beta.Preset = "B" }},
		{"C", 0, func(s *Settings) { s.Beta.Preset = "C" }},
		{"D", 0, func(s *Settings) { s.Beta.Preset = "D" }},
		{"largest seed", 1<<53 - 1, func(s *Settings) {}},
		{"uniform interarrival", 1, func(s *Settings) { s.Interarrival = uniform }},
		{"exponential interarrival", 1, func(s *Settings) { s.Interarrival = exponential }},
		{"bursty interarrival", 1, func(s *Settings) { s.Interarrival = burstiness }},
		{"second pass", 1, func(s *Settings) { s.PoolCopies = 20 }},
		{"replace", 1, func(s *Settings) { s.Sampling = Replace }},
		{"pmf", 1, func(s *Settings) { s.Beta = Beta{Kind: "pmf", Values: []PMFValue{{0.3, 0.7}, {0.9, 0.3}}} }},
		{"fine skew-normal", 1, func(s *Settings) {
			s.Beta = Beta{Kind: "skewnormal", Skewness: 2.5, Min: 0.0001, Max: 0.9, Decimals: 5}
		}},
	}
	var b strings.Builder
	for _, w := range workloads {
		s := settings(5)
		w.change(s)
		h := sha256.New()
		var text strings.Builder
		for i, a := range take(start(t, s, w.seed), 200) {
			if i < 5 {
				fmt.Fprintf(&text, "\t%d at %v: graph %d, beta %v\n", a.Index, a.Seconds, a.Graph, a.Beta)
			}
			for _, word := range []uint64{math.Float64bits(a.Seconds), math.Float64bits(a.NextSeconds), uint64(a.Graph), math.Float64bits(a.Beta)} {
				h.Write(binary.LittleEndian.AppendUint64(nil, word))
			}
		}
		fmt.Fprintf(&b, "%s, seed %d: %x\n%s", w.name, w.seed, h.Sum(nil), text.String())
	}
	const file = "testdata/arrivals.txt"
	if os.Getenv("UPDATE_GOLDEN") == "1" {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("arrivals differ from %s:\n%s", file, b.String())
	}
}
