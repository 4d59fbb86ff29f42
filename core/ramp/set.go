package ramp

import "math/bits"

// Set is a set of servers, one bit each. Sets that are combined must have been
// made for the same number of servers.
type Set []uint64

// NewSet returns an empty set that can hold servers 0..n-1.
func NewSet(n int) Set { return make(Set, (n+63)/64) }

// Has reports whether server i is in the set.
func (s Set) Has(i int) bool { return s[i>>6]&(1<<(uint(i)&63)) != 0 }

// Add puts server i into the set.
func (s Set) Add(i int) { s[i>>6] |= 1 << (uint(i) & 63) }

// Remove takes server i out of the set.
func (s Set) Remove(i int) { s[i>>6] &^= 1 << (uint(i) & 63) }

// Fill puts servers 0..n-1 into the set.
func (s Set) Fill(n int) {
	for i := range s {
		s[i] = ^uint64(0)
	}
	if r := uint(n) & 63; r != 0 {
		s[len(s)-1] = 1<<r - 1
	}
}

// Clear empties the set.
func (s Set) Clear() { clear(s) }

// Count returns the number of servers in the set.
func (s Set) Count() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// Intersects reports whether the sets share a server.
func (s Set) Intersects(t Set) bool {
	for i, w := range s {
		if w&t[i] != 0 {
			return true
		}
	}
	return false
}

// AppendTo appends the servers of the set to dst in ascending order.
func (s Set) AppendTo(dst []int) []int {
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			dst = append(dst, i<<6+bits.TrailingZeros64(w))
		}
	}
	return dst
}
