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

// Moves is MovesPaused without pauses.
func Moves(jobs []cluster.Job) []Move { return MovesPaused(jobs, func() {}) }

// MovesPaused lists when the jobs of a run take their servers and give them back, in
// order of time; at one moment what is given back comes first. A job that still
// runs at the end gives nothing back, one of no length does neither. It calls pause
// every few thousand jobs.
func MovesPaused(jobs []cluster.Job, pause func()) []Move {
	takes, gives := make([]Move, 0, len(jobs)), make([]Move, 0, len(jobs))
	for i := range jobs {
		if i%piece == 0 {
			pause()
		}
		j := &jobs[i]
		if j.StartSeconds == nil || len(j.Servers) == 0 || j.EndSeconds != nil && *j.EndSeconds <= *j.StartSeconds {
			continue
		}
		takes = append(takes, Move{*j.StartSeconds, int32(i), true})
		if j.EndSeconds != nil {
			gives = append(gives, Move{*j.EndSeconds, int32(i), false})
		}
	}
	takes = sorted(takes, pause) // they mostly are: jobs start in their order
	gives = sorted(gives, pause)
	moves := make([]Move, 0, len(takes)+len(gives))
	for len(takes) > 0 && len(gives) > 0 {
		if len(moves)%piece == 0 {
			pause()
		}
		if gives[0].Seconds <= takes[0].Seconds {
			moves, gives = append(moves, gives[0]), gives[1:]
		} else {
			moves, takes = append(moves, takes[0]), takes[1:]
		}
	}
	return append(append(moves, takes...), gives...)
}

// piece is how many moves are worked on between two pauses.
const piece = 4096

// byTime orders moves; no two moves of a kind are equal.
func byTime(a, b Move) int {
	switch {
	case a.Seconds < b.Seconds:
		return -1
	case a.Seconds > b.Seconds:
		return 1
	}
	return cmp.Compare(a.Job, b.Job)
}

// sorted sorts moves of a kind, piece by piece, and merges the pieces two by two.
// Moves of a run are nearly in order, so most merges have little to do.
func sorted(moves []Move, pause func()) []Move {
	for first := 0; first < len(moves); first += piece {
		part := moves[first:min(first+piece, len(moves))]
		if !slices.IsSortedFunc(part, byTime) {
			slices.SortFunc(part, byTime)
		}
		pause()
	}
	spare := make([]Move, 0, len(moves))
	for size := piece; size < len(moves); size *= 2 {
		spare = spare[:0]
		for first := 0; first < len(moves); first += 2 * size {
			middle, end := min(first+size, len(moves)), min(first+2*size, len(moves))
			spare = merged(spare, moves[first:middle], moves[middle:end], pause)
		}
		moves, spare = spare, moves
	}
	return moves
}

// merged appends two sorted lists as one.
func merged(dst, a, b []Move, pause func()) []Move {
	for i := 0; len(a) > 0 && len(b) > 0; i++ {
		if i%piece == 0 {
			pause()
		}
		if byTime(a[0], b[0]) < 0 {
			dst, a = append(dst, a[0]), a[1:]
		} else {
			dst, b = append(dst, b[0]), b[1:]
		}
	}
	return append(append(dst, a...), b...)
}

// Finder finds the largest free block of one cluster, and remembers it for sets
// of servers that it has met. A block has a form that the reference's placer
// gives to jobs (spec section 5), of a size that a degree may have: one, or
// even. It is not safe for concurrent use.
type Finder struct {
	shape ramp.Shape
	known map[uint64]int // largest by free set, for clusters of at most 64 servers
}

// most is how many free sets a Finder remembers.
const most = 1 << 16

// NewFinder returns a Finder of a cluster.
func NewFinder(s ramp.Shape) *Finder { return &Finder{shape: s, known: map[uint64]int{}} }

// Largest returns the size of the largest block of servers that are all free.
func (f *Finder) Largest(free ramp.Set) int {
	if len(free) > 1 {
		_, n := ramp.NewCensus(f.shape, free).Largest()
		return n
	}
	n, ok := f.known[free[0]]
	if !ok {
		_, n = ramp.NewCensus(f.shape, free).Largest()
		if len(f.known) == most {
			clear(f.known)
		}
		f.known[free[0]] = n
	}
	return n
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
