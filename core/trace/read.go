package trace

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"rampart/core/experiment"
	"rampart/core/jobgraph"
	"rampart/core/strict"
)

// Trace is a table that was read.
type Trace struct {
	Experiment *experiment.Experiment // the base with the trace in place of its generator
	Ignored    []string               // names of the columns that were left out
	Longer     bool                   // the horizon was moved behind the last arrival
}

// Words says what a user should know of how the table was read, in sentences; ""
// for nothing.
func (t *Trace) Words() string {
	var words []string
	switch n := len(t.Ignored); {
	case n == 1:
		words = append(words, "The column "+strict.Excerpt(t.Ignored[0])+" was left out.")
	case n > 1:
		shown := make([]string, 0, n)
		for _, name := range t.Ignored[:min(n, 10)] {
			shown = append(shown, strict.Excerpt(name))
		}
		if n > 10 {
			shown = append(shown, "...")
		}
		words = append(words, "The columns "+strings.Join(shown, ", ")+" were left out.")
	}
	if t.Longer {
		words = append(words, "The horizon is "+strict.FormatFloat(t.Experiment.HorizonSeconds)+" s, behind the last arrival.")
	}
	return strings.Join(words, " ")
}

// maxColumns bounds the columns of a table; recorded ones have some tens.
const maxColumns = 1000

