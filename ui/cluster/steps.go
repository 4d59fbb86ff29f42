package cluster

import (
	"strconv"

	"rampart/core/ramp"
	"rampart/ui/number"
)

// line is one step of a collective in words.
type line struct {
	name        string // over what
	members     string
	message     string
	time        string // one way
	formula     string // of the time
	computation string // of the arithmetic, "" for none
	free        bool   // it costs nothing
}

// bill is a collective under one of the rules.
type bill struct {
	rules string
	lines []line
	total string
	sum   string // how the total comes about
	of    ramp.Collective
}

// bills are the collective under both rules, or once if they agree.
func (c *Costs) bills() []bill {
	bytes := c.quantity(keyMessage).value
	reference := c.costs(false).Explain(bytes, c.form.SpanOf())
	corrected := c.costs(true).Explain(bytes, c.form.SpanOf())
	if reference.Seconds == corrected.Seconds {
		return []bill{billOf("Both rules", reference)}
	}
	return []bill{billOf("Reference rules", reference), billOf("Corrected rules", corrected)}
}

func billOf(rules string, c ramp.Collective) bill {
	b := bill{rules: rules, of: c, total: number.Brief(c.Seconds)}
	for i, s := range c.Steps {
		if c.Topology.Kind != ramp.KindRAMP {
			b.lines = append(b.lines, ringLine(c.Topology.Kind, i, s))
		} else if s.Members > 1 || s.Part != ramp.RestOfRack {
			b.lines = append(b.lines, lineOf(s, c.TransceiverBandwidth))
		}
	}
	b.sum = "2 × " + number.Brief(c.HalfSeconds) + " + " + number.Brief(c.ComputationSeconds) + " = " + number.Brief(c.Seconds)
	return b
}

// partWords say over what a step goes.
var partWords = map[ramp.Part]string{
	ramp.AcrossGroups: "Across groups",
	ramp.InsideRack:   "Inside racks",
	ramp.AcrossRacks:  "Across racks",
	ramp.RestOfRack:   "Rest of the racks",
	ramp.AllTogether:  "All together",
}

func lineOf(s ramp.CollectiveStep, transceiver float64) line {
	l := line{name: partWords[s.Part], members: strconv.Itoa(s.Members), message: number.Bytes(s.MessageBytes)}
	if s.Members == 1 {
		l.free, l.time, l.formula = true, number.Brief(0), "one member: nothing is sent"
		return l
	}
	l.time = number.Brief(s.LatencySeconds + s.TransferSeconds)
	l.formula = number.Brief(s.LatencySeconds) + " + " + number.Bytes(s.MessageBytes) + " ÷ (" + number.Significant(s.Transceivers) +
		" × " + rate(transceiver) + ") = " + l.time
	l.computation = sums(s)
	return l
}

// sums is the arithmetic of a step with its numbers put in.
func sums(s ramp.CollectiveStep) string {
	return strconv.Itoa(s.Reductions) + " × " + number.Bytes(s.MessageBytes) + " ÷ 2" + number.Thin + "B ÷ " +
		number.Significant(s.Flops/1e9) + number.Thin + "GFLOP/s = " + number.Brief(s.ComputationSeconds)
}

// rate writes bytes per second.
func rate(bytesPerSecond float64) string { return number.Bytes(bytesPerSecond) + "/s" }

// transceiverWords say where the bandwidth of a transceiver comes from.
func (b *bill) transceiverWords(n *ramp.Network) string {
	groups := strconv.Itoa(n.Shape.Groups)
	if b.of.Model.Bandwidth {
		text := "A transceiver has " + rate(n.NodeBandwidth) + " ÷ " + groups + " = " + rate(b.of.TransceiverBandwidth) + "."
		if j := b.of.Contending; j > 1 {
			text += " Servers of one group and place in " + strconv.Itoa(j) + " racks send on the same wavelength: each has at most " + groups + " ÷ " + strconv.Itoa(j) + " transceivers (Q7)."
		}
		return text
	}
	return "A transceiver has " + rate(n.NodeBandwidth) + " ÷ " + groups + " ÷ " + groups + " = " + rate(b.of.TransceiverBandwidth) + ": divided by the groups twice (Q6)."
}

// difference says in a sentence how the two rules differ here.
func (c *Costs) difference() string {
	bills := c.bills()
	if len(bills) == 1 {
		if c.kind != ramp.KindRAMP {
			return "Both rules charge " + bills[0].total + ": their differences in an all-reduce are RAMP's alone."
		}
		return "Both rules charge " + bills[0].total + "."
	}
	r, k := &bills[0].of, &bills[1].of
	if r.Seconds == 0 {
		return "Under reference rules this costs nothing, since the servers lie in one rack and that part is left out (Q4); under corrected rules it takes " + bills[1].total + "."
	}
	if r.Seconds > k.Seconds {
		return "Reference rules charge " + bills[0].total + ", " + number.Times(r.Seconds/k.Seconds) + " what corrected rules do, " + bills[1].total + "."
	}
	return "Corrected rules charge " + bills[1].total + ", " + number.Times(k.Seconds/r.Seconds) + " what reference rules do, " + bills[0].total + "."
}

// against says how the time compares with that of the experiment's cluster, "" if
// it is the same cluster or has no such block.
func (c *Costs) against() string {
	base := formsOf(c.baseNetwork(false).Shape, c.servers)
	if !c.changed() || len(base) == 0 {
		return ""
	}
	form := base[0]
	for _, f := range base {
		if f == c.form {
			form = f
		}
	}
	bytes := c.quantity(keyMessage).value
	text := ""
	for i, name := range []string{"reference", "corrected"} {
		own := c.costs(i == 1).AllReduceTime(bytes, c.form.SpanOf()).Seconds
		was := c.baseCosts(i == 1).AllReduceTime(bytes, form.SpanOf()).Seconds
		if c.bothRules() {
			text = number.Brief(own) + " instead of " + number.Brief(was)
			break
		}
		if text != "" {
			text += "; "
		}
		text += number.Brief(own) + " instead of " + number.Brief(was) + " under " + name + " rules"
	}
	return "On this cluster instead of the experiment's the all-reduce takes " + text + "."
}

// pair is what a transfer between two servers costs, with its numbers put in.
func (c *Costs) pair() string {
	n := c.network(false)
	bytes := c.quantity(keyMessage).value
	span, bandwidth := c.nearest()
	return number.Brief(n.PropagationSeconds) + " + 2 × " + number.Brief(n.IOSeconds) + " + " + number.Bytes(bytes) + " ÷ " +
		rate(bandwidth) + " = " + number.Brief(c.costs(false).OneToOneTime(bytes, ramp.Bundle{Span: span, Fan: 1}).Seconds)
}
