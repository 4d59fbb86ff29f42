package checkpoint_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"rampart/core/experiment"
	"rampart/core/workload"
	"rampart/policy/checkpoint"
	"rampart/policy/gnn"
	"rampart/policy/observe"
	"rampart/policy/ppo"
)

// normalisers are about those of the paper's workload.
func normalisers(maxDegree int, degrees ...int) observe.Normalisers {
	return observe.Normalisers{
		MaxDegree: maxDegree, Degrees: degrees, Ops: observe.Extent{Min: 46, Max: 142}, Edges: observe.Extent{Min: 47, Max: 159},
		SequentialSeconds: observe.Extent{Min: 4470.80014, Max: 38000.15}, AcceptableSeconds: observe.Extent{Min: 447.1, Max: 38000.15},
		Beta: observe.Extent{Min: 0.1, Max: 1}, MemoryBytes: observe.Extent{Min: 2368446976, Max: 30625298760},
		EdgeBytes: observe.Extent{Min: 1027801088, Max: 29467058184}, TrainingSteps: observe.Extent{Min: 50, Max: 50},
		MaxThroughput: 273525251.9 / 3, InterarrivalSeconds: 1000,
	}
}

// newPolicy returns a policy with random weights, not only those that a new
// model has: the heads' are small there.
func newPolicy(t testing.TB, f observe.Features, n observe.Normalisers, change func(*gnn.Config)) *checkpoint.Policy {
	t.Helper()
	c := gnn.Paper()
	c.GraphFeatures, c.Actions = n.Size(f)
	if change != nil {
		change(&c)
	}
	m, err := gnn.New[float32](c, nil, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(3, 4))
	p := &checkpoint.Policy{
		Name: "A <policy> \"é\" \u2028", Notes: "two\nlines", Engine: experiment.EngineVersion, Config: c, Features: f, Normalisers: n,
		Params: slices.Clone(m.Params()), Seed: 1<<64 - 1, Steps: 400000,
		Evaluation: &checkpoint.Evaluation{Iteration: 7, Steps: 399000, Seeds: []uint64{0, 1, 1<<53 - 1}, BlockingRates: []float64{0.2, 1.0 / 3, 0}},
	}
	for i := range p.Params {
		p.Params[i] += float32(0.2 * r.NormFloat64())
	}
	return p
}

// paperPolicy is a policy as the paper's, small those of the tests below.
func paperPolicy(t testing.TB) *checkpoint.Policy {
	p := newPolicy(t, observe.Paper, normalisers(16, 1, 2, 4, 8, 16), nil)
	p.Experiment = experiment.AppendCanonical(nil, experiment.Paper("A"))
	return p
}

func smallPolicy(t testing.TB) *checkpoint.Policy {
	return newPolicy(t, observe.Paper, normalisers(3), func(c *gnn.Config) {
		c.Message, c.Hidden, c.Out, c.GraphOut, c.HeadHidden = 2, 3, 2, 2, 3
	})
}

// bandit is a small environment: the right action is written into the features,
// and one of the others is masked.
type bandit struct {
	source     *rand.Rand
	right, out int
	step       int
}

func (b *bandit) Reset(seed uint64) {
	b.source, b.step = rand.New(rand.NewPCG(seed, 1)), 0
	b.draw()
}

func (b *bandit) draw() {
	b.right = b.source.IntN(4)
	b.out = (b.right + 1 + b.source.IntN(3)) % 4
}

func (b *bandit) Observe(features []float32, mask []bool) int {
	clear(features)
	features[b.right] = 1
	for a := range mask {
		mask[a] = a != b.out
	}
	return 0
}

func (b *bandit) Step(action int) ppo.Outcome {
	o := ppo.Outcome{Reward: -0.1, Blocked: action != b.right}
	if action == b.right {
		o.Reward = 1
	}
	b.step++
	o.Ended = b.step == 50
	o.Truncated = o.Ended
	b.draw()
	return o
}

func settings() ppo.Settings {
	s := ppo.Paper()
	s.Environments, s.Rollout, s.Minibatch, s.Passes = 5, 17, 20, 3
	s.AnnealSteps = 100000
	return s
}

// newTrainer returns a trainer that begins with p's weights.
func newTrainer(t testing.TB, p *checkpoint.Policy, seed uint64) *ppo.Trainer {
	t.Helper()
	g := gnn.Graph{Nodes: 2, Edges: 1, NodeFeatures: make([]float32, 10), EdgeFeatures: make([]float32, 2), From: []int32{0}, To: []int32{1}}
	m, err := p.Model([]gnn.Graph{g})
	if err != nil {
		t.Fatal(err)
	}
	tr, err := ppo.New(settings(), seed, m, func() ppo.Env { return &bandit{} }, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// training returns the small policy and a training of it.
func training(t testing.TB) (*checkpoint.Policy, *checkpoint.Training) {
	p := smallPolicy(t)
	p.Seed = 9
	tr := newTrainer(t, p, p.Seed)
	tr.Iterate(nil)
	return p, &checkpoint.Training{Settings: settings(), State: tr.State(), History: []checkpoint.Evaluation{
		{Iteration: 0, Steps: 0, Seeds: []uint64{4, 5, 6}, BlockingRates: []float64{1, 0.75, 1}},
		{Iteration: 1, Steps: 85, Seeds: []uint64{4, 5, 6}, BlockingRates: []float64{0.5, 1.0 / 3, 0}},
	}}
}

func encode(t testing.TB, p *checkpoint.Policy, s *checkpoint.Training) []byte {
	t.Helper()
	file, err := checkpoint.Encode(p, s)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func decode(t testing.TB, file []byte) (*checkpoint.Policy, *checkpoint.Training) {
	t.Helper()
	p, s, err := checkpoint.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	return p, s
}

func random(seed uint64) *rand.Rand { return workload.Random(seed, "test") }
