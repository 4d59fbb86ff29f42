package graphs

import (
	"math"
	"strconv"

	"github.com/vugu/vugu"

	"rampart/ui/canvas"
	"rampart/ui/chart"
	"rampart/ui/number"
	"rampart/wasm/wire"
)

// View is the Graphs tab.
type View struct {
	Model *Model
	// Add gives the experiment a graph, as a file; nil hides the button.
	Add  func(file []byte)
	Save chart.Saver // saves a figure

	sheet, gantt canvas.Host
	table        bool // of ops
	stats        bool
	costs        bool // the costs as a table
	transfers    bool
	page         int // of the table of ops
	added        string
}

// Init is called once by vugu.
func (c *View) Init(vugu.InitCtx) {
	c.sheet = canvas.New(c.Model.Sheet, "Graph. Arrow keys move, plus and minus zoom, 0 shows all, brackets step through ops, m goes to the other pass.")
	c.gantt = canvas.New(c.Model.Gantt, "Training step. Arrow keys move along time, plus and minus zoom, 0 shows all, brackets step along the critical path.")
}

// Destroy is called once by vugu when the tab is left.
func (c *View) Destroy(vugu.DestroyCtx) {
	c.sheet.Close()
	c.gantt.Close()
	c.Model.Sheet.Bind(func() {}, func(string) {})
	c.Model.Gantt.Bind(func() {}, func(string) {})
}

// pageRows is how many rows of the table of ops are shown at a time.
const pageRows = 50

// opRow is a row of the table of ops.
type opRow struct {
	op                                          int
	ID, Type, Forward, Backward                 string
	Activation, Parameters, Memory, Split, Flow string
}

// rows are those of the page of the table: what a search has found, or all.
func (c *View) rows() []opRow {
	m := c.Model
	ops := m.listed()
	from := min(c.page*pageRows, len(ops))
	var list []opRow
	for _, op := range ops[from:min(from+pageRows, len(ops))] {
		f := m.figure
		r := opRow{
			op: op, ID: strconv.Itoa(f.ID[op]), Type: f.Types[f.Type[op]],
			Forward: number.Significant(f.Forward[op]), Backward: number.Significant(f.Backward[op]),
			Activation: number.Bytes(f.ActivationBytes[op]), Parameters: number.Bytes(f.ParameterBytes[op]), Memory: number.Bytes(f.memory(op)),
			Split: number.Missing, Flow: number.Missing,
		}
		if s := m.step; s != nil && s.Unplaced == "" {
			r.Split = number.Count(s.SubOps[op])
			r.Flow = number.Count(s.Flows[op]+s.Flows[op+f.n]) + ", " + number.Bytes(s.NodeBytes[op]+s.NodeBytes[op+f.n])
		}
		list = append(list, r)
	}
	return list
}

// listed are the ops of the table.
func (m *Model) listed() []int {
	if m.found != nil {
		return m.found
	}
	return m.figure.order
}

func (c *View) pages() int { return (len(c.Model.listed()) + pageRows - 1) / pageRows }

func (c *View) turn(by int) { c.page = max(0, min(c.page+by, c.pages()-1)) }

// costBar is a row of the chart of costs.
type costBar struct {
	cost           *wire.GraphCost
	ID, Name       string
	Compute, Other float64 // parts of the scale
	Value, State   string
	Class          string
	Chosen         bool
}

// costBars are the rows of the chart: the time in which some op ran, and the
// rest of the JCT, in which all waited for transfers.
func (c *View) costBars() []costBar {
	m := c.Model
	if m.costs == nil {
		return nil
	}
	most := m.costMost()
	list := make([]costBar, len(m.costs.Degrees))
	for i := range list {
		cost := &m.costs.Degrees[i]
		b := costBar{cost: cost, ID: "graphs-degree-" + strconv.Itoa(cost.Degree), Name: "Degree " + strconv.Itoa(cost.Degree), Chosen: cost.Degree == m.degree}
		b.Class = "figure-row graphs-cost"
		switch {
		case cost.Servers == 0:
			b.Value, b.State = number.Missing, "no room"
		case cost.Endless:
			b.Value, b.State = number.Missing, "never ends"
		default:
			b.Compute = cost.ComputationSeconds / most
			b.Other = math.Max(0, cost.JCTSeconds-cost.ComputationSeconds) / most
			b.Value, b.State = number.Brief(cost.JCTSeconds), "too slow"
			if m.inTime(cost) {
				b.State = "in time"
				b.Class += " graphs-in-time"
			} else if _, ok := m.betaValue(); !ok {
				b.State = ""
			}
		}
		if b.Chosen {
			b.Class += " graphs-chosen"
		}
		list[i] = b
	}
	return list
}

// costMost is the end of the scale of costs.
func (m *Model) costMost() float64 {
	most := m.costs.SequentialSeconds
	for i := range m.costs.Degrees {
		most = math.Max(most, m.costs.Degrees[i].JCTSeconds)
	}
	if !(most > 0) {
		return 1
	}
	return most
}

// costTicks are those of the scale of costs.
func (c *View) costTicks() []chart.Tick {
	most := c.Model.costMost()
	var ticks []chart.Tick
	for _, v := range timeTicks(0, most, 7) {
		ticks = append(ticks, chart.Tick{Value: v / most, Label: tick(v, most)})
	}
	return ticks
}

