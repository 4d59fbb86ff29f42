//go:build !js

package main

import (
	"strings"
	"testing"

	"rampart/wasm/browser"
)

// minutes makes samples with these totals of memory and resident sets in MB.
func minutes(totals, residents []float64) []sample {
	list := make([]sample, len(totals))
	for i := range list {
		list[i] = sample{minute: i + 1, steps: 1000 * (i + 1), memory: &browser.Memory{
			Realms: []browser.Realm{{Wasm: totals[i] * 0.5e6, Heap: totals[i] * 0.1e6}, {Script: "w.js", Wasm: totals[i] * 0.4e6}}, Resident: residents[i] * 1e6}}
	}
	return list
}

func flat(n int, v float64) []float64 {
	list := make([]float64, n)
	for i := range list {
		list[i] = v
	}
	return list
}

func TestVerdict(t *testing.T) {
	grown := flat(30, 100)
	grown[29] = 110.5
	early := flat(30, 100)
	early[0], early[3] = 10, 50 // before it is warm
	for _, tc := range []struct {
		name    string
		samples []sample
		busy    []int // minutes with a long task
		ok      bool
		says    string
	}{
		{"nothing", nil, nil, false, "nothing was seen"},
		{"all is well", minutes(flat(30, 100), flat(30, 200)), nil, true, "soak: ok; 30 minutes, 30000 steps; memory 100.0 MB at minute 5, 100.0 MB at the end: +0.0 %"},
		{"it grows while it warms up", minutes(early, flat(30, 200)), nil, true, "+0.0 %"},
		{"memory grows", minutes(grown, flat(30, 200)), nil, false, "memory grows; 30 minutes"},
		{"the resident set grows", minutes(flat(30, 100), grown), nil, false, "resident 100.0 and 110.5 MB: +10.5 %"},
		{"no resident set is known", minutes(flat(30, 100), flat(30, 0)), nil, true, "soak: ok"},
		{"one minute of ten is busy", minutes(flat(30, 100), flat(30, 200)), []int{1, 9, 30}, true, "in 3 of 30 minutes, 3 in all"},
		{"more than one is", minutes(flat(30, 100), flat(30, 200)), []int{1, 9, 20, 30}, false, "FAILED: the page is busy too often"},
		{"a short soak is compared with its middle", minutes([]float64{50, 100}, flat(2, 200)), nil, false, "memory 50.0 MB at minute 1"},
		{"both", minutes(grown, grown), []int{1, 2, 3, 4}, false, "memory grows, the page is busy too often"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			for _, m := range tc.busy {
				tc.samples[m-1].tasks = []float64{61}
			}
			line, ok := verdict(tc.samples)
			if ok != tc.ok || !strings.Contains(line, tc.says) || strings.Contains(line, "\n") {
				t.Errorf("got %v: %s\nwant %v and %q", ok, line, tc.ok, tc.says)
			}
		})
	}
}

// Lines stand below their header.
func TestLine(t *testing.T) {
	s := minutes([]float64{100}, []float64{250})[0]
	s.tasks, s.answers, s.busy, s.load = []float64{51, 77}, []float64{30, 90, 40}, 2.5, "1.25"
	line := s.line()
	if strings.Count(line, "|") != strings.Count(header, "|") || len(line) != len(header) {
		t.Errorf("the line and its header differ in form:\n%s\n%s", header, line)
	}
	for _, want := range []string{"50.0    40.0 |", "250.0 |", "2         77 |", "40     90 |   2.50 |  1.25"} {
		if !strings.Contains(line, want) {
			t.Errorf("%q is missing in\n%s", want, line)
		}
	}
}

func TestArguments(t *testing.T) {
	for _, tc := range []struct {
		args []string
		want int // 0: an error
	}{
		{nil, 30}, {[]string{"2"}, 2}, {[]string{"0"}, 0}, {[]string{"-1"}, 0}, {[]string{"x"}, 0}, {[]string{"1.5"}, 0}, {[]string{"1441"}, 0}, {[]string{"2", "3"}, 0},
	} {
		got, err := arguments(tc.args)
		if got != tc.want || (err == nil) != (tc.want > 0) {
			t.Errorf("%v: %d, %v", tc.args, got, err)
		}
	}
}
