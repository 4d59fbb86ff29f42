package session

import "rampart/core/experiment"

// Finished returns a session all of whose runs are done: those of a result,
// which has one for each strategy and seed, as DecodeResult and RunAll make
// sure.
func Finished(r *experiment.Result) *Session {
	s := Hold(r.Experiment, func() float64 { return 0 })
	s.State, s.Summaries, s.Digest = Done, r.Summaries, r.Digest
	seeds, strategies := len(r.Experiment.Seeds), len(r.Experiment.Strategies)
	for i := range r.Runs {
		unit := i%seeds*strategies + i/seeds // see Units; a result is by strategy
		s.runs[unit], s.part[unit] = &r.Runs[i], 1
		s.sum++
		s.ended++
	}
	return s
}

// Result returns what is done so far as a result; its digest is empty until all
// runs are done.
func (s *Session) Result() *experiment.Result {
	return &experiment.Result{Engine: experiment.EngineVersion, Experiment: s.Experiment, Digest: s.Digest, Runs: s.Runs(), Summaries: s.Summaries}
}
