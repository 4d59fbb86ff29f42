// Package detmath holds the elementary functions that a simulation or a
// training run may use, with results that are the same to the last bit on
// every machine.
//
// The standard library computes exp, log, tanh and their like in assembly on
// some processors and in Go on others, and a compiler may fuse a product with
// the sum that follows. Here every function is built from operations that IEEE
// 754 defines exactly (+ - * / on float64, math.Floor, bit patterns), and every
// product is rounded by an explicit conversion before it is added.
//
// The errors below, in units of the last place (ulp), were measured against
// 200-bit references; the tests hold them.
package detmath

import "math"

const (
	log2e = 1.442695040888963407359924681001892137426646

	// ln2Hi has 32 significant bits, so that a product with any exponent is
	// exact; ln2Hi + ln2Lo is the logarithm of 2 to 85 bits.
	ln2Hi = 0.69314718036912381649017333984375
	ln2Lo = 1.90821492927058781614426568076e-10

	sqrtHalf       = 0.707106781186547524400844362104849039284836
	twoOverSqrtPi  = 1.12837916709551257389615890312154517168810
	oneOverSqrt2Pi = 0.398942280401432677939946059934381868475858

	expMax = 709.782712893383973096 // above it the exponential exceeds the largest float64
	expMin = -745.133219101941108   // below it the exponential is less than half the smallest
)

// Exp returns e to the power of x, within 1 ulp.
//
// x = k ln 2 + r with integer k and |r| <= (ln 2)/2; the Taylor series of
// degree 13 gives exp(r) to 4e-18.
func Exp(x float64) float64 {
	switch {
	case x != x:
		return x
	case x > expMax:
		return math.Inf(1)
	case x < expMin:
		return 0
	}
	k, r, tail := reduce(x)
	return scale(1+(r+(tail+expTail(r))), int(k))
}

// Expm1 returns e to the power of x, minus 1, without cancellation near 0,
// within 2 ulp.
func Expm1(x float64) float64 {
	switch {
	case x != x:
		return x
	case x > 40: // the 1 is less than half an ulp
		return Exp(x)
	case x < -40:
		return -1
	case math.Abs(x) < 0x1p-54:
		return x
	}
	k, r, tail := reduce(x)
	p := r + (tail + expTail(r))
	if k == 0 {
		return p
	}
	power := scale(1, int(k))
	return (power - 1) + float64(power*p)
}

// reduce splits x, of magnitude below 746, into k ln 2 + r + tail, where tail
// is the part lost in rounding r.
func reduce(x float64) (k, r, tail float64) {
	k = math.Floor(float64(x*log2e) + 0.5)
	high := x - float64(k*ln2Hi)
	low := float64(k * ln2Lo)
	r = high - low
	return k, r, (high - r) - low
}

// expTail is exp(r) - 1 - r for |r| <= (ln 2)/2: the Taylor series from r^2/2!
// to r^13/13!, even and odd powers apart so that they overlap in time.
func expTail(r float64) float64 {
	const (
		f3  = 6
		f4  = 4 * f3
		f5  = 5 * f4
		f6  = 6 * f5
		f7  = 7 * f6
		f8  = 8 * f7
		f9  = 9 * f8
		f10 = 10 * f9
		f11 = 11 * f10
		f12 = 12 * f11
		f13 = 13 * f12
	)
	s := float64(r * r)
	even := 1.0/f10 + float64(s*(1.0/f12))
	odd := 1.0/f11 + float64(s*(1.0/f13))
	even = 1.0/f8 + float64(s*even)
	odd = 1.0/f9 + float64(s*odd)
	even = 1.0/f6 + float64(s*even)
	odd = 1.0/f7 + float64(s*odd)
	even = 1.0/f4 + float64(s*even)
	odd = 1.0/f5 + float64(s*odd)
	even = 0.5 + float64(s*even)
	odd = 1.0/f3 + float64(s*odd)
	return float64(s * (even + float64(r*odd)))
}

// scale returns y * 2^k for y in [0.5, 2) and -1080 <= k <= 1024, rounded once.
func scale(y float64, k int) float64 {
	switch {
	case k > 1023:
		return float64(float64(y*2) * power2(k-1))
	case k < -1022: // the first product is exact, the second may be subnormal
		return float64(float64(y*power2(k+64)) * 0x1p-64)
	}
	return float64(y * power2(k))
}

// power2 returns 2^k for -1022 <= k <= 1023.
func power2(k int) float64 {
	return math.Float64frombits(uint64(k+1023) << 52)
}

