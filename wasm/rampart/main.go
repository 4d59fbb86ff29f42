// Command rampart runs experiments on simulated RAMP clusters, checks results,
// and serves the page. The contract's section 4 lists its commands.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"rampart/core/experiment"
	"rampart/core/strict"
)

// The exit statuses.
const (
	exitDone   = 0
	exitFailed = 1 // the work failed
	exitUsage  = 2 // wrong usage or bad input
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// command is one of the program's commands.
type command struct {
	name    string
	usage   string // arguments, for help
	summary string
	run     func(args []string, s streams) int
}

// commands lists the commands in the order of help.
func commands() []command {
	return []command{
		{"run", "FILE|-|LINK [-o OUT] [--format json|csv|table|trace|html] [--rows jobs|runs|strategies|arrivals] [--against N] [--shard I/N] [--workers N]", "run an experiment: a table on a terminal, else JSON; --rows says what a row of CSV is, --against with which strategy, from 1, the table compares the others; --shard does the I-th, from 0, of N parts, for merge", runCommand},
		{"sweep", "FILE|-|LINK|SWEEP [--field PATH[=FROM:TO:N[:log]|=V,V,...]]... [-o OUT] [--format json|csv|table] [--shard I/N] [--workers N] [--fields]", "run an experiment over ranges of one or two fields; Ctrl-C keeps what is done, SWEEP goes on with it; --fields lists the fields", sweepCommand},
		{"merge", "PART... [-o OUT] [--format json|csv|table|trace|html]", "put all parts that run, sweep or study --shard have written together: the same file as without --shard", mergeCommand},
		{"bound", "FILE|-|LINK [--exact [--jobs N] [--nodes N]] [--workers N]", "say what no strategy can undercut on each seed: the clairvoyant bound; --exact: the optimum of the first jobs, 40 or N, by branch and bound", boundCommand},
		{"tune", "FILE|-|LINK [-o OUT] [--seeds FROM..TO] [--bounds B,B,...] [--seed N] [--tables N] [--workers N]", "search for a table of degrees by graph and beta, and write the experiment with it; it is judged on --seeds, 1000..1009, which must not be the experiment's", tuneCommand},
		{"train", "FILE|- [-o POLICY] [--resume CHECKPOINT] [--steps N] [--seed N] [--name NAME] [--workers N] [--quiet]", "train a policy on the experiment; Ctrl-C saves the training first", trainCommand},
		{"verify", "RESULT|SNAPSHOT|-|LINK [--workers N]", "run what was recorded again; status 0 only if all is equal", verifyCommand},
		{"share", "FILE|-|LINK [--form links|short|compressed|file] [--base ADDRESS] [-o OUT]", "write an experiment or a result as links to the page, or as a file to send", shareCommand},
		{"inspect", "GRAPH|TABLE|RESULT|EXPERIMENT|CHECKPOINT|SNAPSHOT|-|LINK", "say what a file or a link holds", inspectCommand},
		{"import", "FILE|- [--experiment FILE] [-o OUT]", "write a PipeDream or CostGraphDef file as a job graph, or a table of arrivals (CSV: arrivalSeconds,graph,beta,trainingSteps) as an experiment: --experiment with its trace in place of the generator", importCommand},
		{"graph", "MODEL|transformer [--layers N] [--hidden N] [--heads N] [--sequence N] [--vocabulary N] [--batch N] [--bytes N] [--encoder] [--device NAME] [--flops F] [--bandwidth B] [--efficiency E] [--unit milliseconds|seconds] [--name NAME] [-o OUT]", "write a built-in graph, or that of a transformer of any shape on any device, as a job graph; what is not said is gpt2_xl's, bert_large's with --encoder, on an A100", graphCommand},
		{"onnx", "POLICY [-o OUT]", "write a trained policy as an ONNX model", onnxCommand},
		{"serve", "[--addr HOST:PORT] [--data FOLDER] [--quota MIB] [--days N] [--writes N] [--log LEVEL]", "serve the page and keep shared snapshots: in FOLDER, else in memory", func(args []string, s streams) int { return runServe(args, s.out, s.err) }},
		{"bench", "[engine] [training] [kernels] [paper] [growth] [rules] [strategies] [serve] [baselines]", "print the figures of the benchmark table", benchCommand},
		{"study", "[-o FOLDER] [-workers N] [-shard I/N] [SETTING...]", "train on the paper's four presets, test on unseen seeds, print the table", studyCommand},
		{"reproduce", "[-o FOLDER] [--quick] [--rollouts N] [--any-build] [--workers N]", "make the published tables again and write them beside ours, FOLDER/reproduction.md; rollouts, which take longest, on N seeds instead of 2; what is done is kept in FOLDER/cache, so that the same command goes on after Ctrl-C; --any-build takes what another build of this program has kept, too", reproduceCommand},
		{"version", "", "write the version", versionCommand},
	}
}

// streams are the standard streams of a command.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// run is the program; it returns the exit status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	s := streams{stdin, stdout, stderr}
	if len(args) == 0 {
		writeHelp(stderr)
		return exitUsage
	}
	name, args := args[0], args[1:]
	switch name {
	case "help", "-h", "-help", "--help":
		writeHelp(stdout)
		return exitDone
	case "-version", "--version":
		return versionCommand(nil, s)
	}
	names := []string{"help"}
	for _, c := range commands() {
		if c.name == name {
			return c.run(args, s)
		}
		names = append(names, c.name)
	}
	hint := "; rampart help lists the commands"
	if near := strict.Nearest(name, names); near != "" {
		hint = " (did you mean " + near + "?)"
	}
	fmt.Fprintf(stderr, "rampart: %s is no command%s\n", strict.Excerpt(name), hint)
	return exitUsage
}

