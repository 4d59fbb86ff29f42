package observe

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"rampart/core/plan"
	"rampart/core/ramp"
	"rampart/core/workload"
)

// withBlocks returns the encoder of a policy with so many blocks.
func withBlocks(t testing.TB, p *plan.Planner, w *workload.Settings, f Features, blocks int) *Encoder {
	t.Helper()
	n, err := Measure(p, w)
	if err != nil {
		t.Fatal(err)
	}
	n.Blocks = blocks
	e, err := New(f, n, p)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestChoice(t *testing.T) {
	n := Normalisers{MaxDegree: 8, Degrees: []int{1, 2, 8}, Blocks: 3}
	if n.Actions() != 15 {
		t.Errorf("%d actions, want 9 degrees and twice 3 blocks", n.Actions())
	}
	for action, want := range map[int][2]int{0: {0, 0}, 1: {1, 0}, 8: {8, 0}, 9: {1, 1}, 10: {2, 1}, 11: {8, 1}, 12: {1, 2}, 14: {8, 2}} {
		if degree, rank := n.Choice(action); degree != want[0] || rank != want[1] {
			t.Errorf("action %d: degree %d, rank %d, want %v", action, degree, rank, want)
		}
		if slot := slices.Index(n.Degrees, want[0]); want[1] > 0 && n.action(slot, want[1]) != action {
			t.Errorf("degree %d, rank %d: action %d, want %d", want[0], want[1], n.action(slot, want[1]), action)
		}
	}
	n.Blocks = 0
	if n.Actions() != 9 {
		t.Errorf("%d actions with one block, want those of the degrees", n.Actions())
	}
}

// Jobs of two servers in an empty row of eight. A pair at an end overlaps 2 of the
// 7 pairs, 2 of the 5 blocks of four and 2 of the 3 of six; the next pair 3, 3 and
// 3, the one after that 3, 4 and 3.
func TestBlockFeatures(t *testing.T) {
	p := paperPlans(t, func(s *plan.Settings) {
		s.Shape, s.Placer, s.MaxDegree = ramp.Shape{Groups: 1, Racks: 1, Servers: 8}, plan.BestFit, 8
	})
	w := paperJobs(p, "A")
	w.Trace = []workload.TraceJob{{Graph: 0, Beta: 0.6}}
	e, sim := withBlocks(t, p, w, Foresight, 3), newSim(t, p, w, 1e5, 1)
	features, mask := buffers(e)
	d, ok := sim.Decide()
	if !ok {
		t.Fatal("no decision")
	}
	e.Encode(d, features, mask)
	names := e.Names()
	slack := 1 - d.State.JCTSeconds(2)/d.MaxAcceptableSeconds
	for name, want := range map[string]float64{
		"degree 2 takes blocks of 4 in 0 arrivals":              2. / 5,
		"degree 2 block 2 takes more blocks of 2 in 0 arrivals": 1. / 7,
		"degree 2 block 2 takes more blocks of 4 in 0 arrivals": 1. / 5,
		"degree 2 block 3 takes more blocks of 2 in 0 arrivals": 1. / 7,
		"degree 2 block 3 takes more blocks of 4 in 0 arrivals": 2. / 5,
		"degree 2 block 3 takes more blocks of 6 in 0 arrivals": 1. / 3,
		"degree 2 block 3 takes more blocks of 8 in 0 arrivals": 0,
		"degree 2 block 2 placeable":                            1,
		"degree 2 block 2 in time":                              1,
		"degree 2 block 3 slack":                                slack,
		"degree 2 block 3 offered":                              1,
		"degree 8 block 2 placeable":                            0, // there is one block of eight
		"degree 8 block 2 offered":                              0,
		"degree 8 block 2 more JCT":                             0,
		"degree 8 block 2 takes more blocks of 2 in 0 arrivals": 0,
		"degree 1 block 2 placeable":                            1,
		"degree 1 block 2 in time":                              0, // one server takes too long
		"degree 1 block 2 offered":                              0,
	} {
		i := slices.Index(names, name)
		if i < 0 {
			t.Fatalf("no feature is called %q", name)
		}
		if !near(features[i], want) {
			t.Errorf("%s is %v, want %v", name, features[i], want)
		}
	}
}

// In random runs, under all placers, features stay in range, an action is offered
// exactly if the job is then accepted, and whatever a policy of one block sees a
// policy of several sees too.
func TestRandomBlocks(t *testing.T) {
	for _, tc := range []struct {
		name   string
		change func(*plan.Settings)
		most   int // rank offered
	}{
		{"reference", func(s *plan.Settings) { s.Placer = plan.BestFit }, 3},
		{"corrected", func(s *plan.Settings) { s.Fixes, s.Placer = plan.AllFixes, plan.BestFit }, 3},
		{"a placer of one choice", func(s *plan.Settings) { s.Placer = plan.Compact }, 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := paperPlans(t, tc.change)
			w := paperJobs(p, "A")
			w.Interarrival = workload.Distribution{Kind: "exponential", Mean: 1200}
			plain, e := withBlocks(t, p, w, Horizon, 1), withBlocks(t, p, w, Horizon, 4)
			names, place := e.Names(), map[string]int{}
			for i, name := range names {
				place[name] = i
			}
			if len(place) != len(names) {
				t.Fatal("two features have one name")
			}
			few, fewMask := buffers(plain)
			features, mask := buffers(e)
			r := rand.New(rand.NewPCG(5, 6))
			sim, most, tally := newSim(t, p, w, 2e5, 1), 0, map[bool]int{}
			for d, ok := sim.Decide(); ok; d, ok = sim.Decide() {
				plain.Encode(d, few, fewMask)
				e.Encode(d, features, mask)
				for i, name := range plain.Names() {
					if features[place[name]] != few[i] {
						t.Fatalf("job %d: %s is %v with one block, %v with four", d.Job, name, few[i], features[place[name]])
					}
				}
				for i, x := range features {
					signed := strings.HasSuffix(names[i], "slack") || strings.Contains(names[i], " more ")
					if !(x >= 0 && x <= 1) && !(signed && x >= -1 && x < 0) {
						t.Fatalf("job %d: %s is %v", d.Job, names[i], x)
					}
				}
				a := r.IntN(len(mask))
				degree, rank := e.n.Choice(a)
				if !slices.Contains(d.Valid, degree) || rank > 0 && !d.State.OutlookAt(degree, rank).Placeable {
					if mask[a] {
						t.Fatalf("job %d: action %d is offered and cannot be", d.Job, a)
					}
					a, degree, rank = 0, 0, 0
				}
				ends := d.ClockSeconds+d.State.OutlookAt(max(1, degree), rank).JCTSeconds <= d.LatestEndSeconds
				if err := sim.ApplyAt(degree, rank); err != nil {
					t.Fatal(err)
				}
				if v := sim.Verdict(); a > 0 && (v.Accepted && ends) != mask[a] {
					t.Fatalf("job %d at degree %d, rank %d: accepted %v, ends %v, the mask says %v", v.Job, degree, rank, v.Accepted, ends, mask[a])
				}
				if tally[mask[a]]++; mask[a] {
					most = max(most, rank)
				}
			}
			if most != tc.most || tally[true] < 20 {
				t.Errorf("blocks up to rank %d were offered, want %d; %v", most, tc.most, tally)
			}
		})
	}
}

