package export

import (
	"bytes"
	"encoding/csv"
	"strconv"
	"strings"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/core/strict"
	recorded "rampart/core/trace"
)

// Rows says what a row of a CSV table stands for.
type Rows string

// The tables of a result.
const (
	Jobs       Rows = "jobs"       // a job of a run
	Runs       Rows = "runs"       // a strategy on a seed
	Strategies Rows = "strategies" // a strategy over all its seeds
	Arrivals   Rows = "arrivals"   // a job of the first run, as core/trace reads it
)

// AllRows lists the tables, the default first.
var AllRows = []Rows{Jobs, Runs, Strategies, Arrivals}

// AppendCSV appends a table of r (RFC 4180, with line feeds). Its first row
// names the columns, and the names carry the units. Numbers are the exact ones
// of the result file; a figure that does not exist is an empty cell. Text that
// a spreadsheet would take for a formula begins with an apostrophe. It panics
// if rows is none of AllRows.
func AppendCSV(dst []byte, r *experiment.Result, rows Rows) []byte {
	if rows == Arrivals {
		return recorded.AppendCSV(dst, r.Runs[0].Jobs)
	}
	t := newTable(dst)
	switch rows {
	case Jobs:
		t.row(jobColumns)
		for i := range r.Runs {
			t.jobs(r.Experiment, &r.Runs[i])
		}
	case Runs:
		t.row(runColumns())
		for i := range r.Runs {
			t.run(r.Experiment, &r.Runs[i])
		}
	case Strategies:
		t.row(summaryColumns())
		for i := range r.Summaries {
			t.summary(&r.Summaries[i])
		}
	default:
		panic("export: unknown rows of a table")
	}
	return t.bytes()
}

// AppendJobsCSV appends the rows of one run to a table of jobs that dst begins;
// an empty dst gets the names of the columns first. A table of many runs can so
// be made while no more than one of them is in memory.
func AppendJobsCSV(dst []byte, x *experiment.Experiment, run *experiment.Run) []byte {
	t := newTable(dst)
	if len(dst) == 0 {
		t.row(jobColumns)
	}
	t.jobs(x, run)
	return t.bytes()
}

// table is a CSV table in the making.
type table struct {
	buffer *bytes.Buffer
	writer *csv.Writer
	cells  []string
}

func newTable(dst []byte) *table {
	b := bytes.NewBuffer(dst)
	return &table{buffer: b, writer: csv.NewWriter(b)}
}

// row writes a row into memory, which cannot fail.
func (t *table) row(cells []string) {
	if t.writer.Write(cells) != nil {
		panic("export: writing to memory failed")
	}
}

func (t *table) bytes() []byte {
	t.writer.Flush()
	return t.buffer.Bytes()
}

// jobColumns are the fields of a job's record in a result file, behind
// strategy and seed. Lists are set off by spaces.
var jobColumns = []string{
	"strategy", "seed", "index", "graph", "arrivalSeconds", "beta", "trainingSteps", "sequentialSeconds",
	"maxAcceptableSeconds", "validDegrees", "degree", "effectiveDegree", "outcome", "cause", "startSeconds",
	"endSeconds", "jctSeconds", "communicationSeconds", "computationSeconds", "servers", "channels",
}

func (t *table) jobs(x *experiment.Experiment, run *experiment.Run) {
	name, seed := text(x.Strategies[run.Strategy].Name()), strconv.FormatUint(run.Seed, 10)
	for i := range run.Jobs {
		t.cells = appendJob(append(t.cells[:0], name, seed), &run.Jobs[i])
		t.row(t.cells)
	}
}

func appendJob(row []string, j *cluster.Job) []string {
	degrees := make([]string, len(j.ValidDegrees))
	for i, degree := range j.ValidDegrees {
		degrees[i] = strconv.Itoa(degree)
	}
	optional := func(v *float64) string {
		if v == nil {
			return ""
		}
		return strict.FormatFloat(*v)
	}
	return append(row,
		strconv.Itoa(j.Index), text(j.Graph), strict.FormatFloat(j.ArrivalSeconds), strict.FormatFloat(j.Beta),
		strconv.Itoa(j.TrainingSteps), strict.FormatFloat(j.SequentialSeconds), strict.FormatFloat(j.MaxAcceptableSeconds),
		strings.Join(degrees, " "), strconv.Itoa(j.Degree), strconv.Itoa(j.EffectiveDegree),
		string(j.Outcome), string(j.Cause), optional(j.StartSeconds), optional(j.EndSeconds), optional(j.JCTSeconds),
		optional(j.CommunicationSeconds), optional(j.ComputationSeconds), strings.Join(j.Servers, " "), strconv.Itoa(j.Channels))
}

// text keeps a spreadsheet from running what came from somebody's file: names
// of graphs and policies are free text.
func text(s string) string {
	if s != "" && strings.ContainsRune("=+-@\t\r", rune(s[0])) {
		return "'" + s
	}
	return s
}
