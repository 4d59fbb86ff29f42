// Package compare is the Compare tab: the strategies of one experiment side by
// side.
package compare

import (
	"math"
	"strings"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/core/plan"
	"rampart/ui/chart"
	"rampart/ui/number"
	"rampart/ui/session"
	"rampart/ui/words"
)

// View is the Compare tab.
type View struct {
	Session *session.Session
	// SaveTable saves the table as a CSV file.
	SaveTable func()

	// Save saves a figure.
	Save chart.Saver

	// Bounds knows the clairvoyant bounds; nil if there are none.
	Bounds *Bounds

	rows    []row
	dots    *chart.DotPlot
	causes  *chart.CauseBars
	asTable bool // the causes as a table instead of bars

	pairs   *pairs // the differences on equal seeds, nil if there are none
	pairsOf struct {
		session *session.Session
		ended   int
	}
	chosen   int              // the strategy that the others are held against,
	chosenOf *session.Session // if it was chosen in this session
}

// Compute implements vugu's life cycle: it prepares what Build draws.
func (c *View) Compute() {
	c.rows = rows(c.Session)
	c.dots, c.causes = plots(c.Session, c.rows)
	c.pairs = c.paired()
	if x := c.Session.Experiment; c.Bounds != nil && c.Session.State == session.Done && c.Bounds.Cheap(x) {
		c.Bounds.Want(x)
	}
	if i := c.boundValue(); !math.IsNaN(i.Mean) {
		c.dots.Level, c.dots.LevelName = i.Mean, "clairvoyant bound"
		c.dots.Rows = append(c.dots.Rows, chart.Dot{Name: "Clairvoyant bound", Detail: "lower limit", Class: "chart-quiet", Shape: chart.Bound,
			Value: i.Mean, Low: i.Low, High: i.High})
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

// column is one column of the table.
type column struct {
	Name    string
	Class   string
	Meaning string // one line
}

// columns are those of the table. Their names are public (shared contract,
// section 5).
var columns = []column{
	{"Strategy", "", words.Short("Strategy")},
	{"Blocking rate", "n", words.Short("Blocking rate")},
	{"Mean JCT", "n", words.Short("Mean JCT")},
	{"Speed-up", "n", words.Short("Speed-up")},
	{"Utilisation", "n", words.Short("Utilisation")},
	{"Degree", "n", words.Short("Effective degree")},
	{"Why blocked", "", words.Short("Why blocked")},
}

// meaning says what a column holds.
func (c *View) meaning(h column) string {
	if h.Name == "Utilisation" && !c.Session.Experiment.Rules.Has(plan.FixUtilisation) {
		// spec/learning.md section 1.11: one step's work over the time of all.
		return h.Meaning + " The rules count one training step of each job, as the published simulator does."
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
