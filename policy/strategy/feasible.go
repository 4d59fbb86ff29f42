package strategy

import (
	"slices"

	"rampart/core/cluster"
	"rampart/core/experiment"
)

// Order says in which order degrees are tried.
type Order struct {
	Largest bool  // the largest first, else the smallest
	Degrees []int // if not empty: these, in this order, and no others
}

// orderOf reads the order of a specification.
func orderOf(s *experiment.StrategySpec) Order {
	return Order{Largest: s.Order == experiment.LargestFirst, Degrees: s.Degrees}
}

// first returns the first of the valid degrees above 0 that is good, 0 if none is.
func (o *Order) first(valid []int, good func(degree int) bool) int {
	switch {
	case len(o.Degrees) > 0:
		for _, degree := range o.Degrees {
			if degree > 0 && slices.Contains(valid, degree) && good(degree) {
				return degree
			}
		}
	case o.Largest:
		for i := len(valid) - 1; i >= 0; i-- {
			if valid[i] > 0 && good(valid[i]) {
				return valid[i]
			}
		}
	default:
		for _, degree := range valid {
			if degree > 0 && good(degree) {
				return degree
			}
		}
	}
	return 0
}

// Feasible takes the first degree, in its order, with which the job would be
// accepted if it were placed now: there is room, and the true JCT, communication
// included, meets the deadline. A job for which there is none is turned away.
// With the smallest first it is what Acceptable means to be.
type Feasible struct{ Order Order }

// Degree implements cluster.Strategy.
func (f *Feasible) Degree(d *cluster.Decision) int {
	return f.Order.first(d.Valid, func(degree int) bool { return d.State.Accepts(degree) })
}
