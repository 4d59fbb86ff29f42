package ui

import (
	"strconv"
	"time"

	"rampart/core/snapshot"
	"rampart/ui/download"
	"rampart/ui/store"
	"rampart/ui/sweeps"
)

// vary gives the page a model of sweeps that keeps them in a store, in place of
// one that is forgotten.
func (c *Root) vary(s store.Store) {
	id := func() string { return strconv.FormatInt(time.Now().UnixNano(), 36) }
	c.sweeps = sweeps.NewModel(c.runner, c.host, s, id, c.swept)
	if c.opened != nil {
		c.wishSweep(c.opened.View)
	}
}

// wishSweep sets the sweep of a view, if it has one.
func (c *Root) wishSweep(v *snapshot.View) {
	if v.Sweep != nil {
		c.sweeps.Wish(c.session.Experiment, v.Sweep)
	}
}

// swept hears of the sweep. Milestones are told, progress is only drawn.
func (c *Root) swept(milestone bool) {
	if milestone {
		c.said = "Sweep: " + c.sweeps.Status()
	}
	switch {
	case milestone:
		c.soon()
	case c.tab == tabs[0].Key:
		c.drawIn(sweepSeconds)
	}
}

// sweepSeconds is the least time between two drawings of a sweep that goes on.
const sweepSeconds = 0.5

// saveSweep saves a table or a result of the sweep.
func (c *Root) saveSweep(name, mediaType string, data []byte) {
	c.host.SaveBytes(download.FileName(c.sweeps.Work.Sweep.Base, name), mediaType, data)
}

// sweeping reports whether Stop is for a sweep.
func (c *Root) sweeping() bool {
	return c.tab == tabs[0].Key && c.sweeps.Running()
}
