package observe

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"rampart/core/cluster"
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

// What a further block takes more than the placer's own is the difference of the
// free blocks that are left with either; there it is offered if it is in time.
func TestBlockFeatures(t *testing.T) {
	p := paperPlans(t, func(s *plan.Settings) { s.Placer = plan.BestFit })
	w := paperJobs(p, "D")
	e, sim := withBlocks(t, p, w, Foresight, 3), newSim(t, p, w, 3e5, 1)
	features, mask := buffers(e)
	place := map[string]int{}
	for i, name := range e.Names() {
		place[name] = i
	}
	compared, apart := 0, 0
	for d, ok := sim.Decide(); ok; d, ok = sim.Decide() {
		e.Encode(d, features, mask)
		left := func(o cluster.Outlook, size int) float64 {
			free := slices.Clone(d.State.Free())
			for _, server := range o.Plan.Servers {
				free.Remove(server)
			}
			n, all := ramp.NewBlocks(p.Settings().Shape, size, false).CountFree(free)
			return float64(n) / float64(all)
		}
		for _, degree := range e.n.Degrees {
			own := d.State.Outlook(degree)
			for rank := 1; rank < 3; rank++ {
				o, name := d.State.OutlookAt(degree, rank), fmt.Sprintf("degree %d block %d", degree, rank+1)
				if valid := slices.Contains(d.Valid, degree); !valid || !o.Placeable {
					if features[place[name+" placeable"]] != 0 || features[place[name+" offered"]] != 0 {
						t.Fatalf("job %d: there is no %s", d.Job, name)
					}
					continue
				}
				slack := (d.MaxAcceptableSeconds - o.JCTSeconds) / d.MaxAcceptableSeconds
				if features[place[name+" placeable"]] != 1 || features[place[name+" offered"]] != mark(o.InTime) ||
					features[place[name+" slack"]] != float32(clip(slack, -1, 1)) || features[place[name+" more JCT"]] != e.extra.squashed(o.JCTSeconds)-e.extra.squashed(own.JCTSeconds) {
					t.Fatalf("job %d: %s, %+v, has other marks", d.Job, name, o)
				}
				for _, size := range e.n.Degrees {
					want := left(own, size) - left(o, size)
					got := float64(features[place[fmt.Sprintf("%s takes more blocks of %d in 0 arrivals", name, size)]])
					if math.Abs(got-want) > 1e-6 {
						t.Fatalf("job %d: %s takes %v blocks of %d more, want %v", d.Job, name, got, size, want)
					}
					if compared++; want != 0 {
						apart++
					}
				}
			}
		}
		if err := sim.Apply(min(2, d.Valid[len(d.Valid)-1])); err != nil {
			t.Fatal(err)
		}
	}
	if apart < 100 {
		t.Errorf("of %d numbers %d are not 0: too few to tell", compared, apart)
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
				if further := a > e.n.MaxDegree; further && d.Job%2 == 0 && slices.Contains(mask[e.n.MaxDegree+1:], true) {
					for !mask[a] || a <= e.n.MaxDegree { // there are few
						a = r.IntN(len(mask))
					}
				}
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

// A block on which a job never ends is seen as slower than one on which it does.
func TestBlockThatNeverEnds(t *testing.T) {
	p := paperPlans(t, func(s *plan.Settings) { s.Placer = plan.BestFit })
	e := withBlocks(t, p, paperJobs(p, "D"), Foresight, 2)
	f, n := e.extra.fore, len(e.n.Degrees)
	second := 4 * e.n.InterarrivalSeconds // squashed to one half
	for _, tc := range []struct{ own, further, want float64 }{
		{second, math.Inf(1), 0.5}, {math.Inf(1), second, -0.5}, {math.Inf(1), math.Inf(1), 0}, {second, second, 0},
	} {
		dst := make([]float32, foresightWidth(n, 2))
		f.encode(allFree(p.Settings().Shape), []prospect{{0, tc.own, []int{0}}, {n, tc.further, []int{1}}}, dst)
		if got := dst[len(ahead)*n+n*(1+n*len(after))]; !near(got, tc.want) {
			t.Errorf("%v s on the own block, %v s on the further: %v, want %v", tc.own, tc.further, got, tc.want)
		}
	}
}
