// Package reproduce sets the published tables of PAC-ML beside the same tables
// made by this program. It holds the experiments, section by section, and turns
// the figures of their runs into tables and sentences; it runs nothing itself, so
// that the command line and the page share it. What the text says of the numbers
// is computed from them, but for passages of judgement, which stand here as they
// are.
package reproduce

import (
	"cmp"
	"slices"
	"strings"

	"rampart/core/experiment"
)

// Options say how large a reproduction is.
type Options struct {
	Seeds    []uint64 // of every experiment, at least one
	Rollouts []uint64 // seeds of the rollouts, which cost most; nil: none are made
	// Policies are the names of the built-in policies. One whose name ends in
	// "-A" to "-D" is for that distribution of deadlines, any other for all.
	Policies []string
	// Jobs is how many jobs arrive in a run of the paper's experiment; 0: 1001, as
	// published.
	Jobs int
	// Few leaves out most of the rules: to try the rest.
	Few bool
}

// First is the first of the seeds: neither the training of the built-in policies
// nor their choice has seen these.
const First = 2000

// Full is the reproduction that is published in docs/reproduction.md: 10 seeds,
// and 2 for rollouts.
func Full(policies []string) Options {
	return Options{Seeds: Seeds(10), Rollouts: Seeds(2), Policies: policies}
}

// Quick is a small one, to try it: runs of 100 jobs on 2 seeds, without rollouts
// and with few rules. Its numbers say nothing.
func Quick(policies []string) Options {
	return Options{Seeds: Seeds(2), Policies: policies, Jobs: 100, Few: true}
}

// Page is what the page makes: 3 seeds, no rollouts.
func Page(policies []string) Options {
	return Options{Seeds: Seeds(3), Policies: policies}
}

// MaxRollouts bounds the seeds of the rollouts.
const MaxRollouts = 100

// Seeds returns so many seeds, from First on.
func Seeds(n int) (list []uint64) {
	for i := range n {
		list = append(list, First+uint64(i))
	}
	return list
}

// Item is one experiment of a reproduction.
type Item struct {
	Key        string // unique in the book
	Experiment *experiment.Experiment
	Names      []string // of the strategies, in tables
	Bound      bool     // whether its clairvoyant bound is wanted, on every seed
}

// Title is the name of the experiment without what all have.
func (i *Item) Title() string { return strings.TrimPrefix(i.Experiment.Name, titlePrefix) }

// Section is one section of a reproduction.
type Section struct {
	Key, Title string
	Items      []*Item // that come with it; it may read those of earlier sections, too
	write      func(w *writer)
}

// Book is a whole reproduction.
type Book struct {
	Options
	Sections []*Section

	items map[string]*Item
}

// New lists the sections and experiments of a reproduction.
func New(o Options) *Book {
	b := &Book{Options: o, items: map[string]*Item{}}
	b.Sections = []*Section{
		b.single(), b.main(), b.figures(), b.collapse(), b.placers(), b.strong(), b.rules(), b.networks(), b.conclusions(), b.limits(),
	}
	for _, s := range b.Sections {
		for _, item := range s.Items {
			if b.items[item.Key] != nil {
				panic("reproduce: two experiments have one key")
			}
			b.items[item.Key] = item
		}
	}
	return b
}

// Items lists all experiments in order.
func (b *Book) Items() (list []*Item) {
	for _, s := range b.Sections {
		list = append(list, s.Items...)
	}
	return list
}

// Blocks writes a section from the results that there are; what is missing is
// shown as missing.
func (b *Book) Blocks(s *Section, r *Results) []Block {
	w := &writer{book: b, results: r}
	s.write(w)
	return w.blocks
}

// add adds an experiment to a section.
func (s *Section) add(key, title string, x *experiment.Experiment, strategies ...named) *Item {
	x.Name = title
	x.Strategies = nil
	item := &Item{Key: key, Experiment: x}
	for _, n := range strategies {
		x.Strategies = append(x.Strategies, n.spec)
		item.Names = append(item.Names, n.name)
	}
	s.Items = append(s.Items, item)
	return item
}

// named is a strategy under its name in the tables.
type named struct {
	name string
	spec experiment.StrategySpec
}

// The names of the heuristics in the tables.
const (
	paraMax = "Para_max"
	paraMin = "Para_min"
	random  = "random"
)

var heuristics = []named{
	{paraMax, experiment.StrategySpec{Kind: "max"}}, {paraMin, experiment.StrategySpec{Kind: "acceptable"}},
	{random, experiment.StrategySpec{Kind: "random"}},
}

