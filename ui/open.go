package ui

import (
	"bytes"
	"strings"

	"rampart/core/experiment"
	"rampart/core/snapshot"
	"rampart/ui/session"
	"rampart/ui/share"
)

// begin starts the page with what its address asks for, or with its own
// experiment.
func (c *Root) begin() {
	fragment := c.host.Fragment()
	if fragment == "" || !c.openFragment(fragment, true) {
		c.Run()
		c.openTab(fragment)
		return
	}
	if c.session == nil { // the link is broken: the page's own experiment, and why
		notice := c.notice
		c.Run()
		c.notice = notice
	}
}

// AddressChanged answers a change of the address under the open page.
func (c *Root) AddressChanged() {
	if fragment := c.host.Fragment(); !c.openFragment(fragment, true) {
		c.openTab(fragment)
	}
}

// openTab opens the tab of a fragment that names one and nothing else.
func (c *Root) openTab(fragment string) {
	if tab, ok := share.TabOnly(fragment); ok {
		c.show(&snapshot.View{Tab: tab})
	}
}

// openFragment opens what a fragment names, which may be that of the page's
// address. It returns false if the fragment is no link to an experiment.
func (c *Root) openFragment(fragment string, addressed bool) bool {
	if _, ok := share.TabOnly(fragment); ok {
		return false
	}
	link, err := snapshot.ParseLink(fragment)
	switch {
	case err != nil:
		c.refuse(share.Refusal("the link", err))
	case link == nil:
		return false
	case link.ID != "":
		c.fetchSnapshot(link.ID, addressed)
	default:
		o := share.Take("the link", link.Snapshot, link.Notes)
		o.Plain, o.Addressed = link.Form == snapshot.ShortForm, addressed
		c.takeOver(o)
	}
	return true
}

// refuse says why something could not be opened.
func (c *Root) refuse(why string) {
	c.notice = why + " What the page shows is its own experiment instead."
	if c.session != nil {
		c.notice = why + " What was open stays open."
	}
	c.said = c.notice
}

// fetchSnapshot opens a snapshot that the page's server keeps.
func (c *Root) fetchSnapshot(id string, addressed bool) {
	first := c.session == nil
	if first {
		c.session = session.Hold(c.model.Experiment(), c.host.Now)
	}
	c.notice = "Fetching the snapshot from the server."
	c.fetches++
	at := c.fetches
	share.Fetch(c.host, id, func(s *snapshot.Snapshot, problem string) {
		if at != c.fetches {
			return // something else was opened meanwhile
		}
		c.notice = ""
		switch {
		case problem == "":
			o := share.Take("the snapshot", s, nil)
			o.Addressed = addressed
			c.takeOver(o)
		case first:
			c.session = nil
			c.refuse(problem)
			notice := c.notice
			c.Run()
			c.notice, c.said = notice, notice
		default:
			c.refuse(problem)
		}
		c.draw()
	})
}

// takeOver shows what was opened in place of what was there. A costly
// experiment waits until the user says so. The address must not claim what the
// page does not show.
func (c *Root) takeOver(o *share.Opened) {
	if own := c.unsaved(); own != nil && c.session != nil {
		c.kept = own
	}
	if !o.Addressed {
		c.host.ClearFragment()
	}
	c.fetches++
	c.opened = nil
	c.model.Load(o.Experiment)
	c.opened = o
	c.loadTraining()
	c.notice, c.said = "", ""
	if o.Work.Costly() {
		c.hold(o.Experiment)
		c.said = share.Words(o, c.session, c.runner.Workers())
	} else {
		c.start(o.Experiment)
	}
	c.tab = tabs[0].Key
	c.show(o.View)
}

// loadTraining takes over the settings of a training that were opened.
func (c *Root) loadTraining() {
	if c.opened != nil && c.opened.Experiment.Train != nil {
		c.desk.Settings.Load(c.opened.Experiment.Train)
	}
	c.noteTraining()
}

// bannered reports whether there is something to say of what was opened.
func (c *Root) bannered() bool {
	o := c.opened
	if o == nil || o.Dismissed || !bytes.Equal(c.session.Canonical, o.Canonical) {
		return false
	}
	return !o.Plain || c.session.State == session.Held || len(o.Remarks) > 0 || c.kept != nil
}

// dismissOpened takes away what is said of what was opened.
func (c *Root) dismissOpened() {
	c.opened.Dismissed = true
	c.dropKept()
}

// dropKept forgets the user's experiment from before.
func (c *Root) dropKept() {
	c.kept = nil
	c.putAside()
}

// openKept brings back the user's experiment from before.
func (c *Root) openKept() {
	e := c.kept
	c.kept, c.opened = nil, nil
	c.host.ClearFragment()
	c.load(e)
}

// recorded returns what was recorded of an experiment in canonical form, if it
// is the one that was opened.
func (c *Root) recorded(canonical []byte) *session.Recorded {
	if c.opened != nil && bytes.Equal(canonical, c.opened.Canonical) {
		return c.opened.Recorded
	}
	return nil
}

// leave forgets what was opened once another experiment runs.
func (c *Root) leave(e *experiment.Experiment) {
	if c.opened != nil && !bytes.Equal(experiment.AppendCanonical(nil, e), c.opened.Canonical) {
		c.opened = nil
		c.host.ClearFragment()
	}
}

// judged tells the live region what became of what was recorded.
func (c *Root) judged() {
	verdict := "Verified. "
	switch c.judgement() {
	case share.Unknown:
		return
	case share.Differs:
		verdict = "Not what was recorded. "
	}
	c.said = verdict + share.Words(c.opened, c.session, c.runner.Workers()) + " " + c.said
}

// OpenText opens a link or a file's text that was pasted or dropped.
func (c *Root) OpenText(text string) {
	if k, _ := sniff(text); k != someLink {
		c.Import(pastedName, text)
		return
	}
	p, ok := share.ReadText(text, c.host.Page())
	if !ok {
		c.refuse("The pasted text is no link of Rampart's. One has #r1=, #s= or #p= in it.")
	} else if problem := c.openPasted(p); problem != "" {
		c.refuse(problem)
	}
}

// pastedName stands for the name of a file in sentences about a pasted text, and
// pastedFile where a graph without a name is called by that of its file.
const (
	pastedName = "The pasted text"
	pastedFile = "pasted.txt"
)

// openTyped opens what was typed into the dialog, or says why not.
func (c *Root) openTyped(text string) string {
	p, ok := share.ReadText(text, c.host.Page())
	if !ok {
		return "This is no link of Rampart's. One has #r1=, #s= or #p= in it."
	}
	return c.openPasted(p)
}

// openPasted opens what was pasted. It returns why it could not, or "".
func (c *Root) openPasted(p share.Pasted) string {
	switch {
	case p.JSON != "":
		c.Import(pastedName, p.JSON)
		return ""
	case p.Foreign != "":
		return "The snapshot is kept by " + p.Foreign + ". Open the link in a tab of its own."
	}
	link, err := snapshot.ParseLink(p.Fragment)
	switch {
	case err != nil:
		return share.Refusal("the link", err)
	case link == nil:
		return "This is no link of Rampart's. One has #r1=, #s= or #p= in it."
	}
	c.openFragment(p.Fragment, false)
	return ""
}

// importSnapshot opens a snapshot's file. It returns what is wrong with it, a
// sentence, or "".
func (c *Root) importSnapshot(name, text string) string {
	s, err := snapshot.Decode([]byte(text))
	if err != nil {
		return name + ": " + strings.TrimSuffix(err.Error(), ".") + "."
	}
	c.takeOver(share.Take(name, s, nil))
	return ""
}
