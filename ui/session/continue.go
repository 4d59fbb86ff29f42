package session

import (
	"rampart/core/experiment"
	"rampart/wasm/wire"
)

// Continue is Start for an experiment of which some runs are known: only the
// others are run. Runs that are not of x, or that came before, are ignored. What
// comes out is what Start would bring.
func Continue(x *experiment.Experiment, known []experiment.Run, r Runner, now func() float64, changed func(milestone bool)) *Session {
	s := Hold(x, now)
	s.State, s.changed = Running, changed
	units := make(map[wire.Unit]int, len(s.Units))
	for i, u := range s.Units {
		units[u] = i
	}
	for i := range known {
		run := &known[i]
		if unit, ok := units[wire.Unit{Strategy: run.Strategy, Seed: run.Seed}]; ok && s.runs[unit] == nil {
			s.runs[unit] = run
			s.end(unit)
		}
	}
	s.given = s.Part()
	for strategy := range x.Strategies {
		if len(s.StrategyRuns(strategy)) > 0 {
			s.summarise(strategy)
		}
	}
	var left rest
	var todo []wire.Unit
	for i, u := range s.Units {
		if s.runs[i] == nil {
			left.units = append(left.units, i)
			todo = append(todo, u)
		}
	}
	if len(todo) == 0 {
		s.stop = func() {}
		s.finish()
		return s
	}
	left.Session = s
	s.stop = r.Run(s.Canonical, todo, left)
	return s
}

// rest hears of some of a session's units, by their index among these.
type rest struct {
	*Session
	units []int
}

// Progress implements Listener.
func (r rest) Progress(unit, decided, total int) { r.Session.Progress(r.units[unit], decided, total) }

// Done implements Listener.
func (r rest) Done(unit int, run *experiment.Run) { r.Session.Done(r.units[unit], run) }

// Failed implements Listener.
func (r rest) Failed(unit int, message string) { r.Session.Failed(r.units[unit], message) }

// UnitRun returns the run of a unit, nil until it is done.
func (s *Session) UnitRun(unit int) *experiment.Run { return s.runs[unit] }