// Log returns the natural logarithm of x, within 1 ulp: -Inf at 0, NaN below.
//
// x = 2^k (1+f) with sqrt(1/2) <= 1+f < sqrt(2), then log1pReduced.
func Log(x float64) float64 {
	switch {
	case x != x || math.IsInf(x, 1):
		return x
	case x < 0:
		return math.NaN()
	case x == 0:
		return math.Inf(-1)
	}
	k, m := split(x)
	return log1pReduced(k, m-1, 0)
}

// Log1p returns the natural logarithm of 1+x without cancellation near 0,
// within 2 ulp: -Inf at -1, NaN below.
func Log1p(x float64) float64 {
	switch {
	case x != x || math.IsInf(x, 1):
		return x
	case x < -1:
		return math.NaN()
	case x == -1:
		return math.Inf(-1)
	case math.Abs(x) < 0x1p-54:
		return x
	case x > sqrtHalf-1 && x < 2*sqrtHalf-1:
		return log1pReduced(0, x, 0)
	}
	u := 1 + x
	var lost float64 // what rounding u dropped
	if x >= 1 {
		lost = 1 - (u - x)
	} else {
		lost = x - (u - 1)
	}
	k, m := split(u)
	return log1pReduced(k, m-1, lost/u)
}

// split returns x, positive and finite, as 2^k m with sqrt(1/2) <= m < sqrt(2).
func split(x float64) (k, m float64) {
	e := -1023
	if x < 0x1p-1022 {
		x = float64(x * 0x1p54)
		e -= 54
	}
	bits := math.Float64bits(x)
	e += int(bits >> 52)
	m = math.Float64frombits(bits&(1<<52-1) | 1023<<52)
	if m >= 2*sqrtHalf {
		m = float64(m * 0.5)
		e++
	}
	return float64(e), m
}

// log1pReduced returns k ln 2 + log(1+f) + tail for sqrt(1/2) <= 1+f < sqrt(2).
//
// With s = f/(2+f), log(1+f) = 2 artanh(s) = 2s + s R, where R is the series
// 2s^2/3 + 2s^4/5 + ...; since 2s = f - s f this is f - s (f - R), in which
// the largest part, f, is exact. Terms to s^20 leave 6e-19.
func log1pReduced(k, f, tail float64) float64 {
	s := f / (2 + f)
	w := float64(s * s)
	z := float64(w * w)
	odd := 2.0/15 + float64(z*(2.0/19))
	even := 2.0/17 + float64(z*(2.0/21))
	odd = 2.0/11 + float64(z*odd)
	even = 2.0/13 + float64(z*even)
	odd = 2.0/7 + float64(z*odd)
	even = 2.0/9 + float64(z*even)
	odd = 2.0/3 + float64(z*odd)
	even = 2.0/5 + float64(z*even)
	r := float64(w*odd) + float64(z*even)
	small := float64(s * (f - r))
	if k == 0 {
		return f - (small - tail)
	}
	return float64(k*ln2Hi) + (f - (small - (float64(k*ln2Lo) + tail)))
}

// Tanh returns the hyperbolic tangent of x, within 3 ulp.
//
// With t = exp(2|x|) - 1, tanh |x| = t/(t+2) = 1 - 2/(t+2); the second form
// loses nothing where the result exceeds 1/2.
func Tanh(x float64) float64 {
	a := math.Abs(x)
	switch {
	case x != x || a < 0x1p-28: // x^3/3 is less than half an ulp
		return x
	case a > 22:
		return math.Copysign(1, x)
	case a < 0.5493061443340548: // artanh(1/2)
		t := Expm1(2 * a)
		return math.Copysign(t/(t+2), x)
	}
	return math.Copysign(1-2/(Exp(2*a)+1), x)
}

// Erf returns the error function of x, within 2 ulp.
func Erf(x float64) float64 {
	a := math.Abs(x)
	switch {
	case x != x:
		return x
	case a < 0.5:
		return erfSeries(x)
	}
	return math.Copysign(1-erfcPositive(a), x)
}

// Erfc returns 1 - Erf(x), within 4 ulp down to the smallest normal float64.
func Erfc(x float64) float64 {
	switch {
	case x != x:
		return x
	case x >= 0.5:
		return erfcPositive(x)
	case x > -0.5:
		return 1 - erfSeries(x)
	}
	return 2 - erfcPositive(-x)
}

// NormalCDF returns the probability that a standard normal variable is at most
// x. Its relative error is below 4 ulp near 0 and grows with x*x below.
func NormalCDF(x float64) float64 {
	return float64(0.5 * Erfc(-float64(x*sqrtHalf)))
}

// NormalDensity returns the density of the standard normal distribution at x.
func NormalDensity(x float64) float64 {
	return float64(oneOverSqrt2Pi * Exp(-float64(float64(x*x)*0.5)))
}