// One block is the form that files have without the field; more come back.
func TestBlocksInJSON(t *testing.T) {
	p := paperPlans(t, nil)
	for blocks, want := range map[int]int{0: 0, 1: 0, 2: 2, MaxBlocks: MaxBlocks} {
		n, err := Measure(p, paperJobs(p, "A"))
		if err != nil {
			t.Fatal(err)
		}
		n.Blocks = blocks
		text, err := json.Marshal(n)
		if err != nil {
			t.Fatal(err)
		}
		if has := strings.Contains(string(text), "blocks"); has != (blocks > 0) {
			t.Errorf("%d blocks: %s", blocks, text)
		}
		if got, err := decodeNormalisers(string(text)); err != nil || got.Blocks != want {
			t.Errorf("%d blocks came back as %d: %v", blocks, got.Blocks, err)
		}
	}
}

// Blocks that cannot be are refused.
func TestBlocksRefused(t *testing.T) {
	p := paperPlans(t, nil)
	for _, tc := range []struct {
		name   string
		change func(*Normalisers)
		f      Features
		want   string
	}{
		{"too many", func(n *Normalisers) { n.Blocks = MaxBlocks + 1 }, Foresight, "blocks: 5 is out of range, expected an integer from 1 to 4"},
		{"negative", func(n *Normalisers) { n.Blocks = -1 }, Foresight, "blocks: -1 is out of range"},
		{"too many actions", func(n *Normalisers) {
			n.Blocks, n.MaxDegree, n.Degrees = 4, 4000, nil
			for d := range 100 {
				n.Degrees = append(n.Degrees, d+1)
			}
		}, Foresight, "blocks: 4 blocks of each of 100 degrees are more than 4096 actions"},
		{"unseen", func(n *Normalisers) { n.Blocks = 2 }, Extended, "blocks: 2 blocks of a degree need the features foresight or horizon"},
	} {
		n, err := Measure(p, paperJobs(p, "A"))
		if err != nil {
			t.Fatal(err)
		}
		tc.change(&n)
		if _, err := New(tc.f, n, p); err == nil || !strings.HasPrefix(err.Error(), "normalisers."+tc.want) {
			t.Errorf("%s: error %v, want %s", tc.name, err, tc.want)
		}
	}
}
