package cluster

import (
	"fmt"
	"math"
	"slices"

	"rampart/core/jobgraph"
	"rampart/core/plan"
	"rampart/core/ramp"
	"rampart/core/workload"
)

// epsilon is the reference's tolerance on the clock, in simulated seconds
// (machine_epsilon, spec section 8.1).
const epsilon = 1e-7

// tolerance is the relative tolerance of the deadline with plan.FixDeadline;
// the reference compares exactly (spec section 10, Q15).
const tolerance = 1e-9

// Settings are the constants of a simulation.
type Settings struct {
	Plans          *plan.Planner // decides rules and placer; may be shared by runs that follow one another
	HorizonSeconds float64       // end of the simulated time, > 0
	QueueCapacity  int           // jobs that may wait at a time, >= 0
}

// Simulator is one run: jobs arrive, a degree is asked for each, they are
// placed or blocked, run and complete (spec section 8). Use it as
//
//	for d, ok := sim.Decide(); ok; d, ok = sim.Decide() {
//		err := sim.ApplyAt(Choose(strategy, d))
//	}
//	metrics := sim.Finish()
type Simulator struct {
	s        Settings
	fixes    plan.Fixes
	stream   *workload.Stream
	later    []workload.Arrival // of a fork, which has no stream: what still arrives
	next     workload.Arrival   // the job that arrives next; Seconds is +Inf if none
	clock    float64
	free     ramp.Set
	freeNow  int
	trace    bool       // jobs come from an explicit trace
	coming   []ramp.Set // servers that will be free, for the placer that looks ahead: see look
	ends     []Running  // scratch of look
	placed   placed
	seen     int // servers in use during the last tick, as the reference's mask counts (Q10)
	jobs     ledger
	waiting  []int // indices of queued jobs
	running  []running
	memo     [][]*plan.Step   // by graph and degree: the first step of this run (Q9)
	kept     map[uint64][]int // sets of valid degrees with gaps, by which of the planner's they hold
	decision Decision
	verdict  Verdict
	pending  bool // decision waits for Apply
	finished bool
	sums     sums
}

// running is a job on the cluster, with the figures that every tick needs.
type running struct {
	job           int
	start, jct    float64
	servers       int
	channels      int
	memory, dep   float64 // of the partitioned graph, bytes
	flow          float64
	demandMemory  float64 // of the original graph, bytes
	demandDep     float64
	compute, comm float64 // overheads as fractions of the JCT
	utilisation   float64
}

// New prepares a run: jobs come from the workload with the given seed.
func New(s Settings, w *workload.Settings, seed uint64) (*Simulator, error) {
	if !(s.HorizonSeconds > 0) || s.QueueCapacity < 0 {
		return nil, fmt.Errorf("cluster: horizon %v s must be positive and queue capacity %d not negative", s.HorizonSeconds, s.QueueCapacity)
	}
	stream, err := workload.New(w, seed)
	if err != nil {
		return nil, err
	}
	ps := s.Plans.Settings()
	sim := &Simulator{s: s, fixes: ps.Fixes, stream: stream, trace: w.Trace != nil, free: ramp.NewSet(ps.Shape.N()), kept: map[uint64][]int{}}
	sim.memo = make([][]*plan.Step, len(ps.Graphs))
	sim.start()
	return sim, nil
}

// draw takes the next job from the workload.
func (s *Simulator) draw() {
	if s.stream == nil {
		s.drawLater()
		return
	}
	a, ok := s.stream.Next()
	if !ok {
		a.Seconds = math.Inf(1)
	}
	s.next = a
}

// arrive lets the next job arrive now.
func (s *Simulator) arrive() {
	a := s.next
	s.draw()
	g := s.graph(a.Graph)
	if gap := s.next.Seconds - s.clock; !s.trace || !math.IsInf(gap, 1) {
		s.sums.gap = gap
	} // else the last job of a trace, which is given the gap before it
	s.sums.load += over(g.Stats.TotalMemory+g.Stats.TotalEdgeBytes, s.sums.gap)
	s.sums.m.Arrived++
	i := s.jobs.add(entry{Arrival: a, arrived: s.clock, outcome: Undecided})
	if len(s.waiting) >= s.s.QueueCapacity {
		s.block(i, CauseQueue)
		return
	}
	s.waiting = append(s.waiting, i)
}

func (s *Simulator) graph(g int) *jobgraph.Job { return s.s.Plans.Settings().Graphs[g] }

