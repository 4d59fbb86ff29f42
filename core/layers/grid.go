package layers

import "slices"

// grid is the drawing in the making: nodes, and where an edge passes a layer a
// point of it, each in the order of its layer. Items 0 to n-1 are the nodes.
type grid struct {
	layer [][]int // items of each layer, in order
	at    []int   // place of each item in its layer
	lane  []int
	up    [][]int // neighbours of each item in the layer before
	down  [][]int // and in the one after
	first []int   // by edge: its first point; they are numbered in a row
	nodes int
}

func newGrid(d *Drawing, edges [][2]int) *grid {
	n := len(d.Layer)
	g := &grid{layer: make([][]int, d.Layers), first: make([]int, len(edges)), nodes: n}
	of := slices.Clone(d.Layer)
	g.up, g.down = make([][]int, n), make([][]int, n)
	link := func(a, b int) {
		g.down[a] = append(g.down[a], b)
		g.up[b] = append(g.up[b], a)
	}
	for i, e := range edges {
		last := e[0]
		g.first[i] = len(of)
		for l := d.Layer[e[0]] + 1; l < d.Layer[e[1]]; l++ {
			p := len(of)
			of = append(of, l)
			g.up, g.down = append(g.up, nil), append(g.down, nil)
			link(last, p)
			last = p
		}
		link(last, e[1])
	}
	g.at, g.lane = make([]int, len(of)), make([]int, len(of))
	g.walk(of)
	return g
}

// walk fills the layers in the order in which a search in depth meets the
// items, which keeps together what belongs together.
func (g *grid) walk(of []int) {
	seen := make([]bool, len(of))
	var stack []int
	for start := range of {
		if start >= g.nodes || len(g.up[start]) > 0 {
			continue
		}
		stack = append(stack, start)
		for len(stack) > 0 {
			v := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if seen[v] {
				continue
			}
			seen[v] = true
			g.layer[of[v]] = append(g.layer[of[v]], v)
			for i := len(g.down[v]) - 1; i >= 0; i-- {
				stack = append(stack, g.down[v][i])
			}
		}
	}
	for _, items := range g.layer {
		g.number(items)
	}
}

func (g *grid) number(items []int) {
	for i, v := range items {
		g.at[v] = i
	}
}

// sweeps is how often the order is improved downwards and upwards.
const sweeps = 12

// order sorts the layers, downwards and upwards in turn, by where the
// neighbours of their items stand on average, keeps the best order it met, and
// returns how many crossings that has.
func (g *grid) order() int {
	best := g.crossings()
	kept := g.copyLayers()
	for i := 0; i < sweeps && best > 0; i++ {
		if i%2 == 0 {
			for l := 1; l < len(g.layer); l++ {
				g.sort(g.layer[l], g.up)
			}
		} else {
			for l := len(g.layer) - 2; l >= 0; l-- {
				g.sort(g.layer[l], g.down)
			}
		}
		if c := g.crossings(); c < best {
			best, kept = c, g.copyLayers()
		}
	}
	g.layer = kept
	for _, items := range g.layer {
		g.number(items)
	}
	return best
}

func (g *grid) copyLayers() [][]int {
	list := make([][]int, len(g.layer))
	for i, items := range g.layer {
		list[i] = slices.Clone(items)
	}
	return list
}

// sort orders the items of a layer by the mean place of their neighbours; one
// without any keeps its own place.
func (g *grid) sort(items []int, neighbours [][]int) {
	if len(items) < 2 {
		return
	}
	type keyed struct {
		item  int
		place float64
	}
	list := make([]keyed, len(items))
	for i, v := range items {
		place := float64(i)
		if near := neighbours[v]; len(near) > 0 {
			sum := 0
			for _, w := range near {
				sum += g.at[w]
			}
			place = float64(sum) / float64(len(near))
		}
		list[i] = keyed{v, place}
	}
	slices.SortStableFunc(list, func(a, b keyed) int {
		switch {
		case a.place < b.place:
			return -1
		case a.place > b.place:
			return 1
		}
		return 0
	})
	for i, k := range list {
		items[i] = k.item
		g.at[k.item] = i
	}
}

// crossings counts the crossings between neighbouring layers with a tree of
// partial sums (Barth, Mutzel and Jünger, JGAA 8(2), 2004).
func (g *grid) crossings() int {
	total := 0
	var sums, ends []int
	for l := 0; l+1 < len(g.layer); l++ {
		sums = append(sums[:0], make([]int, len(g.layer[l+1])+1)...)
		seen := 0
		for _, v := range g.layer[l] {
			ends = ends[:0]
			for _, w := range g.down[v] {
				ends = append(ends, g.at[w])
			}
			for _, end := range ends { // those before that end further on
				total += seen
				for i := end + 1; i > 0; i -= i & -i {
					total -= sums[i]
				}
			}
			for _, end := range ends {
				seen++
				for i := end + 1; i < len(sums); i += i & -i {
					sums[i]++
				}
			}
		}
	}
	return total
}
