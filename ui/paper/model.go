package paper

import (
	"math"

	"rampart/core/experiment"
	"rampart/ui/session"
)

// DialogID is the id of the dialog's element.
const DialogID = "published"

// Browser is what the dialog asks of the browser.
type Browser interface {
	Now() float64
	ShowDialog(id string, shown func())
	HideDialog(id string)
}

// Model is the state of the dialog: which studies have been run, and how far.
type Model struct {
	browser Browser
	runner  session.Runner
	changed func()
	said    func(sentence string) // for the live region

	open, modal bool
	work        map[string]*work
	tables      *tables // nil until they are asked for
}

// work is the running of a study, case after case.
type work struct {
	study    *Study
	sessions []*session.Session // by case, as far as they have begun
	stopped  bool
}

// NewModel returns the state of a closed dialog. changed asks for a drawing;
// said tells the live region.
func NewModel(b Browser, r session.Runner, changed func(), said func(string)) *Model {
	return &Model{browser: b, runner: r, changed: changed, said: said, work: map[string]*work{}}
}

// Show opens the dialog.
func (m *Model) Show() {
	m.open, m.modal = true, false
	m.browser.ShowDialog(DialogID, func() { m.modal = true })
}

// Visible reports whether the dialog is part of the page.
func (m *Model) Visible() bool { return m.open }

// Close closes the dialog; the browser then calls Closed.
func (m *Model) Close() { m.browser.HideDialog(DialogID) }

// Closed hears that the dialog is closed. What runs goes on.
func (m *Model) Closed() { m.open, m.modal = false, false }

// Start runs a study, one case after the other.
func (m *Model) Start(s *Study) {
	m.Stop(s)
	w := &work{study: s}
	m.work[s.Key] = w
	m.next(w)
}

func (m *Model) next(w *work) {
	at := len(w.sessions)
	if w.stopped || at == len(w.study.Cases) {
		return
	}
	w.sessions = append(w.sessions, nil)
	w.sessions[at] = session.Start(w.study.Cases[at].Make(), m.runner, m.browser.Now, func(bool) {
		s := w.sessions[at]
		if s == nil { // it ended before Start returned: no runner does that
			panic("paper: a session has ended before it began")
		}
		if s.State != session.Running && len(w.sessions) == at+1 {
			m.next(w)
			if w.done() {
				m.said(w.study.Title + ": all runs are done.")
			}
		}
		m.changed()
	})
}

// Stop ends the runs of a study and keeps those that are done.
func (m *Model) Stop(s *Study) {
	w := m.work[s.Key]
	if w == nil || w.done() {
		return
	}
	w.stopped = true
	for _, s := range w.sessions {
		s.Stop()
	}
}

// Running reports whether a study is being run.
func (m *Model) Running(s *Study) bool {
	w := m.work[s.Key]
	return w != nil && !w.stopped && !w.done()
}

// done reports whether every case has been run.
func (w *work) done() bool {
	return len(w.sessions) == len(w.study.Cases) && w.sessions[len(w.sessions)-1].State != session.Running
}

// part is how much of a study has been run, 0 to 1.
func (w *work) part() float64 {
	sum := 0.0
	for _, s := range w.sessions {
		sum += s.Part()
	}
	return sum / float64(len(w.study.Cases))
}

// failures are those of all sessions.
func (w *work) failures() (list []string) {
	for _, s := range w.sessions {
		list = append(list, s.Failures...)
	}
	return list
}

// ours returns what our runs say of a row: the mean over seeds and its
// interval. ok is false while there is no run.
func (m *Model) ours(s *Study, f *Figure, r *Row) (experiment.Interval, bool) {
	w := m.work[s.Key]
	if w == nil || r.Case >= len(w.sessions) {
		return experiment.Interval{Mean: math.NaN()}, false
	}
	var values []float64
	for _, run := range w.sessions[r.Case].StrategyRuns(r.Strategy) {
		values = append(values, f.Measure.Of(run))
	}
	if len(values) == 0 {
		return experiment.Interval{Mean: math.NaN()}, false
	}
	return experiment.NewInterval(values), true
}
