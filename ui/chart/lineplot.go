package chart

import (
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

	low, high, most float64
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
	if c.Zero {
		c.low, c.high = 0, Ceiling(c.high)
	} else {
		c.low, c.high = around(c.low, c.high)
	}
	if c.Most == 0 {
		c.most = Ceiling(c.most)
	}
}

// around is an axis with round ends that takes in low to high.
func around(low, high float64) (from, to float64) {
	if high == low {
		pad := math.Max(math.Abs(low)*0.1, 1e-9)
		low, high = low-pad, high+pad
	}
	step := niceStep((high - low) / 3)
	return step * math.Floor(low/step+1e-9), step * math.Ceil(high/step-1e-9)
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

// Ticks are those of the vertical axis.
func (c *LinePlot) ticks() []Tick {
	most := 3
	if c.Large {
		most = 6
	}
	values := Ticks(c.low, c.high, most)
	ticks := make([]Tick, len(values))
	for i, v := range values {
		ticks[i] = Tick{c.down(v), withoutZeros(c.show(tidy(v, c.high-c.low)))}
	}
	return ticks
}

// tidy rounds a multiple of a tick's step to what the step can tell apart, so
// that labels do not show what binary fractions make of round numbers.
func tidy(v, span float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(span))-3)
	r, err := strconv.ParseFloat(strconv.FormatFloat(math.Round(v/unit)*unit, 'g', 6, 64), 64)
	if err != nil {
		panic("chart: a formatted number does not parse")
	}
	return r
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

// label is where the name of a level or of a line's end stands.
type label struct {
	Name, Class string
	Value       string
	Down        float64 // 0 to 1
}

// labels name the levels and the ends of named lines at the right of a large
// figure. Those that would overlap are moved apart.
func (c *LinePlot) labels() []label {
	var list []label
	for i := range c.Lines {
		l := &c.Lines[i]
		if n := len(l.Y); n > 0 && l.Name != "" {
			list = append(list, label{l.Name, l.Class, c.show(l.Y[n-1]), c.down(l.Y[n-1])})
		}
	}
	for _, v := range c.Levels {
		list = append(list, label{v.Name, v.Class, c.show(v.Value), c.down(v.Value)})
	}
	slices.SortStableFunc(list, func(a, b label) int {
		switch {
		case a.Down < b.Down:
			return -1
		case a.Down > b.Down:
			return 1
		}
		return 0
	})
	const gap = labelHeight / largeHeight
	for i := 1; i < len(list); i++ {
		list[i].Down = math.Max(list[i].Down, list[i-1].Down+gap)
	}
	bottom := 1.0
	for i := len(list) - 1; i >= 0; i-- {
		list[i].Down = math.Min(list[i].Down, bottom)
		bottom = list[i].Down - gap
	}
	return list
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
