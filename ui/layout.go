package ui

import (
	"strings"

	"rampart/ui/form"
)

// appClass is the class of the whole page.
func (c *Root) appClass() string {
	if c.sheet {
		return "app sheet-shown"
	}
	return "app"
}

func (c *Root) sheetClass() string {
	if c.sheet {
		return "sheet open"
	}
	return "sheet"
}

// toggleSheet opens or closes the form on a narrow page.
func (c *Root) toggleSheet() {
	c.sheet = !c.sheet
	if c.sheet {
		c.host.Focus("experiment-title")
	} else {
		c.host.Focus("sheet-open")
	}
}

// CloseSheet closes the form on a narrow page.
func (c *Root) CloseSheet() {
	if c.sheet {
		c.toggleSheet()
	}
}

// sheetWords sums the form up on the button that opens it.
func (c *Root) sheetWords() string {
	return c.model.Servers() + ", " + c.model.Summary("jobs")
}

// settings sums up what was run, for the printed page.
func (c *Root) settings() string { return form.Words(c.session.Experiment) }

func (c *Root) formChanged() {
	c.notice = ""
	c.draftLater()
	if c.tab == "graphs" && c.model.Experiment() != nil {
		c.openGraphs()
	}
}

func (c *Root) dismiss() { c.notice = "" }

// customName is how the preset picker calls an experiment that is no preset.
func (c *Root) customName() string {
	if e := c.model.Experiment(); e != nil && e.Name != "" && !strings.HasPrefix(e.Name, "Paper, ") {
		return e.Name
	}
	return "Custom"
}
