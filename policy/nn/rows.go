package nn

// GatherRows copies, for each i, row index[i] of src, n wide, to columns
// column..column+n of row i of dst, which is stride wide; zeros where index[i]
// is negative. It panics if an index or a column is out of range.
func GatherRows[T Float](dst []T, stride, column int, src []T, index []int32, n int) {
	if !rowsFit(dst, stride, column, src, index, n) {
		panic(panicLength)
	}
	if d, ok := float32s(dst); ok && vectorised {
		s, _ := float32s(src)
		gatherVector(d, stride, column, s, index, n)
		return
	}
	gatherPortable(dst, stride, column, src, index, n)
}

func gatherPortable[T Float](dst []T, stride, column int, src []T, index []int32, n int) {
	for i, from := range index {
		row := dst[i*stride+column:][:n]
		if from < 0 {
			clear(row)
		} else {
			copy(row, src[int(from)*n:][:n])
		}
	}
}

// ScatterRows is the gradient of GatherRows: for each i in ascending order with
// index[i] >= 0 it adds columns column..column+n of row i of src, stride wide,
// to row index[i] of dst, n wide.
func ScatterRows[T Float](dst []T, index []int32, src []T, stride, column, n int) {
	if !rowsFit(src, stride, column, dst, index, n) {
		panic(panicLength)
	}
	if d, ok := float32s(dst); ok && vectorised {
		s, _ := float32s(src)
		scatterVector(d, index, s, stride, column, n)
		return
	}
	scatterPortable(dst, index, src, stride, column, n)
}

func scatterPortable[T Float](dst []T, index []int32, src []T, stride, column, n int) {
	for i, to := range index {
		if to >= 0 {
			Add(dst[int(to)*n:][:n], src[i*stride+column:][:n])
		}
	}
}

// rowsFit says whether each row of wide and each indexed row of narrow exists.
func rowsFit[T Float](wide []T, stride, column int, narrow []T, index []int32, n int) bool {
	if column < 0 || n < 0 || column+n > stride || len(wide) < stride*len(index) {
		return false
	}
	for _, v := range index {
		if v >= 0 && (int(v)+1)*n > len(narrow) {
			return false
		}
	}
	return true
}

// Segments are consecutive groups of rows, each of which belongs to a target:
// group i is rows Starts[i] to Starts[i+1] and belongs to row Targets[i].
// Starts has one entry more than Targets, ascends strictly and begins with 0;
// no target occurs twice.
type Segments struct {
	Targets, Starts []int32
}

// Rows returns the number of rows in all groups.
func (s *Segments) Rows() int { return int(s.Starts[len(s.Targets)]) }

// fit says whether rows hold every group and targets every target.
func (s *Segments) fit(rows, targets int) bool {
	for _, v := range s.Targets {
		if v < 0 || int(v) >= targets {
			return false
		}
	}
	return s.Rows() <= rows
}

// MeanRows sets the target rows of dst to the mean of their groups in x, both n
// wide, and all other rows of dst to 0. Rows are added in ascending order, then
// multiplied by the inverse of their number.
func MeanRows[T Float](dst, x []T, s *Segments, n int) {
	if !s.fit(len(x)/n, len(dst)/n) {
		panic(panicLength)
	}
	clear(dst)
	if d, ok := float32s(dst); ok && vectorised {
		y, _ := float32s(x)
		meanVector(d, y, s, n)
		return
	}
	meanPortable(dst, x, s, n)
}

func meanPortable[T Float](dst, x []T, s *Segments, n int) {
	for i, v := range s.Targets {
		from, to := int(s.Starts[i]), int(s.Starts[i+1])
		row := dst[int(v)*n:][:n]
		copy(row, x[from*n:][:n])
		for r := from + 1; r < to; r++ {
			Add(row, x[r*n:][:n])
		}
		Scale(row, 1/T(to-from))
	}
}

// SpreadRows is the gradient of MeanRows: it sets each row of dst to its
// target's row of d divided by the size of the group.
func SpreadRows[T Float](dst, d []T, s *Segments, n int) {
	if !s.fit(len(dst)/n, len(d)/n) {
		panic(panicLength)
	}
	if e, ok := float32s(dst); ok && vectorised {
		f, _ := float32s(d)
		spreadVector(e, f, s, n)
		return
	}
	spreadPortable(dst, d, s, n)
}

func spreadPortable[T Float](dst, d []T, s *Segments, n int) {
	for i, v := range s.Targets {
		from, to := int(s.Starts[i]), int(s.Starts[i+1])
		share := 1 / T(to-from)
		source := d[int(v)*n:][:n]
		for r := from; r < to; r++ {
			row := dst[r*n:][:n]
			for c, w := range source {
				row[c] = w * share
			}
		}
	}
}
