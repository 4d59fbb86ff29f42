// Package number writes figures for people: three significant digits,
// thin-space groups, percent for rates, seconds, minutes or hours by size.
package number

import (
	"math"
	"strconv"
	"strings"
)

// Thin is the space inside figures: between groups of three digits, and
// between a figure and its unit. It does not break.
const Thin = "\u202f"

// Missing stands for a figure that does not exist.
const Missing = "\u2013"

// Rate writes a fraction of 1 as a percentage: 0.1409 is "14.1 %".
func Rate(fraction float64) string {
	if !finite(fraction) {
		return Missing
	}
	return Significant(100*fraction) + Thin + "%"
}

// RateExact writes a fraction of 1 as a percentage with four decimals.
func RateExact(fraction float64) string {
	if !finite(fraction) {
		return Missing
	}
	return strconv.FormatFloat(100*fraction, 'f', 4, 64) + Thin + "%"
}

// Duration writes a time in seconds with the unit that fits its size: below a
// minute s, below an hour min, else h.
func Duration(seconds float64) string {
	if !finite(seconds) {
		return Missing
	}
	switch abs := math.Abs(seconds); {
	case abs < 59.95: // what rounds to 60.0 is a minute
		return Significant(seconds) + Thin + "s"
	case abs < 3597: // what rounds to 60.0 min is an hour
		return Significant(atLeastOne(seconds/60)) + Thin + "min"
	default:
		return Significant(atLeastOne(seconds/3600)) + Thin + "h"
	}
}

// atLeastOne keeps a figure whose rounding has lifted it into the next unit
// from reading as 0.999 of that unit.
func atLeastOne(v float64) float64 {
	return math.Copysign(math.Max(1, math.Abs(v)), v)
}

// Seconds writes a time in seconds to a tenth, in groups: "7 486.9 s".
func Seconds(seconds float64) string {
	if !finite(seconds) {
		return Missing
	}
	return group(trim(strconv.FormatFloat(seconds, 'f', 1, 64))) + Thin + "s"
}

// Times writes a ratio: "15.7 ×".
func Times(ratio float64) string {
	if !finite(ratio) {
		return Missing
	}
	return Significant(ratio) + Thin + "×"
}

// Count writes a whole number in groups of three digits.
func Count(n int) string { return group(strconv.Itoa(n)) }

// Significant writes three significant digits in groups: 0.0360, 14.1, 1 870;
// what is below a millionth has an exponent, as in 1.50 × 10⁻⁹. A whole
// number below 1000 that is exact stays whole.
func Significant(v float64) string {
	if !finite(v) {
		return Missing
	}
	if v == 0 {
		return "0"
	}
	if v == math.Trunc(v) && math.Abs(v) < 1000 {
		return group(strconv.FormatFloat(v, 'f', 0, 64))
	}
	scientific := strconv.FormatFloat(v, 'e', 2, 64)
	mark := strings.IndexByte(scientific, 'e')
	exponent, err := strconv.Atoi(scientific[mark+1:])
	if err != nil {
		panic("number: a formatted exponent does not parse")
	}
	if exponent < -6 {
		return scientific[:mark] + Thin + "×" + Thin + "10" + superscript.Replace(strconv.Itoa(exponent))
	}
	// Through the rounded value, so that the digits after the third are zeros.
	rounded, err := strconv.ParseFloat(scientific, 64)
	if err != nil {
		panic("number: a formatted number does not parse")
	}
	return group(strconv.FormatFloat(rounded, 'f', max(0, 2-exponent), 64))
}

// superscript raises the digits and the sign of an exponent.
var superscript = strings.NewReplacer("-", "⁻", "0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴",
	"5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹")

// Plain writes v with as many digits as it needs, in groups: 1000000 is
// "1 000 000". Very large and very small numbers get an exponent.
func Plain(v float64) string {
	if !finite(v) {
		return Missing
	}
	if abs := math.Abs(v); abs != 0 && (abs < 1e-4 || abs >= 1e15) {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return group(strconv.FormatFloat(v, 'f', -1, 64))
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// trim removes ".0".
func trim(s string) string { return strings.TrimSuffix(s, ".0") }

// group puts thin spaces between groups of three digits before the point. Four
// digits stay together only in columns, so they are grouped here as well.
func group(s string) string {
	sign := ""
	if strings.HasPrefix(s, "-") {
		sign, s = "\u2212", s[1:]
	}
	whole, rest, _ := strings.Cut(s, ".")
	var b strings.Builder
	b.WriteString(sign)
	for i, digit := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteString(Thin)
		}
		b.WriteRune(digit)
	}
	if rest != "" {
		b.WriteString("." + rest)
	}
	return b.String()
}
