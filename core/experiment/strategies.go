package experiment

import (
	"fmt"
	"strconv"
	"strings"

	"rampart/core/strict"
)

// This file holds what the specifications of the strong baselines say:
// feasible, reserve, elastic, table and rollout. What they do is said in
// policy/strategy.

// The bounds of their fields.
const (
	MaxOrder    = 64     // degrees of an order of preference
	MaxBounds   = 256    // betas that divide a table into columns
	MaxArrivals = 10_000 // arrivals that a rollout looks ahead
	MaxSamples  = 1024   // futures that a rollout samples
)

// What a rollout does where a file does not say: arrivals and samples of the
// published one (spec/learning.md section 0).
const (
	DefaultArrivals = 120
	DefaultSamples  = 32
)

var (
	arrivalsRange = strict.Between(1, MaxArrivals)
	samplesRange  = strict.Between(1, MaxSamples)
)

// LargestFirst and SmallestFirst are the orders that have a word.
const (
	SmallestFirst = "smallest"
	LargestFirst  = "largest"
)

var (
	orderWords = []string{SmallestFirst, LargestFirst}
	baseKinds  = []string{
		"max", "min", "sequential", "acceptable", "sipml", "fixed", "feasible", "reserve", "elastic", "table",
	}
)

// TableRow is what a table says of one graph.
type TableRow struct {
	Graph   string // name of one of Workload.Graphs
	Degrees []int  // one more than the table has bounds; 0: the job is turned away
}

// NewRollout returns a rollout on a base with the default numbers of arrivals
// and samples; nil is the default base.
func NewRollout(base *StrategySpec) StrategySpec {
	return StrategySpec{Kind: "rollout", Base: base, Arrivals: DefaultArrivals, Samples: DefaultSamples}
}

// decodeOrder reads the order in which degrees are tried: a word, or a list of
// degrees. The one that is meant where nothing is said is kept as nothing.
func (s *StrategySpec) decodeOrder(n strict.Node, unsaid string) {
	if !n.Present() {
		return
	}
	if n.Kind() != strict.Array {
		strict.OneOf(n, &s.Order, orderWords...)
		if s.Order == unsaid {
			s.Order = ""
		}
		return
	}
	s.Degrees = decodeDegrees(n, 1, MaxOrder)
}

func decodeDegrees(n strict.Node, least, most int) []int {
	degrees := make([]int, 0, min(n.Len(), most))
	n.Array(least, most, func(_ int, n strict.Node) {
		var degree int
		n.Int(&degree, degreeRange)
		degrees = append(degrees, degree)
	})
	return degrees
}

// decodeBaseline reads the fields of a strategy of one of the kinds above.
func decodeBaseline(o *strict.Fields, s *StrategySpec) {
	switch s.Kind {
	case "reserve":
		o.Require("degree")
		o.Int("degree", &s.Degree, degreeRange)
		fallthrough
	case "feasible":
		s.decodeOrder(o.Get("order"), SmallestFirst)
	case "table":
		decodeTable(o, s)
	case "rollout":
		s.Arrivals, s.Samples = DefaultArrivals, DefaultSamples
		if n := o.Get("base"); n.Present() {
			base := n.Object()
			s.Base = &StrategySpec{}
			base.Require("kind")
			strict.OneOf(base.Get("kind"), &s.Base.Kind, baseKinds...)
			decodeStrategyFields(base, s.Base)
			base.Done()
		}
		o.Int("arrivals", &s.Arrivals, arrivalsRange)
		o.Int("samples", &s.Samples, samplesRange)
	}
}

func decodeTable(o *strict.Fields, s *StrategySpec) {
	o.Require("rows")
	if n := o.Get("bounds"); n.Present() {
		n.Array(0, MaxBounds, func(_ int, n strict.Node) {
			var v float64
			n.Float(&v, betaRange)
			s.Bounds = append(s.Bounds, v)
		})
	}
	o.Array("rows", 1, MaxGraphs, func(_ int, n strict.Node) {
		var row TableRow
		r := n.Object()
		r.Require("graph", "degrees")
		r.String("graph", &row.Graph, MaxName)
		row.Degrees = decodeDegrees(r.Get("degrees"), 1, MaxBounds+1)
		r.Done()
		s.Rows = append(s.Rows, row)
	})
	s.decodeOrder(o.Get("otherwise"), "")
}

func appendOrder(w *writer, name string, s *StrategySpec) {
	switch {
	case len(s.Degrees) > 0:
		w.key(name)
		appendInts(w, s.Degrees)
	case s.Order != "":
		w.key(name).text(s.Order)
	}
}

func appendInts(w *writer, list []int) {
	w.open('[')
	for _, v := range list {
		w.next().int(v)
	}
	w.close(']')
}

// appendBaseline appends the fields of a strategy of one of the kinds above.
func appendBaseline(w *writer, s *StrategySpec) {
	switch s.Kind {
	case "reserve":
		w.key("degree").int(s.Degree)
		fallthrough
	case "feasible":
		appendOrder(w, "order", s)
	case "table":
		w.key("bounds").open('[')
		for _, v := range s.Bounds {
			w.next().number(v)
		}
		w.close(']')
		w.key("rows").open('[')
		for i := range s.Rows {
			w.next().open('{')
			w.key("graph").text(s.Rows[i].Graph)
			w.key("degrees")
			appendInts(w, s.Rows[i].Degrees)
			w.close('}')
		}
		w.close(']')
		appendOrder(w, "otherwise", s)
	case "rollout":
		if s.Base != nil {
			w.key("base")
			appendStrategy(w, s.Base)
		}
		w.key("arrivals").int(s.Arrivals)
		w.key("samples").int(s.Samples)
	}
}

