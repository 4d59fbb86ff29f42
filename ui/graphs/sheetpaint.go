package graphs

import (
	"math"

	"rampart/ui/chart"
)

// Paint implements canvas.Scene.
func (s *Sheet) Paint(list *chart.List) {
	if s.fold == nil || len(s.tone.fill) != 2*s.figure.n {
		return
	}
	list.Clip(0, 0, s.width, s.height)
	p := painter{s, list}
	for i := range s.fold.rows {
		if r := &s.fold.rows[i]; s.sees(r) {
			p.staffs(i, r)
			p.edges(i)
		}
	}
	p.linked()
	for node, row := range s.fold.rowOf {
		if s.sees(&s.fold.rows[row]) {
			p.node(node)
		}
	}
	p.marks()
	p.smallMap()
	list.Unclip()
	p.tip()
}

// sees reports whether some of a row is in view.
func (s *Sheet) sees(r *row) bool {
	return (r.top-s.y)*s.scale < s.height && (r.top+r.height-s.y)*s.scale > 0
}

// painter draws one frame.
type painter struct {
	*Sheet
	list *chart.List
}

// tiny is the scale below which lines between neighbours on one lane are left
// out: the boxes nearly touch. small is that below which names are.
const (
	tiny  = 0.16
	small = 0.52
)

// staffs names the two passes at the start of a row and draws what divides them.
func (p *painter) staffs(i int, r *row) {
	y := (r.top + r.height/2 - p.y) * p.scale
	left, right := math.Max(0, (edge/2-p.x)*p.scale), math.Min(p.width, (p.fold.width-edge/2-p.x)*p.scale)
	p.list.Line(grid, left, y, right, y, 1, 1)
	if i == 0 && p.scale >= 0.3 {
		x := math.Max(4, (edge-p.x)*p.scale)
		p.list.Text(quiet, x, y-3, "forward →", chart.Start, 10, false)
		p.list.Text(quiet, x, y+10, "← backward", chart.Start, 10, false)
	}
}

// edges draws those of a row.
func (p *painter) edges(i int) {
	width := math.Max(0.7, math.Min(1.4, 1.2*p.scale))
	for k := range p.fold.segments[i] {
		e := &p.fold.segments[i][k]
		if p.scale < tiny && e.y1 == e.y2 {
			continue
		}
		p.segment(e, quiet, 0.65, width)
	}
}

func (p *painter) segment(e *segment, c chart.Colour, alpha, width float64) {
	x1, x2 := (e.x1-p.x)*p.scale, (e.x2-p.x)*p.scale
	if x2 < 0 || x1 > p.width {
		return
	}
	y1, y2 := (e.y1-p.y)*p.scale, (e.y2-p.y)*p.scale
	if e.y1 == e.y2 || e.x1 == e.x2 {
		p.list.Line(c, x1, y1, x2, y2, alpha, width)
	} else {
		p.list.Curve(c, x1, y1, x2, y2, alpha, width)
	}
}

// linked draws the edges of the node with the focus, and of the one under the
// pointer.
func (p *painter) linked() {
	for i := range p.fold.rows {
		if !p.sees(&p.fold.rows[i]) {
			continue
		}
		for k := range p.fold.segments[i] {
			e := &p.fold.segments[i][k]
			switch {
			case p.focus != none && (e.from == p.focus || e.to == p.focus):
				p.segment(e, accent, 1, 2)
			case p.hover != none && (e.from == p.hover || e.to == p.hover):
				p.segment(e, ink, 0.9, 1.5)
			}
		}
	}
}

