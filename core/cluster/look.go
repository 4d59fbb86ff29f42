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

// place puts a job on the servers that are free now.
func (s *Simulator) place(graph, degree int) *plan.Plan {
	return s.s.Plans.Place(graph, degree, s.free, s.coming...)
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
	s.ends = append(s.ends[:0], s.running...)
	slices.SortStableFunc(s.ends, func(a, b running) int {
		return cmp.Compare(a.jct-(s.clock-a.start), b.jct-(s.clock-b.start))
	})
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
