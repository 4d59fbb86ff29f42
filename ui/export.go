package ui

import (
	"rampart/core/export"
	"rampart/ui/chart"
	"rampart/ui/compare"
	"rampart/ui/download"
)

// Export opens the dialog that saves what the page has as files.
func (c *Root) Export() {
	s := c.session
	src := &download.Source{Experiment: s.Experiment, Session: s, Seed: s.Experiment.Seeds[0]}
	src.Strategy, _ = compare.Extremes(s)
	if c.sides.of == s && c.tab == "timeline" {
		src.Strategy, src.Seed = c.sides.picks[0].Strategy, c.sides.picks[0].Seed
	}
	if e := c.model.Experiment(); e == nil {
		src.Words = "The marked fields of the form are wrong, so the experiment is that of the last run."
	} else if c.stale() {
		src.Experiment = e
		src.Words = "The settings have changed since the last run: the experiment has the new ones, all other files are of the last run."
	}
	c.files.Open(src)
}

// saveTable saves the table of strategies.
func (c *Root) saveTable() {
	c.host.SaveBytes(download.FileName(c.session.Experiment, "strategies.csv"), "text/csv", export.AppendCSV(nil, c.session.Result(), export.Strategies))
}

// pictureScale is how many pixels of a PNG file a CSS pixel has.
const pictureScale = 2

// savePicture saves a figure in the colours that the page has now.
func (c *Root) savePicture(name, format string, draw func(chart.Paper) []byte) {
	svg := draw(chart.Paper{Dark: c.host.Dark()})
	file := download.FileName(c.session.Experiment, download.Slug(name)+"."+format)
	if format != chart.FormatPNG {
		c.host.SaveBytes(file, "image/svg+xml", svg)
		return
	}
	c.host.SavePNG(file, svg, pictureScale, func() {
		c.Notice("The browser could not make a PNG file of this figure. SVG works without its help.")
	})
}
