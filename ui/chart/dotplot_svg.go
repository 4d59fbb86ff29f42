package chart

import "math"

// The sizes of the figures of rows, in CSS pixels.
const (
	rowsWidth   = 720.0
	rowHeight   = 32.0
	axisHeight  = 22.0
	keyHeight   = 26.0
	valueWidth  = 112.0
	mostName    = 220.0 // a longer name is cut
	leastName   = 90.0
	columnSpace = 16.0
)

// rows is where the parts of a figure of rows stand.
type rows struct {
	left, right float64 // of the plot
	top, bottom float64
	most        float64 // end of the axis
}

// layRows finds the places of n rows with the given names.
func layRows(p *Picture, names [][2]string, most float64) rows {
	width := leastName
	for _, n := range names {
		width = math.Max(width, math.Max(TextWidth(n[0], textSize), TextWidth(n[1], smallSize)))
	}
	r := rows{left: margin + math.Min(width, mostName) + columnSpace, right: p.Width - margin - valueWidth - columnSpace, most: most}
	r.top = margin + titleSize + 12
	r.bottom = r.top + rowHeight*float64(len(names))
	p.Height = r.bottom + axisHeight + keyHeight + margin
	return r
}

// at is where a value stands along the axis.
func (r *rows) at(v float64) float64 {
	return r.left + (r.right-r.left)*math.Min(1, math.Max(0, v/r.most))
}

// middle is the height of the i-th row.
func (r *rows) middle(i int) float64 { return r.top + rowHeight*(float64(i)+0.5) }

// frame draws what all rows stand on: the title, names, grid and axis.
func (r *rows) frame(p *Picture, names [][2]string, ticks []Tick) {
	p.heading("")
	for i, n := range names {
		y := r.middle(i)
		if n[1] == "" {
			p.Text(Fit(n[0], textSize, mostName), margin, y+5, Letters{})
			continue
		}
		p.Text(Fit(n[0], textSize, mostName), margin, y-1, Letters{})
		p.Text(Fit(n[1], smallSize, mostName), margin, y+12, Letters{Size: smallSize, Colour: "chart-quiet"})
	}
	for i, t := range ticks {
		x := r.at(t.Value * r.most)
		colour := "chart-grid"
		if i == 0 {
			colour = "chart-quiet"
		}
		p.Line(colour, x, r.top, x, r.bottom, 1, 1)
		p.Text(t.Label, x, r.bottom+15, Letters{Size: smallSize, Colour: "chart-quiet", Align: Middle})
	}
}

// value writes what stands at the end of a row, and a lesser part behind it.
func (r *rows) value(p *Picture, i int, value, spread string) {
	x := p.Width - margin - valueWidth
	p.Text(value, x, r.middle(i)+5, Letters{})
	p.Text(spread, x+6+TextWidth(value, textSize), r.middle(i)+5, Letters{Size: smallSize, Colour: "chart-quiet"})
}

// key is the line below a figure.
type key struct {
	p    *Picture
	x, y float64
}

func (r *rows) key(p *Picture, axis string) *key {
	k := &key{p, margin, r.bottom + axisHeight + keyHeight - 8}
	k.text(axis)
	return k
}

func (k *key) text(s string) {
	k.p.Text(s, k.x, k.y, Letters{Size: smallSize, Colour: "chart-quiet"})
	k.x += TextWidth(s, smallSize) + 18
}

// SVG draws the figure as a document of its own.
func (c *DotPlot) SVG(paper Paper) []byte {
	p := NewPicture(paper, rowsWidth, 0, c.Title, c.alternative())
	names := make([][2]string, len(c.Rows))
	for i := range c.Rows {
		names[i] = [2]string{c.Rows[i].Name, c.Rows[i].Detail}
	}
	r := layRows(p, names, c.most())
	r.frame(p, names, c.ticks())
	if c.Level > 0 {
		p.Path("M"+length(r.at(c.Level))+" "+length(r.top)+"V"+length(r.bottom), 0, 0, "", Stroke{Colour: "chart-quiet", Width: 1, Dashes: "3 3"}, c.LevelName)
	}
	for i := range c.Rows {
		d, y := &c.Rows[i], r.middle(i)
		if d.hasInterval() {
			p.Line(d.Class, r.at(d.Low), y, r.at(d.High), y, 2, 1)
		}
		if d.hasPublished() {
			p.Path(d.outline(), r.at(d.Published), y, "chart-surface", Stroke{Colour: d.Class, Width: 2}, c.published(d))
		}
		if d.hasValue() {
			p.Path(d.outline(), r.at(d.Value), y, d.Class, Stroke{Colour: "chart-surface", Width: 1}, c.title(d))
		}
		r.value(p, i, c.figure(d), c.spread(d))
	}
	k := r.key(p, c.Axis)
	if c.Interval != "" {
		p.Line("chart-quiet", k.x, k.y-4, k.x+24, k.y-4, 2, 1)
		p.Path(outlines[Disc], k.x+12, k.y-4, "chart-quiet", Stroke{Colour: "chart-surface", Width: 1}, "")
		k.x += 30
		k.text(c.Interval)
	}
	if c.anyPublished() {
		p.Path(outlines[Disc], k.x+6, k.y-4, "chart-surface", Stroke{Colour: "chart-quiet", Width: 2}, "")
		k.x += 18
		k.text("published")
	}
	return p.SVG()
}

// SVG draws the figure as a document of its own.
func (c *CauseBars) SVG(paper Paper) []byte {
	p := NewPicture(paper, rowsWidth, 0, c.Title, c.alternative())
	names := make([][2]string, len(c.Rows))
	for i := range c.Rows {
		names[i] = [2]string{c.Rows[i].Name, c.Rows[i].Detail}
	}
	r := layRows(p, names, c.most())
	r.frame(p, names, c.ticks())
	for i := range c.Rows {
		row, y := &c.Rows[i], r.middle(i)
		for _, s := range row.segments() {
			class := CauseClass(s.cause)
			from, to := r.at(s.from), r.at(s.from+s.value)
			// A gap of one pixel, unless that is all there is.
			p.Rect(class, from, y-9, math.Max(to-from-1, 0.75), 18, 1, c.title(row, s))
			p.Text(c.label(s), (from+to)/2, y+4, Letters{Size: smallSize, Colour: "on-" + class, Align: Middle})
		}
		r.value(p, i, c.sum(row), "")
	}
	k := r.key(p, c.Axis)
	for _, cause := range c.causes() {
		p.Rect(CauseClass(cause), k.x, k.y-10, 12, 12, 1, CauseMeaning(cause))
		k.x += 18
		k.text(CauseName(cause))
	}
	return p.SVG()
}
