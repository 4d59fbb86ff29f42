package checkpoint_test

import (
	"bytes"
	"encoding/binary"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rampart/policy/checkpoint"
	"rampart/policy/dqn"
	"rampart/policy/gnn"
	"rampart/policy/ppo"
)

func qSettings() dqn.Settings {
	s := dqn.Paper()
	s.Environments, s.Rollout, s.Minibatch, s.Capacity, s.LearningStarts, s.TargetEvery = 3, 35, 16, 330, 60, 90
	return s
}

func newQTrainer(t testing.TB, p *checkpoint.Policy, seed uint64) *dqn.Trainer {
	t.Helper()
	g := gnn.Graph{Nodes: 2, Edges: 1, NodeFeatures: make([]float32, 10), EdgeFeatures: make([]float32, 2), From: []int32{0}, To: []int32{1}}
	var models [2]*gnn.Model[float32]
	for i := range models {
		var err error
		if models[i], err = p.Model([]gnn.Graph{g}); err != nil {
			t.Fatal(err)
		}
	}
	tr, err := dqn.New(qSettings(), seed, models[0], models[1], func() ppo.Env { return &bandit{} })
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// qTraining returns the small policy and a training of it by Q-learning, in the
// third episode of each environment.
func qTraining(t testing.TB) (*checkpoint.Policy, *checkpoint.Training) {
	p := smallPolicy(t)
	p.Seed, p.Learner = 9, checkpoint.DQN
	tr := newQTrainer(t, p, p.Seed)
	for range 3 {
		tr.Iterate(nil)
	}
	return p, &checkpoint.Training{DQN: &checkpoint.QLearning{Settings: qSettings(), State: tr.State()}, History: []checkpoint.Evaluation{
		{Iteration: 1, Steps: 105, Seeds: []uint64{4, 5}, BlockingRates: []float64{0.5, 0}},
	}}
}

// A training by Q-learning comes back equal and goes on where it was.
func TestQTrainingGoesOn(t *testing.T) {
	p, training := qTraining(t)
	file := encode(t, p, training)
	q, got := decode(t, file)
	if !reflect.DeepEqual(q, p) || !reflect.DeepEqual(got, training) {
		t.Fatalf("got %+v\nwant %+v", got, training)
	}
	if got.Progress() != training.DQN.State.Progress || got.LearningRate() != 4.121e-7 || got.Seed() != 9 || !slices.Equal(got.Params(), training.DQN.State.Params) {
		t.Errorf("the training says of itself %+v, %v, %d", got.Progress(), got.LearningRate(), got.Seed())
	}
	first, second := newQTrainer(t, p, p.Seed), newQTrainer(t, p, 77)
	for range 5 {
		first.Iterate(nil)
	}
	if err := second.Restore(got.DQN.State); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		second.Iterate(nil)
	}
	if !reflect.DeepEqual(first.State(), second.State()) {
		t.Error("the training goes on differently from its file")
	}
	policy := encode(t, p, nil)
	if q, training := decode(t, policy); q.Learner != checkpoint.DQN || training != nil || bytes.Equal(policy, encode(t, smallPolicy(t), nil)) {
		t.Errorf("the policy is of the learner %q", q.Learner)
	}
	// Two bytes for an action and four for a priority.
	if most := 40_000; len(file) > most {
		t.Errorf("%d bytes, expected at most %d", len(file), most)
	}
}

