//go:build goexperiment.simd && (amd64 || wasm)

package nn

// The functions here are the vector forms of those in rows.go, norm.go and
// activation.go, whose comments hold for them; the callers have checked the
// shapes. Where a sum runs over a row it has four lanes, as in the scalar code.

func gatherVector(dst []float32, stride, column int, src []float32, index []int32, n int) {
	whole := n &^ 3
	for i, from := range index {
		to := i*stride + column
		if from < 0 {
			var zero quad
			for c := 0; c < whole; c += 4 {
				storeQuad(at(dst, to+c), zero)
			}
			for c := whole; c < n; c++ {
				dst[to+c] = 0
			}
			continue
		}
		row := int(from) * n
		for c := 0; c < whole; c += 4 {
			storeQuad(at(dst, to+c), loadQuad(at(src, row+c)))
		}
		for c := whole; c < n; c++ {
			dst[to+c] = src[row+c]
		}
	}
}

func scatterVector(dst []float32, index []int32, src []float32, stride, column, n int) {
	whole := n &^ 3
	for i, to := range index {
		if to < 0 {
			continue
		}
		from, row := i*stride+column, int(to)*n
		for c := 0; c < whole; c += 4 {
			storeQuad(at(dst, row+c), loadQuad(at(dst, row+c)).Add(loadQuad(at(src, from+c))))
		}
		for c := whole; c < n; c++ {
			dst[row+c] += src[from+c]
		}
	}
}

func meanVector(dst, x []float32, s *Segments, n int) {
	whole := n &^ 3
	for i, v := range s.Targets {
		from, to := int(s.Starts[i]), int(s.Starts[i+1])
		share := 1 / float32(to-from)
		shares, row := allQuad(share), int(v)*n
		for c := 0; c < whole; c += 4 {
			sum := loadQuad(at(x, from*n+c))
			for r := from + 1; r < to; r++ {
				sum = sum.Add(loadQuad(at(x, r*n+c)))
			}
			storeQuad(at(dst, row+c), sum.Mul(shares))
		}
		for c := whole; c < n; c++ {
			sum := x[from*n+c]
			for r := from + 1; r < to; r++ {
				sum += x[r*n+c]
			}
			dst[row+c] = sum * share
		}
	}
}

func spreadVector(dst, d []float32, s *Segments, n int) {
	whole := n &^ 3
	for i, v := range s.Targets {
		from, to := int(s.Starts[i]), int(s.Starts[i+1])
		share := 1 / float32(to-from)
		shares, row := allQuad(share), int(v)*n
		for c := 0; c < whole; c += 4 {
			w := loadQuad(at(d, row+c)).Mul(shares)
			for r := from; r < to; r++ {
				storeQuad(at(dst, r*n+c), w)
			}
		}
		for c := whole; c < n; c++ {
			w := d[row+c] * share
			for r := from; r < to; r++ {
				dst[r*n+c] = w
			}
		}
	}
}

// addColumnsVector keeps the sums of sixteen columns in registers.
func addColumnsVector(dst, x []float32, rows, n int) {
	c := 0
	for ; c+16 <= n; c += 16 {
		s0, s1, s2, s3 := loadQuad(at(dst, c)), loadQuad(at(dst, c+4)), loadQuad(at(dst, c+8)), loadQuad(at(dst, c+12))
		for i, r := c, 0; r < rows; r++ {
			s0 = s0.Add(loadQuad(at(x, i)))
			s1 = s1.Add(loadQuad(at(x, i+4)))
			s2 = s2.Add(loadQuad(at(x, i+8)))
			s3 = s3.Add(loadQuad(at(x, i+12)))
			i += n
		}
		storeQuad(at(dst, c), s0)
		storeQuad(at(dst, c+4), s1)
		storeQuad(at(dst, c+8), s2)
		storeQuad(at(dst, c+12), s3)
	}
	for ; c+4 <= n; c += 4 {
		sum := loadQuad(at(dst, c))
		for r := range rows {
			sum = sum.Add(loadQuad(at(x, r*n+c)))
		}
		storeQuad(at(dst, c), sum)
	}
	for ; c < n; c++ {
		sum := dst[c]
		for r := range rows {
			sum += x[r*n+c]
		}
		dst[c] = sum
	}
}

func reluBackwardVector(d, x []float32) {
	var zero quad
	whole := len(x) &^ 3
	for i := 0; i < whole; i += 4 {
		storeQuad(at(d, i), zero.IfElse(loadQuad(at(x, i)).LessEqual(zero), loadQuad(at(d, i))))
	}
	for i := whole; i < len(x); i++ {
		if x[i] <= 0 {
			d[i] = 0
		}
	}
}