// erfSeries is the Maclaurin series of erf (DLMF 7.6.1) for |x| < 1/2: the sum
// of (-1)^n x^(2n+1) / (n! (2n+1)), times 2/sqrt(pi); n to 12 leave 1e-19.
func erfSeries(x float64) float64 {
	s := float64(x * x)
	sum := erfTerms[len(erfTerms)-1]
	for n := len(erfTerms) - 2; n >= 0; n-- {
		sum = erfTerms[n] + float64(s*sum)
	}
	// The leading x is kept apart: it carries the result.
	return float64(twoOverSqrtPi * (x + float64(float64(x*s)*sum)))
}

// erfTerms are (-1)^n / (n! (2n+1)) for n = 1..12.
var erfTerms = [...]float64{
	-1.0 / (1 * 3), 1.0 / (2 * 5), -1.0 / (6 * 7), 1.0 / (24 * 9),
	-1.0 / (120 * 11), 1.0 / (720 * 13), -1.0 / (5040 * 15), 1.0 / (40320 * 17),
	-1.0 / (362880 * 19), 1.0 / (3628800 * 21), -1.0 / (39916800 * 23), 1.0 / (479001600 * 25),
}

// erfcPositive is erfc(x) for x >= 1/2: exp(-x^2)/(1+2x) times the smooth
// function (1+2x) exp(x^2) erfc(x), a Chebyshev series in
// t = (x-3.75)/(x+3.75). The form is that of M. M. Shepherd and
// J. G. Laframboise, Mathematics of Computation 36 (1981), 249-253; the
// coefficients were computed for this file, with 60 digits at 64 nodes.
func erfcPositive(x float64) float64 {
	if x > 27.3 { // less than half the smallest float64
		return 0
	}
	t := (x - 3.75) / (x + 3.75)
	var b0, b1 float64 // Clenshaw's recurrence
	for n := len(erfcCoefficients) - 1; n > 0; n-- {
		b0, b1 = erfcCoefficients[n]+(float64(2*t*b0)-b1), b0
	}
	g := erfcCoefficients[0] + (float64(t*b0) - b1)
	// x^2 needs more than 53 bits: high^2 is exact, the rest is small.
	high := math.Float64frombits(math.Float64bits(x) &^ (1<<27 - 1))
	rest := float64((x - high) * (x + high))
	e := float64(Exp(-float64(high*high)) * Exp(-rest))
	return float64(e * (g / (1 + 2*x)))
}

var erfcCoefficients = [...]float64{
	1.17757893456740175408, -0.004590054580646477330853,
	-0.08424913336651791558351, 0.05920993999819189049808,
	-0.02665866843530575227739, 0.009074997670705265093879,
	-0.002413163540417608190943, 0.0004907758365258086322859,
	-0.00006916973302501206367096, 0.000004139027986073010167534,
	7.740383066198490668633e-7, -2.188640104923439566149e-7,
	1.076499946567091037714e-8, 4.521959811218286897931e-9,
	-7.754400208831351106474e-10, -6.318088340886684494385e-11,
	2.868795010930669898142e-11, 1.945586854577734722953e-13,
	-9.654696748433438905851e-13, 3.252548148148739841542e-14,
	3.347811948286805387827e-14, -1.864562880419313101544e-15,
	-1.250795053068864708532e-15, 7.418235256624043463048e-17,
	5.068148904796111316807e-17,
}

// Pow10 returns 10 to the power of n for -22 <= n <= 22, correctly rounded. It
// panics outside this range, where a float64 no longer holds 10^|n| exactly.
func Pow10(n int) float64 {
	if n < -22 || n > 22 {
		panic("detmath: Pow10 exponent outside -22..22")
	}
	p := PowInt(10, max(n, -n))
	if n < 0 {
		return 1 / p
	}
	return p
}

// PowInt returns x to the power of n >= 0 by repeated squaring, with a relative
// error of at most about n half ulps; PowInt(x, 0) is 1. It panics if n < 0.
func PowInt(x float64, n int) float64 {
	if n < 0 {
		panic("detmath: PowInt of a negative exponent")
	}
	y := 1.0
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			y = float64(y * x)
		}
		x = float64(x * x)
	}
	return y
}

// Exp32 is Exp for float32, computed in float64 and rounded once: all but
// always the nearest float32.
func Exp32(x float32) float32 { return float32(Exp(float64(x))) }

// Log32 is Log for float32; see Exp32.
func Log32(x float32) float32 { return float32(Log(float64(x))) }

// Tanh32 is Tanh for float32; see Exp32.
func Tanh32(x float32) float32 { return float32(Tanh(float64(x))) }
