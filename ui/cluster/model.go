// Package cluster is the Cluster tab: the RAMP topology and how it stands at one
// moment of a run, where blocks of servers are free, which channels are in use,
// and what a collective costs. A Model is its state, a View draws it, and only
// surface_js.go touches the browser.
package cluster

import (
	"math"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/core/ramp"
	"rampart/core/survey"
	"rampart/wasm/wire"
)

// Surveyor looks at a moment of a run somewhere else. got is called once, while
// the page's state may be changed, with an answer or a sentence that says why
// there is none; not after stop.
type Surveyor interface {
	Survey(experiment []byte, u wire.Unit, seconds float64, job *int, got func(s *wire.Survey, message string)) (stop func())
}

// Clock keeps the moment that is shown, for the Timeline too.
type Clock interface {
	Cursor() (seconds float64, ok bool)
	SetCursor(seconds float64)
}

// Model is the state of the tab.
type Model struct {
	surveyor Surveyor
	changed  func()

	x         *experiment.Experiment
	canonical []byte
	shape     ramp.Shape
	run       *experiment.Run
	clock     Clock
	graphs    map[string]int // number of each graph of the experiment
	end       float64        // of the time, seconds
	roomless  bool           // a job of the run found no room

	seconds float64
	moment  *survey.Moment // nil without a run
	problem string         // why there is none, a sentence
	server  int            // with the focus, or none
	job     int            // chosen, or none
	degree  int            // whose first free block is highlighted, or 0
	first   int            // group that the picture begins with

	answer  *wire.Survey // of the moment, unless late
	late    bool         // answer is of an earlier moment
	message string       // why there is no answer, a sentence
	stop    func()       // gives up the question on its way, nil if there is none
	again   bool         // something changed while it was on its way
	owed    bool         // a question was given up

	Costs *Costs
}

// NewModel returns a model that knows nothing yet: call Show. changed asks for a
// drawing when an answer has come.
func NewModel(s Surveyor, changed func()) *Model {
	return &Model{surveyor: s, changed: changed, server: none, job: none, Costs: newCosts()}
}

// Show tells the model what there is to look at: an experiment, its canonical
// form and a run with its jobs, nil while there is none. It is called before
// each drawing.
func (m *Model) Show(x *experiment.Experiment, canonical []byte, run *experiment.Run, clock Clock) {
	if x != m.x {
		m.x, m.canonical = x, canonical
		m.shape = ramp.Shape{Groups: x.Cluster.Groups, Racks: x.Cluster.RacksPerGroup, Servers: x.Cluster.ServersPerRack}
		m.graphs = map[string]int{}
		for i, g := range x.Workload.Graphs {
			m.graphs[g.Name] = i
		}
		m.Costs.setBase(x)
		m.server, m.first, m.degree = none, 0, 0
	}
	m.clock = clock
	at, ok := clock.Cursor()
	if run != m.run || run == nil {
		m.run, m.job = run, none
		m.giveUp()
		m.moment, m.answer, m.problem = nil, nil, ""
		if run == nil {
			return
		}
		m.end = endOf(x, run)
		_, m.roomless = m.withoutRoom(-1)
		if !ok || at > m.end {
			at = opening(m.shape, run, m.end)
		}
		m.look(at)
		return
	}
	switch {
	case ok && at != m.seconds && at <= m.end:
		m.look(at)
	case m.owed:
		m.ask()
	}
}

// endOf is when the last thing of a run happens.
func endOf(x *experiment.Experiment, run *experiment.Run) float64 {
	end := x.HorizonSeconds
	for i := range run.Jobs {
		j := &run.Jobs[i]
		end = max(end, j.ArrivalSeconds)
		if j.EndSeconds != nil && j.Outcome != cluster.Unfinished {
			end = max(end, *j.EndSeconds)
		}
	}
	return end
}

// foundNoRoom reports whether a job was blocked for want of servers: because no
// block was free, or so few servers that no degree was valid.
func foundNoRoom(j *cluster.Job) bool {
	return j.Cause == cluster.CausePlacement || j.Cause == cluster.CausePolicy && len(j.ValidDegrees) == 1
}

// opening is the moment that a run opens with: the first at which a job found no
// room though as many servers were free as it wanted, since that is what the tab
// explains; or else the first at which one found no room, or one of some use.
func opening(s ramp.Shape, run *experiment.Run, end float64) float64 {
	first := math.NaN()
	var running []*cluster.Job // that may still run
	for i := range run.Jobs {
		j := &run.Jobs[i]
		if j.StartSeconds != nil && len(j.Servers) > 0 {
			running = append(running, j)
		}
		if !foundNoRoom(j) {
			continue
		}
		if math.IsNaN(first) {
			first = j.ArrivalSeconds
		}
		free, left := s.N(), running[:0]
		for _, r := range running {
			if survey.Runs(r, j.ArrivalSeconds) {
				free -= len(r.Servers)
			}
			if r.EndSeconds == nil || *r.EndSeconds > j.ArrivalSeconds {
				left = append(left, r)
			}
		}
		if running = left; free >= max(1, j.Degree) {
			return j.ArrivalSeconds
		}
	}
	if !math.IsNaN(first) {
		return first
	}
	for i := min(20, len(run.Jobs)) - 1; i >= 0; i-- {
		if s := run.Jobs[i].StartSeconds; s != nil {
			return *s
		}
	}
	return end / 2
}

// SetSeconds goes to a moment, and takes the Timeline there.
func (m *Model) SetSeconds(seconds float64) {
	if m.run == nil || math.IsNaN(seconds) {
		return
	}
	seconds = min(max(0, seconds), m.end)
	m.clock.SetCursor(seconds)
	m.look(seconds)
}

