package chart

import "math"

// The sizes of a picture of maps, in CSS pixels.
const (
	mapWidth   = 200.0
	mapHeight  = 132.0
	mapGap     = 24.0
	mapLeft    = 52.0
	mapTop     = 24.0
	mapsAcross = 3
)

// SVG draws the figure as a document of its own.
func (c *HeatMaps) SVG(paper Paper) []byte {
	columns := min(mapsAcross, max(1, len(c.Maps)))
	rows := (len(c.Maps) + columns - 1) / columns
	one := mapLeft + mapWidth + mapGap
	words := ""
	for i := range c.Maps {
		words += c.alternative(&c.Maps[i]) + " "
	}
	p := NewPicture(paper, 2*margin+float64(columns)*one, 0, c.Title, words)
	top := margin + titleSize + 20
	p.heading(c.Unit)
	for i := range c.Maps {
		c.draw(p, &c.Maps[i], margin+one*float64(i%columns), top+(mapTop+mapHeight+mapGap+8)*float64(i/columns))
	}
	y := top + (mapTop+mapHeight+mapGap+8)*float64(rows) + 12
	quiet := Letters{Size: smallSize, Colour: "chart-quiet"}
	p.Text("Across: "+c.AcrossName+". Up: "+c.DownName+".", margin, y, quiet)
	x := margin
	y += 20
	p.Text(c.Show(c.Low), x, y, quiet)
	x += TextWidth(c.Show(c.Low), smallSize) + 8
	for i := range levels {
		p.Rect(levelClass(i), x, y-10, 18, 12, 1, "")
		x += 18
	}
	p.Text(c.Show(c.High), x+8, y, quiet)
	p.Height = y + margin
	return p.SVG()
}

// draw draws one map.
func (c *HeatMaps) draw(p *Picture, m *HeatMap, x, y float64) {
	p.Path(outlines[m.Shape], x+mapLeft+6, y+8, m.Class, Stroke{}, "")
	p.Text(Fit(m.Name, smallSize, mapWidth-20), x+mapLeft+18, y+12, Letters{Size: smallSize})
	left, top := x+mapLeft, y+mapTop
	width, height := mapWidth/float64(len(c.Across)), mapHeight/float64(len(c.Down))
	for i, v := range m.Values {
		if level := c.level(v); level >= 0 {
			column, row := i%len(c.Across), len(c.Down)-1-i/len(c.Across)
			title := m.Name + " at " + ShortValue(c.Across[column]) + ", " + ShortValue(c.Down[i/len(c.Across)]) + ": " + c.Show(v)
			p.Rect(levelClass(level), left+width*float64(column), top+height*float64(row), math.Max(width-0.5, 0.5), math.Max(height-0.5, 0.5), 1, title)
		}
	}
	quiet := Letters{Size: smallSize, Colour: "chart-quiet", Align: End}
	p.Text(c.downEnds()[1], left-6, top+10, quiet)
	p.Text(c.downEnds()[0], left-6, top+mapHeight, quiet)
	p.Text(c.acrossEnds()[1], left+mapWidth, top+mapHeight+16, quiet)
	quiet.Align = Start
	p.Text(c.acrossEnds()[0], left, top+mapHeight+16, quiet)
}
