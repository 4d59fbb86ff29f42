package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"rampart/core/experiment"
	"rampart/ui/number"
)

// When a meter speaks: on a terminal in place, elsewhere a line now and then,
// and nowhere about work that is over in no time.
const (
	quietOnTerminal = 300 * time.Millisecond
	quietElsewhere  = time.Second
	everyOnTerminal = 200 * time.Millisecond
	everyElsewhere  = 10 * time.Second
)

// meter writes the progress of a run for people.
type meter struct {
	w        io.Writer
	terminal bool
	start    time.Time
	next     time.Time
	width    int // characters of the line in place
}

func newMeter(w io.Writer) *meter {
	m := &meter{w: w, terminal: isTerminal(w), start: time.Now()}
	m.next = m.start.Add(quietElsewhere)
	if m.terminal {
		m.next = m.start.Add(quietOnTerminal)
	}
	return m
}

// report is experiment.Options.Progress.
func (m *meter) report(p experiment.Progress) {
	now := time.Now()
	if now.Before(m.next) {
		return
	}
	m.say(progressLine(p, now.Sub(m.start)), now)
}

// say writes a line.
func (m *meter) say(line string, now time.Time) {
	if m.terminal {
		m.next = now.Add(everyOnTerminal)
		m.overwrite(line)
		return
	}
	m.next = now.Add(everyElsewhere)
	fmt.Fprintf(m.w, "rampart: %s\n", line)
}

// sweep is sweep.Options.Progress of a sweep of which some runs are known.
func (m *meter) sweep(known int) func(done, runs int) {
	return func(done, runs int) { m.count(done, runs, known, "runs") }
}

// partsOfSeeds tells of seeds that are done.
func (m *meter) partsOfSeeds(done float64, all int) { m.count(int(done), all, 0, "seeds") }

// jobsOfSeeds returns what tells of so many jobs of each seed that are done.
func (m *meter) jobsOfSeeds(jobs int) func(done float64, all int) {
	return func(done float64, all int) { m.count(int(done*float64(jobs)), all*jobs, 0, "jobs") }
}

// count tells of things that are done, of which some were before.
func (m *meter) count(done, all, known int, things string) {
	now := time.Now()
	if now.Before(m.next) {
		return
	}
	line := fmt.Sprintf("%3.0f %%, %s of %s %s", 100*float64(done)/float64(max(1, all)), number.Count(done), number.Count(all), things)
	if done > known {
		left := time.Duration(float64(now.Sub(m.start)) * float64(all-done) / float64(done-known))
		line += ", about " + roughly(left) + " left"
	}
	m.say(line, now)
}

// finish clears the line in place.
func (m *meter) finish() {
	if m.width > 0 {
		m.overwrite("")
		fmt.Fprint(m.w, "\r")
	}
}

// overwrite replaces the line in place.
func (m *meter) overwrite(line string) {
	width := len([]rune(line))
	fmt.Fprintf(m.w, "\r%s%s", line, strings.Repeat(" ", max(0, m.width-width)))
	m.width = width
}

// progressLine says how far the work has come and how long it may yet take.
func progressLine(p experiment.Progress, elapsed time.Duration) string {
	total := max(p.Total, p.Decided, 1)
	fraction := float64(p.Decided) / float64(total)
	line := fmt.Sprintf("%3.0f %%, %s of %s decisions, %s of %s runs", 100*fraction,
		number.Count(p.Decided), number.Count(total), number.Count(p.RunsDone), number.Count(p.Runs))
	if p.Decided == 0 {
		return line
	}
	left := time.Duration(float64(elapsed) * (1 - fraction) / fraction)
	return line + ", about " + roughly(left) + " left"
}

// roughly writes a time that is only a guess.
func roughly(d time.Duration) string {
	switch {
	case d < 90*time.Second:
		return fmt.Sprintf("%.0f s", d.Seconds())
	case d < 90*time.Minute:
		return fmt.Sprintf("%.0f min", d.Minutes())
	}
	return fmt.Sprintf("%.0f h", d.Hours())
}
