package observe

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"rampart/core/cluster"
	"rampart/core/plan"
	"rampart/core/workload"
)

// largest returns the largest action of the mask: Para_max.
func largest(mask []bool) int {
	for a := len(mask) - 1; a > 0; a-- {
		if mask[a] {
			return a
		}
	}
	return 0
}

// offered returns a random action of the mask.
func offered(r *rand.Rand, mask []bool) int {
	for {
		if a := r.IntN(len(mask)); mask[a] {
			return a
		}
	}
}

// An episode of the paper: 1000 decisions, ended by the horizon. The return is
// what was placed less what was blocked at its decision, so that jobs cut short
// by the horizon are blocked and yet rewarded (spec/learning.md section 1.1).
// Para_max blocks about as many as published (section 2.1).
func TestReturnOfParaMax(t *testing.T) {
	p := paperPlans(t, nil)
	env := newEnv(t, p, paperJobs(p, "A"), Paper, 1e6)
	features, mask := buffers(env.encoder)
	total, blocked := 0.0, 0
	for seed := range uint64(3) {
		env.Reset(seed)
		sum := 0.0
		for done := false; !done; {
			env.Observe(features, mask)
			var reward float32
			var truncated bool
			reward, done, truncated = env.Step(largest(mask))
			sum += float64(reward)
			if truncated != done {
				t.Fatal("the episode ended, but not by the horizon")
			}
		}
		decisions := env.Decisions()
		m := env.Finish()
		if decisions != 1000 || m.Decisions != 1000 || m.Arrived != 1001 || m.Undecided != 1 {
			t.Errorf("seed %d: %d decisions, %d arrived, %d undecided, want 1000, 1001 and 1", seed, decisions, m.Arrived, m.Undecided)
		}
		atDecision := m.BlockedByPolicy + m.BlockedByPlacement + m.BlockedByJCT
		if want := float64(1000 - 2*atDecision); sum != want {
			t.Errorf("seed %d: return %v, want %v", seed, sum, want)
		}
		if m.Blocked != atDecision+m.Unfinished {
			t.Errorf("seed %d: %d blocked, %d of them at their decision and %d unfinished", seed, m.Blocked, atDecision, m.Unfinished)
		}
		total += sum
		blocked += m.Blocked
	}
	if rate := float64(blocked) / 3003; math.Abs(rate-0.262) > 0.03 {
		t.Errorf("blocking rate %v, published .262", rate)
	}
	if mean := total / 3; math.Abs(mean-476) > 60 {
		t.Errorf("mean return %v, published 476", mean)
	}
}

// When the jobs of a pool run out the episode ends by itself, not by the
// horizon; either way the last observation stays.
func TestEndOfEpisode(t *testing.T) {
	for _, tc := range []struct {
		name      string
		sampling  workload.Sampling
		truncated bool
	}{
		{"no more jobs", workload.Remove, false},
		{"horizon", workload.RemoveAndRepeat, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := paperPlans(t, nil)
			w := paperJobs(p, "A")
			w.Sampling, w.PoolCopies = tc.sampling, 2
			env := newEnv(t, p, w, Extended, 1e5)
			features, mask := buffers(env.encoder)
			var before []float32
			for done, truncated := false, false; !done; {
				graph := env.Observe(features, mask)
				before = slices.Clone(features)
				_, done, truncated = env.Step(largest(mask))
				if !done {
					continue
				}
				if truncated != tc.truncated {
					t.Errorf("truncated %v after %d decisions", truncated, env.Decisions())
				}
				if env.Observe(features, mask) != graph || !slices.Equal(features, before) {
					t.Error("the last observation is gone")
				}
			}
			defer func() {
				if recover() == nil {
					t.Error("Step after the end did not panic")
				}
			}()
			env.Step(0)
		})
	}
}

// An action that is not offered is 0: the job is blocked by the policy.
func TestActionNotOffered(t *testing.T) {
	p := paperPlans(t, nil)
	env := newEnv(t, p, paperJobs(p, "A"), Paper, 1e4)
	if reward, _, _ := env.Step(3); reward != -1 || env.Verdict().Cause != cluster.CausePolicy || env.Verdict().Degree != 0 {
		t.Errorf("reward %v, verdict %+v", reward, env.Verdict())
	}
}

// An environment in which nobody is ever asked is refused.
func TestNoDecision(t *testing.T) {
	p := paperPlans(t, nil)
	w := paperJobs(p, "A")
	e := newEncoder(t, Paper, p, w)
	r, err := NewRewarder(DefaultReward(JobAcceptance), e.Normalisers(), p)
	if err != nil {
		t.Fatal(err)
	}
	late := *w
	late.Trace = []workload.TraceJob{{ArrivalSeconds: 2e4, Beta: 1}}
	for _, tc := range []struct {
		name     string
		w        *workload.Settings
		capacity int
	}{{"no queue", w, 0}, {"first job after the horizon", &late, 10}} {
		if _, err := NewEnv(cluster.Settings{Plans: p, HorizonSeconds: 1e4, QueueCapacity: tc.capacity}, tc.w, e, r); err == nil {
			t.Errorf("%s: no error", tc.name)
		}
	}
}

