package download

import (
	"fmt"
	"strconv"

	"rampart/core/experiment"
	"rampart/ui/number"
	"rampart/ui/session"
	"rampart/wasm/wire"
)

// Browser is what the dialog asks of the browser. Callbacks are made while the
// page's state may be changed.
type Browser interface {
	// SaveBytes offers a file for download.
	SaveBytes(name, mediaType string, data []byte)
	// After calls f later.
	After(seconds float64, f func())
	// ShowDialog opens a dialog element above the page once the page is drawn;
	// it calls shown in the same moment.
	ShowDialog(id string, shown func())
	// HideDialog closes it.
	HideDialog(id string)
}

// Runner simulates a run again for its jobs, as session.Runner does.
type Runner interface {
	Jobs(experiment []byte, unit wire.Unit, got func(run *experiment.Run, message string)) (stop func())
}

// DialogID is the id of the dialog's element.
const DialogID = "export"

// all picks every strategy or every seed.
const all = "all"

// Model is the state of the dialog.
type Model struct {
	browser Browser
	runner  Runner
	changed func()
	said    func(sentence string) // for the live region

	source   *Source // nil while the dialog is closed
	modal    bool    // the browser shows the dialog above the page
	opened   int     // how often it was opened
	sizes    map[string]int
	strategy string // index of the strategy that is picked, or all
	seed     string // the seed that is picked, or all
	fetch    *fetch // nil while no jobs are fetched
	problem  string // why the last file was not made, a sentence
	failed   string // its key
}

// fetch is the making of a file whose runs are simulated again, one by one.
type fetch struct {
	file  *file
	units []wire.Unit
	runs  []experiment.Run
	stop  func()
}

// NewModel returns the state of a closed dialog. changed asks for a drawing;
// said tells the live region.
func NewModel(b Browser, r Runner, changed func(), said func(string)) *Model {
	return &Model{browser: b, runner: r, changed: changed, said: said}
}

// Open opens the dialog.
func (m *Model) Open(src *Source) {
	m.source, m.modal, m.problem, m.failed = src, false, "", ""
	m.strategy, m.seed = strconv.Itoa(src.Strategy), strconv.FormatUint(src.Seed, 10)
	m.sizes = map[string]int{}
	m.opened++
	m.browser.ShowDialog(DialogID, func() { m.modal = true })
	m.measure(m.opened, 0)
}

// Visible reports whether the dialog is part of the page.
func (m *Model) Visible() bool { return m.source != nil }

// Close closes the dialog; the browser then calls Closed.
func (m *Model) Close() { m.browser.HideDialog(DialogID) }

// Closed hears that the dialog is closed. What is being made is given up.
func (m *Model) Closed() {
	m.cancel()
	m.source, m.modal = nil, false
}

// measure finds the sizes of files by making them, one at a time so that the
// page answers meanwhile.
func (m *Model) measure(opened, i int) {
	if i == len(files) {
		if m.source != nil && m.opened == opened {
			m.changed()
			m.whenDone(opened)
		}
		return
	}
	m.browser.After(0, func() {
		if m.source == nil || m.opened != opened {
			return
		}
		if f := &files[i]; m.why(f) == "" && !f.jobs && len(m.source.Session.Units) <= mostMeasured {
			m.sizes[f.key] = len(f.make(m.source, m.result()))
		}
		m.measure(opened, i+1)
	})
}

// whenDone measures again once the runs that go on while the dialog is open are
// done.
func (m *Model) whenDone(opened int) {
	if m.source.Session.State != session.Running {
		return
	}
	m.browser.After(1, func() {
		switch {
		case m.source == nil || m.opened != opened:
		case m.source.Session.State == session.Running:
			m.whenDone(opened)
		default:
			m.measure(opened, 0)
		}
	})
}

func (m *Model) result() *experiment.Result { return m.source.Session.Result() }

// done reports whether there is a complete result.
func (m *Model) done() bool { return m.source.Session.State == session.Done }

