//go:build goexperiment.simd && (amd64 || wasm)

package nn

import "unsafe"

// tile is one block of a product in memory: the addresses of its first
// elements, and the distances between rows (for A also between inner elements)
// in bytes. The kernels take no slices because a bounds check for every vector
// would cost as much as the arithmetic: run has checked the shapes, and the
// blocks of runVector stay inside them. Within a kernel, addresses are a base
// plus a running offset, so that no pointer ever leaves its array.
type tile struct {
	dst, a, b, start                     unsafe.Pointer
	dstRow, aRow, aInner, bRow, startRow int
	k                                    int
	relu                                 bool
}

const (
	floatBytes = 4
	tileRows   = 4
	packed     = 256 // inner elements copied at a time for the last columns
)

// width is that of a block of columns.
type width uint8

const (
	twoVectors width = iota
	oneVector
	fourColumns
)

// four computes four rows of the tile, one a single row. They name the kernels
// instead of taking them as values so that tiles stay on the stack.
func (t *tile) four(w width) {
	switch w {
	case twoVectors:
		tile4x2(t)
	case oneVector:
		tile4x1(t)
	default:
		tile4xQuad(t)
	}
}

func (t *tile) one(w width) {
	switch w {
	case twoVectors:
		tile1x2(t)
	case oneVector:
		tile1x1(t)
	default:
		tile1xQuad(t)
	}
}

// zeros is what a product from zero starts with.
var zeros [2 * vectorLanes]float32

// runVector computes p with vector instructions: in blocks of tileRows rows by
// two vectors, one vector and four columns; the last one to three columns by
// way of a padded copy. Columns are the vector's lanes, so every element keeps
// its own sum in its own order.
func runVector(p *product[float32]) {
	if p.k == 0 {
		runPortable(p)
		return
	}
	j := 0
	for ; j+2*vectorLanes <= p.n; j += 2 * vectorLanes {
		columns(p, j, twoVectors)
	}
	for ; j+vectorLanes <= p.n; j += vectorLanes {
		columns(p, j, oneVector)
	}
	if vectorLanes > 4 && j+4 <= p.n {
		columns(p, j, fourColumns)
		j += 4
	}
	if j < p.n {
		lastColumns(p, j)
	}
	leaveVector()
}

// at returns the address of s[i].
func at(s []float32, i int) unsafe.Pointer {
	return unsafe.Add(unsafe.Pointer(unsafe.SliceData(s)), i*floatBytes)
}

// columns computes all rows of the block of columns that begins at j, which is
// w wide: four rows at a time while there are so many.
func columns(p *product[float32], j int, w width) {
	t := tile{b: at(p.b, j), dstRow: p.n * floatBytes, aRow: p.aRow * floatBytes,
		aInner: p.aInner * floatBytes, bRow: p.n * floatBytes, k: p.k, relu: p.relu}
	switch p.from {
	case fromZero:
		t.start = unsafe.Pointer(&zeros)
	case fromBias:
		t.start = at(p.bias, j)
	default:
		t.startRow = t.dstRow
	}
	for i := 0; i < p.m; {
		t.dst, t.a = at(p.dst, i*p.n+j), at(p.a, i*p.aRow)
		if p.from == fromDst {
			t.start = t.dst
		}
		if i+tileRows <= p.m {
			t.four(w)
			i += tileRows
		} else {
			t.one(w)
			i++
		}
	}
}

// lastColumns computes the one to three columns from j on. They are copied,
// padded with zeros to four, packed inner elements at a time; the sums go on
// from one piece to the next.
func lastColumns(p *product[float32], j int) {
	var b [packed * 4]float32
	width := p.n - j
	for q := 0; q < p.k; q += packed {
		depth := min(packed, p.k-q)
		for r := range depth {
			from := p.b[(q+r)*p.n+j:][:width]
			for c, v := range from {
				b[4*r+c] = v
			}
		}
		piece := *p
		piece.k, piece.relu = depth, p.relu && q+depth == p.k
		if q > 0 {
			piece.from = fromDst
		}
		lastPiece(&piece, j, q, &b)
	}
}

// lastPiece computes the columns from j on over the inner elements from q on,
// which b holds.
func lastPiece(p *product[float32], j, q int, b *[packed * 4]float32) {
	const row = 4 * floatBytes
	var block [tileRows * 4]float32
	t := tile{dst: unsafe.Pointer(&block), start: unsafe.Pointer(&block), b: unsafe.Pointer(b), dstRow: row, startRow: row,
		bRow: row, aRow: p.aRow * floatBytes, aInner: p.aInner * floatBytes, k: p.k, relu: p.relu}
	width := p.n - j
	for i := 0; i < p.m; {
		rows := tileRows
		if i+tileRows > p.m {
			rows = 1
		}
		for r := range rows {
			for c := range width {
				block[4*r+c] = p.first(i+r, j+c)
			}
		}
		t.a = at(p.a, i*p.aRow+q*p.aInner)
		if rows == tileRows {
			tile4xQuad(&t)
		} else {
			tile1xQuad(&t)
		}
		for r := range rows {
			to := p.dst[(i+r)*p.n+j:][:width]
			for c := range to {
				to[c] = block[4*r+c]
			}
		}
		i += rows
	}
}
