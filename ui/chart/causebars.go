package chart

import (
	"math"
	"strings"

	"rampart/core/cluster"
	"rampart/ui/number"
)

// CauseRow is one row of CauseBars.
type CauseRow struct {
	Name   string
	Detail string
	Class  string // CSS class of the strategy, for the swatch at its name
	// Fractions are the parts of the arrived jobs that each cause blocked.
	Fractions map[cluster.Cause]float64
}

// CauseBars is a figure of why jobs were blocked: one stacked bar a row, from
// a base of zero. It lines up with a DotPlot of the same Most.
type CauseBars struct {
	Title string // says what is shown
	Axis  string // quantity and unit of the axis
	Rows  []CauseRow
	Most  float64 // end of the axis; 0 chooses one
	Save  Saver   // saves the figure; nil leaves its buttons out
}

// segment is one part of a bar.
type segment struct {
	cause       cluster.Cause
	from, value float64
}

// segments are the parts of a row in the order of CauseOrder, none empty.
func (r *CauseRow) segments() []segment {
	var out []segment
	from := 0.0
	for _, cause := range CauseOrder {
		v := r.Fractions[cause]
		if !(v > 0) || math.IsInf(v, 0) {
			continue
		}
		out = append(out, segment{cause, from, v})
		from += v
	}
	return out
}

func (r *CauseRow) total() float64 {
	sum := 0.0
	for _, s := range r.segments() {
		sum += s.value
	}
	return sum
}

// sum is the figure at the end of a row.
func (c *CauseBars) sum(r *CauseRow) string { return number.Rate(r.total()) }

func (c *CauseBars) most() float64 {
	if c.Most > 0 {
		return c.Most
	}
	high := 0.0
	for i := range c.Rows {
		high = math.Max(high, c.Rows[i].total())
	}
	return Ceiling(high)
}

func (c *CauseBars) ticks() []Tick { return axisTicks(c.most(), number.Rate) }

func (c *CauseBars) at(v float64) string {
	return Percent(math.Min(1, math.Max(0, v/c.most())))
}

// middle is where the label of a segment stands.
func (c *CauseBars) middle(s segment) string { return c.at(s.from + s.value/2) }

// label is the figure inside a segment: the rate without its sign, or nothing
// where even a narrow figure does not fit.
func (c *CauseBars) label(s segment) string {
	if s.value/c.most() < 0.09 {
		return ""
	}
	return strings.TrimSuffix(number.Rate(s.value), number.Thin+"%")
}

func (c *CauseBars) title(r *CauseRow, s segment) string {
	return r.Name + ": " + number.RateExact(s.value) + " " + CauseName(s.cause) + ". " + CauseMeaning(s.cause)
}

// causes are those that occur in any row, in order.
func (c *CauseBars) causes() []cluster.Cause {
	var out []cluster.Cause
	for _, cause := range CauseOrder {
		for i := range c.Rows {
			if c.Rows[i].Fractions[cause] > 0 {
				out = append(out, cause)
				break
			}
		}
	}
	return out
}

// alternative is the figure in words.
func (c *CauseBars) alternative() string {
	rows := make([]string, 0, len(c.Rows))
	for i := range c.Rows {
		r := &c.Rows[i]
		parts := make([]string, 0, len(CauseOrder))
		for _, s := range r.segments() {
			parts = append(parts, CauseName(s.cause)+" "+number.Rate(s.value))
		}
		if len(parts) == 0 {
			parts = append(parts, "nothing blocked")
		}
		rows = append(rows, r.Name+" "+strings.Join(parts, ", "))
	}
	return c.Title + ". " + strings.Join(rows, "; ") + "."
}
