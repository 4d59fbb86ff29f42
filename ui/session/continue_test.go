package session

import (
	"testing"

	"rampart/core/experiment"
	"rampart/wasm/wire"
)

// listed is a hand that notes which units it was given.
type listed struct {
	hand
	units []wire.Unit
}

func (l *listed) Run(x []byte, units []wire.Unit, to Listener) func() {
	l.units = units
	return l.hand.Run(x, units, to)
}

// A session that goes on ends as if it had never been interrupted, whatever was
// known before.
func TestContinue(t *testing.T) {
	h, whole := begin(new(float64))
	for i := range whole.Units {
		h.Done(i, run(whole.Units[i], float64(i)/10))
	}
	runs := func(units ...int) (list []experiment.Run) {
		for _, i := range units {
			list = append(list, *run(whole.Units[i], float64(i)/10))
		}
		return list
	}
	foreign := experiment.Run{Strategy: 1, Seed: 77}
	again := *run(whole.Units[1], 0.9)
	for _, test := range []struct {
		name  string
		known []experiment.Run
		left  int
	}{
		{"nothing known", nil, 4},
		{"one", runs(2), 3},
		{"all but one", runs(3, 0, 1), 1},
		{"all", runs(0, 1, 2, 3), 0},
		{"a run of another seed", append(runs(0), foreign), 3},
		{"a run twice: the first counts", append(runs(1), again), 3},
	} {
		t.Run(test.name, func(t *testing.T) {
			var clock float64
			l := &listed{}
			s := Continue(whole.Experiment, test.known, l, func() float64 { return clock }, func(bool) {})
			if len(l.units) != test.left || s.Ended() != 4-test.left {
				t.Fatalf("%d units to run, %d ended", len(l.units), s.Ended())
			}
			if test.left > 0 && s.State != Running {
				t.Fatalf("state %s", s.State)
			}
			clock = 100
			if _, ok := s.Remaining(); ok {
				t.Error("what is left is estimated before anything new is done")
			}
			for i, u := range l.units {
				l.Progress(i, 1, 2)
				for j, of := range whole.Units {
					if u == of {
						l.Done(i, run(u, float64(j)/10))
					}
				}
			}
			if s.State != Done || s.Digest != whole.Digest || s.Part() != 1 {
				t.Errorf("state %s, digest %s, want %s", s.State, s.Digest, whole.Digest)
			}
		})
	}
}

// A unit that fails in a continued session is told as its own.
func TestContinueFails(t *testing.T) {
	_, whole := begin(new(float64))
	l := &listed{}
	s := Continue(whole.Experiment, []experiment.Run{*run(whole.Units[0], 0)}, l, func() float64 { return 0 }, func(bool) {})
	for i, u := range l.units {
		if i == 0 {
			l.Failed(i, "no policy of that name.")
		} else {
			l.Done(i, run(u, 0))
		}
	}
	if s.State != Stopped || len(s.Failures) != 1 || s.UnitRun(1) != nil || s.UnitRun(0) == nil {
		t.Errorf("state %s, failures %v", s.State, s.Failures)
	}
}
