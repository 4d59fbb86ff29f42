//go:build !js

// In node these would take minutes; what they learn from is the same there to
// the last bit, which TestSameBitsEverywhere holds.

package train

import (
	"math"
	"runtime"
	"testing"

	"rampart/core/experiment"
	"rampart/policy/checkpoint"
	"rampart/policy/strategy"
)

// On relaxed deadlines few servers are enough for a job, which maximum
// parallelism never learns: a policy is far below it after some seconds.
func TestLearns(t *testing.T) {
	x := experiment.Paper("D")
	s, err := Decode([]byte(`{"totalSteps": 30000, "evaluateEvery": 3, "evaluationSeeds": [1000, 1001]}`))
	if err != nil {
		t.Fatal(err)
	}
	se, err := New(x, s, runtime.GOMAXPROCS(0))
	if err != nil {
		t.Fatal(err)
	}
	references, err := se.References(nil)
	if err != nil {
		t.Fatal(err)
	}
	first := math.NaN()
	for se.Ended() == "" {
		r := iterate(t, se, 1)
		if math.IsNaN(first) {
			first = r.BlockedRate
		}
	}
	_, best := se.Best()
	if paraMax := references[0].Mean; !(best.Mean < paraMax-0.05) {
		t.Errorf("the policy blocks %.3f, Para_max %.3f: nothing was learned", best.Mean, paraMax)
	}
	if !(best.Mean < first) {
		t.Errorf("the policy blocks %.3f, it began with %.3f", best.Mean, first)
	}
	for _, w := range se.Warnings() {
		t.Errorf("a training that learns is warned of: %s", w)
	}
}

// So is one of Q-learning, which finds on these deadlines, with the paper's
// features, that a low degree for everybody is better than what suits each job.
func TestLearnsQ(t *testing.T) {
	x := experiment.Paper("D")
	s, err := Decode([]byte(`{"learner": "dqn", "features": "paper", "totalSteps": 40000, "evaluateEvery": 5, "evaluationSeeds": [1000, 1001]}`))
	if err != nil {
		t.Fatal(err)
	}
	se, err := New(x, s, 1)
	if err != nil {
		t.Fatal(err)
	}
	references, err := se.References(nil)
	if err != nil {
		t.Fatal(err)
	}
	var last Report
	for se.Ended() == "" {
		last = iterate(t, se, 1)
	}
	if last.Q == nil || last.Q.Updates == 0 || !(last.Q.Error > 0) || !(last.Q.Epsilon > 0) || last.Entropy != 0 {
		t.Errorf("the report does not tell of Q-learning: %+v, %+v", last.Q, last.Terms)
	}
	_, best := se.Best()
	if paraMax := references[0].Mean; !(best.Mean < paraMax-0.1) {
		t.Errorf("the policy blocks %.3f, Para_max %.3f: nothing was learned", best.Mean, paraMax)
	}
	p := se.Policy()
	if p.Learner != checkpoint.DQN {
		t.Errorf("the policy is of the learner %q", p.Learner)
	}
	// The policy plays as a strategy what it was evaluated with.
	x.Seeds, x.Strategies = []uint64{1000, 1001}, []experiment.StrategySpec{{Kind: "policy", Checkpoint: "it"}}
	result, err := experiment.RunAll(t.Context(), x, strategy.Factory(func(string) (*checkpoint.Policy, error) { return p, nil }), experiment.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	for i, run := range result.Runs {
		if run.BlockingRate != best.BlockingRate[i] {
			t.Errorf("seed %d: %v is blocked, in the evaluation %v", x.Seeds[i], run.BlockingRate, best.BlockingRate[i])
		}
	}
}

// A policy that imitates a heuristic ends where the heuristic is.
func TestWarmStart(t *testing.T) {
	x := experiment.Paper("A")
	s, err := Decode([]byte(`{"totalSteps": 24000, "evaluateEvery": 6, "evaluationSeeds": [1000], "rollout": 64, "minibatch": 256, "warmStart": {"kind": "fixed", "degree": 4, "iterations": 6}}`))
	if err != nil {
		t.Fatal(err)
	}
	se, err := New(x, s, 1)
	if err != nil {
		t.Fatal(err)
	}
	first := iterate(t, se, 1)
	last := iterate(t, se, 5)
	// The loss is -log p(teacher's action).
	if !(last.Policy < 0.2 && last.Policy < first.Policy/3) {
		t.Errorf("the loss of imitation went from %.3f to %.3f", first.Policy, last.Policy)
	}
	references, err := se.References(nil)
	if err != nil {
		t.Fatal(err)
	}
	teacher := references[3]
	if teacher.Strategy.Degree != 4 {
		t.Fatalf("the references are %+v", references)
	}
	if e := se.History()[0]; math.Abs(e.Mean-teacher.Mean) > 0.02 {
		t.Errorf("the imitation blocks %.3f, its teacher %.3f", e.Mean, teacher.Mean)
	}
	if r := iterate(t, se, 1); r.KL == 0 && r.Policy > 0.5 {
		t.Errorf("after its warm start the training does not go on by itself: %+v", r)
	}
}

// A long training keeps no more memory than a short one.
func TestMemoryIsFlat(t *testing.T) {
	se := start(t, `{"environments": 3, "rollout": 40, "minibatch": 60, "passes": 1, "totalSteps": 1000000, "evaluateEvery": 10,
		"evaluationSeeds": [1], "model": {"message": 4, "hidden": 6, "out": 4, "graphOut": 4, "headHidden": 5}}`, 1)
	pause := func() error { return nil }
	live := func(iterations int) uint64 {
		for range iterations {
			if _, err := se.Iterate(pause); err != nil {
				t.Fatal(err)
			}
		}
		var m runtime.MemStats
		runtime.GC()
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := live(kept + 20) // all plans have been met, the reports fill their ring
	after := live(200)
	// Twenty evaluations are kept for the history: some kilobytes.
	if growth := int64(after) - int64(before); growth > 100<<10 {
		t.Errorf("200 iterations kept %d bytes", growth)
	}
}
