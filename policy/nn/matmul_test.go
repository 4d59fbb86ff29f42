package nn

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

func random[T Float](n int, r *rand.Rand) []T {
	s := make([]T, n)
	for i := range s {
		s[i] = T(r.Float64()*4 - 2)
	}
	return s
}

// shapes are m, k, n: those of the paper's network, odd ones around every block
// width, and empty and single ones.
var shapes = [][3]int{
	{1, 1, 1}, {1, 0, 5}, {3, 1, 2}, {2, 3, 4}, {5, 7, 3}, {4, 5, 8}, {7, 9, 11}, {8, 24, 17},
	{9, 2, 16}, {13, 34, 8}, {6, 17, 1}, {3, 17, 31}, {5, 3, 33}, {17, 5, 47}, {4, 600, 6}, {3, 1025, 19},
	{212, 32, 64}, {100, 64, 16}, {128, 24, 17}, {31, 63, 65}, {0, 4, 4}, {4, 4, 0},
}

// naive is the definition: one sum an element, inner index ascending.
func naive[T Float](p *product[T]) {
	for i := range p.m {
		for j := range p.n {
			var sum T
			switch p.from {
			case fromDst:
				sum = p.dst[i*p.n+j]
			case fromBias:
				sum = p.bias[j]
			}
			for q := range p.k {
				sum += T(p.a[i*p.aRow+q*p.aInner] * p.b[q*p.n+j])
			}
			if p.relu && sum <= 0 {
				sum = 0
			}
			p.dst[i*p.n+j] = sum
		}
	}
}

// products returns every kind of product of a shape, with slices that begin at
// the given offset into their arrays, so that vectors are unaligned, and end
// where the matrix ends.
func products[T Float](m, k, n, offset int, r *rand.Rand) map[string]*product[T] {
	slice := func(size int) []T { return random[T](size+offset, r)[offset:] }
	made := map[string]*product[T]{}
	for from, name := range map[start]string{fromZero: "zero", fromDst: "dst", fromBias: "bias"} {
		for _, relu := range []bool{false, true} {
			made[fmt.Sprintf("%s relu=%v", name, relu)] = &product[T]{dst: slice(m * n), a: slice(m * k), b: slice(k * n),
				bias: slice(n), m: m, k: k, n: n, aRow: k, aInner: 1, from: from, relu: relu}
			made[fmt.Sprintf("%s relu=%v transposed", name, relu)] = &product[T]{dst: slice(m * n), a: slice(m * k), b: slice(k * n),
				bias: slice(n), m: m, k: k, n: n, aRow: 1, aInner: m, from: from, relu: relu}
		}
	}
	return made
}

// TestProductsHaveTheBitsOfTheDefinition holds the portable kernel and, where
// there is one, the vector kernel to the naive sum: not one bit may differ.
func TestProductsHaveTheBitsOfTheDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	t.Logf("vector kernels: %v", vectorised)
	for _, s := range shapes {
		for offset := range 4 {
			for name, p := range products[float32](s[0], s[1], s[2], offset, r) {
				checkProduct(t, fmt.Sprintf("float32 %v +%d %s", s, offset, name), p, runPortable)
				if vectorised && s[0] > 0 && s[2] > 0 {
					checkProduct(t, fmt.Sprintf("vector %v +%d %s", s, offset, name), p, runVector)
				}
			}
		}
		for name, p := range products[float64](s[0], s[1], s[2], 0, r) {
			checkProduct(t, fmt.Sprintf("float64 %v %s", s, name), p, runPortable)
		}
	}
}

func checkProduct[T Float](t *testing.T, name string, p *product[T], kernel func(*product[T])) {
	t.Helper()
	want, got := *p, *p
	want.dst = append([]T(nil), p.dst...)
	// One guard element on each side must stay.
	guarded := append(append([]T{77}, p.dst...), 77)
	got.dst = guarded[1 : 1+len(p.dst) : 1+len(p.dst)]
	naive(&want)
	kernel(&got)
	for i := range want.dst {
		if math.Float64bits(float64(want.dst[i])) != math.Float64bits(float64(got.dst[i])) {
			t.Errorf("%s: element %d is %v, want %v", name, i, got.dst[i], want.dst[i])
			return
		}
	}
	if guarded[0] != 77 || guarded[len(guarded)-1] != 77 {
		t.Errorf("%s: wrote outside dst", name)
	}
}

// TestSpecialValues holds infinities, NaN and signed zeros to the definition: a
// kernel that pads with zeros must not turn them into NaN elsewhere.
func TestSpecialValues(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	special := []float32{float32(math.Inf(1)), float32(math.NaN()), float32(math.Copysign(0, -1)), math.MaxFloat32}
	for name, p := range products[float32](9, 6, 23, 0, r) {
		for i, v := range special {
			p.b[5*i+3] = v
			p.a[11*i+2] = v
		}
		want, got := *p, *p
		want.dst = append([]float32(nil), p.dst...)
		got.dst = append([]float32(nil), p.dst...)
		naive(&want)
		run(&got)
		for i := range want.dst {
			w, g := want.dst[i], got.dst[i]
			if math.Float32bits(w) != math.Float32bits(g) && !(w != w && g != g) {
				t.Errorf("%s: element %d is %v, want %v", name, i, g, w)
			}
		}
	}
}

func TestMatMulForms(t *testing.T) {
	a := []float64{1, 2, 3, 4, 5, 6}  // 2×3 or 3×2
	b := []float64{1, 0, 2, 1, -1, 3} // 3×2 or 2×3
	tests := []struct {
		name string
		dst  []float64
		do   func(dst []float64)
		want []float64
	}{
		{"MatMul", make([]float64, 4), func(d []float64) { MatMul(d, a, b, 2, 3, 2) }, []float64{2, 11, 8, 23}},
		{"MatMulAdd", []float64{1, 1, 1, 1}, func(d []float64) { MatMulAdd(d, a, b, 2, 3, 2) }, []float64{3, 12, 9, 24}},
		{"MatMulBias", make([]float64, 4), func(d []float64) { MatMulBias(d, a, b, []float64{-5, 1}, 2, 3, 2, true) }, []float64{0, 12, 3, 24}},
		// aᵀ·b with a, b 3×2
		{"MatMulTA", []float64{1, 0, 0, 0}, func(d []float64) { MatMulTA(d, a, b, 3, 2, 2) }, []float64{3, 18, 4, 22}},
		// a·bᵀ with a 2×3, b 2×3
		{"MatMulTB", make([]float64, 4), func(d []float64) { MatMulTB(d, a, b, make([]float64, 6), 2, 2, 3) }, []float64{7, 8, 16, 17}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			test.do(test.dst)
			for i, w := range test.want {
				if test.dst[i] != w {
					t.Errorf("got %v, want %v", test.dst, test.want)
				}
			}
		})
	}
}

func TestShortSlicesPanic(t *testing.T) {
	s := make([]float32, 5)
	long := make([]float32, 6)
	for name, do := range map[string]func(){
		"dst":  func() { MatMul(s, long, long, 2, 1, 3) },
		"a":    func() { MatMul(long, s, long, 3, 2, 2) },
		"b":    func() { MatMul(long, long, s, 2, 2, 3) },
		"bias": func() { MatMulBias(long, long, long, s[:2], 2, 2, 3, false) },
		"ta":   func() { MatMulTA(long, s, long, 3, 2, 2) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: a short slice was taken", name)
				}
			}()
			do()
		}()
	}
}
