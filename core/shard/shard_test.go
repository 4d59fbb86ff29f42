package shard

import (
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]Shard{"0/1": {0, 1}, "0/4": {0, 4}, "3/4": {3, 4}, "99999/100000": {99999, 100000}} {
		if got, err := Parse(text); err != nil || got != want {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	for text, want := range map[string]string{
		"": "no shard", "3": "no shard", "a/b": "no shard", "1/2/3": "no shard", "0.5/2": "no shard",
		"0/0": "0 shards are out of range", "0/100001": "out of range",
		"4/4": "index 4 is out of range, expected 0 to 3", "-1/4": "index -1",
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// Each unit is taken by one shard, and the shards' shares differ by at most one.
func TestTakes(t *testing.T) {
	for _, of := range []int{0, 1, 2, 3, 7, 20} {
		const units = 16
		least, most := units, 0
		taken := make([]int, units)
		for i := range max(1, of) {
			share := 0
			for u := range units {
				if (Shard{i, of}).Takes(u) {
					taken[u]++
					share++
				}
			}
			least, most = min(least, share), max(most, share)
		}
		for u, n := range taken {
			if n != 1 {
				t.Errorf("of %d shards %d take unit %d", of, n, u)
			}
		}
		if most-least > 1 {
			t.Errorf("of %d shards one takes %d units, another %d", of, least, most)
		}
	}
}

func TestParts(t *testing.T) {
	part := func(label string, i int) Part { return Part{label, Shard{i, 3}, "sha256:a", "1"} }
	var p Parts
	for _, test := range []struct {
		part Part
		want string
	}{
		{part("a", 1), ""},
		{part("b", 0), ""},
		{part("c", 1), "shard 1 is there already: a"},
		{Part{"d", Shard{2, 3}, "sha256:b", "1"}, "another experiment than a"},
		{Part{"e", Shard{2, 3}, "sha256:a", "2"}, "engine 2 made it, engine 1 made a"},
		{Part{"f", Shard{2, 4}, "sha256:a", "1"}, "one of 4 shards, a is one of 3"},
	} {
		if err := p.Add(test.part); (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v: %v, want %q", test.part, err, test.want)
		}
	}
	if err := p.Complete(); err == nil || err.Error() != "shard 2 of 3 is missing" {
		t.Errorf("%v", err)
	}
	if err := p.Add(part("g", 2)); err != nil || p.Complete() != nil {
		t.Errorf("%v, %v", err, p.Complete())
	}
	var many Parts
	if err := many.Add(Part{"a", Shard{0, 50}, "", ""}); err != nil {
		t.Fatal(err)
	}
	if err := many.Complete(); err == nil || err.Error() != "49 of 50 shards are missing: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and more" {
		t.Errorf("%v", err)
	}
}