func (s *Simulator) block(job int, why Cause) {
	e := s.jobs.at(job)
	e.outcome, e.cause = Blocked, why
	s.sums.blocked(why)
}

// ClockSeconds returns the simulated time.
func (s *Simulator) ClockSeconds() float64 { return s.clock }

// Arrived returns the number of jobs that have arrived.
func (s *Simulator) Arrived() int { return s.jobs.n }

// done reports whether nothing more can happen.
func (s *Simulator) done() bool {
	return s.clock >= s.s.HorizonSeconds ||
		math.IsInf(s.next.Seconds, 1) && len(s.running) == 0 && len(s.waiting) == 0
}

// Decide runs the cluster on to the next job that waits for its degree. It
// returns false when the run is over. The Decision is valid until Apply.
func (s *Simulator) Decide() (*Decision, bool) {
	if s.pending {
		return &s.decision, true
	}
	for !s.done() && len(s.waiting) == 0 {
		s.tick()
	}
	if s.done() {
		return nil, false
	}
	s.pending = true
	s.fill(s.waiting[0])
	return &s.decision, true
}

func (s *Simulator) fill(i int) {
	s.placed.known = false
	e := s.jobs.at(i)
	ps := s.s.Plans.Settings()
	d := &s.decision
	d.Job, d.Graph, d.Beta, d.TrainingSteps = i, e.Graph, e.Beta, e.TrainingSteps
	d.SequentialSeconds = s.sequential(e)
	d.MaxAcceptableSeconds = float64(e.Beta * d.SequentialSeconds)
	d.ClockSeconds, d.LatestEndSeconds = s.clock, s.LatestEnd()
	d.JobsRunning, d.State = len(s.running), s
	d.FreeServers = ps.Shape.N() - s.seen
	if s.fixes.Has(plan.FixMask) {
		d.FreeServers = s.freeNow
	}
	s.look()
	degrees := s.s.Plans.Degrees()
	n := len(degrees)
	for n > 1 && degrees[n-1] > d.FreeServers {
		n--
	}
	d.Valid = degrees[:n]
	if s.fixes.Has(plan.FixMask) {
		d.Valid = s.placeable(e.Graph, d.Valid)
	}
	e.valid = d.Valid
}

// Free implements State.
func (s *Simulator) Free() ramp.Set { return s.free }

// AppendRemaining implements State.
func (s *Simulator) AppendRemaining(dst []float64) []float64 {
	for _, r := range s.running {
		dst = append(dst, max(0, r.jct-(s.clock-r.start)))
	}
	return dst
}

// Placeable implements State.
func (s *Simulator) Placeable(degree int) bool {
	return s.place(s.decision.Graph, degree, 0) != nil
}

// JCTSeconds implements State. Under reference rules it is the time that would
// be booked, which the first placement of the run may have fixed.
func (s *Simulator) JCTSeconds(degree int) float64 {
	pl := s.place(s.decision.Graph, degree, 0)
	if pl == nil {
		return math.Inf(1)
	}
	return s.jct(pl)
}

// jct returns the time the waiting job would take as placed.
func (s *Simulator) jct(pl *plan.Plan) float64 {
	var step *plan.Step
	if memo := s.memo[s.decision.Graph]; memo != nil && !s.fixes.Has(plan.FixPlacement) {
		step = memo[pl.Degree]
	}
	if step == nil {
		step = s.s.Plans.Step(pl)
	}
	return float64(step.Seconds * float64(s.jobs.at(s.decision.Job).TrainingSteps))
}

// limit returns the longest JCT with which a placed job is accepted (spec
// section 7.5).
func (s *Simulator) limit(e *entry, pl *plan.Plan) float64 {
	return Limit(s.fixes, e.Beta, e.TrainingSteps, pl)
}

// placeable keeps the degrees that the placer can place right now.
func (s *Simulator) placeable(graph int, degrees []int) []int {
	can := func(d int) bool { return d == 0 || s.place(graph, d, 0) != nil }
	n := 0
	for n < len(degrees) && can(degrees[n]) {
		n++
	}
	if n == len(degrees) {
		return degrees
	}
	// Few different sets occur in a run; its records share them.
	var key uint64
	shared := len(degrees) <= 64
	for i, d := range degrees {
		if shared && (i < n || i > n && can(d)) {
			key |= 1 << uint(i)
		}
	}
	if kept, ok := s.kept[key]; ok && shared {
		return kept
	}
	kept := slices.Clone(degrees[:n])
	for _, d := range degrees[n+1:] {
		if can(d) {
			kept = append(kept, d)
		}
	}
	if shared {
		s.kept[key] = kept
	}
	return kept
}

