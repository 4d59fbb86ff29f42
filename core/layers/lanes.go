package layers

import "slices"

// wide is the number of items from which a layer is left as it is: nobody can
// follow single lines through it.
const wide = 2000

// place gives every item a lane: the order of its layer is kept, and it stands
// as near as it can to the middle of its neighbours before, then after, then
// before again. Nodes with neighbours on both sides have the first choice, so
// that the backbone of the graph is a straight line and what passes it by bends
// around it (the priority method of Sugiyama et al.).
func (g *grid) place() {
	for _, items := range g.layer {
		for i, v := range items {
			g.lane[v] = i
		}
	}
	for l := 1; l < len(g.layer); l++ {
		g.pull(g.layer[l], g.up)
	}
	for l := len(g.layer) - 2; l >= 0; l-- {
		g.pull(g.layer[l], g.down)
	}
	for l := 1; l < len(g.layer); l++ {
		g.pull(g.layer[l], g.up)
	}
}

// rank is how soon an item may choose.
func (g *grid) rank(v int) int {
	switch {
	case v >= g.nodes:
		return 1
	case len(g.up[v]) > 0 && len(g.down[v]) > 0:
		return 2 + len(g.up[v]) + len(g.down[v])
	}
	return 2
}

func (g *grid) pull(items []int, neighbours [][]int) {
	if len(items) > wide {
		return
	}
	turn := make([]int, len(items))
	for i := range turn {
		turn[i] = i
	}
	off := func(i int) int { return max(2*i-len(items)+1, len(items)-1-2*i) } // from the middle of the layer
	slices.SortStableFunc(turn, func(a, b int) int {
		if ra, rb := g.rank(items[a]), g.rank(items[b]); ra != rb {
			return rb - ra
		}
		return off(a) - off(b)
	})
	fixed := make([]bool, len(items))
	for _, i := range turn {
		near := neighbours[items[i]]
		if len(near) > 0 {
			g.shift(items, fixed, i, g.middle(near))
		}
		fixed[i] = true
	}
}

// middle is the median of the lanes, the lower one of two. Nodes count before
// edges that pass by, or a straight line would drift at every shortcut.
func (g *grid) middle(items []int) int {
	if len(items) == 1 {
		return g.lane[items[0]]
	}
	lanes := make([]int, 0, len(items))
	for _, v := range items {
		if v < g.nodes {
			lanes = append(lanes, g.lane[v])
		}
	}
	if len(lanes) == 0 {
		for _, v := range items {
			lanes = append(lanes, g.lane[v])
		}
	}
	slices.Sort(lanes)
	return lanes[(len(lanes)-1)/2]
}

// shift moves item i of a layer towards a lane, as far as the fixed ones let
// it, and pushes the others along.
func (g *grid) shift(items []int, fixed []bool, i, to int) {
	step := 1
	if to < g.lane[items[i]] {
		step = -1
	}
	for j := i + step; j >= 0 && j < len(items); j += step {
		if fixed[j] {
			limit := g.lane[items[j]] - (j - i)
			if step > 0 {
				to = min(to, limit)
			} else {
				to = max(to, limit)
			}
			break
		}
	}
	g.lane[items[i]] = to
	for j := i + step; j >= 0 && j < len(items); j += step {
		least := g.lane[items[j-step]] + step
		if (least-g.lane[items[j]])*step <= 0 {
			break
		}
		g.lane[items[j]] = least
	}
}

// write copies the lanes into the drawing, counted from 0.
func (g *grid) write(d *Drawing, edges [][2]int) {
	low, high := g.lane[0], g.lane[0]
	for _, lane := range g.lane {
		low, high = min(low, lane), max(high, lane)
	}
	d.Lanes = high - low + 1
	for v := range d.Lane {
		d.Lane[v] = g.lane[v] - low
	}
	for i, e := range edges {
		if n := d.Layer[e[1]] - d.Layer[e[0]] - 1; n > 0 {
			d.Between[i] = make([]int, n)
			for k := range n {
				d.Between[i][k] = g.lane[g.first[i]+k] - low
			}
		}
	}
}
