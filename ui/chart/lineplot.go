package chart

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"rampart/ui/number"
)

// Line is one line of a LinePlot.
type Line struct {
	Name  string
	Class string // CSS class that sets --mark; "" takes the accent
	X, Y  []float64
	Dots  bool // a dot at each point
	Faint bool // drawn thin, behind the others
}

// Level is a value to compare with: a dashed line with its name at the end.
type Level struct {
	Name  string
	Class string
	Value float64
}

// LinePlot is a figure of lines over a common horizontal axis from zero. It is
// an SVG whose type and strokes keep their size at every width.
type LinePlot struct {
	Title   string // says what is shown
	Unit    string // of the vertical axis; "" for none
	Axis    string // quantity and unit of the horizontal axis; "" leaves its labels out
	Lines   []Line
	Levels  []Level
	Zero    bool                 // the vertical axis begins at zero, as that of a rate does
	Large   bool                 // the figure that the view is about
	Most    float64              // end of the horizontal axis; 0 chooses one
	Show    func(float64) string // writes a value of the vertical axis; nil: number.Significant
	Reading string               // the latest value, as text beside the title
	Note    string               // what it means, on hover and focus of the title
	Save    Saver                // saves the figure; nil leaves its buttons out

	low, high, step, most float64
}

// The height of the plot of a large figure and of a label in CSS pixels, as
// in chart.css.
const (
	largeHeight = 260.0
	labelHeight = 17.0
)

// Compute implements vugu's life cycle: it chooses the axes.
func (c *LinePlot) Compute() {
	c.low, c.high, c.most = math.Inf(1), math.Inf(-1), c.Most
	take := func(y float64) {
		if !math.IsNaN(y) && !math.IsInf(y, 0) {
			c.low, c.high = math.Min(c.low, y), math.Max(c.high, y)
		}
	}
	for i := range c.Lines {
		l := &c.Lines[i]
		for _, y := range l.Y {
			take(y)
		}
		if n := len(l.X); n > 0 && c.Most == 0 {
			c.most = math.Max(c.most, l.X[n-1])
		}
	}
	for _, level := range c.Levels {
		take(level.Value)
	}
	if !(c.high >= c.low) {
		c.low, c.high = 0, 1
	}
	c.round()
	if c.Most == 0 {
		c.most = Ceiling(c.most)
	}
}

// round gives the vertical axis round ends, a whole number of steps apart.
func (c *LinePlot) round() {
	if c.Zero {
		c.low = 0
	}
	if c.high <= c.low {
		pad := math.Max(math.Abs(c.low)*0.1, 1e-9)
		c.high += pad
		if !c.Zero {
			c.low -= pad
		}
	}
	parts := 2.0
	if c.Large {
		parts = 5
	}
	c.step = niceStep((c.high - c.low) / parts)
	c.low = c.step * math.Floor(c.low/c.step+1e-9)
	c.high = c.step * math.Ceil(c.high/c.step-1e-9)
}

func (c *LinePlot) show(v float64) string {
	if c.Show != nil {
		return c.Show(v)
	}
	return number.Significant(v)
}

// down is how far below the top of the plot a value stands, 0 to 1.
func (c *LinePlot) down(y float64) float64 {
	return math.Min(1, math.Max(0, (c.high-y)/(c.high-c.low)))
}

// ticks are those of the vertical axis.
func (c *LinePlot) ticks() []Tick {
	values := multiples(c.low, c.high, c.step)
	ticks := make([]Tick, len(values))
	for i, v := range values {
		ticks[i] = Tick{c.down(v), c.tickLabel(v)}
	}
	return ticks
}

// tickLabel writes a multiple of the step with the digits that it has, not
// those that binary fractions make of it.
func (c *LinePlot) tickLabel(v float64) string {
	unit := math.Pow(10, math.Floor(math.Log10(c.step)))
	exact, err := strconv.ParseFloat(strconv.FormatFloat(math.Round(v/unit)*unit, 'g', 9, 64), 64)
	if err != nil {
		panic("chart: a formatted number does not parse")
	}
	if c.Show != nil {
		return withoutZeros(c.Show(exact))
	}
	return number.Plain(exact)
}

// across are the ticks of the horizontal axis.
func (c *LinePlot) across() []Tick {
	if c.Axis == "" {
		return nil
	}
	most := 4
	if c.Large {
		most = 6
	}
	values := Ticks(0, c.most, most)
	ticks := make([]Tick, len(values))
	for i, v := range values {
		ticks[i] = Tick{v / c.most, short(v)}
	}
	return ticks
}

