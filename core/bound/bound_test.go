package bound

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize/convex/lp"
)

func jobs(n int, options ...Option) []Job {
	var list []Job
	for i := range n {
		list = append(list, Job{float64(i), options})
	}
	return list
}

func accepted(t *testing.T, list []Job, servers int) float64 {
	t.Helper()
	value, err := Accepted(list, servers, nil)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// Whoever waits can give up between two iterations.
func TestGivesUp(t *testing.T) {
	enough, asked := errors.New("enough"), 0
	_, err := Accepted(jobs(50, Option{1, 3}, Option{2, 2}), 4, func() error {
		if asked++; asked == 3 {
			return enough
		}
		return nil
	})
	if !errors.Is(err, enough) || asked != 3 {
		t.Errorf("asked %d times, then %v", asked, err)
	}
}

func TestAccepted(t *testing.T) {
	for _, test := range []struct {
		name    string
		jobs    []Job
		servers int
		want    float64
	}{
		{"no jobs", nil, 4, 0},
		{"no options", jobs(3), 4, 0},
		{"too wide", jobs(3, Option{8, 1}), 4, 0},
		{"all fit", jobs(5, Option{1, 1}), 1, 5},
		{"free in the instant of an arrival", jobs(4, Option{2, 1}), 2, 4},
		{"every second one", jobs(6, Option{2, 1.5}), 2, 3},
		{"the smaller option", jobs(6, Option{2, 1.5}, Option{1, 1.5}), 2, 6},
		{"half a job", []Job{{0, []Option{{2, 10}}}, {1, []Option{{2, 10}}}, {2, []Option{{2, 10}}}}, 3, 1.5},
		{"one after the other", []Job{{0, []Option{{2, 10}}}, {10, []Option{{2, 10}}}}, 2, 2},
		{"dominated", jobs(6, Option{1, 1}, Option{2, 1}, Option{1, 3}), 1, 6},
		{"twice the same", jobs(6, Option{1, 2}, Option{1, 2}), 1, 3},
		{"together", []Job{{5, []Option{{1, 1}}}, {5, []Option{{1, 1}}}, {5, []Option{{1, 1}}}}, 2, 2},
	} {
		if got := accepted(t, test.jobs, test.servers); math.Abs(got-test.want) > 1e-5 {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

func randomJobs(r *rand.Rand, n int) []Job {
	list := make([]Job, n)
	at := 0.0
	for i := range list {
		at += math.Floor(r.Float64() * 3)
		list[i].ArrivalSeconds = at
		for range r.IntN(4) {
			list[i].Options = append(list[i].Options, Option{1 + r.IntN(8), 0.5 + math.Floor(r.Float64()*12)})
		}
	}
	return list
}

// simplex solves the same relaxation with gonum's simplex method, row by row
// from the definition.
func simplex(t *testing.T, list []Job, servers int) float64 {
	t.Helper()
	type variable struct {
		job int
		Option
	}
	var vars []variable
	for i, j := range list {
		for _, o := range j.Options {
			if o.Servers <= servers {
				vars = append(vars, variable{i, o})
			}
		}
	}
	if len(vars) == 0 {
		return 0
	}
	rows := 2 * len(list)
	a := mat.NewDense(rows, len(vars)+rows, nil)
	c, b := make([]float64, len(vars)+rows), make([]float64, rows)
	for v, o := range vars {
		c[v] = -1
		a.Set(o.job, v, 1)
		for i, j := range list {
			if list[o.job].ArrivalSeconds <= j.ArrivalSeconds && i >= o.job && j.ArrivalSeconds < list[o.job].ArrivalSeconds+o.Seconds {
				a.Set(len(list)+i, v, float64(o.Servers))
			}
		}
	}
	for r := range rows {
		a.Set(r, len(vars)+r, 1)
		b[r] = 1
		if r >= len(list) {
			b[r] = float64(servers)
		}
	}
	value, _, err := lp.Simplex(c, a, b, 1e-10, nil)
	if err != nil {
		t.Fatal(err)
	}
	return -value
}

// The bound is the optimum of the relaxation, as the simplex method finds it.
func TestEqualsSimplex(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		list, servers := randomJobs(r, 1+r.IntN(25)), 1+r.IntN(12)
		want := simplex(t, list, servers)
		if got := accepted(t, list, servers); math.Abs(got-want) > 1e-5*(1+want) {
			t.Errorf("%d jobs on %d servers: %v, simplex %v", len(list), servers, got, want)
		}
	}
}

// exact returns the largest number of jobs that can be accepted, by trying all.
func exact(list []Job, servers int, running []Job) int {
	if len(list) == 0 {
		return 0
	}
	now := list[0].ArrivalSeconds
	best := exact(list[1:], servers, running)
	for _, o := range list[0].Options {
		used := o.Servers
		for _, q := range running {
			if q.ArrivalSeconds+q.Options[0].Seconds > now {
				used += q.Options[0].Servers
			}
		}
		if used <= servers {
			best = max(best, 1+exact(list[1:], servers, append(running[:len(running):len(running)], Job{now, []Option{o}})))
		}
	}
	return best
}

// No schedule accepts more than the bound.
func TestNotBelowExact(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	loose := 0.0
	for range 200 {
		list, servers := randomJobs(r, 1+r.IntN(9)), 1+r.IntN(8)
		got, want := accepted(t, list, servers), exact(list, servers, nil)
		if got < float64(want)-1e-9 {
			t.Errorf("%d jobs on %d servers: bound %v, but %d can be accepted", len(list), servers, got, want)
		}
		loose = max(loose, got-float64(want))
	}
	if loose > 4 {
		t.Errorf("the bound is %v jobs above the optimum of at most nine", loose)
	}
}

func sharedBound(list []Job, servers, size int) float64 {
	p := newProgram(list, servers)
	if len(p.jobs) == 0 {
		return 0
	}
	p.build(size, p.ends())
	value, _, _ := p.solve(func() error { return nil })
	return min(value, float64(len(p.jobs)))
}

// With arrivals that share a capacity the bound is looser, not wrong.
func TestShared(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 40 {
		list, servers := randomJobs(r, 2+r.IntN(40)), 1+r.IntN(8)
		tight := accepted(t, list, servers)
		for _, size := range []int{2, 3, 64} {
			if got := sharedBound(list, servers, size); got < tight-1e-5*(1+tight) {
				t.Errorf("%d to a capacity: %v is below %v", size, got, tight)
			}
		}
	}
}

func TestOrder(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("jobs out of order are taken")
		}
	}()
	Accepted([]Job{{1, nil}, {0, nil}}, 1, nil)
}

func BenchmarkAccepted(b *testing.B) {
	r := rand.New(rand.NewPCG(7, 8))
	list := randomJobs(r, 1000)
	for b.Loop() {
		Accepted(list, 32, nil)
	}
}
