package reproduce

import (
	"fmt"
	"strings"

	"rampart/core/experiment"
	"rampart/core/plan"
	"rampart/core/published"
)

// seconds is the rule under which computation is counted in seconds.
const seconds = plan.FixUnits

// variant is a set of rules under a name.
type variant struct {
	name  string
	rules experiment.Rules
}

// variants are the rules whose effect is measured: each switch alone, groups of
// them, all, and all but one.
func (b *Book) variants() (alone, groups, without []variant) {
	for _, s := range plan.Switches() {
		on := !s.Inverted
		alone = append(alone, variant{s.Name + onOff(on), experiment.Rules(s.Set(0, on))})
		if of := experiment.Rules(s.Set(plan.AllFixes, !on)); of != experiment.Corrected {
			without = append(without, variant{"corrected, " + s.Name + onOff(!on), of})
		} else { // the corrected rules leave this one as it is
			without = append(without, variant{"corrected, " + s.Name + onOff(on), experiment.Rules(s.Set(plan.AllFixes, on))})
		}
	}
	const allReduce = plan.FixIntraRack | plan.FixBandwidth | plan.FixContention
	const contents = plan.FixEdges | plan.FixSync
	groups = []variant{
		{"edgeContents and syncContents on", experiment.Rules(contents)},
		{"units and both contents on", experiment.Rules(seconds | contents)},
		{"all three of an all-reduce on", experiment.Rules(allReduce)},
		{"units, all-reduce and channelSharing on", experiment.Rules(seconds | allReduce | plan.FixSharing)},
	}
	if b.Few {
		return alone[:1], groups[:1], without[:1]
	}
	return alone, groups, without
}

func onOff(on bool) string {
	if on {
		return " on"
	}
	return " off"
}

func rulesKey(rules experiment.Rules, letter string) string {
	if rules == experiment.Reference || rules == experiment.Corrected {
		return mainKey(rules, experiment.FirstFit, letter)
	}
	return fmt.Sprintf("rules-%s-%s", rules, letter)
}

// rules is the section on what the reference does otherwise than it should.
func (b *Book) rules() *Section {
	s := &Section{Key: "rules", Title: "What each rule of the reference does", write: (*writer).rules}
	b.addMain(s, experiment.Corrected, experiment.FirstFit)
	alone, groups, without := b.variants()
	for _, v := range append(append(alone, groups...), without...) {
		for _, letter := range published.Letters {
			s.add(rulesKey(v.rules, letter), fmt.Sprintf("Reproduction: deadlines %s, %s", letter, v.rules.Words()),
				b.base(v.rules, experiment.FirstFit, letter), b.ruleColumns(letter)...)
		}
	}
	return s
}

// ruleColumns are the strategies whose blocking is measured under each rule.
func (b *Book) ruleColumns(letter string) []named {
	list := append(heuristics[:2:2], fixed(2), fixed(4), fixed(8), fixed(16))
	if policy := b.policyFor(experiment.Reference, experiment.FirstFit, letter); policy != "" {
		list = append(list, policyNamed(strings.TrimPrefix(policy, "policy ")))
	}
	return list
}

func (w *writer) rules() {
	w.textf("The published simulator departs from what a careful engineer would build in %d ways, each a switch of its own (`rules` of an experiment; RATIONALE.md says what each does). First fit, the same seeds; where times are in seconds, jobs are a thousand times shorter and arrive a thousand times as often, so that the load is the same; where the input ops take no time, jobs are shorter and arrive as much more often, too. In brackets stands the difference to the first row of the part in points, where it is not 0.0. The policy is the one that was trained under reference rules with first fit.", len(plan.Switches()))
	for _, letter := range published.Letters {
		w.rulesTable(letter)
	}
	w.whatMatters()
}

func (w *writer) rulesTable(letter string) {
	columns := w.book.ruleColumns(letter)
	head := []string{"rules"}
	for _, c := range columns {
		head = append(head, c.name)
	}
	t := w.table("Blocking rates in per cent, deadlines "+letter, head...)
	add := func(name string, rules, against experiment.Rules) {
		cells := []string{name}
		for _, c := range columns {
			mean := w.results.blocking(rulesKey(rules, letter), c.name)
			cell := rate(mean)
			if rules != against {
				if known(mean) {
					cell = percent(mean.Mean)
				}
				d := w.results.paired(rulesKey(rules, letter), c.name, rulesKey(against, letter), c.name).Difference
				if text := signed(d.Mean); d.N > 0 && text != "0.0" {
					cell += " (" + text + ")"
				}
			}
			cells = append(cells, cell)
		}
		t.row(cells...)
	}
	alone, groups, without := w.book.variants()
	add("reference", experiment.Reference, experiment.Reference)
	for _, v := range append(alone, groups...) {
		add(v.name, v.rules, experiment.Reference)
	}
	add("corrected", experiment.Corrected, experiment.Corrected)
	for _, v := range without {
		add(v.name, v.rules, experiment.Corrected)
	}
}

// matters is the change of a rate, in points, from which on a rule is said to
// matter.
const matters = .005

// whatMatters names the switches that change a rate.
func (w *writer) whatMatters() {
	alone, _, without := w.book.variants()
	if most := w.ofVariants(alone, experiment.Reference); len(most) > 0 {
		w.textf("Switches that change the blocking rate of any column, under any deadlines, by more than %s points when they alone are set under reference rules, with the largest change: %s.", decimals(100*matters, 1), and(most))
	}
	if most := w.ofVariants(without, experiment.Corrected); len(most) > 0 {
		w.textf("The same when they alone are set otherwise under corrected rules: %s.", and(most))
	}
}

// ofVariants lists the variants that change a rate by more than matters.
func (w *writer) ofVariants(list []variant, against experiment.Rules) (most []string) {
	for _, v := range list {
		largest, where := 0.0, ""
		for _, letter := range published.Letters {
			for _, c := range w.book.ruleColumns(letter) {
				d := w.results.paired(rulesKey(v.rules, letter), c.name, rulesKey(against, letter), c.name).Difference
				if d.N > 0 && abs(d.Mean) > abs(largest) {
					largest, where = d.Mean, c.name+", "+letter
				}
			}
		}
		if abs(largest) > matters {
			most = append(most, fmt.Sprintf("%s (%s, %s)", v.name, signed(largest), where))
		}
	}
	return most
}