// short writes a large count with a letter for its thousands.
func short(v float64) string {
	switch {
	case v >= 1e9:
		return number.Significant(v/1e9) + number.Thin + "G"
	case v >= 1e6:
		return number.Significant(v/1e6) + number.Thin + "M"
	case v >= 1e3:
		return number.Significant(v/1e3) + number.Thin + "k"
	}
	return number.Significant(v)
}

// span is the extent of the plot's own units in both directions: integers of
// this size are finer than any screen.
const span = 4000

// path is a line as the d of an SVG path in units of the plot.
func (c *LinePlot) path(l *Line) string {
	b := make([]byte, 0, 12*len(l.X))
	pen := byte('M')
	for i, x := range l.X {
		y := l.Y[i]
		if math.IsNaN(y) || math.IsInf(y, 0) || x > c.most {
			pen = 'M'
			continue
		}
		b = append(b, pen)
		b = appendPlace(b, x/c.most, c.down(y))
		pen = 'L'
	}
	return string(b)
}

// dots are the points of a line as strokes without length, which round caps
// make dots of, however the plot is stretched.
func (c *LinePlot) dots(l *Line) string {
	b := make([]byte, 0, 14*len(l.X))
	for i, x := range l.X {
		if y := l.Y[i]; !math.IsNaN(y) && !math.IsInf(y, 0) && x <= c.most {
			b = appendPlace(append(b, 'M'), x/c.most, c.down(y))
			b = append(b, "h0"...)
		}
	}
	return string(b)
}

func appendPlace(b []byte, across, down float64) []byte {
	b = strconv.AppendInt(b, int64(math.Round(span*across)), 10)
	b = append(b, ' ')
	return strconv.AppendInt(b, int64(math.Round(span*down)), 10)
}

// label is the name of a level or of a line's end.
type label struct {
	Name, Class string
	Value       string
	At          float64 // where the value is, 0 to 1 from the top
	Down        float64 // where the name stands
}

// labels name the levels and the ends of named lines at the right of a large
// figure, from the top. Those that would overlap are moved apart, as little as
// can be.
func (c *LinePlot) labels() []label {
	var list []label
	add := func(name, class string, v float64) {
		list = append(list, label{name, class, c.show(v), c.down(v), c.down(v)})
	}
	for i := range c.Lines {
		l := &c.Lines[i]
		if n := len(l.Y); n > 0 && l.Name != "" {
			add(l.Name, l.Class, l.Y[n-1])
		}
	}
	for _, v := range c.Levels {
		add(v.Name, v.Class, v.Value)
	}
	slices.SortStableFunc(list, func(a, b label) int { return cmp.Compare(a.At, b.At) })
	moveApart(list, labelHeight/largeHeight)
	return list
}

// moveApart keeps labels, ordered by where they should stand, a gap apart:
// those that meet are stacked around the middle of where they should be.
func moveApart(list []label, gap float64) {
	type stack struct {
		sum   float64 // of where each would have the first stand
		n     int
		first float64
	}
	var stacks []stack
	for i := range list {
		s := stack{list[i].At, 1, list[i].At}
		for len(stacks) > 0 {
			above := stacks[len(stacks)-1]
			if above.first+float64(above.n)*gap <= s.first {
				break
			}
			stacks = stacks[:len(stacks)-1]
			s = stack{above.sum + s.sum - float64(above.n*s.n)*gap, above.n + s.n, 0}
			s.first = math.Min(math.Max(0, s.sum/float64(s.n)), 1-float64(s.n-1)*gap)
		}
		stacks = append(stacks, s)
	}
	i := 0
	for _, s := range stacks {
		for k := range s.n {
			list[i].Down = s.first + float64(k)*gap
			i++
		}
	}
}

func (c *LinePlot) class() string {
	if c.Large {
		return "figure lines lines-large"
	}
	return "figure lines"
}

// lineClass is the CSS class of a line.
func lineClass(l *Line) string {
	class := "lines-line"
	if l.Faint {
		class += " lines-faint"
	}
	if l.Class != "" {
		class += " " + l.Class
	}
	return class
}

// alternative is the figure in words.
func (c *LinePlot) alternative() string {
	s := c.Title
	if c.Reading != "" {
		s += ", now " + c.Reading
	}
	s += "."
	for i := range c.Lines {
		l := &c.Lines[i]
		if n := len(l.Y); n > 0 {
			name := l.Name
			if name == "" {
				name = "It"
			}
			s += " " + name + " went from " + c.show(l.Y[0]) + " to " + c.show(l.Y[n-1]) + "."
		}
	}
	for _, v := range c.Levels {
		s += " " + v.Name + " " + c.show(v.Value) + "."
	}
	return s
}
