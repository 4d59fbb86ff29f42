package timeline

import (
	"math"
	"strconv"

	"rampart/ui/chart"
)

// view is what one frame of one run shows beside the run itself.
type view struct {
	layout layout
	window Window
	whole  Window
	focus  int     // job with the focus, or none
	hover  int     // job under the pointer, or none
	x, y   float64 // the pointer, if it is on this canvas and hover is a job
	moment float64 // moment under the pointer on any canvas; NaN for none
	cursor float64 // the moment that is looked at; NaN for none
}

// painter draws frames and keeps its buffers from one to the next.
type painter struct {
	list  *chart.List
	cells cells
}

// paint draws one frame.
func (p *painter) paint(t *track, v *view) {
	p.grid(t, v)
	p.room(t, v)
	l := &v.layout
	p.list.Clip(l.left, 0, l.right-l.left, l.axisTop)
	p.missed(t, v)
	if t.visible(v.window) > int(float64(len(t.lanes))*(l.right-l.left)/3) || t.shape.size > 1 {
		p.density(t, v)
	} else {
		p.bars(t, v)
	}
	p.mark(t, v, v.hover, false)
	p.mark(t, v, v.focus, true)
	p.list.Unclip()
	p.axis(v)
	p.overview(t, v)
	p.losses(t, v)
	p.cursor(v)
	p.pointer(t, v)
}

// visible is the number of bars in a window.
func (t *track) visible(w Window) int {
	n := 0
	for i := range t.lanes {
		first, after := t.lanes[i].span(t, w.From, w.To)
		n += after - first
	}
	return n
}

// grid draws what the data stand on: names of causes and racks, and lines.
func (p *painter) grid(t *track, v *view) {
	l := &v.layout
	for i, c := range l.causes {
		y := l.bandTop + causeHeight*float64(i)
		p.list.Text(colourQuiet, l.left-8, y+causeHeight-3, chart.CauseName(chart.CauseOrder[c]), chart.End, fontSize, false)
	}
	for _, tick := range p.ticks(v) {
		x := crisp(l.time(v.window).At(tick.Value))
		p.list.Line(colourGrid, x, l.bandTop, x, l.axisTop, 1, 1)
	}
	lanesOf := func(servers int) int { return max(1, servers/t.shape.size) }
	rack, group := lanesOf(t.shape.servers), lanesOf(t.shape.servers*t.shape.racks)
	named, word := rack, "rack "
	if float64(rack)*l.laneHeight < fontSize+1 {
		named, word = group, "group "
	}
	step := 1 // names that would overlap are left out
	for float64(step*named)*l.laneHeight < fontSize+1 {
		step++
	}
	for at := 0; at < l.lanes; at += rack {
		y := crisp(l.ganttTop + float64(at)*l.laneHeight)
		if at%group == 0 {
			p.list.Line(colourQuiet, l.left-6, y, l.right, y, 0.5, 1)
		} else if float64(rack)*l.laneHeight >= 6 {
			p.list.Line(colourGrid, l.left, y, l.right, y, 1, 1)
		}
		if at%named == 0 && at/named%step == 0 {
			middle := l.ganttTop + (float64(at)+float64(named)/2)*l.laneHeight
			p.list.Text(colourQuiet, l.left-8, middle+4, laneLabel(t.shape, at, word), chart.End, fontSize, false)
		}
	}
	p.list.Line(colourQuiet, l.left-6, crisp(l.ganttBottom), l.right, crisp(l.ganttBottom), 0.5, 1)
	y := crisp(l.axisTop)
	p.list.Line(colourQuiet, l.left-6, y, l.right, y, 1, 1)
}

// laneLabel names the rack or group that begins at a lane.
func laneLabel(s shape, at int, word string) string {
	first := at * s.size
	c := strconv.Itoa(first / (s.racks * s.servers))
	if word == "group " || s.size > s.servers {
		return "group " + c
	}
	return word + c + "-" + strconv.Itoa(first/s.servers%s.racks)
}

