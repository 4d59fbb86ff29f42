package nn

// start says what a product is added to.
type start uint8

const (
	fromZero start = iota
	fromDst        // what dst holds
	fromBias       // a row vector, the same for each row
)

// product is dst[m×n] = start + A·B, clipped below at 0 if relu. Element (i,p)
// of A, m×k, is a[i*aRow+p*aInner], so that a transposed A needs no copy; b is
// k×n.
//
// Every element of dst is one sum over p in ascending order that begins with
// the start value, each product rounded before it is added. Blocks of columns,
// rows or p therefore cannot change a bit.
type product[T Float] struct {
	dst, a, b    []T
	bias         []T // n long if from is fromBias
	m, k, n      int
	aRow, aInner int
	from         start
	relu         bool
}

// MatMul sets dst[m×n] = a[m×k]·b[k×n]. Each element is a sum over k in
// ascending order. It panics if a slice is too short.
func MatMul[T Float](dst, a, b []T, m, k, n int) {
	run(&product[T]{dst: dst, a: a, b: b, m: m, k: k, n: n, aRow: k, aInner: 1})
}

// MatMulAdd adds a[m×k]·b[k×n] to dst[m×n], term by term in ascending order of
// the inner index. It panics if a slice is too short.
func MatMulAdd[T Float](dst, a, b []T, m, k, n int) {
	run(&product[T]{dst: dst, a: a, b: b, m: m, k: k, n: n, aRow: k, aInner: 1, from: fromDst})
}

// MatMulBias sets each row of dst[m×n] to bias plus the row of a[m×k]·b[k×n],
// and negative elements to 0 if relu. It panics if a slice is too short.
func MatMulBias[T Float](dst, a, b, bias []T, m, k, n int, relu bool) {
	run(&product[T]{dst: dst, a: a, b: b, bias: bias, m: m, k: k, n: n, aRow: k, aInner: 1, from: fromBias, relu: relu})
}

// MatMulTA adds aᵀ·b to dst[k×n], with a[m×k] and b[m×n]: the gradient of a
// weight matrix. Terms are added in ascending order of the row. It panics if a
// slice is too short.
func MatMulTA[T Float](dst, a, b []T, m, k, n int) {
	run(&product[T]{dst: dst, a: a, b: b, m: k, k: m, n: n, aRow: 1, aInner: k, from: fromDst})
}

// MatMulTB sets dst[m×k] = a[m×n]·bᵀ with b[k×n]: the gradient of a layer's
// input. Each element is a sum over n in ascending order. scratch holds the
// transpose of b, k·n elements. It panics if a slice is too short.
func MatMulTB[T Float](dst, a, b, scratch []T, m, k, n int) {
	Transpose(scratch, b, k, n)
	MatMul(dst, a, scratch, m, n, k)
}

// Transpose sets dst[n×m] to the transpose of a[m×n]. It panics if a slice is
// too short.
func Transpose[T Float](dst, a []T, m, n int) {
	if len(dst) < m*n || len(a) < m*n {
		panic(panicLength)
	}
	for i := range m {
		for j, v := range a[i*n : (i+1)*n] {
			dst[j*m+i] = v
		}
	}
}

// run checks the shapes and hands the product to the fastest kernel for T.
func run[T Float](p *product[T]) {
	if p.m == 0 || p.n == 0 {
		return
	}
	last := (p.m-1)*p.aRow + (p.k-1)*p.aInner
	if len(p.dst) < p.m*p.n || len(p.b) < p.k*p.n || p.k > 0 && len(p.a) <= last ||
		p.from == fromBias && len(p.bias) < p.n {
		panic(panicLength)
	}
	if dst, ok := float32s(p.dst); ok && vectorised {
		a, _ := float32s(p.a)
		b, _ := float32s(p.b)
		bias, _ := float32s(p.bias)
		runVector(&product[float32]{dst: dst, a: a, b: b, bias: bias, m: p.m, k: p.k, n: p.n,
			aRow: p.aRow, aInner: p.aInner, from: p.from, relu: p.relu})
		return
	}
	runPortable(p)
}
