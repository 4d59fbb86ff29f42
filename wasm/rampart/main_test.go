package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"rampart/core/experiment"
	"rampart/core/exporttest"
	"rampart/core/jobgraph"
	"rampart/ui/report"
)

// tiny is an experiment that runs in no time.
const tiny = `{"rampart": 1, "name": "Tiny", "horizonSeconds": 5000, "seeds": [4, 7],
	"strategies": [{"kind": "max"}, {"kind": "fixed", "degree": 4}]}`

// call runs the program and returns its status and what it wrote.
func call(stdin string, args ...string) (status int, out, errors string) {
	var o, e bytes.Buffer
	status = run(args, strings.NewReader(stdin), &o, &e)
	return status, o.String(), e.String()
}

// in changes to a fresh folder and writes the named files there.
func in(t *testing.T, files map[string]string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range files {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// names lists the current folder.
func names(t *testing.T) string {
	t.Helper()
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return strings.Join(list, " ")
}

// Wrong usage and bad input: status 2, one line on standard error that starts
// as given, nothing on standard output, no file.
func TestRefuses(t *testing.T) {
	in(t, map[string]string{
		"tiny.json":   tiny,
		"empty.json":  "",
		"nan.json":    `{"rampart": 1, "horizonSeconds": NaN}`,
		"huge.json":   `{"rampart": 1, "horizonSeconds": 1e308}`,
		"over.json":   `{"rampart": 1, "horizonSeconds": 1e309}`,
		"rack.json":   `{"rampart": 1, "cluster": {"groups": 1000, "racksPerGroup": 1000, "serversPerRack": 1000}}`,
		"list.json":   `{"rampart": 1, "strategies": []}`,
		"deep.json":   strings.Repeat("[", 1e6),
		"lines.json":  "{\n \"rampart\": 1,\n \"cluster\": {\n  \"groups\": 0\n }\n}",
		"policy.json": `{"rampart": 1, "strategies": [{"kind": "policy", "checkpoint": "mine"}]}`,
		"many.json":   `{"rampart": 1, "horizonSeconds": 9e8, "seeds": [1], "strategies": [{"kind": "max"}, {"kind": "min"}]}`,
		"graph.txt":   "node1 -- Input -- forward_compute_time=x, backward_compute_time=0, activation_size=0, parameter_size=0\n",
		"binary":      "\x7fELF\x00\x01\xff",
	})
	if err := os.Mkdir("folder", 0o777); err != nil {
		t.Fatal(err)
	}
	large, err := os.Create("large.json") // 100 MB, no disk blocks
	if err != nil || large.Truncate(100<<20) != nil || large.Close() != nil {
		t.Fatal(err)
	}
	before := names(t)
	for _, c := range []struct {
		args string
		want string
	}{
		{"", "Rampart simulates"},
		{"rum tiny.json", `rampart: "rum" is no command (did you mean run?)`},
		{"frobnicate", `rampart: "frobnicate" is no command; rampart help lists the commands`},
		{"run", "rampart: run takes one file, or - for standard input; got 0"},
		{"run a.json b.json", "rampart: run takes one file, or - for standard input; got 2"},
		{"run --fast tiny.json", "rampart: run: flag provided but not defined: -fast"},
		{"run tiny.json --format xml", `rampart: run: --format "xml" is not known, expected one of json, csv, table, trace, html`},
		{"run tiny.json --format csv --rows days", `rampart: run: --rows "days" is not known, expected one of jobs, runs, strategies`},
		{"run tiny.json --workers -1", "rampart: run: --workers -1 is out of range"},
		{"run tiny.json --workers many", `rampart: run: invalid value "many" for flag -workers`},
		{"run missing.json -o out.json", "rampart: missing.json: no such file or directory"},
		{"run folder -o out.json", "rampart: folder: this is a folder, expected a file"},
		{"run tiny.json -o folder", "rampart: folder: this is a folder, expected the name of a file"},
		{"run tiny.json -o missing/out.json", "rampart: missing/out.json: no such file or directory"},
		{"run large.json -o out.json", "rampart: large.json: 104857600 bytes are too long, expected at most 33554432"},
		{"run empty.json -o out.json", "rampart: empty.json: line 1, column 1: the text is empty"},
		{"run binary -o out.json", "rampart: binary: line 1, column "},
		{"run nan.json -o out.json", "rampart: nan.json: line 1, column 34: "},
		{"run huge.json -o out.json", "rampart: huge.json: horizonSeconds: 1e308 is out of range, expected a number greater than 0 and up to 1000000000000"},
		{"run over.json -o out.json", "rampart: over.json: horizonSeconds: 1e309 is out of range"},
		{"run rack.json -o out.json", "rampart: rack.json: cluster.groups: 1000 x 1000 x 1000 are 1000000000 servers, expected at most 1048576"},
		{"run list.json -o out.json", "rampart: list.json: strategies: the array has 0 elements"},
		{"run deep.json -o out.json", "rampart: deep.json: line 1, column 33: nested too deeply"},
		{"run lines.json -o out.json", "rampart: lines.json: cluster.groups: 0 is out of range, expected an integer from 1 to 1048576 (line 4)"},
		{"run policy.json -o out.json", `rampart: policy.json: strategies[0].checkpoint: "mine" cannot be used`},
		{"run many.json --format csv -o out.csv", "rampart: many.json: so many jobs are too many for a CSV file"},
		{"run many.json --format trace -o out.json", "rampart: many.json: so many jobs are too many for a trace file"},
		{"tune tiny.json --seeds 4..2", "rampart: tune: --seeds 4..2 is no list of seeds, expected one such as 1000..1009 or 3,7"},
		{"tune tiny.json --bounds x", "rampart: tune: --bounds x is no list of betas, expected one such as 0.25,0.5"},
		{"tune tiny.json --tables 0", "rampart: tune: --tables 0 is out of range, expected at least 1"},
		{"tune tiny.json --seeds 0..9 -o out.json", "rampart: tiny.json: seeds: "},
		{"verify tiny.json", "rampart: tiny.json: engine: the field is missing"},
		{"verify", "rampart: verify takes one file"},
		{"verify missing.json", "rampart: missing.json: no such file or directory"},
		{"inspect missing", "rampart: missing: no such file or directory"},
		{"inspect binary", "rampart: binary: "},
		{"inspect empty.json", "rampart: empty.json: the file is empty"},
		{"inspect deep.json", "rampart: deep.json: line 1, column "},
		{"import graph.txt -o out.json", "rampart: graph.txt: line 1: forward_compute_time: "},
		{"import tiny.json", "rampart: tiny.json: unit: the field is missing"},
		{"import folder", "rampart: folder: this is a folder"},
		{"version 2", "rampart: version takes no argument"},
	} {
		t.Run(c.args, func(t *testing.T) {
			status, out, errors := call("", strings.Fields(c.args)...)
			if status != exitUsage {
				t.Errorf("status %d", status)
			}
			if out != "" {
				t.Errorf("wrote %q", out)
			}
			if !strings.HasPrefix(errors, c.want) || !strings.HasSuffix(errors, "\n") ||
				c.args != "" && strings.Count(errors, "\n") != 1 {
				t.Errorf("got  %q\nwant %q", errors, c.want)
			}
			if after := names(t); after != before {
				t.Fatalf("files were %s, are %s", before, after)
			}
		})
	}
}

// A bad run leaves what was there before.
func TestRunKeepsOldFile(t *testing.T) {
	in(t, map[string]string{"bad.json": `{"rampart": 1, "strategies": [{"kind": "script", "degrees": [4, 10]}]}`, "out.json": "old"})
	status, out, errors := call("", "run", "bad.json", "-o", "out.json")
	if status != exitFailed || out != "" || !strings.HasPrefix(errors, "rampart: bad.json: strategies[0] (Script of 2 decisions) on seed ") {
		t.Errorf("status %d, wrote %q, %q", status, out, errors)
	}
	if data, _ := os.ReadFile("out.json"); string(data) != "old" {
		t.Errorf("out.json is %q", data)
	}
	if got := names(t); got != "bad.json out.json" {
		t.Errorf("files: %s", got)
	}
}

func TestStandardInput(t *testing.T) {
	in(t, nil)
	status, out, errors := call(tiny, "run", "-", "--format", "table")
	if status != exitDone || errors != "" || !strings.Contains(out, "Maximum parallelism (Para_max)") {
		t.Errorf("status %d, %q, %q", status, out, errors)
	}
	status, _, errors = call(`{"rampart": 1, "horizonSeconds": []}`, "run", "-")
	if status != exitUsage || !strings.HasPrefix(errors, "rampart: -: horizonSeconds: found an array, expected a number") {
		t.Errorf("status %d, %q", status, errors)
	}
	// An endless input is cut off.
	var o, e bytes.Buffer
	if status := run([]string{"run", "-"}, endless{}, &o, &e); status != exitUsage ||
		e.String() != "rampart: -: the input is too long, expected at most 33554432 bytes\n" {
		t.Errorf("status %d, %q", status, &e)
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

// JSON in a pipe and in a file is the same, and verify accepts it until a
// figure in it is changed.
func TestRunAndVerify(t *testing.T) {
	in(t, map[string]string{"tiny.json": tiny})
	status, piped, errors := call("", "run", "--workers", "1", "tiny.json")
	if status != exitDone || errors != "" {
		t.Fatalf("status %d, %s", status, errors)
	}
	status, out, errors := call("", "run", "tiny.json", "-o", "out.json", "--workers=3")
	if status != exitDone || out != "" || errors != "" {
		t.Fatalf("status %d, wrote %q, %q", status, out, errors)
	}
	data, err := os.ReadFile("out.json")
	if err != nil || string(data) != piped {
		t.Fatalf("the file differs from the pipe: %v", err)
	}
	r, err := experiment.DecodeResult(data)
	if err != nil {
		t.Fatal(err)
	}
	status, out, errors = call("", "verify", "out.json")
	if want := "out.json: equal: 4 runs, " + r.Digest + "\n"; status != exitDone || out != want || errors != "" {
		t.Errorf("status %d, wrote %q, %q", status, out, errors)
	}
	changed := strings.Replace(piped, `"degree": 4, "effectiveDegree"`, `"degree": 6, "effectiveDegree"`, 1)
	status, out, errors = call(changed, "verify", "-")
	if status != exitFailed || out != "" || !strings.Contains(errors, ".degree: the file says 6, running it again gives 4\n") {
		t.Errorf("status %d, wrote %q, %q", status, out, errors)
	}
}

func TestCSV(t *testing.T) {
	in(t, map[string]string{"tiny.json": tiny})
	status, out, errors := call("", "run", "tiny.json", "--format", "csv")
	if status != exitDone || errors != "" {
		t.Fatalf("status %d, %s", status, errors)
	}
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	// Jobs arrive every 1000 s up to the horizon at 5000 s: six in each of four runs.
	if len(rows) != 1+4*6 || rows[0][4] != "arrivalSeconds" || rows[1][0] != "Maximum parallelism (Para_max)" || rows[1][1] != "4" ||
		rows[24][0] != "Fixed 4" || rows[24][1] != "7" || rows[24][4] != "5000" || rows[24][12] != "undecided" {
		t.Errorf("%d rows: %q ... %q", len(rows), rows[:2], rows[len(rows)-1])
	}
}

// Tables of runs and strategies, and the trace, are those of package export;
// the report is package report's.
func TestOtherFormats(t *testing.T) {
	in(t, map[string]string{"tiny.json": tiny})
	for rows, want := range map[string]int{"runs": 4, "strategies": 2} {
		status, out, errors := call("", "run", "tiny.json", "--format", "csv", "--rows", rows)
		table, err := csv.NewReader(strings.NewReader(out)).ReadAll()
		if status != exitDone || errors != "" || err != nil || len(table) != 1+want {
			t.Errorf("%s: status %d, %d rows, %v, %s", rows, status, len(table), err, errors)
		}
	}
	status, out, errors := call("", "run", "tiny.json", "--format", "trace")
	trace, err := exporttest.ReadTrace([]byte(out))
	if status != exitDone || errors != "" || err != nil {
		t.Fatalf("status %d, %v, %s", status, err, errors)
	}
	processes := map[int]bool{}
	for _, e := range trace.Events {
		processes[e.Process] = true
	}
	if len(processes) != 4 {
		t.Errorf("%d processes for 4 runs", len(processes))
	}
	status, out, errors = call("", "run", "tiny.json", "--format", "html")
	found, ok := report.Read([]byte(out))
	if x, err := experiment.Decode(found.Experiment); status != exitDone || errors != "" || !ok || err != nil || x.Name != "Tiny" || !strings.HasPrefix(found.Digest, "sha256:") {
		t.Errorf("status %d, the digest is %q, %v, %s", status, found.Digest, err, errors)
	}
}

// A link stays a link, and what cannot be replaced is written to.
func TestOutputTargets(t *testing.T) {
	in(t, map[string]string{"tiny.json": tiny, "target": "old"})
	if err := os.Symlink("target", "link"); err != nil {
		t.Fatal(err)
	}
	if status, _, errors := call("", "run", "tiny.json", "-o", "link", "--format", "table"); status != exitDone {
		t.Fatalf("status %d, %s", status, errors)
	}
	data, err := os.ReadFile("target")
	if err != nil || !strings.Contains(string(data), "Fixed 4") {
		t.Errorf("target is %q, %v", data, err)
	}
	if info, err := os.Lstat("link"); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Error("the link was replaced")
	}
	if status, _, errors := call("", "run", "tiny.json", "-o", os.DevNull); status != exitDone {
		t.Errorf("%s: status %d, %s", os.DevNull, status, errors)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Errorf("%s was replaced", os.DevNull)
	}
	status, out, _ := call("", "run", "tiny.json", "-o", "-", "--format", "table")
	if status != exitDone || !strings.Contains(out, "Fixed 4") {
		t.Errorf("-o -: status %d, %q", status, out)
	}
}

// Ctrl-C ends a long run with status 1 and leaves nothing behind.
func TestInterrupt(t *testing.T) {
	in(t, map[string]string{"long.json": `{"rampart": 1, "horizonSeconds": 9e8, "seeds": [1, 2, 3]}`})
	done := make(chan string)
	go func() {
		status, out, errors := call("", "run", "long.json", "-o", "out.json")
		done <- fmt.Sprint(status, out, errors)
	}()
	for !strings.Contains(names(t), ".tmp") {
		time.Sleep(time.Millisecond)
	}
	if err := syscall.Kill(syscall.Getpid(), syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if got := <-done; !strings.HasPrefix(got, "1") || !strings.HasSuffix(got, "rampart: long.json: interrupted; nothing was written\n") {
		t.Errorf("got %s", got)
	}
	if got := names(t); got != "long.json" {
		t.Errorf("files: %s", got)
	}
}

// A full disk or a closed pipe is a failure, not bad input.
func TestWriteFails(t *testing.T) {
	in(t, map[string]string{"tiny.json": tiny})
	var e bytes.Buffer
	if status := run([]string{"run", "tiny.json"}, strings.NewReader(""), broken{}, &e); status != exitFailed ||
		!strings.HasPrefix(e.String(), "rampart: -: io: read/write on closed pipe") {
		t.Errorf("status %d, %q", status, &e)
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestInspectAndImport(t *testing.T) {
	g, err := jobgraph.Builtin("gnmt")
	if err != nil {
		t.Fatal(err)
	}
	in(t, map[string]string{
		"tiny.json": tiny,
		"tree.json": `{"rampart": 1, "cluster": {"topology": {"kind": "fattree", "oversubscription": 8}}}`,
		"gnmt.json": string(jobgraph.EncodeJSON(g)),
		"two.txt": "node1 -- Input -- forward_compute_time=1.5, backward_compute_time=0, activation_size=8, parameter_size=0\n" +
			"node2 -- Linear -- forward_compute_time=2, backward_compute_time=3, activation_size=[4; 4], parameter_size=100\n" +
			"\tnode1 -- node2",
	})
	if status, _, errors := call("", "run", "tiny.json", "-o", "result.json"); status != exitDone {
		t.Fatal(errors)
	}
	status, imported, errors := call("", "import", "two.txt")
	if status != exitDone || errors != "" {
		t.Fatalf("import: status %d, %s", status, errors)
	}
	if err := os.WriteFile("two.json", []byte(imported), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ file, want string }{
		{"tiny.json", "Experiment                 Tiny\n"},
		{"tiny.json", "4 groups x 4 racks x 2 servers = 32 servers"},
		{"tiny.json", "4 runs, about 24"},
		{"tiny.json", "RAMP, 1.60 TB/s a server, 400 GB/s a channel, 1 channel a link"},
		{"tree.json", "fat tree 8:1, 1.60 TB/s a server, 200 GB/s of it across racks, 1 channel a link"},
		{"result.json", "4, 24 jobs arrived, 24 in the file"},
		{"gnmt.json", "48 ops, 58 edges, 4 sources, 9 sinks"}, // spec/lessons.md A1, defect 7
		{"gnmt", "48 ops, 58 edges, 4 sources, 9 sinks"},      // the built-in one
		{"two.txt", "6.50 milliseconds (forward 3.50, backward 3)"},
		{"two.json", "6.50 milliseconds (forward 3.50, backward 3)"},
	} {
		status, out, errors := call("", "inspect", c.file)
		if status != exitDone || errors != "" || !strings.Contains(out, c.want) {
			t.Errorf("%s: status %d, %s\nwant %s\nin   %s", c.file, status, errors, c.want, out)
		}
	}
	// A file's own name leads out of the folder it is in.
	if status, out, _ := call("", "import", filepath.Join(".", "two.txt")); status != exitDone || out != imported {
		t.Errorf("import by path: %q", out)
	}
}

func TestHelpAndVersion(t *testing.T) {
	for _, arg := range []string{"help", "--help", "-h"} {
		status, out, errors := call("", arg)
		if status != exitDone || errors != "" || !strings.Contains(out, "rampart run FILE|-") {
			t.Errorf("%s: status %d, %q, %q", arg, status, out, errors)
		}
	}
	if status, out, _ := call("", "run", "-h"); status != exitDone || !strings.Contains(out, "rampart run FILE|-") {
		t.Errorf("run -h: status %d, %q", status, out)
	}
	for _, arg := range []string{"version", "--version"} {
		if status, out, _ := call("", arg); status != exitDone || out != "rampart "+experiment.EngineVersion+" (file format 1)\n" {
			t.Errorf("%s: status %d, %q", arg, status, out)
		}
	}
}

// A name from a file cannot write to the terminal's controls.
func TestControlCharacters(t *testing.T) {
	status, out, errors := call(`{"rampart": 1, "name": "\u001b[31mred\n", "horizonSeconds": 2000, "seeds": [1]}`, "run", "-", "--format", "table")
	if status != exitDone || strings.Contains(out, "\x1b") || strings.Contains(errors, "\x1b") {
		t.Errorf("status %d, %q, %q", status, out, errors)
	}
}
