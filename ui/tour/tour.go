// Package tour leads a newcomer through the page in six steps. Each ends in
// something to run, and says what came of it from the results themselves.
package tour

import (
	"bytes"
	"encoding/json"

	"rampart/core/experiment"
	"rampart/ui/session"
	"rampart/ui/store"
	"rampart/ui/train"
)

// Page is what a step asks of the page.
type Page interface {
	// Load puts an experiment into the form and runs it; that can be undone.
	Load(x *experiment.Experiment)
	// Open opens a tab.
	Open(tab string)
	// Tab is the open tab.
	Tab() string
	// Has reports whether there is such a tab.
	Has(tab string) bool
	// Explain opens the Policy tab on a built-in policy.
	Explain(policy string)
	// Train puts an experiment into the form and trains on it, with the fast
	// preset and so many steps.
	Train(x *experiment.Experiment, steps int)
	// Compare puts a policy of the user's among the strategies and runs them.
	Compare(id string)
	// Desk holds the training.
	Desk() *train.Desk
	// Session is what the page shows.
	Session() *session.Session
	// Focus gives an element the focus once the page is drawn.
	Focus(id string)
}

// The ids of the elements that take the focus.
const (
	titleID  = "tour-title"
	ButtonID = "tour-open" // what opens the tour
	PanelID  = "tour"
)

// Model is the state of the tour.
type Model struct {
	page    Page
	store   store.Store
	changed func()

	open    bool
	read    bool // what was kept is known
	at      int
	done    [Length]bool
	results [Length]*result
}

// Length is the number of steps.
const Length = 6

// result is what a run of a step's experiment has brought.
type result struct {
	x         *experiment.Experiment
	summaries []experiment.Summary
	degrees   []float64 // mean effective degree by strategy
}

// NewModel returns a tour that is closed and at its beginning. changed asks for a
// drawing.
func NewModel(p Page, s store.Store, changed func()) *Model {
	return &Model{page: p, store: s, changed: changed}
}

// key is that of the record that remembers the place.
const key = "tour/place"

// place is what is remembered.
type place struct {
	At   int    `json:"at"`
	Done []bool `json:"done"`
}

// Toggle shows the tour where it was left, or closes it.
func (m *Model) Toggle() {
	m.open = !m.open
	if !m.open {
		m.page.Focus(ButtonID)
		return
	}
	m.page.Focus(titleID)
	if m.read {
		return
	}
	m.store.Get(key, func(r *store.Record, err error) {
		if err == nil && r != nil {
			m.remember(r.Meta)
		}
		m.read = true
		m.changed()
	})
}

// remember takes in what was kept, unless it makes no sense or the reader has
// gone on meanwhile.
func (m *Model) remember(raw []byte) {
	var p place
	if json.Unmarshal(raw, &p) != nil || p.At < 0 || p.At >= Length || m.at != 0 || m.done != [Length]bool{} {
		return
	}
	m.at = p.At
	copy(m.done[:], p.Done)
}

// keep remembers the place; a browser that keeps nothing forgets it.
func (m *Model) keep() {
	raw, err := json.Marshal(place{m.at, m.done[:]})
	if err != nil {
		panic("tour: a place has no JSON form")
	}
	m.store.Put(store.Record{Key: key, Meta: raw}, func(error) {})
}

// Visible reports whether the tour is part of the page.
func (m *Model) Visible() bool { return m.open }

// Go goes to a step.
func (m *Model) Go(step int) {
	m.at = max(0, min(step, Length-1))
	m.read = true
	m.page.Focus(titleID)
	m.keep()
}

// Look goes to what the step has brought, below the tour on a narrow page.
func (m *Model) Look() { m.page.Focus("tab-" + m.page.Tab()) }

// Heard hears that something of a session or of the training has changed.
func (m *Model) Heard() {
	s := m.page.Session()
	if s == nil || s.State != session.Done || !m.mine(s) {
		return
	}
	for i := range Length {
		if x := steps[i].make; x == nil || m.results[i] != nil || !bytes.Equal(s.Canonical, canonical(i)) {
			continue
		}
		r := &result{x: s.Experiment, summaries: s.Summaries}
		for strategy := range s.Experiment.Strategies {
			r.degrees = append(r.degrees, meanDegree(s.StrategyRuns(strategy)))
		}
		m.results[i] = r
		m.finish(i)
	}
}

// mine reports whether a session is of one of the tour's experiments, by its name:
// most sessions are not.
func (m *Model) mine(s *session.Session) bool {
	return len(s.Experiment.Name) > len(prefix) && s.Experiment.Name[:len(prefix)] == prefix
}

func (m *Model) finish(step int) {
	if !m.done[step] {
		m.done[step], m.read = true, true
		m.keep()
	}
}

func canonical(step int) []byte { return experiment.AppendCanonical(nil, steps[step].make()) }

func meanDegree(runs []*experiment.Run) float64 {
	sum := 0.0
	for _, r := range runs {
		sum += r.MeanEffectiveDegree
	}
	return sum / float64(max(1, len(runs)))
}