// fixedDegrees are all that are ever valid in the paper's cluster, but for 1,
// which no deadline allows.
var fixedDegrees = []int{2, 4, 6, 8, 16}

func fixed(degree int) named {
	s := experiment.StrategySpec{Kind: "fixed", Degree: degree}
	return named{"fixed " + itoa(degree), s}
}

func fixedAll() (list []named) {
	for _, degree := range fixedDegrees {
		list = append(list, fixed(degree))
	}
	return list
}

func policyNamed(name string) named {
	return named{"policy " + name, experiment.StrategySpec{Kind: "policy", Checkpoint: name}}
}

// policies are those for a distribution of deadlines, by name.
func (b *Book) policies(letter string) (list []named) {
	for _, name := range b.Policies {
		at := strings.LastIndexByte(name, '-')
		if of := name[at+1:]; len(of) != 1 || of == letter {
			list = append(list, policyNamed(name))
		}
	}
	return list
}

// policyFor is the name in tables of the policy that was trained for a setting,
// or the nearest to it; "" if there is none.
func (b *Book) policyFor(rules experiment.Rules, placer experiment.Placer, letter string) string {
	prefixes := []string{rules.String() + "-" + string(placer), rules.String(), string(placer)}
	if placer == experiment.BestFit {
		prefixes = append(prefixes, "best") // the study's setting of that name
	}
	for _, prefix := range append(prefixes, "compact", "firstfit") {
		if name := prefix + "-" + letter; slices.Contains(b.Policies, name) {
			return "policy " + name
		}
	}
	return ""
}

// Results are the runs of a book's experiments so far.
type Results struct {
	book   *Book
	runs   map[string][]experiment.Run
	bounds map[string][]experiment.Bound
}

// NewResults returns results of which there are none.
func NewResults(b *Book) *Results {
	return &Results{b, map[string][]experiment.Run{}, map[string][]experiment.Bound{}}
}

// Put adds the runs of an experiment, or some of them, in place of earlier ones.
func (r *Results) Put(key string, runs []experiment.Run, bounds []experiment.Bound) {
	r.runs[key], r.bounds[key] = runs, bounds
}

// of returns a figure of the named strategy of an experiment, by seed; nil if
// there are no runs.
func (r *Results) of(key, strategy string, figure func(*experiment.Run) float64) (values []float64) {
	item := r.book.items[key]
	if item == nil {
		return nil
	}
	at := slices.Index(item.Names, strategy)
	runs := r.runs[key]
	for i := range runs {
		if runs[i].Strategy == at {
			values = append(values, figure(&runs[i]))
		}
	}
	return values
}

// blocking is the blocking rate of a strategy of an experiment over its seeds.
func (r *Results) blocking(key, strategy string) experiment.Interval {
	return experiment.NewInterval(r.of(key, strategy, blockingRate))
}

// bound is the clairvoyant bound of an experiment over its seeds.
func (r *Results) bound(key string) experiment.Interval {
	var values []float64
	for i := range r.bounds[key] {
		values = append(values, r.bounds[key][i].BlockingRate)
	}
	return experiment.NewInterval(values)
}

// paired is the difference of the blocking rates of two strategies, which may be
// of two experiments with the same seeds.
func (r *Results) paired(key, strategy, againstKey, against string) experiment.Paired {
	a, b := r.of(key, strategy, blockingRate), r.of(againstKey, against, blockingRate)
	if len(a) != len(b) {
		return experiment.Paired{}
	}
	difference := make([]float64, len(a))
	for i := range a {
		difference[i] = a[i] - b[i]
	}
	return experiment.Paired{Difference: experiment.NewInterval(difference)}
}

// least is the strategy with the lowest mean blocking rate of those named; of
// equal ones the first. "" if there are no runs.
func (r *Results) least(key string, names []string) string {
	best := ""
	for _, name := range names {
		if i := r.blocking(key, name); i.N > 0 && (best == "" || i.Mean < r.blocking(key, best).Mean) {
			best = name
		}
	}
	return best
}

func blockingRate(r *experiment.Run) float64 { return r.BlockingRate }

func names(list []named) (all []string) {
	for _, n := range list {
		all = append(all, n.name)
	}
	return all
}

func fixedNames() []string { return names(fixedAll()) }

// known reports whether there is a value.
func known(i experiment.Interval) bool { return cmp.Compare(i.N, 0) > 0 }
