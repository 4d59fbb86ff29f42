package strict

import (
	"math"
	"strconv"
	"strings"
)

// Range is a set of allowed numbers, for floats and integers alike. Its zero
// value allows only 0; use a constructor.
type Range struct {
	lo, hi float64
	open   bool // lo itself is not allowed
}

// Between allows lo <= x <= hi.
func Between(lo, hi float64) Range { return Range{lo, hi, false} }

// AtLeast allows x >= lo.
func AtLeast(lo float64) Range { return Range{lo, math.Inf(1), false} }

// Above allows x > lo.
func Above(lo float64) Range { return Range{lo, math.Inf(1), true} }

// AboveUpTo allows lo < x <= hi.
func AboveUpTo(lo, hi float64) Range { return Range{lo, hi, true} }

// Finite allows every finite number.
func Finite() Range { return Range{math.Inf(-1), math.Inf(1), false} }

// Contains reports whether x is finite and allowed.
func (r Range) Contains(x float64) bool {
	if math.IsNaN(x) || math.IsInf(x, 0) || x > r.hi {
		return false
	}
	return x > r.lo || !r.open && x == r.lo
}

// String describes the range in words that follow "expected a number".
func (r Range) String() string {
	lo, hi := readable(r.lo), readable(r.hi)
	unbounded := math.IsInf(r.hi, 1)
	switch {
	case math.IsInf(r.lo, -1) && unbounded:
		return ""
	case math.IsInf(r.lo, -1):
		return "up to " + hi
	case r.open && unbounded:
		return "greater than " + lo
	case r.open:
		return "greater than " + lo + " and up to " + hi
	case unbounded:
		return "from " + lo + " up"
	}
	return "from " + lo + " to " + hi
}

// readable writes x for a message, where 1e18 says more than its zeros.
func readable(x float64) string {
	s := FormatFloat(x)
	if e := strconv.FormatFloat(x, 'e', -1, 64); math.Abs(x) >= 1e15 && len(e) < len(s) {
		return strings.Replace(e, "e+", "e", 1)
	}
	return s
}

// expected is the phrase for a number or an integer ("a number") in the range.
func (r Range) expected(noun string) string {
	if s := r.String(); s != "" {
		return "expected " + noun + " " + s
	}
	return "expected " + noun
}

// FormatFloat writes x the way a person would type it: shortest digits that
// read back as x, an exponent only below 1e-6 and from 1e21 on, as JavaScript
// and RFC 8785 do.
func FormatFloat(x float64) string { return string(AppendFloat(nil, x)) }

// AppendFloat appends the text of FormatFloat to b. For finite x it is a JSON
// number.
func AppendFloat(b []byte, x float64) []byte {
	if x == 0 {
		return append(b, '0') // also for -0, which RFC 8785 writes so
	}
	if a := math.Abs(x); a >= 1e-6 && a < 1e21 {
		return strconv.AppendFloat(b, x, 'f', -1, 64)
	}
	from := len(b)
	b = strconv.AppendFloat(b, x, 'e', -1, 64)
	// The standard library pads exponents to two digits.
	if n := len(b); n-from >= 4 && b[n-4] == 'e' && b[n-2] == '0' {
		b[n-2] = b[n-1]
		b = b[:n-1]
	}
	return b
}
