package experiment_test

import (
	"bytes"
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/core/shard"
	"rampart/policy/strategy"
)

// parts runs small in so many shards, each through its file.
func parts(t *testing.T, of int) []*experiment.Part {
	t.Helper()
	var list []*experiment.Part
	for i := range of {
		p, err := experiment.RunPart(t.Context(), small(), shard.Shard{Index: i, Of: of}, strategy.New, experiment.Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		again, err := experiment.DecodePart(experiment.AppendPartFile(nil, p))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, again)
	}
	return list
}

// Parts put together, in any order, are the file of one machine; also where
// there are more shards than runs.
func TestMerge(t *testing.T) {
	r, err := experiment.RunAll(t.Context(), small(), strategy.New, experiment.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := experiment.AppendResultFile(nil, r)
	for _, of := range []int{1, 3, len(r.Runs) + 2} {
		list := parts(t, of)
		list[0], list[of-1] = list[of-1], list[0]
		if got := experiment.AppendResultFile(nil, experiment.Merge(list)); !bytes.Equal(got, want) {
			t.Errorf("%d parts do not give the same file", of)
		}
	}
}

func TestDecodePartRefuses(t *testing.T) {
	file := string(experiment.AppendPartFile(nil, parts(t, 3)[1]))
	if _, err := experiment.DecodeResult([]byte(file)); err == nil || !strings.Contains(err.Error(), "rampart merge") {
		t.Errorf("as a result: %v", err)
	}
	for _, test := range []struct{ name, old, new, want string }{
		{"another shard", `"index": 1`, `"index": 2`, "runs"},
		{"no such shard", `"index": 1`, `"index": 3`, "shard.index"},
		{"no shards", `"of": 3`, `"of": 0`, "shard.of"},
		{"another experiment", `"horizonSeconds": `, `"horizonSeconds": 1`, "experimentDigest is not that"},
		{"another outcome", `"degree":`, `"degree":1`, ""},
		{"another digest", `"digest": "sha256:`, `"digest": "sha256:00`, "digest"},
		{"an unknown field", `"engine"`, `"engines"`, "engine"},
	} {
		text := strings.Replace(file, test.old, test.new, 1)
		if text == file {
			t.Errorf("%s: the file has no %s", test.name, test.old)
			continue
		}
		if _, err := experiment.DecodePart([]byte(text)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
}
