// Package bound says how many jobs anybody could accept who knew all arrivals
// beforehand: an upper bound for every strategy, learned or not.
//
// The problem is relaxed to a linear program: a job may be accepted in
// fractions and at several degrees at once, and any servers that are free can
// hold it, wherever they are. What remains is that each job is accepted at most
// once, and that no more servers are in use than there are. The program is
// solved by an interior-point method whose linear systems are banded, since a
// job that is long gone cannot meet one that arrives now. The number returned
// is the value of the dual, which bounds the primal from above whether or not
// the method has converged: a rounding error makes it looser, never wrong.
//
// Optimal is not relaxed: jobs lie whole in blocks of servers. It tells, for few
// jobs, how far from the truth the bound is.
package bound

import (
	"math"
	"slices"
)

// Option is one way to run a job.
type Option struct {
	Servers int     // in use from the arrival on, >= 1
	Seconds float64 // for so long, > 0
}

// Job is one job and all the ways to run it in time. A job without options can
// never be accepted.
type Job struct {
	ArrivalSeconds float64
	Options        []Option
}

// Accepted returns an upper bound on the number of jobs, at most len(jobs), that
// can be accepted on the given number of servers. Jobs are in the order of their
// arrivals. It panics if they are not.
//
// An iteration takes about options x band^2 operations, where the band is the
// number of arrivals that the longest option meets; where that is too much,
// neighbouring arrivals share one capacity, which loosens the bound.
//
// Its value depends on the arguments alone, to the last bit. yield, unless nil,
// is called now and then; an error from it ends the work and is returned.
func Accepted(jobs []Job, servers int, yield func() error) (float64, error) {
	p := newProgram(jobs, servers)
	ends := p.ends()
	if len(p.jobs) == 0 {
		return 0, nil
	}
	if yield == nil {
		yield = func() error { return nil }
	}
	p.build(p.affordable(ends), ends)
	accepted, _, err := p.solve(yield)
	return min(accepted, float64(len(p.jobs))), err
}

// maxWork bounds the operations of one iteration.
const maxWork = 2e8

// program is the relaxed problem: the largest sum of x where each job's x sum
// to at most 1 and the servers in use at each instant are at most the
// capacity. Its first rows are those of the jobs; behind them stand those of
// the capacities.
type program struct {
	jobs     []Job // that have options
	servers  float64
	size     int // arrivals that share one capacity
	columns  []column
	starts   []int     // by job, and one more: its first column
	blocks   int       // number of capacities
	band     int       // capacities that one column meets, less one
	capacity []float64 // by row: the right-hand side
}

// column is one option: its job's row holds 1, and the rows of the capacities
// first, first+1, ... hold weights.
type column struct {
	job     int
	first   int
	weights []float64
}

func newProgram(all []Job, servers int) *program {
	p := &program{servers: float64(servers)}
	for i, j := range all {
		if i > 0 && j.ArrivalSeconds < all[i-1].ArrivalSeconds {
			panic("bound: jobs are not in the order of their arrivals")
		}
		var fits []Option
		for _, o := range j.Options {
			if o.Servers <= servers {
				fits = append(fits, o)
			}
		}
		if len(fits) > 0 {
			p.jobs = append(p.jobs, Job{j.ArrivalSeconds, undominated(fits)})
		}
	}
	return p
}

// ends returns for every job and option the last arrival for which the job's
// servers are not free yet.
func (p *program) ends() [][]int {
	ends := make([][]int, len(p.jobs))
	for i, j := range p.jobs {
		for _, o := range j.Options {
			first, _ := slices.BinarySearchFunc(p.jobs, j.ArrivalSeconds+o.Seconds, func(k Job, t float64) int {
				if k.ArrivalSeconds < t {
					return -1
				}
				return 1
			})
			ends[i] = append(ends[i], max(i, first-1))
		}
	}
	return ends
}

// affordable returns the least number of arrivals to a capacity with which an
// iteration takes at most maxWork operations.
func (p *program) affordable(ends [][]int) int {
	longest, options := 0, 0
	for i, list := range ends {
		longest = max(longest, slices.Max(list)-i)
		options += len(list)
	}
	for size := 1; ; size *= 2 {
		band := float64(longest/size + 2)
		if float64(options+len(p.jobs)/size)*band*band <= maxWork || size > len(p.jobs) {
			return size
		}
	}
}

// undominated drops the options that another one matches with no more servers
// and no more time.
func undominated(options []Option) []Option {
	var kept []Option
	for i, o := range options {
		worse := slices.ContainsFunc(options[:i], func(q Option) bool { return q.Servers <= o.Servers && q.Seconds <= o.Seconds }) ||
			slices.ContainsFunc(options[i+1:], func(q Option) bool {
				return q.Servers <= o.Servers && q.Seconds <= o.Seconds && q != o
			})
		if !worse {
			kept = append(kept, o)
		}
	}
	return kept
}

// build sets the rows and columns, with size arrivals to a capacity.
func (p *program) build(size int, ends [][]int) {
	p.size = size
	p.blocks = (len(p.jobs) + size - 1) / size
	p.capacity = make([]float64, len(p.jobs)+p.blocks)
	for i := range p.jobs {
		p.capacity[i] = 1
	}
	for b := range p.blocks {
		p.capacity[len(p.jobs)+b] = float64(min(size, len(p.jobs)-b*size)) * p.servers
	}
	for i, j := range p.jobs {
		p.starts = append(p.starts, len(p.columns))
		for k, o := range j.Options {
			c := column{job: i, first: i / size}
			for b := c.first; b*size <= ends[i][k]; b++ {
				n := min(ends[i][k]+1, (b+1)*size) - max(i, b*size)
				c.weights = append(c.weights, float64(n*o.Servers))
			}
			p.band = max(p.band, len(c.weights)-1)
			p.columns = append(p.columns, c)
		}
	}
	p.starts = append(p.starts, len(p.columns))
}

// dual returns the value of the dual at the prices y >= 0 of the rows, with the
// price of each job's row set to the best one.
func (p *program) dual(y []float64) float64 {
	prices := y[len(p.jobs):]
	sum := 0.0
	for b, price := range prices {
		sum += float64(p.capacity[len(p.jobs)+b] * max(0, price))
	}
	for i := range p.jobs {
		best := 0.0
		for _, c := range p.columns[p.starts[i]:p.starts[i+1]] {
			gain := 1.0
			for k, w := range c.weights {
				gain -= float64(w * max(0, prices[c.first+k]))
			}
			best = max(best, gain)
		}
		sum += best
	}
	if math.IsNaN(sum) {
		return math.Inf(1)
	}
	return sum
}
