package train

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/policy/checkpoint"
)

// A training that is saved, closed and resumed is the training without the
// break, to the last bit: file, history, best policy.
func TestResume(t *testing.T) {
	for _, tc := range []struct{ name, settings string }{
		{"fast", tiny},
		{"paper features, no annealing, KL penalty", `{"preset": "paper", "environments": 3, "rollout": 40, "minibatch": 50, "passes": 2, "evaluationSeeds": [1], "model": {"message": 4, "hidden": 6}}`},
		{"in the middle of a warm start", `{"environments": 3, "rollout": 40, "minibatch": 50, "passes": 2, "evaluateEvery": 1, "evaluationSeeds": [3], "model": {"message": 4, "hidden": 6}, "warmStart": {"kind": "max", "iterations": 4}}`},
		{"before the first evaluation", `{"environments": 2, "rollout": 10, "minibatch": 20, "passes": 1, "evaluateEvery": 5}`},
		{"Q-learning", tinyQ},
		{"Q-learning, a memory that goes round", strings.Replace(tinyQ, `"replayCapacity": 1000`, `"replayCapacity": 150`, 1)},
		{"Q-learning, before it learns", strings.Replace(tinyQ, `"learningStarts": 100`, `"learningStarts": 450`, 1)},
	} {
		t.Run(tc.name, func(t *testing.T) {
			whole := start(t, tc.settings, 1)
			iterate(t, whole, 6)
			want, err := whole.Save()
			if err != nil {
				t.Fatal(err)
			}
			first := start(t, tc.settings, 1)
			iterate(t, first, 3)
			file, err := first.Save()
			if err != nil {
				t.Fatal(err)
			}
			second, err := Resume(file, 1, nil)
			if err != nil {
				t.Fatal(err)
			}
			if again, err := second.Save(); err != nil || !bytes.Equal(again, file) {
				t.Fatalf("saving right after resuming gives another file: %v", err)
			}
			iterate(t, second, 3)
			got, err := second.Save()
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("3 + 3 iterations end with weights %s, 6 with %s",
					digest(second.trainer.Model().Params()), digest(whole.trainer.Model().Params()))
			}
			if !reflect.DeepEqual(second.History(), whole.History()) {
				t.Errorf("history %+v, want %+v", second.History(), whole.History())
			}
		})
	}
}

// An iteration that is given up leaves no trace, wherever it was.
func TestGivenUp(t *testing.T) {
	for name, settings := range map[string]string{"PPO": tiny, "Q-learning": tinyQ} {
		t.Run(name, func(t *testing.T) { giveUp(t, settings) })
	}
}

func giveUp(t *testing.T, settings string) {
	want := start(t, settings, 1)
	iterate(t, want, 4)
	se := start(t, settings, 1)
	up := errors.New("given up")
	iterate(t, se, 1)
	before, err := se.Save()
	if err != nil {
		t.Fatal(err)
	}
	pauses := 0
	for left := 1; ; left *= 2 {
		countdown := left
		_, err := se.Iterate(func() error {
			if pauses++; pauses%10 == 0 {
				if file, err := se.Save(); err != nil || !bytes.Equal(file, before) {
					t.Fatalf("saved from pause %d, the training is another: %v", pauses, err)
				}
			}
			if countdown--; countdown == 0 {
				return up
			}
			return nil
		})
		if err == nil {
			break // the iteration, with its evaluation, has fewer pauses
		}
		if err != up {
			t.Fatal(err)
		}
		if file, err := se.Save(); err != nil || !bytes.Equal(file, before) {
			t.Fatalf("given up at pause %d, the training is another: %v", left, err)
		}
	}
	iterate(t, se, 2)
	if got, want := digest(se.trainer.Model().Params()), digest(want.trainer.Model().Params()); got != want {
		t.Errorf("weights %s after giving up, %s without", got, want)
	}
	if _, err := se.References(func() error { return up }); err != up {
		t.Errorf("references given up: %v", err)
	}
}

// What a training is compared with does not get into its policy: a file in a
// file in a file would soon be too large.
func TestPolicyHoldsNoPolicies(t *testing.T) {
	x, s := small(t, tiny)
	inline := experiment.StrategySpec{Kind: "policy", Checkpoint: "data:" + strings.Repeat("A", 1000)}
	for _, tc := range []struct {
		name string
		list []experiment.StrategySpec
		want string
	}{
		{"some", []experiment.StrategySpec{{Kind: "min"}, inline, {Kind: "policy", Checkpoint: "paper-A"}}, "min, policy paper-A"},
		{"all", []experiment.StrategySpec{inline}, "max"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			x.Strategies = tc.list
			se, err := New(x, s, 1)
			if err != nil {
				t.Fatal(err)
			}
			of, err := experiment.Decode(se.Policy().Experiment)
			if err != nil {
				t.Fatal(err)
			}
			var kept []string
			for _, s := range of.Strategies {
				kept = append(kept, strings.TrimSpace(s.Kind+" "+s.Checkpoint))
			}
			if got := strings.Join(kept, ", "); got != tc.want {
				t.Errorf("strategies %s, want %s", got, tc.want)
			}
		})
	}
}

