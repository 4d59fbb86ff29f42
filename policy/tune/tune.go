// Package tune searches for a good static table of degrees: one for each graph
// and range of beta (strategy kind "table").
package tune

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/core/plan"
	"rampart/core/ramp"
	"rampart/core/strict"
	"rampart/core/workload"
	"rampart/policy/strategy"
)

// DefaultBounds divide the betas where a degree of the paper's cluster becomes
// too slow: a job of at most 0.12 needs more than 8 servers, of at most 0.16 more
// than 6, and so on.
var DefaultBounds = []float64{0.12, 0.16, 0.24, 0.32, 0.49, 0.74}

// DefaultTables is how many tables are tried where nothing is said: on the
// paper's experiment and ten seeds some twenty seconds of two cores.
const DefaultTables = 4000

// Settings say how a table is searched for.
type Settings struct {
	Bounds   []float64      // ascending; nil: DefaultBounds
	Seeds    []uint64       // of the runs that a table is judged by, at least one; not those of the experiment
	Seed     uint64         // of the order in which entries are tried
	Tables   int            // that are tried at most; 0: DefaultTables
	Workers  int            // goroutines; 0: as many as processors. The table does not depend on it
	Progress func(Progress) // told after every table; may be nil
}

// Progress is how far a search has come.
type Progress struct {
	Tried, Of int     // tables
	Blocking  float64 // mean rate of the best so far
}

// Result is what a search found.
type Result struct {
	Spec   experiment.StrategySpec
	Tried  int     // tables
	Before float64 // mean blocking rate, on Settings.Seeds, of the best table of one degree
	After  float64 // of Spec
}

// Search looks for the table with the lowest mean blocking rate by iterated local
// search. It descends from the tables that hold one degree for all jobs, the best
// first: it changes an entry, a row or a column at a time, in an order drawn anew
// for each pass, to the degree that blocks the fewest jobs, until no such change
// is an improvement. Then it changes a few entries of the best table at random and
// descends again, until it has tried as many tables as it may. What is tried where
// a degree cannot be placed (StrategySpec.Order) is one of the entries. The result
// depends on x and the settings alone. A cancelled context ends the search with
// its cause.
func Search(ctx context.Context, x *experiment.Experiment, s Settings) (*Result, error) {
	for _, seed := range s.Seeds {
		if slices.Contains(x.Seeds, seed) {
			return nil, &strict.Error{Path: "seeds", Message: fmt.Sprintf("%d is one of the experiment's and one to tune on; no table may be tuned on the seeds that it is judged by", seed)}
		}
	}
	if s.Bounds == nil {
		s.Bounds = DefaultBounds
	}
	if s.Tables == 0 {
		s.Tables = DefaultTables
	}
	t, err := newSearch(ctx, x, &s)
	if err != nil {
		return nil, err
	}
	r := &Result{}
	err = t.run(r)
	if err != nil && !errors.Is(err, errSpent) {
		return nil, err
	}
	r.Spec, r.Tried, r.After = t.spec(t.best), t.progress.Tried, t.rate(t.best.blocked)
	return r, nil
}

// errSpent ends a search that has tried as many tables as it may.
var errSpent = errors.New("tune: all tables are tried")

// search is a search in progress.
type search struct {
	ctx      context.Context
	s        *Settings
	x        experiment.Experiment // with a table as its only strategy
	now      experiment.StrategySpec
	runners  []*experiment.Runner
	choices  [][]int // values of each entry: the order, then row by row the degrees worth trying
	moves    [][]int // entries that are changed together
	best     table
	arrived  int // jobs of all runs together
	random   *rand.Rand
	progress Progress
}

// table is one table: the place of each entry's value among its choices.
type table struct {
	at      []int
	blocked int // jobs, over all seeds
}

// orders are what a table may try where its degree cannot be placed.
var orders = []string{"", experiment.SmallestFirst, experiment.LargestFirst}

func newSearch(ctx context.Context, x *experiment.Experiment, s *Settings) (*search, error) {
	t := &search{ctx: ctx, s: s, x: *x, random: workload.Random(s.Seed, "tune"), best: table{blocked: math.MaxInt}, progress: Progress{Of: s.Tables}}
	t.now = experiment.StrategySpec{Kind: "table", Bounds: s.Bounds}
	columns := len(s.Bounds) + 1
	for _, g := range x.Workload.Graphs {
		t.now.Rows = append(t.now.Rows, experiment.TableRow{Graph: g.Name, Degrees: make([]int, columns)})
	}
	t.x.Strategies, t.x.Seeds = []experiment.StrategySpec{t.now}, s.Seeds
	workers := s.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	for range max(1, min(workers, len(s.Seeds))) {
		r, err := experiment.NewRunner(&t.x, t.strategy)
		if err != nil {
			return nil, err
		}
		t.runners = append(t.runners, r)
	}
	c, _ := t.runners[0].Settings()
	t.choices = append([][]int{{0, 1, 2}}, choices(c.Plans, s.Bounds, x.Workload.TrainingSteps)...)
	for entry := range t.choices {
		t.moves = append(t.moves, []int{entry})
	}
	rows := len(t.now.Rows)
	for g := range rows {
		t.moves = append(t.moves, every(1+g*columns, 1, columns))
	}
	for column := range columns {
		t.moves = append(t.moves, every(1+column, columns, rows))
	}
	return t, nil
}

// every lists n numbers from first on.
func every(first, step, n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = first + i*step
	}
	return list
}

// strategy is the factory of the runners: the table as it is now.
func (t *search) strategy(_ experiment.StrategySpec, x *experiment.Experiment, seed uint64) (cluster.Strategy, error) {
	return strategy.New(t.now, x, seed)
}

