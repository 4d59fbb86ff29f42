package cluster

import (
	"math"
	"strconv"
	"strings"

	"rampart/core/experiment"
	"rampart/core/ramp"
	"rampart/ui/number"
)

// quantity is a number that the reader can change.
type quantity struct {
	key, label, unit string
	shift            int // decimal places from the field to SI
	low, high        float64
	whole            bool
	slides           float64 // a slider's lowest value in SI, 0 for no slider
	slideHigh        float64
	hint             string
	text             string  // as typed
	value            float64 // the last right one, SI
	wrong            string  // what is wrong with the text, a sentence, or ""
}

// set takes a value in SI.
func (q *quantity) set(v float64) {
	q.value, q.wrong = v, ""
	q.text = strconv.FormatFloat(round3(v/math.Pow10(q.shift), 12), 'f', -1, 64)
	if math.Abs(v/math.Pow10(q.shift)) < 1e-6 && v != 0 {
		q.text = strconv.FormatFloat(v/math.Pow10(q.shift), 'g', -1, 64)
	}
}

// edit takes what was typed.
func (q *quantity) edit(text string) {
	q.text = text
	text = strings.TrimSpace(text)
	v, err := strconv.ParseFloat(text+"e"+strconv.Itoa(q.shift), 64) // exact where there is no exponent yet
	if err != nil {
		v, err = strconv.ParseFloat(text, 64)
		v *= math.Pow10(q.shift)
	}
	switch {
	case err != nil || math.IsNaN(v) || math.IsInf(v, 0):
		q.wrong = "This is no number."
	case v < q.low || v > q.high:
		q.wrong = "From " + number.Plain(q.low/math.Pow10(q.shift)) + " to " + number.Plain(q.high/math.Pow10(q.shift)) + "."
	case q.whole && v != math.Trunc(v):
		q.wrong = "A whole number."
	default:
		q.value, q.wrong = v, ""
	}
}

// slideSteps is how many places a slider has.
const slideSteps = 300

// place is where the slider stands: its scale is logarithmic.
func (q *quantity) place() int {
	v := min(max(q.value, q.slides), q.slideHigh)
	return int(math.Round(slideSteps * math.Log(v/q.slides) / math.Log(q.slideHigh/q.slides)))
}

// slide takes a place of the slider, as a value of two digits.
func (q *quantity) slide(place int) {
	if place == q.place() && q.wrong == "" {
		return // the exact value stays
	}
	q.set(round3(q.slides*math.Pow(q.slideHigh/q.slides, float64(place)/slideSteps), 2))
}

// round3 rounds to so many significant digits.
func round3(v float64, digits int) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'e', digits-1, 64), 64)
	if err != nil {
		panic("cluster: a formatted number does not parse")
	}
	return rounded
}

// Costs is the part of the tab that asks what a collective costs. Nothing in it
// changes the experiment.
type Costs struct {
	base       *experiment.Experiment
	kind       ramp.Kind // of the topology that is asked about
	quantities []*quantity
	servers    int             // of the collective
	form       ramp.BlockShape // how they lie
	curves     *curves         // of the settings below
	curvesOf   setting

	// What the view of it remembers. vugu makes a component inside another one
	// anew whenever components before it come or go.
	used  *experiment.Cluster // that was taken over last, nil if none
	said  string              // what became of it
	table bool                // the curves are shown as a table too

	revision int // counts what changes the drawing, from 1
}

// setting is all that the figures depend on.
type setting struct {
	net     ramp.Network
	base    ramp.Network
	wired   [2]ramp.Topology // of both
	servers int
	form    ramp.BlockShape
	bytes   float64
}

// The keys of the quantities, in their order.
const (
	keyGroups    = "groups"
	keyRacks     = "racks"
	keyServers   = "servers"
	keyBandwidth = "bandwidth"
	keyFlight    = "flight"
	keyIO        = "io"
	keyRatio     = "ratio"
	keyMessage   = "message"
)

func newCosts() *Costs {
	return &Costs{servers: 8, revision: 1, quantities: []*quantity{
		{key: keyGroups, label: "Groups", low: 1, high: 65536, whole: true},
		{key: keyRacks, label: "Racks per group", low: 1, high: 65536, whole: true, hint: "In RAMP at most as many as groups."},
		{key: keyServers, label: "Servers per rack", low: 1, high: 65536, whole: true},
		{key: keyBandwidth, label: "Server bandwidth", unit: "TB/s", shift: 12, low: 1, high: 1e18, slides: 1e9, slideHigh: 1e14, hint: "All transceivers, links or ports of a server together."},
		{key: keyFlight, label: "Propagation", unit: "ns", shift: -9, low: 0, high: 1e6, slides: 1e-9, slideHigh: 1e-4, hint: "Time of flight between two servers."},
		{key: keyIO, label: "Server I/O", unit: "ns", shift: -9, low: 0, high: 1e6, slides: 1e-9, slideHigh: 1e-4, hint: "Paid at both ends."},
		{key: keyRatio, label: "Oversubscription", unit: ": 1", low: 1, high: 64, hint: "Of a rack's uplinks by its servers."},
		{key: keyMessage, label: "Message", unit: "MB", shift: 6, low: 1, high: 1e15, slides: 1e3, slideHigh: 1e11, hint: "Bytes that every server has of what is summed up.", text: "100", value: 1e8},
	}}
}

func (c *Costs) quantity(key string) *quantity {
	for _, q := range c.quantities {
		if q.key == key {
			return q
		}
	}
	panic("cluster: no such quantity")
}

// setBase takes over an experiment's cluster.
func (c *Costs) setBase(x *experiment.Experiment) {
	c.base, c.used, c.said = x, nil, ""
	c.reset()
}

