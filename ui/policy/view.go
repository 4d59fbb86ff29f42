package policy

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"rampart/core/experiment"
	"rampart/ui/chart"
	"rampart/ui/number"
)

// View is the Policy tab.
type View struct {
	Model *Model
	// Run is a run with its jobs to take situations from; nil if there is none.
	Run *experiment.Run
	// Focus gives an element the focus once the page is drawn.
	Focus func(id string)
	// Save saves a figure.
	Save chart.Saver

	table bool // the map of the chosen graph as a table
	heats []heat
	bars  []bar
}

// Compute implements vugu's life cycle.
func (c *View) Compute() { c.heats, c.bars = c.Model.heats(), c.Model.bars() }

// bar is one degree, or a further block of it, and its probability.
type bar struct {
	Degree      int
	Block       int // 1: the placer's own, 0 where the policy does not choose blocks
	Probability float64
	Offered     bool
	Chosen      bool
}

func (m *Model) bars() []bar {
	if m.answer == nil {
		return nil
	}
	own := min(1, m.answer.ChosenBlock)
	var list []bar
	further := m.answer.Blocks
	for i, degree := range m.answer.Degrees {
		list = append(list, bar{degree, own, m.answer.Probabilities[i], m.answer.Offered[i], false})
		for ; len(further) > 0 && further[0].Degree == degree; further = further[1:] {
			list = append(list, bar{degree, further[0].Block, further[0].Probability, true, false})
		}
	}
	for i := range list {
		list[i].Chosen = list[i].Degree == m.answer.Chosen && list[i].Block == m.answer.ChosenBlock
	}
	return list
}

func (b *bar) name() string {
	switch {
	case b.Degree == 0:
		return "Do not run it"
	case b.Block > 1:
		return fmt.Sprintf("Degree %d, block %d", b.Degree, b.Block)
	}
	return "Degree " + strconv.Itoa(b.Degree)
}

func (b *bar) value() string {
	if !b.Offered {
		return "not offered"
	}
	if b.Probability > 0 && b.Probability < leastShown {
		return "< " + number.Plain(100*leastShown) + number.Thin + "%"
	}
	return number.Rate(b.Probability)
}

// leastShown is the least probability that is told exactly.
const leastShown = 0.001

func (b *bar) class() string {
	class := "figure-row policy-bar series-1"
	if !b.Offered {
		class += " policy-masked"
	}
	if b.Chosen {
		class += " policy-chosen"
	}
	return class
}

func (b *bar) width() string { return chart.Percent(min(1, max(0, b.Probability))) }

// lead says what the policy does.
func (c *View) lead() string {
	m := c.Model
	if len(m.choices) == 0 {
		return "There is no policy to explain yet. Train one, or import one from a file."
	}
	if m.answer == nil {
		return "A policy looks at a job and at the cluster, and chooses a degree."
	}
	for i := range c.bars {
		if b := &c.bars[i]; b.Chosen {
			if b.Degree == 0 {
				return fmt.Sprintf("%s would not run this job.", m.shortName())
			}
			on := ""
			if b.Block > 1 {
				on = fmt.Sprintf(" on block %d", b.Block)
			}
			return fmt.Sprintf("%s gives this %s job degree %d%s, with %s probability.", m.shortName(), m.graph, b.Degree, on, number.Rate(b.Probability))
		}
	}
	return ""
}

// shortName is the name of the policy, without where it comes from.
func (m *Model) shortName() string { return strings.TrimPrefix(m.choice().Name, "Built in: ") }

// blocksWords says what the blocks are; "" of a policy that does not choose any.
func (c *View) blocksWords() string {
	if c.Model.answer.ChosenBlock == 0 {
		return ""
	}
	return "Block 1 of a degree is the one that the placer takes; further blocks are shown where they are offered now."
}

// valueWords says what the policy expects.
func (c *View) valueWords() string {
	return number.Significant(c.Model.answer.Value)
}

// alternative is the bars in words.
func (c *View) alternative() string {
	s := barsTitle + "."
	for i := range c.bars {
		s += " " + c.bars[i].name() + " " + c.bars[i].value() + "."
	}
	return s
}

func (c *View) choose(event vugu.DOMEvent) { c.Model.Choose(event.PropString("target", "value")) }

func (c *View) pickGraph(event vugu.DOMEvent) {
	c.Model.graph, c.Model.job = event.PropString("target", "value"), ""
	c.Model.ask()
}

func (c *View) editBeta(event vugu.DOMEvent) {
	c.Model.beta, c.Model.job = event.PropString("target", "value"), ""
	c.Model.ask()
}

func (c *View) editRemaining(event vugu.DOMEvent) {
	c.Model.remaining = event.PropString("target", "value")
	c.Model.ask()
}

func (c *View) editJob(event vugu.DOMEvent) {
	c.Model.fromRun(c.Run, event.PropString("target", "value"))
}

func (c *View) editFree(event vugu.DOMEvent) {
	if n, err := strconv.Atoi(event.PropString("target", "value")); err == nil && n >= 0 && n <= len(c.Model.busy) {
		c.Model.setFree(n)
	}
}

// jobHint says which jobs there are.
func (c *View) jobHint() string {
	return fmt.Sprintf("1 to %s, of the run in the Timeline", number.Count(len(c.Run.Jobs)))
}

