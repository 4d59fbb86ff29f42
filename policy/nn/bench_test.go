package nn

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
)

// BenchmarkMatMul gives the GFLOP/s of the kernels beside gonum's on the shapes
// of the paper's network and on the one that the target is set for.
func BenchmarkMatMul(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, s := range [][3]int{{128, 64, 64}, {212, 32, 64}, {212, 32, 16}, {212, 64, 32}, {100, 64, 16}, {100, 5, 16}, {128, 34, 8}, {2048, 34, 8}, {128, 24, 17}, {8, 24, 17}} {
		m, k, n := s[0], s[1], s[2]
		x, y, z := random[float32](m*k, r), random[float32](k*n, r), random[float32](m*n, r)
		w := random[float32](k*n, r)
		kernels := []struct {
			name string
			do   func()
		}{
			{"gonum", func() {
				blas32.Gemm(blas.NoTrans, blas.NoTrans, 1, general(x, m, k), general(y, k, n), 0, general(z, m, n))
			}},
			{"portable", func() {
				runPortable(&product[float32]{dst: z, a: x, b: y, m: m, k: k, n: n, aRow: k, aInner: 1})
			}},
			{"matmul", func() { MatMul(z, x, y, m, k, n) }},
			{"gradient", func() { MatMulTA(w, x, z, m, k, n) }},
		}
		for _, kernel := range kernels {
			b.Run(fmt.Sprintf("%dx%dx%d/%s", m, k, n, kernel.name), func(b *testing.B) {
				for b.Loop() {
					kernel.do()
				}
				b.ReportMetric(2*float64(m*k*n)*float64(b.N)/float64(b.Elapsed().Nanoseconds()), "GFLOP/s")
			})
		}
	}
}

func general(s []float32, rows, cols int) blas32.General {
	return blas32.General{Rows: rows, Cols: cols, Stride: cols, Data: s}
}
