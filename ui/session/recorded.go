package session

import "rampart/core/experiment"

// Recorded is what somebody else found for the same experiment, as a link or a
// result file says. It is shown until the session has found out itself.
type Recorded struct {
	Engine    string               // version of the program that found it
	Digest    string               // of the result, "" if that was not recorded
	Summaries []experiment.Summary // at most one a strategy; nil if not recorded
	Runs      []experiment.Run     // of a result file, without jobs; nil otherwise
}

// Shown returns the figures that stand for a strategy: its own once all its
// seeds have run, until then the recorded ones, and where nothing was recorded
// those of the runs so far; nil if there is nothing yet.
func (s *Session) Shown(strategy int) (figures *experiment.Summary, recorded bool) {
	own := s.Summary(strategy)
	if s.Recorded == nil || s.State == Done || len(s.StrategyRuns(strategy)) == len(s.Experiment.Seeds) {
		return own, false
	}
	for i := range s.Recorded.Summaries {
		if r := &s.Recorded.Summaries[i]; r.Strategy == strategy {
			return r, true
		}
	}
	return own, false
}

// Figures returns what Shown does for all strategies that there is something
// for, in their order, and whether something of it is recorded.
func (s *Session) Figures() (list []experiment.Summary, recorded bool) {
	if s.Recorded == nil {
		return s.Summaries, false
	}
	for i := range s.Experiment.Strategies {
		f, r := s.Shown(i)
		if f != nil {
			list = append(list, *f)
		}
		recorded = recorded || r
	}
	return list, recorded
}
