package compare

import (
	"fmt"
	"math"
	"slices"

	"rampart/ui/chart"
	"rampart/ui/number"
	"rampart/ui/session"
)

// Plots returns the figures of a session: how many jobs each strategy blocks,
// and why. Both have the same axis.
func Plots(s *session.Session) (*chart.DotPlot, *chart.CauseBars) { return plots(s, rows(s)) }

func plots(s *session.Session, rows []row) (*chart.DotPlot, *chart.CauseBars) {
	const axis = "jobs blocked, % of those that arrived"
	dots := &chart.DotPlot{Title: "Blocking rate", Axis: axis, Interval: interval(len(s.Experiment.Seeds))}
	bars := &chart.CauseBars{Title: "Why jobs were blocked", Axis: axis}
	// The axis takes in the published numbers from the start, so that it
	// seldom changes under the eyes of the reader.
	most := 0.0
	for i := range rows {
		r := &rows[i]
		name, detail := nameParts(r.Name)
		if r.Recorded {
			detail = recordedWord
		}
		dot := chart.Dot{Name: name, Detail: detail, Class: r.Class, Shape: r.Shape, Value: math.NaN(), Published: r.Published, Source: source}
		bar := chart.CauseRow{Name: name, Detail: detail, Class: r.Class}
		if s := r.Summary; s != nil {
			dot.Value, dot.Low, dot.High = s.BlockingRate.Mean, s.BlockingRate.Low, s.BlockingRate.High
			bar.Fractions = s.Causes
		}
		most = max(most, r.Published, number0(dot.Value), min(1, dot.High))
		dots.Rows, bars.Rows = append(dots.Rows, dot), append(bars.Rows, bar)
	}
	if published, comparable := publishedFor(s.Experiment); comparable {
		dots.Rows = slices.Insert(dots.Rows, besidePolicies(s.Experiment.Strategies), chart.Dot{
			Name: "PAC-ML", Detail: "published", Class: chart.StrategyClass("policy"),
			Value: math.NaN(), Published: published.pacML, Source: source, Cited: true})
		most = max(most, published.pacML)
	}
	if most > 0 {
		dots.Most = chart.Ceiling(most)
		bars.Most = dots.Most
	}
	return dots, bars
}

// interval says what the line through a dot is.
func interval(seeds int) string {
	if seeds < 2 {
		return "the only seed"
	}
	return fmt.Sprintf("mean and 95%s%% interval of %d seeds", number.Thin, seeds)
}

// Figure is one cell of the table.
type Figure struct {
	Text  string
	Exact string // the exact value and its interval, or why there is none
}

// Line is one row of the table: a strategy.
type Line struct {
	chart.Mark
	Name  string
	Half  string   // half of the interval of the blocking rate, "" if there is none
	Cells []Figure // of Columns, without the first
}

// Columns are the names of the table's columns, the strategy's first.
func Columns() []string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.Name
	}
	return names
}

// Meanings say what each column holds, a line each.
func Meanings(s *session.Session) []string {
	view, lines := View{Session: s}, make([]string, len(columns))
	for i, c := range columns {
		lines[i] = view.meaning(c)
	}
	return lines
}

// Table returns the rows of the table, in the order of the experiment.
func Table(s *session.Session) []Line {
	rows := rows(s)
	lines := make([]Line, len(rows))
	for i := range rows {
		r := &rows[i]
		lines[i] = Line{r.Mark, r.Name, r.halfWidth(), []Figure{
			Figure(r.blocking()), Figure(r.jct()), Figure(r.speedup()), Figure(r.utilisation()), Figure(r.degree()), Figure(r.why())}}
	}
	return lines
}
