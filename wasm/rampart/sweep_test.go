package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"rampart/core/sweep"
)

func TestSweepCommand(t *testing.T) {
	in(t, map[string]string{"tiny.json": tiny, "alone.json": strings.Replace(tiny, "[4, 7]", "[4]", 1)})
	t.Run("a table", func(t *testing.T) {
		status, out, errors := call("", "sweep", "tiny.json", "--field", "load=1:3:2", "--format", "table")
		if status != exitDone || errors != "" {
			t.Fatalf("status %d, errors %q", status, errors)
		}
		for _, want := range []string{"Tiny: 32 servers, 2 seeds", "load  Maximum parallelism", "\n1 ", "\n3 ", "sha256:"} {
			if !strings.Contains(out, want) {
				t.Errorf("%s\nhas no %q", out, want)
			}
		}
	})
	t.Run("CSV of two fields", func(t *testing.T) {
		status, out, _ := call("", "sweep", "tiny.json", "--field", "load=1,3", "--field", "queueCapacity=0:10:2", "--format", "csv")
		if lines := strings.Split(strings.TrimSpace(out), "\n"); status != exitDone || len(lines) != 1+4*2 || !strings.HasPrefix(lines[0], "load,queueCapacity,strategy,") {
			t.Errorf("status %d:\n%s", status, out)
		}
	})
	t.Run("JSON, the same for any number of workers", func(t *testing.T) {
		for _, workers := range []string{"1", "3"} {
			if status, _, errors := call("", "sweep", "tiny.json", "--field", "load=1:3:3", "--workers", workers, "-o", workers+".json"); status != exitDone {
				t.Fatalf("status %d, errors %q", status, errors)
			}
		}
		one, err := os.ReadFile("1.json")
		if err != nil {
			t.Fatal(err)
		}
		three, err := os.ReadFile("3.json")
		if err != nil || !bytes.Equal(one, three) {
			t.Errorf("they differ: %v", err)
		}
	})
	t.Run("going on with a part", func(t *testing.T) {
		whole, err := os.ReadFile("1.json")
		if err != nil {
			t.Fatal(err)
		}
		r, err := sweep.Decode(whole)
		if err != nil {
			t.Fatal(err)
		}
		part := sweep.NewResult(r.Sweep, r.Runs[:5])
		if err := os.WriteFile("part.json", sweep.AppendFile(nil, part), 0o666); err != nil {
			t.Fatal(err)
		}
		status, out, errors := call("", "sweep", "part.json")
		if status != exitDone || out != string(whole) {
			t.Errorf("status %d, errors %q, %d bytes, want %d", status, errors, len(out), len(whole))
		}
	})
	t.Run("the fields", func(t *testing.T) {
		status, out, _ := call("", "sweep", "tiny.json", "--fields")
		if status != exitDone || !strings.Contains(out, "\nload ") || !strings.Contains(out, "\nstrategies[1].degree ") {
			t.Errorf("status %d:\n%s", status, out)
		}
	})
}

func TestSweepCommandRefuses(t *testing.T) {
	in(t, map[string]string{"tiny.json": tiny, "broken.json": `{"rampart":1,"sweep":[],"runs":[],"experiment":{"rampart":1}}`})
	for _, tc := range []struct {
		name string
		args []string
		want string
	}{
		{"no field", []string{"tiny.json"}, "no field varies"},
		{"an unknown field", []string{"tiny.json", "--field", "lod"}, "did you mean load"},
		{"a bad range", []string{"tiny.json", "--field", "load=1:x:3"}, "is no number"},
		{"a point out of range", []string{"tiny.json", "--field", "cluster.serversPerRack=0:2:3"}, "at cluster.serversPerRack = 0: cluster.serversPerRack"},
		{"an unknown format", []string{"tiny.json", "--field", "load", "--format", "html"}, "--format"},
		{"three fields", []string{"tiny.json", "--field", "load", "--field", "queueCapacity", "--field", "horizonSeconds"}, "3 fields vary"},
		{"a sweep without axes", []string{"broken.json"}, "sweep"},
		{"no file", []string{"--field", "load"}, "takes one file"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			status, out, errors := call("", append([]string{"sweep"}, tc.args...)...)
			if status != exitUsage || out != "" || !strings.Contains(errors, tc.want) || strings.Count(errors, "\n") != 1 {
				t.Errorf("status %d, out %q, errors %q", status, out, errors)
			}
		})
	}
}

func TestBoundCommand(t *testing.T) {
	in(t, map[string]string{"tiny.json": tiny})
	status, out, errors := call("", "bound", "tiny.json")
	if status != exitDone || !strings.Contains(out, "\nseed 4 ") || !strings.Contains(out, "\nmean ") {
		t.Errorf("status %d, errors %q:\n%s", status, errors, out)
	}
	_, again, _ := call("", "bound", "tiny.json", "--workers", "2")
	if again != out {
		t.Errorf("with two workers:\n%s\nwith one\n%s", again, out)
	}
	if status, _, errors := call(`{"rampart":1,"seeds":[]}`, "bound", "-"); status != exitUsage || !strings.Contains(errors, "seeds") {
		t.Errorf("status %d, errors %q", status, errors)
	}
}

// The table says how the strategies differ on equal seeds, from maximum
// parallelism unless another is named.
func TestRunAgainst(t *testing.T) {
	in(t, map[string]string{"tiny.json": tiny})
	for _, tc := range []struct {
		args []string
		want string
	}{
		{nil, "Fixed 4 "}, {[]string{"--against", "2"}, "Maximum parallelism "},
	} {
		_, out, _ := call("", append([]string{"run", "tiny.json", "--format", "table"}, tc.args...)...)
		_, pairs, found := strings.Cut(out, "on equal seeds")
		if !found || !strings.Contains(pairs, tc.want) {
			t.Errorf("%v:\n%s", tc.args, out)
		}
	}
	if status, _, errors := call("", "run", "tiny.json", "--against", "3"); status != exitUsage || !strings.Contains(errors, "--against 3") {
		t.Errorf("status %d, errors %q", status, errors)
	}
}
