package workload

import "sort"

// table draws from a probability mass function by inverting its cumulative
// distribution: the value drawn for a uniform u is the first whose cumulative
// probability exceeds u. A guide to the first candidate of each of
// len(guide) equal parts of [0, 1) makes that one or two steps
// (H. C. Chen and Y. Asau, AIIE Transactions 6 (1974), 163-166).
type table struct {
	values     []float64
	cumulative []float64 // non-decreasing, the last is 1
	guide      []int32   // a power of two of them
}

func newTable(values, cumulative []float64) *table {
	size := 1
	for size < 2*len(values) {
		size *= 2
	}
	t := &table{values, cumulative, make([]int32, size)}
	i := 0
	for j := range t.guide {
		for cumulative[i] <= float64(j)/float64(size) {
			i++
		}
		t.guide[j] = int32(i)
	}
	return t
}

// at returns the value for a uniform u in [0, 1).
func (t *table) at(u float64) float64 {
	i := t.guide[int(u*float64(len(t.guide)))]
	for t.cumulative[i] <= u {
		i++
	}
	return t.values[i]
}

// pmf returns the table as values and probabilities.
func (t *table) pmf() []PMFValue {
	p := make([]PMFValue, len(t.values))
	before := 0.0
	for i, v := range t.values {
		p[i] = PMFValue{v, t.cumulative[i] - before}
		before = t.cumulative[i]
	}
	return p
}

// massTable returns the table of probabilities that sum to nearly 1, in
// ascending order of value.
func massTable(masses []PMFValue) *table {
	masses = append([]PMFValue(nil), masses...)
	sort.Slice(masses, func(i, j int) bool { return masses[i].Value < masses[j].Value })
	values := make([]float64, len(masses))
	cumulative := make([]float64, len(masses))
	sum := 0.0
	for i, m := range masses {
		sum += m.Probability
		values[i], cumulative[i] = m.Value, sum
	}
	last := len(masses) - 1
	for i := range cumulative {
		cumulative[i] /= sum
	}
	// Values of probability 0 at the end must never be drawn: they share the 1.
	for cumulative[last] = 1; last > 0 && masses[last].Probability == 0; last-- {
		cumulative[last-1] = 1
	}
	return newTable(values, cumulative)
}
