//go:build goexperiment.simd && (amd64 || wasm)

package nn

import "unsafe"

// tile4x2 computes four rows by two vectors: eight sums under way, two vectors
// of B and one element of A at a time.
func tile4x2(t *tile) {
	const v = vectorLanes * floatBytes
	s0, s1, s2 := t.start, unsafe.Add(t.start, t.startRow), unsafe.Add(t.start, 2*t.startRow)
	s3 := unsafe.Add(t.start, 3*t.startRow)
	c00, c01 := load(s0), load(unsafe.Add(s0, v))
	c10, c11 := load(s1), load(unsafe.Add(s1, v))
	c20, c21 := load(s2), load(unsafe.Add(s2, v))
	c30, c31 := load(s3), load(unsafe.Add(s3, v))
	a0, a1, a2 := t.a, unsafe.Add(t.a, t.aRow), unsafe.Add(t.a, 2*t.aRow)
	a3 := unsafe.Add(t.a, 3*t.aRow)
	b := t.b
	aInner, bRow := t.aInner, t.bRow
	x, y := 0, 0
	for range t.k {
		b0, b1 := load(unsafe.Add(b, y)), load(unsafe.Add(b, y+v))
		e := broadcast(unsafe.Add(a0, x))
		c00 = c00.Add(e.Mul(b0))
		c01 = c01.Add(e.Mul(b1))
		e = broadcast(unsafe.Add(a1, x))
		c10 = c10.Add(e.Mul(b0))
		c11 = c11.Add(e.Mul(b1))
		e = broadcast(unsafe.Add(a2, x))
		c20 = c20.Add(e.Mul(b0))
		c21 = c21.Add(e.Mul(b1))
		e = broadcast(unsafe.Add(a3, x))
		c30 = c30.Add(e.Mul(b0))
		c31 = c31.Add(e.Mul(b1))
		x += aInner
		y += bRow
	}
	if t.relu {
		c00, c01 = positive(c00), positive(c01)
		c10, c11 = positive(c10), positive(c11)
		c20, c21 = positive(c20), positive(c21)
		c30, c31 = positive(c30), positive(c31)
	}
	d0, d1, d2 := t.dst, unsafe.Add(t.dst, t.dstRow), unsafe.Add(t.dst, 2*t.dstRow)
	d3 := unsafe.Add(t.dst, 3*t.dstRow)
	store(d0, c00)
	store(unsafe.Add(d0, v), c01)
	store(d1, c10)
	store(unsafe.Add(d1, v), c11)
	store(d2, c20)
	store(unsafe.Add(d2, v), c21)
	store(d3, c30)
	store(unsafe.Add(d3, v), c31)
}

// tile1x2 computes one row by two vectors.
func tile1x2(t *tile) {
	const v = vectorLanes * floatBytes
	c0, c1 := load(t.start), load(unsafe.Add(t.start, v))
	x, y := 0, 0
	for range t.k {
		e := broadcast(unsafe.Add(t.a, x))
		c0 = c0.Add(e.Mul(load(unsafe.Add(t.b, y))))
		c1 = c1.Add(e.Mul(load(unsafe.Add(t.b, y+v))))
		x += t.aInner
		y += t.bRow
	}
	if t.relu {
		c0, c1 = positive(c0), positive(c1)
	}
	store(t.dst, c0)
	store(unsafe.Add(t.dst, v), c1)
}

// tile4x1 computes four rows by one vector.
func tile4x1(t *tile) {
	s1, s2, s3 := unsafe.Add(t.start, t.startRow), unsafe.Add(t.start, 2*t.startRow), unsafe.Add(t.start, 3*t.startRow)
	c0, c1, c2, c3 := load(t.start), load(s1), load(s2), load(s3)
	a0, a1, a2 := t.a, unsafe.Add(t.a, t.aRow), unsafe.Add(t.a, 2*t.aRow)
	a3 := unsafe.Add(t.a, 3*t.aRow)
	b := t.b
	aInner, bRow := t.aInner, t.bRow
	x, y := 0, 0
	for range t.k {
		b0 := load(unsafe.Add(b, y))
		c0 = c0.Add(broadcast(unsafe.Add(a0, x)).Mul(b0))
		c1 = c1.Add(broadcast(unsafe.Add(a1, x)).Mul(b0))
		c2 = c2.Add(broadcast(unsafe.Add(a2, x)).Mul(b0))
		c3 = c3.Add(broadcast(unsafe.Add(a3, x)).Mul(b0))
		x += aInner
		y += bRow
	}
	if t.relu {
		c0, c1, c2, c3 = positive(c0), positive(c1), positive(c2), positive(c3)
	}
	store(t.dst, c0)
	store(unsafe.Add(t.dst, t.dstRow), c1)
	store(unsafe.Add(t.dst, 2*t.dstRow), c2)
	store(unsafe.Add(t.dst, 3*t.dstRow), c3)
}

// tile1x1 computes one row by one vector.
func tile1x1(t *tile) {
	c := load(t.start)
	x, y := 0, 0
	for range t.k {
		c = c.Add(broadcast(unsafe.Add(t.a, x)).Mul(load(unsafe.Add(t.b, y))))
		x += t.aInner
		y += t.bRow
	}
	if t.relu {
		c = positive(c)
	}
	store(t.dst, c)
}
