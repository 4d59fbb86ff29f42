package sweep_test

import (
	"bytes"
	"strings"
	"testing"

	"rampart/core/shard"
	"rampart/core/sweep"
)

// Parts put together, in any order, are the file of one machine; a part that was
// stopped is gone on with, and shards may have nothing to do.
func TestMerge(t *testing.T) {
	s := make2(t, small(), axis("partition.maxDegree", 4, 16)) // fixed 8 is not allowed everywhere
	want := sweep.AppendFile(nil, runAll(t, s, sweep.Options{}))
	for _, of := range []int{1, 3, 12} {
		var list []*sweep.Result
		for i := range of {
			part := shard.Shard{Index: of - 1 - i, Of: of}
			r := runAll(t, s, sweep.Options{Shard: part, Workers: 1})
			if r.Left != 0 || r.Digest != "" || r.Shard != part {
				t.Errorf("%v: %d left, digest %q, shard %v", part, r.Left, r.Digest, r.Shard)
			}
			stopped := sweep.NewPart(s, part, r.Runs[:len(r.Runs)/2])
			file := sweep.AppendFile(nil, stopped)
			read, err := sweep.DecodePart(file)
			if err != nil || read.Left != stopped.Left || read.Left != len(r.Runs)-len(stopped.Runs) {
				t.Fatalf("%v: %v, %+v", part, err, read)
			}
			list = append(list, runAll(t, read.Sweep, sweep.Options{Shard: read.Shard, Known: read.Runs}))
		}
		if got := sweep.AppendFile(nil, sweep.Merge(list)); !bytes.Equal(got, want) {
			t.Errorf("%d parts do not give the same file", of)
		}
		if of > 1 && sweep.Merge(list[1:]).Left != len(list[0].Runs) {
			t.Errorf("without a part %d runs are left", sweep.Merge(list[1:]).Left)
		}
	}
}

func TestDecodePartRefuses(t *testing.T) {
	s := make2(t, small(), axis("load", 1, 2))
	file := string(sweep.AppendFile(nil, runAll(t, s, sweep.Options{Shard: shard.Shard{Index: 1, Of: 2}})))
	if _, err := sweep.Decode([]byte(file)); err == nil || !strings.Contains(err.Error(), "rampart merge") {
		t.Errorf("as a whole sweep: %v", err)
	}
	for _, test := range []struct{ name, old, new, want string }{
		{"another shard", `"index": 1`, `"index": 0`, "is not one of shard 0 of 2"},
		{"no such shard", `"index": 1`, `"index": 2`, "shard.index"},
		{"another experiment", `"horizonSeconds": `, `"horizonSeconds": 1`, "experimentDigest is not that"},
	} {
		text := strings.Replace(file, test.old, test.new, 1)
		if _, err := sweep.DecodePart([]byte(text)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
}
