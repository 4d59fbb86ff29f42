package policy

import (
	"math"
	"strconv"
	"strings"

	"rampart/ui/chart"
)

// The names of the tab's figures.
const (
	barsTitle = "Probability of each degree"
	mapTitle  = "Chosen degree, by beta and free servers"
)

// The sizes of the pictures, in CSS pixels.
const (
	edge        = 16.0
	small       = 12.0
	pictureWide = 720.0
	panelWide   = 216.0
	panelHigh   = 150.0
	panelGap    = 16.0
	panelLeft   = 34.0 // of a panel: the figures of beta
	panelFoot   = 48.0 // below a panel's plot: its axis, and space
	barRow      = 26.0
	barName     = 128.0
	barValue    = 96.0
)

// what says which policy and which job a picture is of.
func (c *View) what() string {
	m := c.Model
	return m.choice().Name + ": " + m.graph + ", beta " + m.beta + ", " + c.freeWords()
}

// barsPicture draws the probabilities.
func (c *View) barsPicture(paper chart.Paper) []byte {
	top := edge + 48
	p := chart.NewPicture(paper, pictureWide, top+barRow*float64(len(c.bars))+edge, barsTitle, c.what()+". "+c.alternative())
	p.Text(barsTitle, edge, edge+15, chart.Letters{Size: 15, Bold: true})
	p.Text(chart.Fit(c.what(), small, pictureWide-2*edge), edge, edge+34, chart.Letters{Size: small, Colour: "chart-quiet"})
	left, right := edge+barName, p.Width-edge-barValue
	for i := range c.bars {
		b, y := &c.bars[i], top+barRow*float64(i)
		words := chart.Letters{Bold: b.Chosen}
		if b.Offered {
			p.Rect("chart-grid", left, y+6, right-left, 14, 1, "")
			p.Rect("series-1", left, y+6, (right-left)*math.Min(1, math.Max(0, b.Probability)), 14, 1, "")
		} else {
			words.Colour = "chart-quiet"
			p.Path("M"+strconv.Itoa(int(left))+" "+strconv.Itoa(int(y+13))+"h"+strconv.Itoa(int(right-left)), 0, 0, "",
				chart.Stroke{Colour: "chart-grid", Width: 1, Dashes: "3 3"}, "")
		}
		p.Text(b.name(), edge, y+18, words)
		p.Text(b.value(), right+12, y+18, words)
	}
	return p.SVG()
}

// mapPicture draws the maps of all graphs.
func (c *View) mapPicture(paper chart.Paper) []byte {
	columns := min(3, len(c.heats))
	lines := (len(c.heats) + columns - 1) / columns
	words := make([]string, len(c.heats))
	for i := range c.heats {
		words[i] = c.heatWords(&c.heats[i])
	}
	top := edge + 68
	p := chart.NewPicture(paper, pictureWide, top+float64(lines)*(panelHigh+panelFoot+20)+edge, mapTitle, strings.Join(words, " "))
	p.Text(mapTitle, edge, edge+15, chart.Letters{Size: 15, Bold: true})
	quiet := chart.Letters{Size: small, Colour: "chart-quiet"}
	p.Text(chart.Fit(c.Model.choice().Name+". To the right: free servers; upwards: beta.", small, pictureWide-2*edge), edge, edge+34, quiet)
	c.pictureKey(p, edge+54)
	for i := range c.heats {
		x := edge + panelLeft + float64(i%columns)*(panelWide+panelGap)
		y := top + 20 + float64(i/columns)*(panelHigh+panelFoot+20)
		c.panel(p, &c.heats[i], x, y, panelWide-panelLeft)
	}
	return p.SVG()
}

// pictureKey writes which colour is which degree.
func (c *View) pictureKey(p *chart.Picture, y float64) {
	letters := chart.Letters{Size: small, Colour: "chart-quiet"}
	p.Text("degree", edge, y, letters)
	x := edge + 52
	for _, k := range c.keys() {
		p.Rect(k.Class, x, y-10, 18, 12, 1, "")
		p.Text(k.Name, x+24, y, letters)
		x += 36 + chart.TextWidth(k.Name, small)
	}
}

// panel draws the map of one graph.
func (c *View) panel(p *chart.Picture, h *heat, x, y, width float64) {
	p.Text(chart.Fit(h.graph, small, width), x, y-6, chart.Letters{Size: small, Bold: h.graph == c.Model.graph})
	w, high := width/float64(h.columns), panelHigh/float64(h.rows)
	for _, l := range h.layers {
		p.Path(scaled(l.runs, x, y, w, high), 0, 0, l.class, chart.Stroke{}, "degree "+strconv.Itoa(l.degree))
	}
	for _, m := range h.marks {
		p.Text(m.text, x+width*m.across, y+panelHigh*m.down+4, chart.Letters{Size: small, Colour: "on-" + m.class, Align: chart.Middle})
	}
	letters := chart.Letters{Size: small, Colour: "chart-quiet", Align: chart.Middle}
	for _, l := range c.freeLabels() {
		p.Text(l.Text, x+width*l.at, y+panelHigh+16, letters)
	}
	letters.Align = chart.End
	for _, l := range c.betaLabels() {
		p.Text(l.Text, x-6, y+panelHigh*l.at+4, letters)
	}
}

// scaled is runs of cells as the d of a path.
func scaled(runs []run, x, y, width, height float64) string {
	var b []byte
	add := func(mark byte, v float64) {
		b = strconv.AppendFloat(append(b, mark), math.Round(100*v)/100, 'f', -1, 64)
	}
	for _, r := range runs {
		add('M', x+float64(r.from)*width)
		add(' ', y+float64(r.down)*height)
		add('H', x+float64(r.to)*width)
		add('V', y+float64(r.down+1)*height)
		add('H', x+float64(r.from)*width)
		b = append(b, 'Z')
	}
	return string(b)
}
