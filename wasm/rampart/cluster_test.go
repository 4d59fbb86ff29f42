package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"rampart/core/sweep"
)

// examples is the folder of the examples of docs/cluster.md.
const examples = "../../docs/cluster"

// commandScript writes a script that is the command, and returns its name.
func commandScript(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "rampart")
	text := fmt.Sprintf("#!/bin/sh\n%s=1 exec '%s' \"$@\"\n", asCommand, self)
	if err := os.WriteFile(name, []byte(text), 0o777); err != nil {
		t.Fatal(err)
	}
	return name
}

// The tasks of the Slurm array and the merge after them give the file of one
// machine. One task has only begun, and is run again.
func TestArrayScript(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Fatal("bash is not installed: ./build.sh test is a bash script, too")
	}
	folder, err := filepath.Abs(examples)
	if err != nil {
		t.Fatal(err)
	}
	rampart := commandScript(t)
	in(t, map[string]string{"tiny.json": tiny})
	script := func(env []string, args ...string) {
		t.Helper()
		cmd := exec.Command(bash, args...)
		cmd.Env = append(append(os.Environ(), "RAMPART="+rampart), env...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	task := func(i int) {
		t.Helper()
		script([]string{fmt.Sprintf("SLURM_ARRAY_TASK_ID=%d", i), "SLURM_CPUS_PER_TASK=1"}, filepath.Join(folder, "array.sh"), "tiny.json", "results")
	}
	for i := range 4 {
		task(i)
	}
	part, err := sweep.DecodePart(read(t, "results/part-2.json"))
	if err != nil {
		t.Fatal(err)
	}
	stopped := sweep.NewPart(part.Sweep, part.Shard, part.Runs[:3])
	if err := os.WriteFile("results/part-2.json", sweep.AppendFile(nil, stopped), 0o666); err != nil {
		t.Fatal(err)
	}
	task(2)
	script(nil, filepath.Join(folder, "merge.sh"), "results")
	done(t, "sweep", "tiny.json", "--field", "load=0.2:2:10", "-o", "whole.json")
	if !bytes.Equal(read(t, "results/sweep.json"), read(t, "whole.json")) {
		t.Error("the merged file is another one")
	}
}

// The command compiled to a WASI module runs in node's WASI: its parts, merged
// by itself, are the file that the native command writes.
func TestWASI(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Fatal("node is not installed: ./build.sh test installs it")
	}
	folder, err := filepath.Abs(examples)
	if err != nil {
		t.Fatal(err)
	}
	module := filepath.Join(t.TempDir(), "rampart.wasm")
	build := exec.Command("go", "build", "-o", module, ".")
	build.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "GOEXPERIMENT=")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	in(t, map[string]string{"tiny.json": tiny, "wrong.json": `{"rampart":1,"seeds":[]}`})
	wasi := func(want int, args ...string) string {
		t.Helper()
		cmd := exec.Command(node, append([]string{"--no-warnings", filepath.Join(folder, "wasi.mjs"), module}, args...)...)
		out, _ := cmd.CombinedOutput()
		if got := cmd.ProcessState.ExitCode(); got != want {
			t.Fatalf("%v: status %d, want %d\n%s", args, got, want, out)
		}
		return string(out)
	}
	wasi(exitDone, "run", "tiny.json", "--shard", "0/2", "-o", "part-0.json")
	wasi(exitDone, "run", "tiny.json", "--shard", "1/2", "-o", "part-1.json")
	wasi(exitDone, "merge", "part-0.json", "part-1.json", "-o", "merged.json")
	done(t, "run", "tiny.json", "-o", "whole.json")
	if !bytes.Equal(read(t, "merged.json"), read(t, "whole.json")) {
		t.Error("the module writes another file")
	}
	if out := wasi(exitUsage, "run", "wrong.json"); !strings.HasPrefix(out, "rampart: wrong.json: seeds") {
		t.Errorf("of a wrong file it says %q", out)
	}
}
