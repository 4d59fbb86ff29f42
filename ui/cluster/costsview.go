package cluster

import (
	"strconv"

	"github.com/vugu/vugu"

	"rampart/core/experiment"
	"rampart/core/ramp"
	"rampart/ui/chart"
	"rampart/ui/number"
)

// CostsView draws what a collective costs. The fields are inputs, as in View.
type CostsView struct {
	Costs *Costs
	Use   func(c experiment.Cluster) string
	Undo  func()
	Save  chart.Saver

	bills           []bill
	figures         *curves
	bySize, byBytes []curve
	table           bool                // the curves as a table
	used            *experiment.Cluster // that was taken over last, nil if none
	said            string              // what became of it
}

// Compute implements vugu's life cycle.
func (c *CostsView) Compute() {
	if c.Costs.base == nil || !c.Costs.right() {
		return
	}
	f := c.Costs.figures()
	if f == c.figures {
		return
	}
	c.figures, c.bills = f, c.Costs.bills()
	c.bySize = c.curvesOf(f.bySize, f.baseBySize)
	c.byBytes = c.curvesOf(f.byBytes, f.baseByBytes)
}

// curvesOf names lines: those of the experiment's cluster go behind. Where both
// rules charge the same, as on all topologies but RAMP, there is one.
func (c *CostsView) curvesOf(own, base [2][]point) []curve {
	var list []curve
	names := [2]string{"reference rules", "corrected rules"}
	classes := [2]string{"series-0", "series-1"}
	one := func(kind ramp.Kind, i int) (name string, ok bool) {
		if kind == ramp.KindRAMP {
			return names[i], true
		}
		return "both rules", i == 0
	}
	for i, points := range base {
		if name, ok := one(c.Costs.base.Cluster.Topology.Kind, i); ok && points != nil {
			list = append(list, curve{name + ", the experiment's cluster", classes[i], points, true})
		}
	}
	for i, points := range own {
		if name, ok := one(c.Costs.kind, i); ok {
			list = append(list, curve{name, classes[i], points, false})
		}
	}
	return list
}

func (c *CostsView) edit(key string, event vugu.DOMEvent) {
	c.Costs.edit(key, event.PropString("target", "value"))
	c.Costs.said = ""
}

func (c *CostsView) slide(key string, event vugu.DOMEvent) {
	if place, err := strconv.Atoi(event.PropString("target", "value")); err == nil {
		c.Costs.slide(key, place)
		c.Costs.said = ""
	}
}

func (c *CostsView) pick(event vugu.DOMEvent) {
	if k, err := strconv.Atoi(event.PropString("target", "value")); err == nil {
		c.Costs.pick(k)
	}
}

func (c *CostsView) pickTopology(event vugu.DOMEvent) {
	if i, err := strconv.Atoi(event.PropString("target", "value")); err == nil {
		c.Costs.pickTopology(i)
		c.Costs.said = ""
	}
}

func (c *CostsView) pickForm(event vugu.DOMEvent) {
	if i, err := strconv.Atoi(event.PropString("target", "value")); err == nil {
		c.Costs.pickForm(i)
	}
}

// ks are the numbers of servers on offer.
func (c *CostsView) ks() []int {
	if list := sizes(c.Costs.shape()); c.Costs.right() && len(list) > 0 {
		return list
	}
	return []int{c.Costs.servers}
}

func (c *CostsView) forms() []ramp.BlockShape {
	if c.Costs.right() {
		return formsOf(c.Costs.shape(), c.Costs.servers)
	}
	return []ramp.BlockShape{c.Costs.form}
}

func (c *CostsView) canUse() bool {
	cluster, ok := c.Costs.Cluster()
	return ok && (c.Costs.used == nil || *c.Costs.used != cluster)
}

// use takes the cluster over into the form.
func (c *CostsView) use() {
	cluster, ok := c.Costs.Cluster()
	if !ok {
		return
	}
	c.Costs.revision++
	if wrong := c.Use(cluster); wrong != "" {
		c.Costs.said = wrong
		return
	}
	c.Costs.used, c.Costs.said = &cluster, "The experiment's form has this cluster now. Run it to see what it does."
}

func (c *CostsView) undo() {
	c.Undo()
	c.Costs.revision++
	c.Costs.used, c.Costs.said = nil, "The form is as it was."
}

func (c *CostsView) toggleTable() {
	c.Costs.table = !c.Costs.table
	c.Costs.revision++
}

func hintClass(q *quantity) string {
	if q.wrong != "" {
		return "mistake"
	}
	return "hint"
}

func hintOf(q *quantity) string {
	if q.wrong != "" {
		return q.wrong
	}
	return q.hint
}

func lineClass(free bool) string {
	if free {
		return "cluster-none"
	}
	return ""
}

func (c *CostsView) showCount(v float64) string { return number.Count(int(v + 0.5)) }

func (c *CostsView) sizeUnit() string {
	return "of " + number.Bytes(c.Costs.quantity(keyMessage).value)
}

func (c *CostsView) bytesUnit() string { return "over " + formName(c.Costs.form) }

// curveWords say what the curves show.
func (c *CostsView) curveWords() string {
	n := c.Costs.network(true)
	_, bandwidth := c.Costs.nearest()
	s := "Small messages take what the latencies of the steps add up to, large ones grow with their bytes. On this cluster a latency of " +
		number.Brief(n.LatencySeconds()) + " is as long as " + number.Bytes(n.LatencySeconds()*bandwidth) + " over one " + c.Costs.pathName() + "."
	for _, p := range c.figures.bySize[0] {
		if p.y == 0 {
			return s + " Where the reference rules charge nothing, for servers of one rack, their line has a gap."
		}
	}
	return s
}

func (c *CostsView) tableWord() string {
	if c.Costs.table {
		return "Hide the table"
	}
	return "Show as a table"
}
