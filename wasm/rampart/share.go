package main

import (
	"errors"
	"flag"
	"fmt"
	"strings"

	"rampart/core/experiment"
	"rampart/core/snapshot"
	"rampart/core/strict"
)

// shareForms are those of share --form.
var shareForms = []string{"links", "short", "compressed", "file"}

// shareCommand is rampart share: it writes an experiment or a result as the
// page would share it. Links go to standard output, one a line: the short one,
// if the experiment can be said in one, and the compressed one, which holds the
// digest and the figures of a result, too. --form writes one of them or a file;
// --base puts the address of a page in front.
func shareCommand(args []string, s streams) int {
	flags := flag.NewFlagSet("share", flag.ContinueOnError)
	form := flags.String("form", "links", "")
	base := flags.String("base", "", "")
	out := flags.String("o", "", "")
	file, status, ok := arguments("share", flags, args, s)
	if !ok {
		return status
	}
	known := false
	for _, f := range shareForms {
		known = known || f == *form
	}
	if !known {
		fmt.Fprintf(s.err, "rampart: share: --form %s is not known, expected one of %s\n", strict.Excerpt(*form), strings.Join(shareForms, ", "))
		return exitUsage
	}
	in, err := readAny(file, s, experiment.MaxResultBytes)
	if err != nil {
		return badInput(s, in.label, err)
	}
	shot, err := in.snapshot()
	if err != nil {
		return badInput(s, in.label, err)
	}
	text, err := shareText(shot, *form, *base)
	if err != nil {
		return badInput(s, in.label, err)
	}
	o, err := openOutput(*out, s.out)
	if err != nil {
		return badInput(s, *out, err)
	}
	defer o.discard()
	if err := o.write(text); err != nil {
		return failed(s, "-", err)
	}
	return exitDone
}

// snapshot returns the snapshot of an input: its own, or that of an experiment
// or a result.
func (in *input) snapshot() (*snapshot.Snapshot, error) {
	if in.opened != nil {
		return in.opened.Snapshot, nil
	}
	s := &snapshot.Snapshot{Engine: experiment.EngineVersion}
	if isResult(in.data) {
		r, err := experiment.DecodeResult(in.data)
		if err != nil {
			return nil, err
		}
		s.Engine, s.Experiment, s.Digest, s.Summaries = r.Engine, r.Experiment, r.Digest, r.Summaries
	} else {
		x, err := experiment.Decode(in.data)
		if err != nil {
			return nil, err
		}
		s.Experiment = x
	}
	s.Policies = snapshot.Named(s.Experiment, builtinSum)
	return s, snapshot.Validate(s)
}

// isResult reports whether a file is meant to be a result.
func isResult(data []byte) bool {
	doc, err := strict.Parse(data, strict.Limits{MaxBytes: experiment.MaxResultBytes, MaxValues: 1 << 26})
	return err == nil && doc.Root().Kind() == strict.Object && doc.Root().Object().Get("runs").Present()
}

// shareText returns what rampart share writes.
func shareText(s *snapshot.Snapshot, form, base string) ([]byte, error) {
	if form == "file" {
		return snapshot.AppendFile(nil, s), nil
	}
	var text []byte
	if form != "compressed" {
		short, ok := snapshot.Short(s)
		if !ok && form == "short" {
			return nil, errors.New("no short link can say this experiment")
		}
		if ok {
			text = append(text, base+"#"+short+"\n"...)
		}
	}
	if form != "short" {
		text = append(text, base+"#"+snapshot.Compressed(s)+"\n"...)
	}
	return text, nil
}
