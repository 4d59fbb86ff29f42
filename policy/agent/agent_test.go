package agent_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/policy/agent"
	"rampart/policy/gnn"
	"rampart/policy/observe"
)

// random returns the parts of an untrained policy for an experiment.
func random(t testing.TB, r *experiment.Runner) agent.Spec {
	t.Helper()
	c, w := r.Settings()
	n, err := observe.Measure(c.Plans, w)
	if err != nil {
		t.Fatal(err)
	}
	s := agent.Spec{Config: gnn.Paper(), Features: observe.Extended, Normalisers: n}
	s.Config.GraphFeatures, s.Config.Actions = n.Size(s.Features)
	m, err := gnn.New[float32](s.Config, nil, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	s.Params = m.Params()
	source := rand.New(rand.NewPCG(3, 4))
	for i := range s.Params {
		s.Params[i] += float32(source.NormFloat64())
	}
	return s
}

// What an agent does is its most probable action, and what it says of itself is
// a distribution over the actions that it may take.
func TestExplain(t *testing.T) {
	r := settings(t, experiment.Reference, experiment.FirstFit)
	c, w := r.Settings()
	a := agent.New(random(t, r))
	if err := a.Attach(c.Plans, w); err != nil {
		t.Fatal(err)
	}
	scene := agent.NewScene(c.Plans)
	p := make([]float32, a.Actions())
	for busy := range c.Plans.Settings().Shape.N() + 1 {
		s := agent.Situation{Graph: busy % 5, Beta: 0.3, TrainingSteps: 50, RemainingSeconds: 5000, JobsRunning: min(busy, 3)}
		for server := range busy {
			s.Busy = append(s.Busy, server)
		}
		d := scene.Show(s)
		chosen, value := a.Degree(d), a.Explain(d, p)
		if math.IsNaN(float64(value)) || math.IsInf(float64(value), 0) {
			t.Errorf("value %v", value)
		}
		sum := 0.0
		for i, q := range p {
			sum += float64(q)
			if q > p[chosen] {
				t.Errorf("with %d busy degree %d is chosen with probability %v, but %d has %v", busy, chosen, p[chosen], i, q)
			}
			if !a.Mask()[i] && q != 0 {
				t.Errorf("with %d busy degree %d is not offered, but has %v", busy, i, q)
			}
		}
		if math.Abs(sum-1) > 1e-5 {
			t.Errorf("probabilities add up to %v", sum)
		}
	}
}

// An agent of advantages chooses what one of logits does, is certain of it, and
// its value is that of its choice: the value head's and what the choice is
// better than the mean of the allowed degrees.
func TestExplainAdvantages(t *testing.T) {
	r := settings(t, experiment.Reference, experiment.FirstFit)
	c, w := r.Settings()
	spec := random(t, r)
	logits := agent.New(spec)
	spec.Advantages = true
	a := agent.New(spec)
	for _, x := range []*agent.Agent{a, logits} {
		if err := x.Attach(c.Plans, w); err != nil {
			t.Fatal(err)
		}
	}
	scene := agent.NewScene(c.Plans)
	p, q, compared := make([]float32, a.Actions()), make([]float32, a.Actions()), 0
	for busy := range c.Plans.Settings().Shape.N() + 1 {
		s := agent.Situation{Graph: busy % 5, Beta: 0.3, TrainingSteps: 50, RemainingSeconds: 5000, JobsRunning: min(busy, 3)}
		for server := range busy {
			s.Busy = append(s.Busy, server)
		}
		d := scene.Show(s)
		value, plain := a.Explain(d, p), logits.Explain(d, q)
		chosen, allowed, mean := logits.Degree(d), 0, 0.0
		for i, ok := range logits.Mask() {
			if ok { // log q is the logit, up to a number that all have
				allowed++
				mean += math.Log(float64(q[i]))
			}
			if want := float32(0); i != chosen && p[i] != want || i == chosen && p[i] != 1 {
				t.Errorf("with %d busy degree %d has probability %v, chosen is %d", busy, i, p[i], chosen)
			}
		}
		want := float64(plain) + math.Log(float64(q[chosen])) - mean/float64(allowed)
		if !math.IsInf(want, 0) { // a probability of 0 has no logarithm
			compared++
			if math.Abs(float64(value)-want) > 1e-3*(1+math.Abs(want)) {
				t.Errorf("with %d busy the value is %v, want %v", busy, value, want)
			}
		}
		if a.Degree(d) != chosen {
			t.Errorf("with %d busy degree %d is chosen, want %d", busy, a.Degree(d), chosen)
		}
	}
	if compared < 10 {
		t.Errorf("only %d values were compared", compared)
	}
}

// A policy that cannot play on a cluster says so before the first decision.
func TestAttachRefuses(t *testing.T) {
	r := settings(t, experiment.Reference, experiment.FirstFit)
	c, w := r.Settings()
	for _, tc := range []struct {
		name   string
		change func(s *agent.Spec)
		want   string
	}{
		{"too few weights", func(s *agent.Spec) { s.Params = s.Params[1:] }, "weights"},
		{"a network for other features", func(s *agent.Spec) { s.Config.GraphFeatures++ }, "takes 80 features"},
		{"unknown features", func(s *agent.Spec) { s.Features = "smell" }, "features"},
		{"impossible normalisers", func(s *agent.Spec) { s.Normalisers.MaxDegree = 0 }, "maxDegree"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := random(t, r)
			tc.change(&s)
			if err := agent.New(s).Attach(c.Plans, w); err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got error %v, want one that says %q", err, tc.want)
			}
		})
	}
}

// A decision allocates nothing once its placement has been met.
func TestDegreeAllocates(t *testing.T) {
	r := settings(t, experiment.Reference, experiment.FirstFit)
	c, w := r.Settings()
	a := agent.New(random(t, r))
	if err := a.Attach(c.Plans, w); err != nil {
		t.Fatal(err)
	}
	d := agent.NewScene(c.Plans).Show(agent.Situation{Beta: 0.4, TrainingSteps: 50})
	a.Degree(d)
	if n := testing.AllocsPerRun(100, func() { a.Degree(d) }); n > 0 {
		t.Errorf("%v allocations a decision", n)
	}
}
