package graphs

import "math"

// The sizes of a drawing at scale 1, CSS pixels. A deep network is one long
// chain, so it is folded into rows like a score into systems: the forward pass
// above, from left to right, and the backward pass below, back again, each op
// under its twin.
const (
	cellWidth  = 92.0 // from one layer to the next
	boxWidth   = 76.0
	laneHeight = 32.0
	boxHeight  = 24.0
	staffGap   = 16.0 // between the passes
	rowGap     = 26.0
	edge       = 26.0 // at the sides, for what goes on in the next row
)

// fold is a drawing in rows.
type fold struct {
	width, height float64
	perRow        int
	rows          []row
	x, y          []float64   // middle of each node
	rowOf         []int       // by node
	segments      [][]segment // by row
}

// row is one stretch of layers.
type row struct {
	top, height float64
	low, high   int // lanes in use
}

func (r *row) lanes() int { return r.high - r.low + 1 }

// segment is a part of an edge between two layers.
type segment struct {
	x1, y1, x2, y2 float64
	from, to       int // nodes of the whole edge
}

// lanesOf returns the lowest and highest lane of each layer.
func (f *Figure) lanesOf() (low, high []int) {
	low, high = make([]int, f.Layers), make([]int, f.Layers)
	for i := range low {
		low[i], high[i] = math.MaxInt, -1
	}
	add := func(layer, lane int) {
		low[layer], high[layer] = min(low[layer], lane), max(high[layer], lane)
	}
	for op := range f.n {
		add(f.Layer[op], f.Lane[op])
	}
	for i, e := range f.Edges {
		for k := range f.Layer[e[1]] - f.Layer[e[0]] - 1 {
			add(f.Layer[e[0]]+1+k, f.Between[f.start[i]+k])
		}
	}
	return low, high
}

// cut divides the layers into rows of so many.
func cut(low, high []int, perRow int) (rows []row, height float64) {
	for from := 0; from < len(low); from += perRow {
		r := row{low: math.MaxInt, high: -1}
		for l := from; l < min(from+perRow, len(low)); l++ {
			r.low, r.high = min(r.low, low[l]), max(r.high, high[l])
		}
		r.height = float64(2*r.lanes())*laneHeight + staffGap
		r.top = height
		height += r.height + rowGap
		rows = append(rows, r)
	}
	return rows, height - rowGap
}

// mostRows bounds how often a drawing is folded.
const mostRows = 120

// newFold folds a drawn figure so that it fills a width and height best.
func newFold(f *Figure, width, height float64) *fold {
	low, high := f.lanesOf()
	best := &fold{}
	scale := 0.0
	last := 0
	for n := 1; n <= min(f.Layers, mostRows); n++ {
		perRow := (f.Layers + n - 1) / n
		if perRow == last {
			continue
		}
		last = perRow
		rows, h := cut(low, high, perRow)
		w := float64(perRow)*cellWidth + 2*edge
		if s := math.Min(width/w, height/h); s > scale*1.02 {
			scale = s
			*best = fold{width: w, height: h, perRow: perRow, rows: rows}
		}
	}
	best.place(f)
	return best
}

// at is the middle of a lane of a layer in one of the passes.
func (d *fold) at(layer, lane int, backward bool) (x, y float64) {
	r := &d.rows[layer/d.perRow]
	x = edge + (float64(layer%d.perRow)+0.5)*cellWidth
	if backward {
		return x, r.top + r.height/2 + staffGap/2 + (float64(r.high-lane)+0.5)*laneHeight
	}
	return x, r.top + (float64(lane-r.low)+0.5)*laneHeight
}

// place puts the nodes and edges of both passes where they belong.
func (d *fold) place(f *Figure) {
	d.x, d.y, d.rowOf = make([]float64, 2*f.n), make([]float64, 2*f.n), make([]int, 2*f.n)
	d.segments = make([][]segment, len(d.rows))
	for op := range f.n {
		for _, node := range []int{op, op + f.n} {
			d.x[node], d.y[node] = d.at(f.Layer[op], f.Lane[op], node >= f.n)
			d.rowOf[node] = f.Layer[op] / d.perRow
		}
	}
	for i, e := range f.Edges {
		d.edge(f, i, e[0], e[1], false)
		d.edge(f, i, e[1]+f.n, e[0]+f.n, true)
	}
	j := f.join
	d.add(d.rowOf[j], segment{d.x[j], d.y[j] + boxHeight/2, d.x[j], d.y[j+f.n] - boxHeight/2, j, j + f.n})
}

func (d *fold) add(row int, s segment) { d.segments[row] = append(d.segments[row], s) }

// edge adds the segments of an edge of one pass; the places are those of the
// forward edge, from left to right.
func (d *fold) edge(f *Figure, i, from, to int, backward bool) {
	e := f.Edges[i]
	layer, lane := f.Layer[e[0]], f.Lane[e[0]]
	x1, y1 := d.at(layer, lane, backward)
	x1 += boxWidth / 2
	for layer < f.Layer[e[1]] {
		next := f.Lane[e[1]]
		if layer+1 < f.Layer[e[1]] {
			next = f.Between[f.start[i]+layer-f.Layer[e[0]]]
		}
		x2, y2 := d.at(layer+1, next, backward)
		end := x2
		if layer+1 == f.Layer[e[1]] {
			end -= boxWidth / 2
		}
		a, b := layer/d.perRow, (layer+1)/d.perRow
		if a == b {
			d.add(a, segment{x1, y1, end, y2, from, to})
		} else { // it leaves this row at the right and enters the next at the left
			d.add(a, segment{x1, y1, d.width - edge/4, y1, from, to})
			d.add(b, segment{edge / 4, y2, end, y2, from, to})
		}
		layer, x1, y1 = layer+1, x2, y2
	}
}
