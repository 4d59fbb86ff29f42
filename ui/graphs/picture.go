package graphs

import (
	"math"

	"rampart/ui/chart"
)

// pictureWidth is the least width of a picture, CSS pixels.
const pictureWidth = 960.0

// The names of the pictures.
const (
	sheetTitle = "Computation graph"
	ganttTitle = "One training step"
)

// frame draws a list as a document of its own, below a title, a sentence and a
// key.
func frame(paper chart.Paper, title, words string, keys []key, draw func(width float64, list *chart.List) (height float64)) []byte {
	const margin, small = 16.0, 12.0
	width := math.Max(paper.Width, pictureWidth) - 2*margin
	var list chart.List
	height := draw(width, &list)
	p := chart.NewPicture(paper, width+2*margin, 0, title, words)
	p.Text(chart.Fit(title, 15, width), margin, margin+15, chart.Letters{Size: 15, Bold: true})
	p.Text(chart.Fit(words, small, width), margin, margin+34, chart.Letters{Size: small, Colour: "chart-quiet"})
	x, y := margin, margin+56
	for _, k := range keys {
		name := chart.Fit(k.Name, small, width-20)
		gap := 26 + chart.TextWidth(name, small)
		if x > margin && x+gap > margin+width {
			x, y = margin, y+18
		}
		p.Rect(k.Class, x, y-9, 14, 10, 1, "")
		p.Text(name, x+18, y, chart.Letters{Size: small, Colour: "chart-quiet"})
		x += gap
	}
	p.List(&list, margin, y+14, tokens)
	p.Height = y + 14 + height + margin
	return p.SVG()
}

// sheetPicture draws the whole graph.
func (c *View) sheetPicture(paper chart.Paper) []byte {
	m := c.Model
	return frame(paper, sheetTitle+" of "+m.figure.Name, m.sheetWords(), m.keys(), func(width float64, list *chart.List) float64 {
		s := NewSheet()
		s.figure, s.tone = m.figure, m.Sheet.tone
		height := s.Resize(width)
		s.Paint(list)
		return height
	})
}

// ganttPicture draws the part of the step that is in view.
func (c *View) ganttPicture(paper chart.Paper) []byte {
	m := c.Model
	keys := []key{{"heat-6", "forward op"}, {"heat-3", "backward op"}, {"graph-2", "data moves"}, {"chart-ink", "on the critical path"}}
	return frame(paper, ganttTitle+" of "+m.figure.Name, m.ganttWords(), keys, func(width float64, list *chart.List) float64 {
		g := *m.Gantt
		g.keyboard, g.over, g.leg, g.focus = false, false, none, none
		height := g.Resize(width)
		g.Paint(list)
		return height
	})
}

// costPicture draws the chart of costs.
func (c *View) costPicture(paper chart.Paper) []byte {
	keys := []key{{"chart-ink", "some op runs"}, {"graph-2", "only data moves"}, {"chart-accent", c.deadlineWords()}}
	return frame(paper, "JCT by degree of "+c.Model.figure.Name, c.Model.costLead(), keys, func(width float64, list *chart.List) float64 {
		const left, right, line = 84.0, 150.0, 28.0
		bars := c.costBars()
		across := width - left - right
		bottom := line * float64(len(bars))
		for _, t := range c.costTicks() {
			x := left + t.Value*across
			list.Line(grid, x, 0, x, bottom, 1, 1)
			list.Text(quiet, x, bottom+16, t.Label, chart.Middle, 12, false)
		}
		for i, b := range bars {
			y := line * float64(i)
			list.Text(ink, 0, y+19, b.Name, chart.Start, 13, b.Chosen)
			list.Rect(ink, left, y+6, b.Compute*across, 16, 1)
			list.Rect(moving, left+b.Compute*across, y+6, b.Other*across, 16, 1)
			list.Text(ink, width-right+12, y+19, b.Value+"  "+b.State, chart.Start, 13, false)
		}
		if part, ok := c.deadlineAt(); ok {
			list.Line(accent, left+part*across, 0, left+part*across, bottom, 1, 2)
		}
		return bottom + 24
	})
}
