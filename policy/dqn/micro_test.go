package dqn

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"rampart/core/workload"
	"rampart/policy/gnn"
	"rampart/policy/ppo"
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
		m.state[hot] = 1
		m.legal = []bool{true, hot == 1, hot == 2, false} // action 3 would pay most, and is never legal
	}
}

func (m *micro) Observe(features []float32, mask []bool) int {
	copy(features, m.state)
	copy(mask, m.legal)
	return 0
}

// reward pays for the right action of the current state.
func (m *micro) reward(action int) float32 {
	switch m.kind {
	case "bandit":
		return []float32{0, 0.2, 1, 0.5}[action]
	case "context":
		return m.state[action]
	case "mask":
		return []float32{0.1, 0.5, 1, 100}[action]
	}
	return 1
}

func (m *micro) Step(action int) ppo.Outcome {
	if !m.legal[action] {
		panic("a masked action was taken")
	}
	var r float32
	switch m.kind {
	case "delayed": // the right action pays two steps later, at the end of a triple
		if m.t%3 == 0 {
			m.pending = m.state[action]
		}
		if m.t%3 == 2 {
			r = m.pending
		}
	default:
		r = m.reward(action)
	}
	m.t++
	ended := m.t == microLength
	m.next()
	if m.kind == "delayed" && m.t%3 != 0 {
		m.state = make([]float32, microFeatures) // nothing to see between
	}
	return ppo.Outcome{Reward: r, Ended: ended, Truncated: ended && m.kind != "natural end", Blocked: r == 0}
}

func microModel(t testing.TB, seed uint64) *gnn.Model[float32] {
	t.Helper()
	c := gnn.Paper()
	c.GraphFeatures, c.Actions = microFeatures, microActions
	g := gnn.Graph{Nodes: 2, Edges: 1, NodeFeatures: make([]float32, 10), EdgeFeatures: make([]float32, 2), From: []int32{0}, To: []int32{1}}
	m, err := gnn.New[float32](c, []gnn.Graph{g}, workload.Random(seed, "dqn/weights"))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func microSettings() Settings {
	s := Fast()
	s.Environments, s.Rollout, s.Minibatch, s.Capacity, s.LearningStarts, s.Intensity = 8, 20, 64, 4000, 200, 8
	s.RewardScale, s.Gamma, s.NStep, s.TargetEvery, s.LearningRate = 1, 0.9, 3, 200, 3e-3
	s.BetaSteps, s.Exploration = 5000, Exploration{Epsilon: 1, EpsilonFinal: 0.05, EpsilonSteps: 4000, Spread: 4}
	return s
}

func microTrainer(t testing.TB, kind string, seed uint64, s Settings) *Trainer {
	t.Helper()
	tr, err := New(s, seed, microModel(t, seed), microModel(t, seed), func() ppo.Env { return &micro{kind: kind} })
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
		{"context", "the state reaches the values", 1},
		{"mask", "masked actions are neither taken nor learned from: half the states allow only action 0 to pay 0.1", (0.1*2 + 0.5 + 1) / 4},
		{"delayed", "credit flows back in time: 3 of the 10 steps of an episode pay", 0.3},
	} {
		t.Run(tc.kind, func(t *testing.T) {
			tr := microTrainer(t, tc.kind, 1, microSettings())
			for range 60 {
				tr.Iterate(nil)
			}
			tr.s.Epsilon, tr.s.EpsilonFinal = 0, 0
			last := 0.0
			for range 15 {
				last += tr.Iterate(nil).RewardMean / 15
			}
			if last < 0.95*tc.best {
				t.Errorf("mean reward %.3f after training, best possible %.3f (%s)", last, tc.best, tc.why)
			}
		})
	}
}

// Every step pays 1, and nothing shows how late it is, so that all states have
// one value v. Where a time limit cuts episodes off it is that of going on for
// ever, 1/(1-0.9) = 10. Where episodes of ten steps end naturally, seven of ten
// targets over three steps are 2.71 + 0.729 v, the others 2.71, 1.9 and 1: v is
// 5.02. (Errors must be squared for that: the linear part of the loss makes v a
// median.)
func TestEndAndTimeLimit(t *testing.T) {
	for _, tc := range []struct {
		kind string
		want float64
	}{{"time limit", 10}, {"natural end", 24.58 / 4.897}} {
		s := microSettings()
		s.Huber = 100
		tr := microTrainer(t, tc.kind, 1, s)
		for range 60 {
			tr.Iterate(nil)
		}
		if v := tr.Iterate(nil).Value; math.Abs(v-tc.want) > 0.3 {
			t.Errorf("%s: states are worth %.2f, want %.2f", tc.kind, v, tc.want)
		}
	}
}

// The priority that a transition gets where it is acted on is that of its error
// then: with a network that is not trained, the one a replay would give it.
func TestFirstPriorities(t *testing.T) {
	s := microSettings()
	s.LearningStarts = s.Capacity
	tr := microTrainer(t, "context", 3, s)
	tr.Iterate(nil)
	m := tr.memory
	before, n := slices.Clone(m.tree.sums), 0
	for at := range len(m.graph) {
		if m.tree.get(at) == 0 {
			continue
		}
		e, k := m.row(at)
		if k >= m.count[e]-len(tr.slots[e].pending) || m.kind[at] != rowStep {
			t.Fatalf("row %d of %d has a priority", k, m.count[e])
		}
		for i := range tr.batch.place {
			tr.batch.place[i] = at
		}
		tr.gather()
		tr.bootstrap()
		b := &tr.batch
		tr.model.Forward(b.now.graph, b.now.features, b.now.mask, b.advantages, b.values)
		gradient(1, &b.sample, b.advantages, b.values, b.dAdvantages, b.dValues, b.errors)
		if got, want := m.tree.get(at), tr.priority(float64(b.errors[0])); math.Abs(float64(got-want)) > 1e-5*float64(want) {
			t.Errorf("row %d: priority %v, want %v", k, got, want)
		}
		n++
	}
	// 20 steps in each of 8 environments, two episodes: none is pending.
	if n != 160 {
		t.Errorf("%d transitions can be replayed, want 160", n)
	}
	if !slices.Equal(before, m.tree.sums) {
		t.Error("looking has changed priorities")
	}
}

// The target network is the network as it was when it was last copied.
func TestTargetFollows(t *testing.T) {
	s := microSettings()
	s.TargetEvery = 480 // every third iteration
	tr := microTrainer(t, "context", 3, s)
	for i := range 9 {
		r := tr.Iterate(nil)
		if r.Updates == 0 && i > 1 {
			t.Fatal("nothing is learned")
		}
		same := slices.Equal(tr.model.Params(), tr.target.Params())
		if want := i%3 == 2 || r.Steps <= s.LearningStarts && r.Updates == 0; same != want {
			t.Errorf("after %d steps: target equals network %v, want %v", r.Steps, same, want)
		}
	}
}
