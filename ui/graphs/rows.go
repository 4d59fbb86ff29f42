package graphs

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"rampart/core/jobgraph"
	"rampart/core/plan"
	"rampart/ui/number"
)

// degrees are those that can be chosen.
func (c *View) degrees() []int {
	m := c.Model
	if m.costs == nil {
		return []int{firstDegree}
	}
	list := make([]int, len(m.costs.Degrees))
	for i, d := range m.costs.Degrees {
		list[i] = d.Degree
	}
	return list
}

func (c *View) hasBeta() bool {
	_, ok := c.Model.betaValue()
	return ok
}

// placed reports whether there is a step to show.
func (c *View) placed() bool {
	s := c.Model.step
	return s != nil && s.Unplaced == ""
}

func (c *View) keyTitle() string {
	switch c.Model.tone {
	case ByType:
		return "Types by time:"
	case BySplit:
		return "Sub-ops at degree " + strconv.Itoa(c.Model.degree) + ":"
	case ByMemory:
		return "Activation and parameters:"
	}
	return "Compute time:"
}

// pageWords says which rows of the table are shown.
func (c *View) pageWords() string {
	n := len(c.Model.listed())
	if n == 0 {
		return "no op"
	}
	return fmt.Sprintf("%s to %s of %s", number.Count(c.page*pageRows+1), number.Count(min(n, (c.page+1)*pageRows)), plural(n, "op", "ops"))
}

// unitNote tells of the unit under which the reference simulates.
func (c *View) unitNote() string {
	if m := c.Model; !m.x.Rules.Has(plan.FixUnits) && m.figure.Unit == string(jobgraph.Milliseconds) {
		return "These rules count one millisecond of the graph as one simulated second, as the published simulator does."
	}
	return ""
}

// costFoot says what the figures are of.
func (c *View) costFoot() string {
	m := c.Model
	return fmt.Sprintf("%s, placer %s, %s", plural(m.costs.TrainingSteps, "training step", "training steps"), m.x.Placer, m.x.Rules.Words())
}

// costRows are the table of degrees.
func (c *View) costRows() [][10]string {
	m := c.Model
	list := make([][10]string, len(m.costs.Degrees))
	for i := range list {
		d := &m.costs.Degrees[i]
		r := &list[i]
		for k := range r {
			r[k] = number.Missing
		}
		r[0] = strconv.Itoa(d.Degree)
		if d.Effective != d.Degree {
			r[0] += fmt.Sprintf(" (no op in more than %d)", d.Effective)
		}
		if limit := m.deadline(d); limit > 0 {
			r[5] = number.Brief(limit)
		}
		switch {
		case d.Servers == 0:
			r[9] = "no room"
			continue
		case d.Endless:
			r[1], r[9] = number.Count(d.Servers), "never ends"
			continue
		}
		r[1], r[2] = number.Count(d.Servers), number.Brief(d.JCTSeconds)
		r[3], r[4] = number.Brief(d.ComputationSeconds), number.Brief(d.CommunicationSeconds)
		r[6] = number.Times(ratio(m.costs.SequentialSeconds, d.JCTSeconds))
		r[7], r[8] = number.Rate(d.Utilisation), number.Bytes(d.FlowBytes)
		if c.hasBeta() {
			r[9] = "no"
			if m.inTime(d) {
				r[9] = "yes"
			}
		}
	}
	return list
}

// tableRows is how many parts of a step the tables show.
const tableRows = 20

// legRows are the longest legs of the critical path, in their order.
func (c *View) legRows() [][3]string {
	m := c.Model
	order := make([]int, len(m.step.Critical))
	for i := range order {
		order[i] = i
	}
	length := func(i int) float64 { return m.step.Critical[i].End - m.step.Critical[i].Begin }
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(length(b), length(a)) })
	order = order[:min(tableRows, len(order))]
	slices.Sort(order)
	list := make([][3]string, len(order))
	for k, i := range order {
		l := &m.step.Critical[i]
		what := m.nodeName(l.From) + " on server " + m.step.Servers[l.Server]
		if l.Transfer {
			what = m.moveName(l.From, l.To)
		}
		list[k] = [3]string{what, number.Brief(l.Begin), number.Brief(l.End - l.Begin)}
	}
	return list
}

func (m *Model) moveName(from, to int) string {
	if from == to {
		return "Gradients of " + m.nodeName(from)
	}
	return m.nodeName(from) + " to " + m.nodeName(to)
}

// transferRows are the longest transfers.
func (c *View) transferRows() [][5]string {
	m := c.Model
	var list [][5]string
	for i := range min(tableRows, len(m.step.Transfers)) {
		t := &m.step.Transfers[i]
		list = append(list, [5]string{m.moveName(t.From, t.To), number.Count(t.Count), number.Bytes(t.Bytes), number.Brief(t.Begin), number.Brief(t.End - t.Begin)})
	}
	return list
}
