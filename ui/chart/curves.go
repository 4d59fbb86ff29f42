package chart

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"rampart/ui/number"
)

// Curve is one line of a Curves, with an interval at each point.
type Curve struct {
	Mark
	Name string
	// Y are the values over Curves.X, NaN where there is none yet; Low and High
	// the ends of their intervals, equal to Y where there is none.
	Y, Low, High []float64
}

// Curves is a figure of a quantity over values of another, one line a strategy
// with its mark at each value and its interval as a band. It is an SVG whose type
// and strokes keep their size at every width.
type Curves struct {
	Title string // says what is shown
	Unit  string // of the vertical axis
	Axis  string // quantity and unit of the horizontal axis
	X     []float64
	Log   bool    // the horizontal axis is logarithmic
	Now   float64 // a value of X to point out, NaN for none
	Lines []Curve
	Band  string               // what the bands are; "" if there are none
	Zero  bool                 // the vertical axis begins at zero, as that of a rate does
	Show  func(float64) string // writes a value of the vertical axis
	Bare  bool                 // without the marks: while values come in they cost more time than they tell
	At    int                  // index into X that is read out, -1 for none
	Read  func(at int)         // called when another value is chosen; nil if none are read out
	Save  Saver

	axis        LinePlot // the vertical axis is that of lines
	left, right float64
}

// Compute implements vugu's life cycle: it chooses the axes.
func (c *Curves) Compute() {
	c.axis = LinePlot{Zero: c.Zero, Large: true, Show: c.Show}
	low, high := math.Inf(1), math.Inf(-1)
	for i := range c.Lines {
		l := &c.Lines[i]
		for k, y := range l.Y {
			for _, v := range []float64{y, l.Low[k], l.High[k]} {
				if !math.IsNaN(v) && !math.IsInf(v, 0) {
					low, high = math.Min(low, v), math.Max(high, v)
				}
			}
		}
	}
	if !(high >= low) {
		low, high = 0, 1
	}
	if c.Zero {
		low = 0
	}
	c.axis.low, c.axis.high = low, high
	c.axis.round()
	if len(c.X) > 0 {
		c.left, c.right = c.scaled(c.X[0]), c.scaled(c.X[len(c.X)-1])
	}
}

func (c *Curves) scaled(x float64) float64 {
	if c.Log {
		return math.Log(x)
	}
	return x
}

// across is where a value stands along the horizontal axis, 0 to 1. A single
// value stands in the middle.
func (c *Curves) across(x float64) float64 {
	if c.right == c.left {
		return 0.5
	}
	return (c.scaled(x) - c.left) / (c.right - c.left)
}

func (c *Curves) down(y float64) float64 { return c.axis.down(y) }

// ticks are those of the vertical axis.
func (c *Curves) ticks() []Tick { return c.axis.ticks() }

// mostAcross is how many labels a horizontal axis has room for.
const mostAcross = 7

// acrossTicks are those of the horizontal axis: round values, or those of the
// points where they are few or lie by factors.
func (c *Curves) acrossTicks() []Tick {
	values := c.X
	if step := (len(values) + mostAcross - 1) / mostAcross; step > 1 {
		if c.Log {
			var some []float64
			for i := 0; i < len(values); i += step {
				some = append(some, values[i])
			}
			values = some
		} else {
			values = Ticks(c.X[0], c.X[len(c.X)-1], mostAcross)
		}
	}
	ticks := make([]Tick, len(values))
	for i, v := range values {
		ticks[i] = Tick{c.across(v), ShortValue(v)}
	}
	return ticks
}

// ShortValue writes a value of an axis in few characters.
func ShortValue(v float64) string {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 4, 64), 64)
	if err != nil {
		panic("chart: a formatted number does not parse")
	}
	for _, u := range []struct {
		size   float64
		letter string
	}{{1e12, "T"}, {1e9, "G"}, {1e6, "M"}} {
		if math.Abs(rounded) >= u.size {
			return number.Plain(trim(rounded/u.size)) + number.Thin + u.letter
		}
	}
	if rounded != 0 && math.Abs(rounded) < 1e-3 {
		return number.Significant(rounded)
	}
	return number.Plain(rounded)
}

// trim removes the digits that a division has brought.
func trim(v float64) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 9, 64), 64)
	if err != nil {
		panic("chart: a formatted number does not parse")
	}
	return rounded
}

// has reports whether a line has a value at a point.
func (l *Curve) has(k int) bool { return !math.IsNaN(l.Y[k]) && !math.IsInf(l.Y[k], 0) }

// path is a line as the d of a path; place writes a point of it.
func (c *Curves) path(l *Curve, place func(b []byte, across, down float64) []byte) string {
	var b []byte
	for k, x := range c.X {
		if l.has(k) { // one that is missing is not done yet: the line goes past it
			pen := byte('L')
			if len(b) == 0 {
				pen = 'M'
			}
			b = place(append(b, pen), c.across(x), c.down(l.Y[k]))
		}
	}
	return string(b)
}

// band is the area of the intervals of a line, "" if there are none.
func (c *Curves) band(l *Curve, place func(b []byte, across, down float64) []byte) string {
	var b []byte
	wide, last := false, -1
	for k, x := range c.X {
		if !l.has(k) {
			continue
		}
		pen := byte('L')
		if len(b) == 0 {
			pen = 'M'
		}
		wide = wide || l.High[k] > l.Low[k]
		b = place(append(b, pen), c.across(x), c.down(l.High[k]))
		last = k
	}
	if !wide {
		return ""
	}
	for k := last; k >= 0; k-- {
		if l.has(k) {
			b = place(append(b, 'L'), c.across(c.X[k]), c.down(l.Low[k]))
		}
	}
	return string(append(b, 'Z'))
}

// labels name the ends of the lines, from the top, moved apart.
func (c *Curves) labels() []label {
	var list []label
	for i := range c.Lines {
		l := &c.Lines[i]
		for k := len(l.Y) - 1; k >= 0; k-- {
			if l.has(k) {
				list = append(list, label{l.Name, l.Class, c.Show(l.Y[k]), c.down(l.Y[k]), c.down(l.Y[k])})
				break
			}
		}
	}
	slices.SortStableFunc(list, func(a, b label) int { return cmp.Compare(a.At, b.At) })
	moveApart(list, labelHeight/largeHeight)
	return list
}

// spot is a mark in the figure.
type spot struct {
	X, Y  string
	Title string
}

// spots are the marks of a line.
func (c *Curves) spots(l *Curve) []spot {
	var list []spot
	for k, x := range c.X {
		if l.has(k) {
			list = append(list, spot{Percent(c.across(x)), Percent(c.down(l.Y[k])), c.says(l, k)})
		}
	}
	return list
}

// says says a point exactly.
func (c *Curves) says(l *Curve, k int) string {
	s := l.Name + " at " + ShortValue(c.X[k]) + ": " + c.Show(l.Y[k])
	if l.High[k] > l.Low[k] {
		s += ", from " + c.Show(l.Low[k]) + " to " + c.Show(l.High[k])
	}
	return s
}

// alternative is the figure in words.
func (c *Curves) alternative() string {
	s := c.Title + " over " + c.Axis + "."
	for i := range c.Lines {
		l := &c.Lines[i]
		first, last := -1, -1
		for k := range l.Y {
			if l.has(k) {
				if first < 0 {
					first = k
				}
				last = k
			}
		}
		if first >= 0 {
			s += " " + l.Name + ": " + c.Show(l.Y[first]) + " at " + ShortValue(c.X[first]) + ", " + c.Show(l.Y[last]) + " at " + ShortValue(c.X[last]) + "."
		}
	}
	return s
}
