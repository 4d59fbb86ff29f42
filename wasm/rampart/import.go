package main

import (
	"flag"

	"rampart/core/jobgraph"
)

// importCommand is rampart import.
func importCommand(args []string, s streams) int {
	flags := flag.NewFlagSet("import", flag.ContinueOnError)
	out := flags.String("o", "", "")
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
	g, err := jobgraph.Read(name, data)
	if err != nil {
		return badInput(s, file, err)
	}
	o, err := openOutput(*out, s.out)
	if err != nil {
		return badInput(s, *out, err)
	}
	defer o.discard()
	if err := o.write(jobgraph.EncodeJSON(g)); err != nil {
		return failed(s, file, err)
	}
	return exitDone
}