// sequential returns the time the whole job would take on one server.
func (s *Simulator) sequential(e *entry) float64 {
	return float64(float64(e.TrainingSteps) * s.s.Plans.StepSeconds(e.Graph))
}

// tick runs the cluster to the next event (spec section 8.3, step 4).
func (s *Simulator) tick() {
	length := min(s.next.Seconds-s.clock, s.s.HorizonSeconds-s.clock)
	for i := range s.running {
		r := &s.running[i]
		length = min(length, r.jct-(s.clock-r.start))
	}
	length = max(length, 0)
	s.seen = s.sums.tick(s.running, length, s.s.Plans.Settings().Shape.N(), s.fixes.Has(plan.FixMeans))
	s.clock += length
	kept := 0
	for i := range s.running {
		r := &s.running[i]
		if r.jct-(s.clock-r.start)-epsilon <= 0 {
			s.complete(r)
			continue
		}
		if kept != i {
			s.running[kept] = *r
		}
		kept++
	}
	s.running = s.running[:kept]
	if s.clock+epsilon >= s.next.Seconds {
		s.arrive()
	}
}

func (s *Simulator) complete(r *running) {
	e := s.jobs.at(r.job)
	e.outcome, e.end = Completed, s.clock
	s.release(r)
	s.sums.completed(e, s.clock-e.arrived)
}

func (s *Simulator) release(r *running) {
	for _, server := range s.jobs.at(r.job).plan.Servers {
		s.free.Add(server)
	}
	s.freeNow += r.servers
}

// Finish ends the run and returns its figures. Jobs that still run are
// unfinished, and under reference rules count as blocked (Q11). It may be
// called early; then it counts what has happened so far.
func (s *Simulator) Finish() Metrics {
	if !s.finished {
		s.finished = true
		for i := range s.running {
			r := &s.running[i]
			e := s.jobs.at(r.job)
			e.outcome, e.cause = Unfinished, CauseHorizon
			s.sums.m.Unfinished++
			if !s.fixes.Has(plan.FixUnfinished) {
				s.sums.blocked(CauseHorizon)
			}
			s.release(r)
		}
		s.running = s.running[:0]
		s.pending = false
		s.sums.m.Undecided = len(s.waiting)
	}
	return s.sums.metrics(s.clock)
}

// Jobs returns the record of every job that arrived, in order of arrival.
func (s *Simulator) Jobs() []Job {
	ps := s.s.Plans.Settings()
	jobs := make([]Job, s.jobs.n)
	numbers := make([]float64, 0, 5*s.jobs.n)
	ref := func(x float64) *float64 {
		if math.IsInf(x, 0) {
			return nil
		}
		numbers = append(numbers, x)
		return &numbers[len(numbers)-1]
	}
	for i := range jobs {
		e := s.jobs.at(i)
		j := &jobs[i]
		*j = Job{
			Index: i, Graph: ps.Graphs[e.Graph].Graph.Name, ArrivalSeconds: e.arrived, Beta: e.Beta,
			TrainingSteps: e.TrainingSteps, SequentialSeconds: s.sequential(e),
			ValidDegrees: e.valid, Degree: e.degree, Outcome: e.outcome, Cause: e.cause,
		}
		j.MaxAcceptableSeconds = float64(e.Beta * j.SequentialSeconds)
		if e.plan == nil {
			if e.degree > 0 {
				j.EffectiveDegree = s.s.Plans.Template(e.Graph, e.degree).Degree
			}
			continue
		}
		steps := float64(e.TrainingSteps)
		j.EffectiveDegree = e.plan.Degree
		j.JCTSeconds = ref(float64(e.step.Seconds * steps))
		if e.step.Stuck == 0 {
			j.CommunicationSeconds = ref(float64(e.step.CommunicationSeconds * steps))
			j.ComputationSeconds = ref(float64(e.step.ComputationSeconds * steps))
		}
		j.Servers, j.Channels = e.plan.ServerNames, e.plan.Channels
		if e.outcome == Completed || e.outcome == Unfinished {
			j.StartSeconds = ref(e.start)
		}
		if e.outcome == Completed {
			j.EndSeconds = ref(e.end)
		}
	}
	return jobs
}
