// Package room says how much room a run leaves on its cluster over time: the
// servers that are free, and the largest block of them that one job could have.
// The two differ by as much as the free servers are scattered.
package room

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"rampart/core/cluster"
	"rampart/core/ramp"
)

// Move is servers that a job takes or gives back.
type Move struct {
	Seconds float64
	Job     int32 // index into the jobs
	Takes   bool
}

// Moves lists when the jobs of a run take their servers and give them back, in
// order of time; at one moment what is given back comes first. A job that still
// runs at the end gives nothing back.
func Moves(jobs []cluster.Job) []Move {
	moves := make([]Move, 0, 2*len(jobs))
	for i := range jobs {
		j := &jobs[i]
		if j.StartSeconds == nil || len(j.Servers) == 0 {
			continue
		}
		moves = append(moves, Move{*j.StartSeconds, int32(i), true})
		if j.EndSeconds != nil {
			moves = append(moves, Move{max(*j.StartSeconds, *j.EndSeconds), int32(i), false})
		}
	}
	slices.SortFunc(moves, func(a, b Move) int {
		if c := cmp.Compare(a.Seconds, b.Seconds); c != 0 {
			return c
		}
		if a.Takes != b.Takes && a.Job != b.Job {
			if a.Takes {
				return 1
			}
			return -1
		}
		if a.Job == b.Job { // a job of no length takes before it gives back
			if a.Takes {
				return -1
			}
			return 1
		}
		return cmp.Compare(a.Job, b.Job)
	})
	return moves
}

// Finder finds the largest free block of one cluster. It is not safe for
// concurrent use.
type Finder struct {
	shape ramp.Shape
	sizes []int // descending
	by    []*ramp.Blocks
	known map[uint64]int // largest by free set, for clusters of at most 64 servers
}

// most is how many free sets a Finder remembers.
const most = 1 << 16

// NewFinder returns a Finder of a cluster. A block has a form that the
// reference's placer gives to jobs (spec section 5), of a size that a degree may
// have: one, or even. On clusters of more than 64 servers only the powers of two
// are tried.
func NewFinder(s ramp.Shape) *Finder {
	f := &Finder{shape: s, known: map[uint64]int{}}
	for n := 1; n <= s.N(); n++ {
		if n > 1 && n%2 == 1 || s.N() > 64 && n&(n-1) != 0 {
			continue
		}
		if b := ramp.NewBlocks(s, n, false); b.Exists() {
			f.sizes, f.by = append(f.sizes, n), append(f.by, b)
		}
	}
	slices.Reverse(f.sizes)
	slices.Reverse(f.by)
	return f
}

// Largest returns the size of the largest block of servers that are all free.
func (f *Finder) Largest(free ramp.Set) int {
	if len(free) == 1 {
		if n, ok := f.known[free[0]]; ok {
			return n
		}
	}
	count, largest := free.Count(), 0
	for i, n := range f.sizes {
		if n <= count && f.by[i].First(free) >= 0 {
			largest = n
			break
		}
	}
	if len(free) == 1 {
		if len(f.known) == most {
			clear(f.known)
		}
		f.known[free[0]] = largest
	}
	return largest
}

// Largest returns the largest free block right after each of the moves of a run.
// yield is called often; an error from it ends the search and is returned. So is
// an error about a server that the cluster does not have.
func Largest(s ramp.Shape, jobs []cluster.Job, moves []Move, yield func(done, total int) error) ([]int, error) {
	finder, free := NewFinder(s), ramp.NewSet(s.N())
	free.Fill(s.N())
	largest := make([]int, len(moves))
	for i, m := range moves {
		for _, name := range jobs[m.Job].Servers {
			server, ok := Server(s, name)
			if !ok {
				return nil, fmt.Errorf("job %d has the server %q, which the cluster has not", m.Job, name)
			}
			if m.Takes {
				free.Remove(server)
			} else {
				free.Add(server)
			}
		}
		largest[i] = finder.Largest(free)
		if err := yield(i+1, len(moves)); err != nil {
			return nil, err
		}
	}
	return largest, nil
}

// Server is the number of the server with a name of the form c-r-s.
func Server(s ramp.Shape, name string) (int, bool) {
	var at [3]int
	rest := name
	for i := range at {
		text := rest
		if i < 2 {
			var found bool
			if text, rest, found = strings.Cut(rest, "-"); !found {
				return 0, false
			}
		}
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n > math.MaxInt32 {
			return 0, false
		}
		at[i] = n
	}
	if at[0] >= s.Groups || at[1] >= s.Racks || at[2] >= s.Servers {
		return 0, false
	}
	return s.Index(at[0], at[1], at[2]), true
}
