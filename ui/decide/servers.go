package decide

import (
	"strconv"

	"rampart/core/ramp"
	"rampart/ui/chart"
)

// mostDrawn is how many servers are drawn one by one.
const mostDrawn = 512

// square is a server of the drawing.
type square struct {
	x, y         string
	class, title string
}

const (
	squareSize = 18
	squareStep = 21
	groupGap   = 12
	groupRow   = 4 // groups beside each other
)

func (c *View) shape() ramp.Shape {
	x := c.Model.table.Cluster
	return ramp.Shape{Groups: x.Groups, Racks: x.RacksPerGroup, Servers: x.ServersPerRack}
}

func (c *View) drawn() bool { return c.Model.episode != nil && len(c.Model.episode.Busy) <= mostDrawn }

// place is where a server is drawn: a rack is a row, a group a column of racks.
func place(s ramp.Shape, server int) (x, y int) {
	g, r, v := s.Coord(server)
	return g%groupRow*(s.Servers*squareStep+groupGap) + v*squareStep, g/groupRow*(s.Racks*squareStep+groupGap) + r*squareStep
}

// squares are the servers, each in the colour of the graph that it runs.
func (c *View) squares() []square {
	m, s := c.Model, c.shape()
	colours := map[string]string{}
	for i, g := range m.table.Workload.Graphs {
		colours[g.Name] = chart.GraphClass(i)
	}
	list := make([]square, len(m.episode.Busy))
	for i, of := range m.episode.Busy {
		x, y := place(s, i)
		q := square{x: strconv.Itoa(x), y: strconv.Itoa(y), class: "decide-free", title: s.Name(i) + " is free"}
		if of > 0 && of <= len(m.episode.Running) {
			r := &m.episode.Running[of-1]
			q.class, q.title = "decide-busy "+colours[r.Graph], s.Name(i)+" runs job "+strconv.Itoa(r.Job)+", "+r.Graph
		}
		list[i] = q
	}
	return list
}

// viewBox is the extent of the drawing.
func (c *View) viewBox() string {
	width, height := c.extent()
	return "0 0 " + strconv.Itoa(width) + " " + strconv.Itoa(height)
}

func (c *View) extent() (width, height int) {
	s := c.shape()
	for i := range s.N() {
		x, y := place(s, i)
		width, height = max(width, x+squareSize), max(height, y+squareSize)
	}
	return width, height
}

func (c *View) width() string {
	width, _ := c.extent()
	return strconv.Itoa(width)
}

// graphClass is the colour of a graph.
func (c *View) graphClass(name string) string {
	for i, g := range c.Model.table.Workload.Graphs {
		if g.Name == name {
			return chart.GraphClass(i)
		}
	}
	return ""
}
