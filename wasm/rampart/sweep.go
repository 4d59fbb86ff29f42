package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"math"
	"slices"
	"strings"

	"rampart/core/experiment"
	"rampart/core/export"
	"rampart/core/shard"
	"rampart/core/strict"
	"rampart/core/sweep"
	"rampart/ui/number"
)

// sweepFormats are those of rampart sweep --format.
var sweepFormats = []string{"json", "csv", "table"}

// list is a flag that may stand several times.
type list []string

func (l *list) String() string     { return strings.Join(*l, " ") }
func (l *list) Set(s string) error { *l = append(*l, s); return nil }

// sweepCommand is rampart sweep.
func sweepCommand(args []string, s streams) int {
	flags := flag.NewFlagSet("sweep", flag.ContinueOnError)
	var axes list
	flags.Var(&axes, "field", "")
	out := flags.String("o", "", "")
	format := flags.String("format", "", "")
	workers := flags.Int("workers", 0, "")
	fields := flags.Bool("fields", false, "")
	share := flags.String("shard", "", "")
	file, status, ok := arguments("sweep", flags, args, s)
	if !ok {
		return status
	}
	part, ok := readShard("sweep", *share, *format, s)
	if !ok {
		return exitUsage
	}
	*format = usualFormat(*format, *out, part, s)
	if !slices.Contains(sweepFormats, *format) {
		fmt.Fprintf(s.err, "rampart: sweep: --format %s is not known, expected one of %s\n", strict.Excerpt(*format), strings.Join(sweepFormats, ", "))
		return exitUsage
	}
	if !rightWorkers("sweep", *workers, s) {
		return exitUsage
	}
	in, from, err := readSweep(file, axes, *fields, part, s)
	if file = in.label; err != nil {
		return badInput(s, file, err)
	}
	in.note(s)
	if *fields {
		return listFields(from.Sweep.Base, s)
	}
	o, err := openOutput(*out, s.out)
	if err != nil {
		return badInput(s, *out, err)
	}
	defer o.discard()
	ctx, stop := interruptible()
	defer stop()
	meter := newMeter(s.err)
	r, err := sweep.RunAll(ctx, from.Sweep, in.factory(), sweep.Options{
		Workers: *workers, Known: from.Runs, Shard: from.Shard, Progress: meter.sweep(len(from.Runs)),
	})
	meter.finish()
	interrupted := errors.Is(err, errInterrupted)
	if err != nil && !(interrupted && len(r.Runs) > 0) {
		return workError(s, file, err)
	}
	if err := o.write(encodeSweep(r, *format)); err != nil {
		return failed(s, cmp.Or(*out, "-"), err)
	}
	if interrupted {
		hint := ""
		if *format == "json" && *out != "" && *out != "-" {
			hint = "; rampart sweep " + shownName(*out) + " goes on with them"
		}
		fmt.Fprintf(s.err, "rampart: %s: interrupted; the %s that are done were written, %s are left%s\n",
			shownName(file), plural(len(r.Runs), "run"), number.Count(r.Left), hint)
		return exitFailed
	}
	return exitDone
}

// readSweep reads an experiment to sweep, or a part of that sweep, or the result
// of a sweep to go on with, which has its own fields and is a part or not.
func readSweep(file string, fields []string, all bool, part shard.Shard, s streams) (in input, from *sweep.Result, err error) {
	in, err = readAny(file, s, sweep.MaxFileBytes)
	if err != nil {
		return in, nil, err
	}
	var x *experiment.Experiment
	if in.opened != nil {
		x = in.opened.Experiment
	} else {
		if isSweep(in.data) {
			r, err := sweep.DecodePart(in.data)
			switch {
			case err != nil:
				return in, nil, err
			case len(fields) > 0:
				return in, nil, fmt.Errorf("this is a sweep that has its fields, --field is for experiments")
			case part.Of > 0 && part != r.Shard:
				return in, nil, fmt.Errorf("this is a sweep that was begun as %s, --shard is for experiments", cmp.Or(r.Shard, shard.Shard{Of: 1}))
			}
			return in, r, nil
		}
		if x, err = experiment.Decode(in.data); err != nil {
			return in, nil, err
		}
	}
	if all {
		return in, &sweep.Result{Sweep: &sweep.Sweep{Base: x}}, experiment.Validate(x)
	}
	if len(fields) == 0 {
		return in, nil, fmt.Errorf("no field varies; say one or two with --field, as in --field load=0.2:2:10; --fields lists them")
	}
	var axes []sweep.Axis
	for _, text := range fields {
		a, err := sweep.ParseAxis(text, func(path string) (*sweep.Field, error) { return sweep.Find(x, path) },
			func(f *sweep.Field) sweep.Range { return f.Usual(x) })
		if err != nil {
			return in, nil, err
		}
		axes = append(axes, a)
	}
	sw, err := sweep.New(x, axes)
	return in, &sweep.Result{Sweep: sw, Shard: part}, err
}

