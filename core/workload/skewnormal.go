package workload

import (
	"math"

	"rampart/core/detmath"
)

// The beta distributions B, C and D of the paper are the reference's
// CustomSkewNorm (spec/simulator.md section 2.1, spec/learning.md section 1.9):
// draw a sample of n = max(50000, 10 (max-min) 10^decimals) skew-normal
// numbers, shift its minimum to 0, divide by its maximum, multiply by max,
// raise what is not above min to min, make a histogram of 1000 bins, and take
// the upper edges of the bins, rounded to the decimals, as values with the
// counts as weights. Its shape thus hangs on the two extremes of a sample and
// changes with the seed.
//
// Here the same construction is applied to the distribution itself. The sample's
// minimum and maximum are replaced by their medians, that is, by the points
// that a share of 1 - (1/2)^(1/n) of the distribution lies below and above
// (half of all samples of n have no member beyond such a point), and the counts
// by differences of the cumulative distribution between bin edges. What lies
// beyond the extremes goes to the first and the last bin. The result is one
// fixed distribution, free of sampling noise.
//
// Its means are 0.290, 0.500 and 0.711 for B, C and D, and 0.513 over A to D.
// The reference's vary from sample to sample with a standard deviation of
// 0.016, 0.030 and 0.012 (25 simulated samples each): spec/learning.md has
// 0.292, 0.536 and 0.704 for one, 0.514 over A to D for another, and the jobs
// of the published runs (section 2.1, Para_max) average 0.278, 0.487 and 0.714.

// skewTable returns the table of that construction for the values of a grid.
func skewTable(skewness float64, g grid) *table {
	span := float64(g.count - 1) // max - min, in steps of the grid
	sample := max(skewMinSample, 10*span)
	beyond := -detmath.Expm1(detmath.Log(0.5) / sample)
	low := skewQuantile(beyond, skewness)
	high := -skewQuantile(beyond, -skewness) // the mirror image
	maximum := g.first + span

	// Upper edges in steps of the grid: thousandths of integers, so that halves
	// are exact and go to the even step.
	edge := func(bin int) float64 {
		return (float64(g.first*skewBins) + float64(float64(bin)*span)) / skewBins
	}
	var values, cumulative []float64
	sum := 0.0
	for bin := 1; bin <= skewBins; bin++ {
		step := math.RoundToEven(edge(bin))
		if bin < skewBins && math.RoundToEven(edge(bin+1)) == step {
			continue // the next bin adds to the same value
		}
		if bin == skewBins {
			sum = 1
		} else {
			z := low + float64((edge(bin)/maximum)*(high-low))
			sum = max(sum, skewCDF(z, skewness))
		}
		values = append(values, step/g.scale)
		cumulative = append(cumulative, sum)
	}
	return newTable(values, cumulative)
}

// skewCDF returns the probability that a skew-normal variable with density
// 2 phi(x) Phi(shape x) is at most z: Phi(z) - 2 T(z, shape), with Owen's T
// (A. Azzalini, Scandinavian Journal of Statistics 12 (1985), 171-178).
func skewCDF(z, shape float64) float64 {
	t := owenT(math.Abs(z), math.Abs(shape))
	if shape < 0 {
		t = -t
	}
	return detmath.NormalCDF(z) - 2*t
}

// skewQuantile returns the point below which a share of p of the skew-normal
// distribution lies, to 1e-12, for p in [1e-12, 1/2] and a shape of any sign.
func skewQuantile(p, shape float64) float64 {
	low, high := -8.0, 8.0
	for high-low > 1e-12 {
		middle := float64((low + high) * 0.5)
		if skewCDF(middle, shape) < p {
			low = middle
		} else {
			high = middle
		}
	}
	return float64((low + high) * 0.5)
}

// owenT returns Owen's T function for h, a >= 0. Where a > 1 it uses the
// identity 2 T(h, a) = Phi(h) + Phi(ah) - 2 Phi(h) Phi(ah) - 2 T(ah, 1/a), so
// that the integral runs over at most [0, 1] (D. B. Owen, Annals of
// Mathematical Statistics 27 (1956), 1075-1090). The identity is written with
// the upper tails Q = 1 - Phi, which keep their digits: Phi + Phi' - 2 Phi Phi'
// = Q + Q' - 2 Q Q'.
func owenT(h, a float64) float64 {
	if a <= 1 {
		return owenIntegral(h, a)
	}
	ah := float64(a * h)
	q, r := detmath.NormalCDF(-h), detmath.NormalCDF(-ah)
	return float64(0.5*(q+r)) - float64(q*r) - owenIntegral(ah, 1/a)
}

// owenIntegral is the definition of T(h, a) for a <= 1, the integral over x
// from 0 to a of exp(-h^2 (1+x^2)/2) / (1+x^2) / 2 pi, by Gauss and Legendre's
// rule of 20 points.
func owenIntegral(h, a float64) float64 {
	half := float64(0.5 * a)
	decay := -float64(float64(h*h) * 0.5)
	if decay < -745 {
		return 0
	}
	at := func(x float64) float64 {
		y := 1 + float64(x*x)
		return detmath.Exp(float64(decay*y)) / y
	}
	sum := 0.0
	for _, point := range gaussLegendre20 {
		d := float64(half * point.node)
		sum += float64(point.weight * (at(half-d) + at(half+d)))
	}
	return float64(float64(sum*half) * (0.5 / math.Pi))
}

// gaussLegendre20 holds the positive half of the nodes on [-1, 1].
var gaussLegendre20 = [...]struct{ node, weight float64 }{
	{0.076526521133497333755, 0.1527533871307258507},
	{0.22778585114164507808, 0.14917298647260374679},
	{0.37370608871541956067, 0.14209610931838205133},
	{0.510867001950827098, 0.1316886384491766269},
	{0.63605368072651502545, 0.11819453196151841731},
	{0.74633190646015079261, 0.10193011981724043504},
	{0.83911697182221882339, 0.083276741576704748725},
	{0.91223442825132590587, 0.06267204833410906357},
	{0.96397192727791379127, 0.040601429800386941331},
	{0.99312859918509492479, 0.017614007139152118312},
}
