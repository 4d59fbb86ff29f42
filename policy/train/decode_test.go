package train

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/core/strict"
	"rampart/policy/observe"
)

// What a file may get wrong, and that the message names the field, the value
// and what is allowed.
func TestDecodeRefuses(t *testing.T) {
	for _, tc := range []struct{ name, text, path, message string }{
		{"not an object", `[1]`, "train", "expected an object"},
		{"broken JSON", `{`, "train", ""},
		{"an unknown field", `{"gama": 1}`, "train.gama", "did you mean gamma?"},
		{"an unknown preset", `{"preset": "quick"}`, "train.preset", "expected one of fast, paper, dqn-fast, dqn"},
		{"an unknown learner", `{"learner": "sarsa"}`, "train.learner", "expected one of ppo, dqn"},
		{"a learner that is not the preset's", `{"learner": "dqn", "preset": "paper"}`, "train.learner", "dqn is not the learner of the preset paper"},
		{"another learner that is not", `{"learner": "ppo", "preset": "dqn"}`, "train.learner", "ppo is not the learner of the preset dqn"},
		{"a field of the other learner", `{"learner": "dqn", "clip": 0.2}`, "train.clip", "unknown field"},
		{"the other's of the other", `{"huber": 1}`, "train.huber", "unknown field"},
		{"Q-learning that imitates", `{"learner": "dqn", "warmStart": {"kind": "max"}}`, "train.warmStart", "imitates no one"},
		{"too small a memory", `{"learner": "dqn", "replayCapacity": 100}`, "train.replayCapacity", "at least 1984 are needed"},
		{"learning that never starts", `{"learner": "dqn", "learningStarts": 200000}`, "train.learningStarts", "is not in 0..20000"},
		{"no priorities", `{"learner": "dqn", "priorityAlpha": -1}`, "train.priorityAlpha", "out of range"},
		{"more than certain", `{"learner": "dqn", "epsilon": 1.1}`, "train.epsilon", "from 0 to 1"},
		{"unknown features", `{"features": "all"}`, "train.features", "expected one of paper, extended"},
		{"an unknown reward", `{"reward": {"kind": "luck"}}`, "train.reward.kind", "job_acceptance"},
		{"a reward's field of another kind", `{"reward": {"kind": "job_acceptance", "inverse": true}}`, "train.reward.inverse", "unknown field"},
		{"a negative seed", `{"seed": -1}`, "train.seed", "from 0 to 9007199254740991"},
		{"half a step", `{"totalSteps": 0.5}`, "train.totalSteps", "not a whole number"},
		{"no steps", `{"totalSteps": 0}`, "train.totalSteps", "from 1 to"},
		{"a string for a number", `{"gamma": "0.9"}`, "train.gamma", "expected a number from 0 to 1"},
		{"null", `{"gamma": null}`, "train.gamma", "null is not allowed"},
		{"a discount above 1", `{"gamma": 1.01}`, "train.gamma", "1.01 is out of range, expected a number from 0 to 1"},
		{"a learning rate of 0", `{"learningRate": 0}`, "train.learningRate", "out of range"},
		{"a clip of 0", `{"clip": 0}`, "train.clip", "out of range"},
		{"no environment", `{"environments": 0}`, "train.environments", "from 1 to 1024"},
		{"too large an iteration", `{"environments": 1024, "rollout": 65536}`, "train.rollout", "the longest rollout is 1024"},
		{"a minibatch larger than the iteration", `{"environments": 2, "rollout": 10, "minibatch": 21}`, "train.minibatch", "21 rows are more than the 20 steps"},
		{"no evaluation seeds", `{"evaluationSeeds": []}`, "train.evaluationSeeds", "from 1 to 1000"},
		{"an evaluation seed twice", `{"evaluationSeeds": [4, 5, 4]}`, "train.evaluationSeeds[2]", "4 is listed twice, first as evaluationSeeds[0]"},
		{"an evaluation seed too large", `{"evaluationSeeds": [1e300]}`, "train.evaluationSeeds[0]", "out of range"},
		{"evaluating never", `{"evaluateEvery": 0}`, "train.evaluateEvery", "from 1 to"},
		{"less than no time", `{"maxSeconds": -1}`, "train.maxSeconds", "from 0 to"},
		{"an odd message", `{"model": {"message": 7}}`, "train.model.message", "the nearest is 6"},
		{"too deep a model", `{"model": {"rounds": 9}}`, "train.model.rounds", "from 1 to 8"},
		{"too wide a model", `{"model": {"hidden": 1025}}`, "train.model.hidden", "from 1 to 1024"},
		{"a size that follows from the features", `{"model": {"actions": 3}}`, "train.model.actions", "unknown field"},
		{"an unknown activation", `{"model": {"activation": "gelu"}}`, "train.model.activation", "relu"},
		{"a teacher that draws at random", `{"warmStart": {"kind": "random"}}`, "train.warmStart.kind", "max, min"},
		{"a fixed teacher without a degree", `{"warmStart": {"kind": "fixed"}}`, "train.warmStart.degree", "missing"},
		{"a degree for another teacher", `{"warmStart": {"kind": "max", "degree": 4}}`, "train.warmStart.degree", "only one of kind fixed"},
		{"a warm start of no iteration", `{"warmStart": {"kind": "max", "iterations": 0}}`, "train.warmStart.iterations", "from 1 to"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := Decode([]byte(tc.text))
			wrong, ok := err.(*strict.Error)
			if !ok {
				t.Fatalf("got error %v", err)
			}
			if wrong.Path != tc.path || !strings.Contains(wrong.Message, tc.message) || wrong.Line != 0 {
				t.Errorf("got %q at %q (line %d), want one that says %q at %q", wrong.Message, wrong.Path, wrong.Line, tc.message, tc.path)
			}
		})
	}
}

