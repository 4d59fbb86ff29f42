package ui

import (
	"rampart/core/experiment"
	"rampart/ui/paper"
	"rampart/ui/session"
	"rampart/ui/store"
	"rampart/ui/tour"
	"rampart/ui/train"
	"rampart/ui/words"
)

// guide is what explains the page: the glossary, the published figures and the
// tour.
type guide struct {
	words *words.Model
	paper *paper.Model
	tour  *tour.Model
}

// explainPage gives the page its guide, whose tour remembers its place in s.
func (c *Root) explainPage(s store.Store) {
	c.guide = guide{
		words: words.NewModel(c.host),
		paper: paper.NewModel(c.host, c.runner, c.soon, func(sentence string) { c.said = sentence }),
		tour:  tour.NewModel(tourPage{c}, s, c.soon),
	}
}

// tourPage is the page as the tour uses it.
type tourPage struct{ c *Root }

// Load implements tour.Page.
func (p tourPage) Load(x *experiment.Experiment) {
	p.c.sheet = false
	p.c.load(x)
}

// Open implements tour.Page.
func (p tourPage) Open(tab string) { p.c.choose(tab) }

// Tab implements tour.Page.
func (p tourPage) Tab() string { return p.c.tab }

// Has implements tour.Page.
func (p tourPage) Has(tab string) bool {
	for _, t := range tabs {
		if t.Key == tab {
			return true
		}
	}
	return false
}

// Explain implements tour.Page.
func (p tourPage) Explain(policy string) { p.c.explainPolicy(builtinPrefix + policy) }

// Train implements tour.Page.
func (p tourPage) Train(x *experiment.Experiment, steps int) {
	p.c.model.Load(x)
	if !p.c.desk.Active() {
		p.c.desk.Settings.Quick(steps)
		p.c.noteTraining()
	}
	p.c.Train()
}

// Compare implements tour.Page.
func (p tourPage) Compare(id string) { p.c.comparePolicy(ownPrefix + id) }

// Desk implements tour.Page.
func (p tourPage) Desk() *train.Desk { return p.c.desk }

// Session implements tour.Page.
func (p tourPage) Session() *session.Session { return p.c.session }

// Focus implements tour.Page.
func (p tourPage) Focus(id string) { p.c.host.Focus(id) }

// openPaper puts a published experiment into the form and runs it.
func (c *Root) openPaper(x *experiment.Experiment) {
	c.load(x)
	c.tab = tabs[0].Key
}
