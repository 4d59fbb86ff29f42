//go:build goexperiment.simd && wasm

package nn

import (
	"simd/archsimd"
	"unsafe"
)

// vectorised says whether runVector may be called: a wasm module that holds
// vector instructions does not load where they are missing.
const vectorised = true

// vectorLanes is the number of columns of one vector.
const vectorLanes = 4

type vector = archsimd.Float32x4

func load(p unsafe.Pointer) vector { return archsimd.LoadFloat32x4Array((*[4]float32)(p)) }

func store(p unsafe.Pointer, v vector) { v.StoreArray((*[4]float32)(p)) }

func broadcast(p unsafe.Pointer) vector { return archsimd.BroadcastFloat32x4(*(*float32)(p)) }

// positive sets what is not above zero to zero, except a NaN.
func positive(v vector) vector {
	var zero vector
	return zero.IfElse(v.LessEqual(zero), v)
}

// leaveVector ends a stretch of vector code.
func leaveVector() {}

// A quad is four lanes on every machine: elementwise code and sums with four
// lanes are written with it.
type quad = vector

func loadQuad(p unsafe.Pointer) quad     { return load(p) }
func storeQuad(p unsafe.Pointer, v quad) { store(p, v) }
func allQuad(x float32) quad             { return archsimd.BroadcastFloat32x4(x) }

// The kernels of four columns are those of one vector.
func tile4xQuad(t *tile) { tile4x1(t) }
func tile1xQuad(t *tile) { tile1x1(t) }
