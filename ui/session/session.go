// Package session holds the runs of one experiment while the page runs it.
package session

import (
	"cmp"
	"slices"
	"strconv"

	"rampart/core/experiment"
	"rampart/wasm/wire"
)

// Runner runs units of an experiment somewhere else. All callbacks are made
// while the page's state may be changed, one after another.
type Runner interface {
	// Run runs the units of an experiment in canonical form and tells l. The
	// function that it returns stops them; l hears nothing after that.
	Run(experiment []byte, units []wire.Unit, l Listener) (stop func())
	// Jobs runs one unit again and delivers it with its jobs.
	Jobs(experiment []byte, unit wire.Unit, got func(run *experiment.Run, message string)) (stop func())
	// Import reads a graph or experiment file, or a table of arrivals into the
	// experiment base, in canonical form; nil is the default one.
	Import(name, text string, base []byte, got func(r *wire.Reply))
	// Workers is how many units run at the same time.
	Workers() int
}

// Listener hears of the units of a Runner; unit is an index into the units.
type Listener interface {
	Progress(unit, decided, total int)
	Done(unit int, run *experiment.Run)
	Failed(unit int, message string)
}

// State says where a session stands; it is the page's data-state.
type State string

// The states of a session.
const (
	Held    State = "held" // nothing runs until somebody says so
	Running State = "running"
	Done    State = "done"
	Stopped State = "stopped"
)

// Session is one experiment and its runs so far.
type Session struct {
	Experiment *experiment.Experiment
	Canonical  []byte
	Units      []wire.Unit
	State      State
	Summaries  []experiment.Summary // by strategy, of the runs so far
	Failures   []string             // one sentence for each unit that failed
	Digest     string               // of the whole result once all runs are done, else ""
	Recorded   *Recorded            // what somebody else found before, nil if nobody said

	StartSeconds, EndSeconds float64 // wall clock

	runs    []*experiment.Run // by unit, nil until done
	part    []float64         // by unit, the part that is done, 0 .. 1
	sum     float64           // of part
	given   float64           // part of the work that was done before it started; see Continue
	ended   int               // units that are done or have failed
	stop    func()
	now     func() float64
	changed func(milestone bool)
}

// Units lists the runs of an experiment: seed by seed, so that every strategy
// has a first result early.
func Units(x *experiment.Experiment) []wire.Unit {
	units := make([]wire.Unit, 0, len(x.Seeds)*len(x.Strategies))
	for _, seed := range x.Seeds {
		for strategy := range x.Strategies {
			units = append(units, wire.Unit{Strategy: strategy, Seed: seed})
		}
	}
	return units
}

// Start starts all runs of x, which must be valid. now is the wall clock in
// seconds; changed is called after every change, with milestone set when a run
// or the session ended.
func Start(x *experiment.Experiment, r Runner, now func() float64, changed func(milestone bool)) *Session {
	s := Hold(x, now)
	s.State, s.changed = Running, changed
	s.stop = r.Run(s.Canonical, s.Units, s)
	return s
}

// Hold returns a session of x, which must be valid, of which nothing runs.
func Hold(x *experiment.Experiment, now func() float64) *Session {
	s := &Session{Experiment: x, Canonical: experiment.AppendCanonical(nil, x), Units: Units(x), State: Held, now: now}
	s.StartSeconds = now()
	s.EndSeconds = s.StartSeconds
	s.runs = make([]*experiment.Run, len(s.Units))
	s.part = make([]float64, len(s.Units))
	return s
}

// Stop stops what still runs and keeps what is done.
func (s *Session) Stop() {
	if s.State != Running {
		return
	}
	s.stop()
	s.State, s.EndSeconds = Stopped, s.now()
}

// Progress implements Listener.
func (s *Session) Progress(unit, decided, total int) {
	if total > 0 {
		// Below 1: only Done says that a run is done.
		s.setPart(unit, min(0.99, float64(decided)/float64(total)))
	}
	s.changed(false)
}

