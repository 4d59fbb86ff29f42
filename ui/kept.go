package ui

import "rampart/ui/history"

// Site is what the page knows of the copy of itself that works without a
// network.
func (c *Root) Site() *history.Site { return &c.site }

// Busy reports whether something is under way that a reload would hold up.
func (c *Root) Busy() bool { return c.running() || c.desk.Active() }

// news says that there is a later version of the page, "" if there is none.
func (c *Root) news() string { return c.site.News(c.Busy()) }
