package detmath

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

// between draws inputs for the accuracy tests: half uniform in [low, high],
// half of them with a uniform exponent down to 2^-60, with the sign of a bound.
func between(r *rand.Rand, low, high float64) float64 {
	if r.IntN(2) == 0 {
		return low + (high-low)*r.Float64()
	}
	x := math.Ldexp(1+r.Float64(), -r.IntN(61))
	if low < 0 && (high <= 0 || r.IntN(2) == 0) {
		return max(low, -x)
	}
	return min(max(low, x), high)
}

func TestAccuracy(t *testing.T) {
	cases := []struct {
		name      string
		function  func(float64) float64
		reference func(float64) *big.Float
		low, high float64
		points    int
		limit     float64 // ulp, as the doc comment says
	}{
		{"exp", Exp, func(x float64) *big.Float { return bigExp(bigFloat(x)) }, -708, 709, 3000, 1},
		{"exp small", Exp, func(x float64) *big.Float { return bigExp(bigFloat(x)) }, -1, 1, 3000, 1},
		// Subnormal results lose bits but are still rounded only once more.
		{"exp subnormal", Exp, func(x float64) *big.Float { return bigExp(bigFloat(x)) }, -745.1, -708.4, 1000, 1},
		{"expm1", Expm1, bigExpm1, -45, 45, 3000, 2},
		{"expm1 small", Expm1, bigExpm1, -1, 1, 6000, 2},
		{"expm1 large", Expm1, bigExpm1, 40, 709, 500, 2},
		{"log", Log, func(x float64) *big.Float { return bigLog(bigFloat(x)) }, 1e-300, 1e3, 1500, 1},
		{"log near 1", Log, func(x float64) *big.Float { return bigLog(bigFloat(x)) }, 0.5, 2, 3000, 1},
		{"log1p", Log1p, bigLog1p, -0.9999, 10, 3000, 2},
		{"log1p large", Log1p, bigLog1p, 10, 1e18, 1000, 2},
		{"tanh", Tanh, func(x float64) *big.Float { return bigTanh(bigFloat(x)) }, -23, 23, 3000, 3},
		{"tanh small", Tanh, func(x float64) *big.Float { return bigTanh(bigFloat(x)) }, -1, 1, 6000, 3},
		{"erf", Erf, bigErf, 1e-18, 6, 1500, 2},
		{"erfc small", Erfc, bigErfc, 1e-18, 2, 2000, 4},
		{"erfc", Erfc, bigErfc, 2, 26.5, 300, 4},
		{"erfc negative", Erfc, func(x float64) *big.Float { return newBig().Add(bigFloat(1), bigErf(-x)) }, -6, -1e-18, 500, 4},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			worst, at := 0.0, 0.0
			for range c.points {
				x := between(r, c.low, c.high)
				if e := ulps(c.function(x), c.reference(x)); !(e <= worst) {
					worst, at = e, x
				}
			}
			t.Logf("worst error %.3f ulp, at %v", worst, at)
			if !(worst <= c.limit) {
				t.Errorf("error of %.3f ulp at %v, want at most %v", worst, at, c.limit)
			}
		})
	}
}

func bigExpm1(x float64) *big.Float { return newBig().Sub(bigExp(bigFloat(x)), bigFloat(1)) }

func bigLog1p(x float64) *big.Float {
	return bigLog(newBig().Add(bigFloat(x), bigFloat(1)))
}

func bigErfc(x float64) *big.Float {
	erf := bigErf(x)
	return new(big.Float).SetPrec(erf.Prec()).Sub(bigFloat(1), erf)
}

