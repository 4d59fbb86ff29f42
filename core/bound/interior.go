package bound

import (
	"math"
	"slices"
)

// Settings of the interior-point method. They bear on how tight the bound is
// and on the time, never on whether it holds.
const (
	maxIterations = 60
	wantedGap     = 1e-7 // of a job, relative to the bound
	stepBack      = 0.995
)

// point is a point of the method (Mehrotra, On the implementation of a
// primal-dual interior point method, SIAM J. Optim. 2, 1992): x of the columns
// and their slacks s of the rows are the primal, y of the rows the dual, z the
// slacks of the dual: of the columns, and of the rows, which are y itself.
// All but y's sign convention is positive throughout: the program is
//
//	max sum x,  A x + s = b,  x, s >= 0
//	min b y,    A' y - z = 1, y, z >= 0
type point struct{ x, z, s, y []float64 }

// multiply sets dst to A x.
func (p *program) multiply(dst, x []float64) {
	clear(dst)
	for j, c := range p.columns {
		dst[c.job] += x[j]
		for k, w := range c.weights {
			dst[len(p.jobs)+c.first+k] += float64(w * x[j])
		}
	}
}

// transposed returns column j of A times y.
func (p *program) transposed(j int, y []float64) float64 {
	c := &p.columns[j]
	sum := y[c.job]
	for k, w := range c.weights {
		sum += float64(w * y[len(p.jobs)+c.first+k])
	}
	return sum
}

// start returns a point whose both sides are feasible or nearly: small x, and
// prices high enough that every column loses.
func (p *program) start() point {
	q := point{make([]float64, len(p.columns)), make([]float64, len(p.columns)), make([]float64, len(p.capacity)), make([]float64, len(p.capacity))}
	for r := range q.y {
		q.y[r] = 1
		if r >= len(p.jobs) {
			q.y[r] = 1 / (p.servers * float64(p.size))
		}
	}
	for j := range q.x {
		q.x[j] = 0.1 / float64(len(p.columns))
		q.z[j] = p.transposed(j, q.y) - 1
	}
	p.multiply(q.s, q.x)
	for r := range q.s {
		q.s[r] = max(0.01, p.capacity[r]-q.s[r])
	}
	return q
}

// solve returns the least value of the dual that was met, and the prices of the
// rows there. An error from yield, which is called before every iteration, ends
// it.
func (p *program) solve(yield func() error) (bound float64, prices []float64, err error) {
	q := p.start()
	bound, prices = p.dual(q.y), slices.Clone(q.y)
	m := newMethod(p)
	for range maxIterations {
		if err := yield(); err != nil {
			return 0, nil, err
		}
		if !m.step(&q) {
			break
		}
		if value := p.dual(q.y); value < bound {
			bound = value
			copy(prices, q.y)
		}
		primal := 0.0
		for _, x := range q.x {
			primal += x
		}
		if m.infeasible < 1e-9 && bound-primal < wantedGap*bound {
			break
		}
	}
	return bound, prices, nil
}

// method holds the memory of the iterations.
type method struct {
	p          *program
	normal     band        // of the capacities, the jobs' rows eliminated; then its factor
	diagonal   []float64   // of the jobs' rows
	coupling   [][]float64 // of each job's row with the capacities from its first on
	primal     []float64   // b - A x - s
	dual       []float64   // 1 - A'y + z
	right      []float64
	dx, dz     []float64
	ds, dy     []float64
	cx, cs     []float64 // the products to be corrected
	infeasible float64   // the largest violation of a primal row
}

func newMethod(p *program) *method {
	columns := func() []float64 { return make([]float64, len(p.columns)) }
	rows := func() []float64 { return make([]float64, len(p.capacity)) }
	m := &method{
		p: p, normal: newBand(p.blocks, min(p.band, p.blocks-1)),
		diagonal: make([]float64, len(p.jobs)), coupling: make([][]float64, len(p.jobs)),
		primal: rows(), dual: columns(), right: rows(), dx: columns(), dz: columns(), ds: rows(), dy: rows(), cx: columns(), cs: rows(),
	}
	for i := range m.coupling {
		longest := 0
		for _, c := range p.columns[p.starts[i]:p.starts[i+1]] {
			longest = max(longest, len(c.weights))
		}
		m.coupling[i] = make([]float64, longest)
	}
	return m
}

