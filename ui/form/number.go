package form

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"rampart/core/strict"
)

var errNotANumber = errors.New("not a number")

// formatNumber writes v, which is in the unit of the file, in a unit that is
// 10^shift times larger. Only the decimal point moves, so that what is written
// reads back as v.
func formatNumber(v float64, shift int) string {
	if v == 0 {
		return "0"
	}
	digits, exponent, negative := decimal(v)
	exponent -= shift
	sign := ""
	if negative {
		sign = "-"
	}
	switch point := exponent + 1; { // digits before the decimal point
	case point > 15 || point < -5:
		mantissa := digits[:1]
		if len(digits) > 1 {
			mantissa += "." + digits[1:]
		}
		return sign + mantissa + "e" + strconv.Itoa(exponent)
	case point <= 0:
		return sign + "0." + strings.Repeat("0", -point) + digits
	case point >= len(digits):
		return sign + digits + strings.Repeat("0", point-len(digits))
	default:
		return sign + digits[:point] + "." + digits[point:]
	}
}

// decimal returns the shortest digits d and the exponent e of |v| = d.ddd x 10^e.
func decimal(v float64) (digits string, exponent int, negative bool) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return "0", 0, false
	}
	mantissa, power, _ := strings.Cut(strconv.FormatFloat(math.Abs(v), 'e', -1, 64), "e")
	exponent, err := strconv.Atoi(power)
	if err != nil {
		panic("form: a formatted exponent does not parse")
	}
	return strings.Replace(mantissa, ".", "", 1), exponent, v < 0
}

// parseNumber reads a number in a unit that is 10^shift times larger than that
// of the file. It takes a comma inside groups of digits for nothing but an
// error: what it means differs between countries.
func parseNumber(text string, shift int) (float64, error) {
	text = strings.Map(func(r rune) rune {
		switch r {
		case '\u202f', '\u2009', '\u00a0', ' ', '_': // spaces between groups
			return -1
		case '\u2212':
			return '-'
		}
		return r
	}, strings.TrimSpace(text))
	mantissa, power, found := text, "0", false
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		mantissa, power, found = text[:i], text[i+1:], true
	}
	exponent, err := strconv.Atoi(power)
	if err != nil || found && mantissa == "" || strings.ContainsAny(mantissa, "xXpPnNiI") {
		return 0, errNotANumber
	}
	v, err := strconv.ParseFloat(mantissa+"e"+strconv.Itoa(exponent+shift), 64)
	if err != nil {
		return 0, errNotANumber
	}
	return v, nil
}

// parseInteger reads a whole number.
func parseInteger(text string) (int, error) {
	v, err := parseNumber(text, 0)
	if err != nil || v != math.Trunc(v) || math.Abs(v) > math.MaxInt32 {
		return 0, errNotANumber
	}
	return int(v), nil
}

func quote(text string) string { return strict.Excerpt(text) }
