package sweep

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"rampart/core/detmath"
	"rampart/core/strict"
)

// Range says the values of an axis by its ends.
type Range struct {
	From, To float64
	N        int  // values, both ends included
	Log      bool // neighbours differ by a factor instead of by a difference
}

// Values lists the values of a range for a field, ascending, rounded to nine digits, so
// that they read as they were meant, and to whole numbers where the field has
// only these; what is then equal stands once.
func (r Range) Values(f *Field) ([]float64, error) {
	switch {
	case math.IsNaN(r.From) || math.IsInf(r.From, 0) || math.IsNaN(r.To) || math.IsInf(r.To, 0):
		return nil, wrong("%s: the ends of a range are numbers", f.Path)
	case r.N < 1 || r.N > MaxPoints:
		return nil, wrong("%s: %d values, expected 1 to %d", f.Path, r.N, MaxPoints)
	case r.Log && !(r.From > 0 && r.To > 0):
		return nil, wrong("%s: from %s to %s by factors, expected ends above 0", f.Path, strict.FormatFloat(r.From), strict.FormatFloat(r.To))
	}
	var values []float64
	for i := range r.N {
		v := r.at(i)
		if f.Whole {
			v = math.Round(v)
		}
		values = append(values, v)
	}
	slices.Sort(values)
	return slices.Compact(values), nil
}

// at is the i-th value.
func (r Range) at(i int) float64 {
	if i == 0 || r.N == 1 {
		return r.From
	}
	if i == r.N-1 {
		return r.To
	}
	t := float64(i) / float64(r.N-1)
	if r.Log {
		low, high := detmath.Log(r.From), detmath.Log(r.To)
		return nineDigits(detmath.Exp(low + float64(t*(high-low))))
	}
	return nineDigits(r.From + float64(t*(r.To-r.From)))
}

func nineDigits(v float64) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 9, 64), 64)
	if err != nil {
		return v
	}
	return rounded
}

// ParseAxis reads an axis as the command line has it: "load=0.2:2:10",
// "cluster.ioSeconds=1e-8:1e-5:4:log" or "partition.maxDegree=2,4,8". The field
// alone takes the usual range.
func ParseAxis(text string, find func(path string) (*Field, error), usual func(*Field) Range) (Axis, error) {
	path, values, given := strings.Cut(text, "=")
	f, err := find(path)
	if err != nil {
		return Axis{}, err
	}
	a := Axis{Path: path}
	if !given {
		a.Values, err = usual(f).Values(f)
		return a, err
	}
	if !strings.Contains(values, ":") {
		for _, word := range strings.Split(values, ",") {
			v, err := number(path, word)
			if err != nil {
				return Axis{}, err
			}
			a.Values = append(a.Values, v)
		}
		slices.Sort(a.Values)
		return a, nil
	}
	r, err := parseRange(path, values)
	if err != nil {
		return Axis{}, err
	}
	a.Values, err = r.Values(f)
	return a, err
}

// parseRange reads FROM:TO:N or FROM:TO:N:log.
func parseRange(path, text string) (r Range, err error) {
	parts := strings.Split(text, ":")
	if len(parts) == 4 && parts[3] == "log" {
		r.Log, parts = true, parts[:3]
	}
	if len(parts) != 3 {
		return r, wrong("%s: %s is no range, expected FROM:TO:N, FROM:TO:N:log or V,V,...", path, strict.Excerpt(text))
	}
	if r.From, err = number(path, parts[0]); err != nil {
		return r, err
	}
	if r.To, err = number(path, parts[1]); err != nil {
		return r, err
	}
	if r.N, err = strconv.Atoi(parts[2]); err != nil {
		return r, wrong("%s: %s is no number of values", path, strict.Excerpt(parts[2]))
	}
	return r, nil
}

func number(path, word string) (float64, error) {
	v, err := strconv.ParseFloat(strings.TrimSpace(word), 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, wrong("%s: %s is no number", path, strict.Excerpt(word))
	}
	return v, nil
}
