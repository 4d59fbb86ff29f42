// Package strategytest is a conformance suite for strategies: what every
// cluster.Strategy must do, whether a heuristic or a learned policy.
package strategytest

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"rampart/core/cluster"
	"rampart/core/jobgraph"
	"rampart/core/plan"
	"rampart/core/ramp"
	"rampart/core/workload"
)

// Test runs the suite on the strategies that start returns for a seed.
func Test(t *testing.T, start func(seed uint64) cluster.Strategy) {
	t.Run("chooses valid degrees", func(t *testing.T) { testValid(t, start) })
	t.Run("repeats itself", func(t *testing.T) { testRepeats(t, start) })
	t.Run("plays whole runs", func(t *testing.T) { testRuns(t, start) })
}

// decisions returns situations of many kinds, among them those in which
// nothing, or only one server, is free.
func decisions() []cluster.Decision {
	sets := [][]int{{0}, {0, 1}, {0, 1, 2}, {0, 1, 2, 4}, {0, 1, 2, 4, 6, 8, 16}, {0, 2, 8}, {0, 4}, {0, 1, 16}}
	source := rand.New(rand.NewPCG(1, 2))
	var list []cluster.Decision
	for i := range 400 {
		d := cluster.Decision{
			Job: i, Graph: i % 5, Beta: float64(1+source.IntN(100)) / 100, SequentialSeconds: 1000 * (1 + source.Float64()),
			Valid: slices.Clone(sets[i%len(sets)]), ClockSeconds: float64(1000 * i), JobsRunning: i % 7,
		}
		d.MaxAcceptableSeconds = float64(d.Beta * d.SequentialSeconds)
		d.FreeServers = d.Valid[len(d.Valid)-1]
		d.State = situation{job: i, servers: d.FreeServers, sequentialSeconds: d.SequentialSeconds, limit: d.MaxAcceptableSeconds}
		list = append(list, d)
	}
	return list
}

// situation is the made-up State of a made-up decision: some degrees cannot be
// placed, and communication costs some more than they save.
type situation struct {
	job, servers             int
	sequentialSeconds, limit float64
}

// Free implements cluster.State.
func (s situation) Free() ramp.Set {
	free := ramp.NewSet(32)
	free.Fill(s.servers)
	return free
}

// AppendRemaining implements cluster.State.
func (s situation) AppendRemaining(dst []float64) []float64 { return dst }

// AppendRunning implements cluster.State.
func (s situation) AppendRunning(dst []cluster.Running) []cluster.Running { return dst }

// Placeable implements cluster.State.
func (s situation) Placeable(degree int) bool {
	return degree <= s.servers && (degree+s.job)%3 > 0
}

// JCTSeconds implements cluster.State.
func (s situation) JCTSeconds(degree int) float64 {
	if !s.Placeable(degree) {
		return math.Inf(1)
	}
	return s.sequentialSeconds/float64(degree) + float64(float64(degree*(s.job%5))*10)
}

// Accepts implements cluster.State.
func (s situation) Accepts(degree int) bool { return s.Outlook(degree).InTime }

// OutlookAt implements cluster.State.
func (s situation) OutlookAt(degree, rank int) cluster.Outlook {
	if rank > 0 {
		return cluster.Outlook{JCTSeconds: math.Inf(1)}
	}
	return s.Outlook(degree)
}

// Outlook implements cluster.State.
func (s situation) Outlook(degree int) cluster.Outlook {
	jct := s.JCTSeconds(degree)
	return cluster.Outlook{Placeable: s.Placeable(degree), InTime: jct <= s.limit, JCTSeconds: jct}
}

// knowsRun reports whether the strategy asks for the run that it is in, so that
// it cannot be shown made-up situations.
func knowsRun(s cluster.Strategy) bool {
	_, is := s.(cluster.Attacher)
	return is
}

