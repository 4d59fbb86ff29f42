package reproduce

import (
	"fmt"

	"rampart/core/experiment"
	"rampart/core/published"
)

// baselines are the strong ones, by the names of their kinds.
var baselines = []named{
	{"feasible, smallest first", experiment.StrategySpec{Kind: "feasible"}},
	{"feasible, largest first", experiment.StrategySpec{Kind: "feasible", Order: experiment.LargestFirst}},
	{"feasible, 8 16 4 6 2 1", eights},
	{"reserve a block of 8", experiment.StrategySpec{Kind: "reserve", Degree: 8}},
	{"minimum share (ElasticFlow)", experiment.StrategySpec{Kind: "elastic"}},
}

// eights prefers eight servers.
var eights = experiment.StrategySpec{Kind: "feasible", Degrees: []int{8, 16, 4, 6, 2, 1}}

// rollouts are one-step rollouts on two bases.
var rollouts = []named{
	{"rollout on feasible, largest first", experiment.NewRollout(nil)},
	{"rollout on feasible, 8 16 4 6 2 1", experiment.NewRollout(&eights)},
}

func strongKey(rules experiment.Rules, letter string) string {
	return fmt.Sprintf("strong-%s-%s", rules, letter)
}

func rolloutKey(letter string) string { return "rollout-" + letter }

// strong is the section on strong baselines and on the bound.
func (b *Book) strong() *Section {
	s := &Section{Key: "strong", Title: "Strong baselines and the bound", write: (*writer).strong}
	b.addMain(s, experiment.Corrected, experiment.BestFit)
	for _, rules := range []experiment.Rules{experiment.Reference, experiment.Corrected} {
		for _, letter := range published.Letters {
			item := s.add(strongKey(rules, letter), fmt.Sprintf("Reproduction: strong baselines, deadlines %s, %s, bestfit placer", letter, rules.Words()),
				b.base(rules, experiment.BestFit, letter), baselines...)
			item.Bound = true
		}
	}
	for _, letter := range published.Letters {
		if len(b.Rollouts) > 0 {
			x := b.base(experiment.Reference, experiment.BestFit, letter)
			x.Seeds = b.Rollouts
			s.add(rolloutKey(letter), fmt.Sprintf("Reproduction: rollouts, deadlines %s, bestfit placer", letter), x, rollouts...)
		}
	}
	return s
}

// byLetter adds a row with a cell for each distribution of deadlines.
func (t *Table) byLetter(name string, cell func(at int, letter string) string) {
	cells := []string{name}
	for at, letter := range published.Letters {
		cells = append(cells, cell(at, letter))
	}
	t.row(cells...)
}

func (w *writer) strong() {
	w.textf("All with the placer bestfit. Feasible takes the first degree of an order that is in time and can be placed now; reserve does so and keeps a block free for wide jobs; minimum share is ElasticFlow's admission; a rollout tries each degree in %d sampled futures of %d arrivals and decides there with its base. The bound is the clairvoyant linear relaxation: no strategy can block fewer, and the true optimum may lie above it.", experiment.DefaultSamples, experiment.DefaultArrivals)
	for _, rules := range []experiment.Rules{experiment.Reference, experiment.Corrected} {
		w.strongTable(rules)
	}
}

func (w *writer) strongTable(rules experiment.Rules) {
	r := w.results
	t := w.table("Blocking rates in per cent, "+rules.Words()+", bestfit", "strategy", "A", "B", "C", "D")
	key := func(letter string) string { return mainKey(rules, experiment.BestFit, letter) }
	t.byLetter(paraMax, func(_ int, letter string) string { return rate(r.blocking(key(letter), paraMax)) })
	t.byLetter(paraMin, func(_ int, letter string) string { return rate(r.blocking(key(letter), paraMin)) })
	t.byLetter("best fixed degree", func(_ int, letter string) string {
		best := r.least(key(letter), fixedNames())
		return rate(r.blocking(key(letter), best)) + " (" + best + ")"
	})
	for _, b := range baselines {
		t.byLetter(b.name, func(_ int, letter string) string { return rate(r.blocking(strongKey(rules, letter), b.name)) })
	}
	if rules == experiment.Reference && len(w.book.Rollouts) > 0 {
		for _, b := range rollouts {
			t.byLetter(fmt.Sprintf("%s, %d seeds", b.name, len(w.book.Rollouts)), func(_ int, letter string) string { return rate(r.blocking(rolloutKey(letter), b.name)) })
		}
	}
	t.byLetter("learned policy", func(_ int, letter string) string {
		return rate(r.blocking(key(letter), w.book.policyFor(rules, experiment.BestFit, letter)))
	})
	t.byLetter("bound", func(_ int, letter string) string { return rate(r.bound(strongKey(rules, letter))) })
	if rules != experiment.Reference {
		return
	}
	t.byLetter("PAC-ML, published, first fit", func(at int, _ string) string { return said(published.Blocking[at][published.PACML]) })
	t.byLetter("check (not published): a rollout of 32 futures", func(at int, _ string) string { return said(published.Check.Rollout[at]) })
	t.byLetter("check (not published): the bound", func(at int, _ string) string { return said(published.Check.Bound[at]) })
}
