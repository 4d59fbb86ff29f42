package ppo

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"rampart/core/workload"
	"rampart/policy/gnn"
)

// micro is a small environment on one trivial job graph. Its state is a vector
// of features; each kind exposes one class of bug.
type micro struct {
	kind    string
	source  *rand.Rand
	state   []float32
	legal   []bool
	t       int
	pending float32
}

const (
	microFeatures = 4
	microActions  = 4
	microLength   = 10
)

func (m *micro) Reset(seed uint64) {
	m.source = rand.New(rand.NewPCG(seed, 1))
	m.t, m.pending = 0, 0
	m.next()
}

func (m *micro) next() {
	m.state = make([]float32, microFeatures)
	m.legal = []bool{true, true, true, true}
	hot := m.source.IntN(microFeatures)
	switch m.kind {
	case "context", "delayed":
		m.state[hot] = 1
	case "mask":
		m.legal = []bool{true, hot == 1, hot == 2, false} // action 3 would pay most, and is never legal
	}
}

func (m *micro) Observe(features []float32, mask []bool) int {
	copy(features, m.state)
	copy(mask, m.legal)
	return 0
}

// reward pays 1 for the right action of the current state.
func (m *micro) reward(action int) float32 {
	switch m.kind {
	case "bandit":
		return []float32{0, 0.2, 1, 0.5}[action]
	case "context":
		if m.state[action] == 1 {
			return 1
		}
		return 0
	case "mask":
		return []float32{0.1, 0.5, 1, 100}[action]
	}
	panic("no such kind")
}

func (m *micro) Step(action int) Outcome {
	if !m.legal[action] {
		panic("a masked action was taken")
	}
	var r float32
	if m.kind == "delayed" { // the right action pays two steps later, at the end of a triple
		if m.t%3 == 0 {
			m.pending = 0
			if m.state[action] == 1 {
				m.pending = 1
			}
		}
		if m.t%3 == 2 {
			r = m.pending
		}
	} else {
		r = m.reward(action)
	}
	m.t++
	ended := m.t == microLength
	m.next()
	if m.kind == "delayed" && m.t%3 != 0 {
		m.state = make([]float32, microFeatures) // nothing to see between
	}
	return Outcome{Reward: r, Ended: ended, Truncated: ended}
}

func microModel(t testing.TB, seed uint64) *gnn.Model[float32] {
	t.Helper()
	c := gnn.Paper()
	c.GraphFeatures, c.Actions = microFeatures, microActions
	g := gnn.Graph{Nodes: 2, Edges: 1, NodeFeatures: make([]float32, 10), EdgeFeatures: make([]float32, 2), From: []int32{0}, To: []int32{1}}
	m, err := gnn.New[float32](c, []gnn.Graph{g}, workload.Random(seed, "train/weights"))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func microTrainer(t testing.TB, kind string, seed uint64, actors int) *Trainer {
	t.Helper()
	s := Fast()
	s.Environments, s.Rollout, s.Minibatch, s.Passes, s.RewardScale = 12, 40, 120, 4, 1
	s.Gamma, s.Objective.EntropyCoefficient, s.LearningRate, s.AnnealSteps = 0.9, 0.001, 5e-3, 80*480
	tr, err := New(s, seed, microModel(t, seed), func() Env { return &micro{kind: kind} }, actors, func() *gnn.Model[float32] { return microModel(t, seed) })
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// Each small environment is learned to its optimum.
func TestLearnsSmallEnvironments(t *testing.T) {
	for _, tc := range []struct {
		kind string
		why  string
		best float64 // mean reward of a step under the best policy
	}{
		{"bandit", "the sign of the gradient", 1},
		{"context", "the state reaches the policy", 1},
		{"mask", "masked actions are neither taken nor learned from: half the states allow only action 0 to pay 0.1", (0.1*2 + 0.5 + 1) / 4},
		{"delayed", "credit flows back in time: 3 of the 10 steps of an episode pay", 0.3},
	} {
		t.Run(tc.kind, func(t *testing.T) {
			tr := microTrainer(t, tc.kind, 1, 1)
			for range 80 {
				tr.Iterate(nil)
			}
			last := 0.0
			for range 5 {
				last += tr.Iterate(nil).RewardMean / 5
			}
			if last < 0.95*tc.best {
				t.Errorf("mean reward %.3f after training, best possible %.3f (%s)", last, tc.best, tc.why)
			}
		})
	}
}

// The same training gives the same weights for any number of actors, and a
// training that is saved and restored goes on as if nothing had happened.
func TestTrainingRepeats(t *testing.T) {
	weights := func(tr *Trainer, iterations int) []float32 {
		for range iterations {
			tr.Iterate(nil)
		}
		return slices.Clone(tr.Model().Params())
	}
	want := weights(microTrainer(t, "context", 7, 1), 6)
	if got := weights(microTrainer(t, "context", 7, 3), 6); !slices.Equal(got, want) {
		t.Error("three actors give other weights than one")
	}
	if got := weights(microTrainer(t, "context", 8, 1), 6); slices.Equal(got, want) {
		t.Error("another seed gives the same weights")
	}
	first := microTrainer(t, "context", 7, 1)
	weights(first, 3)
	state := first.State()
	second := microTrainer(t, "context", 99, 2)
	if err := second.Restore(state); err != nil {
		t.Fatal(err)
	}
	if got := weights(second, 3); !slices.Equal(got, want) {
		t.Error("a restored training gives other weights")
	}
}

// A damaged state is refused and changes nothing.
func TestRestoreRefuses(t *testing.T) {
	tr := microTrainer(t, "context", 7, 1)
	tr.Iterate(nil)
	before := slices.Clone(tr.Model().Params())
	for name, damage := range map[string]func(*State){
		"weights missing":        func(s *State) { s.Params = s.Params[1:] },
		"environments missing":   func(s *State) { s.Slots = s.Slots[1:] },
		"weight is not a number": func(s *State) { s.Params[0] = float32(math.NaN()) },
		"impossible action":      func(s *State) { s.Slots[0].Actions = []int16{99} },
		"negative second moment": func(s *State) { s.Moment2[0] = -1 },
		"endless episode":        func(s *State) { s.Slots[0].Actions = make([]int16, 1000) },
	} {
		s := tr.State()
		damage(s)
		if err := tr.Restore(s); err == nil {
			t.Errorf("%s: accepted", name)
		}
		if !slices.Equal(tr.Model().Params(), before) {
			t.Fatalf("%s: the model was changed", name)
		}
	}
}

// The first actions of an episode follow the policy: no action with
// probability 0 is drawn even at the ends of the unit interval.
func TestDraw(t *testing.T) {
	source := rand.NewPCG(1, 2)
	p := []float32{0, 0.25, 0, 0.75, 0}
	count := [5]int{}
	for range 4000 {
		count[draw(p, source)]++
	}
	if count[0]+count[2]+count[4] > 0 || count[1] < 850 || count[1] > 1150 {
		t.Errorf("draws %v of probabilities %v", count, p)
	}
}