func versionCommand(args []string, s streams) int {
	if len(args) > 0 {
		fmt.Fprintln(s.err, "rampart: version takes no argument")
		return exitUsage
	}
	fmt.Fprintf(s.out, "rampart %s (file format %d)\n", experiment.EngineVersion, experiment.FormatVersion)
	return exitDone
}

func writeHelp(w io.Writer) {
	fmt.Fprint(w, "Rampart simulates distributed deep-learning jobs on the RAMP optical cluster.\n\nUsage:\n")
	for _, c := range commands() {
		fmt.Fprintf(w, "  rampart %s\n      %s\n", c.name+" "+c.usage, c.summary)
	}
	fmt.Fprint(w, "\nFILE may be - for standard input. Exit status: 0 done, 1 the work failed,\n2 wrong usage or bad input.\n")
}

// arguments parses the arguments of a command that takes flags and one file,
// in any order. It reports what is wrong, or help asked for, by itself; the
// command then ends with the status.
func arguments(name string, flags *flag.FlagSet, args []string, s streams) (file string, status int, ok bool) {
	files, status, ok := allArguments(name, flags, args, s)
	if !ok {
		return "", status, false
	}
	if len(files) != 1 || files[0] == "" {
		fmt.Fprintf(s.err, "rampart: %s takes one file, or - for standard input; got %d\n", name, len(files))
		return "", exitUsage, false
	}
	return files[0], exitDone, true
}

// allArguments is arguments for a command that takes any number of files.
func allArguments(name string, flags *flag.FlagSet, args []string, s streams) (files []string, status int, ok bool) {
	flags.SetOutput(io.Discard)
	for {
		if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
			writeHelp(s.out)
			return nil, exitDone, false
		} else if err != nil {
			fmt.Fprintf(s.err, "rampart: %s: %v\n", name, err)
			return nil, exitUsage, false
		}
		rest := flags.Args()
		if n := len(args) - len(rest); n > 0 && args[n-1] == "--" {
			return append(files, rest...), exitDone, true
		}
		if len(rest) == 0 {
			return files, exitDone, true
		}
		files, args = append(files, rest[0]), rest[1:]
	}
}
