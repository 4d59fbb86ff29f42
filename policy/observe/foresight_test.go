package observe

import (
	"fmt"
	"slices"
	"testing"

	"rampart/core/plan"
	"rampart/core/workload"
)

// Three jobs of alexnet at degree 16, which take 2254 s each, on a cluster with
// room for two, a job every 1000 s.
func TestForesight(t *testing.T) {
	p := paperPlans(t, func(s *plan.Settings) { s.Placer = plan.Compact })
	w := &workload.Settings{Graphs: p.Settings().Graphs, TrainingSteps: 50}
	for i := range 3 {
		w.Trace = append(w.Trace, workload.TraceJob{ArrivalSeconds: float64(1000 * i), Graph: 0, Beta: 1})
	}
	e, sim := newEncoder(t, Foresight, p, w), newSim(t, p, w, 1e5, 1)
	features, mask := buffers(e)
	names := e.Names()
	for job, want := range []map[string]float64{
		{ // nothing runs
			"blocks of 16 free within 0 arrivals": 1, "blocks of 2 free within 20 arrivals": 1,
			"degree 16 takes blocks of 16 in 0 arrivals": 0.5,
			"degree 16 takes blocks of 16 in 2 arrivals": 0.5,
			"degree 16 takes blocks of 16 in 4 arrivals": 0, // over by then
			"degree 1 takes blocks of 16 in 10 arrivals": 0.5,
			"degree 1 takes blocks of 1 in 0 arrivals":   1. / 32,
			"degree 8 takes blocks of 1 in 4 arrivals":   8. / 32,
			"degree 8 takes blocks of 1 in 6 arrivals":   0,
			"degree 16 takes blocks of 1 in 0 arrivals":  16. / 32,
			"degree 16 JCT": 2254.7583303838487 / (2254.7583303838487 + 4000),
		},
		{ // the first holds 16 servers for 1255 s more
			"blocks of 16 free within 1 arrivals": 0.5, "blocks of 16 free within 2 arrivals": 1,
			"blocks of 1 free within 0 arrivals":         0.5,
			"degree 16 takes blocks of 16 in 0 arrivals": 0.5,
			"degree 16 takes blocks of 16 in 2 arrivals": 0.5,
		},
		{ // both hold everything, for 255 s and for 1255 s more
			"blocks of 1 free within 0 arrivals": 0, "blocks of 16 free within 0 arrivals": 0,
			"blocks of 1 free within 1 arrivals": 0.5, "blocks of 16 free within 2 arrivals": 1,
			"degree 16 JCT": 0, "degree 1 takes blocks of 1 in 0 arrivals": 0,
		},
	} {
		d, ok := sim.Decide()
		if !ok || d.Job != job {
			t.Fatalf("no decision of job %d", job)
		}
		e.Encode(d, features, mask)
		for name, x := range want {
			i := slices.Index(names, name)
			if i < 0 {
				t.Fatalf("no feature is called %q", name)
			}
			if !near(features[i], x) {
				t.Errorf("job %d: %s is %v, want %v", job, name, features[i], x)
			}
		}
		if err := sim.Apply(d.Valid[len(d.Valid)-1]); err != nil {
			t.Fatal(fmt.Errorf("job %d: %w", job, err))
		}
	}
}
