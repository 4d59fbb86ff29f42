// Package strategy holds the heuristics that choose a job's degree: those of
// the paper and of its reference implementation (spec section 9), and fixed
// choices to compare them with. Each is a cluster.Strategy; a learned policy is
// one too.
package strategy

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/core/workload"
)

// New returns the strategy that spec describes, for one run with the given
// seed. It returns an error if the kind is not known here.
func New(spec experiment.StrategySpec, exp *experiment.Experiment, seed uint64) (cluster.Strategy, error) {
	switch spec.Kind {
	case "max":
		return Max{}, nil
	case "min":
		return Min{}, nil
	case "sequential":
		return Sequential{}, nil
	case "random":
		return NewRandom(seed), nil
	case "acceptable":
		return Acceptable{}, nil
	case "sipml":
		return SiPML{Limit: spec.MaxDegree}, nil
	case "fixed":
		return Fixed{To: spec.Degree}, nil
	case "script":
		return &Script{Degrees: spec.Degrees}, nil
	case "feasible":
		return &Feasible{Order: orderOf(&spec)}, nil
	case "reserve":
		return &Reserve{Block: spec.Degree, Order: orderOf(&spec)}, nil
	case "elastic":
		return &Elastic{}, nil
	case "table":
		return newTable(&spec), nil
	case "rollout":
		return newRollout(&spec, exp, seed)
	}
	return nil, fmt.Errorf("strategy kind %q is not known", spec.Kind)
}

// Max takes the largest valid degree (the paper's Para_max).
type Max struct{}

// Degree implements cluster.Strategy.
func (Max) Degree(d *cluster.Decision) int { return d.Valid[len(d.Valid)-1] }

// Min takes the smallest valid degree above 1, which is 2 wherever two servers
// are free; 1 if there is nothing above.
type Min struct{}

// Degree implements cluster.Strategy.
func (Min) Degree(d *cluster.Decision) int {
	for _, v := range d.Valid {
		if v > 1 {
			return v
		}
	}
	return d.Valid[len(d.Valid)-1]
}

// Sequential runs every job unpartitioned on one server.
type Sequential struct{}

// Degree implements cluster.Strategy.
func (Sequential) Degree(d *cluster.Decision) int { return choose(1, d) }

// Fixed takes the same degree for every job, and does not place a job for which
// it is not valid.
type Fixed struct{ To int }

// Degree implements cluster.Strategy.
func (f Fixed) Degree(d *cluster.Decision) int { return choose(f.To, d) }

// choose returns degree if it is valid, else 0.
func choose(degree int, d *cluster.Decision) int {
	if slices.Contains(d.Valid, degree) {
		return degree
	}
	return 0
}

// SiPML takes the largest valid degree up to Limit; 0 stands for no limit. The
// reference fails where the limit itself is not valid.
type SiPML struct{ Limit int }

// Degree implements cluster.Strategy.
func (s SiPML) Degree(d *cluster.Decision) int {
	for i := len(d.Valid) - 1; i >= 0; i-- {
		if v := d.Valid[i]; s.Limit == 0 || v <= s.Limit {
			return v
		}
	}
	return 0
}

// Acceptable takes the smallest valid degree that would meet the deadline if
// partitioning were free of cost (the paper's Para_min, "acceptable JCT" in the
// reference), or else the largest.
type Acceptable struct{}

// Degree implements cluster.Strategy.
func (Acceptable) Degree(d *cluster.Decision) int {
	// Exactly in this form: beta*seq is rounded before the division.
	target := math.Ceil(d.SequentialSeconds / d.MaxAcceptableSeconds)
	for _, v := range d.Valid {
		if float64(v) >= target {
			return v
		}
	}
	return d.Valid[len(d.Valid)-1]
}

// Random takes any valid degree above 0 with equal probability.
type Random struct{ source *rand.Rand }

// NewRandom returns a Random that draws from its own stream of the seed, apart
// from those of the workload.
func NewRandom(seed uint64) *Random {
	return &Random{source: workload.Random(seed, "strategy/random")}
}

// Degree implements cluster.Strategy.
func (r *Random) Degree(d *cluster.Decision) int {
	if len(d.Valid) == 1 {
		return 0
	}
	return d.Valid[1+r.source.IntN(len(d.Valid)-1)]
}

// Script takes the given degrees, one for each decision in order, and places no
// job beyond them. A degree that is not valid ends the run with an error.
type Script struct {
	Degrees []int
	next    int
}

// Degree implements cluster.Strategy.
func (s *Script) Degree(*cluster.Decision) int {
	if s.next == len(s.Degrees) {
		return 0
	}
	s.next++
	return s.Degrees[s.next-1]
}