// missed draws the blocked jobs where they arrived, one row a cause: ticks,
// or where these would run into each other, columns as high as there are many.
func (p *painter) missed(t *track, v *view) {
	l := &v.layout
	scale := l.time(v.window)
	for i, c := range l.causes {
		top := l.bandTop + causeHeight*float64(i) + 2
		first, after := t.missedSpan(c, v.window.From, v.window.To)
		if float64(after-first) > (l.right-l.left)/4 {
			p.missedColumns(t, v, c, top)
			continue
		}
		for _, job := range t.missed[c][first:after] {
			x := scale.At(t.run.Jobs[job].ArrivalSeconds)
			p.list.Rect(causeColour(c), x-1, top, 2, causeHeight-4, 1)
		}
	}
}

// missedColumns draws how many jobs a cause blocked in columns of 3 pixels.
func (p *painter) missedColumns(t *track, v *view, cause int, top float64) {
	const step = 3.0
	l := &v.layout
	n := int((l.right - l.left) / step)
	width := v.window.Span() / (l.right - l.left) * step
	p.cells.reset(n)
	most := float32(1)
	list := t.missed[cause]
	first, after := t.missedSpan(cause, v.window.From, v.window.To)
	for column := 0; column < n && first < after; column++ {
		_, next := t.missedSpan(cause, v.window.From, v.window.From+width*float64(column+1))
		next = min(max(next, first), len(list))
		p.cells.busy[column] = float32(next - first)
		most = max(most, p.cells.busy[column])
		first = next
	}
	for column, count := range p.cells.busy {
		if count == 0 {
			continue
		}
		h := math.Max(1.5, (causeHeight-4)*float64(count/most))
		p.list.Rect(causeColour(cause), l.left+step*float64(column), top+causeHeight-4-h, step-0.5, h, 1)
	}
}

// bars draws every job in view as rectangles, one for each run of lanes.
func (p *painter) bars(t *track, v *view) {
	l := &v.layout
	for at := range t.lanes {
		first, after := t.lanes[at].span(t, v.window.From, v.window.To)
		for _, b := range t.lanes[at].bars[first:after] {
			if b.rows > 0 {
				p.bar(t, v, l.ganttTop+float64(at)*l.laneHeight, &b)
			}
		}
	}
}

// box is the rectangle of a bar whose first lane begins at top, cut to a
// little more than what is in view.
func (v *view) box(t *track, top float64, b *bar) (x, y, w, h float64) {
	l := &v.layout
	scale := l.time(v.window)
	x = math.Max(l.left-4, scale.At(t.starts[b.job]))
	right := math.Min(l.right+4, scale.At(t.ends[b.job]))
	w = right - x
	if w > 3 {
		w-- // a gap to the next job
	}
	w = math.Max(w, 0.75)
	h = float64(b.rows) * l.laneHeight
	if l.laneHeight >= 5 {
		h--
	}
	return x, top + 0.5, w, h
}

func (p *painter) bar(t *track, v *view, top float64, b *bar) {
	x, y, w, h := v.box(t, top, b)
	job := &t.run.Jobs[b.job]
	alpha := 1.0
	if v.focus != none && v.focus != int(b.job) {
		alpha = 0.75
	}
	p.list.Rect(graphColour(t.graphs[b.job]), x, y, w, h, alpha)
	if t.ends[b.job] >= t.end && job.Outcome == "unfinished" {
		p.list.Hatched(colourSurface, x, y, w, h, 0.6)
	}
	if h < fontSize-1 || w < fontSize {
		return
	}
	degree := strconv.Itoa(degreeOf(job))
	text := job.Graph + " " + degree
	if chart.TextWidth(text, fontSize) > w-6 {
		text = degree
	}
	if chart.TextWidth(text, fontSize) <= w-2 {
		// In the part that is in view, so that a long job keeps its name.
		l := &v.layout
		from, to := math.Max(x, l.left), math.Min(x+w, l.right)
		p.list.Text(colourOnGraph, (from+to)/2, y+h/2+4, text, chart.Middle, fontSize, false)
	}
}

