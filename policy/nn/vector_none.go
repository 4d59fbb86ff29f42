//go:build !goexperiment.simd || !(amd64 || wasm)

package nn

// vectorised says whether runVector may be called.
const vectorised = false

func runVector(*product[float32]) { panic("nn: no vector kernel in this build") }
