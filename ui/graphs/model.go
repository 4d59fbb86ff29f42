package graphs

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"rampart/core/experiment"
	"rampart/core/jobgraph"
	"rampart/core/snapshot"
	"rampart/wasm/wire"
)

// Asker answers questions about graphs somewhere else. got is called once,
// while the page's state may be changed, with an answer or a sentence that says
// why there is none; not after stop.
type Asker interface {
	Graph(experiment []byte, q *wire.GraphQuestion, progress func(done, total int), got func(f *wire.GraphFigures, message string)) (stop func())
}

// first is the graph that is shown at first: one with shortcuts, small enough to
// be read. firstDegree is the degree.
const (
	first       = "resnet18"
	firstDegree = 8
)

// Choice is a graph that can be looked at.
type Choice struct {
	Name, Label string
}

// Model is the state of the tab.
type Model struct {
	asker   Asker
	changed func()
	Sheet   *Sheet
	Gantt   *Gantt

	x       *experiment.Experiment
	choices []Choice
	chosen  string
	without bool // the input op is left out
	degree  int
	wished  int    // degree that was chosen last, 0 for none
	beta    string // as typed
	tone    Tone
	query   string
	found   []int // ops
	focus   int   // node

	file     []byte // the experiment that is asked about
	fileName string // the graph in it

	of      string // what the parts below belong to: the cluster and the graph
	figure  *Figure
	costs   *wire.GraphCosts
	step    *wire.GraphStep
	message string // why there is no figure, costs or step
	stop    func() // of what is asked
	done    int    // degrees that are costed, of total
	total   int
}

// NewModel returns a model that knows nothing yet: call Open. changed asks for
// a drawing.
func NewModel(a Asker, changed func()) *Model {
	m := &Model{asker: a, changed: changed, Sheet: NewSheet(), Gantt: NewGantt(), beta: "0.5", tone: ByTime, focus: none}
	m.Sheet.OnFocus = func(node int) {
		m.focus = node
		m.Gantt.Focus(node)
		m.changed()
	}
	m.Gantt.OnFocus = func(node int) { m.Sheet.Focus(node) }
	return m
}

// Open is called when the tab is opened, with the experiment whose cluster the
// graphs are costed on.
func (m *Model) Open(x *experiment.Experiment) {
	m.x, m.file = x, nil
	m.choices = nil
	for _, ref := range x.Workload.Graphs {
		label := ref.Name
		if ref.Inline != nil {
			label += " (imported)"
		}
		m.choices = append(m.choices, Choice{ref.Name, label})
	}
	for _, name := range jobgraph.BuiltinNames() {
		if !m.has(name) {
			m.choices = append(m.choices, Choice{name, name + " (not in the experiment)"})
		}
	}
	if !m.has(m.chosen) {
		m.chosen, m.without = m.choices[0].Name, false
		if m.has(first) {
			m.chosen = first
		}
	}
	m.ask()
}

func (m *Model) has(name string) bool {
	return slices.ContainsFunc(m.choices, func(c Choice) bool { return c.Name == name })
}

// Choose shows another graph. A name that there is not is left alone.
func (m *Model) Choose(name string) {
	if m.choices != nil && !m.has(name) {
		return
	}
	if m.chosen != name {
		m.chosen, m.without = name, false
	}
	if m.x != nil {
		m.ask()
	}
}

// Chosen is the graph that is shown; "" before Open.
func (m *Model) Chosen() string { return m.chosen }

// Look is what the tab shows, as a link keeps it; nil before Open.
func (m *Model) Look() *snapshot.Graph {
	if m.chosen == "" {
		return nil
	}
	return &snapshot.Graph{Name: m.chosen, Degree: m.wished, WithoutInput: m.without}
}

// Wish has the tab show what a link keeps, from the next time it is opened.
func (m *Model) Wish(g *snapshot.Graph) {
	m.chosen, m.wished, m.without = g.Name, g.Degree, g.WithoutInput
}

// Job chooses the degree, if it is one of a job that runs, and the beta of a job.
func (m *Model) Job(degree int, beta float64) {
	m.beta = strconv.FormatFloat(beta, 'g', -1, 64)
	if degree > 0 {
		m.SetDegree(degree)
	}
}

// LeaveOut leaves the input op out of the graph, or takes it in again.
func (m *Model) LeaveOut(out bool) {
	m.without = out
	m.ask()
}

