//go:build goexperiment.simd && (amd64 || wasm)

package nn

import "math"

// sumLanes adds the four lanes of s, each with its element of rest first: those
// of a row beyond the last whole vector.
func sumLanes(s quad, rest *[lanes]float32) float32 {
	return ((s.GetElem(0) + rest[0]) + (s.GetElem(1) + rest[1])) + ((s.GetElem(2) + rest[2]) + (s.GetElem(3) + rest[3]))
}

func normalizeVector(x, inverse []float32, rows, n int) {
	scale := 1 / float32(n)
	whole := n &^ 3
	for r := range rows {
		from := r * n
		var sum quad
		for c := 0; c < whole; c += 4 {
			sum = sum.Add(loadQuad(at(x, from+c)))
		}
		rest := x[from+whole : from+n]
		var tail [lanes]float32
		copy(tail[:], rest)
		mean := float32(sumLanes(sum, &tail) * scale)
		means := allQuad(mean)
		var squares quad
		for c := 0; c < whole; c += 4 {
			v := loadQuad(at(x, from+c)).Sub(means)
			squares = squares.Add(v.Mul(v))
		}
		for i, v := range rest {
			v -= mean
			tail[i] = float32(v * v)
		}
		variance := float32(sumLanes(squares, &tail) * scale)
		inv := float32(1 / math.Sqrt(float64(variance)+NormEpsilon))
		inverse[r] = inv
		inverses := allQuad(inv)
		for c := 0; c < whole; c += 4 {
			p := at(x, from+c)
			storeQuad(p, loadQuad(p).Sub(means).Mul(inverses))
		}
		for i, v := range rest {
			rest[i] = (v - mean) * inv
		}
	}
}

func normalizeBackwardVector(d, x, inverse []float32, rows, n int) {
	scale := 1 / float32(n)
	whole := n &^ 3
	for r := range rows {
		from := r * n
		var sum, along quad
		for c := 0; c < whole; c += 4 {
			v := loadQuad(at(d, from+c))
			sum = sum.Add(v)
			along = along.Add(v.Mul(loadQuad(at(x, from+c))))
		}
		rest, out := d[from+whole:from+n], x[from+whole:from+n]
		var tail, tailAlong [lanes]float32
		for i, v := range rest {
			tail[i], tailAlong[i] = v, float32(v*out[i])
		}
		mean, slope, inv := float32(sumLanes(sum, &tail)*scale), float32(sumLanes(along, &tailAlong)*scale), inverse[r]
		means, slopes, inverses := allQuad(mean), allQuad(slope), allQuad(inv)
		for c := 0; c < whole; c += 4 {
			p := at(d, from+c)
			v := loadQuad(p).Sub(means).Sub(loadQuad(at(x, from+c)).Mul(slopes))
			storeQuad(p, inverses.Mul(v))
		}
		for i, v := range rest {
			rest[i] = inv * (v - mean - float32(out[i]*slope))
		}
	}
}

func adamVector(k *adamStep[float32], params, grad, moment1, moment2 []float32) {
	keep1, take1, keep2, take2 := allQuad(k.keep1), allQuad(k.take1), allQuad(k.keep2), allQuad(k.take2)
	rate, root, epsilon := allQuad(k.rate), allQuad(k.root), allQuad(k.epsilon)
	whole := len(params) &^ 3
	for i := 0; i < whole; i += 4 {
		g := loadQuad(at(grad, i))
		m := keep1.Mul(loadQuad(at(moment1, i))).Add(take1.Mul(g))
		v := keep2.Mul(loadQuad(at(moment2, i))).Add(take2.Mul(g.Mul(g)))
		storeQuad(at(moment1, i), m)
		storeQuad(at(moment2, i), v)
		step := rate.Mul(m).Div(root.Mul(v.Sqrt()).Add(epsilon))
		storeQuad(at(params, i), loadQuad(at(params, i)).Sub(step))
	}
	adamPortable(k, params[whole:], grad[whole:], moment1[whole:], moment2[whole:])
}
