package bound

import "math"

// band is a symmetric matrix of which only the diagonal and the entries up to
// width to its right are not 0: the entry l to the right of the diagonal in row i
// is data[i*(width+1)+l]. Sums have one order on every machine, which gonum's
// BLAS does not promise.
type band struct {
	n, width int
	data     []float64
}

func newBand(n, width int) band { return band{n, width, make([]float64, n*(width+1))} }

// row returns row i from its diagonal on.
func (b *band) row(i int) []float64 { return b.data[i*(b.width+1) : (i+1)*(b.width+1)] }

// factorise replaces the matrix A by its Cholesky factor U, where A = U'U (Golub
// and Van Loan, Matrix Computations, section 4.3.5). It returns false if A is not
// positive definite.
func (b *band) factorise() bool {
	for i := range b.n {
		row := b.row(i)
		if !(row[0] > 0) || math.IsInf(row[0], 0) {
			return false
		}
		root := math.Sqrt(row[0])
		row = row[:min(b.width, b.n-1-i)+1]
		for l := range row {
			row[l] /= root
		}
		row[0] = root
		for k := 1; k < len(row); k++ {
			f, right := row[k], row[k:]
			if f == 0 {
				continue
			}
			below := b.row(i + k)[:len(right)]
			for l, v := range right {
				below[l] -= float64(f * v)
			}
		}
	}
	return true
}

// solve replaces v by the solution x of U'U x = v after factorise.
func (b *band) solve(v []float64) {
	for i := range b.n {
		row := b.row(i)[:min(b.width, b.n-1-i)+1]
		v[i] /= row[0]
		for l := 1; l < len(row); l++ {
			v[i+l] -= float64(row[l] * v[i])
		}
	}
	for i := b.n - 1; i >= 0; i-- {
		row := b.row(i)[:min(b.width, b.n-1-i)+1]
		sum := v[i]
		for l := 1; l < len(row); l++ {
			sum -= float64(row[l] * v[i+l])
		}
		v[i] = sum / row[0]
	}
}