// question is the experiment that is asked about: only what a plan depends on,
// so that a change of anything else asks nothing anew. It is made once for a
// graph, which may be large.
func (m *Model) question() []byte {
	if m.file == nil || m.fileName != m.chosen {
		m.file, m.fileName = m.makeQuestion(), m.chosen
	}
	return m.file
}

func (m *Model) makeQuestion() []byte {
	plain := *experiment.Default()
	x := m.x
	plain.Cluster, plain.Partition, plain.Rules, plain.Placer = x.Cluster, x.Partition, x.Rules, x.Placer
	plain.Workload.TrainingSteps = x.Workload.TrainingSteps
	plain.Strategies, plain.Seeds = []experiment.StrategySpec{{Kind: "max"}}, []uint64{0}
	plain.Workload.Graphs = []experiment.GraphRef{{Name: m.chosen}}
	for _, ref := range x.Workload.Graphs {
		if ref.Name == m.chosen {
			plain.Workload.Graphs[0] = ref
		}
	}
	return experiment.AppendCanonical(nil, &plain)
}

// ask fetches what is missing: the drawing, then the costs of all degrees, then
// the step at the degree.
func (m *Model) ask() {
	file := m.question()
	of := strconv.FormatBool(m.without) + string(file)
	if of != m.of {
		m.halt()
		m.of, m.costs, m.step, m.message = of, nil, nil, ""
		m.figure = nil
		m.focus, m.found = none, nil
		m.show()
	}
	q := &wire.GraphQuestion{Name: m.chosen, WithoutInput: m.without}
	switch {
	case m.stop != nil || m.message != "":
		return
	case m.figure == nil:
		q.Drawing = true
	case m.costs == nil:
		q.Costs = true
	case m.step == nil && m.pickDegree():
		q.Degree = m.degree
	default:
		return
	}
	answered := false
	m.done, m.total = 0, 0
	stop := m.asker.Graph(file, q, func(done, total int) {
		m.done, m.total = done, total
		m.changed()
	}, func(f *wire.GraphFigures, message string) {
		answered = true
		if m.of != of || q.Degree != 0 && q.Degree != m.degree {
			return
		}
		m.stop = nil
		m.take(q, f, message)
		m.ask()
		m.changed()
	})
	if !answered {
		m.stop = stop
	}
}

// halt gives up what is asked.
func (m *Model) halt() {
	if m.stop != nil {
		m.stop()
		m.stop = nil
	}
}

// Stop ends what takes long; what is there stays.
func (m *Model) Stop() {
	m.halt()
	m.message = "Stopped."
}

// Retry asks again.
func (m *Model) Retry() {
	m.message = ""
	m.ask()
}

// asking reports whether an answer is on its way.
func (m *Model) asking() bool { return m.stop != nil }

// take takes an answer in.
func (m *Model) take(q *wire.GraphQuestion, f *wire.GraphFigures, message string) {
	if f == nil {
		m.message = message
		return
	}
	switch {
	case q.Drawing:
		if m.figure = NewFigure(f.Drawing); m.figure == nil {
			m.message = "The engine's answer makes no sense."
		}
		m.focus = none
		m.show()
		m.Search(m.query)
	case q.Costs:
		if m.costs = f.Costs; m.costs == nil || len(m.costs.Degrees) == 0 {
			m.costs, m.message = nil, "The engine's answer makes no sense."
		}
	default:
		if m.step = f.Step; !soundStep(m.step, m.figure.n) {
			m.step, m.message = nil, "The engine's answer makes no sense."
		}
	}
	m.show()
}

// soundStep reports whether the parts of a step fit together.
func soundStep(s *wire.GraphStep, n int) bool {
	if s == nil {
		return false
	}
	if s.Unplaced != "" {
		return true
	}
	for _, length := range []int{len(s.SubOps), len(s.Seconds), len(s.Memory), len(s.Flows), len(s.NodeBytes), len(s.SyncBytes)} {
		if length != 2*n {
			return false
		}
	}
	if len(s.Row) != len(s.Servers) {
		return false
	}
	for _, row := range s.Row {
		if row < 0 || row >= len(s.Schedules) {
			return false
		}
	}
	node := func(v int) bool { return v >= 0 && v < 2*n }
	for i := range s.Schedules {
		c := &s.Schedules[i]
		if len(c.From) != len(c.Node) || len(c.To) != len(c.Node) || len(c.Moves)%2 != 0 {
			return false
		}
		for _, v := range c.Node {
			if v != none && !node(v) {
				return false
			}
		}
	}
	for _, l := range s.Critical {
		if !node(l.From) || !node(l.To) || l.Server < 0 || l.Server >= len(s.Servers) {
			return false
		}
	}
	return !slices.ContainsFunc(s.Transfers, func(t wire.GraphTransfer) bool { return !node(t.From) || !node(t.To) })
}

