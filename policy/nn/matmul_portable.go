package nn

// runPortable computes p with scalar code, in blocks of two rows and four
// columns so that eight sums are under way at once. It is also the oracle of
// the vector kernels.
func runPortable[T Float](p *product[T]) {
	i := 0
	for ; i+2 <= p.m; i += 2 {
		j := 0
		for ; j+4 <= p.n; j += 4 {
			block2x4(p, i, j)
		}
		for ; j < p.n; j++ {
			block1x1(p, i, j)
			block1x1(p, i+1, j)
		}
	}
	if i < p.m {
		j := 0
		for ; j+4 <= p.n; j += 4 {
			block1x4(p, i, j)
		}
		for ; j < p.n; j++ {
			block1x1(p, i, j)
		}
	}
}

// first returns the value that the sum of element (i,j) begins with.
func (p *product[T]) first(i, j int) T {
	switch p.from {
	case fromDst:
		return p.dst[i*p.n+j]
	case fromBias:
		return p.bias[j]
	}
	return 0
}

// store writes element (i,j).
func (p *product[T]) store(i, j int, v T) {
	if p.relu && v <= 0 { // a NaN stays
		v = 0
	}
	p.dst[i*p.n+j] = v
}

func block2x4[T Float](p *product[T], i, j int) {
	s0, s1, s2, s3 := p.first(i, j), p.first(i, j+1), p.first(i, j+2), p.first(i, j+3)
	t0, t1, t2, t3 := p.first(i+1, j), p.first(i+1, j+1), p.first(i+1, j+2), p.first(i+1, j+3)
	a, b := p.a, p.b
	x, y, z := i*p.aRow, (i+1)*p.aRow, j
	for range p.k {
		u, v := a[x], a[y]
		w := b[z : z+4 : z+4]
		s0 += T(u * w[0])
		s1 += T(u * w[1])
		s2 += T(u * w[2])
		s3 += T(u * w[3])
		t0 += T(v * w[0])
		t1 += T(v * w[1])
		t2 += T(v * w[2])
		t3 += T(v * w[3])
		x += p.aInner
		y += p.aInner
		z += p.n
	}
	p.store(i, j, s0)
	p.store(i, j+1, s1)
	p.store(i, j+2, s2)
	p.store(i, j+3, s3)
	p.store(i+1, j, t0)
	p.store(i+1, j+1, t1)
	p.store(i+1, j+2, t2)
	p.store(i+1, j+3, t3)
}

func block1x4[T Float](p *product[T], i, j int) {
	s0, s1, s2, s3 := p.first(i, j), p.first(i, j+1), p.first(i, j+2), p.first(i, j+3)
	a, b := p.a, p.b
	x, z := i*p.aRow, j
	for range p.k {
		u := a[x]
		w := b[z : z+4 : z+4]
		s0 += T(u * w[0])
		s1 += T(u * w[1])
		s2 += T(u * w[2])
		s3 += T(u * w[3])
		x += p.aInner
		z += p.n
	}
	p.store(i, j, s0)
	p.store(i, j+1, s1)
	p.store(i, j+2, s2)
	p.store(i, j+3, s3)
}

func block1x1[T Float](p *product[T], i, j int) {
	s := p.first(i, j)
	a, b := p.a, p.b
	x, z := i*p.aRow, j
	for range p.k {
		s += T(a[x] * b[z])
		x += p.aInner
		z += p.n
	}
	p.store(i, j, s)
}
