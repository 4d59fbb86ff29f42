package workload

import (
	"fmt"
	"math"
	"testing"
)

var burstiness = Distribution{Kind: "bursty", Mean: 1000, BurstFactor: 10, BurstSeconds: 10_000, CalmSeconds: 40_000}

// TestBurstyRates holds the two rates against the definition: bursts and calms
// weighed by their shares of the time give the mean, and a burst has the factor.
func TestBurstyRates(t *testing.T) {
	for _, d := range []Distribution{
		burstiness,
		{Kind: "bursty", Mean: 1, BurstFactor: 1, BurstSeconds: 5, CalmSeconds: 7},
		{Kind: "bursty", Mean: 0.25, BurstFactor: 1000, BurstSeconds: 3, CalmSeconds: 1e9},
		{Kind: "bursty", Mean: 1e9, BurstFactor: 2, BurstSeconds: 1e9, CalmSeconds: 1e-6},
	} {
		b, err := newBursty(d, "interarrival")
		if err != nil {
			t.Fatal(err)
		}
		cycle := d.BurstSeconds + d.CalmSeconds
		rate := (d.CalmSeconds/b.meanIn[0] + d.BurstSeconds/b.meanIn[1]) / cycle
		if math.Abs(rate*d.Mean-1) > 1e-12 || math.Abs(b.meanIn[0]/b.meanIn[1]/d.BurstFactor-1) > 1e-12 {
			t.Errorf("%+v: times between arrivals %v, mean rate %v", d, b.meanIn, rate)
		}
	}
}

// arrivalTimes returns the times of n arrivals.
func arrivalTimes(t testing.TB, d Distribution, seed uint64, n int) []float64 {
	s := settings(1)
	s.Interarrival = d
	all := take(start(t, s, seed), n)
	times := make([]float64, len(all))
	for i, a := range all {
		times[i] = a.Seconds
	}
	return times
}

// dispersion counts the arrivals in windows and returns their mean number and
// the index of dispersion for counts.
func dispersion(times []float64, window float64) (mean, index float64) {
	windows := int(times[len(times)-1] / window)
	counts := make([]float64, windows)
	for _, at := range times[1:] { // the first arrival is always there
		if k := int(at / window); k < windows {
			counts[k]++
		}
	}
	sum, squares := 0.0, 0.0
	for _, c := range counts {
		sum += c
	}
	mean = sum / float64(windows)
	for _, c := range counts {
		squares += (c - mean) * (c - mean)
	}
	return mean, squares / float64(windows-1) / mean
}

// TestBurstyMoments compares streams with the mean that was asked for and with
// the index of dispersion of the source, and Poisson arrivals with 1.
func TestBurstyMoments(t *testing.T) {
	gentle := Distribution{Kind: "bursty", Mean: 20, BurstFactor: 4, BurstSeconds: 100, CalmSeconds: 100}
	cases := []struct {
		name      string
		d         Distribution
		window    float64
		tolerance float64 // of the index, relative
	}{
		{"short windows", burstiness, 2_000, 0.05},
		{"windows as long as a burst", burstiness, 10_000, 0.05},
		{"long windows", burstiness, 500_000, 0.15},
		{"gentle", gentle, 100, 0.05},
		{"no burst at all", Distribution{Kind: "bursty", Mean: 20, BurstFactor: 1, BurstSeconds: 100, CalmSeconds: 100}, 100, 0.05},
		{"Poisson", Distribution{Kind: "exponential", Mean: 20}, 100, 0.05},
	}
	streams := map[Distribution][]float64{}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			times := streams[c.d]
			if times == nil {
				times = arrivalTimes(t, c.d, 7, 200_000)
				streams[c.d] = times
			}
			mean, index := dispersion(times, c.window)
			if want := c.window / c.d.Mean; math.Abs(mean/want-1) > 0.03 {
				t.Errorf("%v arrivals in %v s, want %v", mean, c.window, want)
			}
			want := c.d.Dispersion(c.window)
			if math.Abs(index/want-1) > c.tolerance {
				t.Errorf("index of dispersion %v, want %v", index, want)
			}
			if c.d.BurstFactor > 1 && !(index > 1.1) {
				t.Errorf("index of dispersion %v: not bursty", index)
			}
		})
	}
}

// TestDispersion wants the known cases: 1 + 26.45 in the limit by hand for
// burstiness (rates 1/280 and 1/2800 a second, chances 1/5 and 4/5: 2 x 4/25 x
// (9/2800)^2 x 8000 x 1000), 1 at once, and what renewal processes have.
func TestDispersion(t *testing.T) {
	limit := 1 + 2*4.0/25*(9.0/2800)*(9.0/2800)*8000*1000
	for _, c := range []struct {
		name          string
		d             Distribution
		seconds, want float64
	}{
		{"limit", burstiness, math.Inf(1), limit},
		{"at once", burstiness, 1e-3, 1},
		{"very long", burstiness, 1e12, limit},
		{"fixed", Distribution{Kind: "fixed", Value: 3}, 100, 0},
		{"exponential", Distribution{Kind: "exponential", Mean: 3}, 100, 1},
		{"uniform", Distribution{Kind: "uniform", Min: 1, Max: 3, Decimals: 6}, 100, 1.0 / 12},
	} {
		if got := c.d.Dispersion(c.seconds); math.Abs(got-c.want) > 1e-5*(1+c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestMostArrivals wants the bound to hold and not to be silly.
func TestMostArrivals(t *testing.T) {
	const horizon = 1e6
	bound := burstiness.MostArrivals(horizon)
	if !(bound > 1000 && bound < 3000) {
		t.Errorf("at most %v arrivals", bound)
	}
	for seed := range uint64(100) {
		n := 0
		for _, at := range arrivalTimes(t, burstiness, seed, 3000) {
			if at < horizon {
				n++
			}
		}
		if float64(n) > bound {
			t.Errorf("seed %d: %d arrivals, at most %v were expected", seed, n, bound)
		}
	}
	long := Distribution{Kind: "bursty", Mean: 1000, BurstFactor: 1000, BurstSeconds: 1e6, CalmSeconds: 1e9}
	if got := long.MostArrivals(1e6); got < 400_000 || got > 600_000 {
		t.Errorf("a run inside one burst: at most %v arrivals", got)
	}
	if got := (Distribution{Kind: "fixed", Value: 1000}).MostArrivals(1e6); got != 1001 {
		t.Errorf("fixed: %v", got)
	}
}

// TestBurstyCopies wants a copied stream and its model to go on alike.
func TestBurstyCopies(t *testing.T) {
	s := settings(1)
	s.Interarrival = burstiness
	stream := start(t, s, 3)
	take(stream, 100)
	fork := *stream
	fork.order = append([]int32(nil), stream.order...)
	if a, b := fmt.Sprint(take(&fork, 500)), fmt.Sprint(take(stream, 500)); a != b {
		t.Error("a copy of the stream goes another way")
	}
}
