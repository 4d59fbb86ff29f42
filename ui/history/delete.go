package history

import (
	"slices"

	"rampart/ui/store"
)

// Delete removes an entry; Undo brings it back.
func (m *Model) Delete(id string) {
	e := m.find(id)
	if e == nil || e.State == Running {
		return
	}
	m.erase(e.keys(), e.Title()+" was deleted.")
}

// Clear removes all entries but those that run; Undo brings them back.
func (m *Model) Clear() {
	var keys []string
	n := 0
	for _, e := range m.Entries {
		if e.State != Running {
			keys = append(keys, e.keys()...)
			n++
		}
	}
	if n > 0 {
		m.erase(keys, plural(n, "experiment was", "experiments were")+" deleted.")
	}
}

func (m *Model) erase(keys []string, sentence string) {
	m.store.Take(keys, func(list []store.Record, err error) {
		if err != nil {
			m.Problem = store.Sentence(err)
			m.changed()
			return
		}
		m.taken, m.Undone = list, sentence
		if m.Offer != nil && slices.Contains(keys, entryKind+m.Offer.ID) {
			m.Offer = nil
		}
		m.say(sentence)
		m.host.Focus("history-undo")
		m.Read()
	})
}

// Undo brings back what was deleted last.
func (m *Model) Undo() {
	for _, r := range m.taken {
		m.put(r)
	}
	m.taken, m.Undone = nil, ""
	m.say("Brought back.")
	m.host.Focus("history-close")
	m.Read()
}
