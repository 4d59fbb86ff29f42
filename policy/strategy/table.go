package strategy

import (
	"fmt"
	"slices"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/core/plan"
	"rampart/core/workload"
)

// Table looks a job's degree up by its graph and its beta: a job belongs to the
// column of the first bound that is not below its beta, to the last column if
// all are. It is turned away if that says 0. If the job would not be accepted
// with that degree now, the table tries others in the order of Otherwise, if it
// is not nil; without it the degree is taken wherever it is valid, as by Fixed.
type Table struct {
	Bounds    []float64
	Rows      []experiment.TableRow
	Otherwise *Order

	byGraph [][]int // degrees of each graph of the run
}

func newTable(s *experiment.StrategySpec) *Table {
	t := &Table{Bounds: s.Bounds, Rows: s.Rows}
	if s.Order != "" || len(s.Degrees) > 0 {
		order := orderOf(s)
		t.Otherwise = &order
	}
	return t
}

// Attach implements cluster.Attacher.
func (t *Table) Attach(plans *plan.Planner, _ *workload.Settings) error {
	t.byGraph = nil
	for _, g := range plans.Settings().Graphs {
		i := slices.IndexFunc(t.Rows, func(r experiment.TableRow) bool { return r.Graph == g.Graph.Name })
		if i < 0 || len(t.Rows[i].Degrees) != len(t.Bounds)+1 {
			return fmt.Errorf("the table has no row of %d degrees for graph %q", len(t.Bounds)+1, g.Graph.Name)
		}
		t.byGraph = append(t.byGraph, t.Rows[i].Degrees)
	}
	return nil
}

// Degree implements cluster.Strategy.
func (t *Table) Degree(d *cluster.Decision) int {
	column, _ := slices.BinarySearch(t.Bounds, d.Beta)
	degree := t.byGraph[d.Graph][column]
	if degree == 0 || t.Otherwise == nil {
		return choose(degree, d)
	}
	good := func(degree int) bool { return d.State.Accepts(degree) }
	if slices.Contains(d.Valid, degree) && good(degree) {
		return degree
	}
	return t.Otherwise.first(d.Valid, good)
}
