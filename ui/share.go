package ui

import (
	"bytes"

	"rampart/core/experiment"
	"rampart/core/snapshot"
	"rampart/ui/session"
	"rampart/ui/share"
)

// Share opens the dialog that hands on what the page shows.
func (c *Root) Share() { c.dialog.Open(c.shared()) }

// shared is what the page would hand on: the experiment that was run, or what
// the form says if that has changed since.
func (c *Root) shared() *share.Source {
	s, src := c.session, &share.Source{Experiment: c.session.Experiment, View: c.view()}
	if s.State == session.Done {
		src.Runs = s.Runs()
	}
	if e := c.model.Experiment(); e == nil {
		src.Words = "The marked fields of the form are wrong, so these are the settings of the last run."
	} else if c.stale() {
		src.Experiment, src.Runs = e, nil
		src.View = &snapshot.View{Tab: src.View.Tab}
		src.Words = "The settings have changed since the last run: these are the new ones. Run them first to include their figures."
	}
	if c.tab == "train" && c.desk.Settings.Valid() {
		own := *src.Experiment
		own.Train = c.desk.Settings.JSON()
		src.Experiment = &own
	}
	return src
}

// view is what the page shows now.
func (c *Root) view() *snapshot.View {
	v := &snapshot.View{}
	if c.tab != tabs[0].Key {
		v.Tab = c.tab
	}
	if (c.tab == "timeline" || c.tab == "cluster") && c.sides.of == c.session && c.sides.stage != nil {
		c.sides.view(v)
	}
	if c.tab == "graphs" {
		v.Graph = c.graphs.Look()
	}
	if c.tab == "compare" {
		v.Sweep = c.sweeps.Look(c.session.Experiment)
	}
	if c.tab == "decide" {
		v.Decide = c.decide.Look(c.session.Experiment)
	}
	if at, ok := c.clock.Cursor(); ok && c.tab == "cluster" {
		v.Cursor = &at
	}
	return v
}

// show brings the page to a view of the session's experiment.
func (c *Root) show(v *snapshot.View) {
	if v.Cursor != nil {
		c.clock.SetCursor(*v.Cursor)
	}
	if v.Runs != nil || v.Time != nil || v.Focus != nil || v.Cursor != nil {
		c.openSides(v)
	}
	if v.Graph != nil {
		c.graphs.Wish(v.Graph)
	}
	c.wishDecide(v)
	for _, t := range tabs {
		if t.Key == v.Tab {
			c.choose(v.Tab)
		}
	}
	c.wishSweep(v)
	if v.Sweep != nil && c.tab == "compare" {
		c.host.Focus("sweep-title")
	}
}

// unsaved returns the user's own experiment if opening another would lose it:
// what the form says, unless that is a preset or what was opened.
func (c *Root) unsaved() *experiment.Experiment {
	e := c.model.Experiment()
	if e == nil || c.model.Preset() != "" || c.opened != nil && bytes.Equal(c.model.Canonical(), c.opened.Canonical) {
		return nil
	}
	return e
}
