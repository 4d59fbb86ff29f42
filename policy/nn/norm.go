package nn

import "math"

// NormEpsilon is added to the variance before its root is taken (the default
// of PyTorch's LayerNorm).
const NormEpsilon = 1e-5

// lanes is the number of partial sums of a row: element i belongs to lane
// i mod 4, each lane is added in ascending order, and the lanes as
// (0+1)+(2+3). Vector and scalar code thus give the same bits.
const lanes = 4

// Normalize turns every row of x[rows×n] into (x-mean)/sqrt(variance+1e-5),
// with the variance over n, and writes the inverse root to inverse[rows]. It
// panics if a slice is too short.
func Normalize[T Float](x, inverse []T, rows, n int) {
	if len(x) < rows*n || len(inverse) < rows {
		panic(panicLength)
	}
	if y, ok := float32s(x); ok && vectorised {
		i, _ := float32s(inverse)
		normalizeVector(y, i, rows, n)
		return
	}
	normalizePortable(x, inverse, rows, n)
}

func normalizePortable[T Float](x, inverse []T, rows, n int) {
	// The conversions round: a compiler may fuse across an assignment.
	scale := 1 / T(n)
	for r := range rows {
		row := x[r*n : (r+1)*n]
		mean := T(sumRow(row) * scale)
		variance := T(squaresRow(row, mean) * scale)
		inv := T(1 / math.Sqrt(float64(variance)+NormEpsilon))
		inverse[r] = inv
		for i, v := range row {
			row[i] = (v - mean) * inv
		}
	}
}

// NormalizeBackward turns every row of d[rows×n], the gradient of Normalize's
// output, into that of its input; x and inverse are what Normalize left.
//
// With the means over the row, dx = inverse·(d - mean(d) - x·mean(d·x)).
func NormalizeBackward[T Float](d, x, inverse []T, rows, n int) {
	if len(d) < rows*n || len(x) < rows*n || len(inverse) < rows {
		panic(panicLength)
	}
	if e, ok := float32s(d); ok && vectorised {
		y, _ := float32s(x)
		i, _ := float32s(inverse)
		normalizeBackwardVector(e, y, i, rows, n)
		return
	}
	normalizeBackwardPortable(d, x, inverse, rows, n)
}

func normalizeBackwardPortable[T Float](d, x, inverse []T, rows, n int) {
	scale := 1 / T(n)
	for r := range rows {
		row, out := d[r*n:(r+1)*n], x[r*n:(r+1)*n]
		mean := T(sumRow(row) * scale)
		along := T(dotRow(row, out) * scale)
		inv := inverse[r]
		for i, v := range row {
			row[i] = inv * (v - mean - T(out[i]*along))
		}
	}
}

// sumRow adds the elements of a row, see lanes.
func sumRow[T Float](row []T) T {
	var s [lanes]T
	for len(row) >= lanes {
		s[0] += row[0]
		s[1] += row[1]
		s[2] += row[2]
		s[3] += row[3]
		row = row[lanes:]
	}
	for i, v := range row {
		s[i] += v
	}
	return (s[0] + s[1]) + (s[2] + s[3])
}

// squaresRow adds the squared distances from mean, see lanes.
func squaresRow[T Float](row []T, mean T) T {
	var s [lanes]T
	for len(row) >= lanes {
		a, b, c, d := row[0]-mean, row[1]-mean, row[2]-mean, row[3]-mean
		s[0] += T(a * a)
		s[1] += T(b * b)
		s[2] += T(c * c)
		s[3] += T(d * d)
		row = row[lanes:]
	}
	for i, v := range row {
		v -= mean
		s[i] += T(v * v)
	}
	return (s[0] + s[1]) + (s[2] + s[3])
}

// dotRow adds the products of two rows, see lanes.
func dotRow[T Float](x, y []T) T {
	var s [lanes]T
	y = y[:len(x)]
	for len(x) >= lanes {
		s[0] += T(x[0] * y[0])
		s[1] += T(x[1] * y[1])
		s[2] += T(x[2] * y[2])
		s[3] += T(x[3] * y[3])
		x, y = x[lanes:], y[lanes:]
	}
	for i, v := range x {
		s[i] += T(v * y[i])
	}
	return (s[0] + s[1]) + (s[2] + s[3])
}

// AddColumns adds the sum of each column of x[rows×n] to dst[n], rows in
// ascending order: the gradient of a bias. It panics if a slice is too short.
func AddColumns[T Float](dst, x []T, rows, n int) {
	if len(dst) < n || len(x) < rows*n {
		panic(panicLength)
	}
	if d, ok := float32s(dst); ok && vectorised {
		y, _ := float32s(x)
		addColumnsVector(d, y, rows, n)
		return
	}
	addColumnsPortable(dst, x, rows, n)
}

func addColumnsPortable[T Float](dst, x []T, rows, n int) {
	dst = dst[:n]
	for r := range rows {
		for j, v := range x[r*n : (r+1)*n] {
			dst[j] += v
		}
	}
}

// Add adds s to dst, element by element. It panics if dst is shorter than s.
func Add[T Float](dst, s []T) {
	dst = dst[:len(s)]
	for i, v := range s {
		dst[i] += v
	}
}

// Scale multiplies every element of s by f.
func Scale[T Float](s []T, f T) {
	for i, v := range s {
		s[i] = v * f
	}
}