// Seed and actions bring another environment to the same point, and from there
// on to the same end.
func TestReplay(t *testing.T) {
	for _, tc := range settings {
		for _, f := range []Features{Paper, Extended} {
			t.Run(fmt.Sprint(tc.name, " ", f), func(t *testing.T) {
				start := func() *Env {
					p := paperPlans(t, tc.change)
					return newEnv(t, p, paperJobs(p, "B"), f, 2e5)
				}
				first, second := start(), start()
				r := rand.New(rand.NewPCG(1, 2))
				for range 300 { // wear the first one in, over episodes
					if first.Done() {
						first.Reset(r.Uint64N(100))
					}
					first.Step(r.IntN(17))
				}
				first.Reset(9)
				for range 120 {
					first.Step(r.IntN(17))
				}
				seed, actions := first.State()
				if err := second.Replay(seed, slices.Clone(actions)); err != nil {
					t.Fatal(err)
				}
				wantF, wantM := buffers(first.encoder)
				gotF, gotM := buffers(second.encoder)
				for !first.Done() {
					want, got := first.Observe(wantF, wantM), second.Observe(gotF, gotM)
					if got != want || !slices.Equal(gotF, wantF) || !slices.Equal(gotM, wantM) {
						t.Fatalf("decision %d is observed differently", first.Decisions())
					}
					a := offered(r, wantM)
					r1, d1, t1 := first.Step(a)
					r2, d2, t2 := second.Step(a)
					if r1 != r2 || d1 != d2 || t1 != t2 {
						t.Fatalf("decision %d ends differently: %v %v %v and %v %v %v", first.Decisions(), r1, d1, t1, r2, d2, t2)
					}
				}
				if a, b := first.Finish(), second.Finish(); a != b {
					t.Errorf("figures %+v and %+v", a, b)
				}
			})
		}
	}
}

// States that fit no episode, as of a damaged checkpoint, are errors.
func TestReplayRefuses(t *testing.T) {
	p := paperPlans(t, nil)
	env := newEnv(t, p, paperJobs(p, "A"), Paper, 1e4)
	if err := env.Replay(1, make([]uint16, 11)); err == nil {
		t.Error("11 actions in an episode of 10")
	}
	if err := env.Replay(1, []uint16{17}); err == nil {
		t.Error("action 17 of 16")
	}
	if err := env.Replay(1, make([]uint16, 10)); err != nil || !env.Done() {
		t.Errorf("a whole episode: %v, done %v", err, env.Done())
	}
}

// Once all placements have been met a step allocates nothing.
func TestStepAllocatesNothing(t *testing.T) {
	for _, tc := range settings {
		for _, f := range []Features{Paper, Extended} {
			t.Run(fmt.Sprint(tc.name, " ", f), func(t *testing.T) {
				p := paperPlans(t, tc.change)
				env := newEnv(t, p, paperJobs(p, "A"), f, 1e6)
				features, mask := buffers(env.encoder)
				episode := func() {
					env.Reset(7)
					for done := false; !done; {
						env.Observe(features, mask)
						_, done, _ = env.Step(largest(mask))
					}
				}
				episode()
				// A reset may allocate a little; 1000 steps may not add to it.
				if n := testing.AllocsPerRun(2, episode); n > 20 {
					t.Errorf("%v allocations in an episode", n)
				}
			})
		}
	}
}

func BenchmarkStep(b *testing.B) {
	for _, tc := range settings {
		for _, f := range []Features{Paper, Extended} {
			b.Run(fmt.Sprint(tc.name, " ", f), func(b *testing.B) {
				p := paperPlans(b, tc.change)
				benchmarkSteps(b, newEnv(b, p, paperJobs(p, "A"), f, 1e6))
			})
		}
	}
	b.Run("512 servers", func(b *testing.B) {
		p := paperPlans(b, func(s *plan.Settings) { s.Shape.Groups, s.Shape.Racks, s.Shape.Servers = 8, 8, 8 })
		benchmarkSteps(b, newEnv(b, p, paperJobs(p, "A"), Extended, 1e6))
	})
}

// benchmarkSteps takes random offered actions, episode after episode, once the
// placements of five episodes have been met.
func benchmarkSteps(b *testing.B, env *Env) {
	features, mask := buffers(env.encoder)
	r := rand.New(rand.NewPCG(1, 2))
	step := func() {
		if env.Done() {
			env.Reset(r.Uint64N(1 << 40))
		}
		env.Observe(features, mask)
		env.Step(offered(r, mask))
	}
	for range 5000 {
		step()
	}
	b.ReportAllocs()
	for b.Loop() {
		step()
	}
}
