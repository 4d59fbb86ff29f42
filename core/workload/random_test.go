package workload

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestRandom holds the first words of two streams, computed outside Go from
// the definitions of SHA-256 and of PCG-DXSM: results kept for years hang on
// them.
func TestRandom(t *testing.T) {
	cases := []struct {
		name    string
		seed    uint64
		purpose string
		want    [3]uint64
	}{
		{"smallest seed", 0, "strategy/random", [3]uint64{0xfee3aaefa2ffdf46, 0x92d5b618915335e5, 0x7cfb3482bcfe901e}},
		{"largest seed", 1<<53 - 1, "workload/beta", [3]uint64{0x393437540258497e, 0x3ab7330627030a69, 0x3df69f00d71179b5}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := Random(c.seed, c.purpose)
			for i, want := range c.want {
				if got := r.Uint64(); got != want {
					t.Errorf("word %d is %#x, want %#x", i, got, want)
				}
			}
		})
	}
}

// TestRandomIndependent correlates streams that differ in one letter or in one
// bit of the seed: of 4096 pairs about 16 % may exceed 1/64, none 5/64.
func TestRandomIndependent(t *testing.T) {
	const n = 4096
	centred := func(r *rand.Rand) []float64 {
		x := make([]float64, n)
		for i := range x {
			x[i] = r.Float64() - 0.5
		}
		return x
	}
	base := centred(Random(1, "a"))
	for name, r := range map[string]*rand.Rand{
		"purpose": Random(1, "b"), "seed": Random(0, "a"), "longer purpose": Random(1, "aa"), "high bit": Random(1|1<<52, "a"),
	} {
		sum := 0.0
		for i, y := range centred(r) {
			sum += base[i] * y * 12 / n
		}
		if math.Abs(sum) > 5.0/64 {
			t.Errorf("another %s: correlation %v", name, sum)
		}
	}
}

// TestUintn wants every value of a range equally often, up to chance.
func TestUintn(t *testing.T) {
	for _, n := range []int{1, 2, 3, 7, 91, 1000} {
		r := rand.NewPCG(1, uint64(n))
		counts := make([]int, n)
		expected := make([]float64, n)
		for i := range expected {
			expected[i] = 200
		}
		for range 200 * n {
			counts[uintn(r, uint64(n))]++
		}
		checkFit(t, counts, expected)
	}
}

// TestUintnRejects takes a range of 3/4 of all words: without the rejection the
// first third of the values would come half of the time.
func TestUintnRejects(t *testing.T) {
	r := rand.NewPCG(1, 2)
	counts := make([]int, 3)
	for range 30_000 {
		counts[uintn(r, 3<<62)>>62]++
	}
	checkFit(t, counts, []float64{10_000, 10_000, 10_000})
}

func TestUnits(t *testing.T) {
	r := rand.NewPCG(1, 2)
	for range 100_000 {
		if u := unit(r); !(u >= 0 && u < 1) {
			t.Fatalf("unit returned %v", u)
		}
		if u := openUnit(r); !(u > 0 && u < 1) || math.Mod(u*0x1p53, 2) != 1 {
			t.Fatalf("openUnit returned %v", u)
		}
	}
}

// checkFit is Pearson's chi-square test; cells of fewer than 5 expected counts
// are taken together. The limit is 5 standard deviations.
func checkFit(t *testing.T, counts []int, expected []float64) {
	t.Helper()
	statistic, cells := 0.0, 0.0
	count, want := 0, 0.0
	for i := range counts {
		count += counts[i]
		want += expected[i]
		if want < 5 && i < len(counts)-1 {
			continue
		}
		difference := float64(count) - want
		if want > 0 {
			statistic += difference * difference / want
			cells++
		} else if count > 0 {
			t.Errorf("%d draws of impossible values", count)
		}
		count, want = 0, 0
	}
	if freedom := cells - 1; statistic > freedom+5*math.Sqrt(2*freedom)+1 {
		t.Errorf("chi-square is %.1f with %v degrees of freedom", statistic, freedom)
	}
}