// isSweep reports whether a file is the result of a sweep.
func isSweep(data []byte) bool {
	doc, err := strict.Parse(data, strict.Limits{MaxBytes: sweep.MaxFileBytes, MaxValues: 1 << 25})
	return err == nil && doc.Root().Kind() == strict.Object && doc.Root().Object().Get("sweep").Present()
}

// listFields writes the fields that can vary.
func listFields(x *experiment.Experiment, s streams) int {
	t := table{{"Field", "now", "usual range", "meaning"}}
	for _, f := range sweep.Fields(x) {
		now, _ := f.Get(x)
		r := f.Usual(x)
		text := strict.FormatFloat(r.From) + ":" + strict.FormatFloat(r.To) + ":" + fmt.Sprint(r.N)
		if r.Log {
			text += ":log"
		}
		meaning := f.Name
		if f.Unit != "" {
			meaning += ", " + f.Unit
		}
		value := number.Missing
		if !math.IsNaN(now) {
			value = strict.FormatFloat(now)
		}
		t = append(t, []string{f.Path, value, text, meaning})
	}
	var b strings.Builder
	t.write(&b)
	if _, err := fmt.Fprint(s.out, b.String()); err != nil {
		return failed(s, "-", err)
	}
	return exitDone
}

// encodeSweep writes a sweep in one of the formats.
func encodeSweep(r *sweep.Result, format string) []byte {
	switch format {
	case "csv":
		return export.AppendSweepCSV(nil, r)
	case "table":
		return appendSweepTable(nil, r)
	}
	return sweep.AppendFile(nil, r)
}

// appendSweepTable appends the blocking rates of a sweep for people: a row a
// point, a column a strategy.
func appendSweepTable(dst []byte, r *sweep.Result) []byte {
	var b strings.Builder
	writeTitle(&b, r.Sweep.Base)
	head := []string{}
	for _, a := range r.Sweep.Axes {
		head = append(head, a.Path)
	}
	for i := range r.Sweep.Base.Strategies {
		name, _, _ := strings.Cut(r.Sweep.Base.Strategies[i].Name(), " (")
		head = append(head, shownName(name))
	}
	t := table{head}
	for p := range r.Sweep.Points() {
		var row []string
		for _, v := range r.Sweep.Values(p) {
			row = append(row, number.Plain(v))
		}
		rates := make([]string, len(r.Sweep.Base.Strategies))
		for i := range rates {
			rates[i] = number.Missing
		}
		for _, summary := range r.Summaries(p) {
			rates[summary.Strategy] = withInterval(summary.BlockingRate, number.Rate)
		}
		t = append(t, append(row, rates...))
	}
	fmt.Fprint(&b, "Blocking rate\n")
	t.write(&b)
	if r.Shard.Of > 0 {
		fmt.Fprintf(&b, "\n%s, %s left\n", r.Shard, plural(r.Left, "run"))
	} else if r.Digest != "" {
		fmt.Fprintf(&b, "\n%s\n", r.Digest)
	} else {
		fmt.Fprintf(&b, "\n%s left\n", plural(r.Left, "run"))
	}
	return append(dst, b.String()...)
}