// TestSpecial holds the values at which a formula would go wrong.
func TestSpecial(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	smallest := math.SmallestNonzeroFloat64
	cases := []struct {
		name    string
		f       func(float64) float64
		x, want float64
	}{
		{"exp(0)", Exp, 0, 1},
		{"exp(-0)", Exp, math.Copysign(0, -1), 1},
		{"exp(NaN)", Exp, nan, nan},
		{"exp(+Inf)", Exp, inf, inf},
		{"exp(-Inf)", Exp, -inf, 0},
		{"exp overflows only above the largest", Exp, math.Nextafter(expMax, 1000), inf},
		{"exp just below underflow", Exp, -745.1332191019411, smallest},
		{"exp underflows", Exp, -745.1332191019412, 0},
		{"expm1(-0) keeps its sign", Expm1, math.Copysign(0, -1), math.Copysign(0, -1)},
		{"expm1(tiny)", Expm1, smallest, smallest},
		{"expm1(-Inf)", Expm1, -inf, -1},
		{"expm1(+Inf)", Expm1, inf, inf},
		{"expm1(NaN)", Expm1, nan, nan},
		{"log(1) is exact", Log, 1, 0},
		{"log(0)", Log, 0, -inf},
		{"log(-1)", Log, -1, nan},
		{"log(-Inf)", Log, -inf, nan},
		{"log(+Inf)", Log, inf, inf},
		{"log(NaN)", Log, nan, nan},
		{"log of the smallest", Log, smallest, -744.4400719213812},
		{"log of the largest", Log, math.MaxFloat64, 709.782712893384},
		{"log1p(-1)", Log1p, -1, -inf},
		{"log1p(-2)", Log1p, -2, nan},
		{"log1p(-0) keeps its sign", Log1p, math.Copysign(0, -1), math.Copysign(0, -1)},
		{"log1p(+Inf)", Log1p, inf, inf},
		{"log1p(NaN)", Log1p, nan, nan},
		{"log1p of the largest", Log1p, math.MaxFloat64, 709.782712893384},
		{"tanh(-0) keeps its sign", Tanh, math.Copysign(0, -1), math.Copysign(0, -1)},
		{"tanh saturates", Tanh, 30, 1},
		{"tanh(-Inf)", Tanh, -inf, -1},
		{"tanh(NaN)", Tanh, nan, nan},
		{"erf(0)", Erf, 0, 0},
		{"erf(+Inf)", Erf, inf, 1},
		{"erf(-Inf)", Erf, -inf, -1},
		{"erf(NaN)", Erf, nan, nan},
		{"erfc(0)", Erfc, 0, 1},
		{"erfc(+Inf)", Erfc, inf, 0},
		{"erfc(-Inf)", Erfc, -inf, 2},
		{"erfc(NaN)", Erfc, nan, nan},
		{"normal(0)", NormalCDF, 0, 0.5},
		{"normal(+Inf)", NormalCDF, inf, 1},
		{"normal(-Inf)", NormalCDF, -inf, 0},
		{"density(0)", NormalDensity, 0, oneOverSqrt2Pi},
		{"density(-Inf)", NormalDensity, -inf, 0},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := c.f(c.x)
			bothNaN := math.IsNaN(got) && math.IsNaN(c.want)
			if !bothNaN && math.Float64bits(got) != math.Float64bits(c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
	if math.IsInf(Exp(expMax), 1) {
		t.Error("the largest argument overflows")
	}
}

// TestNormal compares with published quantiles (NIST/SEMATECH e-Handbook of
// Statistical Methods, 1.3.6.7.1: 1.96 leaves 2.5 %).
func TestNormal(t *testing.T) {
	for _, c := range []struct{ x, want float64 }{
		{1.959963984540054, 0.975}, {-1.959963984540054, 0.025},
		{2.3263478740408408, 0.99}, {-3.0902323061678132, 0.001}, {1, 0.8413447460685429},
	} {
		if got := NormalCDF(c.x); math.Abs(got-c.want) > 1e-15 {
			t.Errorf("NormalCDF(%v) = %v, want %v", c.x, got, c.want)
		}
	}
	if got, want := NormalDensity(1), 0.24197072451914337; math.Abs(got-want) > 1e-16 {
		t.Errorf("NormalDensity(1) = %v, want %v", got, want)
	}
}

func TestPowers(t *testing.T) {
	for n := -22; n <= 22; n++ {
		var want float64
		if _, err := fmt.Sscanf(fmt.Sprintf("1e%d", n), "%g", &want); err != nil {
			t.Fatal(err)
		}
		if got := Pow10(n); got != want {
			t.Errorf("Pow10(%d) = %v, want %v", n, got, want)
		}
	}
	if got := PowInt(0.9, 0); got != 1 {
		t.Errorf("PowInt(0.9, 0) = %v", got)
	}
	if got := PowInt(3, 33); got != 5559060566555523 {
		t.Errorf("PowInt(3, 33) = %v", got)
	}
	if got, want := PowInt(0.999, 1000), 0.36769542477096373; math.Abs(got-want) > 1000*want*0x1p-53 {
		t.Errorf("PowInt(0.999, 1000) = %v, want %v", got, want)
	}
	for name, f := range map[string]func(){
		"Pow10(23)": func() { Pow10(23) }, "Pow10(-23)": func() { Pow10(-23) }, "PowInt(2, -1)": func() { PowInt(2, -1) },
	} {
		if !panics(f) {
			t.Errorf("%s did not panic", name)
		}
	}
}

func panics(f func()) (yes bool) {
	defer func() { yes = recover() != nil }()
	f()
	return false
}

// TestFloat32 wants the float32 nearest to the true value.
func TestFloat32(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		x := float32(between(r, -20, 20))
		want, _ := bigExp(bigFloat(float64(x))).Float32()
		if got := Exp32(x); got != want {
			t.Errorf("Exp32(%v) = %v, want %v", x, got, want)
		}
		want, _ = bigTanh(bigFloat(float64(x))).Float32()
		if got := Tanh32(x); got != want {
			t.Errorf("Tanh32(%v) = %v, want %v", x, got, want)
		}
		x = max(x, -x)
		want, _ = bigLog(bigFloat(float64(x))).Float32()
		if got := Log32(x); got != want {
			t.Errorf("Log32(%v) = %v, want %v", x, got, want)
		}
	}
}

// TestGolden holds the bits of 100,000 results. The file was written on amd64;
// 386, wasm and a processor that fuses products must find the same. Set
// UPDATE_GOLDEN=1 to write it anew after a deliberate change.
func TestGolden(t *testing.T) {
	functions := []struct {
		name      string
		f         func(float64) float64
		low, high float64
	}{
		{"exp", Exp, -746, 710}, {"expm1", Expm1, -50, 710}, {"log", Log, 0, 1e6}, {"log1p", Log1p, -1, 1e3},
		{"tanh", Tanh, -25, 25}, {"erf", Erf, -7, 7}, {"erfc", Erfc, -7, 28}, {"normal", NormalCDF, -39, 10},
		{"density", NormalDensity, -39, 39},
		{"float32", func(x float64) float64 { return float64(Exp32(float32(x)) + Tanh32(float32(x))) }, -80, 80},
	}
	var b strings.Builder
	for _, c := range functions {
		r := rand.New(rand.NewPCG(5, 6))
		h := sha256.New()
		for range 10_000 {
			// The inputs must not depend on fusing either: no sum of a product.
			x := float64(r.Float64() * (c.high - c.low))
			x += c.low
			if r.IntN(2) == 0 {
				x = float64(x * math.Ldexp(1, -r.IntN(64)))
			}
			h.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(c.f(x))))
		}
		fmt.Fprintf(&b, "%s %x\n", c.name, h.Sum(nil))
	}
	const file = "testdata/golden.txt"
	if os.Getenv("UPDATE_GOLDEN") == "1" {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("results differ from %s:\n%s", file, b.String())
	}
}

func ExampleExp() {
	fmt.Printf("%.15g\n", Exp(1))
	// Output: 2.71828182845905
}

func ExamplePow10() {
	fmt.Println(Pow10(-2), Pow10(6))
	// Output: 0.01 1e+06
}

func BenchmarkExp(b *testing.B) {
	x := 0.0
	for b.Loop() {
		x += Exp(0.7 - x*1e-9)
	}
}

func BenchmarkTanh(b *testing.B) {
	x := 0.0
	for b.Loop() {
		x += Tanh(0.7 - x*1e-9)
	}
}

func BenchmarkLog(b *testing.B) {
	x := 0.0
	for b.Loop() {
		x += Log(0.7 + x*1e-9)
	}
}
