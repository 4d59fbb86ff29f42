package chart

import (
	"math"
	"strconv"

	"rampart/ui/number"
)

// Scale maps values Low..High linearly to positions From..To.
type Scale struct {
	Low, High float64
	From, To  float64
}

// At is the position of a value. A scale without extent puts all at From.
func (s Scale) At(value float64) float64 {
	if s.High == s.Low {
		return s.From
	}
	return s.From + (value-s.Low)/(s.High-s.Low)*(s.To-s.From)
}

// Value is the value at a position, the inverse of At.
func (s Scale) Value(position float64) float64 {
	if s.To == s.From {
		return s.Low
	}
	return s.Low + (position-s.From)/(s.To-s.From)*(s.High-s.Low)
}

// Tick is one mark of an axis.
type Tick struct {
	Value float64
	Label string
}

// Ticks are the multiples of 1, 2 or 5 times a power of ten within low..high,
// at most most of them (at least 2), ascending. Without extent there is one.
func Ticks(low, high float64, most int) []float64 {
	if !(high > low) || math.IsInf(high-low, 0) {
		return []float64{low}
	}
	step := niceStep((high - low) / float64(max(most-1, 1)))
	return multiples(low, high, step)
}

// Ceiling is the least end of an axis from zero that is a multiple of the step
// between its ticks, about five of them, and not below high.
func Ceiling(high float64) float64 {
	if !(high > 0) || math.IsInf(high, 0) {
		return 1
	}
	step := niceStep(high / 5)
	return step * math.Ceil(high/step-1e-9)
}

// niceStep is the least of 1, 2, 5 times a power of ten that is at least raw.
func niceStep(raw float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= raw*(1-1e-9) {
			return m * power
		}
	}
	return 10 * power
}

// multiples are the multiples of step within low..high, each computed by one
// multiplication so that no error adds up.
func multiples(low, high, step float64) []float64 {
	first := math.Ceil(low/step-1e-9) + 0 // plus zero: no tick at -0
	last := math.Floor(high/step + 1e-9)
	out := make([]float64, 0, int(last-first)+1)
	for k := first; k <= last; k++ {
		out = append(out, k*step)
	}
	return out
}

// timeSteps are the steps between ticks of simulated time that people read
// without counting: seconds, then minutes, then hours up to a hundred.
var timeSteps = []float64{
	1, 2, 5, 10, 15, 30,
	60, 120, 300, 600, 900, 1800,
	3600, 2 * 3600, 3 * 3600, 6 * 3600, 12 * 3600, 24 * 3600, 48 * 3600, 96 * 3600,
}

// TimeTicks are ticks of an axis of simulated seconds, at most most of them
// (at least 2), ascending, labelled in s, min or h. All labels of one axis
// have the same unit, which is that of the step between them.
func TimeTicks(low, high float64, most int) []Tick {
	if !(high > low) || math.IsInf(high-low, 0) {
		return []Tick{{low, number.Duration(low)}}
	}
	raw := (high - low) / float64(max(most-1, 1))
	var step float64
	switch last := timeSteps[len(timeSteps)-1]; {
	case raw <= 0.5:
		step = niceStep(raw)
	case raw > last:
		step = 3600 * niceStep(raw/3600)
	default:
		for _, step = range timeSteps {
			if step >= raw*(1-1e-9) {
				break
			}
		}
	}
	values := multiples(low, high, step)
	ticks := make([]Tick, len(values))
	for i, v := range values {
		ticks[i] = Tick{v, timeLabel(v, step)}
	}
	return ticks
}

// timeLabel writes v in the unit of step with just enough decimals to tell it
// from the next tick.
func timeLabel(v, step float64) string {
	unit, seconds := "s", 1.0
	switch {
	case step >= 3600:
		unit, seconds = "h", 3600
	case step >= 60:
		unit, seconds = "min", 60
	}
	decimals := 0
	if s := step / seconds; s < 1 {
		decimals = int(math.Ceil(-math.Log10(s) - 1e-9))
	}
	// Rounded first, so that Plain sees 0.3 and not 0.30000000000000004.
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v/seconds, 'f', decimals, 64), 64)
	if err != nil {
		panic("chart: a formatted number does not parse")
	}
	return number.Plain(rounded) + number.Thin + unit
}

// Percent writes a position from 0 to 1 as a length for an SVG attribute.
func Percent(fraction float64) string {
	return strconv.FormatFloat(100*fraction, 'f', 3, 64) + "%"
}
