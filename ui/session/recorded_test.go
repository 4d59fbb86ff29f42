package session

import (
	"testing"

	"rampart/core/experiment"
)

// What was recorded stands until the strategy's own runs are all done.
func TestRecordedFiguresStandIn(t *testing.T) {
	h, s := begin(new(float64))
	s.Recorded = &Recorded{Summaries: []experiment.Summary{{Strategy: 1, BlockingRate: experiment.Interval{Mean: .7}}}}
	rates := func() (list []float64) {
		for i := range s.Experiment.Strategies {
			rate := -1.0
			if f, recorded := s.Shown(i); f != nil {
				rate = f.BlockingRate.Mean
				if recorded {
					rate += 10
				}
			}
			list = append(list, rate)
		}
		return list
	}
	for _, step := range []struct {
		name  string
		ends  int // unit that ends first, -1 for none
		want  [2]float64
		marks bool
	}{
		{"at first", -1, [2]float64{-1, 10.7}, true},
		{"one of two runs of each", 0, [2]float64{.2, 10.7}, true},
		{"still", 1, [2]float64{.2, 10.7}, true},
		{"all runs of the recorded one", 3, [2]float64{.2, .2}, false},
		{"all", 2, [2]float64{.2, .2}, false},
	} {
		if step.ends >= 0 {
			h.Done(step.ends, run(s.Units[step.ends], .2))
		}
		if got := rates(); got[0] != step.want[0] || got[1] != step.want[1] {
			t.Errorf("%s: %v, want %v", step.name, got, step.want)
		}
		if _, marks := s.Figures(); marks != step.marks {
			t.Errorf("%s: whether something is recorded: %v", step.name, marks)
		}
	}
}

func TestHeld(t *testing.T) {
	x := experiment.Paper("A")
	s := Hold(x, func() float64 { return 7 })
	s.Stop()
	if s.State != Held || len(s.Units) != 21 || s.Elapsed() != 0 || s.Part() != 0 || len(s.Runs()) != 0 {
		t.Errorf("state %s, %d units, %v s", s.State, len(s.Units), s.Elapsed())
	}
	if _, ok := s.Remaining(); ok {
		t.Error("an estimate where nothing runs")
	}
}
