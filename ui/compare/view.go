// Package compare is the Compare tab: the strategies of one experiment side by
// side.
package compare

import (
	"math"
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

	// Save saves a figure.
	Save chart.Saver

	rows    []row
	dots    *chart.DotPlot
	causes  *chart.CauseBars
	asTable bool // the causes as a table instead of bars
}

// Compute implements vugu's life cycle: it prepares what Build draws.
func (c *View) Compute() {
	c.rows = rows(c.Session)
	c.dots, c.causes = plots(c.Session, c.rows)
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