// A file that contradicts itself is refused; so is one of another kind.
func TestResumeRefuses(t *testing.T) {
	se := start(t, tiny, 1)
	iterate(t, se, 2)
	file, err := se.Save()
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name   string
		change func(p *checkpoint.Policy, s *checkpoint.Training)
		want   string
	}{
		{"no experiment", func(p *checkpoint.Policy, _ *checkpoint.Training) { p.Experiment = nil }, "says nothing of its experiment"},
		{"other settings", func(_ *checkpoint.Policy, s *checkpoint.Training) { s.Settings.Gamma = 0.1 }, "contradicts itself"},
		{"another network", func(p *checkpoint.Policy, _ *checkpoint.Training) { p.Normalisers.Ops.Max++ }, "contradicts itself"},
		{"other evaluation seeds", func(_ *checkpoint.Policy, s *checkpoint.Training) { s.History[0].Seeds = []uint64{8, 9} }, "train.evaluationSeeds"},
		{"an action that is not legal", func(_ *checkpoint.Policy, s *checkpoint.Training) { s.State.Slots[1].Actions[0] = 3 }, "environment 1: action 3"},
		{"more actions than the episode has", func(_ *checkpoint.Policy, s *checkpoint.Training) {
			s.State.Slots[0].Actions = make([]int16, 500)
		}, "environment 0: the episode ends"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p, training, err := checkpoint.Decode(file)
			if err != nil {
				t.Fatal(err)
			}
			tc.change(p, training)
			changed, err := checkpoint.Encode(p, training)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := Resume(changed, 1, nil); err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got error %v, want one that says %q", err, tc.want)
			}
		})
	}
	if _, err := Resume(file[:len(file)/2], 1, nil); err == nil {
		t.Error("half a file is no training")
	}
	longer, err := Resume(file, 1, func(s *Settings) { s.TotalSteps, s.Seed = 7, 99 })
	if err != nil || longer.Settings().TotalSteps != 7 || longer.Settings().Seed != 0 || longer.Ended() != StopSteps {
		t.Errorf("settings %+v: %v", longer.Settings(), err)
	}
}

// A training by Q-learning that contradicts itself is refused too, also where
// only playing its episodes again shows it.
func TestResumeRefusesQ(t *testing.T) {
	se := start(t, tinyQ, 1)
	iterate(t, se, 3)
	file, err := se.Save()
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name   string
		change func(p *checkpoint.Policy, s *checkpoint.Training)
		want   string
	}{
		{"other settings", func(_ *checkpoint.Policy, s *checkpoint.Training) { s.DQN.Settings.Gamma = 0.1 }, "contradicts itself"},
		{"an action that is not legal", func(_ *checkpoint.Policy, s *checkpoint.Training) { s.DQN.State.Slots[1].Episodes[0][0] = 3 }, "environment 1: action 3"},
		{"more actions than the episode has", func(_ *checkpoint.Policy, s *checkpoint.Training) {
			s.DQN.State.Slots[0].Episodes[0] = make([]int16, 500)
		}, "environment 0: "},
		{"a priority without a target", func(_ *checkpoint.Policy, s *checkpoint.Training) {
			s.DQN.State.Priorities[len(s.DQN.State.Priorities)-1] = 1
		}, "has a priority, but no target"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p, training, err := checkpoint.Decode(file)
			if err != nil {
				t.Fatal(err)
			}
			tc.change(p, training)
			changed, err := checkpoint.Encode(p, training)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := Resume(changed, 1, nil); err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got error %v, want one that says %q", err, tc.want)
			}
		})
	}
	other := start(t, tiny, 1)
	x, s := small(t, tinyQ)
	x.Train = s.AppendCanonical(nil)
	if err := other.Belongs(x); err == nil || !strings.HasPrefix(err.Error(), "train.preset") {
		t.Errorf("a training by PPO goes on as one by Q-learning: %v", err)
	}
}

// Plateau is counted over a break.
func TestPlateau(t *testing.T) {
	se := start(t, strings.Replace(tiny, `"evaluateEvery": 2`, `"evaluateEvery": 1, "plateau": 3, "learningRate": 1e-9`, 1), 1)
	stop := ""
	for n := 0; stop == "" && n < 20; n++ {
		stop = iterate(t, se, 1).Stop
		file, err := se.Save()
		if err != nil {
			t.Fatal(err)
		}
		if se, err = Resume(file, 1, nil); err != nil {
			t.Fatal(err)
		}
	}
	// With hardly any learning the policy, and so the first evaluation, stays.
	if stop != StopPlateau || len(se.History()) != 4 || se.Ended() != StopPlateau {
		t.Errorf("ended for %q after %d evaluations", stop, len(se.History()))
	}
}