// lines are the deadline and the sequential time on the scale of costs.
func (c *View) deadlineAt() (part float64, ok bool) {
	m := c.Model
	beta, ok := m.betaValue()
	if !ok || m.costs == nil {
		return 0, false
	}
	return beta * m.costs.SequentialSeconds / m.costMost(), true
}

func (c *View) deadlineX() string {
	part, _ := c.deadlineAt()
	return chart.Percent(part)
}

func (c *View) hasDeadline() bool {
	_, ok := c.deadlineAt()
	return ok
}

// deadlineWords name the deadline.
func (c *View) deadlineWords() string {
	m := c.Model
	beta, ok := m.betaValue()
	if !ok || m.costs == nil {
		return ""
	}
	return "deadline " + number.Brief(beta*m.costs.SequentialSeconds)
}

// costWords is the chart of costs in words.
func (c *View) costWords() string {
	s := "JCT by degree on an empty cluster."
	for _, b := range c.costBars() {
		s += " " + b.Name + ": " + b.Value
		if b.State != "" {
			s += ", " + b.State
		}
		s += "."
	}
	return s
}

func (c *View) sliderValue() string {
	beta, ok := c.Model.betaValue()
	if !ok {
		beta = 0.5
	}
	return strconv.FormatFloat(math.Max(0.01, beta), 'g', -1, 64)
}

func (c *View) editBeta(event vugu.DOMEvent) { c.Model.beta = event.PropString("target", "value") }

func (c *View) choose(event vugu.DOMEvent) {
	c.page, c.added = 0, ""
	c.Model.Choose(event.PropString("target", "value"))
}

func (c *View) chooseTone(event vugu.DOMEvent) {
	c.Model.SetTone(Tone(event.PropString("target", "value")))
}

func (c *View) search(event vugu.DOMEvent) {
	c.page = 0
	c.Model.Search(event.PropString("target", "value"))
}

func (c *View) searchKey(event vugu.DOMEvent) {
	if event.PropString("key") != "Enter" {
		return
	}
	event.PreventDefault()
	by := 1
	if event.PropBool("shiftKey") {
		by = -1
	}
	c.Model.NextFound(by)
}

// foundWords says how many ops the search has found.
func (c *View) foundWords() string {
	m := c.Model
	if m.found == nil {
		return ""
	}
	return plural(len(m.found), "op", "ops")
}

func (c *View) chooseDegree(event vugu.DOMEvent) {
	if d, err := strconv.Atoi(event.PropString("target", "value")); err == nil {
		c.Model.SetDegree(d)
	}
}

func (c *View) leaveOut(event vugu.DOMEvent) {
	c.added = ""
	c.Model.LeaveOut(event.PropBool("target", "checked"))
}

// hasInput reports whether there is something to leave out, or left out.
func (c *View) hasInput() bool {
	_, time, ok := c.Model.input()
	return ok && time > 0 || c.Model.without
}

// inputWords says what loading data takes.
func (c *View) inputWords() string {
	m := c.Model
	share, time, ok := m.input()
	if !ok {
		return "The graph is shown without its input op. " +
			"The experiment still uses it with the op, unless this one is added."
	}
	return "Input op (data loading): " + m.figure.timeWords(time) + " of " + m.figure.timeWords(m.figure.Stats.StepTime) + ", " + number.Rate(share) +
		" of a step's compute time. The profiles book loading as the op's forward time, so that it is split like any other."
}

// canAdd reports whether the derived graph can join the experiment.
func (c *View) canAdd() bool {
	return c.Add != nil && c.Model.without && c.Model.figure != nil && len(c.Model.figure.File) > 0
}

func (c *View) add() {
	c.Add(c.Model.figure.File)
	c.added = c.Model.figure.Name + " joined the experiment's graphs. Run to use it."
}

// stuckWords says what went wrong, with a way out.
func (c *View) waits() bool { return c.Model.figure == nil && c.Model.message == "" }

// facts are the figures of the partitioned job.
func (c *View) splitFacts() []fact {
	m := c.Model
	s := m.step
	if s == nil || s.Unplaced != "" {
		return nil
	}
	compute, transfer := criticalParts(s)
	list := []fact{
		{"Sub-ops", number.Count(s.Ops), "Of both passes"},
		{"Dependencies", number.Count(s.Dependencies), "Between sub-ops, gradients included"},
		{"They carry", number.Bytes(s.DependencyBytes), "In every step, within a server too"},
		{"Between servers", number.Bytes(s.FlowBytes), "In every step"},
		{"Channels in use", number.Count(s.Channels), "Distinct channels that carry flows"},
		{"Servers", number.Count(len(s.Servers)), "That hold some sub-op"},
	}
	if s.Stuck == 0 {
		list = append(list,
			fact{"Step", number.Brief(s.StepSeconds), "Simulated time of one training step"},
			fact{"Some op runs", number.Brief(s.ComputationSeconds), "Time in which at least one server computes"},
			fact{"Some flow moves", number.Brief(s.CommunicationSeconds), "Time in which at least one flow moves; may overlap with computation"},
			fact{"Critical path computes", number.Brief(compute), "What the end of the step waits for"},
			fact{"Critical path transfers", number.Brief(transfer), "What the end of the step waits for"},
			fact{"Servers are busy", number.Rate(ratio(s.BusySeconds, s.StepSeconds*float64(len(s.Servers)))), "Mean over the servers of the job"},
		)
	}
	return list
}

func ariaBool(b bool) string { return strconv.FormatBool(b) }

func showHide(open bool, what string) string {
	if open {
		return "Hide " + what
	}
	return "Show " + what
}
