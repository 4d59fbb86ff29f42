package cluster

import (
	"rampart/ui/chart"
)

// pictureTitle is what the picture of the servers is called.
const pictureTitle = "Servers and their jobs"

// pictureWidth is the least width of a saved picture, CSS pixels.
const pictureWidth = 720.0

// picture draws the servers as a document of its own: the moment in words, what
// the colours mean, and the cluster as it stands, without focus and pointer.
func (c *View) picture(paper chart.Paper) []byte {
	const margin, size = 16.0, 12.0
	m := c.Model
	width := max(paper.Width, pictureWidth) - 2*margin
	var list chart.List
	s := c.scene()
	s.plan = arrange(m.shape, m.first, min(m.shown(), m.shape.Groups-m.first), width)
	s.server, s.hover, s.tip, s.keys, s.still = none, none, "", false, nil
	s.paint(&list)

	p := chart.NewPicture(paper, width+2*margin, 0, pictureTitle, m.summary())
	p.Text(chart.Fit(m.lead(), 15, width), margin, margin+15, chart.Letters{Size: 15, Bold: true})
	p.Text(shapeWords(m.shape), margin, margin+34, chart.Letters{Size: size, Colour: "chart-quiet"})
	x, y := margin, margin+54.0
	for _, k := range m.graphKeys() {
		name := chart.Fit(k.name, size, width-20)
		step := 36 + chart.TextWidth(name, size)
		if x > margin && x+step > margin+width {
			x, y = margin, y+18
		}
		p.Rect(k.class, x, y-10, 14, 10, 1, "")
		p.Text(name, x+20, y, chart.Letters{Size: size, Colour: "chart-quiet"})
		x += step
	}
	tokens := ColourNames()
	for i, name := range tokens {
		tokens[i] = name[len("--"):]
	}
	p.List(&list, margin, y+12, tokens)
	p.Height = y + 12 + s.plan.height + margin
	return p.SVG()
}