// step makes one predictor-corrector step. It returns false if the linear
// system has become singular.
func (m *method) step(q *point) bool {
	p := m.p
	p.multiply(m.primal, q.x)
	m.infeasible = 0
	for r := range m.primal {
		m.primal[r] = p.capacity[r] - m.primal[r] - q.s[r]
		m.infeasible = max(m.infeasible, math.Abs(m.primal[r]))
	}
	for j := range m.dual {
		m.dual[j] = 1 - p.transposed(j, q.y) + q.z[j]
	}
	if !m.factorise(q) {
		return false
	}
	mu := q.gap() / float64(len(q.x)+len(q.s))

	for j := range m.cx {
		m.cx[j] = -float64(q.x[j] * q.z[j])
	}
	for r := range m.cs {
		m.cs[r] = -float64(q.s[r] * q.y[r])
	}
	m.direction(q)
	alpha, beta := m.lengths(q, 1)
	after := 0.0
	for j := range q.x {
		after += float64((q.x[j] + float64(alpha*m.dx[j])) * (q.z[j] + float64(beta*m.dz[j])))
	}
	for r := range q.s {
		after += float64((q.s[r] + float64(alpha*m.ds[r])) * (q.y[r] + float64(beta*m.dy[r])))
	}
	after /= float64(len(q.x) + len(q.s))
	ratio := after / mu
	target := float64(mu * ratio * ratio * ratio)

	for j := range m.cx {
		m.cx[j] = target - float64(q.x[j]*q.z[j]) - float64(m.dx[j]*m.dz[j])
	}
	for r := range m.cs {
		m.cs[r] = target - float64(q.s[r]*q.y[r]) - float64(m.ds[r]*m.dy[r])
	}
	m.direction(q)
	alpha, beta = m.lengths(q, stepBack)
	for j := range q.x {
		q.x[j] += float64(alpha * m.dx[j])
		q.z[j] += float64(beta * m.dz[j])
	}
	for r := range q.s {
		q.s[r] += float64(alpha * m.ds[r])
		q.y[r] += float64(beta * m.dy[r])
	}
	return true
}

// gap returns the sum of the products that are 0 at the optimum.
func (q *point) gap() float64 {
	sum := 0.0
	for j := range q.x {
		sum += float64(q.x[j] * q.z[j])
	}
	for r := range q.s {
		sum += float64(q.s[r] * q.y[r])
	}
	return sum
}

// factorise builds A X/Z A' + S/Y, eliminates the rows of the jobs, which do not
// meet each other, and factorises what is left.
func (m *method) factorise(q *point) bool {
	p := m.p
	clear(m.normal.data)
	// add adds f v v' to the capacities from first on.
	add := func(first int, f float64, v []float64) {
		for k, a := range v {
			row := m.normal.row(first + k)
			fa := float64(f * a)
			for l, b := range v[k:] {
				row[l] += float64(fa * b)
			}
		}
	}
	for i := range p.jobs {
		m.diagonal[i] = q.s[i] / q.y[i]
		coupling := m.coupling[i]
		clear(coupling)
		for j := p.starts[i]; j < p.starts[i+1]; j++ {
			c := &p.columns[j]
			d := q.x[j] / q.z[j]
			m.diagonal[i] += d
			for k, w := range c.weights {
				coupling[k] += float64(d * w)
			}
			add(c.first, d, c.weights)
		}
		add(i/p.size, -1/m.diagonal[i], coupling)
	}
	for b := range p.blocks {
		r := len(p.jobs) + b
		m.normal.row(b)[0] += q.s[r] / q.y[r]
	}
	return m.normal.factorise()
}

// solveNormal solves (A X/Z A' + S/Y) dy = right; right is overwritten.
func (m *method) solveNormal() {
	n := len(m.p.jobs)
	jobs, capacities := m.right[:n], m.right[n:]
	for i, coupling := range m.coupling {
		f := jobs[i] / m.diagonal[i]
		for k, c := range coupling {
			capacities[i/m.p.size+k] -= float64(f * c)
		}
	}
	m.normal.solve(capacities)
	copy(m.dy[n:], capacities)
	for i, coupling := range m.coupling {
		sum := jobs[i]
		for k, c := range coupling {
			sum -= float64(c * m.dy[n+i/m.p.size+k])
		}
		m.dy[i] = sum / m.diagonal[i]
	}
}

// direction solves for the step whose products of both sides change by cx and cs.
//
//	A dx + ds = primal,  A'dy - dz = dual,  Z dx + X dz = cx,  Y ds + S dy = cs
//
// so dz = A'dy - dual, dx = (cx - X dz)/Z, ds = (cs - S dy)/Y, and
// (A X/Z A' + S/Y) dy = A (cx + X dual)/Z + cs/Y - primal.
func (m *method) direction(q *point) {
	p := m.p
	for j := range m.dx {
		m.dx[j] = (m.cx[j] + float64(q.x[j]*m.dual[j])) / q.z[j]
	}
	p.multiply(m.right, m.dx)
	for r := range m.right {
		m.right[r] += m.cs[r]/q.y[r] - m.primal[r]
	}
	m.solveNormal()
	for j := range m.dx {
		m.dz[j] = p.transposed(j, m.dy) - m.dual[j]
		m.dx[j] = (m.cx[j] - float64(q.x[j]*m.dz[j])) / q.z[j]
	}
	for r := range m.ds {
		m.ds[r] = (m.cs[r] - float64(q.s[r]*m.dy[r])) / q.y[r]
	}
}

// lengths returns how far each side can go and stay positive, times back.
func (m *method) lengths(q *point, back float64) (primal, dual float64) {
	primal, dual = 1, 1
	limit := func(length *float64, v, d []float64) {
		for i := range v {
			if d[i] < 0 {
				*length = min(*length, -back*v[i]/d[i])
			}
		}
	}
	limit(&primal, q.x, m.dx)
	limit(&primal, q.s, m.ds)
	limit(&dual, q.z, m.dz)
	limit(&dual, q.y, m.dy)
	return primal, dual
}
