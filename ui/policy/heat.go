package policy

import (
	"math"
	"strconv"
)

// levels is the number of colours of the map; public/learn.css has them.
const levels = 9

// heat is the map of one graph: the chosen degree by beta, upwards, and free
// servers, to the right.
type heat struct {
	graph   string
	columns int
	rows    int
	layers  []layer
	marks   []mark
}

// layer is all cells of one degree.
type layer struct {
	degree int
	class  string
	path   string // in units of cells
	runs   []run  // the same
}

// run is neighbouring cells of one degree, from column from up to before to,
// so many rows below the top.
type run struct{ down, from, to int }

// mark is the degree of a patch of cells, written on one of them.
type mark struct {
	text   string
	class  string
	across float64 // 0 to 1
	down   float64
}

// heatClass is the CSS class of a degree: its place among the degrees.
func (m *Model) heatClass(degree int) string {
	if degree == 0 {
		return "heat-none"
	}
	degrees := m.degrees.Degrees
	place, last := 0, 0
	for _, d := range degrees {
		if d > 0 && d <= degree {
			place++
		}
		if d > 0 {
			last++
		}
	}
	if last <= 1 {
		return "heat-" + strconv.Itoa(levels-1)
	}
	return "heat-" + strconv.Itoa((place-1)*(levels-1)/(last-1))
}

// heats are the maps of all graphs, in the order of the experiment.
func (m *Model) heats() []heat {
	if !m.hasMap() {
		return nil
	}
	var list []heat
	for _, g := range m.x.Workload.Graphs {
		if cells := m.degrees.Map[g.Name]; len(cells) > 0 {
			list = append(list, m.heatOf(g.Name, cells))
		}
	}
	return list
}

func (m *Model) heatOf(graph string, cells []int) heat {
	h := heat{graph: graph, columns: len(m.degrees.MapFree), rows: len(m.degrees.MapBetas)}
	for _, degree := range m.degrees.Degrees {
		var b []byte
		var runs []run
		for row := range h.rows {
			down := h.rows - 1 - row // the smallest beta is at the bottom
			for from := 0; from < h.columns; from++ {
				if cells[row*h.columns+from] != degree {
					continue
				}
				to := from + 1
				for to < h.columns && cells[row*h.columns+to] == degree {
					to++
				}
				runs = append(runs, run{down, from, to})
				b = append(b, 'M')
				b = strconv.AppendInt(b, int64(from), 10)
				b = append(b, ' ')
				b = strconv.AppendInt(b, int64(down), 10)
				b = append(b, 'H')
				b = strconv.AppendInt(b, int64(to), 10)
				b = append(b, "v1H"...)
				b = strconv.AppendInt(b, int64(from), 10)
				b = append(b, 'Z')
				from = to - 1
			}
		}
		if len(b) > 0 {
			h.layers = append(h.layers, layer{degree, m.heatClass(degree), string(b), runs})
		}
	}
	h.marks = m.marksOf(cells, h.rows, h.columns)
	return h
}

// leastPatch is how many cells a patch needs to have its degree written on it.
const leastPatch = 6

// marksOf writes the degree on every patch of cells of one degree that is
// large enough, on the cell that is nearest its middle.
func (m *Model) marksOf(cells []int, rows, columns int) []mark {
	seen := make([]bool, len(cells))
	var list []mark
	var patch []int
	for start := range cells {
		if seen[start] {
			continue
		}
		patch = append(patch[:0], start)
		seen[start] = true
		for k := 0; k < len(patch); k++ {
			row, column := patch[k]/columns, patch[k]%columns
			for _, next := range [4][2]int{{row - 1, column}, {row + 1, column}, {row, column - 1}, {row, column + 1}} {
				if next[0] < 0 || next[0] >= rows || next[1] < 0 || next[1] >= columns {
					continue
				}
				at := next[0]*columns + next[1]
				if !seen[at] && cells[at] == cells[start] {
					seen[at] = true
					patch = append(patch, at)
				}
			}
		}
		if len(patch) < leastPatch || height(patch, columns) < 2 {
			continue // there is no room for a figure
		}
		at := middle(patch, columns)
		row, column := at/columns, at%columns
		list = append(list, mark{strconv.Itoa(cells[start]), m.heatClass(cells[start]),
			(float64(column) + 0.5) / float64(columns), (float64(rows-1-row) + 0.5) / float64(rows)})
	}
	return list
}

// height is how many rows a patch reaches over.
func height(patch []int, columns int) int {
	low, high := patch[0]/columns, patch[0]/columns
	for _, at := range patch {
		low, high = min(low, at/columns), max(high, at/columns)
	}
	return high - low + 1
}

// middle is the cell of a patch that is nearest its centre of mass.
func middle(patch []int, columns int) int {
	row, column := 0.0, 0.0
	for _, at := range patch {
		row += float64(at/columns) / float64(len(patch))
		column += float64(at%columns) / float64(len(patch))
	}
	best, least := patch[0], math.Inf(1)
	for _, at := range patch {
		dr, dc := float64(at/columns)-row, float64(at%columns)-column
		// A row is about three columns high.
		if d := 9*dr*dr + dc*dc; d < least {
			best, least = at, d
		}
	}
	return best
}

// here is where the situation stands in the maps, 0 to 1 to the right and
// down; ok is false if it is outside.
func (m *Model) here() (across, down float64, ok bool) {
	betas, free := m.degrees.MapBetas, m.degrees.MapFree
	column := nearest(len(free), func(i int) float64 { return float64(free[i]) }, float64(m.free()))
	row := nearest(len(betas), func(i int) float64 { return betas[i] }, m.betaValue())
	if column < 0 || row < 0 {
		return 0, 0, false
	}
	return (float64(column) + 0.5) / float64(len(free)), (float64(len(betas)-1-row) + 0.5) / float64(len(betas)), true
}

// nearest is the index of the value nearest to v, -1 if there is none.
func nearest(n int, value func(int) float64, v float64) int {
	best, least := -1, math.Inf(1)
	for i := range n {
		if d := math.Abs(value(i) - v); d < least {
			best, least = i, d
		}
	}
	return best
}
