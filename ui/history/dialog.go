package history

import (
	"fmt"
	"time"

	"rampart/core/experiment"
	"rampart/core/snapshot"
	"rampart/ui/download"
	"rampart/ui/number"
)

// DialogID is the id of the dialog's element.
const DialogID = "history"

// page is how many entries are shown at a time.
const page = 12

// Dialog lists the history.
type Dialog struct {
	Model *Model
	Site  *Site
	// Open shows an entry in the page, or goes on with it.
	Open func(e Entry)

	Trainings              []Training // that are kept beside the page's own
	TakeUp, DeleteTraining func(id string)
}

// Training is a training as the dialog lists it.
type Training struct{ ID, Title, Progress string }

// Show opens the dialog.
func (m *Model) Show() {
	m.open, m.modal, m.shown = true, false, page
	m.taken, m.Undone = nil, ""
	m.Read()
	m.host.ShowDialog(DialogID, func() { m.modal = true })
}

// Visible reports whether the dialog is part of the page.
func (m *Model) Visible() bool { return m.open }

// Close closes the dialog; the browser then calls Closed.
func (m *Model) Close() { m.host.HideDialog(DialogID) }

// Closed hears that the dialog is closed.
func (m *Model) Closed() { m.open, m.modal = false, false }

// Export saves what is kept of an entry as a file.
func (m *Model) Export(id string) {
	m.Load(id, func(l Loaded, problem string) {
		m.Problem = problem
		switch {
		case problem != "":
		case l.Result != nil:
			m.host.Save(download.FileName(l.Result.Experiment, "result.json"), "application/json", string(experiment.AppendResultFile(nil, l.Result)))
		case l.Snapshot != nil:
			m.host.Save(download.FileName(l.Snapshot.Experiment, "summary.rampart.json"), "application/json", string(snapshot.AppendFile(nil, l.Snapshot)))
		}
		m.changed()
	})
}

// storage says how much of the room is used, and whether it lasts.
func (c *Dialog) storage() string {
	r := c.Model.Room
	if !r.Known {
		return "What you run is kept in this browser and nowhere else."
	}
	words := fmt.Sprintf("Kept in this browser and nowhere else: %s of %s are used.", bytesWords(r.Used), bytesWords(r.Quota))
	if r.Lasting {
		return words + " The browser keeps it until you delete it."
	}
	return words + " The browser may delete it when it runs out of room, or when you do not come back for long."
}

func bytesWords(n float64) string {
	for _, unit := range []struct {
		bytes float64
		name  string
	}{{1e9, "GB"}, {1e6, "MB"}, {1e3, "kB"}} {
		if n >= unit.bytes {
			return number.Significant(n/unit.bytes) + number.Thin + unit.name
		}
	}
	return number.Significant(n) + " bytes"
}

// entries are those that are shown.
func (c *Dialog) entries() []Entry { return c.Model.Entries[:min(len(c.Model.Entries), c.Model.shown)] }

func (c *Dialog) more() int { return len(c.Model.Entries) - len(c.entries()) }

func (c *Dialog) moreWord() string { return "Show " + number.Count(min(page, c.more())) + " more" }

func (c *Dialog) showMore() { c.Model.shown += page }

func (c *Dialog) label(verb string, e Entry) string {
	return verb + " " + e.Title() + ", " + e.When(c.Model.clock())
}

func (c *Dialog) exact(e Entry) string { return time.UnixMilli(e.Ended).UTC().Format(time.RFC3339) }

func (c *Dialog) open(e Entry) { c.Open(e) }
