// Package compare is the Compare tab: the strategies of one experiment side by
// side.
package compare

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/ui/chart"
	"rampart/ui/number"
	"rampart/ui/session"
)

// View is the Compare tab.
type View struct {
	Session *session.Session
	// SaveTable saves the table as a CSV file.
	SaveTable func()

	rows      []row
	dots      []chart.Dot
	causes    []chart.CauseRow
	most      float64 // end of the axes
	asTable   bool    // the causes as a table instead of bars
	compared  bool    // there are published numbers of the same experiment
	published published
}

// Compute implements vugu's life cycle: it prepares what Build draws.
func (c *View) Compute() {
	c.rows = rows(c.Session)
	c.published, c.compared = publishedFor(c.Session.Experiment)
	c.dots, c.causes = c.dots[:0], c.causes[:0]
	// The axis takes in the published numbers from the start, so that it
	// seldom changes under the eyes of the reader.
	most := 0.0
	for i := range c.rows {
		r := &c.rows[i]
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
		c.dots, c.causes = append(c.dots, dot), append(c.causes, bar)
	}
	if c.compared {
		c.dots = slices.Insert(c.dots, besidePolicies(c.Session.Experiment.Strategies), chart.Dot{
			Name: "PAC-ML", Detail: "published", Class: chart.StrategyClass("policy"),
			Value: math.NaN(), Published: c.published.pacML, Source: source, Cited: true})
		most = max(most, c.published.pacML)
	}
	c.most = 0
	if most > 0 {
		c.most = chart.Ceiling(most)
	}
}

// besidePolicies is where the published policy stands among the strategies:
// behind the last policy, or last if there is none.
func besidePolicies(strategies []experiment.StrategySpec) int {
	for i := len(strategies); i > 0; i-- {
		if strategies[i-1].Kind == "policy" {
			return i
		}
	}
	return len(strategies)
}

// nameParts splits what stands in brackets behind a name off.
func nameParts(name string) (main, detail string) {
	main, detail, _ = strings.Cut(name, " (")
	return main, strings.TrimSuffix(detail, ")")
}

// number0 is v, or 0 if there is none.
func number0(v float64) float64 {
	if math.IsNaN(v) {
		return 0
	}
	return v
}

func (c *View) causeRate(r *row, cause cluster.Cause) string {
	if r.Summary == nil {
		return number.Missing
	}
	return number.Rate(r.Summary.Causes[cause])
}

func (c *View) tableWord() string {
	if c.asTable {
		return "Show causes as bars"
	}
	return "Show causes as a table"
}

// interval says what the line through a dot is.
func (c *View) interval() string {
	seeds := len(c.Session.Experiment.Seeds)
	if seeds < 2 {
		return "the only seed"
	}
	return fmt.Sprintf("mean and 95%s%% interval of %d seeds", number.Thin, seeds)
}

// column is one column of the table.
type column struct {
	Name    string
	Class   string
	Meaning string // one line
}

// columns are those of the table. Their names are public (shared contract,
// section 5).
var columns = []column{
	{"Strategy", "", "How a job's degree is chosen: into how many parts its operations are split, 0 for not at all."},
	{"Blocking rate", "n", "Jobs that were not served, as a fraction of those that arrived: not placed, or too slow."},
	{"Mean JCT", "n", "Job completion time: from the arrival of a job to its end, over completed jobs."},
	{"Speed-up", "n", "Sequential completion time over the job's completion time, over completed jobs."},
	{"Utilisation", "n", "Part of the time that the servers compute, over the whole cluster."},
	{"Degree", "n", "Parts into which the most divided operation of a job was split, over completed jobs."},
	{"Why blocked", "", "Jobs blocked by each cause, as fractions of those that arrived."},
}

// meaning says what a column holds.
func (c *View) meaning(h column) string {
	if h.Name == "Utilisation" && c.Session.Experiment.Rules == experiment.Reference {
		// spec/learning.md section 1.11: one step's work over the time of all.
		return h.Meaning + " Reference rules count one training step of each job, as the published simulator does."
	}
	return h.Meaning
}

// rowClass is the class of a row of the table.
func (c *View) rowClass(r *row) string {
	switch {
	case r.Summary == nil:
		return r.Class + " waiting"
	case r.Recorded:
		return r.Class + " recorded"
	}
	return r.Class
}

// recordedWord marks figures that somebody else found.
const recordedWord = "recorded"

func (c *View) state() string { return string(c.Session.State) }

// headings are the columns of the table of causes.
func headings() []cluster.Cause { return experiment.Causes[:] }