// why says why a file cannot be had, in a sentence; "" if it can.
func (m *Model) why(f *file) string {
	switch {
	case f.early:
		return ""
	case f.part && m.source.Session.State == session.Stopped && m.source.Session.Ended() > 0:
		return ""
	case !m.done():
		return "Not all runs are done."
	case !f.jobs:
		return ""
	}
	jobs := 0
	for _, r := range m.runs(f) {
		jobs += r.Arrived
	}
	switch {
	case jobs == 0:
		return "No job arrived in these runs."
	case jobs > mostJobs:
		return fmt.Sprintf("%s jobs are too many for the page, which takes %s at a time. Save the experiment and use rampart run.",
			number.Count(jobs), number.Count(mostJobs))
	}
	return ""
}

// size says how large a file is, as far as that is known.
func (m *Model) size(f *file) string {
	if m.why(f) != "" {
		return ""
	}
	if n, known := m.sizes[f.key]; known {
		return sizeWords(n)
	}
	if f.jobs || len(m.source.Session.Units) > mostMeasured {
		if n := f.estimate(m.source.Session.Experiment, m.runs(f)); n > 0 {
			return "about " + sizeWords(n)
		}
	}
	return ""
}

// runs are those that a file is of.
func (m *Model) runs(f *file) []*experiment.Run {
	var list []*experiment.Run
	for i := range m.source.Session.Experiment.Strategies {
		if f.picked && m.strategy != all && m.strategy != strconv.Itoa(i) {
			continue
		}
		for _, run := range m.source.Session.StrategyRuns(i) {
			if !f.picked || m.seed == all || m.seed == strconv.FormatUint(run.Seed, 10) {
				list = append(list, run)
			}
		}
	}
	return list
}

// press makes a file and saves it, or gives up making it.
func (m *Model) press(f *file) {
	m.problem, m.failed = "", ""
	if m.fetch != nil {
		mine := m.fetch.file == f
		m.cancel()
		if mine {
			return
		}
	}
	switch {
	case m.why(f) != "":
	case !f.jobs:
		m.save(f, m.result())
	default:
		m.fetch = &fetch{file: f}
		for _, run := range m.runs(f) {
			m.fetch.units = append(m.fetch.units, wire.Unit{Strategy: run.Strategy, Seed: run.Seed})
		}
		m.next(m.fetch)
	}
}

// next fetches the jobs of the next run, and saves the file behind the last.
func (m *Model) next(f *fetch) {
	if len(f.runs) == len(f.units) {
		m.fetch = nil
		x := m.source.Session.Experiment
		r := experiment.NewResult(x, f.runs)
		r.Digest = m.source.Session.Digest // of all runs, also where the file is of some
		m.save(f.file, r)
		m.changed()
		return
	}
	f.stop = m.runner.Jobs(m.source.Session.Canonical, f.units[len(f.runs)], func(run *experiment.Run, message string) {
		switch {
		case m.fetch != f:
		case run == nil:
			m.fetch, m.problem, m.failed = nil, message, f.file.key
			m.said(message)
			m.changed()
		default:
			f.runs = append(f.runs, *run)
			m.next(f)
			m.changed()
		}
	})
}

// cancel gives up what is being fetched.
func (m *Model) cancel() {
	if m.fetch != nil {
		if m.fetch.stop != nil {
			m.fetch.stop()
		}
		m.fetch = nil
	}
}

// save hands a file to the browser.
func (m *Model) save(f *file, r *experiment.Result) {
	data := f.make(m.source, r)
	x := m.source.Session.Experiment
	if f.early {
		x = m.source.Experiment
	}
	name := FileName(x, joined(m.pickedSlug(f), f.suffix))
	m.browser.SaveBytes(name, f.media, data)
	m.said(name + " was saved, " + sizeWords(len(data)) + ".")
}

// pickedSlug is the part of a file's name that says of which runs it is.
func (m *Model) pickedSlug(f *file) string {
	if !f.picked {
		return ""
	}
	strategy, seed := "", ""
	if i, err := strconv.Atoi(m.strategy); err == nil {
		strategy = Slug(m.source.Session.Experiment.Strategies[i].Name())
	}
	if m.seed != all {
		seed = "seed-" + m.seed
	}
	return joined(strategy, seed)
}
