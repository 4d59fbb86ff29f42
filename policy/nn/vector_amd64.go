//go:build goexperiment.simd && amd64

package nn

import (
	"simd/archsimd"
	"unsafe"
)

// vectorised says whether runVector may be called.
var vectorised = archsimd.X86.AVX2()

// vectorLanes is the number of columns of one vector.
const vectorLanes = 8

type vector = archsimd.Float32x8

func load(p unsafe.Pointer) vector { return archsimd.LoadFloat32x8Array((*[8]float32)(p)) }

func store(p unsafe.Pointer, v vector) { v.StoreArray((*[8]float32)(p)) }

func broadcast(p unsafe.Pointer) vector { return archsimd.BroadcastFloat32x8(*(*float32)(p)) }

// positive sets what is not above zero to zero, except a NaN.
func positive(v vector) vector {
	var zero vector
	return zero.IfElse(v.LessEqual(zero), v)
}

// leaveVector ends a stretch of vector code: without it, the scalar code that
// follows would wait for the upper halves of the registers.
func leaveVector() { archsimd.ClearAVXUpperBits() }

// A quad is four lanes on every machine: elementwise code and sums with four
// lanes are written with it.
type quad = archsimd.Float32x4

func loadQuad(p unsafe.Pointer) quad     { return archsimd.LoadFloat32x4Array((*[4]float32)(p)) }
func storeQuad(p unsafe.Pointer, v quad) { v.StoreArray((*[4]float32)(p)) }
func allQuad(x float32) quad             { return archsimd.BroadcastFloat32x4(x) }

func broadcastQuad(p unsafe.Pointer) quad { return archsimd.BroadcastFloat32x4(*(*float32)(p)) }

func positiveQuad(v quad) quad {
	var zero quad
	return zero.IfElse(v.LessEqual(zero), v)
}

// tile4xQuad computes four rows by four columns.
func tile4xQuad(t *tile) {
	s1, s2, s3 := unsafe.Add(t.start, t.startRow), unsafe.Add(t.start, 2*t.startRow), unsafe.Add(t.start, 3*t.startRow)
	c0, c1, c2, c3 := loadQuad(t.start), loadQuad(s1), loadQuad(s2), loadQuad(s3)
	a0, a1, a2 := t.a, unsafe.Add(t.a, t.aRow), unsafe.Add(t.a, 2*t.aRow)
	a3 := unsafe.Add(t.a, 3*t.aRow)
	b := t.b
	aInner, bRow := t.aInner, t.bRow
	x, y := 0, 0
	for range t.k {
		b0 := loadQuad(unsafe.Add(b, y))
		c0 = c0.Add(broadcastQuad(unsafe.Add(a0, x)).Mul(b0))
		c1 = c1.Add(broadcastQuad(unsafe.Add(a1, x)).Mul(b0))
		c2 = c2.Add(broadcastQuad(unsafe.Add(a2, x)).Mul(b0))
		c3 = c3.Add(broadcastQuad(unsafe.Add(a3, x)).Mul(b0))
		x += aInner
		y += bRow
	}
	if t.relu {
		c0, c1, c2, c3 = positiveQuad(c0), positiveQuad(c1), positiveQuad(c2), positiveQuad(c3)
	}
	storeQuad(t.dst, c0)
	storeQuad(unsafe.Add(t.dst, t.dstRow), c1)
	storeQuad(unsafe.Add(t.dst, 2*t.dstRow), c2)
	storeQuad(unsafe.Add(t.dst, 3*t.dstRow), c3)
}

// tile1xQuad computes one row by four columns.
func tile1xQuad(t *tile) {
	c := loadQuad(t.start)
	x, y := 0, 0
	for range t.k {
		c = c.Add(broadcastQuad(unsafe.Add(t.a, x)).Mul(loadQuad(unsafe.Add(t.b, y))))
		x += t.aInner
		y += t.bRow
	}
	if t.relu {
		c = positiveQuad(c)
	}
	storeQuad(t.dst, c)
}
