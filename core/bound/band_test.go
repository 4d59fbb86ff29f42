package bound

import (
	"math"
	"math/rand/v2"
	"testing"
)

// A matrix that was made as U'U is solved for what it was multiplied with.
func TestBandSolves(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for _, tc := range []struct{ n, width int }{{1, 0}, {2, 1}, {5, 0}, {7, 3}, {20, 19}, {40, 6}} {
		full := make([][]float64, tc.n) // A = V V' + I with a banded V
		v := make([][]float64, tc.n)
		for i := range v {
			v[i], full[i] = make([]float64, tc.n), make([]float64, tc.n)
			for j := i; j < min(tc.n, i+tc.width+1); j++ {
				v[i][j] = r.Float64() - 0.5
			}
		}
		b := newBand(tc.n, tc.width)
		for i := range tc.n {
			for j := range tc.n {
				for k := range tc.n {
					full[i][j] += v[i][k] * v[j][k]
				}
				if i == j {
					full[i][j]++
				}
				if j >= i && j-i <= tc.width {
					b.row(i)[j-i] = full[i][j]
				}
			}
		}
		want, right := make([]float64, tc.n), make([]float64, tc.n)
		for i := range want {
			want[i] = r.Float64()
		}
		for i := range right {
			for j := range want {
				right[i] += full[i][j] * want[j]
			}
		}
		if !b.factorise() {
			t.Fatalf("%+v: not positive definite", tc)
		}
		b.solve(right)
		for i := range want {
			if math.Abs(right[i]-want[i]) > 1e-12 {
				t.Errorf("%+v: x[%d] is %v, want %v", tc, i, right[i], want[i])
			}
		}
	}
}

func TestBandRefuses(t *testing.T) {
	for name, diagonal := range map[string]float64{"zero": 0, "negative": -1, "not a number": math.NaN(), "infinite": math.Inf(1)} {
		b := newBand(1, 0)
		b.data[0] = diagonal
		if b.factorise() {
			t.Errorf("%s: taken", name)
		}
	}
}
