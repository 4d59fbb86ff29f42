package session

import (
	"bytes"
	"testing"

	"rampart/core/experiment"
)

// A result becomes a session and comes out of it as it was.
func TestFinished(t *testing.T) {
	x := experiment.Paper("A")
	x.Seeds, x.Strategies = []uint64{9, 2}, x.Strategies[:3]
	var runs []experiment.Run
	for i, u := range x.Units() {
		run := experiment.Run{Strategy: u.Strategy, Seed: u.Seed, JobsDigest: "sha256:" + string(rune('a'+i))}
		run.Arrived, run.Completed = 10+i, i
		runs = append(runs, run)
	}
	want := experiment.NewResult(x, runs)
	s := Finished(want)
	if s.State != Done || s.Ended() != len(runs) || s.Part() != 1 || len(s.Units) != len(runs) {
		t.Errorf("the session is %s, %d of %d runs, part %v", s.State, s.Ended(), len(s.Units), s.Part())
	}
	if got := s.StrategyRuns(2); len(got) != 2 || got[0].Seed != 9 || got[1].Seed != 2 || got[1].Arrived != 15 {
		t.Errorf("the runs of strategy 2 are %+v", got)
	}
	if !bytes.Equal(experiment.AppendResult(nil, s.Result()), experiment.AppendResult(nil, want)) {
		t.Error("the result has changed on its way")
	}
}
