package main

import (
	"cmp"
	"flag"
	"fmt"
	"slices"
	"strings"

	"rampart/core/experiment"
	"rampart/core/export"
	"rampart/core/shard"
	"rampart/core/strict"
	"rampart/core/sweep"
	"rampart/wasm/study"
)

// mergeCommand is rampart merge: it puts the parts of a run, a sweep or a study
// together that shards have written.
func mergeCommand(args []string, s streams) int {
	flags := flag.NewFlagSet("merge", flag.ContinueOnError)
	out := flags.String("o", "", "")
	format := flags.String("format", "", "")
	files, status, ok := allArguments("merge", flags, args, s)
	if !ok {
		return status
	}
	if len(files) == 0 {
		fmt.Fprintln(s.err, "rampart: merge takes the files of all parts; got none")
		return exitUsage
	}
	var m merger
	for _, file := range files {
		if err := m.add(file, s); err != nil {
			return badInput(s, file, err)
		}
	}
	if err := m.parts.Complete(); err != nil {
		return badInput(s, "merge", err)
	}
	known := m.formats()
	if *format != "" && !slices.Contains(known, *format) {
		fmt.Fprintf(s.err, "rampart: merge: --format %s is not known for a %s, expected one of %s\n", strict.Excerpt(*format), m.kind, strings.Join(known, ", "))
		return exitUsage
	}
	if *format == "" {
		*format = known[0]
		if *out == "" && isTerminal(s.out) {
			*format = "table"
		}
	}
	o, err := openOutput(*out, s.out)
	if err != nil {
		return badInput(s, *out, err)
	}
	defer o.discard()
	if err := o.write(m.encode(*format)); err != nil {
		return failed(s, cmp.Or(*out, "-"), err)
	}
	return exitDone
}

// The kinds of parts.
const (
	partOfRun   = "run"
	partOfSweep = "sweep"
	partOfStudy = "study"
)

// merger collects parts, all of one kind.
type merger struct {
	kind    string
	first   string // file
	parts   shard.Parts
	runs    []*experiment.Part
	sweeps  []*sweep.Result
	studies []*study.Part
}

// add reads a file and adds the part that it holds.
func (m *merger) add(file string, s streams) error {
	data, err := readInput(file, s.in, experiment.MaxResultBytes)
	if err != nil {
		return err
	}
	kind, err := kindOfPart(data)
	if err != nil {
		return err
	}
	if m.kind == "" {
		m.kind, m.first = kind, file
	}
	if kind != m.kind {
		return fmt.Errorf("it is a part of a %s, %s is one of a %s", kind, shownName(m.first), m.kind)
	}
	part := shard.Part{Label: shownName(file)}
	switch kind {
	case partOfRun:
		p, err := experiment.DecodePart(data)
		if err != nil {
			return err
		}
		part.Shard, part.Digest, part.Engine = p.Shard, p.Digest, p.Engine
		m.runs = append(m.runs, p)
	case partOfSweep:
		p, err := sweep.DecodePart(data)
		if err != nil {
			return err
		}
		if p.Left > 0 {
			return fmt.Errorf("%s of this part are left; rampart sweep %s goes on with them", plural(p.Left, "run"), shownName(file))
		}
		part.Shard, part.Digest, part.Engine = p.Shard, p.Sweep.PartDigest(), p.Engine
		m.sweeps = append(m.sweeps, p)
	case partOfStudy:
		p, err := study.DecodePart(data)
		if err != nil {
			return err
		}
		part.Shard, part.Digest, part.Engine = p.Shard, p.Digest, p.Engine
		m.studies = append(m.studies, p)
	}
	return m.parts.Add(part)
}

// kindOfPart tells parts of runs, sweeps and studies apart.
func kindOfPart(data []byte) (string, error) {
	doc, err := strict.Parse(data, strict.Limits{MaxBytes: experiment.MaxResultBytes, MaxValues: 1 << 27})
	if err != nil {
		return "", err
	}
	if doc.Root().Kind() != strict.Object || !doc.Root().Object().Get("shard").Present() {
		return "", fmt.Errorf("this is no part; rampart run, sweep and study write parts with --shard")
	}
	for _, kind := range []string{partOfSweep, partOfStudy} {
		if doc.Root().Object().Get(kind).Present() {
			return kind, nil
		}
	}
	return partOfRun, nil
}

// formats lists what the parts together can be written as; first the usual one.
func (m *merger) formats() []string {
	switch m.kind {
	case partOfSweep:
		return sweepFormats
	case partOfStudy:
		return []string{"table"}
	}
	return formats
}

// encode writes all parts together, as one machine would have.
func (m *merger) encode(format string) []byte {
	switch m.kind {
	case partOfSweep:
		return encodeSweep(sweep.Merge(m.sweeps), format)
	case partOfStudy:
		return study.Table(study.Merge(m.studies))
	}
	return encode(experiment.Merge(m.runs), format, mergedRows(m.runs), -1)
}

// mergedRows says what a row of CSV is: a job, or a run where the parts are
// without jobs.
func mergedRows(parts []*experiment.Part) export.Rows {
	for _, p := range parts {
		for i := range p.Runs {
			if p.Runs[i].Jobs == nil {
				return export.Runs
			}
		}
	}
	return export.Jobs
}
