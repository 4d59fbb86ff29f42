package train

import (
	"encoding/json"
	"os"
	"testing"

	"rampart/core/experiment"
	"rampart/policy/observe"
)

// goldenFile has the digest of the weights after some trainings of twenty
// iterations. They are the same on every machine, with vector instructions and
// without, in the browser, and for any number of actors: a training is
// verifiable. UPDATE_GOLDEN=1 go test writes it anew; a change needs a reason.
const goldenFile = "testdata/weights.json"

// cases are trainings that together touch everything that draws, adds up or
// rounds.
var cases = []struct{ name, rules, settings string }{
	{"fast", "reference", tiny},
	{"paper", "reference", `{"preset": "paper", "environments": 3, "rollout": 30, "minibatch": 45, "passes": 2, "seed": 5, "evaluateEvery": 7, "evaluationSeeds": [1]}`},
	{"mish, three rounds, corrected rules", "corrected", `{"environments": 4, "rollout": 16, "minibatch": 24, "passes": 1, "seed": 8, "evaluationSeeds": [2],
		"reward": {"kind": "lookahead_job_completion_time", "log": true}, "valueRange": 0.2, "klCoefficient": 0.1, "klTarget": 0.01,
		"model": {"rounds": 3, "depth": 2, "activation": "mish", "message": 8, "hidden": 10}, "warmStart": {"kind": "acceptable", "iterations": 5}}`},
}

func TestSameBitsEverywhere(t *testing.T) {
	golden := map[string]string{}
	if data, err := os.ReadFile(goldenFile); err == nil {
		if err := json.Unmarshal(data, &golden); err != nil {
			t.Fatal(err)
		}
	}
	update := os.Getenv("UPDATE_GOLDEN") != ""
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			for _, actors := range []int{1, 3} {
				x, s := small(t, tc.settings)
				x.Rules = experiment.Rules(tc.rules)
				se, err := New(x, s, actors)
				if err != nil {
					t.Fatal(err)
				}
				iterate(t, se, 20)
				got := digest(se.trainer.Model().Params())
				if update {
					golden[tc.name] = got
				}
				if golden[tc.name] != got {
					t.Errorf("%d actors: weights %s, want %s", actors, got, golden[tc.name])
				}
			}
		})
	}
	if update {
		data, err := json.MarshalIndent(golden, "", "\t")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(goldenFile, append(data, '\n'), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// Another seed is another training, from the first weights on.
func TestSeedMatters(t *testing.T) {
	x, s := small(t, tiny)
	first, err := New(x, s, 1)
	if err != nil {
		t.Fatal(err)
	}
	s.Seed++
	second, err := New(x, s, 1)
	if err != nil {
		t.Fatal(err)
	}
	if digest(first.trainer.Model().Params()) == digest(second.trainer.Model().Params()) {
		t.Error("two seeds begin with the same weights")
	}
	s.Seed--
	s.Features = observe.Paper
	if third, err := New(x, s, 1); err != nil || third.config.GraphFeatures == first.config.GraphFeatures {
		t.Errorf("the features do not change the network: %v", err)
	}
}
