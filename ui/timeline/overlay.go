package timeline

import (
	"math"
	"strconv"

	"rampart/ui/chart"
	"rampart/ui/number"
)

// overview draws the servers in use over the whole time, and the window.
func (p *painter) overview(t *track, v *view) {
	l := &v.layout
	p.list.Text(colourQuiet, l.left-8, l.stripTop+14, "servers", chart.End, fontSize, false)
	p.list.Text(colourQuiet, l.left-8, l.stripTop+27, "in use", chart.End, fontSize, false)
	const step = 2.0
	n := int((l.right - l.left) / step)
	height := l.stripBottom - l.stripTop
	bins := float64(len(t.use)) / float64(max(n, 1))
	for i := range n {
		sum, count := 0.0, 0
		for bin := int(float64(i) * bins); bin < len(t.use) && (float64(bin) < float64(i+1)*bins || count == 0); bin++ {
			sum += float64(t.use[bin])
			count++
		}
		if count == 0 || sum == 0 {
			continue
		}
		h := height * math.Min(1, sum/float64(count))
		p.list.Rect(colourUse, l.left+step*float64(i), l.stripBottom-h, step, h, 0.75)
	}
	p.list.Line(colourQuiet, l.left, crisp(l.stripBottom), l.right, crisp(l.stripBottom), 1, 1)
	x, w := p.brush(v)
	if w < l.right-l.left-1 {
		p.list.Rect(colourSurface, l.left, l.stripTop, x-l.left, height, 0.65)
		p.list.Rect(colourSurface, x+w, l.stripTop, l.right-x-w, height, 0.65)
		p.list.Frame(colourAccent, x, l.stripTop-1, w, height+2, 1, 1.5)
	}
}

// brush is the window in the overview: where it begins and how wide it is, at
// least 6 pixels so that one sees it.
func (p *painter) brush(v *view) (x, w float64) {
	l := &v.layout
	scale := l.time(v.whole)
	x, to := scale.At(v.window.From), scale.At(v.window.To)
	w = math.Max(6, to-x)
	x = math.Max(l.left, math.Min(x, l.right-w))
	return x, w
}

// pointer draws the moment under the pointer on both canvases, and on the one
// that has it, what it points at.
func (p *painter) pointer(t *track, v *view) {
	l := &v.layout
	if !math.IsNaN(v.moment) && v.moment >= v.window.From && v.moment <= v.window.To {
		x := l.time(v.window).At(v.moment)
		p.list.Line(colourInk, crisp(x), l.bandTop, crisp(x), l.axisTop, 0.35, 1)
		text := momentText(v.moment, v.window)
		w := chart.TextWidth(text, fontSize) + 8
		at := math.Max(l.left, math.Min(x-w/2, l.width-w))
		p.list.Rect(colourInk, at, l.axisTop+2, w, 17, 1)
		p.list.Text(colourSurface, at+w/2, l.axisTop+15, text, chart.Middle, fontSize, false)
	}
	if v.hover != none && v.hover < len(t.run.Jobs) && v.x >= 0 {
		p.tip(t, v)
	}
}

// momentText writes a moment with the unit and the digits of the axis, and one
// digit more.
func momentText(moment float64, w Window) string {
	unit, seconds := "s", 1.0
	switch {
	case w.Span() >= 5*3600:
		unit, seconds = "h", 3600
	case w.Span() >= 5*60:
		unit, seconds = "min", 60
	}
	decimals := max(0, 3-int(math.Ceil(math.Log10(w.Span()/seconds))))
	text := strconv.FormatFloat(moment/seconds, 'f', min(decimals, 12), 64)
	rounded, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic("timeline: a formatted number does not parse")
	}
	return number.Plain(rounded) + number.Thin + unit
}

// tip draws a box beside the pointer that says what job it is.
func (p *painter) tip(t *track, v *view) {
	lines := tipLines(&t.run.Jobs[v.hover])
	const pad, leading, size = 8.0, 16.0, 12.0
	width := 0.0
	for i, line := range lines {
		w := chart.TextWidth(line, size)
		if i == 0 {
			w *= 1.1 // the first is bold
		}
		width = math.Max(width, w)
	}
	width += 2*pad + 4
	height := leading*float64(len(lines)) + 2*pad - 3
	l := &v.layout
	x, y := v.x+14, v.y+14
	if x+width > l.width {
		x = math.Max(0, v.x-14-width)
	}
	if y+height > l.height {
		y = math.Max(0, v.y-14-height)
	}
	p.list.Rect(colourSurface, x, y, width, height, 1)
	p.list.Frame(colourQuiet, x, y, width, height, 1, 1)
	p.list.Rect(graphColour(t.graphs[v.hover]), x, y, 4, height, 1)
	for i, line := range lines {
		colour := colourQuiet
		if i == 0 {
			colour = colourInk
		}
		p.list.Text(colour, x+pad+4, y+pad+leading*float64(i)+9, line, chart.Start, size, i == 0)
	}
}
