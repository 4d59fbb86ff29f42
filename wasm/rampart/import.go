package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"strings"

	"rampart/core/experiment"
	"rampart/core/jobgraph"
	"rampart/core/trace"
)

// importCommand is rampart import: of a graph it makes a job graph, of a table
// of arrivals an experiment.
func importCommand(args []string, s streams) int {
	flags := flag.NewFlagSet("import", flag.ContinueOnError)
	out := flags.String("o", "", "")
	base := flags.String("experiment", "", "")
	file, status, ok := arguments("import", flags, args, s)
	if !ok {
		return status
	}
	data, err := readInput(file, s.in, jobgraph.MaxFileBytes)
	if err != nil {
		return badInput(s, file, err)
	}
	name := file
	if name == "-" {
		name = ""
	}
	var made []byte
	if trace.Is(string(data[:min(len(data), 4096)])) || strings.HasSuffix(strings.ToLower(file), ".csv") {
		if made, status = importTrace(name, file, data, *base, s); made == nil {
			return status
		}
	} else if *base != "" {
		return badInput(s, file, errors.New("this is no table of arrivals, which --experiment is for"))
	} else {
		g, err := jobgraph.Read(name, data)
		if err != nil {
			return badInput(s, file, err)
		}
		made = jobgraph.EncodeJSON(g)
	}
	o, err := openOutput(*out, s.out)
	if err != nil {
		return badInput(s, *out, err)
	}
	defer o.discard()
	if err := o.write(made); err != nil {
		return failed(s, cmp.Or(*out, "-"), err)
	}
	return exitDone
}

// importTrace makes an experiment of a table of arrivals and says what it left
// out. If that is nil, the status says why.
func importTrace(name, file string, data []byte, base string, s streams) ([]byte, int) {
	x := experiment.Default()
	if base != "" {
		var in input
		var err error
		if in, x, err = readExperiment(base, s); err != nil {
			return nil, badInput(s, in.label, err)
		}
		in.note(s)
	}
	t, err := trace.Read(name, data, x)
	if err != nil {
		return nil, badInput(s, file, err)
	}
	if words := t.Words(); words != "" {
		fmt.Fprintf(s.err, "rampart: %s: %s\n", shownName(file), words)
	}
	if file := experiment.AppendFile(nil, t.Experiment); len(file) <= experiment.MaxFileBytes {
		return file, exitDone
	}
	return experiment.AppendCanonical(nil, t.Experiment), exitDone // without the white space it fits
}
