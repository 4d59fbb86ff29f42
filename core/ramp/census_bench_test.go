package ramp

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// The largest free block of large clusters, half of which is in use here and
// there: the hardest case.
func BenchmarkLargest(b *testing.B) {
	for _, s := range []Shape{{32, 32, 64}, {256, 256, 1}, {1, 1, 65536}, {65536, 1, 1}} {
		for _, part := range []int{2, 500} {
			free, r := NewSet(s.N()), rand.New(rand.NewPCG(1, 1))
			for i := range s.N() {
				if r.IntN(part) > 0 {
					free.Add(i)
				}
			}
			b.Run(fmt.Sprintf("%dx%dx%d, one in %d", s.Groups, s.Racks, s.Servers, part), func(b *testing.B) {
				for b.Loop() {
					NewCensus(s, free).Largest()
				}
			})
		}
	}
}
