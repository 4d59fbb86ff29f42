package timeline

import "math"

// mip is a lane at one resolution: equal stretches of the whole time, each
// with how busy the lane is and the graph of the bar that covers it most.
type mip struct {
	busy  []uint8 // 255 is all of the lane's servers all of the time
	graph []uint8
}

// mipLeast is how many bars a lane needs for mips to pay.
const mipLeast = 1024

// newMips builds a lane's mips, finest first; nil for a lane of few bars.
func newMips(t *track, l *lane) []mip {
	if len(l.bars) < mipLeast {
		return nil
	}
	n := 256
	for n < len(l.bars) && n < 1<<16 {
		n *= 2
	}
	cells := newCells(n)
	cells.fromBars(t, l, 0, t.end/float64(n))
	finest := mip{make([]uint8, n), make([]uint8, n)}
	for i := range n {
		finest.busy[i] = 255
		if busy := cells.busy[i]; busy < 1 {
			finest.busy[i] = uint8(255*busy + 0.5)
		}
		finest.graph[i] = cells.graph[i]
	}
	mips := []mip{finest}
	for ; n > 64; n /= 2 {
		fine := mips[len(mips)-1]
		coarse := mip{make([]uint8, n/2), make([]uint8, n/2)}
		for i := range n / 2 {
			a, b := fine.busy[2*i], fine.busy[2*i+1]
			coarse.busy[i] = uint8((int(a) + int(b) + 1) / 2)
			coarse.graph[i] = fine.graph[2*i]
			if b > a {
				coarse.graph[i] = fine.graph[2*i+1]
			}
		}
		mips = append(mips, coarse)
	}
	return mips
}

// cells are a lane cut into equal columns.
type cells struct {
	busy  []float32 // 1 is all of the lane's servers all of the time
	most  []float32 // how busy the graph below alone is
	graph []uint8
}

func newCells(n int) *cells {
	return &cells{make([]float32, n), make([]float32, n), make([]uint8, n)}
}

// reset makes n empty columns.
func (c *cells) reset(n int) {
	if cap(c.busy) < n {
		*c = *newCells(n)
	}
	c.busy, c.most, c.graph = c.busy[:n], c.most[:n], c.graph[:n]
	clear(c.busy)
	clear(c.most)
}

// add puts part of a column's time on it.
func (c *cells) add(column int, part float32, graph uint8) {
	c.busy[column] += part
	if part > c.most[column] {
		c.most[column], c.graph[column] = part, graph
	}
}

// fill cuts a lane into len(c.busy) columns of width seconds from a moment. It
// costs as much as there are columns and bars in view, never as the whole run.
func (c *cells) fill(t *track, l *lane, from, width float64) {
	if l.mips == nil || width/2 < t.end/float64(len(l.mips[0].busy)) {
		c.fromBars(t, l, from, width)
		return
	}
	c.fromMips(t, l, from, width)
}

func (c *cells) fromBars(t *track, l *lane, from, width float64) {
	n := len(c.busy)
	first, after := l.span(t, from, from+width*float64(n))
	for _, b := range l.bars[first:after] {
		weight := float32(b.servers) / float32(t.shape.size)
		lo, hi := (t.starts[b.job]-from)/width, (t.ends[b.job]-from)/width
		// Not math.Min and math.Max: they would be half of all that laying out takes.
		for column := max(int(math.Floor(lo)), 0); column < n && float64(column) < hi; column++ {
			from, to := float64(column), float64(column+1)
			if lo > from {
				from = lo
			}
			if hi < to {
				to = hi
			}
			c.add(column, weight*float32(to-from), t.graphs[b.job])
		}
	}
}

// fromMips uses the finest resolution that is no finer than needed: a column
// is made of two to five whole stretches, those whose start it holds.
func (c *cells) fromMips(t *track, l *lane, from, width float64) {
	level := 0
	for level+1 < len(l.mips) && t.end/float64(len(l.mips[level+1].busy)) <= width/2 {
		level++
	}
	m := &l.mips[level]
	perColumn := width / (t.end / float64(len(m.busy)))
	start := from / width * perColumn
	next := int(math.Ceil(start))
	for column := range c.busy {
		first := max(next, 0)
		next = int(math.Ceil(start + float64(column+1)*perColumn))
		last := min(next, len(m.busy))
		if last <= first {
			continue
		}
		share := 1 / float32(next-first) / 255
		for i := first; i < last; i++ {
			c.add(column, share*float32(m.busy[i]), m.graph[i])
		}
	}
}
