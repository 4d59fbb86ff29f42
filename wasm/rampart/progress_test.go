package main

import (
	"bytes"
	"testing"
	"time"

	"rampart/core/experiment"
)

func TestProgressLine(t *testing.T) {
	for _, c := range []struct {
		name    string
		p       experiment.Progress
		elapsed time.Duration
		want    string
	}{
		{"nothing yet", experiment.Progress{Runs: 2, Total: 100}, time.Second, "  0 %, 0 of 100 decisions, 0 of 2 runs"},
		{"a quarter", experiment.Progress{RunsDone: 1, Runs: 4, Decided: 25, Total: 100}, 10 * time.Second, " 25 %, 25 of 100 decisions, 1 of 4 runs, about 30 s left"},
		// Exponential arrivals may bring more jobs than expected.
		{"more than expected", experiment.Progress{Runs: 1, Decided: 120, Total: 100}, time.Second, "100 %, 120 of 120 decisions, 0 of 1 runs, about 0 s left"},
		{"minutes", experiment.Progress{Runs: 1, Decided: 1, Total: 100}, 10 * time.Second, "  1 %, 1 of 100 decisions, 0 of 1 runs, about 16 min left"},
		{"hours", experiment.Progress{Runs: 1, Decided: 1, Total: 100}, 10 * time.Minute, "  1 %, 1 of 100 decisions, 0 of 1 runs, about 16 h left"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := progressLine(c.p, c.elapsed); got != c.want {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

// A meter is silent about short work; on a terminal it leaves a clean line.
func TestMeter(t *testing.T) {
	p := experiment.Progress{Runs: 1, Decided: 50, Total: 100}
	var w bytes.Buffer
	m := newMeter(&w)
	m.next = m.start.Add(time.Hour)
	m.report(p)
	m.finish()
	if w.Len() > 0 {
		t.Errorf("wrote %q about short work", &w)
	}
	m.next = m.start
	m.report(p)
	m.report(p) // too soon after the last
	m.finish()
	if got := w.String(); got != "rampart:  50 %, 50 of 100 decisions, 0 of 1 runs, about 0 s left\n" {
		t.Errorf("wrote %q", got)
	}
	w.Reset()
	m.terminal = true
	m.overwrite("longer")
	m.overwrite("line")
	m.finish()
	if got := w.String(); got != "\rlonger\rline  \r    \r" {
		t.Errorf("wrote %q", got)
	}
}