// group is one communication group of the grid.
type group struct {
	name  string
	racks [][]int // servers by rack
}

func (m *Model) groups() []group {
	if m.x == nil || m.shape.N() > maxGrid {
		return nil
	}
	list := make([]group, m.shape.Groups)
	for g := range list {
		list[g].name = "Group " + strconv.Itoa(g)
		for r := range m.shape.Racks {
			rack := make([]int, m.shape.Servers)
			for v := range rack {
				rack[v] = m.shape.Index(g, r, v)
			}
			list[g].racks = append(list[g].racks, rack)
		}
	}
	return list
}

func (m *Model) serverID(i int) string { return "server-" + m.shape.Name(i) }

// serverLabel names a server.
func (m *Model) serverLabel(i int) string { return "Server " + m.shape.Name(i) + " in use" }

func (m *Model) tabIndex(i int) string {
	if i == m.focus {
		return "0"
	}
	return "-1"
}

// gridKey moves between servers with the arrow keys.
func (c *View) gridKey(event vugu.DOMEvent) {
	m := c.Model
	perRack, perGroup := m.shape.Servers, m.shape.Servers*m.shape.Racks
	at := m.focus
	switch event.PropString("key") {
	case "ArrowRight":
		at++
	case "ArrowLeft":
		at--
	case "ArrowDown":
		at += perRack
	case "ArrowUp":
		at -= perRack
	case "PageDown":
		at += perGroup
	case "PageUp":
		at -= perGroup
	case "Home":
		at = 0
	case "End":
		at = len(m.busy) - 1
	default:
		return
	}
	event.PreventDefault()
	m.focus = min(max(0, at), len(m.busy)-1)
	c.Focus(m.serverID(m.focus))
}

// freeWords sums the state of the cluster up.
func (c *View) freeWords() string {
	m := c.Model
	s := fmt.Sprintf("%s of %s servers free", number.Count(m.free()), number.Count(len(m.busy)))
	if m.running > 0 {
		s += fmt.Sprintf(", %s running", plural(m.running, "job", "jobs"))
	}
	return s
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return number.Count(n) + " " + many
}

// key is one degree of the legend.
type key struct{ Class, Name string }

func (c *View) keys() []key {
	if !c.Model.hasMap() {
		return nil
	}
	used := map[int]bool{}
	for _, h := range c.heats {
		for _, l := range h.layers {
			used[l.degree] = true
		}
	}
	var list []key
	for _, degree := range c.Model.degrees.Degrees {
		if used[degree] {
			name := strconv.Itoa(degree)
			if degree == 0 {
				name = "0, not run"
			}
			list = append(list, key{c.Model.heatClass(degree), name})
		}
	}
	return list
}

// axisLabel is a tick of a map.
type axisLabel struct {
	Text string
	At   string
	at   float64 // the same, 0 to 1
}

func (c *View) freeLabels() []axisLabel {
	free := c.Model.degrees.MapFree
	return spread(len(free), func(i int) string { return strconv.Itoa(free[i]) }, false)
}

func (c *View) betaLabels() []axisLabel {
	betas := c.Model.degrees.MapBetas
	return spread(len(betas), func(i int) string { return number.Plain(betas[i]) }, true)
}

// spread labels the last cell and some before it, about four parts apart.
func spread(n int, text func(int) string, upwards bool) []axisLabel {
	stride := max(1, (n+2)/4)
	var list []axisLabel
	for i := n - 1; i >= 0; i -= stride {
		at := (float64(i) + 0.5) / float64(n)
		if upwards {
			at = 1 - at
		}
		list = append(list, axisLabel{text(i), chart.Percent(at), at})
	}
	return list
}

// heatWords is a map in words: what is chosen with all servers free.
func (c *View) heatWords(h *heat) string {
	m := c.Model
	cells := m.degrees.Map[h.graph]
	s := "Chosen degree for " + h.graph + " by beta and free servers. With the most servers free:"
	stride := max(1, h.rows/4)
	for row := 0; row < h.rows; row += stride {
		s += fmt.Sprintf(" beta %s degree %d;", number.Significant(m.degrees.MapBetas[row]), cells[row*h.columns+h.columns-1])
	}
	return s[:len(s)-1] + "."
}

func (c *View) hereAt() (across, down string) {
	a, d, ok := c.Model.here()
	if !ok {
		return "-10%", "-10%"
	}
	return chart.Percent(a), chart.Percent(d)
}

func (c *View) hereAcross() string { a, _ := c.hereAt(); return a }
func (c *View) hereDown() string   { _, d := c.hereAt(); return d }

func (c *View) heatClassOf(h *heat) string {
	if h.graph == c.Model.graph {
		return "heat heat-current"
	}
	return "heat"
}

func (c *View) tableWord() string {
	if c.table {
		return "Hide the table"
	}
	return "Show the map of " + c.Model.graph + " as a table"
}

// cell is a degree of the table.
func (c *View) cell(row, column int) string {
	degree := c.Model.degrees.Map[c.Model.graph][row*len(c.Model.degrees.MapFree)+column]
	return strconv.Itoa(degree)
}

func (c *View) viewBox(h *heat) string { return fmt.Sprintf("0 0 %d %d", h.columns, h.rows) }

func (c *View) asking() string { return strconv.FormatBool(c.Model.asking) }

func ariaBool(b bool) string { return strconv.FormatBool(b) }
