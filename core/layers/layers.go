// Package layers draws directed graphs without cycles in layers, in the manner
// of Sugiyama, Tagawa and Toda (IEEE Trans. SMC 11(2), 1981): every edge leads
// to a later layer, edges cross rarely, and what follows one another stands in
// a straight line. It knows nothing of what the nodes are.
package layers

import "errors"

// The sizes that Draw takes on: such a drawing takes well under a second in a
// browser.
const (
	MaxNodes  = 5_000
	MaxPoints = 60_000 // layers passed by all edges together
)

// The errors of Draw.
var (
	ErrCycle = errors.New("layers: the graph has a cycle")
	ErrLarge = errors.New("layers: the graph is too large to draw")
)

// Drawing is where everything stands. Layers follow one another in one
// direction; lanes are whole places across them, and no two things share the
// lane of a layer.
type Drawing struct {
	Layers, Lanes int     // how many there are
	Layer         []int   // of each node, from 0
	Lane          []int   // of each node, from 0
	Between       [][]int // by edge: its lane in every layer between its ends; nil for most
	Crossings     int     // of edges, as far as they were not avoided
}

// Draw places n nodes, numbered from 0. Edges lead from the first node to the
// second and may repeat. It takes time linear in nodes and passed layers, but
// for a logarithm. Equal graphs have equal drawings; the order of nodes and
// edges breaks ties. It returns ErrCycle or ErrLarge if there is no drawing,
// and panics if an edge names a node that is not there.
func Draw(n int, edges [][2]int) (*Drawing, error) {
	for _, e := range edges {
		if e[0] < 0 || e[0] >= n || e[1] < 0 || e[1] >= n {
			panic("layers: an edge names a node that is not there")
		}
	}
	if n > MaxNodes {
		return nil, ErrLarge
	}
	d := &Drawing{Layer: make([]int, n), Lane: make([]int, n), Between: make([][]int, len(edges))}
	if n == 0 {
		return d, nil
	}
	if !d.assign(n, edges) {
		return nil, ErrCycle
	}
	points := 0
	for _, e := range edges {
		if points += d.Layer[e[1]] - d.Layer[e[0]]; points > MaxPoints {
			return nil, ErrLarge
		}
	}
	g := newGrid(d, edges)
	d.Crossings = g.order()
	g.place()
	g.write(d, edges)
	return d, nil
}

// assign gives every node the layer after its last predecessor; then sources
// with one way on, and others that more edges leave than enter, move as close
// to what follows them as they can. It reports whether there is no cycle.
func (d *Drawing) assign(n int, edges [][2]int) bool {
	waiting := make([]int, n)
	out := make([][]int, n)
	in := make([]int, n)
	for _, e := range edges {
		waiting[e[1]]++
		in[e[1]]++
		out[e[0]] = append(out[e[0]], e[1])
	}
	order := make([]int, 0, n)
	for v, w := range waiting {
		if w == 0 {
			order = append(order, v)
		}
	}
	for at := 0; at < len(order); at++ {
		v := order[at]
		for _, w := range out[v] {
			d.Layer[w] = max(d.Layer[w], d.Layer[v]+1)
			if waiting[w]--; waiting[w] == 0 {
				order = append(order, w)
			}
		}
	}
	for i := len(order) - 1; i >= 0; i-- {
		v := order[i]
		if len(out[v]) > in[v] {
			nearest := d.Layer[out[v][0]]
			for _, w := range out[v][1:] {
				nearest = min(nearest, d.Layer[w])
			}
			d.Layer[v] = max(d.Layer[v], nearest-1)
		}
	}
	for _, layer := range d.Layer {
		d.Layers = max(d.Layers, layer+1)
	}
	d.close()
	return len(order) == n
}

// close takes away layers that nodes have moved out of.
func (d *Drawing) close() {
	used := make([]int, d.Layers)
	for _, layer := range d.Layer {
		used[layer] = 1
	}
	next := 0
	for i, u := range used {
		used[i] = next
		next += u
	}
	for v, layer := range d.Layer {
		d.Layer[v] = used[layer]
	}
	d.Layers = next
}
