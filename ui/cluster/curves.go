package cluster

import (
	"math"

	"rampart/core/ramp"
)

// point is one of a curve.
type point struct{ x, y float64 }

// curves are the figures of the costs: all-reduce time under both rules, of the
// cluster that is asked about and of the experiment's.
type curves struct {
	bySize, byBytes         [2][]point // reference, corrected
	baseBySize, baseByBytes [2][]point // nil where the cluster is the experiment's
}

// figures returns the curves of the present settings. They are computed when
// these have changed.
func (c *Costs) figures() *curves {
	of := setting{*c.network(false), *c.baseNetwork(false), [2]ramp.Topology{c.topology(), c.base.Cluster.Topology}, c.servers, c.form, c.quantity(keyMessage).value}
	if c.curves != nil && of == c.curvesOf {
		return c.curves
	}
	f := &curves{}
	for i, corrected := range []bool{false, true} {
		net, base := c.costs(corrected), c.baseCosts(corrected)
		f.bySize[i] = bySize(net, of.net.Shape, of.bytes)
		f.byBytes[i] = byBytes(net, c.form)
		if c.changed() {
			f.baseBySize[i] = bySize(base, of.base.Shape, of.bytes)
			if forms := formsOf(of.base.Shape, c.servers); len(forms) > 0 {
				form := forms[0]
				for _, have := range forms {
					if have == c.form {
						form = have
					}
				}
				f.baseByBytes[i] = byBytes(base, form)
			}
		}
	}
	c.curves, c.curvesOf = f, of
	return f
}

// bySize is the time of an all-reduce over more and more servers, each number in
// the form that first fit finds first in the empty cluster.
func bySize(n ramp.Costs, s ramp.Shape, bytes float64) []point {
	var list []point
	for _, k := range sizes(s) {
		for _, f := range ramp.BlockShapes(s, k, false) {
			if f.Fits(s) {
				list = append(list, point{float64(k), n.AllReduceTime(bytes, f.SpanOf()).Seconds})
				break
			}
		}
	}
	return list
}

// byBytes is the time of an all-reduce of more and more bytes over one block,
// four points a power of ten.
func byBytes(n ramp.Costs, form ramp.BlockShape) []point {
	var list []point
	for i := range 4*8 + 1 {
		bytes := round3(1e3*math.Pow(10, float64(i)/4), 3)
		list = append(list, point{bytes, n.AllReduceTime(bytes, form.SpanOf()).Seconds})
	}
	return list
}
