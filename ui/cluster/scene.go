package cluster

import (
	"math"
	"strconv"

	"rampart/ui/chart"
)

// none stands for no server and for no job.
const none = -1

// The colours of the picture, in the order of ColourNames.
const (
	colourSurface chart.Colour = iota
	colourInk
	colourQuiet
	colourGrid
	colourAccent
	colourOnGraph
	colourGraph // the first of the graphs
)

// ColourNames are the custom properties of public/palette.css that a surface
// reads whenever the colour scheme changes, in the order of the colours.
func ColourNames() []string {
	names := []string{"--chart-surface", "--chart-ink", "--chart-quiet", "--chart-grid", "--chart-accent", "--on-graph-1"}
	for _, g := range chart.Graphs {
		names = append(names, "--"+g.Name)
	}
	return names
}

// scene is what one frame of the picture shows.
type scene struct {
	plan   plan
	owner  []int32           // by server
	graph  func(job int) int // number of a job's graph, for its colour
	marked []int             // servers of the highlighted block
	job    int               // whose servers are outlined, or none
	server int               // with the focus, or none
	hover  int               // under the pointer, or none
	keys   bool              // the picture has the keyboard
	label  func(job int) string
	still  *still  // remembers the image of a large cluster; nil for none
	tip    string  // what is said of hover
	x, y   float64 // the pointer
}

// Above so many servers a picture is painted as one image, and its marks too.
const mostSingle = 4096

// fontSize is that of all texts, CSS pixels.
const fontSize = 11.0

// paint draws one frame into an empty list.
func (s *scene) paint(list *chart.List) {
	p := &s.plan
	if p.label > 0 {
		s.names(list)
	}
	if p.groups*p.shape.Racks*p.shape.Servers > mostSingle || p.unit < 4 {
		s.image(list)
	} else {
		s.cells(list)
	}
	s.outlines(list)
	if s.hover != none && s.tip != "" {
		s.words(list)
	}
}

// words writes what is said of the server under the pointer beside it.
func (s *scene) words(list *chart.List) {
	const pad, size = 8.0, 12.0
	text := chart.Fit(s.tip, size, s.plan.width-2*pad)
	w, h := chart.TextWidth(text, size)+2*pad, size+2*pad-2
	x := min(max(0, s.x+12), s.plan.width-w)
	y := s.y + 18
	if y+h > s.plan.height {
		y = max(0, s.y-h-10)
	}
	list.Rect(colourInk, x, y, w, h, 0.94)
	list.Text(colourSurface, x+pad, y+h-pad, text, chart.Start, size, false)
}

// names writes the groups' names above them.
func (s *scene) names(list *chart.List) {
	p := &s.plan
	for c := p.first; c < p.first+p.groups; c++ {
		x, y := p.groupAt(c)
		text := "group " + strconv.Itoa(c)
		if chart.TextWidth(text, fontSize) > p.group.width+p.groupGap-2 {
			text = strconv.Itoa(c)
		}
		list.Text(colourQuiet, x, y-5, text, chart.Start, fontSize, false)
		if p.gutter == 0 || (c-p.first)%p.wide != 0 {
			continue
		}
		for r := range p.shape.Racks {
			middle := y + float64(r)*(p.rack.height+p.rackGap) + p.unit/2 + 4
			list.Text(colourQuiet, x-8, middle, "rack "+strconv.Itoa(r), chart.End, fontSize, false)
		}
	}
}

// each visits the servers that are shown.
func (s *scene) each(visit func(server int, x, y float64)) {
	p := &s.plan
	perGroup := p.shape.Racks * p.shape.Servers
	for server := p.first * perGroup; server < (p.first+p.groups)*perGroup; server++ {
		x, y := p.at(server)
		visit(server, x, y)
	}
}

