package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"rampart/core/experiment"
	"rampart/core/export"
	"rampart/core/shard"
	"rampart/core/strict"
	"rampart/ui/report"
	"rampart/ui/session"
)

// maxWorkers bounds --workers.
const maxWorkers = 1024

// errInterrupted is the cause of a context that Ctrl-C ended.
var errInterrupted = errors.New("interrupted; nothing was written")

// runCommand is rampart run.
func runCommand(args []string, s streams) int {
	flags := flag.NewFlagSet("run", flag.ContinueOnError)
	out := flags.String("o", "", "")
	format := flags.String("format", "", "")
	rows := flags.String("rows", string(export.Jobs), "")
	workers := flags.Int("workers", 0, "")
	against := flags.Int("against", 0, "")
	share := flags.String("shard", "", "")
	file, status, ok := arguments("run", flags, args, s)
	if !ok {
		return status
	}
	part, ok := readShard("run", *share, *format, s)
	if !ok {
		return exitUsage
	}
	*format = usualFormat(*format, *out, part, s)
	if !known("--format", *format, formats, s) || !known("--rows", export.Rows(*rows), export.AllRows, s) || !rightWorkers("run", *workers, s) {
		return exitUsage
	}
	in, x, err := readExperiment(file, s)
	if file = in.label; err != nil {
		return badInput(s, file, err)
	}
	in.note(s)
	if *against < 0 || *against > len(x.Strategies) {
		fmt.Fprintf(s.err, "rampart: run: --against %d is out of range, expected 1 to %d, the strategies\n", *against, len(x.Strategies))
		return exitUsage
	}
	fits, jobs := experiment.ResultFits(x), listsJobs(*format, export.Rows(*rows))
	if !fits && jobs && *format != "json" {
		return badInput(s, file, fmt.Errorf("so many jobs are too many for a %s file; --format json gives their digests, --format csv --rows runs the figures",
			map[string]string{"csv": "CSV", "trace": "trace"}[*format]))
	}
	ctx, stop := interruptible()
	defer stop()
	o, err := openOutput(*out, s.out)
	if err != nil {
		return badInput(s, *out, err)
	}
	defer o.discard()
	meter := newMeter(s.err)
	options := experiment.Options{Workers: *workers, DropJobs: !fits || !jobs, Progress: meter.report}
	if part.Of > 0 {
		return runPart(ctx, &in, x, part, options, o, *out, meter, s)
	}
	r, err := experiment.RunAll(ctx, x, in.factory(), options)
	meter.finish()
	if err != nil {
		return workError(s, file, err)
	}
	if !fits && *format == "json" {
		noteJobsLeftOut(s, file)
	}
	if err := o.write(encode(r, *format, export.Rows(*rows), *against-1)); err != nil {
		return failed(s, cmp.Or(*out, "-"), err)
	}
	return exitDone
}

// noteJobsLeftOut says why a result has no jobs.
func noteJobsLeftOut(s streams, file string) {
	fmt.Fprintf(s.err, "rampart: %s: so many jobs do not fit into a file; the result has their digests\n", shownName(file))
}

// usualFormat is a format that is asked for, or else JSON, but a table for people.
func usualFormat(format, out string, part shard.Shard, s streams) string {
	switch {
	case format != "":
		return format
	case out == "" && isTerminal(s.out) && part.Of == 0:
		return "table"
	}
	return "json"
}

// formats are those of --format.
var formats = []string{"json", "csv", "table", "trace", "html"}

// listsJobs reports whether a format has something of every job.
func listsJobs(format string, rows export.Rows) bool {
	switch format {
	case "csv":
		return rows == export.Jobs || rows == export.Arrivals
	case "json", "trace":
		return true
	}
	return false
}

// encode writes a result in one of the formats of --format.
func encode(r *experiment.Result, format string, rows export.Rows, against int) []byte {
	switch format {
	case "csv":
		return export.AppendCSV(nil, r, rows)
	case "table":
		return appendTable(nil, r, against)
	case "trace":
		return export.AppendTrace(nil, r)
	case "html":
		return report.HTML(session.Finished(r))
	}
	return experiment.AppendResultFile(nil, r)
}

// known reports whether a flag has one of the words that it may have, and says
// what is wrong if not.
func known[T ~string](flag string, word T, words []T, s streams) bool {
	if slices.Contains(words, word) {
		return true
	}
	list := make([]string, len(words))
	for i, w := range words {
		list[i] = string(w)
	}
	fmt.Fprintf(s.err, "rampart: run: %s %s is not known, expected one of %s\n", flag, strict.Excerpt(string(word)), strings.Join(list, ", "))
	return false
}

// rightWorkers checks --workers and reports what is wrong with it.
func rightWorkers(command string, workers int, s streams) bool {
	if workers < 0 || workers > maxWorkers {
		fmt.Fprintf(s.err, "rampart: %s: --workers %d is out of range, expected 1 to %d, or 0 for one a processor\n", command, workers, maxWorkers)
		return false
	}
	return true
}

// interruptible returns a context that Ctrl-C ends; a second one kills.
func interruptible() (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	release := context.AfterFunc(signals, func() {
		cancel(errInterrupted)
		stop()
	})
	return ctx, func() {
		release()
		stop()
		cancel(nil)
	}
}

// workError tells an error in the file, which is found before anything runs,
// from one of the work.
func workError(s streams, file string, err error) int {
	var wrong *strict.Error
	if errors.As(err, &wrong) {
		return badInput(s, file, err)
	}
	return failed(s, file, err)
}
