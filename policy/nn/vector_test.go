package nn

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// TestVectorCodeHasTheBitsOfScalarCode runs both forms of everything that is
// not a matrix product on the same numbers. Widths lie around multiples of four
// and sixteen; slices begin at odd places. In builds without vector code both
// are the scalar form.
func TestVectorCodeHasTheBitsOfScalarCode(t *testing.T) {
	for _, n := range []int{1, 2, 3, 4, 5, 8, 16, 17, 31, 34, 64, 67} {
		for offset := range 4 {
			t.Run(fmt.Sprintf("width %d offset %d", n, offset), func(t *testing.T) {
				r := rand.New(rand.NewPCG(uint64(n), uint64(offset)))
				slice := func(size int) []float32 { return random[float32](size+offset, r)[offset:] }
				const rows = 9
				x, y := slice(rows*n), slice(rows*n)
				for i := range x {
					if r.IntN(4) == 0 { // what ReLU cuts off, and a signed zero
						x[i] = float32(math.Copysign(0, float64(x[i])))
					}
				}
				both(t, "AddColumns", slice(n), func(s []float32) { addColumnsPortable(s, x, rows, n) }, func(s []float32) { addColumnsVector(s, x, rows, n) })
				both(t, "ReLU", y, func(s []float32) { reluBackwardPortable(s, x) }, func(s []float32) { reluBackwardVector(s, x) })
				normBoth(t, x, y, rows, n)
				rowsBoth(t, slice, n, r)
				adamBoth(t, slice, n)
			})
		}
	}
}

// both runs two functions on copies of s and compares them.
func both(t *testing.T, name string, s []float32, portable, vector func(s []float32)) {
	t.Helper()
	want, got := append([]float32(nil), s...), append([]float32{5}, s...)[1:]
	portable(want)
	vector(got)
	for i, w := range want {
		if math.Float32bits(w) != math.Float32bits(got[i]) {
			t.Errorf("%s: element %d is %v, in scalar code %v", name, i, got[i], w)
			return
		}
	}
}

func normBoth(t *testing.T, x, y []float32, rows, n int) {
	inverse, other := make([]float32, rows), make([]float32, rows)
	both(t, "Normalize", x, func(s []float32) { normalizePortable(s, inverse, rows, n) }, func(s []float32) { normalizeVector(s, other, rows, n) })
	both(t, "inverse", inverse, func([]float32) {}, func(s []float32) { copy(s, other) })
	both(t, "NormalizeBackward", y, func(s []float32) { normalizeBackwardPortable(s, x, inverse, rows, n) },
		func(s []float32) { normalizeBackwardVector(s, x, inverse, rows, n) })
}

func rowsBoth(t *testing.T, slice func(int) []float32, n int, r *rand.Rand) {
	const narrow, wide = 5, 12
	stride, column := n+3, 2
	index := make([]int32, wide)
	for i := range index {
		index[i] = int32(r.IntN(narrow+1)) - 1
	}
	source, rows := slice(narrow*n), slice(wide*stride)
	both(t, "GatherRows", rows, func(s []float32) { gatherPortable(s, stride, column, source, index, n) },
		func(s []float32) { gatherVector(s, stride, column, source, index, n) })
	both(t, "ScatterRows", source, func(s []float32) { scatterPortable(s, index, rows, stride, column, n) },
		func(s []float32) { scatterVector(s, index, rows, stride, column, n) })
	segments := &Segments{Targets: []int32{4, 0, 2}, Starts: []int32{0, 1, 4, 9}}
	grouped := slice(9 * n)
	both(t, "MeanRows", source, func(s []float32) { meanPortable(s, grouped, segments, n) }, func(s []float32) { meanVector(s, grouped, segments, n) })
	both(t, "SpreadRows", grouped, func(s []float32) { spreadPortable(s, source, segments, n) }, func(s []float32) { spreadVector(s, source, segments, n) })
}

