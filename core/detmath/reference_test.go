package detmath

import (
	"math"
	"math/big"
)

// The references below compute with big.Float from the plainest series, so
// that they share no idea with the functions under test.

const precision = 256

func bigFloat(x float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(x) }

func newBig() *big.Float { return new(big.Float).SetPrec(precision) }

// bigExp halves x until the Taylor series is short, then squares.
func bigExp(x *big.Float) *big.Float {
	const halvings = 24
	r := newBig().SetMantExp(x, -halvings)
	sum, term := bigFloat(1), bigFloat(1)
	for n := 1; n < 40; n++ {
		term.Mul(term, r)
		term.Quo(term, bigFloat(float64(n)))
		sum.Add(sum, term)
	}
	for range halvings {
		sum.Mul(sum, sum)
	}
	return sum
}

// bigLog improves the standard library's logarithm by Halley's iteration on
// exp, which triples the digits.
func bigLog(x *big.Float) *big.Float {
	mantissa := newBig()
	e := x.MantExp(mantissa)
	m, _ := mantissa.Float64()
	y := bigFloat(math.Log(m) + float64(e)*math.Ln2)
	for range 3 {
		ey := bigExp(y)
		difference := newBig().Sub(x, ey)
		sum := newBig().Add(x, ey)
		step := newBig().Quo(difference, sum)
		y.Add(y, step.Mul(step, bigFloat(2)))
	}
	return y
}

func bigTanh(x *big.Float) *big.Float {
	e := bigExp(newBig().Mul(bigFloat(2), x))
	return newBig().Quo(newBig().Sub(e, bigFloat(1)), newBig().Add(e, bigFloat(1)))
}

// bigErf is DLMF 7.6.2, exp(-x^2) 2/sqrt(pi) times the sum of
// 2^n x^(2n+1)/(1*3*...*(2n+1)), with enough bits that 1 - erf keeps 100.
func bigErf(x float64) *big.Float {
	bits := uint(200 + 3*x*x)
	f := func(v float64) *big.Float { return new(big.Float).SetPrec(bits).SetFloat64(v) }
	square := f(0).Mul(f(x), f(x))
	term, sum := f(x), f(x)
	for n := 1.0; term.MantExp(nil) > sum.MantExp(nil)-int(bits); n++ {
		term.Mul(term, square)
		term.Mul(term, f(2))
		term.Quo(term, f(2*n+1))
		sum.Add(sum, term)
	}
	// exp(-x^2) = 1/exp(x^2): the Taylor series, whose terms are all positive.
	term, e := f(1), f(1)
	for n := 1.0; term.MantExp(nil) > e.MantExp(nil)-int(bits); n++ {
		term.Mul(term, square)
		term.Quo(term, f(n))
		e.Add(e, term)
	}
	sum.Quo(sum, e)
	sum.Mul(sum, f(2))
	return sum.Quo(sum, f(0).Sqrt(bigPi(bits)))
}

// bigPi is Machin's formula, 16 arctan(1/5) - 4 arctan(1/239).
func bigPi(bits uint) *big.Float {
	f := func(v float64) *big.Float { return new(big.Float).SetPrec(bits + 32).SetFloat64(v) }
	arctan := func(q float64) *big.Float {
		power := f(0).Quo(f(1), f(q))
		sum := f(0).Set(power)
		for n := 1.0; power.MantExp(nil) > -int(bits)-32; n++ {
			power.Quo(power, f(-q*q))
			sum.Add(sum, f(0).Quo(power, f(2*n+1)))
		}
		return sum
	}
	return f(0).Sub(f(0).Mul(f(16), arctan(5)), f(0).Mul(f(4), arctan(239)))
}

// ulps is the error of got in units of the last place of a float64 of the
// magnitude of want.
func ulps(got float64, want *big.Float) float64 {
	exponent := max(want.MantExp(nil)-53, -1074)
	difference := new(big.Float).SetPrec(want.Prec()).SetFloat64(got)
	difference.Sub(difference, want)
	d, _ := difference.SetMantExp(difference, -exponent).Float64()
	return math.Abs(d)
}
