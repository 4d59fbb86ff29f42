package words

import (
	"strconv"
	"strings"

	"github.com/vugu/vugu"
)

// DialogID is the id of the glossary's element.
const DialogID = "glossary"

// Browser opens and closes dialog elements, as ui.Host does.
type Browser interface {
	ShowDialog(id string, shown func())
	HideDialog(id string)
}

// Model is the state of the glossary.
type Model struct {
	browser     Browser
	open, modal bool
	wanted      string // what is looked for
}

// NewModel returns the state of a closed glossary.
func NewModel(b Browser) *Model { return &Model{browser: b} }

// Show opens the glossary.
func (m *Model) Show() {
	m.open, m.modal, m.wanted = true, false, ""
	m.browser.ShowDialog(DialogID, func() { m.modal = true })
}

// Visible reports whether the glossary is part of the page.
func (m *Model) Visible() bool { return m.open }

// Close closes the glossary; the browser then calls Closed.
func (m *Model) Close() { m.browser.HideDialog(DialogID) }

// Closed hears that the glossary is closed.
func (m *Model) Closed() { m.open, m.modal = false, false }

// Matching returns the entries that have a text in their labels or their
// meaning, in their groups; all if the text is empty.
func Matching(text string) []Group {
	text = strings.ToLower(strings.TrimSpace(text))
	var found []Group
	for _, g := range Groups {
		hit := Group{Name: g.Name}
		for _, e := range g.Entries {
			all := strings.ToLower(strings.Join(append([]string{e.Term, e.Short, e.Note}, e.Also...), "\n"))
			if strings.Contains(all, text) {
				hit.Entries = append(hit.Entries, e)
			}
		}
		if len(hit.Entries) > 0 {
			found = append(found, hit)
		}
	}
	return found
}

// Dialog lists the glossary.
type Dialog struct{ Model *Model }

func (c *Dialog) groups() []Group { return Matching(c.Model.wanted) }

func (c *Dialog) find(event vugu.DOMEvent) { c.Model.wanted = event.PropString("target", "value") }

func (c *Dialog) count() string {
	n := 0
	for _, g := range c.groups() {
		n += len(g.Entries)
	}
	if n == 1 {
		return "1 term"
	}
	return strconv.Itoa(n) + " terms"
}
