package form

import (
	"maps"
	"slices"
	"strconv"

	"rampart/core/experiment"
	"rampart/core/jobgraph"
)

// Draft is what the form says: an experiment as typed, right or wrong.
type Draft struct {
	// base holds what has no field: the trace, inline graphs, name, notes,
	// train and view; and under each field the last right value.
	base       *experiment.Experiment
	text       map[string]string // by Field.Key
	graphs     []GraphRow
	strategies []StrategyRow
	aside      any // what is undone with the form and is not part of it
}

// GraphRow is one graph that can be ticked.
type GraphRow struct {
	Ref    experiment.GraphRef
	Ticked bool
}

// StrategyRow is one strategy that can be ticked.
type StrategyRow struct {
	Spec   experiment.StrategySpec // Degree and MaxDegree as last right
	Degree string                  // what stands in the degree field, of fixed, sipml and reserve
	Ticked bool
}

// HasDegree reports whether the row has a field for a degree.
func (r *StrategyRow) HasDegree() bool {
	return r.Spec.Kind == "fixed" || r.Spec.Kind == "sipml" || r.Spec.Kind == "reserve"
}

// offered are the strategies that the form offers when an experiment does not
// have them.
var offered = []experiment.StrategySpec{
	{Kind: "max"}, {Kind: "acceptable"}, {Kind: "random"},
	{Kind: "fixed", Degree: 2}, {Kind: "fixed", Degree: 4}, {Kind: "fixed", Degree: 8}, {Kind: "fixed", Degree: 16},
	{Kind: "min"}, {Kind: "sequential"}, {Kind: "sipml"},
	{Kind: "feasible"}, {Kind: "feasible", Order: experiment.LargestFirst}, {Kind: "reserve", Degree: 8}, {Kind: "elastic"},
	experiment.NewRollout(nil),
}

// newDraft fills the form with a valid experiment.
func newDraft(e *experiment.Experiment) *Draft {
	d := &Draft{base: clone(e), text: map[string]string{}}
	for _, g := range Groups {
		for _, f := range g.Fields {
			d.text[f.Key] = f.format(d.base)
		}
	}
	for _, ref := range e.Workload.Graphs {
		d.graphs = append(d.graphs, GraphRow{Ref: ref, Ticked: true})
	}
	for _, name := range jobgraph.BuiltinNames() {
		known := func(r GraphRow) bool { return r.Ref.Name == name }
		if !slices.ContainsFunc(d.graphs, known) {
			d.graphs = append(d.graphs, GraphRow{Ref: experiment.GraphRef{Name: name}})
		}
	}
	d.strategies = strategyRows(e.Strategies)
	return d
}

// strategyRows lists an experiment's strategies, ticked, in their order. What
// is offered besides follows behind the last strategy that comes before it in
// the list of offers, so that unticked rows stand among their like.
func strategyRows(specs []experiment.StrategySpec) []StrategyRow {
	var rows []StrategyRow
	for _, s := range specs {
		rows = append(rows, newStrategyRow(s, true))
	}
	same := func(s experiment.StrategySpec) int {
		return slices.IndexFunc(rows, func(r StrategyRow) bool {
			return r.Spec.Kind == s.Kind && r.Spec.Degree == s.Degree && r.Spec.Order == s.Order && len(r.Spec.Degrees) == 0 && r.Spec.Base == nil
		})
	}
	behind := -1
	for _, s := range offered {
		if i := same(s); i >= 0 {
			behind = i
			continue
		}
		behind++
		rows = slices.Insert(rows, behind, newStrategyRow(s, false))
	}
	return rows
}

func newStrategyRow(s experiment.StrategySpec, ticked bool) StrategyRow {
	r := StrategyRow{Spec: s, Ticked: ticked}
	switch {
	case s.Kind == "fixed" || s.Kind == "reserve":
		r.Degree = strconv.Itoa(s.Degree)
	case s.Kind == "sipml" && s.MaxDegree > 0:
		r.Degree = strconv.Itoa(s.MaxDegree)
	}
	return r
}

func (d *Draft) clone() *Draft {
	return &Draft{
		base: d.base, // never written to
		text: maps.Clone(d.text), graphs: slices.Clone(d.graphs), strategies: slices.Clone(d.strategies),
		aside: d.aside,
	}
}

// clone copies an experiment as deep as the form changes it.
func clone(e *experiment.Experiment) *experiment.Experiment {
	c := *e
	c.Workload.Graphs = slices.Clone(e.Workload.Graphs)
	c.Workload.Beta.Values = slices.Clone(e.Workload.Beta.Values)
	c.Strategies = slices.Clone(e.Strategies)
	c.Seeds = slices.Clone(e.Seeds)
	return &c
}

// format writes the field's value as the form shows it.
func (f *Field) format(e *experiment.Experiment) string {
	switch {
	case f.ints != nil:
		return strconv.Itoa(*f.ints(e))
	case f.nums != nil:
		return formatNumber(*f.nums(e), f.Shift)
	case f.texts != nil:
		return *f.texts(e)
	}
	return f.read(e)
}
