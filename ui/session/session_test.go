package session

import (
	"math"
	"testing"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/wasm/wire"
)

// hand is a Runner whose units a test ends by hand.
type hand struct {
	Listener
	stopped int
}

func (h *hand) Run(_ []byte, _ []wire.Unit, l Listener) func() {
	h.Listener = l
	return func() { h.stopped++ }
}

func (h *hand) Jobs([]byte, wire.Unit, func(*experiment.Run, string)) func() { return func() {} }
func (h *hand) Import(string, string, []byte, func(*wire.Reply))             {}
func (h *hand) Workers() int                                                 { return 1 }

func begin(clock *float64) (*hand, *Session) {
	x := experiment.Paper("A")
	x.Strategies = x.Strategies[:2]
	x.Seeds = []uint64{5, 3}
	h := &hand{}
	return h, Start(x, h, func() float64 { return *clock }, func(bool) {})
}

func run(u wire.Unit, rate float64) *experiment.Run {
	return &experiment.Run{Strategy: u.Strategy, Seed: u.Seed, Metrics: cluster.Metrics{Arrived: 100, BlockingRate: rate}}
}

// Every strategy must have a first result before any has its second.
func TestUnitsGoSeedBySeed(t *testing.T) {
	_, s := begin(new(float64))
	want := []wire.Unit{{Strategy: 0, Seed: 5}, {Strategy: 1, Seed: 5}, {Strategy: 0, Seed: 3}, {Strategy: 1, Seed: 3}}
	for i, u := range s.Units {
		if u != want[i] {
			t.Fatalf("units %v", s.Units)
		}
	}
}

// The result must not show in which order the units ended.
func TestTheOrderOfEndsDoesNotShow(t *testing.T) {
	digests := map[string]bool{}
	for _, order := range [][]int{{0, 1, 2, 3}, {3, 2, 1, 0}, {2, 0, 3, 1}} {
		h, s := begin(new(float64))
		for _, i := range order {
			h.Done(i, run(s.Units[i], float64(i)/10))
		}
		if s.State != Done {
			t.Fatalf("state %s", s.State)
		}
		digests[s.Digest] = true
		if got := s.Summary(1).BlockingRate.Mean; got != .2 {
			t.Errorf("mean %v", got)
		}
	}
	if len(digests) != 1 || digests[""] {
		t.Errorf("digests %v", digests)
	}
}

func TestEstimate(t *testing.T) {
	clock := 0.0
	h, s := begin(&clock)
	if _, ok := s.Remaining(); ok {
		t.Error("an estimate out of nothing")
	}
	h.Progress(0, 50, 100)
	h.Progress(1, 200, 100) // more than were expected: never past the end
	clock = 1.49
	if left, ok := s.Remaining(); !ok || left < 2.5 || left > 2.52 {
		t.Errorf("left %v %v", left, ok)
	}
	h.Progress(0, 7, 0) // unknown total: no change
	if got := s.Part(); math.Abs(got-(.5+.99)/4) > 1e-12 {
		t.Errorf("part %v", got)
	}
}

func TestStopIsFinal(t *testing.T) {
	clock := 1.0
	h, s := begin(&clock)
	h.Done(0, run(s.Units[0], .5))
	clock = 3
	s.Stop()
	clock = 9
	s.Stop()
	if s.State != Stopped || h.stopped != 1 || s.Elapsed() != 2 || s.Ended() != 1 || s.Digest != "" {
		t.Errorf("state %s, stopped %d times, %v s, %d ended, digest %q", s.State, h.stopped, s.Elapsed(), s.Ended(), s.Digest)
	}
}

// A failed unit ends the session without a digest: the result has a hole.
func TestFailure(t *testing.T) {
	h, s := begin(new(float64))
	h.Failed(2, "The engine stopped.")
	for _, i := range []int{0, 1, 3} {
		h.Done(i, run(s.Units[i], .5))
	}
	if s.State != Stopped || s.Digest != "" || len(s.Failures) != 1 {
		t.Errorf("state %s, digest %q, failures %q", s.State, s.Digest, s.Failures)
	}
	if want := "Maximum parallelism (Para_max), seed 3: The engine stopped."; s.Failures[0] != want {
		t.Errorf("got %q", s.Failures[0])
	}
	if s.Summary(0).BlockingRate.N != 1 {
		t.Error("the strategy's other run does not count")
	}
}
