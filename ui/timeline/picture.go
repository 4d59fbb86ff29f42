package timeline

import (
	"math"
	"strconv"

	"rampart/ui/chart"
)

// pictureWidth is the least width of a picture of a timeline, CSS pixels.
const pictureWidth = 720.0

// picture draws what is in view of a side, without pointer and focus.
func (s *Stage) picture(side int, width float64, list *chart.List) (height float64) {
	t := s.tracks[side]
	list.Reset()
	if t == nil {
		return 0
	}
	v := view{layout: arrange(width, s.lanes, s.causes), window: s.target, whole: s.whole, focus: none, hover: none, x: -1, moment: math.NaN(), cursor: s.play.cursor}
	p := painter{list: list}
	p.paint(t, &v)
	// The cells of this frame are of another width than the canvas's.
	t.dense.cells = nil
	return v.layout.height
}

// pictureName is what a side's picture is called.
func (c *View) pictureName(side int) string { return runName(side) + " timeline" }

// picture draws a side as a document of its own: which run it is, what the
// colours mean, and the timeline as it stands.
func (c *View) picture(side int) func(chart.Paper) []byte {
	return func(paper chart.Paper) []byte {
		const edge, small = 16.0, 12.0
		width := max(paper.Width, pictureWidth, c.stage.widths[side]) - 2*edge
		var list chart.List
		height := c.stage.picture(side, width, &list)
		pick := c.pick(side)
		title := c.name(side) + ", seed " + strconv.FormatUint(pick.Seed, 10)
		words := title
		if run := c.last[side]; run != nil {
			words = summary(title, run)
		}
		p := chart.NewPicture(paper, width+2*edge, 0, title, words)
		p.Text(chart.Fit(title, 15, width), edge, edge+15, chart.Letters{Size: 15, Bold: true})
		p.Text(c.facts(side), edge, edge+34, chart.Letters{Size: small, Colour: "chart-quiet"})
		top := c.pictureKey(p, edge, edge+54, width) + 12
		p.List(&list, edge, top, pictureTokens)
		p.Height = top + height + edge
		return p.SVG()
	}
}

// pictureKey writes which colour is which graph, over as many lines as it
// takes, and returns where the last of them ends.
func (c *View) pictureKey(p *chart.Picture, left, y, width float64) float64 {
	const small = 12.0
	x := left
	for _, k := range c.graphs() {
		name := chart.Fit(k.name, small, width-20)
		step := 36 + chart.TextWidth(name, small)
		if x > left && x+step > left+width {
			x, y = left, y+18
		}
		p.Rect(k.class, x, y-10, 14, 10, 1, "")
		p.Text(name, x+20, y, chart.Letters{Size: small, Colour: "chart-quiet"})
		x += step
	}
	return y
}

// pictureTokens are the tokens of the canvas's colours.
var pictureTokens = func() []string {
	names := ColourNames()
	for i, name := range names {
		names[i] = name[len("--"):]
	}
	return names
}()