// Settings made in Go are checked like those of a file.
func TestCheck(t *testing.T) {
	for _, tc := range []struct {
		name   string
		change func(s *Settings)
		path   string
	}{
		{"as they are", func(*Settings) {}, ""},
		{"steps", func(s *Settings) { s.TotalSteps = -1 }, "train.totalSteps"},
		{"clip", func(s *Settings) { s.PPO.Clip = 0 }, "train.clip"},
		{"model", func(s *Settings) { s.Model.Rounds = 0 }, "train.model.rounds"},
		{"message", func(s *Settings) { s.Model.Message = 3 }, "train.model.message"},
		{"seeds", func(s *Settings) { s.EvaluationSeeds = nil }, "train.evaluationSeeds"},
		{"a seed", func(s *Settings) { s.EvaluationSeeds[1] = 1 << 60 }, "train.evaluationSeeds[1]"},
		{"teacher", func(s *Settings) { s.WarmStart = &WarmStart{Kind: "random", Iterations: 1} }, "train.warmStart"},
		{"reward", func(s *Settings) { s.Reward.Success = 1e300 }, "train.reward.success"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := Defaults("fast")
			tc.change(&s)
			err := s.Check()
			if tc.path == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			if wrong, ok := err.(*strict.Error); !ok || wrong.Path != tc.path {
				t.Errorf("got %v, want an error at %s", err, tc.path)
			}
		})
	}
}

// roundTrip checks that the canonical form of settings gives them back, and
// that an experiment takes it as it is.
func roundTrip(t *testing.T, s Settings) {
	t.Helper()
	text := s.AppendCanonical(nil)
	again, err := Decode(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	if !reflect.DeepEqual(again, s) {
		t.Errorf("%s gives %+v, want %+v", text, again, s)
	}
	if second := again.AppendCanonical(nil); string(second) != string(text) {
		t.Errorf("written twice: %s and %s", text, second)
	}
	x := experiment.Default()
	x.Train = text
	if err := experiment.Validate(x); err != nil {
		t.Error(err)
	}
}

func TestRoundTrip(t *testing.T) {
	for _, text := range []string{
		``, `{}`, `{"preset": "paper"}`, tiny, tinyQ, `{"preset": "dqn"}`, `{"preset": "dqn-fast", "learner": "dqn", "nStep": 5, "replayCapacity": 500, "learningStarts": 0}`, `{"learner": "ppo"}`, `{"warmStart": {"kind": "fixed", "degree": 4, "iterations": 3}}`, `{"warmStart": {}}`,
		`{"features": "paper", "plateau": 5, "maxSeconds": 0.5, "anneal": false, "seed": 9007199254740991, "learningRate": 1e-7, "klTarget": 0.01}`,
		`{"reward": {"kind": "lookahead_job_completion_time", "fail": -3, "failFactor": 2, "log": true}}`, `{"features": "horizon", "blocks": 4}`,
	} {
		s, err := Decode([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		roundTrip(t, s)
	}
	for _, k := range observe.Kinds() {
		s := Defaults("fast")
		s.Reward = observe.DefaultReward(k)
		roundTrip(t, s)
	}
}

// Whatever decodes is valid and has a canonical form.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{`{}`, tiny, tinyQ, `{"preset":"dqn","epsilonSpread":0}`, `{"preset":"paper","model":{"rounds":1}}`, `{"warmStart":{"kind":"fixed","degree":4}}`,
		`{"reward":{"kind":"multi_objective_jct_blocking","blockingWeight":2}}`, `{"gamma":1e999}`, `[`, `{"features":"foresight","blocks":2}`, `{"environments":1024,"rollout":1024}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := Decode(text)
		if err == nil && len(text) > 0 {
			if !json.Valid(text) {
				t.Errorf("%q is no JSON", text)
			}
			roundTrip(t, s)
		}
	})
}

// The presets are those of the package they name.
func TestDefaults(t *testing.T) {
	if s := Defaults("paper"); s.Features != observe.Paper || s.Anneal || s.PPO.Passes != 50 || s.PPO.Minibatch != 128 || s.PPO.Gamma != 0.997 {
		t.Errorf("paper: %+v", s)
	}
	if s := Defaults("dqn"); s.Features != observe.Paper || s.Anneal || s.DQN.NStep != 3 || s.DQN.Minibatch != 512 || s.DQN.Gamma != 0.999 || s.Model.HeadHidden != 256 {
		t.Errorf("dqn: %+v", s)
	}
	if s, err := Decode([]byte(`{"learner": "dqn"}`)); err != nil || s.Preset != "dqn-fast" {
		t.Errorf("the learner alone gives the preset %s: %v", s.Preset, err)
	}
	if s, err := Decode([]byte(`{"environments": 2, "rollout": 3}`)); err != nil || s.PPO.Minibatch != 6 {
		t.Errorf("the default minibatch does not follow a small iteration: %d, %v", s.PPO.Minibatch, err)
	}
}
