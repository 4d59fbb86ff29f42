package ui

import (
	"bytes"

	"rampart/core/experiment"
)

// draftSeconds is how long after a change the settings are put aside.
const draftSeconds = 0.5

// draftLater puts the settings aside soon: what somebody has typed and not run
// outlives a reload, and a link that is opened in the same tab.
func (c *Root) draftLater() {
	if c.drafting {
		return
	}
	c.drafting = true
	c.host.After(draftSeconds, func() {
		c.drafting = false
		c.putAside()
	})
}

// putAside keeps the settings that were changed and not run, for as long as the
// tab is open. What was run is in the history.
func (c *Root) putAside() {
	if c.model.Experiment() == nil {
		return // the last right ones stay
	}
	text := ""
	if e := c.unsaved(); e != nil && c.stale() {
		text = string(c.model.Canonical())
	}
	if text == "" && (!c.drafted || c.kept != nil) {
		return // there is nothing, or it is still on offer
	}
	c.drafted = text != ""
	c.host.KeepDraft(text)
}

// offerDraft offers the settings back that were put aside before the page was
// loaded anew.
func (c *Root) offerDraft() {
	text := c.host.Draft()
	if text == "" {
		return
	}
	c.drafted = true
	e, err := experiment.Decode([]byte(text))
	if err != nil || c.kept != nil {
		return
	}
	if canonical := experiment.AppendCanonical(nil, e); !bytes.Equal(canonical, c.model.Canonical()) && !bytes.Equal(canonical, c.session.Canonical) {
		c.kept = e
	}
}
