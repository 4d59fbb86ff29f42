// Package report writes a comparison as one HTML file that needs no server: the
// experiment in words and as JSON, what was found, its figures and tables, and
// how to check all of it. The file has no script and asks for nothing.
package report

import (
	"fmt"
	"strings"

	"rampart/core/experiment"
	"rampart/ui/chart"
	"rampart/ui/compare"
	"rampart/ui/form"
	"rampart/ui/number"
	"rampart/ui/session"
)

// mostRuns is how many runs a report lists one by one.
const mostRuns = 400

// HTML returns the report on what a session has found so far. It is the same
// for the same result, whenever and wherever it is made.
func HTML(s *session.Session) []byte {
	w := &writer{}
	title := s.Experiment.Name
	if title == "" {
		title = "A comparison"
	}
	w.head(title)
	w.raw("<body>\n<header>\n<p class=\"brand\">Rampart report</p>\n")
	w.element("h1", "", title)
	w.element("p", "lead", compare.Sentence(s))
	if s.State != session.Done {
		w.element("p", "warning", fmt.Sprintf("Not complete: %d of %d runs are done.", s.Ended(), len(s.Units)))
	}
	w.raw("</header>\n<main>\n")
	w.figures(s)
	w.table(s)
	w.causes(s)
	w.words(s.Experiment)
	w.runs(s)
	w.check(s)
	w.raw("</main>\n</body>\n</html>\n")
	return w.buf
}

// head writes everything before the body. The policy holds the file to what
// it promises, wherever it is opened; the empty icon keeps browsers from asking
// a server for one.
func (w *writer) head(title string) {
	w.raw(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
` + engineMark)
	w.text(experiment.EngineVersion)
	w.raw("\">\n<link rel=\"icon\" href=\"data:,\">\n<title>")
	w.text(title + ", Rampart report")
	w.raw("</title>\n<style>\n" + chart.CSS() + chart.Themes() + style + "</style>\n</head>\n")
}

// figures writes both figures of the comparison.
func (w *writer) figures(s *session.Session) {
	dots, bars := compare.Plots(s)
	paper := chart.Paper{Themed: true}
	w.raw("<section class=\"figures\" aria-label=\"Figures\">\n<figure>")
	w.raw(string(dots.SVG(paper)))
	w.raw("</figure>\n<figure>")
	w.raw(string(bars.SVG(paper)))
	w.raw("</figure>\n</section>\n")
}

// table writes the strategies side by side, as the page does.
func (w *writer) table(s *session.Session) {
	w.raw("<section class=\"wide\" aria-label=\"Strategies\">\n<table>\n<caption>Strategies</caption>\n<thead><tr>")
	names := compare.Columns()
	for i, name := range names {
		w.cell("th", " scope=\"col\"", class(i > 0 && i < len(names)-1), name, "")
	}
	w.raw("</tr></thead>\n<tbody>\n")
	for _, line := range compare.Table(s) {
		w.raw("<tr class=\"" + line.Class + "\"><th scope=\"row\"><svg class=\"mark\" viewBox=\"-8 -8 16 16\" width=\"14\" height=\"14\" aria-hidden=\"true\"><path d=\"" + line.Shape.Path() + "\"></path></svg>")
		w.text(line.Name)
		w.raw("</th>")
		for i, c := range line.Cells {
			text := c.Text
			if i == 0 && line.Half != "" {
				text += " " + line.Half
			}
			w.cell("td", "", class(i < len(line.Cells)-1), text, c.Exact)
		}
		w.raw("</tr>\n")
	}
	w.raw("</tbody>\n</table>\n<dl class=\"terms\">\n")
	for i, meaning := range compare.Meanings(s) {
		w.raw("<div>")
		w.element("dt", "", names[i])
		w.element("dd", "", meaning)
		w.raw("</div>\n")
	}
	w.raw("</dl>\n</section>\n")
}

// causes writes the fractions that each cause blocked.
func (w *writer) causes(s *session.Session) {
	w.raw("<section class=\"wide\" aria-label=\"Causes of blocking\">\n<table>\n<caption>Causes of blocking, as fractions of the jobs that arrived</caption>\n<thead><tr><th scope=\"col\">Strategy</th>")
	for _, cause := range chart.CauseOrder {
		w.cell("th", " scope=\"col\"", "n", chart.CauseName(cause), chart.CauseMeaning(cause))
	}
	w.raw("</tr></thead>\n<tbody>\n")
	list, _ := s.Figures()
	for i := range list {
		w.raw("<tr>")
		w.cell("th", " scope=\"row\"", "", s.Experiment.Strategies[list[i].Strategy].Name(), "")
		for _, cause := range chart.CauseOrder {
			rate := list[i].Causes[cause]
			w.cell("td", "", "n", number.Rate(rate), number.RateExact(rate))
		}
		w.raw("</tr>\n")
	}
	w.raw("</tbody>\n</table>\n</section>\n")
}

// words says the experiment in words.
func (w *writer) words(x *experiment.Experiment) {
	w.raw("<section>\n<h2>Experiment</h2>\n")
	if x.Notes != "" {
		w.element("p", "notes", x.Notes)
	}
	w.element("p", "", form.Words(x))
	names := make([]string, len(x.Strategies))
	for i := range x.Strategies {
		names[i] = x.Strategies[i].Name()
	}
	w.element("p", "", "Strategies: "+strings.Join(names, "; ")+".")
	graphs := make([]string, len(x.Workload.Graphs))
	for i, g := range x.Workload.Graphs {
		graphs[i] = g.Name
	}
	w.element("p", "", "Job graphs: "+strings.Join(graphs, ", ")+".")
	w.raw("</section>\n")
}

// runs lists the runs one by one.
func (w *writer) runs(s *session.Session) {
	runs := s.Runs()
	if len(runs) == 0 {
		return
	}
	w.raw("<section class=\"wide\" aria-label=\"Runs\">\n<table>\n<caption>Runs</caption>\n<thead><tr><th scope=\"col\">Strategy</th>")
	for _, name := range []string{"Seed", "Arrived", "Completed", "Blocked", "Blocking rate", "Mean JCT", "Speed-up"} {
		w.cell("th", " scope=\"col\"", "n", name, "")
	}
	w.raw("</tr></thead>\n<tbody>\n")
	for i := range runs[:min(len(runs), mostRuns)] {
		r := &runs[i]
		w.raw("<tr>")
		w.cell("th", " scope=\"row\"", "", s.Experiment.Strategies[r.Strategy].Name(), "")
		w.cell("td", "", "n", fmt.Sprint(r.Seed), "")
		for _, n := range []int{r.Arrived, r.Completed, r.Blocked} {
			w.cell("td", "", "n", number.Count(n), "")
		}
		w.cell("td", "", "n", number.Rate(r.BlockingRate), number.RateExact(r.BlockingRate))
		if r.Completed == 0 {
			w.cell("td", "", "n", number.Missing, "No job was completed.")
			w.cell("td", "", "n", number.Missing, "No job was completed.")
		} else {
			w.cell("td", "", "n", number.Duration(r.MeanJCTSeconds), number.Seconds(r.MeanJCTSeconds))
			w.cell("td", "", "n", number.Times(r.MeanSpeedup), number.Plain(r.MeanSpeedup))
		}
		w.raw("</tr>\n")
	}
	w.raw("</tbody>\n</table>\n")
	if len(runs) > mostRuns {
		w.element("p", "quiet", fmt.Sprintf("%s more runs are left out here. The figures above are of all of them.", number.Count(len(runs)-mostRuns)))
	}
	w.raw("</section>\n")
}