// baseline checks a strategy of one of the kinds above.
func (k *checker) baseline(path string, s *StrategySpec, x *Experiment) {
	largest := x.Partition.MaxDegree
	switch s.Kind {
	case "reserve":
		k.degree(path+".degree", s.Degree, largest)
		fallthrough
	case "feasible":
		k.order(path+".order", s, largest)
	case "table":
		k.table(path, s, x)
	case "rollout":
		right := k.int(path+".arrivals", s.Arrivals, arrivalsRange)
		if right = k.int(path+".samples", s.Samples, samplesRange) && right; right && s.Arrivals*s.Samples > maxFutures {
			k.fail(path+".samples", "%d samples of %d arrivals are too many for one decision, expected at most %d", s.Samples, s.Arrivals, maxFutures/s.Arrivals)
		}
		if s.Base != nil && word(k, path+".base.kind", s.Base.Kind, baseKinds) {
			k.strategy(path+".base", s.Base, x)
		}
	}
}

func (k *checker) order(path string, s *StrategySpec, largest int) {
	if s.Order != "" {
		word(k, path, s.Order, orderWords)
		if s.Order == SmallestFirst && s.Kind != "table" {
			k.fail(path, "the order that is meant anyway is left empty") // a file cannot say it
		}
	}
	if len(s.Degrees) == 0 {
		return
	}
	if s.Order != "" {
		k.fail(path, "there is a word beside the list, expected one of the two")
	}
	if k.length(path, len(s.Degrees), MaxOrder) {
		for i, degree := range s.Degrees {
			k.degree(fmt.Sprintf("%s[%d]", path, i), degree, largest)
		}
	}
}

func (k *checker) table(path string, s *StrategySpec, x *Experiment) {
	k.order(path+".otherwise", s, x.Partition.MaxDegree)
	if len(s.Bounds) > MaxBounds {
		k.fail(path+".bounds", "the array has %d elements, expected at most %d", len(s.Bounds), MaxBounds)
		return
	}
	for i, v := range s.Bounds {
		at := fmt.Sprintf("%s.bounds[%d]", path, i)
		if k.number(at, v, betaRange) && i > 0 && v <= s.Bounds[i-1] {
			k.fail(at, "%s is not above the one before, %s", strict.FormatFloat(v), strict.FormatFloat(s.Bounds[i-1]))
		}
	}
	if !k.length(path+".rows", len(s.Rows), MaxGraphs) {
		return
	}
	listed := map[string]bool{}
	for i := range s.Rows {
		row, at := &s.Rows[i], fmt.Sprintf("%s.rows[%d]", path, i)
		k.text(at+".graph", row.Graph, MaxName)
		if listed[row.Graph] {
			k.fail(at+".graph", "%s is listed twice", strict.Excerpt(row.Graph))
		}
		listed[row.Graph] = true
		if n := len(s.Bounds) + 1; len(row.Degrees) != n {
			k.fail(at+".degrees", "the array has %d elements, expected %d, one more than there are bounds", len(row.Degrees), n)
			continue
		}
		for j, degree := range row.Degrees {
			k.degree(fmt.Sprintf("%s.degrees[%d]", at, j), degree, x.Partition.MaxDegree)
		}
	}
	for _, g := range x.Workload.Graphs {
		if !listed[g.Name] {
			k.fail(path+".rows", "there is no row for graph %s", strict.Excerpt(g.Name))
		}
	}
}

// orderName says an order of preference, "" if it is the one that is meant
// where nothing is said.
func (s *StrategySpec) orderName() string {
	switch {
	case len(s.Degrees) > 6:
		return fmt.Sprintf(", own order of %d degrees", len(s.Degrees))
	case len(s.Degrees) > 0:
		words := make([]string, len(s.Degrees))
		for i, degree := range s.Degrees {
			words[i] = strconv.Itoa(degree)
		}
		return ", order " + strings.Join(words, " ")
	case s.Order != "":
		return ", " + s.Order + " first"
	}
	return ""
}

// baselineName is Name for the kinds above.
func (s *StrategySpec) baselineName() string {
	switch s.Kind {
	case "feasible":
		return "Feasible" + s.orderName()
	case "reserve":
		return fmt.Sprintf("Reserve %d", s.Degree) + s.orderName()
	case "elastic":
		return "Minimum share (ElasticFlow)"
	case "table":
		name := fmt.Sprintf("Table of %d x %d degrees", len(s.Rows), len(s.Bounds)+1)
		if order := s.orderName(); order != "" {
			name += ", else" + strings.TrimPrefix(order, ",")
		}
		return name
	case "rollout":
		name := "Rollout"
		if s.Arrivals != DefaultArrivals || s.Samples != DefaultSamples {
			name += fmt.Sprintf(" %d x %d", s.Samples, s.Arrivals)
		}
		if s.Base != nil {
			base, _, _ := strings.Cut(s.Base.Name(), " (")
			name += " on " + base
		}
		return name
	}
	return s.Kind
}
