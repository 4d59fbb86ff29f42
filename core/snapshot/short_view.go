package snapshot

import (
	"slices"
	"strconv"
	"strings"
)

// viewKey is a key of a short link that says a part of the view. It is read
// after the keys of the experiment, whose runs it names.
type viewKey struct {
	name, also string
	paths      []string // of the fields in an experiment file
	read       func(v *View, x *exp, text string) error
	write      func(v *View, x *exp) string // "" for what is unsaid
}

var viewKeys = []viewKey{
	{name: "tab", paths: []string{"view.tab"},
		read:  func(v *View, _ *exp, text string) error { v.Tab = text; return nil },
		write: func(v *View, _ *exp) string { return v.Tab }},
	{name: "t", also: "time", paths: []string{"view.time"}, read: readTime, write: writeTime},
	{name: "at", also: "cursor", paths: []string{"view.cursor"}, read: readCursor, write: writeCursor},
	{name: "left", paths: []string{"view.runs[0]"},
		read:  func(v *View, x *exp, text string) error { return readPick(v, x, 0, text) },
		write: func(v *View, x *exp) string { return writePick(v, x, 0) }},
	{name: "right", paths: []string{"view.runs[1]"},
		read:  func(v *View, x *exp, text string) error { return readPick(v, x, 1, text) },
		write: func(v *View, x *exp) string { return writePick(v, x, 1) }},
	{name: "third", paths: []string{"view.runs[2]"},
		read:  func(v *View, x *exp, text string) error { return readPick(v, x, 2, text) },
		write: func(v *View, x *exp) string { return writePick(v, x, 2) }},
	{name: "fourth", paths: []string{"view.runs[3]"},
		read:  func(v *View, x *exp, text string) error { return readPick(v, x, 3, text) },
		write: func(v *View, x *exp) string { return writePick(v, x, 3) }},
	{name: "graph", paths: []string{"view.graph"}, read: readLook, write: writeLook},
	{name: "sweep", paths: []string{"view.sweep"}, read: readSweep, write: writeSweep},
	{name: "decide", paths: []string{"view.decide"}, read: readDecide, write: writeDecide},
	{name: "job", paths: []string{"view.focus"}, read: readFocus, write: writeFocus},
}

// readTime reads a moment, as in 1000, or a stretch of time, as in 1000..5000.
func readTime(v *View, _ *exp, text string) (err error) {
	v.Time = &Window{}
	from, to, isRange := strings.Cut(text, "..")
	if v.Time.From, err = parseFloat(from); err != nil || !isRange {
		return err
	}
	if v.Time.To, err = parseFloat(to); err == nil && !(v.Time.To > v.Time.From) {
		err = wrong(text, "no stretch of time, expected the earlier end first")
	}
	return err
}

func writeTime(v *View, _ *exp) string {
	switch {
	case v.Time == nil:
		return ""
	case v.Time.To == 0:
		return number(v.Time.From)
	}
	return number(v.Time.From) + ".." + number(v.Time.To)
}

// readPick reads a run: a strategy as the key run has it, and with @ a seed,
// without it the first. A side that no key names shows the first or the last
// strategy on the same seed.
func readPick(v *View, x *exp, side int, text string) error {
	name, seedText, hasSeed := strings.Cut(text, "@")
	wanted, err := parseWord(name)
	if err != nil {
		return err
	}
	p := Pick{Strategy: -1, Seed: x.Seeds[0]}
	name, _ = word(&wanted)
	for i := range x.Strategies {
		if text, ok := word(&x.Strategies[i]); ok && text == name && p.Strategy < 0 {
			p.Strategy = i
		}
	}
	if p.Strategy < 0 {
		return wrong(name, "none of the strategies that run")
	}
	if hasSeed {
		if p.Seed, err = parseSeed(seedText); err != nil {
			return err
		}
	}
	if v.Runs == nil {
		v.Runs = []Pick{{0, p.Seed}, {len(x.Strategies) - 1, p.Seed}}
	}
	for len(v.Runs) <= side { // one that is left out between two
		v.Runs = append(v.Runs, Pick{0, v.Runs[0].Seed})
	}
	v.Runs[side] = p
	return nil
}

func writePick(v *View, x *exp, side int) string {
	if len(v.Runs) <= side {
		return ""
	}
	p := v.Runs[side]
	text, _ := word(&x.Strategies[p.Strategy])
	if p.Seed != x.Seeds[0] {
		text += "@" + strconv.FormatUint(p.Seed, 10)
	}
	return text
}

// readCursor reads a moment, as in 1000.
func readCursor(v *View, _ *exp, text string) (err error) {
	v.Cursor = new(float64)
	if *v.Cursor, err = parseFloat(text); err == nil && !timeRange.Contains(*v.Cursor) {
		err = wrong(text, "out of range, expected "+timeRange.String())
	}
	return err
}

func writeCursor(v *View, _ *exp) string {
	if v.Cursor == nil {
		return ""
	}
	return number(*v.Cursor)
}

// sides are the names of the runs of a view.
var sides = [MostRuns]string{"left", "right", "third", "fourth"}

// readFocus reads a job of the left side, as in 17, or of another one, as in
// 17@right.
func readFocus(v *View, _ *exp, text string) (err error) {
	job, side, _ := strings.Cut(text, "@")
	v.Focus = &Focus{}
	if side != "" {
		if v.Focus.Side = slices.Index(sides[:], side); v.Focus.Side < 0 {
			return wrong(side, "no side, expected left, right, third or fourth")
		}
	}
	if v.Focus.Job, err = parseInt(job); err == nil && !jobRange.Contains(float64(v.Focus.Job)) {
		err = wrong(job, "out of range, expected a job "+jobRange.String())
	}
	return err
}

func writeFocus(v *View, _ *exp) string {
	switch {
	case v.Focus == nil:
		return ""
	case v.Focus.Side > 0:
		return strconv.Itoa(v.Focus.Job) + "@" + sides[v.Focus.Side]
	}
	return strconv.Itoa(v.Focus.Job)
}
