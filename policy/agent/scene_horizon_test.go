package agent_test

import (
	"slices"
	"testing"

	"rampart/core/experiment"
	"rampart/policy/agent"
	"rampart/policy/observe"
)

// A made-up situation has no end of the run in sight: a policy that would see it
// is offered what one that does not is.
func TestSceneHasNoEnd(t *testing.T) {
	for _, rules := range []experiment.Rules{experiment.Reference, experiment.Corrected} {
		c, w := settings(t, rules, experiment.BestFit).Settings()
		n, err := observe.Measure(c.Plans, w)
		if err != nil {
			t.Fatal(err)
		}
		var masks [2][]bool
		for i, f := range []observe.Features{observe.Foresight, observe.Horizon} {
			e, err := observe.New(f, n, c.Plans)
			if err != nil {
				t.Fatal(err)
			}
			width, actions := e.Size()
			features := make([]float32, width)
			masks[i] = make([]bool, actions)
			e.Encode(agent.NewScene(c.Plans).Show(agent.Situation{Beta: 0.5, TrainingSteps: 50}), features, masks[i])
		}
		if !slices.Equal(masks[0], masks[1]) || !slices.Contains(masks[1][1:], true) {
			t.Errorf("%v: %v are offered, without the end %v", rules, masks[1], masks[0])
		}
	}
}
