package timeline

import (
	"math"
	"strconv"

	"rampart/ui/chart"
)

// room draws the free servers over the time in view, and in front of them the
// largest block of servers that are all free: what is between the two is free
// but scattered.
func (p *painter) room(t *track, v *view) {
	l := &v.layout
	h := &t.history
	p.list.Text(colourQuiet, l.left-8, l.roomTop+11, "free of "+strconv.Itoa(int(h.total)), chart.End, fontSize, false)
	p.list.Text(colourQuiet, l.left-8, l.roomBottom-3, "in a block", chart.End, fontSize, false)
	scale := l.time(v.window)
	height := (l.roomBottom - l.roomTop - 2) / float64(max(h.total, 1))
	end := math.Min(l.right, scale.At(t.end))
	const step = 2.0
	total, block := h.integral(h.free, h.sums, scale.Value(l.left)), 0.0
	if h.largest != nil {
		block = h.integral(h.largest, h.blocks, scale.Value(l.left))
	}
	for x := l.left; x < end; x += step {
		width := math.Min(step, end-x)
		to := scale.Value(x + width)
		span := to - scale.Value(x)
		next := h.integral(h.free, h.sums, to)
		free := (next - total) / span * height
		total = next
		p.list.Rect(colourUse, x, l.roomBottom-free, width, free, 0.35)
		if h.largest != nil {
			next = h.integral(h.largest, h.blocks, to)
			high := math.Min(free, (next-block)/span*height)
			block = next
			p.list.Rect(colourQuiet, x, l.roomBottom-high, width, high, 0.6)
		}
	}
	p.list.Line(colourQuiet, l.left, crisp(l.roomTop), l.right, crisp(l.roomTop), 0.4, 1)
}

// cursor draws the moment that is looked at, over all that happens at it.
func (p *painter) cursor(v *view) {
	l := &v.layout
	scale := l.time(v.whole)
	if math.IsNaN(v.cursor) {
		return
	}
	p.list.Line(colourAccent, crisp(scale.At(v.cursor)), l.stripTop, crisp(scale.At(v.cursor)), l.stripBottom, 0.9, 1.5)
	if v.cursor < v.window.From || v.cursor > v.window.To {
		return
	}
	x := l.time(v.window).At(v.cursor)
	p.list.Line(colourAccent, x, l.bandTop, x, l.axisTop+3, 1, 1.5)
	p.list.Rect(colourAccent, x-4, l.axisTop+1, 8, 5, 1)
}

// losses draws over the overview which part of the arrivals was blocked, in the
// colour of a cause.
func (p *painter) losses(t *track, v *view) {
	const step, most = 2.0, 9.0
	l := &v.layout
	n := int((l.right - l.left) / step)
	bins := float64(useBins) / float64(max(n, 1))
	for i := range n {
		var lost, seen float32
		cause := 0
		for bin := int(float64(i) * bins); bin < useBins && (float64(bin) < float64(i+1)*bins || seen == 0 && float64(bin) < float64(i)*bins+1); bin++ {
			if t.lost[bin] > 0 {
				cause = int(t.lostTo[bin])
			}
			lost += t.lost[bin]
			seen += t.seen[bin]
		}
		if lost > 0 {
			p.list.Rect(causeColour(cause), l.left+step*float64(i), l.stripTop-most-1, step, math.Max(2, most*float64(lost/seen)), 1)
		}
	}
}
