package ui

import "github.com/vugu/vugu"

// tab is one tab of the main part.
type tab struct{ Key, Label string }

// tabs are the tabs in their order. A tab's panel is in root.vugu.
var tabs = []tab{
	{"compare", "Compare"},
	{"timeline", "Timeline"},
	{"cluster", "Cluster"},
	{"train", "Train"},
	{"policy", "Policy"},
	{"decide", "Decide"},
	{"graphs", "Graphs"},
}

// choose opens a tab.
func (c *Root) choose(key string) {
	c.tab = key
	switch key {
	case "timeline":
		c.openTimeline()
		c.clock.give(c.sides.stage)
	case "cluster":
		c.openCluster()
	case "policy":
		c.openPolicy()
	case "decide":
		c.openDecide()
	case "graphs":
		c.openGraphs()
	}
}

// tabKey moves between tabs as a tab list does: arrows, Home and End.
func (c *Root) tabKey(event vugu.DOMEvent) {
	at := 0
	for i, t := range tabs {
		if t.Key == c.tab {
			at = i
		}
	}
	switch event.PropString("key") {
	case "ArrowRight":
		at = (at + 1) % len(tabs)
	case "ArrowLeft":
		at = (at + len(tabs) - 1) % len(tabs)
	case "Home":
		at = 0
	case "End":
		at = len(tabs) - 1
	default:
		return
	}
	event.PreventDefault()
	c.choose(tabs[at].Key)
	c.host.Focus("tab-" + c.tab)
}

// tabIndex lets the Tab key reach the open tab only.
func (c *Root) tabIndex(key string) string {
	if key == c.tab {
		return "0"
	}
	return "-1"
}
