package ramp

import (
	"math/rand/v2"
	"testing"
)

// Counting free blocks agrees with looking at each, on clusters of one word and
// of several.
func TestCountFree(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, s := range []Shape{{4, 4, 2}, {3, 2, 5}, {5, 5, 5}} {
		for k := 1; k <= 12; k++ {
			b := NewBlocks(s, k, k%2 == 0)
			for range 20 {
				free := NewSet(s.N())
				for i := range s.N() {
					if r.IntN(4) > 0 {
						free.Add(i)
					}
				}
				n, all := b.CountFree(free)
				wantN, wantAll, first := 0, 0, -1
				b.each(func(f BlockShape, i, j, l int) bool {
					ok := true
					for _, v := range f.appendBlock(nil, s, i, j, l) {
						ok = ok && free.Has(v)
					}
					if ok {
						if wantN == 0 {
							first = wantAll
						}
						wantN++
					}
					wantAll++
					return true
				})
				if n != wantN || all != wantAll {
					t.Fatalf("%v, blocks of %d: %d of %d free, want %d of %d", s, k, n, all, wantN, wantAll)
				}
				if k > 1 && b.First(free) != first {
					t.Fatalf("%v, blocks of %d: first is %d, want %d", s, k, b.First(free), first)
				}
			}
		}
	}
}
