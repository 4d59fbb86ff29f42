package ui

import (
	"time"

	"rampart/core/experiment"
	"rampart/ui/download"
	"rampart/ui/history"
	"rampart/ui/session"
	"rampart/ui/share"
	"rampart/ui/store"
)

// Site is what the page knows of the copy of itself that works without a
// network.
func (c *Root) Site() *history.Site { return &c.site }

// Busy reports whether something is under way that a reload would hold up.
func (c *Root) Busy() bool { return c.running() || c.desk.Active() || c.sweeps.Running() }

// Settled hears that the page has started and has the time for what nobody
// waits for.
func (c *Root) Settled() {
	c.history.Read()
	c.offerDraft()
	c.sweeps.Read()
}

// remember gives the page a history, in place of one that is forgotten. The
// experiment with which the page opens by itself is not worth remembering.
func (c *Root) remember(s store.Store) {
	c.vary(s)
	c.bounds.Keep(s)
	c.explainPage(s)
	c.history = history.New(s, c.host, time.Now, c.soon, func(sentence string) { c.said = sentence })
	if c.opened != nil {
		c.history.Begin(c.session)
	}
}

// noticed reports whether there is something to say of what is kept.
func (c *Root) noticed() bool { return c.unkept() != "" || c.history.Offer != nil || c.news() != "" }

// news says that there is a later version of the page, "" if there is none.
func (c *Root) news() string { return c.site.News(c.Busy()) }

// unkept says what could not be kept. The Train tab says itself what concerns it.
func (c *Root) unkept() string {
	if words := c.history.Unkept(); words != "" {
		return words
	}
	if words := c.desk.Unkept(); c.tab != "train" && words != c.quieted {
		return words
	}
	return ""
}

func (c *Root) dismissUnkept() {
	c.history.Dismiss()
	c.quieted = c.desk.Unkept()
}

// exportShown saves the result that the page shows as a file, or lets the user
// choose what to save while there is none.
func (c *Root) exportShown() {
	if s := c.session; s.State == session.Done {
		c.host.Save(download.FileName(s.Experiment, "result.json"), "application/json", string(experiment.AppendResultFile(nil, s.Result())))
		return
	}
	c.Export()
}

// exportTraining saves the training as a file; nil if there is none to save.
func (c *Root) exportTraining() func() {
	if !c.desk.Exportable() {
		return nil
	}
	return c.desk.ExportTraining
}

// openEntry shows a past experiment, or goes on with one that has stopped.
func (c *Root) openEntry(e history.Entry) {
	c.history.Close()
	refuse := func(sentence string) {
		c.notice = e.Title() + ": " + sentence
		c.draw()
	}
	if e.State != history.Done {
		c.history.Take(e.ID, c.resume, refuse)
		return
	}
	c.history.Load(e.ID, func(l history.Loaded, problem string) {
		if problem != "" {
			refuse(problem)
			return
		}
		if l.Snapshot != nil {
			c.takeOver(share.Take("the history", l.Snapshot, nil))
		} else {
			c.takeOver(share.TakeResult("the history", l.Result))
		}
		c.draw()
	})
}

// resume goes on with an experiment that had stopped.
func (c *Root) resume(l history.Loaded) {
	if own := c.unsaved(); own != nil {
		c.kept = own
	}
	c.opened, c.notice, c.said = nil, "", ""
	c.host.ClearFragment()
	c.model.Load(l.Experiment)
	c.end()
	c.session = session.Continue(l.Experiment, l.Runs, c.runner, c.host.Now, c.changed)
	c.tab = tabs[0].Key
	c.history.Resume(l, c.session)
	c.draw()
}

// showHistory opens the dialog that lists what is kept.
func (c *Root) showHistory() {
	c.desk.ListOthers()
	c.history.Show()
}

// otherTrainings are those that the desk keeps beside its own.
func (c *Root) otherTrainings() []history.Training {
	var list []history.Training
	for _, t := range c.desk.Others {
		title, progress := t.Words()
		list = append(list, history.Training{ID: t.ID, Title: title, Progress: progress})
	}
	return list
}

// takeUp puts another training in the place of the desk's.
func (c *Root) takeUp(id string) {
	c.history.Close()
	c.choose("train")
	c.desk.TakeOther(id, c.Notice)
}

func (c *Root) deleteTraining(id string) { c.desk.DeleteOther(id, c.history.Refuse) }
