package nn

import (
	"math"

	"rampart/core/detmath"
)

// Adam is the optimiser of Kingma and Ba (arXiv 1412.6980, algorithm 1) with
// bias correction. Its state is as flat as the parameters, for checkpoints.
type Adam[T Float] struct {
	Rate         float64 // learning rate, > 0
	Beta1, Beta2 float64 // decay of the moments, 0.9 and 0.999 by default
	Epsilon      float64 // added to the root of the second moment, 1e-8 by default

	Moment1, Moment2 []T
	Steps            int // taken so far
}

// NewAdam returns an optimiser for n parameters with the usual constants.
func NewAdam[T Float](n int, rate float64) *Adam[T] {
	return &Adam[T]{Rate: rate, Beta1: 0.9, Beta2: 0.999, Epsilon: 1e-8,
		Moment1: make([]T, n), Moment2: make([]T, n)}
}

// Step moves the parameters against the gradient. It panics if the lengths do
// not match.
func (a *Adam[T]) Step(params, grad []T) {
	n := len(params)
	if len(grad) != n || len(a.Moment1) != n || len(a.Moment2) != n {
		panic("nn: Adam state, parameters and gradient differ in length")
	}
	a.Steps++
	correct1 := 1 - detmath.PowInt(a.Beta1, a.Steps)
	correct2 := 1 - detmath.PowInt(a.Beta2, a.Steps)
	k := &adamStep[T]{
		rate: T(a.Rate / correct1), root: T(1 / math.Sqrt(correct2)), epsilon: T(a.Epsilon),
		keep1: T(a.Beta1), take1: T(1 - a.Beta1), keep2: T(a.Beta2), take2: T(1 - a.Beta2),
	}
	if p, ok := float32s(params); ok && vectorised {
		g, _ := float32s(grad)
		m, _ := float32s(a.Moment1)
		v, _ := float32s(a.Moment2)
		adamVector(&adamStep[float32]{rate: float32(k.rate), root: float32(k.root), epsilon: float32(k.epsilon),
			keep1: float32(k.keep1), take1: float32(k.take1), keep2: float32(k.keep2), take2: float32(k.take2)}, p, g, m, v)
		return
	}
	adamPortable(k, params, grad, a.Moment1, a.Moment2)
}

// adamStep holds the constants of one step of
// rate·(m/correct1) / (sqrt(v/correct2)+epsilon), with the corrections taken
// into rate and root.
type adamStep[T Float] struct {
	rate, root, epsilon        T
	keep1, take1, keep2, take2 T
}

func adamPortable[T Float](k *adamStep[T], params, grad, moment1, moment2 []T) {
	for i, g := range grad {
		m := T(k.keep1*moment1[i]) + T(k.take1*g)
		v := T(k.keep2*moment2[i]) + T(k.take2*T(g*g))
		moment1[i], moment2[i] = m, v
		params[i] -= T(T(k.rate*m) / (T(k.root*sqrt(v)) + k.epsilon))
	}
}

// sqrt is correctly rounded for both types: the float64 root of a float32 has
// more than twice its bits.
func sqrt[T Float](v T) T { return T(math.Sqrt(float64(v))) }

// Norm returns the Euclidean norm of s. Element i belongs to lane i mod 8;
// squares are rounded, added in each lane in ascending order as float64, and
// the lanes added in ascending order.
func Norm[T Float](s []T) float64 {
	var lanes [8]float64
	for len(s) >= 8 {
		for l, v := range s[:8] {
			lanes[l] += float64(float64(v) * float64(v))
		}
		s = s[8:]
	}
	for l, v := range s {
		lanes[l] += float64(float64(v) * float64(v))
	}
	var sum float64
	for _, l := range lanes {
		sum += l
	}
	return math.Sqrt(sum)
}

// ClipNorm scales grad so that its Euclidean norm is at most limit, and returns
// the norm before. If limit is 0 it only measures. A norm that is not finite
// leaves grad as it is: the caller must look at the returned value.
func ClipNorm[T Float](grad []T, limit float64) float64 {
	norm := Norm(grad)
	if limit > 0 && norm > limit && !math.IsInf(norm, 1) {
		scale := T(limit / norm)
		for i, g := range grad {
			grad[i] = g * scale
		}
	}
	return norm
}
