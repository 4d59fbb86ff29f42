// Package nn holds the small dense neural networks of the learned policy:
// matrix kernels, layers with their gradients, initialisers and the optimiser.
//
// Everything is generic over the float type, so that gradients are checked in
// float64 and run in float32. Matrices are row-major and contiguous. Nothing
// here allocates once its buffers have grown to the size of the work.
//
// Results are the same to the last bit on every machine and with or without
// vector instructions: every sum has one fixed order, stated at its function,
// products are rounded before they are added, and elementary functions come
// from core/detmath.
package nn

import "unsafe"

// Float is the type of parameters and activations.
type Float interface{ ~float32 | ~float64 }

const (
	panicLength = "nn: slice too short for its shape"
	panicRows   = "nn: more rows than the trace holds"
)

// float32s returns s seen as []float32, and whether T is a float32.
func float32s[T Float](s []T) ([]float32, bool) {
	var zero T
	if unsafe.Sizeof(zero) != 4 {
		return nil, false
	}
	return unsafe.Slice((*float32)(unsafe.Pointer(unsafe.SliceData(s))), len(s)), true
}

// grow returns s with length n, with new memory only where s is too small. The
// contents are undefined.
func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}
