// Package sweep varies one or two numeric fields of an experiment over ranges
// and runs its strategies and seeds at every point. A sweep that is stopped
// keeps what is done and can go on later; its result depends on nothing but the
// experiment and the values.
package sweep

import (
	"fmt"
	"slices"
	"strings"

	"rampart/core/experiment"
	"rampart/core/strict"
)

// What a sweep may ask for.
const (
	MaxAxes   = 2
	MaxPoints = 2_500   // values of both axes multiplied
	MaxRuns   = 250_000 // points x strategies x seeds
	MaxJobs   = 1e9     // that arrive in all runs together
)

// Axis is a field and the values that it takes.
type Axis struct {
	Path   string    // of a Field
	Values []float64 // at least one, ascending
}

// Sweep is an experiment of which one or two fields vary. It is not changed
// after New.
type Sweep struct {
	Base   *experiment.Experiment
	Axes   []Axis
	points []point
	groups int // of points that share their plans
}

// point is one combination of values. The last axis varies fastest.
type point struct {
	x     *experiment.Experiment
	group int
	runs  []bool // by strategy: whether the point allows it
}

// Unit is one run: one strategy on one seed at one point.
type Unit struct {
	Point int // 0 .. Points()-1
	experiment.Unit
}

// New prepares a sweep of base, which must be valid and stay as it is. The error
// is mostly a *strict.Error; it says at which point the experiment is wrong. A
// strategy that a point does not allow, such as a fixed degree above the largest
// one, is left out there.
func New(base *experiment.Experiment, axes []Axis) (*Sweep, error) {
	if err := experiment.Validate(base); err != nil {
		return nil, err
	}
	fields, err := fieldsOf(base, axes)
	if err != nil {
		return nil, err
	}
	s := &Sweep{Base: base, Axes: axes}
	if n := s.Points(); n > MaxPoints {
		return nil, wrong("%d points are too many, expected at most %d", n, MaxPoints)
	}
	if n := s.Runs(); n > MaxRuns {
		return nil, wrong("%d points x %d strategies x %d seeds are %d runs, expected at most %d",
			s.Points(), len(base.Strategies), len(base.Seeds), n, MaxRuns)
	}
	groups := map[int]int{}
	for p := range s.Points() {
		pt, err := s.make(p, fields)
		if err != nil {
			return nil, err
		}
		key := 0 // the place on the axes that plans depend on
		for i, at := range s.place(p) {
			if fields[i].Plans {
				key = key*len(axes[i].Values) + at
			}
		}
		group, known := groups[key]
		if !known {
			group = len(groups)
			groups[key] = group
		}
		pt.group = group
		s.points = append(s.points, pt)
	}
	s.groups = len(groups)
	if jobs := s.Cost().Jobs; jobs > MaxJobs {
		return nil, wrong("about %.3g jobs arrive in all runs, expected at most %.0g", jobs, MaxJobs)
	}
	return s, nil
}

// wrong is an error of the sweep as a whole.
func wrong(format string, args ...any) error {
	return &strict.Error{Path: "sweep", Message: fmt.Sprintf(format, args...)}
}

// fieldsOf finds the fields of the axes.
func fieldsOf(base *experiment.Experiment, axes []Axis) ([]*Field, error) {
	if len(axes) < 1 || len(axes) > MaxAxes {
		return nil, wrong("%d fields vary, expected 1 or %d", len(axes), MaxAxes)
	}
	var fields []*Field
	for i, a := range axes {
		f, err := Find(base, a.Path)
		if err != nil {
			return nil, err
		}
		if i > 0 && a.Path == axes[0].Path {
			return nil, wrong("%s varies twice", a.Path)
		}
		if len(a.Values) == 0 {
			return nil, wrong("%s has no values", a.Path)
		}
		for k, v := range a.Values[1:] {
			if !(v > a.Values[k]) {
				return nil, wrong("%s: %s follows %s, expected ascending values", a.Path, strict.FormatFloat(v), strict.FormatFloat(a.Values[k]))
			}
		}
		fields = append(fields, f)
	}
	return fields, nil
}