// attach tells a strategy of its run, if it wants to know.
func attach(t *testing.T, s cluster.Strategy, p *plan.Planner, w *workload.Settings) cluster.Strategy {
	t.Helper()
	if a, ok := s.(cluster.Attacher); ok {
		if err := a.Attach(p, w); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// inRun asks strategies in the situations of a run in which all valid degrees
// take turns.
func inRun(t *testing.T, start func() cluster.Strategy, look func(d *cluster.Decision, s []cluster.Strategy)) {
	t.Helper()
	placer := plan.FirstFit
	if _, is := start().(cluster.Chooser); is {
		placer = plan.BestFit // which has blocks to choose from
	}
	p := plans(t, ramp.Shape{Groups: 4, Racks: 4, Servers: 2}, false, placer)
	w := &workload.Settings{
		Graphs: p.Settings().Graphs, TrainingSteps: 50, PoolCopies: 3, Sampling: workload.RemoveAndRepeat,
		Interarrival: workload.Distribution{Kind: "exponential", Mean: 800}, Beta: workload.Beta{Preset: "A"},
	}
	sim, err := cluster.New(cluster.Settings{Plans: p, HorizonSeconds: 3e5, QueueCapacity: 10}, w, 1)
	if err != nil {
		t.Fatal(err)
	}
	s := []cluster.Strategy{attach(t, start(), p, w), attach(t, start(), p, w)}
	for d, ok := sim.Decide(); ok; d, ok = sim.Decide() {
		look(d, s)
		if err := sim.Apply(d.Valid[d.Job%len(d.Valid)]); err != nil {
			t.Fatal(err)
		}
	}
}

func testValid(t *testing.T, start func(uint64) cluster.Strategy) {
	s := start(7)
	if knowsRun(s) {
		inRun(t, func() cluster.Strategy { return start(7) }, func(d *cluster.Decision, s []cluster.Strategy) {
			before, free := slices.Clone(d.Valid), slices.Clone(d.State.Free())
			got := s[0].Degree(d)
			if !slices.Contains(before, got) {
				t.Errorf("job %d: degree %d is not one of %v", d.Job, got, before)
			}
			if !slices.Equal(d.Valid, before) || !slices.Equal(d.State.Free(), free) {
				t.Fatalf("job %d: valid degrees or free servers were changed", d.Job)
			}
			checkChoice(t, s[1], d, got)
		})
		return
	}
	for _, d := range decisions() {
		before := slices.Clone(d.Valid)
		got := s.Degree(&d)
		if !slices.Contains(before, got) {
			t.Errorf("job %d: degree %d is not one of %v", d.Job, got, before)
		}
		if !slices.Equal(d.Valid, before) {
			t.Fatalf("job %d: the valid degrees were changed from %v to %v", d.Job, before, d.Valid)
		}
	}
}

// checkChoice checks that what a strategy chooses for a decision is the degree that
// it says, on a block that there is.
func checkChoice(t *testing.T, s cluster.Strategy, d *cluster.Decision, want int) {
	t.Helper()
	degree, rank := cluster.Choose(s, d)
	if degree != want {
		t.Errorf("job %d: degree %d is chosen, but Degree says %d", d.Job, degree, want)
	}
	if rank != 0 && (degree == 0 || !d.State.OutlookAt(degree, rank).Placeable) {
		t.Errorf("job %d: degree %d has no block of rank %d", d.Job, degree, rank)
	}
}

func testRepeats(t *testing.T, start func(uint64) cluster.Strategy) {
	a, b := start(3), start(3)
	if knowsRun(a) {
		inRun(t, func() cluster.Strategy { return start(3) }, func(d *cluster.Decision, s []cluster.Strategy) {
			if x, y, again := s[0].Degree(d), s[1].Degree(d), s[0].Degree(d); x != y || x != again {
				t.Fatalf("job %d: the same strategy chose %d, %d and %d", d.Job, x, y, again)
			}
		})
		return
	}
	for _, d := range decisions() {
		if x, y := a.Degree(&d), b.Degree(&d); x != y {
			t.Fatalf("job %d: the same seed chose %d and %d", d.Job, x, y)
		}
	}
}

// testRuns plays runs on random small clusters under all rules and checks that
// no job is lost and no server runs two jobs.
func testRuns(t *testing.T, start func(uint64) cluster.Strategy) {
	source := rand.New(rand.NewPCG(3, 4))
	for trial := range 12 {
		groups := 1 + source.IntN(4)
		p := plans(t, ramp.Shape{Groups: groups, Racks: 1 + source.IntN(groups), Servers: 1 + source.IntN(4)}, trial&1 != 0, plan.Placer(trial/2%3))
		w := &workload.Settings{
			Graphs: p.Settings().Graphs, TrainingSteps: 1 + source.IntN(50), PoolCopies: 3, Sampling: workload.RemoveAndRepeat,
			Interarrival: workload.Distribution{Kind: "exponential", Mean: 10 + 2000*source.Float64()}, Beta: workload.Beta{Preset: "A"},
		}
		sim, err := cluster.New(cluster.Settings{Plans: p, HorizonSeconds: 1e5, QueueCapacity: 10}, w, uint64(trial))
		if err != nil {
			t.Fatal(err)
		}
		s := attach(t, start(uint64(trial)), p, w)
		for d, ok := sim.Decide(); ok; d, ok = sim.Decide() {
			if err := sim.ApplyAt(cluster.Choose(s, d)); err != nil {
				t.Fatal(err)
			}
		}
		Check(t, p, sim.Finish(), sim.Jobs())
	}
}

func plans(t *testing.T, shape ramp.Shape, corrected bool, placer plan.Placer) *plan.Planner {
	t.Helper()
	s := plan.Settings{
		Shape: shape, NodeBandwidth: 1.6e12, PropagationSeconds: 5e-8, IOSeconds: 1e-7, ChannelsPerLink: 1,
		MemoryBytes: 8e10, MaxDegree: 16, Quantum: 0.01, Fixes: plan.Rules(corrected), Placer: placer,
	}
	graphs, err := jobgraph.BuiltinJobs(jobgraph.PaperNames()...)
	if err != nil {
		t.Fatal(err)
	}
	s.Graphs = graphs
	p, err := plan.New(s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Check holds a run to what is true of every run: all jobs are accounted for,
// a server never runs two jobs at a time, and under the compact placer no job
// has more servers than its degree.
func Check(t *testing.T, p *plan.Planner, m cluster.Metrics, jobs []cluster.Job) {
	t.Helper()
	total := m.Completed + m.Blocked + m.Undecided
	if p.Settings().Fixes == plan.AllFixes {
		total += m.Unfinished
	}
	if total != m.Arrived || m.Arrived != len(jobs) {
		t.Errorf("%d arrived, %d recorded, but %d completed, %d blocked, %d unfinished and %d undecided", m.Arrived, len(jobs), m.Completed, m.Blocked, m.Unfinished, m.Undecided)
	}
	if by := m.BlockedByPolicy + m.BlockedByPlacement + m.BlockedByJCT + m.BlockedByQueue + m.BlockedByHorizon; by != m.Blocked {
		t.Errorf("causes account for %d of %d blocked jobs", by, m.Blocked)
	}
	busyUntil := map[string]float64{}
	for i := range jobs {
		j := &jobs[i]
		if j.StartSeconds == nil {
			continue
		}
		end := *j.StartSeconds + *j.JCTSeconds
		if j.EndSeconds != nil {
			end = *j.EndSeconds
		}
		for _, server := range j.Servers {
			if busyUntil[server] > *j.StartSeconds {
				t.Errorf("job %d starts at %v on server %s, which is busy until %v", j.Index, *j.StartSeconds, server, busyUntil[server])
			}
			busyUntil[server] = end
		}
		if p.Settings().Placer != plan.FirstFit && len(j.Servers) > j.Degree {
			t.Errorf("job %d of degree %d is on %d servers", j.Index, j.Degree, len(j.Servers))
		}
	}
}
