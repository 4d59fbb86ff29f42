package main

import (
	"bytes"
	"encoding/csv"
	"strconv"
	"strings"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/core/strict"
)

// csvHead names the columns: those of a job's record in a result file, whose
// names carry the units, behind strategy and seed. Lists are set off by spaces.
var csvHead = []string{
	"strategy", "seed", "index", "graph", "arrivalSeconds", "beta", "trainingSteps", "sequentialSeconds",
	"maxAcceptableSeconds", "validDegrees", "degree", "effectiveDegree", "outcome", "cause", "startSeconds",
	"endSeconds", "jctSeconds", "communicationSeconds", "computationSeconds", "servers", "channels",
}

// appendCSV appends one row for each job of a result (RFC 4180, with line
// feeds). A time that a job does not have is an empty cell.
func appendCSV(dst []byte, r *experiment.Result) []byte {
	b := bytes.NewBuffer(dst)
	w := csv.NewWriter(b)
	// Writing to a buffer cannot fail.
	_ = w.Write(csvHead)
	row := make([]string, 0, len(csvHead))
	for i := range r.Runs {
		run := &r.Runs[i]
		name, seed := r.Experiment.Strategies[run.Strategy].Name(), strconv.FormatUint(run.Seed, 10)
		for j := range run.Jobs {
			row = appendJobCells(append(row[:0], name, seed), &run.Jobs[j])
			_ = w.Write(row)
		}
	}
	w.Flush()
	return b.Bytes()
}

func appendJobCells(row []string, j *cluster.Job) []string {
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
		strconv.Itoa(j.Index), j.Graph, strict.FormatFloat(j.ArrivalSeconds), strict.FormatFloat(j.Beta),
		strconv.Itoa(j.TrainingSteps), strict.FormatFloat(j.SequentialSeconds), strict.FormatFloat(j.MaxAcceptableSeconds),
		strings.Join(degrees, " "), strconv.Itoa(j.Degree), strconv.Itoa(j.EffectiveDegree),
		string(j.Outcome), string(j.Cause), optional(j.StartSeconds), optional(j.EndSeconds), optional(j.JCTSeconds),
		optional(j.CommunicationSeconds), optional(j.ComputationSeconds), strings.Join(j.Servers, " "), strconv.Itoa(j.Channels))
}
