package reproduce

import (
	"fmt"
	"strings"

	"rampart/core/experiment"
	"rampart/core/published"
)

// collapse is the section on what the paper's policies are: fixed degrees. Its
// experiments are those of the baselines.
func (b *Book) collapse() *Section {
	return &Section{Key: "policies", Title: "PAC-ML, fixed degrees and our policies", write: (*writer).collapse}
}

func (w *writer) collapse() {
	w.textf("The least, mean and most workers of a job are the same for every published policy: each settled on one degree. So a fixed degree is the baseline that the paper lacks. Ours below: the fixed degree on which PAC-ML settled, the policy that this program trained under the same rules and placer, and the best of the fixed degrees %s, chosen on these very seeds.", and(fixedNames()))
	t := w.table("Blocking rates in per cent, reference rules, first fit", "deadlines", "PAC-ML, last three evaluations", "PAC-ML, best evaluation", "PAC-ML, test by job",
		"its degree", "ours, that degree", "our policy", "best fixed degree", "our policy less that of PAC-ML's degree, points", "PAC-ML's degree less Para_max, points")
	for at, letter := range published.Letters {
		key := reference(letter)
		degree := fixed(published.Degrees[at]).name
		policy := w.book.policyFor(experiment.Reference, experiment.FirstFit, letter)
		best := w.results.least(key, fixedNames())
		t.row(letter, said(published.Blocking[at][published.PACML]), said(published.BestEpoch[at]), said(published.PerJob[at][published.PACML]),
			itoa(published.Degrees[at]), rate(w.results.blocking(key, degree)), rate(w.results.blocking(key, policy)), best+" "+rate(w.results.blocking(key, best)),
			difference(w.results.paired(key, policy, key, degree)), difference(w.results.paired(key, degree, key, paraMax)))
	}
	w.same()
	t = w.table("The other means of PAC-ML, and of the fixed degree on which it settled: published / ours", measureHead("deadlines", "degree")...)
	far, where := 0.0, ""
	for at, letter := range published.Letters {
		d, which := w.measured(t, []string{letter, itoa(published.Degrees[at])}, &published.Main[at][published.PACML], reference(letter), fixed(published.Degrees[at]).name)
		if d > far {
			far, where = d, which+", deadlines "+letter
		}
	}
	w.textf("A fixed degree has PAC-ML's means to within %s %%%s: JCT, speed-up, servers and traffic of the published policies are those of a constant.", decimals(100*far, 1), at(where))
	w.shipped()
}

// same says where the policy that was trained here does what a fixed degree does.
func (w *writer) same() {
	var as []string
	for _, letter := range published.Letters {
		key := reference(letter)
		policy := w.book.policyFor(experiment.Reference, experiment.FirstFit, letter)
		for _, name := range fixedNames() {
			p := w.results.paired(key, policy, key, name)
			if p.Difference.N > 1 && p.Verdict() == experiment.Equal {
				as = append(as, fmt.Sprintf("%s (deadlines %s)", name, letter))
			}
		}
	}
	if len(as) > 0 {
		w.textf("On every seed, our policy blocks exactly as many jobs as %s.", and(as))
	}
}

// shipped lists every built-in policy under every placer.
func (w *writer) shipped() {
	t := w.table("All policies that come with this program, reference rules: blocking rates in per cent on seeds that they have not seen", "deadlines", "policy", "first fit", "compact", "bestfit")
	for _, letter := range published.Letters {
		for _, p := range w.book.policies(letter) {
			cells := []string{letter, strings.TrimPrefix(p.name, "policy ")}
			for _, placer := range placers {
				cells = append(cells, rate(w.results.blocking(mainKey(experiment.Reference, placer, letter), p.name)))
			}
			t.row(cells...)
		}
	}
}
