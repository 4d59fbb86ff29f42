package sweeps

import (
	"fmt"
	"math"

	"rampart/core/experiment"
	"rampart/core/sweep"
	"rampart/ui/chart"
	"rampart/ui/number"
)

// axisWords names the quantity and unit of an axis.
func axisWords(s *sweep.Sweep, axis int) string {
	f, err := sweep.Find(s.Base, s.Axes[axis].Path)
	if err != nil {
		return s.Axes[axis].Path
	}
	if f.Unit != "" {
		return f.Name + ", " + f.Unit
	}
	return f.Name
}

// names are those of the strategies; a degree that varies stands for itself.
func names(s *sweep.Sweep) []string {
	list := make([]string, len(s.Base.Strategies))
	for i := range list {
		list[i] = shortName(&s.Base.Strategies[i])
		for _, a := range s.Axes {
			if a.Path == fmt.Sprintf("strategies[%d].degree", i) {
				list[i] = "Fixed, varied"
			}
			if a.Path == fmt.Sprintf("strategies[%d].maxDegree", i) {
				list[i] = "SiP-ML, varied"
			}
		}
	}
	return list
}

// shortName leaves out what stands in brackets.
func shortName(s *experiment.StrategySpec) string {
	switch s.Kind {
	case "max":
		return "Maximum parallelism"
	case "acceptable":
		return "Acceptable JCT"
	}
	return s.Name()
}

// mostMarks is the number of values up to which each has a mark and can be
// chosen.
const mostMarks = 60

// curves is the figure of a sweep of one field.
func (m *Model) curves() *chart.Curves {
	w := m.Work
	s := w.Sweep
	c := &chart.Curves{
		Title: m.Metric.Name, Unit: m.Metric.Unit, Axis: axisWords(s, 0), X: s.Axes[0].Values, Log: logarithmic(s.Axes[0].Values),
		Now: math.NaN(), Zero: m.Metric.Rate, Show: m.Metric.Show, At: -1, Bare: m.Running() || len(s.Axes[0].Values) > mostMarks,
	}
	if f, err := sweep.Find(s.Base, s.Axes[0].Path); err == nil {
		if now, ok := f.Get(s.Base); ok {
			c.Now = now
		}
	}
	if n := len(s.Base.Seeds); n > 1 {
		c.Band = fmt.Sprintf("mean and 95%s%% interval of %d seeds", number.Thin, n)
	}
	marks := chart.Marks(s.Base.Strategies)
	for i, name := range names(s) {
		l := chart.Curve{Mark: marks[i], Name: name}
		for p := range s.Points() {
			v := w.Interval(p, i, m.Metric)
			if v.N == 0 {
				v.Mean, v.Low, v.High = math.NaN(), math.NaN(), math.NaN()
			}
			if m.Metric.Rate { // an interval of a rate does not leave 0 to 1
				v.Low, v.High = math.Max(0, v.Low), math.Min(1, v.High)
			}
			l.Y, l.Low, l.High = append(l.Y, v.Mean), append(l.Low, v.Low), append(l.High, v.High)
		}
		c.Lines = append(c.Lines, l)
	}
	if m.Metric == Metrics[0] {
		if l := w.boundCurve(); l != nil {
			c.Lines = append(c.Lines, *l)
		}
	}
	return c
}

// logarithmic reports whether the values of an axis lie by factors.
func logarithmic(values []float64) bool {
	return len(values) > 2 && values[0] > 0 && isGeometric(values)
}

// maps are the figure of a sweep of two fields. The first field goes across.
func (m *Model) maps() *chart.HeatMaps {
	w := m.Work
	s := w.Sweep
	c := &chart.HeatMaps{
		Title: m.Metric.Name, Unit: m.Metric.Unit, Across: s.Axes[0].Values, Down: s.Axes[1].Values,
		AcrossName: axisWords(s, 0), DownName: axisWords(s, 1), Show: m.Metric.Show,
		Low: math.Inf(1), High: math.Inf(-1),
	}
	marks := chart.Marks(s.Base.Strategies)
	columns, rows := len(c.Across), len(c.Down)
	for i, name := range names(s) {
		one := chart.HeatMap{Mark: marks[i], Name: name, Values: make([]float64, columns*rows)}
		for column := range columns {
			for row := range rows {
				v := w.Interval(column*rows+row, i, m.Metric)
				if v.N == 0 {
					v.Mean = math.NaN()
				} else {
					c.Low, c.High = math.Min(c.Low, v.Mean), math.Max(c.High, v.Mean)
				}
				one.Values[row*columns+column] = v.Mean
			}
		}
		c.Maps = append(c.Maps, one)
	}
	if m.Metric.Rate {
		c.Low = 0
	}
	if !(c.High > c.Low) {
		c.Low, c.High = 0, 1
	}
	if m.Metric.Rate {
		c.High = chart.Ceiling(c.High)
	}
	return c
}

// Finding says in a sentence which strategy is best where.
func (m *Model) Finding() string {
	w := m.Work
	if w == nil || len(w.Sweep.Axes) != 1 || len(w.Sweep.Base.Strategies) < 2 || m.Metric.Key != Metrics[0].Key {
		return ""
	}
	s, list := w.Sweep, names(w.Sweep)
	type stretch struct {
		best     int
		from, to float64
	}
	var stretches []stretch
	for p := range s.Points() {
		best, least := -1, math.Inf(1)
		for i := range list {
			if v := w.Interval(p, i, m.Metric); v.N > 0 && v.Mean < least {
				best, least = i, v.Mean
			}
		}
		if best < 0 {
			continue
		}
		x := s.Axes[0].Values[p]
		if n := len(stretches); n > 0 && stretches[n-1].best == best {
			stretches[n-1].to = x
		} else {
			stretches = append(stretches, stretch{best, x, x})
		}
	}
	switch {
	case len(stretches) == 0:
		return ""
	case len(stretches) == 1:
		return list[stretches[0].best] + " blocks the fewest jobs over the whole range."
	case len(stretches) > 4:
		first, last := stretches[0], stretches[len(stretches)-1]
		return fmt.Sprintf("%s blocks the fewest jobs up to %s, %s from %s on; between them it changes.",
			list[first.best], chart.ShortValue(first.to), list[last.best], chart.ShortValue(last.from))
	}
	text := ""
	for i, r := range stretches {
		switch {
		case i == 0:
			text = list[r.best] + " blocks the fewest jobs up to " + chart.ShortValue(r.to)
		case i == len(stretches)-1:
			text += ", " + list[r.best] + " from " + chart.ShortValue(r.from) + " on."
		default:
			text += ", " + list[r.best] + " from " + chart.ShortValue(r.from) + " to " + chart.ShortValue(r.to)
		}
	}
	return text
}
