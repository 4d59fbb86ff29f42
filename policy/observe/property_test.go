package observe

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"rampart/core/cluster"
	"rampart/core/plan"
	"rampart/core/workload"
)

// settings lists both rules with both placers.
var settings = []struct {
	name   string
	change func(*plan.Settings)
}{
	{"reference firstfit", func(s *plan.Settings) {}},
	{"reference compact", func(s *plan.Settings) { s.Placer = plan.Compact }},
	{"corrected firstfit", func(s *plan.Settings) { s.Fixes = plan.AllFixes }},
	{"corrected compact", func(s *plan.Settings) { s.Fixes, s.Placer = plan.AllFixes, plan.Compact }},
}

// mixtures are rules in between, where the mask may be the reference's and the
// deadline not, or the other way round.
var mixtures = []struct {
	name   string
	change func(*plan.Settings)
}{
	{"only the mask", func(s *plan.Settings) { s.Fixes = plan.FixMask }},
	{"all but the mask", func(s *plan.Settings) { s.Fixes = plan.AllFixes &^ plan.FixMask }},
	{"placement and units", func(s *plan.Settings) { s.Fixes = plan.FixPlacement | plan.FixUnits }},
	{"little memory", func(s *plan.Settings) { s.Fixes, s.MemoryBytes = plan.FixMemory, 1.2e10 }},
}

// Features stay finite and in range in random runs, also with the normalisers of
// another workload; under Extended a degree is offered exactly if the job would
// be accepted at it.
func TestRandomRuns(t *testing.T) {
	for _, tc := range append(slices.Clone(settings), mixtures...) {
		t.Run(tc.name, func(t *testing.T) {
			p := paperPlans(t, tc.change)
			w := paperJobs(p, "A")
			w.Interarrival = workload.Distribution{Kind: "exponential", Mean: 1200}
			small := *w
			small.Graphs, small.Beta = w.Graphs[:2], workload.Beta{Kind: "fixed", Value: 0.5}
			n, err := Measure(p, &small)
			if err != nil {
				t.Fatal(err)
			}
			n.MaxDegree, n.Degrees = 8, []int{2, 3, 8}
			foreign, err := New(Extended, n, p)
			if err != nil {
				t.Fatal(err)
			}
			paper, extended, foresight := newEncoder(t, Paper, p, w), newEncoder(t, Extended, p, w), newEncoder(t, Foresight, p, w)
			horizon := newEncoder(t, Horizon, p, w)
			r := rand.New(rand.NewPCG(5, 6))
			late := 0
			tally := map[bool]int{}
			for seed := range uint64(4) {
				sim := newSim(t, p, w, 2e5, seed)
				for d, ok := sim.Decide(); ok; d, ok = sim.Decide() {
					for _, e := range []*Encoder{paper, foreign} {
						checkRange(t, d, e)
					}
					mask := checkRange(t, d, extended)
					if !slices.Equal(checkRange(t, d, foresight), mask) {
						t.Fatalf("job %d: foresight offers other degrees", d.Job)
					}
					ends, clock := checkRange(t, d, horizon), d.ClockSeconds
					a := d.Valid[r.IntN(len(d.Valid))]
					if err := sim.Apply(a); err != nil {
						t.Fatal(err)
					}
					if v := sim.Verdict(); a > 0 {
						tally[mask[a]]++
						if v.Accepted != mask[a] {
							t.Fatalf("job %d at degree %d: accepted %v for %q, the mask says %v", v.Job, a, v.Accepted, v.Cause, mask[a])
						}
						if inTime := v.Accepted && clock+v.JCTSeconds <= sim.LatestEnd(); inTime != ends[a] {
							t.Fatalf("job %d at degree %d: accepted and over by the end %v, horizon says %v", v.Job, a, inTime, ends[a])
						}
						if mask[a] != ends[a] {
							late++
						}
					}
				}
			}
			if unfinished := math.IsInf(newSim(t, p, w, 2e5, 0).LatestEnd(), 1); (late == 0) != unfinished {
				t.Errorf("%d degrees were too late for the end of the run", late)
			}
			if tally[true] < 50 || tally[false] < 50 {
				t.Errorf("too few cases to tell: %v", tally)
			}
		})
	}
}

// checkRange encodes a decision and returns the mask.
func checkRange(t *testing.T, d *cluster.Decision, e *Encoder) []bool {
	t.Helper()
	features, mask := buffers(e)
	for i := range features {
		features[i] = float32(math.NaN()) // whatever is not written shows
	}
	e.Encode(d, features, mask)
	names := e.Names()
	if len(names) != len(features) {
		t.Fatalf("%d names for %d features", len(names), len(features))
	}
	for i, x := range features {
		low := float32(0)
		if strings.HasSuffix(names[i], "slack") {
			low = -1
		}
		if !(x >= low && x <= 1) {
			t.Fatalf("job %d: feature %d (%s) is %v", d.Job, i, names[i], x)
		}
	}
	if !mask[0] {
		t.Fatalf("job %d: action 0 is not offered", d.Job)
	}
	for a, ok := range mask {
		if ok && !slices.Contains(d.Valid, a) {
			t.Fatalf("job %d: %d is offered but not valid", d.Job, a)
		}
	}
	return mask
}