func adamBoth(t *testing.T, slice func(int) []float32, n int) {
	k := &adamStep[float32]{rate: 0.01, root: 3, epsilon: 1e-8, keep1: 0.9, take1: 0.1, keep2: 0.999, take2: 0.001}
	grad, m := slice(n), slice(n)
	v := slice(n)
	for i := range v {
		v[i] = float32(math.Abs(float64(v[i])))
	}
	for what, moments := range [][2][]float32{{m, v}, {make([]float32, n), make([]float32, n)}} {
		clone := func(s []float32) []float32 { return append([]float32(nil), s...) }
		m1, v1, m2, v2 := clone(moments[0]), clone(moments[1]), clone(moments[0]), clone(moments[1])
		both(t, fmt.Sprint("Adam ", what), slice(n), func(s []float32) { adamPortable(k, s, grad, m1, v1) },
			func(s []float32) { adamVector(k, s, grad, m2, v2) })
		both(t, "first moment", m1, func([]float32) {}, func(s []float32) { copy(s, m2) })
		both(t, "second moment", v1, func([]float32) {}, func(s []float32) { copy(s, v2) })
	}
}

func TestRows(t *testing.T) {
	src := []float64{1, 2, 3, 4, 5, 6} // 3×2
	dst := make([]float64, 12)
	GatherRows(dst, 3, 1, src, []int32{2, -1, 0, 2}, 2)
	want := []float64{0, 5, 6, 0, 0, 0, 0, 1, 2, 0, 5, 6}
	equal(t, "GatherRows", dst, want)
	sum := make([]float64, 6)
	ScatterRows(sum, []int32{2, -1, 0, 2}, dst, 3, 1, 2)
	equal(t, "ScatterRows", sum, []float64{1, 2, 0, 0, 10, 12})
	s := &Segments{Targets: []int32{2, 0}, Starts: []int32{0, 2, 3}}
	mean := []float64{9, 9, 9, 9, 9, 9}
	MeanRows(mean, src, s, 2)
	equal(t, "MeanRows", mean, []float64{5, 6, 0, 0, 2, 3})
	spread := make([]float64, 6)
	SpreadRows(spread, []float64{7, 8, 1, 1, 4, 6}, s, 2)
	equal(t, "SpreadRows", spread, []float64{2, 3, 2, 3, 7, 8})
}

func equal(t *testing.T, name string, got, want []float64) {
	t.Helper()
	for i, w := range want {
		if got[i] != w {
			t.Errorf("%s: %v, want %v", name, got, want)
			return
		}
	}
}

// TestRowsOutOfRangePanic: indices come from graphs that people write.
func TestRowsOutOfRangePanic(t *testing.T) {
	s := make([]float32, 6)
	for name, do := range map[string]func(){
		"gather index":   func() { GatherRows(s, 2, 0, s, []int32{3}, 2) },
		"gather column":  func() { GatherRows(s, 2, 1, s, []int32{0}, 2) },
		"gather rows":    func() { GatherRows(s, 2, 0, s, []int32{0, 0, 0, 0}, 2) },
		"scatter index":  func() { ScatterRows(s, []int32{3}, s, 2, 0, 2) },
		"mean target":    func() { MeanRows(s, s, &Segments{Targets: []int32{3}, Starts: []int32{0, 1}}, 2) },
		"mean rows":      func() { MeanRows(s, s, &Segments{Targets: []int32{0}, Starts: []int32{0, 4}}, 2) },
		"spread rows":    func() { SpreadRows(s, s, &Segments{Targets: []int32{0}, Starts: []int32{0, 4}}, 2) },
		"columns":        func() { AddColumns(s[:1], s, 3, 2) },
		"normalize":      func() { Normalize(s, s[:1], 3, 2) },
		"norm. backward": func() { NormalizeBackward(s, s, s[:1], 3, 2) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: taken", name)
				}
			}()
			do()
		}()
	}
}
