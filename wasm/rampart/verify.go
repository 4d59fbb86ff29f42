package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"

	"rampart/core/experiment"
)

// verifyCommand is rampart verify.
func verifyCommand(args []string, s streams) int {
	flags := flag.NewFlagSet("verify", flag.ContinueOnError)
	workers := flags.Int("workers", 0, "")
	file, status, ok := arguments("verify", flags, args, s)
	if !ok {
		return status
	}
	if !rightWorkers("verify", *workers, s) {
		return exitUsage
	}
	in, err := readAny(file, s, experiment.MaxResultBytes)
	if err != nil {
		return badInput(s, in.label, err)
	}
	if in.opened != nil {
		return verifyOpened(&in, *workers, s)
	}
	r, err := experiment.DecodeResult(in.data)
	if err != nil {
		return badInput(s, file, err)
	}
	ctx, stop := interruptible()
	defer stop()
	meter := newMeter(s.err)
	d, err := experiment.Verify(ctx, r, strategies(), experiment.Options{Workers: *workers, Progress: meter.report})
	meter.finish()
	if err != nil {
		return workError(s, file, err)
	}
	if d != nil {
		return failed(s, file, errors.New(d.String()))
	}
	return equal(s, file, len(r.Runs), r.Digest)
}

// equal says that a result is what it says it is.
func equal(s streams, label string, runs int, digest string) int {
	w := bufio.NewWriter(s.out)
	fmt.Fprintf(w, "%s: equal: %d runs, %s\n", shownName(label), runs, digest)
	if err := w.Flush(); err != nil {
		return failed(s, "-", err)
	}
	return exitDone
}

// verifyOpened runs a snapshot again and compares with what its maker recorded:
// the digest, which covers every job, and the figures. All that differs is
// told, a line each.
func verifyOpened(in *input, workers int, s streams) int {
	sh := in.opened
	if sh.Digest == "" && sh.Summaries == nil {
		return badInput(s, in.label, fmt.Errorf("there is nothing to verify: the %s says what to run, not what came out", sh.form))
	}
	in.note(s)
	ctx, stop := interruptible()
	defer stop()
	meter := newMeter(s.err)
	r, err := experiment.RunAll(ctx, sh.Experiment, in.factory(), experiment.Options{Workers: workers, DropJobs: true, Progress: meter.report})
	meter.finish()
	if err != nil {
		return workError(s, in.label, err)
	}
	status := exitDone
	differs := func(path, recorded, now string) {
		status = failed(s, in.label, fmt.Errorf("%s: the %s says %s, running it again gives %s", path, sh.form, recorded, now))
	}
	if sh.Digest != "" && sh.Digest != r.Digest {
		differs("digest", sh.Digest, r.Digest)
	}
	for _, d := range experiment.CompareSummaries(sh.Summaries, r.Summaries) {
		var i int
		path := d.Path
		if n, _ := fmt.Sscanf(path, "summaries[%d]", &i); n == 1 {
			path += " (" + sh.Experiment.Strategies[sh.Summaries[i].Strategy].Name() + ")"
		}
		differs(path, d.File, d.Now)
	}
	if status != exitDone {
		return status
	}
	return equal(s, in.label, len(r.Runs), r.Digest)
}
