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
// rounds. They say all that a preset would, so that a preset may change.
var cases = []struct{ name, rules, settings string }{
	{"as fast", "reference", `{"environments": 3, "rollout": 40, "minibatch": 50, "passes": 2, "totalSteps": 100000, "evaluateEvery": 2,
		"evaluationSeeds": [1, 2], "rewardScale": 0.05, "gamma": 0.98, "lambda": 0.95, "learningRate": 0.003, "adamEpsilon": 1e-5, "anneal": true,
		"gradientClip": 0.5, "clip": 0.2, "valueCoefficient": 0.5, "valueLossClip": 0, "valueRange": 0, "entropyCoefficient": 0.005, "klCoefficient": 0,
		"klTarget": 0, "features": "extended", "model": {"message": 4, "hidden": 6, "out": 4, "graphOut": 4, "headHidden": 5}}`},
	{"as in the paper", "reference", `{"environments": 3, "rollout": 30, "minibatch": 45, "passes": 2, "seed": 5, "evaluateEvery": 7,
		"evaluationSeeds": [1], "rewardScale": 1, "gamma": 0.997, "lambda": 1, "learningRate": 2.785e-4, "adamEpsilon": 1e-8, "anneal": false,
		"gradientClip": 1.5, "clip": 0.18, "valueCoefficient": 0.5, "valueLossClip": 128.8, "valueRange": 0, "entropyCoefficient": 0.003,
		"klCoefficient": 0.01, "klTarget": 0.001, "features": "paper"}`},
	{"mish, three rounds, corrected rules", "corrected", `{"environments": 4, "rollout": 16, "minibatch": 24, "passes": 1, "seed": 8,
		"evaluateEvery": 10, "evaluationSeeds": [2], "rewardScale": 0.5, "gamma": 0.9, "lambda": 0.8, "learningRate": 0.001, "adamEpsilon": 1e-6,
		"anneal": true, "totalSteps": 5000, "gradientClip": 0, "clip": 0.3, "valueCoefficient": 0.25, "valueLossClip": 0, "valueRange": 0.2,
		"entropyCoefficient": 0.01, "klCoefficient": 0.1, "klTarget": 0.01, "features": "extended",
		"reward": {"kind": "lookahead_job_completion_time", "log": true},
		"model": {"rounds": 3, "depth": 2, "activation": "mish", "message": 8, "hidden": 10, "out": 8, "graphOut": 6, "headHidden": 9},
		"warmStart": {"kind": "acceptable", "iterations": 5}}`},
	{"foresight, in three places", "reference", `{"environments": 4, "rollout": 30, "minibatch": 40, "passes": 1, "totalSteps": 5000, "evaluateEvery": 10,
		"evaluationSeeds": [3], "rewardScale": 0.05, "gamma": 0.98, "lambda": 0.95, "learningRate": 0.003, "adamEpsilon": 1e-5, "anneal": true,
		"gradientClip": 0.5, "clip": 0.2, "valueCoefficient": 0.5, "valueLossClip": 0, "valueRange": 0, "entropyCoefficient": 0.03, "klCoefficient": 0,
		"klTarget": 0, "features": "foresight", "model": {"message": 4, "hidden": 6, "out": 4, "graphOut": 4, "headHidden": 5},
		"variations": [{"placer": "bestfit", "workload": {"beta": {"preset": "D"}}}, {"cluster": {"groups": 3, "racksPerGroup": 3}}]}`},
	{"three blocks of each degree", "corrected", `{"environments": 4, "rollout": 30, "minibatch": 40, "passes": 1, "totalSteps": 5000, "evaluateEvery": 10,
		"evaluationSeeds": [3], "rewardScale": 0.05, "gamma": 0.98, "lambda": 0.95, "learningRate": 0.003, "adamEpsilon": 1e-5, "anneal": true,
		"gradientClip": 0.5, "clip": 0.2, "valueCoefficient": 0.5, "valueLossClip": 0, "valueRange": 0, "entropyCoefficient": 0.03, "klCoefficient": 0,
		"klTarget": 0, "features": "foresight", "blocks": 3, "model": {"message": 4, "hidden": 6, "out": 4, "graphOut": 4, "headHidden": 5}}`},
	{"Q-learning", "reference", `{"preset": "dqn", "environments": 3, "rollout": 40, "minibatch": 32, "replayCapacity": 900, "learningStarts": 200, "intensity": 4,
		"seed": 6, "evaluateEvery": 9, "evaluationSeeds": [1], "rewardScale": 0.1, "gamma": 0.97, "nStep": 3, "targetEvery": 300, "learningRate": 0.002,
		"adamEpsilon": 1e-6, "anneal": true, "totalSteps": 4000, "gradientClip": 1, "huber": 0.5, "priorityAlpha": 0.9, "priorityBeta": 0.1,
		"priorityBetaFinal": 1, "priorityBetaSteps": 2000, "priorityOffset": 1e-6, "epsilon": 0.9, "epsilonFinal": 0.3, "epsilonSteps": 1500,
		"epsilonSpread": 7, "features": "extended", "model": {"message": 4, "hidden": 6, "out": 4, "graphOut": 4, "headHidden": 9}}`},
}

func TestSameBitsEverywhere(t *testing.T) {
	golden, update := map[string]string{}, os.Getenv("UPDATE_GOLDEN") != ""
	if data, err := os.ReadFile(goldenFile); err == nil && !update {
		if err := json.Unmarshal(data, &golden); err != nil {
			t.Fatal(err)
		}
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			for _, actors := range []int{1, 3} {
				x, s := small(t, tc.settings)
				rules, err := experiment.ParseRules(tc.rules)
				if err != nil {
					t.Fatal(err)
				}
				if x.Rules = rules; s.Blocks > 1 {
					x.Placer = experiment.BestFit
				}
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
