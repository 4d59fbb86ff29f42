package history

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"rampart/ui/number"
	"rampart/ui/session"
	"rampart/ui/store"
)

// Host is what the history asks of the browser. Callbacks are made while the
// page's state may be changed.
type Host interface {
	Now() float64 // a clock that only goes forward, seconds
	After(seconds float64, f func())
	Save(name, mediaType, text string)
	ShowDialog(id string, shown func())
	HideDialog(id string)
	Focus(id string) // gives an element the focus, once the page is drawn
}

// Runs that take less are only kept when they have ended, and longer ones no
// more often than this.
const (
	keepSeconds  = 3.0
	flushSeconds = 4.0
)

// maxEntries bounds the history; the oldest make place.
const maxEntries = 200

// Model is the history of one page, and what this page adds to it.
type Model struct {
	Entries []Entry // the latest first
	Room    store.Room
	Trouble string // a save that failed, in a sentence; "" after one that did not
	Lost    string // what happened to all that was kept, in a sentence
	Problem string // why the list is not there, in a sentence
	Offer   *Entry // an experiment whose page was closed under it
	Undone  string // what the last deletion has removed, in a sentence

	store   store.Store
	host    Host
	clock   func() time.Time
	changed func()
	say     func(sentence string) // for the live region

	current *keeper // what the page runs, nil if that is not kept
	asked   bool    // for persistence
	taken   []store.Record
	reading bool // the list is on its way
	stale   bool // and may be out of date when it is here

	open, modal bool // the dialog
	shown       int  // entries that the dialog shows
}

// New returns a history whose list is still to come: call Read. clock is the
// wall clock; changed asks for a drawing; say tells the live region.
func New(s store.Store, h Host, clock func() time.Time, changed func(), say func(string)) *Model {
	m := &Model{store: s, host: h, clock: clock, changed: changed, say: say}
	s.Watch(m.heard)
	return m
}

// heard hears what another page has changed.
func (m *Model) heard(key string, err error) {
	switch {
	case errors.Is(err, store.ErrLost):
		m.Lost, m.Entries = store.Sentence(err), nil
		m.host.After(store.LostSeconds, func() {
			if m.current != nil {
				m.current.again(m)
			}
			m.Read()
		})
		m.changed()
	case err != nil:
		m.Lost = store.Sentence(err)
		m.changed()
	case strings.HasPrefix(key, entryKind) && m.reading:
		m.stale = true
	case strings.HasPrefix(key, entryKind):
		m.readSoon()
	}
}

// readSoon reads the list in a moment: a page changes several records at once.
func (m *Model) readSoon() {
	m.reading = true
	m.host.After(0.2, m.Read)
}

// Read reads the list. An experiment whose page was closed under it is offered.
func (m *Model) Read() {
	m.reading = true
	m.store.List(entryKind, func(list []store.Record, err error) {
		m.reading = false
		m.Problem = store.Sentence(err)
		if err == nil {
			m.take(list)
		}
		if m.stale {
			m.stale = false
			m.readSoon()
		}
		m.changed()
	})
	m.Measure()
}

// Measure asks how much room is left.
func (m *Model) Measure() {
	m.store.Room(func(r store.Room) {
		m.Room = r
		m.changed()
	})
}

func (m *Model) take(list []store.Record) {
	before := m.Entries
	m.Entries = nil
	for _, r := range list {
		e, ok := readEntry(r)
		if !ok {
			continue
		}
		if at := slices.IndexFunc(before, func(b Entry) bool { return b.ID == e.ID }); at >= 0 {
			e.Elsewhere = before[at].Elsewhere
		}
		m.Entries = append(m.Entries, e)
	}
	m.sort()
	for _, e := range m.Entries {
		if e.State == Running && (m.current == nil || m.current.entry.ID != e.ID) {
			m.adopt(e)
		} else if found := m.find(e.ID); found != nil {
			found.Elsewhere = false
		}
	}
}

func (m *Model) sort() {
	slices.SortStableFunc(m.Entries, func(a, b Entry) int { return cmp.Or(cmp.Compare(b.Ended, a.Ended), strings.Compare(b.ID, a.ID)) })
}

func (m *Model) find(id string) *Entry {
	for i := range m.Entries {
		if m.Entries[i].ID == id {
			return &m.Entries[i]
		}
	}
	return nil
}

// adopt looks whether the page that runs an entry is still there. If not, the
// entry has stopped, and its experiment is offered to go on.
func (m *Model) adopt(e Entry) {
	m.store.Claim(claimOf(e.ID), func(mine bool) {
		found := m.find(e.ID)
		switch {
		case !mine && found != nil:
			found.Elsewhere = true
			m.changed()
		case mine && found == nil:
			m.store.Release(claimOf(e.ID))
		case mine:
			found.State = Stopped
			stopped := *found
			m.rewrite(stopped)
			if m.Offer == nil || m.Offer.Ended < stopped.Ended {
				m.Offer = &stopped
			}
			m.changed()
		}
	})
}

// rewrite puts an entry in place of what is kept of it, and gives it free.
func (m *Model) rewrite(e Entry) {
	free := func(error) { m.store.Release(claimOf(e.ID)) }
	m.store.Get(entryKind+e.ID, func(r *store.Record, err error) {
		if r == nil || err != nil {
			free(err)
			return
		}
		m.store.Replace(e.record(r.Data), free)
	})
}

// Drop forgets an offer; the experiment stays in the list.
func (m *Model) Drop() { m.Offer = nil }

// Offered says what is offered.
func (m *Model) Offered() string {
	if m.Offer == nil {
		return ""
	}
	return m.Offer.Title() + " was under way when its page was closed: " + m.Offer.progress() + "."
}

func (e *Entry) progress() string {
	if e.Runs == 1 {
		return "1 of " + plural(e.Strategies*e.Seeds, "run", "runs") + " is done"
	}
	return number.Count(e.Runs) + " of " + plural(e.Strategies*e.Seeds, "run", "runs") + " are done"
}

// Unkept says what could not be kept, "" if nothing.
func (m *Model) Unkept() string {
	if m.Lost != "" {
		return m.Lost
	}
	return m.Trouble
}

// Refuse says in the dialog why something is not done.
func (m *Model) Refuse(sentence string) {
	m.Problem = sentence
	m.changed()
}

// Dismiss forgets what Unkept says.
func (m *Model) Dismiss() { m.Trouble, m.Lost = "", "" }

// Begin keeps a session that has just been started: at its end, and before that
// if it takes long.
func (m *Model) Begin(s *session.Session) { m.begin(s, newEntry(m, s), 0) }

func newEntry(m *Model, s *session.Session) Entry {
	now := m.clock()
	return Entry{ID: newID(now, s.Canonical), Started: now.UnixMilli(), State: Running, Times: 1}
}

// begin keeps a session under an entry of which so many parts are there.
func (m *Model) begin(s *session.Session, e Entry, parts int) {
	m.current = &keeper{entry: e, session: s, written: make([]bool, len(s.Units)), parts: parts, start: m.host.Now()}
	m.Heard(s)
}

// Heard hears that something has changed in a session.
func (m *Model) Heard(s *session.Session) {
	if m.current != nil && m.current.session == s {
		m.current.step(m)
	}
}
