package chart

import (
	"math"
	"strconv"
)

// SVG draws the figure as a document of its own.
func (c *Curves) SVG(paper Paper) []byte {
	c.Compute()
	p := NewPicture(paper, linesWidth, 0, c.Title, c.alternative())
	at := ground{left: linesLeft, top: margin + titleSize + 16, height: linesHeight, width: p.Width - linesLeft - namesWidth}
	p.Height = at.top + at.height + 44 + margin
	p.heading(c.Unit)
	c.frame(p, at)
	place := func(b []byte, across, down float64) []byte {
		b = strconv.AppendFloat(b, math.Round(10*(at.left+at.width*across))/10, 'f', -1, 64)
		return strconv.AppendFloat(append(b, ' '), math.Round(10*(at.top+at.height*down))/10, 'f', -1, 64)
	}
	for i := range c.Lines {
		l := &c.Lines[i]
		if d := c.band(l, place); d != "" {
			p.Area(d, l.Class, 0.16)
		}
	}
	for i := range c.Lines {
		l := &c.Lines[i]
		p.Path(c.path(l, place), 0, 0, "", Stroke{Colour: l.Class, Width: 2, Rounded: true}, "")
		for k, x := range c.X {
			if l.has(k) {
				p.Path(outlines[l.Shape], at.left+at.width*c.across(x), at.top+at.height*c.down(l.Y[k]), l.Class, Stroke{Colour: "chart-surface", Width: 1}, c.says(l, k))
			}
		}
	}
	for _, l := range c.labels() {
		x := at.left + at.width
		p.Line(l.Class, x+6, at.top+at.height*l.At, x+18, at.top+at.height*l.Down, 1.5, 1)
		text := Fit(l.Name, smallSize, namesWidth-26-margin-TextWidth(" "+l.Value, smallSize)) + " " + l.Value
		p.Text(text, x+22, at.top+at.height*l.Down+4, Letters{Size: smallSize})
	}
	return p.SVG()
}

// frame draws what the lines stand on.
func (c *Curves) frame(p *Picture, at ground) {
	quiet := Letters{Size: smallSize, Colour: "chart-quiet", Align: End}
	for _, t := range c.ticks() {
		y := at.top + at.height*t.Value
		p.Line("chart-grid", at.left, y, at.left+at.width, y, 1, 1)
		p.Text(t.Label, at.left-8, y+4, quiet)
	}
	quiet.Align = Middle
	for _, t := range c.acrossTicks() {
		p.Text(t.Label, at.left+at.width*t.Value, at.top+at.height+18, quiet)
	}
	if c.pointsOut() {
		x := at.left + at.width*c.across(c.Now)
		p.Path("M"+length(x)+" "+length(at.top)+"V"+length(at.top+at.height), 0, 0, "", Stroke{Colour: "chart-quiet", Width: 1, Dashes: "2 3"}, "this experiment")
	}
	quiet.Align = Start
	words := c.Axis
	if c.Band != "" {
		words += "; bands: " + c.Band
	}
	p.Text(words, at.left, at.top+at.height+40, quiet)
}

// Area fills a path; alpha is 0 to 1.
func (p *Picture) Area(d, colour string, alpha float64) {
	p.open("path")
	p.attribute("d", d)
	p.paint(colour, "")
	p.number("fill-opacity", alpha)
	p.end("path", "")
}
