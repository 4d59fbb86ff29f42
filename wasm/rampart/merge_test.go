package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"
)

// done calls the program, which must succeed, and returns what it wrote.
func done(t *testing.T, args ...string) string {
	t.Helper()
	status, out, errors := call("", args...)
	if status != exitDone {
		t.Fatalf("%v: status %d, %s", args, status, errors)
	}
	return out
}

// Three shards and a merge give the very file that one machine writes.
func TestShards(t *testing.T) {
	in(t, map[string]string{"tiny.json": tiny})
	t.Run("run", func(t *testing.T) {
		done(t, "run", "tiny.json", "-o", "whole.json")
		for i := range 3 {
			done(t, "run", "tiny.json", "--shard", fmt.Sprintf("%d/3", i), "-o", fmt.Sprintf("run-%d.json", i))
		}
		done(t, "merge", "run-2.json", "run-0.json", "run-1.json", "-o", "merged.json")
		if !bytes.Equal(read(t, "merged.json"), read(t, "whole.json")) {
			t.Error("the merged file is another one")
		}
		done(t, "verify", "merged.json")
		if out := done(t, "merge", "run-0.json", "run-1.json", "run-2.json", "--format", "table"); !strings.Contains(out, "Maximum parallelism") {
			t.Errorf("as a table:\n%s", out)
		}
	})
	t.Run("sweep", func(t *testing.T) {
		done(t, "sweep", "tiny.json", "--field", "load=1:3:3", "-o", "whole-sweep.json")
		for i := range 3 {
			done(t, "sweep", "tiny.json", "--field", "load=1:3:3", "--shard", fmt.Sprintf("%d/3", i), "-o", fmt.Sprintf("sweep-%d.json", i))
		}
		done(t, "merge", "sweep-0.json", "sweep-1.json", "sweep-2.json", "-o", "merged-sweep.json")
		if !bytes.Equal(read(t, "merged-sweep.json"), read(t, "whole-sweep.json")) {
			t.Error("the merged file is another one")
		}
		if again := done(t, "sweep", "sweep-1.json"); again != string(read(t, "sweep-1.json")) {
			t.Error("a part gone on with is another one")
		}
	})
	t.Run("wrong", testMergeRefuses)
}

// testMergeRefuses tries what cannot be merged, with the files of TestShards.
func testMergeRefuses(t *testing.T) {
	other := strings.Replace(tiny, "5000", "6000", 1)
	for name, text := range map[string]string{"other.json": other, "broken.json": "{", "cut.json": string(read(t, "run-1.json")[:500])} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	done(t, "run", "other.json", "--shard", "1/3", "-o", "other-1.json")
	done(t, "run", "tiny.json", "--shard", "1/4", "-o", "quarter-1.json")
	for _, test := range []struct {
		args string
		want string
	}{
		{"merge", "takes the files of all parts"},
		{"merge run-0.json run-2.json", "merge: shard 1 of 3 is missing"},
		{"merge run-0.json", "2 of 3 shards are missing: 1, 2"},
		{"merge run-0.json run-1.json run-1.json run-2.json", "run-1.json: shard 1 is there already: run-1.json"},
		{"merge run-0.json other-1.json run-2.json", "other-1.json: it is of another experiment than run-0.json"},
		{"merge run-0.json quarter-1.json run-2.json", "quarter-1.json: it is one of 4 shards, run-0.json is one of 3"},
		{"merge run-0.json sweep-1.json", "sweep-1.json: it is a part of a sweep, run-0.json is one of a run"},
		{"merge run-0.json whole.json", "whole.json: this is no part"},
		{"merge run-0.json tiny.json", "tiny.json: this is no part"},
		{"merge broken.json", "broken.json: "},
		{"merge cut.json", "cut.json: "},
		{"merge nothing.json", "nothing.json: "},
		{"merge run-0.json run-1.json run-2.json --format xml", "--format"},
		{"merge sweep-0.json sweep-1.json sweep-2.json --format html", "--format"},

		{"run tiny.json --shard 3/3", "--shard: index 3 is out of range, expected 0 to 2"},
		{"run tiny.json --shard 3", "is no shard"},
		{"run tiny.json --shard 0/3 --format csv", "a part is JSON"},
		{"sweep tiny.json --field load --shard x/3", "is no shard"},
		{"sweep sweep-0.json --shard 1/3", "begun as shard 0 of 3"},
		{"study --shard 9/3", "index 9 is out of range"},
	} {
		args := append(strings.Fields(test.args), "-o", "never.json")
		status, out, errors := call("", args...)
		if status != exitUsage || out != "" || !strings.Contains(errors, test.want) || strings.Count(errors, "\n") != 1 {
			t.Errorf("%s: status %d, %q %q, want %q", test.args, status, out, errors, test.want)
		}
	}
	if _, err := os.Stat("never.json"); err == nil {
		t.Error("something was written")
	}
}
