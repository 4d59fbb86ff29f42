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
	if s.s.Plans.Settings().Placer == plan.BestFit {
		s.ends = s.AppendRunning(s.ends[:0])
		s.coming = Coming(s.coming, s.free, s.ends)
	}
}

// Coming returns what a run tells the best-fit placer of the future beside the
// servers that are free now: those that are free, too, when one third and two thirds
// of the running jobs have ended. It sorts these, and uses the memory of dst, which
// may be nil or what it returned before.
func Coming(dst []ramp.Set, free ramp.Set, running []Running) []ramp.Set {
	if dst == nil {
		for range moments {
			dst = append(dst, make(ramp.Set, len(free)))
		}
	}
	slices.SortStableFunc(running, func(a, b Running) int { return cmp.Compare(a.RemainingSeconds, b.RemainingSeconds) })
	n, ended := len(running), 0
	for i, set := range dst {
		if i == 0 {
			copy(set, free)
		} else {
			copy(set, dst[i-1])
		}
		for ; ended < n && ended <= (i+1)*n/(moments+1); ended++ {
			for _, server := range running[ended].On {
				set.Add(server)
			}
		}
	}
	return dst
}