// density draws how busy each lane is in columns of 2 pixels, in the colour of
// the graph that has most of the column.
func (p *painter) density(t *track, v *view) {
	const step = 2.0
	l := &v.layout
	n := int(math.Ceil((l.right - l.left) / step))
	width := v.window.Span() / (l.right - l.left) * step
	grid := p.list.Grid(l.left, l.ganttTop, step*float64(n), l.ganttBottom-l.ganttTop, n, len(t.lanes))
	if t.dense.window == v.window && len(t.dense.cells) == len(grid) {
		copy(grid, t.dense.cells) // only the pointer has moved
	} else {
		p.fillGrid(t, v.window.From, width, grid)
		t.dense.window, t.dense.cells = v.window, append(t.dense.cells[:0], grid...)
	}
	if l.laneHeight >= 5 { // the gaps between lanes
		for at := range t.lanes {
			y := crisp(l.ganttTop + float64(at+1)*l.laneHeight - 1)
			p.list.Line(colourSurface, l.left, y, l.right, y, 1, 1)
		}
	}
}

// fillGrid writes the cells of columns of width seconds from a moment, a row a
// lane.
func (p *painter) fillGrid(t *track, from, width float64, grid []byte) {
	n := len(grid) / 2 / len(t.lanes)
	for at := range t.lanes {
		p.cells.reset(n)
		p.cells.fill(t, &t.lanes[at], from, width)
		row := grid[2*n*at : 2*n*(at+1)]
		for column, busy := range p.cells.busy {
			if busy > 0 {
				row[2*column] = byte(graphColour(p.cells.graph[column]))
				row[2*column+1] = byte(24 + 231*min(1, busy)) // a little is not nothing
			}
		}
	}
}

// mark outlines a job: its bars, its tick, and its arrival.
func (p *painter) mark(t *track, v *view, job int, strong bool) {
	if job == none || job >= len(t.run.Jobs) {
		return
	}
	l := &v.layout
	colour, width := colourInk, 1.5
	if strong {
		colour, width = colourAccent, 2.5
	}
	x := l.time(v.window).At(t.run.Jobs[job].ArrivalSeconds)
	if x >= l.left && x <= l.right {
		p.list.Line(colour, x, l.bandTop, x, l.axisTop, 0.6, 1)
	}
	for i, c := range l.causes {
		if t.run.Jobs[job].Cause == chart.CauseOrder[c] {
			top := l.bandTop + causeHeight*float64(i)
			p.list.Rect(causeColour(c), x-2, top+1, 4, causeHeight-2, 1)
			p.list.Frame(colour, x-4, top-0.5, 8, causeHeight+1, 1, width)
		}
	}
	if math.IsNaN(t.starts[job]) || t.ends[job] < v.window.From || t.starts[job] > v.window.To {
		return
	}
	for at := range t.lanes {
		first, after := t.lanes[at].span(t, t.starts[job], math.Nextafter(t.starts[job], math.Inf(1)))
		for _, b := range t.lanes[at].bars[first:after] {
			if int(b.job) == job && b.rows > 0 {
				x, y, w, h := v.box(t, l.ganttTop+float64(at)*l.laneHeight, &b)
				p.list.Frame(colour, x-1, y-1, w+2, h+2, 1, width)
			}
		}
	}
}

// ticks are those of the time axis.
func (p *painter) ticks(v *view) []chart.Tick {
	l := &v.layout
	return chart.TimeTicks(v.window.From, v.window.To, max(2, int((l.right-l.left)/62)))
}

func (p *painter) axis(v *view) {
	l := &v.layout
	scale := l.time(v.window)
	for _, tick := range p.ticks(v) {
		x := scale.At(tick.Value)
		half := chart.TextWidth(tick.Label, fontSize) / 2
		p.list.Line(colourQuiet, crisp(x), l.axisTop, crisp(x), l.axisTop+4, 1, 1)
		if x+half <= l.width {
			p.list.Text(colourQuiet, x, l.axisTop+15, tick.Label, chart.Middle, fontSize, false)
		}
	}
}

// crisp is the middle of the pixel at x, where a line 1 pixel wide is sharp.
func crisp(x float64) float64 { return math.Floor(x) + 0.5 }
