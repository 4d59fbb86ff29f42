package chart

import (
	"math"
	"strconv"
)

// The sizes of a picture of lines, in CSS pixels.
const (
	linesWidth  = 720.0
	smallWidth  = 360.0
	linesHeight = largeHeight
	smallHeight = 110.0
	linesLeft   = 64.0
	namesWidth  = 188.0 // right of a large plot
)

// ground is where the plot of a picture of lines stands.
type ground struct{ left, top, width, height float64 }

// SVG draws the figure as a document of its own.
func (c *LinePlot) SVG(paper Paper) []byte {
	c.Compute()
	width, height, right := smallWidth, smallHeight, margin+6
	if c.Large {
		width, height, right = linesWidth, linesHeight, namesWidth
	}
	p := NewPicture(paper, width, 0, c.Title, c.alternative())
	at := ground{left: linesLeft, top: margin + titleSize + 16, height: height, width: p.Width - linesLeft - right}
	p.Height = at.top + height + 26 + margin
	if c.Large && c.Axis != "" {
		p.Height += 18
	}
	p.heading(c.Unit)
	p.Text(c.Reading, p.Width-margin, margin+titleSize, Letters{Align: End})
	c.grid(p, at)
	for i := range c.Lines {
		l := &c.Lines[i]
		s := Stroke{Colour: l.Class, Width: 2, Rounded: true}
		if s.Colour == "" {
			s.Colour = "chart-accent"
		}
		if l.Faint {
			s.Width, s.Alpha = 1, 0.55
		}
		p.Path(c.route(l, at), 0, 0, "", s, "")
		if l.Dots {
			p.Path(c.spots(l, at), 0, 0, "", Stroke{Colour: s.Colour, Width: 7, Rounded: true}, "")
		}
	}
	if c.Large {
		c.names(p, at)
	}
	return p.SVG()
}

// grid draws the lines behind the plot and the figures at its edges.
func (c *LinePlot) grid(p *Picture, at ground) {
	quiet := Letters{Size: smallSize, Colour: "chart-quiet", Align: End}
	for _, t := range c.ticks() {
		y := at.top + at.height*t.Value
		p.Line("chart-grid", at.left, y, at.left+at.width, y, 1, 1)
		p.Text(t.Label, at.left-8, y+4, quiet)
	}
	quiet.Align = Middle
	for _, t := range c.across() {
		p.Text(t.Label, at.left+at.width*t.Value, at.top+at.height+18, quiet)
	}
	if c.Large {
		quiet.Align = Start
		p.Text(c.Axis, at.left, at.top+at.height+38, quiet)
	}
	for _, v := range c.Levels {
		y := at.top + at.height*c.down(v.Value)
		colour := v.Class
		if colour == "" {
			colour = "chart-quiet"
		}
		p.Path("M"+length(at.left)+" "+length(y)+"H"+length(at.left+at.width), 0, 0, "", Stroke{Colour: colour, Width: 1.5, Dashes: "5 4"}, v.Name+": "+c.show(v.Value))
	}
}

// names writes the names of levels and lines at their ends.
func (c *LinePlot) names(p *Picture, at ground) {
	for _, l := range c.labels() {
		colour := l.Class
		if colour == "" {
			colour = "chart-quiet"
		}
		x := at.left + at.width
		p.Line(colour, x+2, at.top+at.height*l.At, x+16, at.top+at.height*l.Down, 1.5, 1)
		text := Fit(l.Name, smallSize, namesWidth-24-margin-TextWidth(" "+l.Value, smallSize)) + " " + l.Value
		p.Text(text, x+20, at.top+at.height*l.Down+4, Letters{Size: smallSize})
	}
}

// route is a line as the d of a path in pixels.
func (c *LinePlot) route(l *Line, at ground) string {
	b := make([]byte, 0, 12*len(l.X))
	pen := byte('M')
	for i, x := range l.X {
		if !c.drawn(x, l.Y[i]) {
			pen = 'M'
			continue
		}
		b = c.appendSpot(append(b, pen), x, l.Y[i], at)
		pen = 'L'
	}
	return string(b)
}

// spots are the points of a line as strokes without length.
func (c *LinePlot) spots(l *Line, at ground) string {
	b := make([]byte, 0, 16*len(l.X))
	for i, x := range l.X {
		if c.drawn(x, l.Y[i]) {
			b = append(c.appendSpot(append(b, 'M'), x, l.Y[i], at), "h0"...)
		}
	}
	return string(b)
}

func (c *LinePlot) drawn(x, y float64) bool {
	return !math.IsNaN(y) && !math.IsInf(y, 0) && x <= c.most
}

func (c *LinePlot) appendSpot(b []byte, x, y float64, at ground) []byte {
	b = strconv.AppendFloat(b, math.Round(10*(at.left+at.width*x/c.most))/10, 'f', -1, 64)
	return strconv.AppendFloat(append(b, ' '), math.Round(10*(at.top+at.height*c.down(y)))/10, 'f', -1, 64)
}
