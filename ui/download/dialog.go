package download

import (
	"fmt"
	"strconv"

	"github.com/vugu/vugu"

	"rampart/ui/number"
)

// Dialog is the Export dialog as the page shows it.
type Dialog struct {
	Model *Model
}

// list are the files of a kind: those of the picked runs, or the others.
func (c *Dialog) list(picked bool) []*file {
	var list []*file
	for i := range files {
		if files[i].picked == picked {
			list = append(list, &files[i])
		}
	}
	return list
}

// option is a choice of a list.
type option struct{ Value, Label string }

// strategies are those to pick from.
func (c *Dialog) strategies() []option {
	list := []option{{all, "All strategies"}}
	for i, s := range c.Model.source.Session.Experiment.Strategies {
		list = append(list, option{strconv.Itoa(i), s.Name()})
	}
	return list
}

// mostSeeds is how many seeds can be picked one by one.
const mostSeeds = 200

// seeds are those to pick from.
func (c *Dialog) seeds() []option {
	seeds := c.Model.source.Session.Experiment.Seeds
	list := []option{{all, "all seeds"}}
	for _, seed := range seeds[:min(len(seeds), mostSeeds)] {
		text := strconv.FormatUint(seed, 10)
		list = append(list, option{text, "seed " + text})
	}
	return list
}

func (c *Dialog) pickStrategy(event vugu.DOMEvent) {
	c.Model.pick(event.PropString("target", "value"), c.Model.seed)
}

func (c *Dialog) pickSeed(event vugu.DOMEvent) {
	c.Model.pick(c.Model.strategy, event.PropString("target", "value"))
}

// pick picks other runs; a file of the former ones is given up.
func (m *Model) pick(strategy, seed string) {
	m.cancel()
	m.problem, m.failed = "", ""
	m.strategy, m.seed = strategy, seed
}

// busy reports whether a file is being made.
func (c *Dialog) busy(f *file) bool { return c.Model.fetch != nil && c.Model.fetch.file == f }

// word is what stands on a file's button.
func (c *Dialog) word(f *file) string {
	if c.busy(f) {
		return "Cancel"
	}
	return f.word
}

func (c *Dialog) class(f *file) string {
	if c.Model.why(f) != "" {
		return "tier export-file unusable"
	}
	return "tier export-file"
}

// words say what a file holds, how far it is, or why it cannot be had.
func (c *Dialog) words(f *file) string {
	switch {
	case c.busy(f):
		return fmt.Sprintf("Simulating again for the jobs: %s of %s runs.", number.Count(len(c.Model.fetch.runs)), number.Count(len(c.Model.fetch.units)))
	case c.Model.why(f) != "":
		return f.holds + " " + c.Model.why(f)
	}
	return f.holds
}

// mistake says why a file was not made.
func (c *Dialog) mistake(f *file) string {
	if c.Model.failed == f.key {
		return c.Model.problem
	}
	return ""
}