// cells draws every server as a square with the number of its job.
func (s *scene) cells(list *chart.List) {
	u := s.plan.unit
	s.each(func(server int, x, y float64) {
		job := s.owner[server]
		if job < 0 {
			list.Frame(colourQuiet, x, y, u, u, 0.55, 1)
			return
		}
		alpha := 1.0
		if s.job != none && s.job != int(job) {
			alpha = 0.6
		}
		list.Rect(colourGraph+chart.Colour(s.graph(int(job))%len(chart.Graphs)), x, y, u, u, alpha)
		if text := s.label(int(job)); u >= 20 && chart.TextWidth(text, fontSize) <= u-2 {
			list.Text(colourOnGraph, x+u/2, y+u/2+4, text, chart.Middle, fontSize, s.job == int(job))
		}
	})
}

// still is an image of servers, and what it shows: most frames only move the
// pointer.
type still struct {
	of    stillOf
	cells []byte
}

// stillOf is what an image depends on.
type stillOf struct {
	plan   plan
	owner  *int32 // the first of the owners
	job    int
	marked *int // the first of the servers of the block, nil for none
}

// image draws all servers as one image of whole pixels.
func (s *scene) image(list *chart.List) {
	p := &s.plan
	columns, rows := int(math.Ceil(p.width)), int(math.Ceil(p.height))
	cells := list.Grid(0, 0, float64(columns), float64(rows), columns, rows)
	of := stillOf{s.plan, firstOf(s.owner), s.job, firstOf(s.marked)}
	if s.still != nil && s.still.of == of && len(s.still.cells) == len(cells) {
		copy(cells, s.still.cells)
		return
	}
	s.pixels(cells, columns, rows)
	if s.still != nil {
		s.still.of, s.still.cells = of, append(s.still.cells[:0], cells...)
	}
}

// pixels fills the cells of an image.
func (s *scene) pixels(cells []byte, columns, rows int) {
	p := &s.plan
	u := max(1, int(p.unit))
	s.each(func(server int, x, y float64) {
		colour, alpha := byte(colourQuiet), byte(60)
		if job := s.owner[server]; job >= 0 {
			colour, alpha = byte(int(colourGraph)+s.graph(int(job))%len(chart.Graphs)), 255
			if s.job != none && s.job != int(job) {
				alpha = 150
			}
		}
		fill(cells, columns, rows, int(x), int(y), u, colour, alpha)
	})
	for _, server := range s.marked {
		if p.shows(server) {
			x, y := p.at(server)
			fill(cells, columns, rows, int(x), int(y), u, byte(colourAccent), 255)
		}
	}
}

// firstOf tells slices apart: nil for an empty one.
func firstOf[T any](list []T) *T {
	if len(list) == 0 {
		return nil
	}
	return &list[0]
}

// fill colours a square of an image.
func fill(cells []byte, columns, rows, x, y, side int, colour, alpha byte) {
	for row := y; row < min(y+side, rows); row++ {
		for column := x; column < min(x+side, columns); column++ {
			at := 2 * (row*columns + column)
			cells[at], cells[at+1] = colour, alpha
		}
	}
}

// outlines mark the highlighted block, the chosen job and what has the focus.
func (s *scene) outlines(list *chart.List) {
	p := &s.plan
	frame := func(server int, colour chart.Colour, out, width float64) {
		if server != none && p.shows(server) {
			x, y := p.at(server)
			list.Frame(colour, x-out, y-out, p.unit+2*out, p.unit+2*out, 1, width)
		}
	}
	if p.unit >= 4 {
		for _, server := range s.marked {
			frame(server, colourAccent, 0, min(3, p.unit/3))
		}
	}
	if s.job != none && p.unit >= 2 {
		for server, job := range s.owner {
			if int(job) == s.job {
				frame(server, colourInk, 0, min(2, p.unit/3))
			}
		}
	}
	frame(s.hover, colourInk, 1, 1.5)
	if s.keys {
		frame(s.server, colourAccent, 2, 2)
	} else {
		frame(s.server, colourInk, 2, 2)
	}
}