// make prepares one point.
func (s *Sweep) make(p int, fields []*Field) (point, error) {
	x := *s.Base
	x.View, x.Train = nil, nil
	x.Strategies = slices.Clone(x.Strategies)
	for i, at := range s.place(p) {
		if err := fields[i].Set(&x, s.Axes[i].Values[at]); err != nil {
			return point{}, wrong("at %s: %v", s.Words(p), err)
		}
	}
	pt := point{x: &x, runs: make([]bool, len(x.Strategies))}
	for i := range pt.runs {
		pt.runs[i] = true
	}
	for _, e := range experiment.Errors(&x) {
		i, inside := strategyOf(e.Path)
		if !inside {
			return point{}, wrong("at %s: %v", s.Words(p), e)
		}
		pt.runs[i] = false
	}
	if !slices.Contains(pt.runs, true) {
		return point{}, wrong("at %s: %v", s.Words(p), experiment.Validate(&x))
	}
	if !slices.Contains(pt.runs, false) {
		return pt, nil
	}
	for i, runs := range pt.runs {
		if !runs { // never run; it only keeps the others at their places
			x.Strategies[i] = experiment.StrategySpec{Kind: "sequential"}
		}
	}
	if err := experiment.Validate(&x); err != nil { // what is checked only when the rest is right
		return point{}, wrong("at %s: %v", s.Words(p), err)
	}
	return pt, nil
}

// strategyOf returns the strategy that a path is inside of.
func strategyOf(path string) (i int, inside bool) {
	n, err := fmt.Sscanf(path, "strategies[%d].", &i)
	return i, err == nil && n == 1
}

// Points returns the number of points.
func (s *Sweep) Points() int {
	n := 1
	for _, a := range s.Axes {
		if len(a.Values) > MaxPoints {
			return MaxPoints + 1
		}
		n *= len(a.Values)
	}
	return n
}

// Runs returns the number of units, those included that a point does not allow.
func (s *Sweep) Runs() int {
	return s.Points() * len(s.Base.Strategies) * len(s.Base.Seeds)
}

// place returns the index of a point on each axis.
func (s *Sweep) place(p int) []int {
	at := make([]int, len(s.Axes))
	for i := len(at) - 1; i >= 0; i-- {
		n := len(s.Axes[i].Values)
		at[i], p = p%n, p/n
	}
	return at
}

// Values returns the value of each field at a point.
func (s *Sweep) Values(p int) []float64 {
	values := make([]float64, len(s.Axes))
	for i, at := range s.place(p) {
		values[i] = s.Axes[i].Values[at]
	}
	return values
}

// Words says a point as in "load = 2, cluster.groups = 4".
func (s *Sweep) Words(p int) string {
	parts := make([]string, len(s.Axes))
	for i, v := range s.Values(p) {
		parts[i] = s.Axes[i].Path + " = " + strict.FormatFloat(v)
	}
	return strings.Join(parts, ", ")
}

// Experiment returns the experiment of a point, which must not be changed.
func (s *Sweep) Experiment(p int) *experiment.Experiment { return s.points[p].x }

// Allows reports whether a point allows a strategy.
func (s *Sweep) Allows(p, strategy int) bool { return s.points[p].runs[strategy] }

// Unit returns the unit with a number, 0 .. Runs()-1: by point, then by strategy,
// then by seed as listed.
func (s *Sweep) Unit(n int) Unit {
	seeds, strategies := len(s.Base.Seeds), len(s.Base.Strategies)
	return Unit{n / (seeds * strategies), experiment.Unit{Strategy: n / seeds % strategies, Seed: s.Base.Seeds[n%seeds]}}
}

// Cost estimates the work of the whole sweep. Plans are counted once for all
// points that share them.
func (s *Sweep) Cost() experiment.Work {
	var sum experiment.Work
	planned := make([]bool, s.groups)
	for i := range s.points {
		p := &s.points[i]
		w := experiment.Cost(p.x)
		if planned[p.group] {
			w.Dependencies = 0
		}
		planned[p.group] = true
		sum.Add(w)
	}
	return sum
}
