//go:build !goexperiment.simd || !(amd64 || wasm)

package nn

// vectorised says whether runVector may be called.
const vectorised = false

// The functions below are the portable ones; nothing calls them.

func runVector(p *product[float32])                     { runPortable(p) }
func addColumnsVector(dst, x []float32, rows, n int)    { addColumnsPortable(dst, x, rows, n) }
func reluBackwardVector(d, x []float32)                 { reluBackwardPortable(d, x) }
func normalizeVector(x, inverse []float32, rows, n int) { normalizePortable(x, inverse, rows, n) }
func meanVector(dst, x []float32, s *Segments, n int)   { meanPortable(dst, x, s, n) }
func spreadVector(dst, d []float32, s *Segments, n int) { spreadPortable(dst, d, s, n) }

func normalizeBackwardVector(d, x, inverse []float32, rows, n int) {
	normalizeBackwardPortable(d, x, inverse, rows, n)
}

func gatherVector(dst []float32, stride, column int, src []float32, index []int32, n int) {
	gatherPortable(dst, stride, column, src, index, n)
}

func scatterVector(dst []float32, index []int32, src []float32, stride, column, n int) {
	scatterPortable(dst, index, src, stride, column, n)
}

func adamVector(k *adamStep[float32], params, grad, moment1, moment2 []float32) {
	adamPortable(k, params, grad, moment1, moment2)
}
