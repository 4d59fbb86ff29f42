package trace

import (
	"bytes"
	"encoding/csv"
	"strconv"
	"strings"

	"rampart/core/cluster"
	"rampart/core/strict"
)

// AppendCSV appends the arrivals of a run as a table that Read reads. Numbers
// are exact, so that an experiment with this trace sees the same jobs.
func AppendCSV(dst []byte, jobs []cluster.Job) []byte {
	b := bytes.NewBuffer(dst)
	w := csv.NewWriter(b)
	write := func(cells ...string) {
		if w.Write(cells) != nil {
			panic("trace: writing to memory failed")
		}
	}
	write("arrivalSeconds", "graph", "beta", "trainingSteps")
	for i := range jobs {
		j := &jobs[i]
		write(strict.FormatFloat(j.ArrivalSeconds), text(j.Graph), strict.FormatFloat(j.Beta), strconv.Itoa(j.TrainingSteps))
	}
	w.Flush()
	return b.Bytes()
}

// text keeps a spreadsheet from running what came from somebody's file: names of
// graphs are free text. The reader takes the apostrophe away.
func text(s string) string {
	if s != "" && strings.ContainsRune("=+-@\t\r'", rune(s[0])) {
		return "'" + s
	}
	return s
}

// Is reports whether a text seems to be a table of arrivals: its first line has
// a column whose name begins with "arrival". A table of a run's jobs, which
// begins with the strategy, is none: it has the arrivals of many runs.
func Is(text string) bool {
	head, _, _ := strings.Cut(strings.TrimPrefix(text[:min(len(text), 4096)], "\uFEFF"), "\n")
	if strings.HasPrefix(head, "strategy,") {
		return false
	}
	for _, cell := range strings.FieldsFunc(head, func(r rune) bool { return r == ',' || r == ';' || r == '\t' }) {
		if name := strings.ToLower(strings.Trim(cell, " \"\r")); strings.HasPrefix(name, "arrival") {
			return true
		}
	}
	return false
}
