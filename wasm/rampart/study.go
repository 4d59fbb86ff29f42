package main

import (
	"flag"
	"fmt"
	"runtime"
	"strings"

	"rampart/core/experiment"
	"rampart/core/shard"
	"rampart/wasm/study"
)

// studyCommand trains the policies of the study and prints its table.
func studyCommand(args []string, s streams) int {
	flags := flag.NewFlagSet("study", flag.ContinueOnError)
	flags.SetOutput(s.err)
	folder := flags.String("o", "study", "folder for policies and results; what it holds already is not done again")
	workers := flags.Int("workers", runtime.GOMAXPROCS(0), "trainings at the same time")
	share := flags.String("shard", "", "INDEX/NUMBER: do only this share of the trainings; for rampart merge")
	if err := flags.Parse(args); err != nil {
		return exitUsage
	}
	var names []string
	for _, setting := range study.Settings {
		names = append(names, setting.Name)
	}
	for _, a := range flags.Args() {
		if !strings.Contains(" "+strings.Join(names, " ")+" ", " "+a+" ") {
			fmt.Fprintf(s.err, "rampart: study: %q is no setting; there are %s\n", a, strings.Join(names, ", "))
			return exitUsage
		}
	}
	if *workers < 1 {
		fmt.Fprintln(s.err, "rampart: study: -workers must be at least 1")
		return exitUsage
	}
	part, ok := readShard("study", *share, "", s)
	if !ok {
		return exitUsage
	}
	ctx, stop := interruptible()
	defer stop()
	rows, err := study.Run(ctx, *folder, flags.Args(), part, *workers, func(r study.Row) {
		fmt.Fprintf(s.err, "%s, beta %s, seed %d: %.2f %% blocked, policy of step %d\n",
			r.Setting, r.Preset, r.Seed, 100*experiment.NewInterval(r.Rates[0]).Mean, r.Steps)
	})
	if err != nil {
		fmt.Fprintf(s.err, "rampart: study: %v\n", err)
		return exitFailed
	}
	text := study.Table(rows)
	if part.Of > 0 {
		if text, err = studyPart(flags.Args(), part, rows); err != nil {
			fmt.Fprintf(s.err, "rampart: study: %v\n", err)
			return exitFailed
		}
	}
	if _, err := s.out.Write(text); err != nil {
		fmt.Fprintf(s.err, "rampart: study: %v\n", err)
		return exitFailed
	}
	return exitDone
}

// studyPart is what a shard of the study writes instead of the table: the rows,
// for rampart merge.
func studyPart(names []string, part shard.Shard, rows []study.Row) ([]byte, error) {
	digest, err := study.Digest(names)
	if err != nil {
		return nil, err
	}
	return study.AppendPart(nil, &study.Part{Engine: experiment.EngineVersion, Names: names, Shard: part, Digest: digest, Rows: rows})
}
