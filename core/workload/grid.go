package workload

import (
	"fmt"
	"math"

	"rampart/core/detmath"
)

// grid is the set of values first/scale, (first+1)/scale, ...; scale is a power
// of ten, so that every value is the float64 nearest to its decimal form. It is
// the support of the reference's Uniform distribution (spec/simulator.md
// section 2.1) without its table.
type grid struct {
	first float64 // an integer
	count uint64
	scale float64
}

func (g grid) at(k uint64) float64 { return (g.first + float64(k)) / g.scale }

// newGrid checks the fields min, max and decimals of the distribution at path
// and returns their grid. Values must lie in [low, high], or in (0, high] if
// low is 0.
func newGrid(path string, minimum, maximum float64, decimals int, low, high float64) (grid, error) {
	if decimals < 0 || decimals > MaxDecimals {
		return grid{}, invalid(path+".decimals", fmt.Sprintf("%d is out of range, expected an integer from 0 to %d", decimals, MaxDecimals))
	}
	if err := checkRange(path+".min", minimum, low, high); err != nil {
		return grid{}, err
	}
	if err := checkRange(path+".max", maximum, low, high); err != nil {
		return grid{}, err
	}
	scale := detmath.Pow10(decimals)
	first, err := onGrid(path+".min", minimum, scale, decimals)
	if err != nil {
		return grid{}, err
	}
	last, err := onGrid(path+".max", maximum, scale, decimals)
	if err != nil {
		return grid{}, err
	}
	if first > last {
		return grid{}, invalid(path+".min", fmt.Sprintf("%s is greater than max, expected at most %s", number(minimum), number(maximum)))
	}
	return grid{first: first, count: uint64(last-first) + 1, scale: scale}, nil
}

// checkRange returns an error unless low <= x <= high, or 0 < x <= high if low
// is 0.
func checkRange(path string, x, low, high float64) error {
	switch {
	case x >= low && x <= high && x > 0:
		return nil
	case low == 0:
		return invalid(path, fmt.Sprintf("%s is out of range, expected a number greater than 0 and up to %s", number(x), number(high)))
	}
	return invalid(path, fmt.Sprintf("%s is out of range, expected a number from %s to %s", number(x), number(low), number(high)))
}

// onGrid returns the integer x*scale. At most 1e15, it is exact.
func onGrid(path string, x, scale float64, decimals int) (float64, error) {
	k := math.RoundToEven(float64(x * scale))
	if nearest := k / scale; nearest != x {
		return 0, invalid(path, fmt.Sprintf("%s has more than %d decimals, expected %s or another multiple of %s",
			number(x), decimals, number(nearest), number(1/scale)))
	}
	return k, nil
}
