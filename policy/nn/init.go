package nn

import (
	"math"
	"math/rand/v2"

	"rampart/core/detmath"
)

// InitUniform draws each element of s from the uniform distribution on
// ±1/sqrt(fanIn): the default of PyTorch for the weights and the bias of a
// linear layer with fanIn inputs.
func InitUniform[T Float](s []T, fanIn int, r *rand.Rand) {
	bound := 1 / math.Sqrt(float64(fanIn))
	for i := range s {
		s[i] = T(float64((2*r.Float64() - 1) * bound))
	}
}

// InitNormalColumns draws the elements of w[in×out], row by row, from the
// standard normal distribution and scales every column to the Euclidean norm
// norm: RLlib's "normc" initialiser, whose weights are stored out × in.
func InitNormalColumns[T Float](w []T, in, out int, norm float64, r *rand.Rand) {
	if len(w) < in*out {
		panic(panicLength)
	}
	for i := range w[:in*out] {
		w[i] = T(Normal(r))
	}
	for j := range out {
		var squares float64
		for i := range in {
			v := float64(w[i*out+j])
			squares += float64(v * v)
		}
		scale := norm / math.Sqrt(squares)
		for i := range in {
			w[i*out+j] = T(float64(w[i*out+j]) * scale)
		}
	}
}

// Normal draws a standard normal number by Marsaglia's polar method: a point
// (x, y) uniform in the unit disc, s its squared radius, gives
// x·sqrt(-2 log(s)/s). The second number of the pair is not kept, so that the
// stream has no hidden state. Unlike rand.NormFloat64 it depends on nothing but
// r's uniform numbers and core/detmath.
func Normal(r *rand.Rand) float64 {
	for {
		x, y := 2*r.Float64()-1, 2*r.Float64()-1
		s := float64(x*x) + float64(y*y)
		if s > 0 && s < 1 {
			return x * math.Sqrt(-2*detmath.Log(s)/s)
		}
	}
}
