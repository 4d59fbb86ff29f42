package sweeps

import (
	"bytes"
	"strconv"

	"github.com/vugu/vugu"

	"rampart/core/experiment"
	"rampart/core/export"
	"rampart/core/sweep"
	"rampart/ui/chart"
	"rampart/ui/number"
	"rampart/ui/session"
)

// View is the sweep's part of the Compare tab.
type View struct {
	Model      *Model
	Experiment *experiment.Experiment // that the page shows
	Save       chart.Saver
	SaveFile   func(name, mediaType string, data []byte) // saves a table

	figure struct { // what stands in the page
		version int
		metric  *Metric
		work    *Work
		at      [2]int
		drawn   bool
	}
	lines *chart.Curves
	heat  *chart.HeatMaps
	at    [2]int // the value or the map and cell that are read out, counted from 1
	stays bool
}

// Compute implements vugu's life cycle: it prepares the figures that have
// changed. An element that is drawn without children keeps those it has.
func (c *View) Compute() {
	m := c.Model
	m.bound()
	f := &c.figure
	c.stays = f.drawn && f.work == m.Work && f.version == m.version && f.metric == m.Metric && f.at == c.at
	if c.stays || m.Work == nil || !m.Open {
		f.drawn = f.drawn && m.Open && m.Work != nil
		return
	}
	f.version, f.metric, f.work, f.at, f.drawn = m.version, m.Metric, m.Work, c.at, true
	c.lines, c.heat = nil, nil
	if len(m.Work.Sweep.Axes) == 1 {
		c.lines = m.curves()
		c.lines.At = c.at[0] - 1
	} else {
		c.heat = m.maps()
		c.heat.Map, c.heat.Cell = c.at[0]-1, c.at[1]-1
	}
}

func (c *View) read(at int) { c.at = [2]int{at + 1, 0} }

func (c *View) readCell(one, cell int) { c.at = [2]int{one + 1, cell + 1} }

// fields are those that can vary.
func (c *View) fields() []*sweep.Field { return sweep.Fields(c.Experiment) }

func (c *View) choose(axis int, event vugu.DOMEvent) {
	c.Model.Choose(c.Experiment, axis, event.PropString("target", "value"))
}

// edit takes what was typed into a field of an axis.
func (c *View) edit(axis int, part string, event vugu.DOMEvent) {
	d, text := &c.Model.Drafts[axis], event.PropString("target", "value")
	switch part {
	case "from":
		d.From = text
	case "to":
		d.To = text
	case "n":
		d.N = text
	}
}

func (c *View) toggleLog(axis int) { c.Model.Drafts[axis].Log = !c.Model.Drafts[axis].Log }

func (c *View) unit(axis int) string {
	if f, err := sweep.Find(c.Experiment, c.Model.Drafts[axis].Path); err == nil {
		return f.Unit
	}
	return ""
}

func (c *View) mistake() string {
	if c.Model.Drafts[0].Path == "" && c.Model.Drafts[1].Path == "" {
		return ""
	}
	return c.Model.Mistake(c.Experiment)
}

func (c *View) takeMetric(event vugu.DOMEvent) {
	c.Model.Metric = metricOf(event.PropString("target", "value"))
}

// stale reports whether the sweep that is shown is of another experiment than
// the one that the page shows.
func (c *View) stale() bool {
	w := c.Model.Work
	if w == nil || w.Sweep.Base == c.Experiment {
		return false
	}
	plain := func(x *experiment.Experiment) []byte {
		y := *x
		y.View, y.Train = nil, nil
		return experiment.AppendCanonical(nil, &y)
	}
	return !bytes.Equal(plain(w.Sweep.Base), plain(c.Experiment))
}

func (c *View) state() string {
	if c.Model.Work == nil {
		return ""
	}
	return string(c.Model.Work.State)
}

func (c *View) digest() string {
	if c.Model.Work == nil {
		return ""
	}
	return c.Model.Work.Digest
}

func (c *View) stopped() bool {
	return c.Model.Work != nil && c.Model.Work.State == session.Stopped
}

func (c *View) part() string {
	return strconv.FormatFloat(100*c.Model.Part(), 'f', 1, 64)
}

func (c *View) saveCSV() {
	c.SaveFile("sweep.csv", "text/csv", export.AppendSweepCSV(nil, c.Model.Work.Result()))
}

func (c *View) saveJSON() {
	c.SaveFile("sweep.json", "application/json", sweep.AppendFile(nil, c.Model.Work.Result()))
}

// maxRows bounds the rows of the table in the page; the files have all.
const maxRows = 200

// rows are the points that the table shows.
func (c *View) rows() int { return min(maxRows, c.Model.Work.Sweep.Points()) }

func (c *View) more() string {
	if n := c.Model.Work.Sweep.Points(); n > maxRows {
		return "The first " + number.Count(maxRows) + " of " + plural(n, "point") + "; the CSV file has all."
	}
	return ""
}

// figureText writes one cell of the table.
func (c *View) figureText(point, strategy int) string {
	m := c.Model
	v := m.Work.Interval(point, strategy, m.Metric)
	if v.N == 0 {
		return number.Missing
	}
	text := m.Metric.Show(v.Mean)
	if half := (v.High - v.Low) / 2; v.Bounded() {
		if m.Metric.Rate {
			return text + " ± " + strconv.FormatFloat(100*half, 'f', 1, 64)
		}
		return text + " ± " + m.Metric.Show(half)
	}
	return text
}

func (c *View) tableWord() string {
	if c.Model.Table {
		return "Hide the table"
	}
	return "Show as a table"
}

func ariaBool(b bool) string { return strconv.FormatBool(b) }

// inputID is the ID of a field of an axis.
func inputID(axis int, part string) string { return "sweep-" + part + "-" + strconv.Itoa(axis+1) }

// axisName names an axis of the form.
func axisName(axis int) string {
	if axis == 0 {
		return "Field"
	}
	return "Second field"
}