// Read reads a table of arrivals into a copy of a valid base experiment, whose
// graphs the table may name. Built-in graphs that it names besides join the
// list. Where the last job arrives at the horizon or later, that is moved a
// tenth behind it. The experiment is called name. The error is a *strict.Error
// whose path has the line and the column, and whose message the value and what
// is allowed.
func Read(name string, data []byte, base *experiment.Experiment) (*Trace, error) {
	if len(data) > experiment.MaxFileBytes {
		return nil, &strict.Error{Message: fmt.Sprintf("%d bytes are too long, expected at most %d", len(data), experiment.MaxFileBytes)}
	}
	x := *base
	x.Name = jobgraph.NameOf(name)
	x.Workload.Graphs = slices.Clone(base.Workload.Graphs)
	r := &reader{csv: csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\uFEFF")))), x: &x, known: map[string]bool{}}
	for _, g := range x.Workload.Graphs {
		r.known[g.Name] = true
	}
	r.csv.ReuseRecord = true
	r.csv.FieldsPerRecord = -1 // counted below, in the words of all other errors
	if err := r.header(); err != nil {
		return nil, err
	}
	if err := r.rows(); err != nil {
		return nil, err
	}
	t := &Trace{Experiment: &x, Ignored: r.ignored}
	if last := x.Workload.Jobs[len(x.Workload.Jobs)-1].ArrivalSeconds; last >= x.HorizonSeconds {
		x.HorizonSeconds, t.Longer = min(maxHorizon, last+math.Ceil(last/10)), true
	}
	if errs := experiment.Errors(&x); len(errs) > 0 {
		return nil, errs[0]
	}
	if n := len(x.Workload.Jobs); n > sureToFit {
		if size := len(experiment.AppendCanonical(nil, &x)); size > experiment.MaxFileBytes {
			return nil, &strict.Error{Message: fmt.Sprintf("%d jobs make an experiment of %d bytes, expected at most %d", n, size, experiment.MaxFileBytes)}
		}
	}
	return t, nil
}

const maxHorizon = 1e12 // seconds, of an experiment

// sureToFit is a number of jobs that fit into an experiment's file whatever their
// graphs are called, within reason; more are measured.
const sureToFit = 50_000

// reader goes through a table.
type reader struct {
	csv     *csv.Reader
	x       *experiment.Experiment
	known   map[string]bool // graphs
	columns int
	unit    unit
	ignored []string

	arrival, graph, beta, steps int // places of the columns, -1 for none
}

// unit is a column of arrivals: v in it are v*times/over seconds.
type unit struct {
	column      string
	times, over float64
}

var units = []unit{
	{"arrivalSeconds", 1, 1}, {"arrivalMilliseconds", 1, 1000}, {"arrivalMinutes", 60, 1}, {"arrivalHours", 3600, 1},
}

// columnNames are those that the reader knows.
var columnNames = []string{"arrivalSeconds", "arrivalMilliseconds", "arrivalMinutes", "arrivalHours", "graph", "beta", "trainingSteps"}

// wrong is what is wrong with a line, and with one of its columns if that has a
// name.
func wrong(line int, column, format string, args ...any) error {
	path := "line " + strconv.Itoa(line)
	if column != "" {
		path += ", column " + column
	}
	return &strict.Error{Path: path, Line: line, Message: fmt.Sprintf(format, args...)}
}

// next reads a line that is not empty; io.EOF is the end.
func (r *reader) next() (cells []string, line int, err error) {
	cells, err = r.csv.Read()
	var broken *csv.ParseError
	switch {
	case errors.As(err, &broken):
		return nil, 0, wrong(broken.Line, "", "the quotes are broken at character %d, expected \" around a cell that has commas, and \"\" for a quote inside it", broken.Column)
	case err != nil:
		return nil, 0, err
	}
	line, _ = r.csv.FieldPos(0)
	return cells, line, nil
}

func (r *reader) header() error {
	cells, line, err := r.next()
	switch {
	case err == io.EOF:
		return wrong(1, "", "the file is empty, expected a line that names the columns: arrivalSeconds,graph,beta,trainingSteps")
	case err != nil:
		return err
	case len(cells) == 1 && strings.ContainsAny(cells[0], ";\t"):
		return wrong(line, "", "the columns are not separated by commas, expected arrivalSeconds,graph,beta,trainingSteps")
	case len(cells) > maxColumns:
		return wrong(line, "", "%d columns are too many, expected at most %d", len(cells), maxColumns)
	}
	r.columns = len(cells)
	r.arrival, r.graph, r.beta, r.steps = -1, -1, -1, -1
	for i, cell := range cells {
		if err := r.column(i, strings.TrimSpace(cell), line); err != nil {
			return err
		}
	}
	for _, c := range []struct {
		at   int
		name string
	}{{r.arrival, "arrivalSeconds (or arrivalMilliseconds, arrivalMinutes, arrivalHours)"}, {r.graph, "graph"}, {r.beta, "beta"}} {
		if c.at < 0 {
			return wrong(line, "", "the column %s is missing, expected a line that names the columns: arrivalSeconds,graph,beta,trainingSteps", c.name)
		}
	}
	return nil
}

// column takes note of what one column holds.
func (r *reader) column(i int, name string, line int) error {
	at := map[string]*int{"graph": &r.graph, "beta": &r.beta, "trainingSteps": &r.steps}[name]
	for _, u := range units {
		if u.column == name {
			at, r.unit = &r.arrival, u
		}
	}
	switch {
	case at != nil && *at >= 0 && at == &r.arrival:
		return wrong(line, name, "the table has two columns of arrivals, expected one")
	case at != nil && *at >= 0:
		return wrong(line, name, "the column is there twice, expected once")
	case at != nil:
		*at = i
		return nil
	}
	if near := strict.Nearest(name, columnNames); near != "" {
		return wrong(line, strict.Excerpt(name), "the column is not known (did you mean %s?)", near)
	}
	if strings.HasPrefix(strings.ToLower(name), "arrival") {
		return wrong(line, strict.Excerpt(name), "the name says no unit, expected arrivalSeconds, arrivalMilliseconds, arrivalMinutes or arrivalHours")
	}
	r.ignored = append(r.ignored, strings.Clone(name))
	return nil
}

func (r *reader) rows() error {
	r.x.Workload.Jobs = []experiment.TraceJob{}
	for {
		cells, line, err := r.next()
		switch {
		case err == io.EOF && len(r.x.Workload.Jobs) == 0:
			return wrong(2, "", "the table has no jobs, expected at least one line behind the names of the columns")
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		case len(cells) != r.columns:
			return wrong(line, "", "%d cells, expected %d as in the first line", len(cells), r.columns)
		case len(r.x.Workload.Jobs) == experiment.MaxTrace:
			return wrong(line, "", "the table has too many jobs, expected at most %d", experiment.MaxTrace)
		}
		job, err := r.job(cells, line)
		if err != nil {
			return err
		}
		r.x.Workload.Jobs = append(r.x.Workload.Jobs, job)
	}
}

// The ranges of the cells are those of an experiment's jobs.
var (
	arrivals = strict.Between(0, 1e12)
	betas    = strict.AboveUpTo(0, 1)
	steps    = strict.Between(1, 1e9)
)

func (r *reader) job(cells []string, line int) (job experiment.TraceJob, err error) {
	v, ok := parse(cells[r.arrival])
	job.ArrivalSeconds = float64(v*r.unit.times) / r.unit.over
	switch jobs := r.x.Workload.Jobs; {
	case !ok:
		return job, wrong(line, r.unit.column, "%s is not a number, expected one from 0", strict.Excerpt(cells[r.arrival]))
	case !arrivals.Contains(job.ArrivalSeconds):
		return job, wrong(line, r.unit.column, "%s is out of range, expected a time from 0 to 1e12 seconds", strict.Excerpt(cells[r.arrival]))
	case len(jobs) > 0 && job.ArrivalSeconds < jobs[len(jobs)-1].ArrivalSeconds:
		return job, wrong(line, r.unit.column, "%s s is before the job in front of it, expected at least %s s: sort the lines by arrival",
			strict.FormatFloat(job.ArrivalSeconds), strict.FormatFloat(jobs[len(jobs)-1].ArrivalSeconds))
	}
	if job.Graph, err = r.graphOf(cells[r.graph], line); err != nil {
		return job, err
	}
	if job.Beta, ok = parse(cells[r.beta]); !ok || !betas.Contains(job.Beta) {
		return job, wrong(line, "beta", "%s is not a number %v", strict.Excerpt(cells[r.beta]), betas)
	}
	if r.steps >= 0 && strings.TrimSpace(cells[r.steps]) != "" {
		v, ok := parse(cells[r.steps])
		if !ok || !steps.Contains(v) || v != math.Trunc(v) {
			return job, wrong(line, "trainingSteps", "%s is not a whole number %v, nor empty", strict.Excerpt(cells[r.steps]), steps)
		}
		job.TrainingSteps = int(v)
	}
	return job, nil
}

// graphOf checks the name of a graph. A built-in one joins those of the
// experiment. The name that is returned is shared between jobs.
func (r *reader) graphOf(name string, line int) (string, error) {
	graphs := &r.x.Workload.Graphs
	name = strings.TrimPrefix(name, "'") // which keeps a spreadsheet from taking a text for a formula
	if !r.known[name] {
		name = strings.TrimSpace(name)
	}
	if !r.known[name] {
		if !slices.Contains(jobgraph.BuiltinNames(), name) {
			names := jobgraph.BuiltinNames()
			for _, g := range *graphs {
				if g.Inline != nil {
					names = append(names, g.Name)
				}
			}
			hint := ""
			if near := strict.Nearest(name, names); near != "" {
				hint = " (did you mean " + near + "?)"
			}
			return "", wrong(line, "graph", "%s is no graph of the experiment nor a built-in one, expected one of %s%s",
				strict.Excerpt(name), strings.Join(names, ", "), hint)
		}
		if len(*graphs) == experiment.MaxGraphs {
			return "", wrong(line, "graph", "%s is one graph too many, expected at most %d", strict.Excerpt(name), experiment.MaxGraphs)
		}
		*graphs = append(*graphs, experiment.GraphRef{Name: strings.Clone(name)})
		r.known[strings.Clone(name)] = true
	}
	i := slices.IndexFunc(*graphs, func(g experiment.GraphRef) bool { return g.Name == name })
	return (*graphs)[i].Name, nil
}

// parse reads a decimal number, possibly with spaces around it.
func parse(cell string) (float64, bool) {
	cell = strings.TrimSpace(cell)
	if cell == "" || len(cell) > 40 || strings.Trim(cell, "0123456789.eE+-") != "" {
		return 0, false
	}
	v, err := strconv.ParseFloat(cell, 64)
	return v, err == nil
}
