package cluster

import (
	"math"
	"strconv"

	"rampart/ui/chart"
	"rampart/ui/number"
)

// curve is one line of a LogPlot.
type curve struct {
	name   string
	class  string // CSS class that sets --mark
	points []point
	faint  bool // drawn thin and dashed, behind the others
}

// LogPlot is a figure of lines over logarithmic axes, which is an SVG whose type
// and strokes keep their size at every width. What is zero or below is left out.
type LogPlot struct {
	Title, Unit, Axis string
	Curves            []curve
	Powers            float64 // base of the ticks to the right: 2 or 10
	ShowX, ShowY      func(float64) string
	At                float64 // marked place to the right, 0 for none
	Save              chart.Saver

	fine                   bool    // ticks at 1, 2 and 5 times powers of ten
	left, right, low, high float64 // logarithms of the axes' ends: to the right in Powers, upwards in 10
}

// Compute implements vugu's life cycle: it chooses the axes.
func (c *LogPlot) Compute() {
	c.left, c.right, c.low, c.high = math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, l := range c.Curves {
		for _, p := range l.points {
			if p.x > 0 && p.y > 0 {
				x, y := math.Log(p.x)/math.Log(c.Powers), math.Log10(p.y)
				c.left, c.right = min(c.left, x), max(c.right, x)
				c.low, c.high = min(c.low, y), max(c.high, y)
			}
		}
	}
	if c.right < c.left {
		c.left, c.right, c.low, c.high = 0, 1, -9, -8
	}
	const slack = 1e-9
	c.left, c.right = math.Floor(c.left+slack), math.Ceil(c.right-slack)
	c.right = max(c.right, c.left+1)
	if c.fine = c.high-c.low < 2; c.fine { // less than two powers of ten: ends at 1, 2 and 5 times one
		c.low, c.high = roundLog(c.low, false), roundLog(c.high, true)
	} else {
		c.low, c.high = math.Floor(c.low+slack), math.Ceil(c.high-slack)
	}
	if c.high <= c.low {
		c.low, c.high = c.low-1, c.low+1
	}
}

// ones are the logarithms of the numbers of fine ticks.
var ones = [...]float64{0, math.Log10(2), math.Log10(5), 1}

// roundLog rounds a logarithm up or down to that of 1, 2 or 5 times a power of
// ten.
func roundLog(v float64, up bool) float64 {
	power := math.Floor(v + 1e-9)
	best := power
	for _, one := range ones {
		switch at := power + one; {
		case !up && at <= v+1e-9:
			best = at
		case up && at >= v-1e-9:
			return at
		}
	}
	return best
}

// across and down are where a value stands, 0 to 1.
func (c *LogPlot) across(x float64) float64 {
	return (math.Log(x)/math.Log(c.Powers) - c.left) / (c.right - c.left)
}

func (c *LogPlot) down(y float64) float64 { return (c.high - math.Log10(y)) / (c.high - c.low) }

// ticks are powers of a base, at most so many.
func ticks(from, to, base float64, most int, place func(float64) float64, show func(float64) string) []chart.Tick {
	step := math.Ceil((to - from) / float64(most))
	var list []chart.Tick
	for e := from; e <= to; e += step {
		v := math.Pow(base, e)
		list = append(list, chart.Tick{Value: place(v), Label: show(v)})
	}
	return list
}

func (c *LogPlot) acrossTicks() []chart.Tick {
	return ticks(c.left, c.right, c.Powers, 8, c.across, c.ShowX)
}

func (c *LogPlot) downTicks() []chart.Tick {
	if !c.fine {
		return ticks(c.low, c.high, 10, 5, c.down, c.ShowY)
	}
	var list []chart.Tick
	for power := math.Floor(c.low); power <= c.high; power++ {
		for i, one := range ones[:3] {
			if at := power + one; at >= c.low-1e-9 && at <= c.high+1e-9 {
				v := [...]float64{1, 2, 5}[i] * math.Pow10(int(power))
				list = append(list, chart.Tick{Value: c.down(v), Label: c.ShowY(v)})
			}
		}
	}
	return list
}

