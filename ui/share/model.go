package share

import (
	"rampart/core/snapshot"
)

// Browser is what sharing asks of the browser. Callbacks are made while the
// page's state may be changed.
type Browser interface {
	// Page is the page's address without query and fragment.
	Page() string
	// Copy puts a text on the clipboard and hears whether it is there.
	Copy(text string, done func(ok bool))
	// Save offers a file for download.
	Save(name, mediaType, text string)
	// Ask sends a request to the page's own server, a JSON body if there is one,
	// and hears the answer.
	Ask(method, path, body string, done func(a Answer))
	// After calls f later.
	After(seconds float64, f func())
	// ShowDialog opens a dialog element above the page once the page is drawn;
	// it calls shown in the same moment.
	ShowDialog(id string, shown func())
	// HideDialog closes it.
	HideDialog(id string)
}

// Answer is a server's answer.
type Answer struct {
	Status     int    // 0 if there was none
	Body       string // at most what a snapshot may have
	RetryAfter string // the header of this name
}

// DialogID is the id of the dialog's element.
const DialogID = "share"

// Model is the state of the dialog.
type Model struct {
	browser Browser
	changed func()
	said    func(sentence string)         // for the live region
	open    func(text string) (no string) // opens what was pasted, or says why not

	source  *Source // nil while the dialog is closed
	options Options
	offer   *Offer // nil if nothing can be shared with these options
	modal   bool   // the browser shows the dialog above the page

	copied  Kind // what was copied last, "" a while later
	copies  int
	refused Kind // what the browser did not let the page copy

	server serverState

	pasted  string
	problem string // what is wrong with what was pasted
}

// NewModel returns the state of a closed dialog. changed asks for a drawing;
// said tells the live region; open opens a text that was pasted, or returns what
// is wrong with it in a sentence.
func NewModel(b Browser, changed func(), said func(string), open func(text string) string) *Model {
	return &Model{browser: b, changed: changed, said: said, open: open}
}

// Open opens the dialog on what can be shared.
func (m *Model) Open(src *Source) {
	m.source, m.modal = src, false
	m.options = Options{Figures: src.Runs != nil, Weights: len(OwnPolicies(src.Experiment)) > 0}
	m.copied, m.refused, m.pasted, m.problem = "", "", "", ""
	m.make()
	m.askServer()
	m.browser.ShowDialog(DialogID, func() { m.modal = true })
}

// Visible reports whether the dialog is part of the page.
func (m *Model) Visible() bool { return m.source != nil }

// Close closes the dialog; the browser then calls Closed.
func (m *Model) Close() { m.browser.HideDialog(DialogID) }

// Closed hears that the dialog is closed.
func (m *Model) Closed() { m.source, m.offer, m.modal = nil, nil, false }

// make makes the offer anew, with other options.
func (m *Model) make() {
	m.offer, m.copied, m.refused = nil, "", ""
	m.server.forget()
	if s := Make(m.source, m.options); s != nil {
		m.offer = NewOffer(s, m.browser.Page())
	}
}

func (m *Model) setFigures(on bool) {
	m.options.Figures = on
	m.make()
}

func (m *Model) setWeights(on bool) {
	m.options.Weights = on
	m.make()
}

// copySeconds is how long a button says that it has copied.
const copySeconds = 2.5

// copyTier puts a tier's text on the clipboard.
func (m *Model) copyTier(t *Tier) {
	kind := t.Kind
	m.browser.Copy(t.Text, func(ok bool) {
		if !ok {
			m.refused, m.copied = kind, ""
			m.said("The browser did not let the page copy. Select the text and copy it.")
			m.changed()
			return
		}
		m.copies++
		at := m.copies
		m.copied, m.refused = kind, ""
		m.said("Copied.")
		m.changed()
		m.browser.After(copySeconds, func() {
			if m.copies == at {
				m.copied = ""
				m.changed()
			}
		})
	})
}

// saveFile offers the snapshot as a file.
func (m *Model) saveFile(t *Tier) {
	m.browser.Save(t.Text, "application/json", string(snapshot.AppendFile(nil, m.offer.Snapshot)))
	m.said(t.Text + " was saved.")
}

// paste opens what stands in the field.
func (m *Model) paste() {
	if m.problem = m.open(m.pasted); m.problem == "" {
		m.Close()
	}
}
