package paper

import (
	"fmt"
	"math"

	"rampart/core/experiment"
	"rampart/ui/number"
)

// within reports whether what is published agrees with our mean: it lies inside
// our interval, or our mean inside the published range.
func (r *Row) within(i experiment.Interval) bool {
	if r.Low < r.High && i.Mean >= r.Low && i.Mean <= r.High {
		return true
	}
	return i.Bounded() && r.Published >= i.Low && r.Published <= i.High
}

// distance is how far ours is from the published number: in the quantity's own
// unit for a rate, else as a part of it.
func (f *Figure) distance(r *Row, mean float64) float64 {
	if f.Measure.Rate {
		return math.Abs(mean - r.Published)
	}
	return math.Abs(mean-r.Published) / math.Abs(r.Published)
}

// gap writes a distance.
func (f *Figure) gap(d float64) string {
	if f.Measure.Rate {
		return number.Significant(100*d) + " points"
	}
	return number.Significant(100*d) + number.Thin + "%"
}

// Verdict says in a sentence or two how ours and the published numbers differ.
// ours gives a row's figure and whether there is one.
func (f *Figure) Verdict(ours func(r *Row) (experiment.Interval, bool)) string {
	var farthest *Row
	far, same, intervals, n, cited := 0.0, 0, 0, 0, 0
	for i := range f.Rows {
		r := &f.Rows[i]
		v, ok := ours(r)
		switch {
		case !ok:
			continue
		case r.Cited != "":
			cited++
			continue
		}
		n++
		if d := f.distance(r, v.Mean); farthest == nil || d > far {
			farthest, far = r, d
		}
		if v.Bounded() || r.High > r.Low {
			intervals++
			if r.within(v) {
				same++
			}
		}
	}
	if n == 0 {
		return ""
	}
	s := fmt.Sprintf("Ours and the published numbers differ by at most %s (%s).", f.gap(far), farthest.Name)
	if far < 5e-5 {
		s = "Ours equal the published numbers in all digits that are published."
	}
	if intervals > 0 {
		s += fmt.Sprintf(" %d of %d published numbers lie inside our 95%s%% intervals.", same, intervals, number.Thin)
	}
	if cited > 0 {
		s += " Rows of PAC-ML are left out of both: ours is another policy there."
	}
	return s
}