// look looks at a moment.
func (m *Model) look(seconds float64) {
	m.seconds = seconds
	moment, err := survey.At(m.shape, m.run.Jobs, seconds)
	if err != nil {
		m.moment, m.problem = nil, "This run cannot be shown: "+err.Error()+"."
		return
	}
	m.moment, m.problem, m.late = moment, "", true
	if m.job != none && !survey.Runs(&m.run.Jobs[m.job], seconds) {
		m.job = none
	}
	m.ask()
}

// step goes to the next (by 1) or previous (by -1) moment at which a job takes
// its servers or gives them back.
func (m *Model) step(by int) {
	if m.run == nil {
		return
	}
	search := survey.Next
	if by < 0 {
		search = survey.Previous
	}
	if at, ok := search(m.run.Jobs, m.seconds); ok && at <= m.end {
		m.SetSeconds(at)
	}
}

// nextWithoutRoom goes to the next job that found no room, from the last one to
// the first.
func (m *Model) nextWithoutRoom() {
	if at, ok := m.withoutRoom(m.seconds); ok {
		m.SetSeconds(at)
	} else if at, ok := m.withoutRoom(-1); ok {
		m.SetSeconds(at)
	}
}

// withoutRoom is when the first job after a moment arrived that found no room.
func (m *Model) withoutRoom(after float64) (at float64, ok bool) {
	if m.run == nil {
		return 0, false
	}
	for i := range m.run.Jobs {
		j := &m.run.Jobs[i]
		if foundNoRoom(j) && j.ArrivalSeconds > after && (!ok || j.ArrivalSeconds < at) {
			at, ok = j.ArrivalSeconds, true
		}
	}
	return at, ok
}

// ask asks the engine about the moment, unless an answer is on its way: then it
// asks again once that is here.
func (m *Model) ask() {
	if m.stop != nil {
		m.again = true
		return
	}
	m.again, m.owed = false, false
	var job *int
	if m.job != none {
		job = new(m.job)
	}
	of, seconds := m.run, m.seconds
	asked := false
	stop := m.surveyor.Survey(m.canonical, wire.Unit{Strategy: of.Strategy, Seed: of.Seed}, seconds, job, func(s *wire.Survey, message string) {
		asked = true
		m.stop = nil
		if m.run != of {
			return
		}
		m.answer, m.message = s, message
		if s != nil && !m.fits(s) {
			m.answer, m.message = nil, "The engine's answer makes no sense."
		}
		m.late = seconds != m.seconds
		if m.again {
			m.ask()
		}
		m.changed()
	})
	if !asked {
		m.stop = stop
	}
}

// giveUp forgets the question that is on its way.
func (m *Model) giveUp() {
	if m.stop != nil {
		m.stop()
		m.stop, m.owed = nil, true
	}
	m.again = false
}

// fits reports whether an answer can be of this cluster.
func (m *Model) fits(s *wire.Survey) bool {
	n := m.shape.N()
	inside := func(list []int) bool {
		for _, server := range list {
			if server < 0 || server >= n {
				return false
			}
		}
		return true
	}
	for i := range s.Degrees {
		if !inside(s.Degrees[i].First) || !inside(s.Degrees[i].LastResort) {
			return false
		}
	}
	for _, l := range s.Links {
		if !inside([]int{l.From, l.To}) {
			return false
		}
	}
	for _, j := range s.Jobs {
		if j.Job < 0 || j.Job >= len(m.run.Jobs) {
			return false
		}
	}
	return true
}

// Owner is the job that has a server, or none.
func (m *Model) Owner(server int) int {
	if m.moment == nil || server == none {
		return none
	}
	return int(m.moment.Owner[server])
}

// choose gives the focus to a server, and chooses its job.
func (m *Model) choose(server int) {
	m.server = server
	m.chooseJob(m.Owner(server))
}

// chooseJob chooses a job that runs, or none.
func (m *Model) chooseJob(job int) {
	if m.job == job {
		return
	}
	m.job = job
	if m.run != nil && m.moment != nil {
		m.ask()
	}
}

// nextJob chooses the job that runs after (by 1) or before (by -1) the chosen
// one, in order of arrival, and moves the focus to its first server.
func (m *Model) nextJob(by int) {
	if m.moment == nil || len(m.moment.Running) == 0 {
		return
	}
	at := none
	for i, job := range m.moment.Running {
		if job == m.job {
			at = i
		}
	}
	switch {
	case at == none && by < 0:
		at = len(m.moment.Running) - 1
	default:
		at = min(max(0, at+by), len(m.moment.Running)-1)
	}
	job := m.moment.Running[at]
	for server, owner := range m.moment.Owner {
		if int(owner) == job {
			m.server = server
			break
		}
	}
	m.chooseJob(job)
}

// toggleDegree highlights the first free block of a degree, or no longer.
func (m *Model) toggleDegree(degree int) {
	if m.degree == degree {
		degree = 0
	}
	m.degree = degree
}

// marked are the servers of the highlighted block.
func (m *Model) marked() []int {
	if m.answer == nil || m.late || m.degree == 0 {
		return nil
	}
	for i := range m.answer.Degrees {
		d := &m.answer.Degrees[i]
		if d.Servers != m.degree {
			continue
		}
		if d.First != nil {
			return d.First
		}
		return d.LastResort
	}
	return nil
}

// shown is how many groups the picture shows at most.
func (m *Model) shown() int {
	return max(1, min(m.shape.Groups, mostDrawn/(m.shape.Racks*m.shape.Servers)))
}

// graph is the number of a job's graph, for its colour.
func (m *Model) graph(job int) int { return m.graphs[m.run.Jobs[job].Graph] }
