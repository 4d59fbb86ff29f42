package cluster

import (
	"cmp"
	"slices"

	"rampart/core/plan"
	"rampart/core/ramp"
)

// moments is how many later moments the best-fit placer is told of: those at
// which one and two thirds of the running jobs will have ended.
const moments = 2

// ending is a running job and the seconds that it still runs.
type ending struct {
	left float64
	job  int
}

// placed is where the placer laid a job last, since the present decision began:
// what a strategy has asked for is then asked for by Apply.
type placed struct {
	known               bool
	graph, degree, rank int
	plan                *plan.Plan // nil: nowhere
}

// place puts a job on the servers that are free now, on the placer's block of
// some rank.
func (s *Simulator) place(graph, degree, rank int) *plan.Plan {
	if p := &s.placed; !p.known || p.graph != graph || p.degree != degree || p.rank != rank {
		*p = placed{true, graph, degree, rank, s.s.Plans.PlaceRank(graph, degree, rank, s.free, s.coming...)}
	}
	return s.placed.plan
}

// look finds out which servers will be free at the later moments, for the placer
// that asks for it.
func (s *Simulator) look() {
	if s.s.Plans.Settings().Placer != plan.BestFit {
		return
	}
	if s.coming == nil {
		for range moments {
			s.coming = append(s.coming, make(ramp.Set, len(s.free)))
		}
	}
	s.ends = s.ends[:0]
	for i := range s.running {
		r := &s.running[i]
		s.ends = append(s.ends, ending{r.jct - (s.clock - r.start), r.job})
	}
	slices.SortStableFunc(s.ends, func(a, b ending) int { return cmp.Compare(a.left, b.left) })
	n, ended := len(s.ends), 0
	for i, set := range s.coming {
		if i == 0 {
			copy(set, s.free)
		} else {
			copy(set, s.coming[i-1])
		}
		for ; ended < n && ended <= (i+1)*n/(moments+1); ended++ {
			for _, server := range s.jobs.at(s.ends[ended].job).plan.Servers {
				set.Add(server)
			}
		}
	}
}
