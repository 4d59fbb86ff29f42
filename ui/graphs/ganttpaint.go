package graphs

import (
	"math"
	"sort"
	"strconv"

	"rampart/ui/chart"
	"rampart/ui/number"
	"rampart/wasm/wire"
)

// The fills of the two passes.
const (
	forwardFill  = heat + 6
	backwardFill = heat + 3
)

// Paint implements canvas.Scene.
func (g *Gantt) Paint(list *chart.List) {
	if g.step == nil || !(g.width > gutter+60) {
		return
	}
	g.axis(list)
	bar, flow, gap := g.line()
	for row := range g.shown() {
		y := pathHeight + float64(row)*(bar+flow+gap)
		if gap > 2 || row%4 == 0 {
			list.Text(quiet, gutter-8, y+bar/2+4, g.step.Servers[row], chart.End, math.Min(11, bar+4), false)
		}
	}
	list.Text(ink, gutter-8, 17, "critical", chart.End, 11, true)
	list.Clip(gutter, 0, g.width-gutter-rightEdge, g.height)
	for row := range g.shown() {
		y := pathHeight + float64(row)*(bar+flow+gap)
		c := &g.step.Schedules[g.step.Row[row]]
		g.bars(list, c, y, bar)
		g.moves(list, c.Moves, y+bar, flow)
	}
	g.path(list, bar, flow, gap)
	list.Unclip()
	if g.keyboard {
		list.Frame(accent, 0, 0, g.width, g.height, 0.5, 1)
	}
	if g.over && len(g.fingers) == 0 {
		if text := g.tip(); text != "" {
			list.Line(quiet, g.px, 0, g.px, g.height-axisHeight, 0.5, 1)
			drawTip(list, text, g.px, g.py, g.width, g.height)
		}
	}
}

// axis draws ticks of simulated time.
func (g *Gantt) axis(list *chart.List) {
	y := g.height - axisHeight
	list.Line(quiet, gutter, y, g.width-rightEdge, y, 1, 1)
	count := max(3, int((g.width-gutter)/100))
	for _, t := range timeTicks(g.from, g.to, count) {
		x := g.at(t)
		if x < gutter-1 || x > g.width-rightEdge+1 {
			continue
		}
		list.Line(grid, x, 4, x, y, 1, 1)
		align := chart.Middle
		if x > g.width-rightEdge-24 {
			align = chart.End
		}
		list.Text(quiet, x, y+16, tick(t, g.to), align, 11, false)
	}
	if hidden := len(g.step.Servers) - g.shown(); hidden > 0 {
		list.Text(quiet, 4, y+16, "+"+strconv.Itoa(hidden), chart.Start, 11, false)
	}
}

// timeTicks are round times within from..to, at most so many: whole minutes or
// hours where those are the unit that number.Brief writes.
func timeTicks(from, to float64, most int) []float64 {
	unit := 1.0
	switch {
	case to >= 2*3600:
		unit = 3600
	case to >= 2*60:
		unit = 60
	}
	values := chart.Ticks(from/unit, to/unit, most)
	for i := range values {
		values[i] *= unit
	}
	return values
}

// units are those of times on an axis, by the end from which on they are used.
var units = []struct {
	from, size float64
	name       string
}{{7200, 3600, "h"}, {120, 60, "min"}, {1, 1, "s"}, {1e-3, 1e-3, "ms"}, {1e-6, 1e-6, "µs"}, {0, 1e-9, "ns"}}

// tick writes a time on an axis that ends at another: all of its times are in one
// unit, with the digits that tell them apart.
func tick(seconds, end float64) string {
	if seconds == 0 {
		return "0"
	}
	for _, u := range units {
		if end >= u.from {
			return number.Plain(math.Round(seconds/u.size*1e7)/1e7) + number.Thin + u.name
		}
	}
	return number.Brief(seconds)
}

// least is how narrow a bar is drawn, and how close bars are drawn as one.
const least = 0.7

// bars draws what a server computes. Short bars of one pass that follow one
// another are one bar.
func (g *Gantt) bars(list *chart.List, c *wire.GraphSchedule, y, height float64) {
	first := sort.SearchFloat64s(c.To, g.from)
	var x1, x2 float64
	fill, open := chart.Colour(0), false
	flush := func() {
		if open {
			list.Rect(fill, x1, y, math.Max(least, x2-x1), height, 1)
			open = false
		}
	}
	for i := first; i < len(c.From) && c.From[i] < g.to; i++ {
		a, b := g.at(c.From[i]), g.at(c.To[i])
		now := forwardFill
		switch {
		case c.Node[i] >= 0 && c.Node[i] == g.focus:
			now = accent
		case c.Node[i] < 0:
			now = neutral
		case c.Node[i] >= g.passes:
			now = backwardFill
		}
		if open && now == fill && a-x2 < least && b-x1 < 3 {
			x2 = b
			continue
		}
		flush()
		x1, x2, fill, open = a, b, now, true
		if b-a > 4 {
			x2 = b - 0.6 // what divides it from the next
		}
	}
	flush()
}

// moves draws the stretches in which data moves.
func (g *Gantt) moves(list *chart.List, moves []float64, y, height float64) {
	open := false
	var x1, x2 float64
	for i := 0; i+1 < len(moves); i += 2 {
		if moves[i+1] < g.from {
			continue
		}
		if moves[i] > g.to {
			break
		}
		a, b := g.at(moves[i]), g.at(moves[i+1])
		if open && a-x2 < least {
			x2 = b
			continue
		}
		if open {
			list.Rect(moving, x1, y, math.Max(least, x2-x1), height, 1)
		}
		x1, x2, open = a, b, true
	}
	if open {
		list.Rect(moving, x1, y, math.Max(least, x2-x1), height, 1)
	}
}

// path draws the critical path as a row of its own, and underlines its
// computations on their servers.
func (g *Gantt) path(list *chart.List, bar, flow, gap float64) {
	for i := range g.step.Critical {
		l := &g.step.Critical[i]
		if l.End < g.from || l.Begin > g.to {
			continue
		}
		a, b := g.at(l.Begin), g.at(l.End)
		w := math.Max(least, b-a)
		if w > 4 {
			w -= 0.6
		}
		fill := forwardFill
		switch {
		case l.Transfer:
			fill = moving
		case l.From >= g.passes:
			fill = backwardFill
		}
		list.Rect(fill, a, 8, w, 13, 1)
		if i == g.leg {
			list.Frame(accent, a-2, 5, w+4, 19, 1, 2)
		}
		if !l.Transfer && l.Server < g.shown() && b-a > 0.3 {
			list.Rect(ink, a, pathHeight+float64(l.Server)*(bar+flow+gap)-2, w, 2, 1)
		}
	}
}