// span is the extent of the plot's own units in both directions.
const span = 4000

// path is a line as the d of a path, the plot being so wide and high.
func (c *LogPlot) path(l *curve, width, height, left, top float64) string {
	b := make([]byte, 0, 12*len(l.points))
	pen := byte('M')
	for _, p := range l.points {
		if !(p.x > 0 && p.y > 0) {
			pen = 'M'
			continue
		}
		b = append(b, pen)
		b = strconv.AppendFloat(b, math.Round(10*(left+width*c.across(p.x)))/10, 'f', -1, 64)
		b = strconv.AppendFloat(append(b, ' '), math.Round(10*(top+height*c.down(p.y)))/10, 'f', -1, 64)
		pen = 'L'
	}
	return string(b)
}

// dots are the points of a line as strokes without length.
func (c *LogPlot) dots(l *curve) string {
	b := make([]byte, 0, 14*len(l.points))
	for _, p := range l.points {
		if p.x > 0 && p.y > 0 {
			b = strconv.AppendInt(append(b, 'M'), int64(math.Round(span*c.across(p.x))), 10)
			b = strconv.AppendInt(append(b, ' '), int64(math.Round(span*c.down(p.y))), 10)
			b = append(b, "h0"...)
		}
	}
	return string(b)
}

func (l *curve) lineClass() string {
	class := "lines-line " + l.class
	if l.faint {
		class += " cluster-base"
	}
	return class
}

// marked reports whether the marked place is on the plot.
func (c *LogPlot) marked() bool {
	if !(c.At > 0) {
		return false
	}
	x := c.across(c.At)
	return x >= 0 && x <= 1
}

// alternative is the figure in words.
func (c *LogPlot) alternative() string {
	s := c.Title + ", " + c.Unit + ", over " + c.Axis + ", both axes logarithmic."
	for _, l := range c.Curves {
		if n := len(l.points); n > 0 {
			s += " " + l.name + " goes from " + c.ShowY(l.points[0].y) + " at " + c.ShowX(l.points[0].x) +
				" to " + c.ShowY(l.points[n-1].y) + " at " + c.ShowX(l.points[n-1].x) + "."
		}
	}
	return s
}

// SVG draws the figure as a document of its own.
func (c *LogPlot) SVG(paper chart.Paper) []byte {
	const left, top, height, bottom, small = 64.0, 52.0, 260.0, 64.0, 12.0
	c.Compute()
	width := max(paper.Width, 480) - left - 24
	p := chart.NewPicture(paper, left+width+24, top+height+bottom, c.Title, c.alternative())
	p.Text(c.Title, 16, 24, chart.Letters{Size: 15, Bold: true})
	p.Text(c.Unit, 16, 42, chart.Letters{Size: small, Colour: "chart-quiet"})
	for _, t := range c.downTicks() {
		y := top + height*t.Value
		p.Line("chart-grid", left, y, left+width, y, 1, 1)
		p.Text(t.Label, left-8, y+4, chart.Letters{Size: small, Colour: "chart-quiet", Align: chart.End})
	}
	for _, t := range c.acrossTicks() {
		p.Text(t.Label, left+width*t.Value, top+height+18, chart.Letters{Size: small, Colour: "chart-quiet", Align: chart.Middle})
	}
	p.Text(c.Axis, left, top+height+36, chart.Letters{Size: small, Colour: "chart-quiet"})
	x := left
	for i := range c.Curves {
		l := &c.Curves[i]
		stroke := chart.Stroke{Colour: l.class, Width: 2}
		if l.faint {
			stroke.Width, stroke.Dashes = 1.5, "4 3"
		}
		p.Path(c.path(l, width, height, left, top), 0, 0, "", stroke, "")
		p.Path("M"+number.Plain(math.Round(x))+" "+number.Plain(top+height+50)+"h16", 0, 0, "", stroke, "")
		p.Text(l.name, x+20, top+height+54, chart.Letters{Size: small})
		x += 36 + chart.TextWidth(l.name, small)
	}
	return p.SVG()
}
