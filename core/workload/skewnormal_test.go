package workload

import (
	"fmt"
	"math"
	"testing"

	"rampart/core/detmath"
)

// TestSkewCDF compares with closed forms: shape 0 is the normal distribution,
// shape 1 the larger of two normal variables, a shape without bound the
// magnitude of one, and the mirrored shape the mirrored distribution.
func TestSkewCDF(t *testing.T) {
	normal := detmath.NormalCDF
	cases := []struct {
		name  string
		shape float64
		want  func(z float64) float64
		off   float64
	}{
		{"normal", 0, normal, 1e-15},
		{"larger of two", 1, func(z float64) float64 { return normal(z) * normal(z) }, 1e-15},
		{"smaller of two", -1, func(z float64) float64 { return 1 - normal(-z)*normal(-z) }, 1e-15},
		{"half normal", 1e9, func(z float64) float64 { return max(0, 2*normal(z)-1) }, 1e-8},
		{"mirror", -5, func(z float64) float64 { return 1 - skewCDF(-z, 5) }, 1e-15},
		{"integral of the density", 5, func(z float64) float64 { return integral(z, 5) }, 1e-12},
		{"integral, steep", 100, func(z float64) float64 { return integral(z, 100) }, 1e-9},
		{"integral, gentle", -0.3, func(z float64) float64 { return integral(z, -0.3) }, 1e-12},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			for z := -6.0; z <= 6; z += 0.125 {
				if got, want := skewCDF(z, c.shape), c.want(z); !(math.Abs(got-want) <= c.off) {
					t.Errorf("at %v: %v, want %v", z, got, want)
				}
			}
		})
	}
}

// density is that of the skew-normal distribution, from the standard library.
func density(x, shape float64) float64 {
	return 2 / math.Sqrt(2*math.Pi) * math.Exp(-x*x/2) * 0.5 * math.Erfc(-shape*x/math.Sqrt2)
}

// integral is Simpson's rule on the density from -10 to z.
func integral(z, shape float64) float64 {
	const parts = 20_000
	width := (z + 10) / parts
	sum := density(-10, shape) + density(z, shape)
	for i := 1; i < parts; i++ {
		sum += float64(2+2*(i%2)) * density(-10+float64(i)*width, shape)
	}
	return sum * width / 3
}

func TestSkewQuantile(t *testing.T) {
	for _, shape := range []float64{-1000, -5, -1, 0, 0.5, 5, 1000} {
		for _, p := range []float64{1e-7, 1.4e-5, 0.01, 0.5} {
			z := skewQuantile(p, shape)
			if got := skewCDF(z, shape); !(math.Abs(got-p) <= 1e-11+1e-9*p) {
				t.Errorf("shape %v: the quantile of %v is %v, where the distribution is %v", shape, p, z, got)
			}
		}
	}
}

// TestSkewTable compares the table with the construction spelled out: sum the
// density over each of 1000 bins between the extremes and round the upper
// edges.
func TestSkewTable(t *testing.T) {
	for _, shape := range []float64{5, 0, -5} {
		t.Run(fmt.Sprint(shape), func(t *testing.T) {
			p := 1 - math.Exp(math.Log(0.5)/50_000)
			low, high := skewQuantile(p, shape), -skewQuantile(p, -shape)
			want := map[string]float64{}
			for i := range 1000 {
				edge := func(i int) float64 { return low + (0.1+0.0009*float64(i))*(high-low) }
				mass := skewCDF(low+0.1*(high-low), shape) // all that is raised to min
				if i > 0 {
					mass = 0
				}
				const steps = 8
				width := (edge(i+1) - edge(i)) / steps
				for j := range steps {
					mass += width * density(edge(i)+(float64(j)+0.5)*width, shape)
				}
				// Upper edges in ten-thousandths are whole; halves go to even.
				hundredths := math.RoundToEven(float64(1000+9*(i+1)) / 100)
				want[fmt.Sprintf("%.2f", hundredths/100)] += mass
			}
			table, err := Beta{Kind: "skewnormal", Skewness: shape, Min: 0.1, Max: 1, Decimals: 2}.PMF()
			if err != nil {
				t.Fatal(err)
			}
			if len(table) != len(want) || len(table) != 91 {
				t.Fatalf("%d values, want %d", len(table), len(want))
			}
			for _, v := range table {
				name := fmt.Sprintf("%.2f", v.Value)
				// The last bin also takes what lies beyond: 1.4e-5.
				if w := want[name]; math.Abs(v.Probability-w) > 1e-7 && v.Value != 1 || math.Abs(v.Probability-w) > 2e-5 {
					t.Errorf("%s has probability %v, want %v", name, v.Probability, w)
				}
			}
		})
	}
}

// TestPresets holds the four distributions of the paper to the figures of
// spec/learning.md. Those of B, C and D come from single samples of the
// reference, whose means scatter by 0.016, 0.030 and 0.012.
func TestPresets(t *testing.T) {
	cases := []struct {
		preset                     string
		mean, meanOff              float64 // of one sample
		published                  float64 // mean of the jobs of the published runs
		low, median, high, offRank float64
	}{
		{"A", 0.549, 0.002, 0.551, 0.14, 0.55, 0.96, 0.001},
		{"B", 0.292, 0.016, 0.278, 0.13, 0.27, 0.52, 0.011},
		{"C", 0.536, 0.045, 0.487, 0.35, 0.53, 0.72, 0.051},
		{"D", 0.704, 0.012, 0.714, 0.47, 0.73, 0.87, 0.011},
	}
	pooled := 0.0
	for _, c := range cases {
		t.Run(c.preset, func(t *testing.T) {
			table, err := Beta{Preset: c.preset}.PMF()
			if err != nil {
				t.Fatal(err)
			}
			mean := 0.0
			for _, v := range table {
				mean += v.Value * v.Probability
			}
			pooled += mean / 4
			if math.Abs(mean-c.mean) > c.meanOff || math.Abs(mean-c.published) > c.meanOff {
				t.Errorf("mean %v, want within %v of %v and %v", mean, c.meanOff, c.mean, c.published)
			}
			for _, q := range []struct{ share, want float64 }{{0.05, c.low}, {0.5, c.median}, {0.95, c.high}} {
				if got := percentile(table, q.share); math.Abs(got-q.want) > c.offRank {
					t.Errorf("%v of the jobs lie below %v, want %v", q.share, got, q.want)
				}
			}
		})
	}
	if math.Abs(pooled-0.514139) > 0.002 {
		t.Errorf("mean over all four %v, want 0.514", pooled)
	}
}

func percentile(table []PMFValue, share float64) float64 {
	sum := 0.0
	for _, v := range table {
		if sum += v.Probability; sum >= share {
			return v.Value
		}
	}
	return math.NaN()
}
