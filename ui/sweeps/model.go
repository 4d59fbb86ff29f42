// Package sweeps is the part of the Compare tab that varies one or two fields of
// the experiment over ranges.
package sweeps

import (
	"fmt"
	"math"
	"strings"

	"rampart/core/experiment"
	"rampart/core/sweep"
	"rampart/ui/number"
	"rampart/ui/session"
	"rampart/ui/store"
)

// Host is what the model needs of the browser.
type Host interface {
	// Now is a clock that only goes forward, in seconds.
	Now() float64
	// After calls f later, so many seconds at least.
	After(seconds float64, f func())
}

// Model is what the user has set and what was run.
type Model struct {
	Open    bool // the section is unfolded
	Drafts  [sweep.MaxAxes]Draft
	Metric  *Metric
	Table   bool // figures as a table
	Work    *Work
	Trouble string // what went wrong with keeping it

	runner  Runner
	host    Host
	keeper  keeper
	changed func(milestone bool)
	planned plan
	wished  []byte // the sweep that a link has set, as it is kept; nil for none
	version int    // counts what changes the figures
}

// plan is what the drafts come to.
type plan struct {
	x      *experiment.Experiment
	drafts [sweep.MaxAxes]Draft
	sweep  *sweep.Sweep
	err    error
	cost   experiment.Work
}

// NewModel returns a model without a sweep. changed is called after every
// change that no event of the page's brought about.
func NewModel(r Runner, h Host, s store.Store, id func() string, changed func(milestone bool)) *Model {
	m := &Model{runner: r, host: h, Metric: Metrics[0], changed: changed}
	m.keeper = keeper{model: m, store: s, id: id}
	return m
}

// Toggle folds the section or unfolds it.
func (m *Model) Toggle(x *experiment.Experiment) {
	m.Open = !m.Open
	if m.Drafts[0].Path == "" {
		if list := sweep.Fields(x); len(list) > 0 {
			m.Drafts[0] = usual(x, list[0].Path)
		}
	}
}

// Choose sets the field of an axis, "" for none, with its usual range.
func (m *Model) Choose(x *experiment.Experiment, axis int, path string) {
	if path == "" {
		m.Drafts[axis] = Draft{}
		return
	}
	m.Drafts[axis] = usual(x, path)
	if axis > 0 && m.Drafts[0].Path == path {
		m.Drafts[axis] = Draft{}
	}
}

// Plan returns the sweep that the drafts say, or what is wrong with them.
func (m *Model) Plan(x *experiment.Experiment) (*sweep.Sweep, error) {
	p := &m.planned
	if p.x == x && p.drafts == m.Drafts {
		return p.sweep, p.err
	}
	*p = plan{x: x, drafts: m.Drafts}
	var axes []sweep.Axis
	for i := range m.Drafts {
		if m.Drafts[i].Path == "" {
			continue
		}
		a, err := m.Drafts[i].axis(x)
		if err != nil {
			p.err = err
			return nil, err
		}
		axes = append(axes, a)
	}
	if p.sweep, p.err = sweep.New(x, axes); p.err == nil {
		p.cost = p.sweep.Cost()
	}
	return p.sweep, p.err
}

// Forecast says what the sweep of the drafts takes.
func (m *Model) Forecast(x *experiment.Experiment) string {
	s, err := m.Plan(x)
	if err != nil {
		return ""
	}
	seconds := m.planned.cost.Seconds() / float64(max(1, m.runner.Workers()))
	return words(s) + ": " + plural(len(s.Order()), "run") + ", up to about " + number.Duration(math.Ceil(seconds))
}

// Mistake says what is wrong with the drafts, "" if nothing is.
func (m *Model) Mistake(x *experiment.Experiment) string {
	_, err := m.Plan(x)
	if err == nil {
		return ""
	}
	return strings.TrimPrefix(err.Error(), "sweep: ") + "."
}

// Start runs the sweep of the drafts in place of the one that there is.
func (m *Model) Start(x *experiment.Experiment) {
	s, err := m.Plan(x)
	if err != nil {
		return
	}
	m.Stop()
	m.take(newWork(s, nil, m.host, m.heard))
	m.keeper.begin(m.Work)
	m.Work.start(m.runner)
}

// take shows a sweep.
func (m *Model) take(w *Work) {
	if m.Work != nil {
		m.Work.unbound()
	}
	m.Work = w
	m.version++
}

// Stop stops the sweep and keeps what is done.
func (m *Model) Stop() {
	if m.Running() {
		m.Work.Stop()
		m.keeper.heard(true)
		m.version++
	}
}

// Resume goes on with a sweep that was stopped.
func (m *Model) Resume() {
	if m.Work != nil {
		m.Work.start(m.runner)
		m.version++
	}
}

// Running reports whether a sweep is under way.
func (m *Model) Running() bool { return m.Work != nil && m.Work.State == session.Running }

// heard hears of the work.
func (m *Model) heard(milestone bool) {
	m.version++
	m.keeper.heard(milestone && !m.Running())
	m.changed(milestone && !m.Running())
}

// Status says where the sweep stands.
func (m *Model) Status() string {
	w := m.Work
	if w == nil {
		return ""
	}
	done, total := w.Counts()
	ended := fmt.Sprintf("%s of %s runs", number.Count(done), number.Count(total))
	switch w.State {
	case session.Running:
		if left, ok := w.Remaining(); ok && w.Elapsed()+left > 2 {
			return ended + " done, about " + number.Duration(math.Floor(left)+1) + " left"
		}
		return ended + " done"
	case session.Done:
		if w.Elapsed() == 0 {
			return ended + " done"
		}
		return ended + " done in " + number.Duration(w.Elapsed())
	}
	return "Stopped after " + ended
}

// Part is the part of the runs that is done, 0 to 1.
func (m *Model) Part() float64 {
	if m.Work == nil {
		return 0
	}
	done, total := m.Work.Counts()
	return float64(done) / float64(max(1, total))
}