// What does not belong together is not written.
func TestEncodeRefusesQ(t *testing.T) {
	for _, tc := range []struct {
		name   string
		change func(p *checkpoint.Policy, c *checkpoint.Training)
		want   string
	}{
		{"another learner", func(p *checkpoint.Policy, _ *checkpoint.Training) { p.Learner = "" }, "learner: "},
		{"an unknown learner", func(p *checkpoint.Policy, _ *checkpoint.Training) { p.Learner = "sarsa" }, "learner: "},
		{"no state", func(_ *checkpoint.Policy, c *checkpoint.Training) { c.DQN.State = nil }, "progress: "},
		{"another seed", func(_ *checkpoint.Policy, c *checkpoint.Training) { c.DQN.State.Seed++ }, "seed: "},
		{"settings", func(_ *checkpoint.Policy, c *checkpoint.Training) { c.DQN.Settings.NStep = 0 }, "settings.nStep: "},
		{"an environment more", func(_ *checkpoint.Policy, c *checkpoint.Training) { c.DQN.Settings.Environments++ }, "environments: "},
		{"a longer memory", func(_ *checkpoint.Policy, c *checkpoint.Training) { c.DQN.Settings.Capacity += 30 }, "replay.priorities: "},
		{"no target network", func(_ *checkpoint.Policy, c *checkpoint.Training) { c.DQN.State.Target = nil }, "target: "},
		{"pending values", func(_ *checkpoint.Policy, c *checkpoint.Training) { c.DQN.State.Slots[2].Pending = nil }, "environments.pending[2]: "},
		{"no episode", func(_ *checkpoint.Policy, c *checkpoint.Training) { c.DQN.State.Slots[2].Episodes = nil }, "environments.episodes[2]: "},
		{"learning rate", func(_ *checkpoint.Policy, c *checkpoint.Training) { c.SetLearningRate(2) }, "progress.learningRate: "},
	} {
		p, c := qTraining(t)
		tc.change(p, c)
		if _, err := checkpoint.Encode(p, c); err == nil || !strings.HasPrefix(err.Error(), tc.want) {
			t.Errorf("%s: %v, want an error that begins %q", tc.name, err, tc.want)
		}
	}
}

// Wrong numbers in a training by Q-learning are refused.
func TestDecodeRefusesQ(t *testing.T) {
	p, c := qTraining(t)
	file := encode(t, p, c)
	nan := binary.LittleEndian.AppendUint32(nil, math.Float32bits(float32(math.NaN())))
	large := bytes.Repeat([]byte{0xff}, 8)
	for _, tc := range []struct {
		tensor string
		at     int
		bytes  []byte
		want   string
	}{
		{"target", 0, nan, "target[0]: NaN"},
		{"adam.moment2", 8, []byte{0, 0, 0x80, 0xbf}, "adam.moment2[2]: -1 is negative"},
		{"replay.priorities", 4, []byte{0, 0, 0x80, 0xbf}, "replay.priorities[1]: -1 is negative"},
		{"sampling", 0, []byte("PCG"), "sampling: these bytes"},
		{"environments.source", 20, []byte("PCG"), "environments.source[1]: these bytes"},
		{"environments.rows", 8, large, "environments.rows[1]: -1 is out of range"},
		{"environments.episodes", 0, large, "environments.episodes[0]: -1 is out of range"},
		{"environments.episodes", 8, []byte{0}, "environments.episodes[1]: 0 is out of range"},
		{"environments.episodes", 0, []byte{4}, `header["environments.steps"].shape: `},
		{"environments.steps", 0, large, "environments.steps[0]: -1 is out of range"},
		{"environments.steps", 0, []byte{49}, `header["environments.actions"].shape: `},
		{"environments.actions", 0, []byte{4}, "environments.actions[0]: action 4 of step 0"},
		{"environments.pending", 0, nan, "environments.pending[0][0]: NaN"},
	} {
		t.Run(tc.tensor, func(t *testing.T) {
			damaged := slices.Clone(file)
			copy(span(t, damaged, tc.tensor)[tc.at:], tc.bytes)
			refused(t, damaged, tc.want)
		})
	}
	for _, tc := range []struct{ name, old, new, want string }{
		{"unknown learner", `"learner":"dqn"`, `"learner":"dqm"`, `header.__metadata__.learner: "dqm" is not known`},
		{"no learner", `"learner":"dqn",`, ``, "header.__metadata__.settings.passes: the field is missing"},
		{"missing setting", `\"nStep\":3,`, ``, "header.__metadata__.settings.nStep: the field is missing"},
		{"impossible setting", `\"nStep\":3,`, `\"nStep\":0,`, "header.__metadata__.settings.nStep: 0 is not in"},
		{"huge memory", `\"replayCapacity\":330`, `\"replayCapacity\":900000`, `header["replay.priorities"].shape: `},
		{"other environments", `\"environments\":3`, `\"environments\":4`, `header["replay.priorities"].shape: `},
	} {
		t.Run(tc.name, func(t *testing.T) { refused(t, edit(t, file, tc.old, tc.new), tc.want) })
	}
	for n := 0; n < len(file); n += 200 {
		if _, _, err := checkpoint.Decode(file[:n]); err == nil {
			t.Errorf("%d of %d bytes are accepted", n, len(file))
		}
	}
}
