package sweep

import (
	"fmt"
	"math"
	"slices"

	"rampart/core/experiment"
	"rampart/core/strict"
)

// Field is a numeric field of an experiment that a sweep can vary, or a figure
// that several fields make up.
type Field struct {
	Path  string // as in an experiment file; figures made up of fields have a name of their own
	Name  string // for people
	Unit  string // "" for a count or a fraction
	Whole bool   // only whole numbers
	Plans bool   // how a job is placed and how long it takes depends on it
	Log   bool   // its values are spread by a factor rather than by a difference

	get func(x *experiment.Experiment) (value float64, ok bool)
	set func(x *experiment.Experiment, v float64)
	// usual gives the ends and the number of values that are worth a look,
	// around the present one.
	usual func(now float64) (from, to float64, n int)
}

// Get returns the present value, NaN if there is no single one; false if the
// experiment has no such field that could vary.
func (f *Field) Get(x *experiment.Experiment) (value float64, ok bool) { return f.get(x) }

// Set sets the field of an experiment of which slices are shared with others.
func (f *Field) Set(x *experiment.Experiment, v float64) error {
	if _, ok := f.get(x); !ok {
		return &strict.Error{Path: f.Path, Message: "this experiment has no such field to vary"}
	}
	if math.IsNaN(v) || math.IsInf(v, 0) || math.Abs(v) > 1e18 {
		return &strict.Error{Path: f.Path, Message: "the value is not a number that a field can have"}
	}
	if f.Whole && v != math.Trunc(v) {
		return &strict.Error{Path: f.Path, Message: strict.FormatFloat(v) + " is not a whole number"}
	}
	f.set(x, v)
	return nil
}

// Usual returns a range that is worth a look.
func (f *Field) Usual(x *experiment.Experiment) Range {
	now, _ := f.get(x)
	from, to, n := f.usual(now)
	return Range{From: from, To: to, N: n, Log: f.Log}
}

// Fields lists the fields of an experiment that can vary, the most asked for
// first.
func Fields(x *experiment.Experiment) []*Field {
	var list []*Field
	for _, f := range append(slices.Clone(fields), strategyFields(x)...) {
		if _, ok := f.get(x); ok {
			list = append(list, f)
		}
	}
	return list
}

// Find returns the field of a path.
func Find(x *experiment.Experiment, path string) (*Field, error) {
	all := append(slices.Clone(fields), strategyFields(x)...)
	names := make([]string, len(all))
	for i, f := range all {
		if names[i] = f.Path; f.Path != path {
			continue
		}
		if _, ok := f.get(x); !ok {
			return nil, &strict.Error{Path: path, Message: "this experiment has no such field to vary"}
		}
		return f, nil
	}
	hint := "; rampart sweep --fields lists those that can"
	if near := strict.Nearest(path, names); near != "" {
		hint = " (did you mean " + near + "?)"
	}
	return nil, &strict.Error{Path: "sweep", Message: strict.Excerpt(path) + " is no field that can vary" + hint}
}

// strategyFields are the degrees of the strategies that have one.
func strategyFields(x *experiment.Experiment) []*Field {
	var list []*Field
	for i := range x.Strategies {
		s := &x.Strategies[i]
		name, of := "", func(s *experiment.StrategySpec) *int { return &s.Degree }
		switch s.Kind {
		case "fixed":
			name = fmt.Sprintf("Degree of strategy %d (fixed)", i+1)
		case "reserve":
			name = fmt.Sprintf("Block that strategy %d keeps (reserve)", i+1)
		case "sipml":
			name = fmt.Sprintf("Largest degree of strategy %d (SiP-ML)", i+1)
			of = func(s *experiment.StrategySpec) *int { return &s.MaxDegree }
		default:
			continue
		}
		field := "degree"
		if s.Kind == "sipml" {
			field = "maxDegree"
		}
		list = append(list, &Field{
			Path: fmt.Sprintf("strategies[%d].%s", i, field), Name: name, Whole: true,
			get: func(x *experiment.Experiment) (float64, bool) {
				return float64(*of(&x.Strategies[i])), true
			},
			set: func(x *experiment.Experiment, v float64) {
				x.Strategies = slices.Clone(x.Strategies)
				*of(&x.Strategies[i]) = int(v)
			},
			usual: func(float64) (float64, float64, int) { return 2, 16, 8 },
		})
	}
	return list
}

// plain makes a Field of a number that stands in an experiment.
func plain(f Field, at func(x *experiment.Experiment) *float64) *Field {
	f.get = func(x *experiment.Experiment) (float64, bool) { return *at(x), true }
	f.set = func(x *experiment.Experiment, v float64) { *at(x) = v }
	return &f
}

// whole makes a Field of an integer that stands in an experiment.
func whole(f Field, at func(x *experiment.Experiment) *int) *Field {
	f.Whole = true
	f.get = func(x *experiment.Experiment) (float64, bool) { return float64(*at(x)), true }
	f.set = func(x *experiment.Experiment, v float64) { *at(x) = int(v) }
	return &f
}

// around spreads n values by factors around the present one.
func around(factor float64, n int) func(now float64) (float64, float64, int) {
	return func(now float64) (float64, float64, int) {
		return nineDigits(now / factor), nineDigits(now * factor), n
	}
}

// within ignores the present value.
func within(from, to float64, n int) func(now float64) (float64, float64, int) {
	return func(float64) (float64, float64, int) { return from, to, n }
}