// node draws a box, and its name if there is room.
func (p *painter) node(node int) {
	x, y := p.screen(node)
	w, h := boxWidth*p.scale, boxHeight*p.scale
	if p.scale < tiny {
		w = cellWidth * p.scale * 0.92
	}
	w, h = math.Max(w, 1.5), math.Max(h, 2)
	if x+w/2 < 0 || x-w/2 > p.width {
		return
	}
	alpha := 1.0
	if p.found != nil && !p.found[p.figure.op(node)] {
		alpha = 0.35
	}
	if alpha < 1 {
		p.list.Rect(surface, x-w/2, y-h/2, w, h, 1)
	}
	p.list.Rect(p.tone.fill[node], x-w/2, y-h/2, w, h, alpha)
	if h >= 9 {
		p.list.Frame(ink, x-w/2, y-h/2, w, h, 0.22, 1)
	}
	if p.scale >= small && alpha == 1 {
		size := math.Max(9, math.Min(13, 11*p.scale))
		if name := chart.Fit(p.figure.short(p.figure.op(node)), size, w-4); name != "" {
			p.list.Text(p.tone.text[node], x, y+size*0.36, name, chart.Middle, size, false)
		}
	}
}

// marks draws frames around the focus, its twin and what hovers.
func (p *painter) marks() {
	frame := func(node int, c chart.Colour, width float64) {
		x, y := p.screen(node)
		w, h := math.Max(boxWidth*p.scale, 4)+2*width+2, math.Max(boxHeight*p.scale, 4)+2*width+2
		p.list.Frame(c, x-w/2, y-h/2, w, h, 1, width)
	}
	if p.found != nil && p.scale < small {
		for op, is := range p.found {
			if is {
				frame(op, accent, 1)
			}
		}
	}
	if p.hover != none {
		frame(p.hover, ink, 1.5)
	}
	if p.focus != none {
		frame(p.figure.twin(p.focus), accent, 1)
		frame(p.focus, accent, 2.5)
	}
	if p.keyboard {
		p.list.Frame(accent, 0, 0, p.width, p.height, 0.5, 1)
	}
}

// smallMap shows where the window is.
func (p *painter) smallMap() {
	x, y, w, h, scale, ok := p.mapped()
	if !ok {
		return
	}
	p.list.Rect(surface, x-4, y-4, w+8, h+8, 0.94)
	p.list.Frame(grid, x-4, y-4, w+8, h+8, 1, 1)
	if bw := math.Max(0.8, cellWidth*scale*0.85); len(p.fold.x) <= 800 {
		for node := range p.fold.x {
			p.list.Rect(p.tone.fill[node], x+p.fold.x[node]*scale-bw/2, y+p.fold.y[node]*scale-1, bw, 2, 1)
		}
	} else {
		for i := range p.fold.rows {
			r := &p.fold.rows[i]
			p.list.Rect(neutral, x+edge*scale, y+r.top*scale, w-2*edge*scale, math.Max(1, r.height*scale), 0.5)
		}
	}
	left, top := math.Max(0, p.x), math.Max(0, p.y)
	right, bottom := math.Min(p.fold.width, p.x+p.width/p.scale), math.Min(p.fold.height, p.y+p.height/p.scale)
	p.list.Frame(accent, x+left*scale-2, y+top*scale-2, (right-left)*scale+4, (bottom-top)*scale+4, 1, 1.5)
}

// tip tells of the node under the pointer.
func (p *painter) tip() {
	if p.hover == none || p.note == nil {
		return
	}
	drawTip(p.list, p.note(p.hover), p.px, p.py, p.width, p.height)
}

// drawTip writes a text beside the pointer, within the canvas.
func drawTip(list *chart.List, text string, px, py, width, height float64) {
	const size, pad = 12.0, 6.0
	text = chart.Fit(text, size, width-4*pad)
	w, h := chart.TextWidth(text, size)+2*pad, size+2*pad
	x, y := math.Min(px+12, width-w-2), py+14
	if y+h > height {
		y = py - h - 8
	}
	x, y = math.Max(2, x), math.Max(2, y)
	list.Rect(ink, x, y, w, h, 0.94)
	list.Text(surface, x+pad, y+pad+size*0.82, text, chart.Start, size, false)
}