// show brings the canvases up to date.
func (m *Model) show() {
	f := m.figure
	m.Sheet.Show(f, m.sheetWords())
	if f == nil {
		m.Gantt.Show(nil, 0, nil, "")
		return
	}
	m.Sheet.Colour(f.paint(m.tone, m.split()), m.note)
	m.Gantt.Show(m.step, f.n, m.nodeName, m.ganttWords())
	m.Gantt.Focus(m.focus)
}

// split are the sub-ops of each node, nil if they are not known.
func (m *Model) split() []int {
	if m.step == nil {
		return nil
	}
	return m.step.SubOps
}

// SetTone chooses what the colours say.
func (m *Model) SetTone(t Tone) {
	m.tone = t
	m.show()
}

// pickDegree makes sure that the degree is one of the cluster's; false if it has
// none.
func (m *Model) pickDegree() bool {
	if m.costs == nil {
		return false
	}
	want := m.wished
	if want == 0 {
		want = firstDegree
	}
	best := 0
	for _, c := range m.costs.Degrees { // the largest that is not above what is wanted
		if c.Degree <= want && (c.Servers > 0 || c.Degree == want) {
			best = c.Degree
		}
	}
	if best == 0 {
		best = m.costs.Degrees[0].Degree
	}
	m.degree = best
	return true
}

// SetDegree chooses a degree.
func (m *Model) SetDegree(degree int) {
	m.wished = degree
	if m.costs == nil || degree == m.degree && m.step != nil {
		return // it is shown already, or will be once the degrees are known
	}
	m.halt()
	m.message, m.degree, m.step = "", degree, nil
	m.show()
	m.ask()
}

// betaValue is the beta that was typed; ok is false if it is none.
func (m *Model) betaValue() (beta float64, ok bool) {
	beta, err := strconv.ParseFloat(strings.TrimSpace(m.beta), 64)
	return beta, err == nil && beta > 0 && beta <= 1
}

// deadline is the longest acceptable JCT of a degree, in simulated seconds; NaN
// without a beta.
func (m *Model) deadline(c *wire.GraphCost) float64 {
	beta, ok := m.betaValue()
	if !ok {
		return math.NaN()
	}
	return beta * c.LimitSeconds * (1 + m.costs.Tolerance)
}

// inTime reports whether a job at a degree is accepted on an empty cluster.
func (m *Model) inTime(c *wire.GraphCost) bool {
	return c.Servers > 0 && !c.Endless && c.JCTSeconds <= m.deadline(c)
}

// Search looks for ops.
func (m *Model) Search(text string) {
	m.query, m.found = text, nil
	if m.figure != nil && strings.TrimSpace(text) != "" {
		m.found = m.figure.find(text)
		if m.found == nil {
			m.found = []int{}
		}
	}
	m.Sheet.Find(m.found)
}

// NextFound gives the focus to the next op that the search has found, or the one
// before.
func (m *Model) NextFound(by int) {
	if len(m.found) == 0 {
		return
	}
	at := -1
	if m.focus != none {
		at = slices.Index(m.found, m.figure.op(m.focus))
	}
	if at < 0 && by < 0 {
		at = 0
	}
	at = (at + by + len(m.found)) % len(m.found)
	m.Sheet.Close(m.found[at])
}

// input is the part of a step's compute time that the input ops take; ok is
// false if there are none.
func (m *Model) input() (share, time float64, ok bool) {
	f := m.figure
	if f == nil || len(f.Inputs) == 0 || !(f.Stats.StepTime > 0) {
		return 0, 0, false
	}
	for _, op := range f.Inputs {
		if op >= 0 && op < f.n {
			time += f.Forward[op] + f.Backward[op]
		}
	}
	return time / f.Stats.StepTime, time, true
}