// choices lists, row by row, the degrees with which a job of each graph can be in
// time at the largest beta of each column, and 0.
func choices(p *plan.Planner, bounds []float64, steps int) [][]int {
	s := p.Settings()
	empty := ramp.NewSet(s.Shape.N())
	empty.Fill(s.Shape.N())
	var list [][]int
	for g := range s.Graphs {
		for _, beta := range append(slices.Clone(bounds), 1) {
			may := []int{0}
			for _, degree := range p.Degrees()[1:] {
				pl := p.Place(g, degree, empty)
				if pl != nil && float64(p.Step(pl).Seconds*float64(steps)) <= cluster.Limit(s.Fixes, beta, steps, pl) {
					may = append(may, degree)
				}
			}
			list = append(list, may)
		}
	}
	return list
}

// run searches until all tables are tried, or there is an error.
func (t *search) run(r *Result) error {
	starts, err := t.starts()
	r.Before = t.rate(t.best.blocked)
	for i := 0; err == nil && i < len(starts); i++ {
		err = t.descend(starts[i])
	}
	for err == nil {
		const kicks = 4 // entries
		next := table{at: slices.Clone(t.best.at)}
		for range kicks {
			entry := t.random.IntN(len(next.at))
			next.at[entry] = t.random.IntN(len(t.choices[entry]))
		}
		if next.blocked, err = t.judge(next.at); err == nil {
			err = t.descend(next)
		}
	}
	return err
}

// starts returns the tables that hold one degree, or where that is too slow the
// smallest that is not, each with the best of the orders; the best first.
func (t *search) starts() ([]table, error) {
	c, _ := t.runners[0].Settings()
	var list []table
	for _, degree := range c.Plans.Degrees()[1:] {
		best := table{blocked: math.MaxInt}
		for order := range orders {
			next := table{at: make([]int, len(t.choices))}
			next.at[0] = order
			for entry, may := range t.choices[1:] {
				i, _ := slices.BinarySearch(may, degree)
				next.at[1+entry] = min(i, len(may)-1)
			}
			var err error
			if next.blocked, err = t.judge(next.at); err != nil {
				return nil, err
			}
			if next.blocked < best.blocked {
				best = next
			}
		}
		list = append(list, best)
	}
	slices.SortStableFunc(list, func(a, b table) int { return a.blocked - b.blocked })
	return list, nil
}

// descend betters a table until no move does.
func (t *search) descend(now table) error {
	for better := true; better; {
		better = false
		for _, i := range t.random.Perm(len(t.moves)) {
			is, err := t.improve(&now, t.moves[i])
			if err != nil {
				return err
			}
			better = better || is
		}
	}
	return nil
}

// improve sets entries to the value with which fewest jobs are blocked, and leaves
// them as they are if none is better. Values of several entries are those of the
// first; where another has no such degree it takes the next larger one that it has.
func (t *search) improve(now *table, entries []int) (better bool, err error) {
	best := table{at: now.at, blocked: now.blocked}
	for v := range t.choices[entries[0]] {
		next := table{at: slices.Clone(now.at)}
		for _, entry := range entries {
			i, _ := slices.BinarySearch(t.choices[entry], t.choices[entries[0]][v])
			next.at[entry] = min(i, len(t.choices[entry])-1)
		}
		if slices.Equal(next.at, now.at) {
			continue
		}
		if next.blocked, err = t.judge(next.at); err != nil {
			return false, err
		}
		if next.blocked < best.blocked {
			best = next
		}
	}
	better = best.blocked < now.blocked
	*now = best
	return better, nil
}

// spec is a table as a strategy.
func (t *search) spec(of table) experiment.StrategySpec {
	s := t.now
	s.Order = orders[of.at[0]]
	s.Rows = slices.Clone(s.Rows)
	for i := range s.Rows {
		columns := len(s.Rows[i].Degrees)
		s.Rows[i].Degrees = make([]int, columns)
		for column := range columns {
			entry := 1 + i*columns + column
			s.Rows[i].Degrees[column] = t.choices[entry][of.at[entry]]
		}
	}
	return s
}

// judge returns how many jobs a table blocks, over all seeds, and keeps the best.
func (t *search) judge(at []int) (blocked int, err error) {
	if t.progress.Tried == t.s.Tables {
		return 0, errSpent
	}
	t.now = t.spec(table{at: at})
	var next, sum, arrived atomic.Int64
	errs := make([]error, len(t.runners))
	var group sync.WaitGroup
	for i, r := range t.runners {
		group.Go(func() {
			for errs[i] == nil {
				n := int(next.Add(1)) - 1
				if n >= len(t.s.Seeds) {
					return
				}
				var m *cluster.Metrics
				m, errs[i] = r.Figures(experiment.Unit{Seed: t.s.Seeds[n]}, func(int, int) error { return context.Cause(t.ctx) })
				if errs[i] == nil {
					sum.Add(int64(m.Blocked))
					arrived.Add(int64(m.Arrived))
				}
			}
		})
	}
	group.Wait()
	for _, err := range errs {
		if err != nil {
			return 0, err
		}
	}
	blocked, t.arrived = int(sum.Load()), int(arrived.Load())
	if blocked < t.best.blocked {
		t.best = table{slices.Clone(at), blocked}
	}
	t.progress.Tried++
	t.progress.Blocking = t.rate(t.best.blocked)
	if t.s.Progress != nil {
		t.s.Progress(t.progress)
	}
	return blocked, nil
}

func (t *search) rate(blocked int) float64 { return float64(blocked) / float64(max(1, t.arrived)) }
