package paper

import (
	"fmt"
	"math"
	"strconv"

	"github.com/vugu/vugu"

	"rampart/core/experiment"
	"rampart/ui/chart"
	"rampart/ui/number"
	"rampart/ui/session"
)

// Dialog shows the published figures.
type Dialog struct {
	Model *Model
	// Open puts an experiment into the form and runs it.
	Open func(x *experiment.Experiment)
	// Save saves a figure.
	Save chart.Saver

	picked map[string]int // figure of each study, by its key
}

func (c *Dialog) chosen(s *Study) int { return c.picked[s.Key] }

func (c *Dialog) choose(s *Study, event vugu.DOMEvent) {
	key := event.PropString("target", "value")
	for i := range s.Figures {
		if s.Figures[i].Key == key {
			if c.picked == nil {
				c.picked = map[string]int{}
			}
			c.picked[s.Key] = i
		}
	}
}

func (c *Dialog) figure(s *Study) *Figure { return &s.Figures[c.chosen(s)] }

// plots is the figure of a study that is shown.
func (c *Dialog) plots(s *Study) []*chart.DotPlot {
	return []*chart.DotPlot{c.Model.Plot(s, c.figure(s))}
}

// Plot draws a figure: the published numbers and ours as far as they are there.
func (m *Model) Plot(s *Study, f *Figure) *chart.DotPlot {
	p := &chart.DotPlot{Title: f.Title, Axis: f.Axis, Interval: m.interval(s)}
	if !f.Measure.Rate { // which is the plot's own way
		p.Show, p.Exact = f.Measure.Show, f.Measure.Exact
	}
	for i := range f.Rows {
		r := &f.Rows[i]
		kind := s.Cases[r.Case].kind(r.Strategy)
		d := chart.Dot{Name: r.Name, Detail: r.Cited, Class: chart.StrategyClass(kind), Value: math.NaN(), Published: r.Published, Source: f.Source}
		if v, ok := m.ours(s, f, r); ok {
			d.Value, d.Low, d.High = v.Mean, v.Mean, v.Mean
			if v.Bounded() {
				d.Low, d.High = v.Low, v.High
			}
		} else {
			d.Cited = true // until it is run, the row shows what is published
		}
		p.Rows = append(p.Rows, d)
	}
	return p
}

// kind is that of a strategy of a case.
func (c *Case) kind(strategy int) string { return c.Make().Strategies[strategy].Kind }

func (m *Model) interval(s *Study) string {
	if w := m.work[s.Key]; w != nil && len(w.sessions) > 0 {
		if seeds := len(w.sessions[0].Experiment.Seeds); seeds > 1 {
			return fmt.Sprintf("ours: mean and 95%s%% interval of %d seeds", number.Thin, seeds)
		}
		return "ours"
	}
	return ""
}

// verdict compares ours with what is published.
func (c *Dialog) verdict(s *Study) string {
	f := c.figure(s)
	v := f.Verdict(func(r *Row) (experiment.Interval, bool) { return c.Model.ours(s, f, r) })
	if v == "" {
		return "Run it to see ours beside the published numbers."
	}
	if f.Remark != "" {
		v += " " + f.Remark
	}
	return v
}

func (c *Dialog) source(s *Study) string { return "Source: " + c.figure(s).Source + "." }

// state is the section's data-state.
func (c *Dialog) state(s *Study) string {
	w := c.Model.work[s.Key]
	switch {
	case w == nil:
		return "none"
	case w.done():
		return string(session.Done)
	case w.stopped:
		return string(session.Stopped)
	}
	return string(session.Running)
}

func (c *Dialog) class(s *Study) string {
	if c.Model.work[s.Key] == nil {
		return "primary"
	}
	return ""
}

func (c *Dialog) runWord(s *Study) string {
	if c.Model.work[s.Key] == nil {
		return "Run"
	}
	return "Run again"
}

// progress says how far a study is, in wall time.
func (c *Dialog) progress(s *Study) string {
	w := c.Model.work[s.Key]
	if w == nil {
		return plural(len(s.Cases), "experiment", "experiments")
	}
	ended, all, elapsed := 0, 0, 0.0
	for _, s := range w.sessions {
		ended += s.Ended()
		all += len(s.Units)
		elapsed += s.Elapsed()
	}
	words := fmt.Sprintf("experiment %d of %d, %d of %d runs done", len(w.sessions), len(s.Cases), ended, all)
	switch {
	case w.done():
		return fmt.Sprintf("%d runs done in %s", ended, number.Duration(elapsed))
	case w.stopped:
		return "Stopped: " + words
	}
	if part := w.part(); part > 0.05 {
		if left := elapsed * (1 - part) / part; elapsed+left > 2 {
			words += ", about " + number.Duration(float64(int(left)+1)) + " left"
		}
	}
	return words
}

func (c *Dialog) part(s *Study) string {
	return strconv.FormatFloat(100*c.Model.work[s.Key].part(), 'f', 1, 64) + "%"
}

func (c *Dialog) failures(s *Study) []string {
	if w := c.Model.work[s.Key]; w != nil {
		return w.failures()
	}
	return nil
}

func (c *Dialog) open(k *Case) {
	c.Model.Close()
	c.Open(k.Make())
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return number.Count(n) + " " + many
}
