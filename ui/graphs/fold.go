package graphs

import "math"

// The sizes of a drawing at scale 1, CSS pixels. A deep network is one long
// chain, so it is folded into rows like a score into systems: the forward pass
// above, from left to right, and the backward pass below, back again, each op
// under its twin.
const (
	cellWidth  = 82.0 // from one layer to the next
	boxWidth   = 69.0
	laneHeight = 28.0
	boxHeight  = 22.0
	staffGap   = 12.0 // between the passes
	rowGap     = 22.0
	edge       = 22.0 // at the sides, for what goes on in the next row
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
	place       []int // by lane: its place among those in use in the row
	lanes       int   // in use
}

// segment is a part of an edge between two layers.
type segment struct {
	x1, y1, x2, y2 float64
	from, to       int // nodes of the whole edge
}

// lanesOf lists the lanes in use in each layer.
func (f *Figure) lanesOf() [][]int {
	lanes := make([][]int, f.Layers)
	for op := range f.n {
		lanes[f.Layer[op]] = append(lanes[f.Layer[op]], f.Lane[op])
	}
	for i, e := range f.Edges {
		for k := range f.Layer[e[1]] - f.Layer[e[0]] - 1 {
			layer := f.Layer[e[0]] + 1 + k
			lanes[layer] = append(lanes[layer], f.Between[f.start[i]+k])
		}
	}
	return lanes
}

// cut divides the layers into rows of so many. Lanes that a row does not use take
// no room in it.
func (f *Figure) cut(lanes [][]int, perRow int) (rows []row, height float64) {
	for from := 0; from < len(lanes); from += perRow {
		r := row{place: make([]int, f.Lanes)}
		for _, layer := range lanes[from:min(from+perRow, len(lanes))] {
			for _, lane := range layer {
				r.place[lane] = 1
			}
		}
		for lane, used := range r.place {
			r.place[lane] = r.lanes
			r.lanes += used
		}
		r.height = float64(2*r.lanes)*laneHeight + staffGap
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
	lanes := f.lanesOf()
	best := &fold{}
	scale := 0.0
	last := 0
	for n := 1; n <= min(f.Layers, mostRows); n++ {
		perRow := (f.Layers + n - 1) / n
		if perRow == last {
			continue
		}
		last = perRow
		rows, h := f.cut(lanes, perRow)
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
		return x, r.top + r.height/2 + staffGap/2 + (float64(r.lanes-1-r.place[lane])+0.5)*laneHeight
	}
	return x, r.top + (float64(r.place[lane])+0.5)*laneHeight
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