// Done implements Listener.
func (s *Session) Done(unit int, run *experiment.Run) {
	s.runs[unit] = run
	s.end(unit)
	s.summarise(s.Units[unit].Strategy)
	s.finish()
	s.changed(true)
}

// Failed implements Listener.
func (s *Session) Failed(unit int, message string) {
	s.end(unit)
	s.Failures = append(s.Failures, failure(s.Experiment, s.Units[unit], message))
	s.finish()
	s.changed(true)
}

func (s *Session) setPart(unit int, part float64) {
	s.sum += part - s.part[unit]
	s.part[unit] = part
}

func (s *Session) end(unit int) {
	s.setPart(unit, 1)
	s.ended++
}

// summarise sums one strategy up anew: the others have not changed.
func (s *Session) summarise(strategy int) {
	runs := make([]experiment.Run, 0, len(s.Experiment.Seeds))
	for _, run := range s.StrategyRuns(strategy) {
		runs = append(runs, *run)
	}
	summary := experiment.Summarise(s.Experiment, runs)[0]
	at, found := slices.BinarySearchFunc(s.Summaries, strategy, func(s experiment.Summary, strategy int) int {
		return cmp.Compare(s.Strategy, strategy)
	})
	if found {
		s.Summaries[at] = summary
	} else {
		s.Summaries = slices.Insert(s.Summaries, at, summary)
	}
}

// finish ends the session when every unit is done or has failed.
func (s *Session) finish() {
	if s.ended < len(s.Units) {
		return
	}
	s.EndSeconds = s.now()
	if len(s.Failures) > 0 {
		s.State = Stopped
		return
	}
	s.State = Done
	s.Digest = experiment.ResultDigest(s.Experiment, s.Runs())
}

// Runs returns the runs that are done, ordered by strategy and, within one, in
// the order of the experiment's seeds: the order in which they ended, and so
// the number of workers, cannot be seen in it.
func (s *Session) Runs() []experiment.Run {
	runs := make([]experiment.Run, 0, s.ended)
	for strategy := range s.Experiment.Strategies {
		for _, run := range s.StrategyRuns(strategy) {
			runs = append(runs, *run)
		}
	}
	return runs
}

// Ended returns how many runs are done or failed.
func (s *Session) Ended() int { return s.ended }

// Part returns the part of the work that is done, 0 to 1.
func (s *Session) Part() float64 { return s.sum / float64(max(1, len(s.part))) }

// StrategyRuns returns the runs of one strategy that are done, by seed.
func (s *Session) StrategyRuns(strategy int) []*experiment.Run {
	var runs []*experiment.Run
	for i := strategy; i < len(s.runs); i += len(s.Experiment.Strategies) { // see Units
		if s.runs[i] != nil {
			runs = append(runs, s.runs[i])
		}
	}
	return runs
}

// Summary returns the summary of a strategy, nil if none of its runs is done.
func (s *Session) Summary(strategy int) *experiment.Summary {
	for i := range s.Summaries {
		if s.Summaries[i].Strategy == strategy {
			return &s.Summaries[i]
		}
	}
	return nil
}

// Elapsed returns the wall-clock seconds that the session has taken so far.
func (s *Session) Elapsed() float64 {
	if s.State == Running {
		return s.now() - s.StartSeconds
	}
	return s.EndSeconds - s.StartSeconds
}

// Remaining estimates the wall-clock seconds still to go; ok is false while it
// is too early to say.
func (s *Session) Remaining() (seconds float64, ok bool) {
	part, elapsed := s.Part(), s.Elapsed()
	fresh := part - s.given
	if s.State != Running || fresh < 0.02 || elapsed < 0.5 {
		return 0, false
	}
	return elapsed * (1 - part) / fresh, true
}

func failure(x *experiment.Experiment, u wire.Unit, message string) string {
	return x.Strategies[u.Strategy].Name() + ", seed " + formatSeed(u.Seed) + ": " + message
}

func formatSeed(seed uint64) string { return strconv.FormatUint(seed, 10) }