// reset goes back to the experiment's cluster.
func (c *Costs) reset() {
	b := &c.base.Cluster
	c.setTopology(b.Topology)
	c.quantity(keyGroups).set(float64(b.Groups))
	c.quantity(keyRacks).set(float64(b.RacksPerGroup))
	c.quantity(keyServers).set(float64(b.ServersPerRack))
	c.quantity(keyBandwidth).set(b.NodeBandwidthBytesPerSecond)
	c.quantity(keyFlight).set(b.PropagationSeconds)
	c.quantity(keyIO).set(b.IOSeconds)
	c.settle()
}

// edit and slide change a quantity.
func (c *Costs) edit(key, text string) {
	c.quantity(key).edit(text)
	c.settle()
}

func (c *Costs) slide(key string, place int) {
	c.quantity(key).slide(place)
	c.settle()
}

// mostServers bounds the clusters that are looked at.
const mostServers = 1 << 20

// settle keeps the quantities and the collective fit for each other.
func (c *Costs) settle() {
	c.revision++
	s := c.shape()
	if racks := c.quantity(keyRacks); racks.wrong == "" && s.Racks > s.Groups && c.kind == ramp.KindRAMP {
		racks.wrong = "RAMP has at most as many racks in a group as there are groups."
	}
	if servers := c.quantity(keyServers); servers.wrong == "" && s.N() > mostServers {
		servers.wrong = "Together at most " + number.Count(mostServers) + " servers."
	}
	if !c.right() {
		return
	}
	c.pick(c.servers)
}

// right reports whether all quantities are right.
func (c *Costs) right() bool {
	for _, q := range c.quantities {
		if q.wrong != "" {
			return false
		}
	}
	s := c.shape()
	return (s.Racks <= s.Groups || c.kind != ramp.KindRAMP) && s.N() <= mostServers
}

func (c *Costs) shape() ramp.Shape {
	return ramp.Shape{Groups: int(c.quantity(keyGroups).value), Racks: int(c.quantity(keyRacks).value), Servers: int(c.quantity(keyServers).value)}
}

// pick takes so many servers, or the nearest lower number on offer, and keeps the
// form if it is one of theirs.
func (c *Costs) pick(servers int) {
	c.revision++
	s := c.shape()
	best := 1
	for _, k := range sizes(s) {
		if k <= servers {
			best = k
		}
	}
	c.servers = best
	forms := formsOf(s, best)
	for _, f := range forms {
		if f == c.form {
			return
		}
	}
	c.form = forms[0]
}

// pickForm takes a form by its place in the list.
func (c *Costs) pickForm(i int) {
	if forms := formsOf(c.shape(), c.servers); i >= 0 && i < len(forms) {
		c.form = forms[i]
		c.revision++
	}
}

// formsOf lists the forms of blocks of k servers that a cluster has room for.
func formsOf(s ramp.Shape, k int) []ramp.BlockShape {
	if k > s.N() {
		return nil
	}
	var list []ramp.BlockShape
	for _, f := range ramp.BlockShapes(s, k, true) {
		if f.Fits(s) && f.N() == k {
			list = append(list, f)
		}
	}
	return list
}

// network is the cluster that is asked about.
func (c *Costs) network(corrected bool) *ramp.Network {
	return &ramp.Network{
		Shape: c.shape(), NodeBandwidth: c.quantity(keyBandwidth).value,
		PropagationSeconds: c.quantity(keyFlight).value, IOSeconds: c.quantity(keyIO).value, AllReduceModel: model(corrected),
	}
}

// baseNetwork is the experiment's.
func (c *Costs) baseNetwork(corrected bool) *ramp.Network {
	b := &c.base.Cluster
	return &ramp.Network{
		Shape:         ramp.Shape{Groups: b.Groups, Racks: b.RacksPerGroup, Servers: b.ServersPerRack},
		NodeBandwidth: b.NodeBandwidthBytesPerSecond, PropagationSeconds: b.PropagationSeconds, IOSeconds: b.IOSeconds, AllReduceModel: model(corrected),
	}
}

// model is the all-reduce of either rules.
func model(corrected bool) ramp.Corrections {
	if corrected {
		return ramp.Corrected()
	}
	return ramp.Corrections{}
}

// changed reports whether the cluster is another than the experiment's.
func (c *Costs) changed() bool {
	return *c.network(false) != *c.baseNetwork(false) || c.topology() != c.base.Cluster.Topology
}

// Cluster is the experiment's cluster with what was changed here; ok is false if
// nothing was, or something is wrong.
func (c *Costs) Cluster() (cluster experiment.Cluster, ok bool) {
	cluster = c.base.Cluster
	n := c.network(false)
	cluster.Topology = c.topology()
	cluster.Groups, cluster.RacksPerGroup, cluster.ServersPerRack = n.Shape.Groups, n.Shape.Racks, n.Shape.Servers
	cluster.NodeBandwidthBytesPerSecond = n.NodeBandwidth
	cluster.PropagationSeconds, cluster.IOSeconds = n.PropagationSeconds, n.IOSeconds
	return cluster, c.right() && c.changed()
}

// sizes are the numbers of servers on offer: up to 64 all that form a block as a
// degree may, beyond that powers of two and one between.
func sizes(s ramp.Shape) []int {
	var list []int
	add := func(k int) {
		for _, f := range ramp.BlockShapes(s, k, false) {
			if f.Fits(s) {
				list = append(list, k)
				return
			}
		}
	}
	for k := 2; k <= min(64, s.N()); k += 2 {
		add(k)
	}
	for k := 64; k <= s.N(); k *= 2 {
		if k > 64 {
			add(k)
		}
		if k/2*3 <= s.N() {
			add(k / 2 * 3)
		}
	}
	return list
}
