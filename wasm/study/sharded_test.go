package study

import (
	"reflect"
	"strings"
	"testing"

	"rampart/core/shard"
)

// rowOf is what a training might have found.
func rowOf(j job, n int) Row {
	return Row{j.setting.Name, j.preset, j.seed, 100 * n, j.name() + ".safetensors", "sha256:0", [][]float64{{0.1, 0.2}, {0.3, float64(n) / 1000}}}
}

// The parts of a study, put together in any order, give the rows of one machine.
func TestMerge(t *testing.T) {
	for _, names := range [][]string{nil, {"warm", "paper"}} {
		var want []Row
		for n, j := range jobsOf(names) {
			want = append(want, rowOf(j, n))
		}
		digest, err := Digest(names)
		if err != nil {
			t.Fatal(err)
		}
		const of = 3
		var parts []*Part
		for i := range of {
			p := &Part{Engine: "1", Names: names, Shard: shard.Shard{Index: of - 1 - i, Of: of}, Digest: digest}
			for n, row := range want {
				if p.Shard.Takes(n) {
					p.Rows = append(p.Rows, row)
				}
			}
			file, err := AppendPart(nil, p)
			if err != nil {
				t.Fatal(err)
			}
			read, err := DecodePart(file)
			if err != nil || !reflect.DeepEqual(read, p) {
				t.Fatalf("%v: %+v, want %+v", err, read, p)
			}
			parts = append(parts, read)
			text := strings.Replace(string(file), `"seed": 1`, `"seed": 2`, 1)
			if _, err := DecodePart([]byte(text)); err == nil || !strings.Contains(err.Error(), "the rows are not those") {
				t.Errorf("with another seed: %v", err)
			}
			text = strings.Replace(string(file), `"experimentDigest": "sha256:`, `"experimentDigest": "sha256:0`, 1)
			if _, err := DecodePart([]byte(text[:len(text)-1])); err == nil {
				t.Error("a wrong digest is taken")
			}
		}
		if got := Merge(parts); !reflect.DeepEqual(got, want) {
			t.Errorf("the rows of %v are others", names)
		}
	}
}

// Studies of other settings have other digests.
func TestDigest(t *testing.T) {
	seen := map[string]bool{}
	for _, names := range [][]string{nil, {"paper"}, {"warm"}, {"paper", "warm"}} {
		digest, err := Digest(names)
		if err != nil || seen[digest] {
			t.Errorf("%v: %s, %v", names, digest, err)
		}
		seen[digest] = true
	}
}
