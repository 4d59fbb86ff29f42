package chart

import (
	"math"
	"strconv"
	"strings"

	"rampart/ui/number"
)

// Shape tells marks of one colour apart.
type Shape int

// The shapes of a mark. A Bound is a limit rather than a run.
const (
	Disc Shape = iota
	Square
	Diamond
	Triangle
	Bound
)

// outlines are paths around the origin, all of about the same area.
var outlines = [...]string{
	Disc:     "M-5.5 0A5.5 5.5 0 1 0 5.5 0A5.5 5.5 0 1 0 -5.5 0Z",
	Square:   "M-5 -5H5V5H-5Z",
	Diamond:  "M0 -6.8L6.8 0L0 6.8L-6.8 0Z",
	Triangle: "M0 -6.4L6.4 5H-6.4Z",
	Bound:    "M-1 -10H1V10H-1Z",
}

// Dot is one row of a DotPlot.
type Dot struct {
	Name   string // what stands at the row
	Detail string // a few words more, "" for none
	Class  string // CSS class that sets --mark, as StrategyClass gives
	Shape  Shape
	Value  float64 // NaN if there is none yet
	// Low and High are the ends of the interval; both equal to Value, or both
	// 0, if there is none.
	Low, High float64
	// Published is a number from the literature to compare with, drawn hollow;
	// NaN or 0 if there is none. Source says where it is from.
	Published float64
	Source    string
	Cited     bool // there is no run of this row: its figure is Published
}

// DotPlot is a figure with one dot and interval a row, from a base of zero.
// It is an SVG that keeps its type size at every width.
type DotPlot struct {
	Title     string // says what is shown
	Axis      string // quantity and unit of the axis
	Interval  string // what the line through a dot is, as in "95 % interval of 3 seeds"; "" if no row has one
	Rows      []Dot
	Level     float64                    // a limit to hold all rows against, 0 for none
	LevelName string                     // what it is
	Most      float64                    // end of the axis; 0 chooses one
	Show      func(value float64) string // writes a value in short; nil means number.Rate
	Exact     func(value float64) string // writes a value in full; nil means number.RateExact
	Pick      func(row int)              // called when a row is chosen; nil if rows are only read
	Save      Saver                      // saves the figure; nil leaves its buttons out
	Picked    int                        // row that is shown as chosen, counted from 1; 0 for none
}

func (c *DotPlot) show(v float64) string {
	if c.Show != nil {
		return c.Show(v)
	}
	return number.Rate(v)
}

func (c *DotPlot) exact(v float64) string {
	if c.Exact != nil {
		return c.Exact(v)
	}
	return number.RateExact(v)
}

// most is the end of the axis.
func (c *DotPlot) most() float64 {
	if c.Most > 0 {
		return c.Most
	}
	high := 0.0
	for i := range c.Rows {
		for _, v := range []float64{c.Rows[i].Value, c.Rows[i].High, c.Rows[i].Published} {
			if v > high && !math.IsInf(v, 0) {
				high = v
			}
		}
	}
	return Ceiling(high)
}

// at is where a value stands along the axis, as an SVG length.
func (c *DotPlot) at(v float64) string {
	return Percent(math.Min(1, math.Max(0, v/c.most())))
}

func (c *DotPlot) ticks() []Tick { return axisTicks(c.most(), c.show) }

func axisTicks(most float64, show func(float64) string) []Tick {
	values := Ticks(0, most, 7)
	ticks := make([]Tick, len(values))
	for i, v := range values {
		ticks[i] = Tick{v / most, withoutZeros(show(v))}
	}
	return ticks
}

// withoutZeros removes decimals that are all zero: the labels of an axis are
// round numbers, whatever binary fractions make of them.
func withoutZeros(label string) string {
	point := strings.IndexByte(label, '.')
	if point < 0 {
		return label
	}
	rest := strings.TrimLeft(label[point+1:], "0")
	if rest == "" || rest[0] < '0' || rest[0] > '9' {
		return label[:point] + rest
	}
	return label
}

func (d *Dot) hasValue() bool     { return !math.IsNaN(d.Value) }
func (d *Dot) hasPublished() bool { return d.Published > 0 && !math.IsInf(d.Published, 0) }
func (d *Dot) hasInterval() bool  { return d.hasValue() && d.High > d.Low }
func (d *Dot) outline() string    { return outlines[d.Shape] }

// figure is the row's value as text; of a row that is only cited, the
// published one.
func (c *DotPlot) figure(d *Dot) string {
	switch {
	case d.hasValue():
		return c.show(d.Value)
	case d.Cited && d.hasPublished():
		return c.show(d.Published)
	}
	return number.Missing
}

// spread is half the width of the interval as text, or "".
func (c *DotPlot) spread(d *Dot) string {
	if !d.hasInterval() {
		return ""
	}
	half := (d.High - d.Low) / 2
	if c.Show != nil {
		return "±" + number.Thin + c.Show(half)
	}
	// As many decimals as the rate beside it has.
	rate := strings.TrimSuffix(number.Rate(d.Value), number.Thin+"%")
	decimals := 0
	if point := strings.IndexByte(rate, '.'); point >= 0 {
		decimals = len(rate) - point - 1
	}
	return "±" + number.Thin + strconv.FormatFloat(100*half, 'f', decimals, 64)
}

// title says a row exactly.
func (c *DotPlot) title(d *Dot) string {
	if !d.hasValue() {
		if d.Cited && d.hasPublished() {
			return c.published(d)
		}
		return d.Name + ": not run yet"
	}
	s := d.Name + ": " + c.exact(d.Value)
	if d.hasInterval() {
		s += ", from " + c.exact(d.Low) + " to " + c.exact(d.High)
	}
	return s
}

// published says a row's published number.
func (c *DotPlot) published(d *Dot) string {
	s := d.Name + ", published: " + c.show(d.Published)
	if d.Source != "" {
		s += " (" + d.Source + ")"
	}
	return s
}

// intervalTerm is what the glossary calls the line through a dot.
func (c *DotPlot) intervalTerm() string {
	if strings.Contains(c.Interval, "interval") {
		return "95 % interval"
	}
	return "Seed"
}

func (c *DotPlot) anyPublished() bool {
	for i := range c.Rows {
		if c.Rows[i].hasPublished() {
			return true
		}
	}
	return false
}

// alternative is the figure in words.
func (c *DotPlot) alternative() string {
	parts := make([]string, 0, len(c.Rows))
	for i := range c.Rows {
		d := &c.Rows[i]
		s := d.Name + " " + c.figure(d)
		if spread := c.spread(d); spread != "" {
			s += " " + spread
		}
		if d.Cited && d.hasPublished() {
			s += " (published)"
		} else if d.hasPublished() {
			s += ", published " + c.show(d.Published)
		}
		parts = append(parts, s)
	}
	return c.Title + ". " + strings.Join(parts, "; ") + "."
}
