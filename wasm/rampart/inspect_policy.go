package main

import (
	"fmt"
	"strings"

	"rampart/core/experiment"
	"rampart/core/strict"
	"rampart/policy/checkpoint"
	"rampart/ui/number"
)

// isCheckpoint reports whether data begins as a safetensors file does: with the
// length of a header, which is far from filling its 8 bytes, and the header.
func isCheckpoint(data []byte) bool {
	return len(data) > 8 && data[8] == '{' && data[5] == 0 && data[6] == 0 && data[7] == 0
}

func inspectCheckpoint(b *strings.Builder, data []byte) error {
	p, t, err := checkpoint.Decode(data)
	if err != nil {
		return err
	}
	kind := "Policy"
	if t != nil {
		kind = "Training"
	}
	fact(b, kind, "%s", p.Name)
	if p.Notes != "" {
		fact(b, "Notes", "%s", p.Notes)
	}
	fact(b, "Engine", "%s", p.Engine)
	c := &p.Config
	fact(b, "Network", "%s weights, %s of message passing, %s, %d actions", number.Count(len(p.Params)), plural(c.Rounds, "round"), c.Activation, c.Actions)
	if p.Learner != "" {
		fact(b, "Learner", "%s", p.Learner)
	}
	fact(b, "Features", "%s, %d of a decision", p.Features, c.GraphFeatures)
	if n := p.Normalisers.Blocks; n > 1 {
		fact(b, "Blocks", "%d of each degree to choose from, on clusters whose placer is %s", n, experiment.BestFit)
	}
	fact(b, "Trained for", "%s steps, seed %d", number.Count(p.Steps), p.Seed)
	if e := p.Evaluation; e != nil {
		inspectEvaluation(b, "Best evaluation", e)
	}
	if t == nil {
		fact(b, "Digest", "%s", p.Digest())
	} else {
		inspectTraining(b, t)
	}
	if p.Experiment == nil {
		return nil
	}
	x, err := experiment.Decode(p.Experiment)
	if err != nil {
		return err
	}
	b.WriteByte('\n')
	inspectExperiment(b, x)
	return nil
}

func inspectEvaluation(b *strings.Builder, what string, e *checkpoint.Evaluation) {
	fact(b, what, "blocks %s on %s, after %s steps", withInterval(e.BlockingRate(), number.Rate), plural(len(e.Seeds), "held-out seed"), number.Count(e.Steps))
}

func inspectTraining(b *strings.Builder, t *checkpoint.Training) {
	done := t.Progress()
	fact(b, "State", "%s steps in %s, learning rate %s", number.Count(done.Steps), plural(done.Iterations, "iteration"), strict.FormatFloat(t.LearningRate()))
	if n := len(t.History); n > 0 {
		inspectEvaluation(b, fmt.Sprintf("Last of %s", plural(n, "evaluation")), &t.History[n-1])
	}
	if t.DQN != nil {
		o := &t.DQN.Settings
		fact(b, "DQN", "%d environments x %d steps, minibatches of %d, memory of %s steps, %d-step targets, gamma %s", o.Environments, o.Rollout, o.Minibatch,
			number.Count(o.Capacity), o.NStep, strict.FormatFloat(o.Gamma))
		return
	}
	o := &t.Settings
	fact(b, "PPO", "%d environments x %d steps, minibatches of %d, passes %d, gamma %s, lambda %s", o.Environments, o.Rollout, o.Minibatch,
		o.Passes, strict.FormatFloat(o.Gamma), strict.FormatFloat(o.Lambda))
}
