package export

import (
	"strconv"

	"rampart/core/experiment"
	"rampart/core/strict"
	"rampart/core/sweep"
)

// AppendSweepCSV appends a sweep as a table like those of AppendCSV: a row for
// each point and strategy with the means over seeds and the ends of their 95 %
// intervals, which are empty where there is no interval.
func AppendSweepCSV(dst []byte, r *sweep.Result) []byte {
	t := newTable(dst)
	var head []string
	for _, a := range r.Sweep.Axes {
		head = append(head, a.Path)
	}
	head = append(head, "strategy", "seeds")
	for _, f := range summaryFigures {
		head = append(head, f.name, f.name+"Low95", f.name+"High95")
	}
	t.row(head)
	for p := range r.Sweep.Points() {
		summaries := r.Summaries(p)
		for i := range summaries {
			s := &summaries[i]
			t.cells = t.cells[:0]
			for _, v := range r.Sweep.Values(p) {
				t.cells = append(t.cells, strict.FormatFloat(v))
			}
			t.cells = append(t.cells, text(s.Name), strconv.Itoa(s.BlockingRate.N))
			for _, f := range summaryFigures {
				t.cells = appendInterval(t.cells, f.of(s))
			}
			t.row(t.cells)
		}
	}
	return t.bytes()
}

// summaryFigures are the figures of a summary with their names in result files.
var summaryFigures = []struct {
	name string
	of   func(*experiment.Summary) experiment.Interval
}{
	{"blockingRate", func(s *experiment.Summary) experiment.Interval { return s.BlockingRate }},
	{"acceptanceRate", func(s *experiment.Summary) experiment.Interval { return s.AcceptanceRate }},
	{"meanJctSeconds", func(s *experiment.Summary) experiment.Interval { return s.MeanJCTSeconds }},
	{"meanSpeedup", func(s *experiment.Summary) experiment.Interval { return s.MeanSpeedup }},
	{"utilisation", func(s *experiment.Summary) experiment.Interval { return s.Utilisation }},
}

func appendInterval(row []string, i experiment.Interval) []string {
	switch {
	case i.N == 0:
		return append(row, "", "", "")
	case !i.Bounded():
		return append(row, strict.FormatFloat(i.Mean), "", "")
	}
	return append(row, strict.FormatFloat(i.Mean), strict.FormatFloat(i.Low), strict.FormatFloat(i.High))
}
