package train

import (
	"testing"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/policy/ppo"
	"rampart/policy/strategy"
)

// Every teacher says in an environment what its strategy decides in a run of the
// same jobs, with the job left out where that degree is not offered.
func TestTeachers(t *testing.T) {
	x := experiment.Paper("A")
	x.Placer = experiment.BestFit
	for _, kind := range teachers {
		t.Run(kind, func(t *testing.T) {
			s := Defaults("fast")
			s.Features = "paper" // whose mask offers what is not accepted, too
			s.WarmStart = &WarmStart{Kind: kind, Iterations: 1}
			spec := experiment.StrategySpec{Kind: kind}
			decisions := 150
			switch kind {
			case "fixed":
				s.WarmStart.Degree, spec.Degree = 4, 4
			case "rollout":
				spec, decisions = experiment.NewRollout(nil), 20
			}
			se, err := New(x, s, 1)
			if err != nil {
				t.Fatal(err)
			}
			env := se.newEnv(1)().(ppo.Teacher)
			env.Reset(3)
			c, w := se.places[0].runner.Settings()
			twin, err := strategy.New(spec, x, 1) // the number of the first environment
			if err != nil {
				t.Fatal(err)
			}
			if a, ok := twin.(cluster.Attacher); ok {
				if err := a.Attach(c.Plans, w); err != nil {
					t.Fatal(err)
				}
			}
			sim, err := cluster.New(c, w, 3)
			if err != nil {
				t.Fatal(err)
			}
			placed := 0
			for range decisions {
				d, _ := sim.Decide()
				want, got := twin.Degree(d), env.Teach()
				if got != want {
					t.Fatalf("job %d: the teacher says %d, its strategy %d", d.Job, got, want)
				}
				if got > 0 {
					placed++
				}
				env.Step(got)
				if err := sim.Apply(want); err != nil {
					t.Fatal(err)
				}
			}
			if placed < decisions/2 {
				t.Errorf("%d of %d jobs are given a degree", placed, decisions)
			}
		})
	}
}
