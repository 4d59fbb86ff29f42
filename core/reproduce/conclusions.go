package reproduce

import (
	"fmt"
	"strings"

	"rampart/core/experiment"
	"rampart/core/published"
)

// setting is one way to run the paper's experiment.
type setting struct {
	name   string
	rules  experiment.Rules
	placer experiment.Placer
}

// settings are those under which the conclusions are tried.
var settings = []setting{
	{"reference, first fit", experiment.Reference, experiment.FirstFit},
	{"reference, bestfit", experiment.Reference, experiment.BestFit},
	{"corrected, first fit", experiment.Corrected, experiment.FirstFit},
	{"corrected, bestfit", experiment.Corrected, experiment.BestFit},
}

func (s *setting) key(letter string) string { return mainKey(s.rules, s.placer, letter) }

// claim is a comparison of two strategies.
type claim struct {
	text string // "A learned policy blocks fewer jobs than Para_max"
	// a should block fewer jobs than b: names of strategies in a setting.
	a, b func(w *writer, s *setting, letter string) string
	// published are the rates that the claim rests on; nil: the paper does not say.
	published func(at int) (a, b float64)
}

func agent(of int) func(int) float64 {
	return func(at int) float64 { return published.Blocking[at][of] }
}

func ratesOf(a, b int) func(at int) (float64, float64) {
	return func(at int) (float64, float64) { return agent(a)(at), agent(b)(at) }
}

func is(name string) func(*writer, *setting, string) string {
	return func(*writer, *setting, string) string { return name }
}

func learned(w *writer, s *setting, letter string) string {
	return w.book.policyFor(s.rules, s.placer, letter)
}

func bestFixed(w *writer, s *setting, letter string) string {
	return w.results.least(s.key(letter), fixedNames())
}

// claims are what the paper concludes, and what it could have asked.
var claims = []claim{
	{"A learned policy blocks fewer jobs than Para_max", learned, is(paraMax), ratesOf(published.PACML, published.ParaMax)},
	{"A learned policy blocks fewer jobs than Para_min", learned, is(paraMin), ratesOf(published.PACML, published.ParaMin)},
	{"A learned policy blocks fewer jobs than random degrees", learned, is(random), ratesOf(published.PACML, published.Random)},
	{"Para_max blocks fewer jobs than Para_min", is(paraMax), is(paraMin), ratesOf(published.ParaMax, published.ParaMin)},
	{"The best fixed degree blocks fewer jobs than Para_max", bestFixed, is(paraMax), nil},
	{"Fixed 4 blocks fewer jobs than Para_max", is("fixed 4"), is(paraMax), nil},
	{"A learned policy blocks fewer jobs than the best fixed degree", learned, bestFixed, nil},
}

// conclusions is the section on what survives.
func (b *Book) conclusions() *Section {
	return &Section{Key: "conclusions", Title: "Which published conclusions survive", write: (*writer).conclusions}
}

func (w *writer) conclusions() {
	w.text("Each statement is tried on equal seeds under four settings: yes, if the 95 % interval of the paired difference lies on its side; no, if it lies on the other or both block the same jobs on every seed; else open. In brackets the difference in points and its interval. Published columns compare the published means, without intervals. The learned policy is the one for the placer, or else the nearest that there is; none was trained under corrected rules unless its name says so. The best fixed degree was chosen on these seeds, which favours it.")
	var sentences []string
	for i := range claims {
		c := &claims[i]
		head := []string{"deadlines", "published"}
		for _, s := range settings {
			head = append(head, s.name)
		}
		t := w.table(c.text, head...)
		hold := make([][]string, len(settings))
		for at, letter := range published.Letters {
			cells := []string{letter, c.was(at)}
			for k := range settings {
				word, cell := c.try(w, &settings[k], letter)
				cells = append(cells, cell)
				if word == "yes" {
					hold[k] = append(hold[k], letter)
				}
			}
			t.row(cells...)
		}
		if w.ready() {
			sentences = append(sentences, c.sentence(hold))
		}
	}
	w.spread()
	w.headline()
	w.throughput()
	if len(sentences) > 0 {
		w.text("In short:")
		w.list(sentences...)
		w.judgement()
	}
}

// ready reports whether every setting has its runs.
func (w *writer) ready() bool {
	for _, s := range settings {
		for _, letter := range published.Letters {
			if !known(w.results.blocking(s.key(letter), paraMax)) {
				return false
			}
		}
	}
	return true
}

// was says whether a claim holds for the published means.
func (c *claim) was(at int) string {
	if c.published == nil {
		return Missing
	}
	a, b := c.published(at)
	word := "no"
	if a < b {
		word = "yes"
	}
	return word + ", " + signed(a-b)
}

// try says whether a claim holds in a setting.
func (c *claim) try(w *writer, s *setting, letter string) (word, cell string) {
	key := s.key(letter)
	p := w.results.paired(key, c.a(w, s, letter), key, c.b(w, s, letter))
	if p.Difference.N == 0 {
		return "", Missing
	}
	switch p.Verdict() {
	case experiment.Fewer:
		word = "yes"
	case experiment.Unclear:
		word = "open"
	default:
		word = "no"
	}
	return word, word + ", " + difference(p)
}

// sentence says where a claim holds.
func (c *claim) sentence(hold [][]string) string {
	var parts []string
	if c.published != nil {
		var letters []string
		for at, letter := range published.Letters {
			if a, b := c.published(at); a < b {
				letters = append(letters, letter)
			}
		}
		parts = append(parts, "published "+on(letters))
	}
	for k := range settings {
		parts = append(parts, settings[k].name+" "+on(hold[k]))
	}
	return c.text + ": " + strings.Join(parts, "; ") + "."
}

func on(letters []string) string {
	switch len(letters) {
	case 0:
		return "nowhere"
	case len(published.Letters):
		return "on all four"
	}
	return "on " + and(letters)
}

// spread says how Para_max depends on the deadlines.
func (w *writer) spread() {
	t := w.table("Para_max by deadlines: blocking rates in per cent. The paper has them nearly equal, since sixteen servers meet nearly every deadline", "setting", "A", "B", "C", "D", "largest less smallest, points")
	add := func(name string, of func(at int, letter string) float64, known bool) {
		if !known {
			return
		}
		low, high := 1.0, 0.0
		cells := []string{name}
		for at, letter := range published.Letters {
			v := of(at, letter)
			low, high = min(low, v), max(high, v)
			cells = append(cells, percent(v))
		}
		t.row(append(cells, percent(high-low))...)
	}
	add("published", func(at int, _ string) float64 { return published.Blocking[at][published.ParaMax] }, true)
	for _, s := range settings {
		add(s.name, func(_ int, letter string) float64 { return w.results.blocking(s.key(letter), paraMax).Mean }, known(w.results.blocking(s.key("D"), paraMax)))
	}
}

// headline sets the abstract's number beside ours.
func (w *writer) headline() {
	t := w.table(fmt.Sprintf("How many per cent fewer jobs are blocked than by Para_max; the abstract says up to %s", percent(published.Claim)), "setting", "strategy", "A", "B", "C", "D")
	t.byLetterAt("published", "PAC-ML", func(at int, _ string) string {
		return percent(1 - published.Blocking[at][published.PACML]/published.Blocking[at][published.ParaMax])
	})
	for k := range settings {
		s := &settings[k]
		for _, of := range []struct {
			name string
			pick func(*writer, *setting, string) string
		}{{"learned policy", learned}, {"best fixed degree", bestFixed}} {
			t.byLetterAt(s.name, of.name, func(_ int, letter string) string {
				ours, most := w.results.blocking(s.key(letter), of.pick(w, s, letter)), w.results.blocking(s.key(letter), paraMax)
				if !known(ours) || most.Mean == 0 {
					return Missing
				}
				text := percent(1 - ours.Mean/most.Mean)
				if of.name != "learned policy" {
					text += " (" + of.pick(w, s, letter) + ")"
				}
				return text
			})
		}
	}
}

func (t *Table) byLetterAt(first, second string, cell func(at int, letter string) string) {
	cells := []string{first, second}
	for at, letter := range published.Letters {
		cells = append(cells, cell(at, letter))
	}
	t.row(cells...)
}

// throughput asks whether the measure that the paper warns of is as it says.
func (w *writer) throughput() {
	t := w.table("Cluster throughput misleads: which strategy has the highest, and which blocks the fewest, of all heuristics and fixed degrees", "setting", "A", "B", "C", "D")
	all := append(names(heuristics), fixedNames()...)
	for k := range settings {
		s := &settings[k]
		t.byLetter(s.name, func(_ int, letter string) string {
			highest, most := "", 0.0
			for _, name := range all {
				if v := experiment.NewInterval(w.results.of(s.key(letter), name, func(r *experiment.Run) float64 { return r.MeanClusterThroughput })); v.N > 0 && v.Mean > most {
					highest, most = name, v.Mean
				}
			}
			if highest == "" {
				return Missing
			}
			return highest + ", " + w.results.least(s.key(letter), all)
		})
	}
}

// judgement is what the authors of this program make of it. The words do not
// depend on the numbers; who changes the program has to read them again.
func (w *writer) judgement() {
	w.text("What we make of it (a judgement, not a computed sentence; who changes the program has to read it again):")
	w.list(
		"The paper's simulator is reproduced: times of single jobs to rounding, blocking rates of its baselines to within what seeds explain. Where ours and the published numbers differ, the random numbers do.",
		"That maximum parallelism wastes a cluster holds where deadlines are loose or mixed (A, C, D), under either rules, with any placer, and off RAMP. It is the paper's soundest point, and it needs no learning: a moderate fixed degree shows it. Under tight deadlines (B) with first fit it does not hold, nor does it in the paper: there sixteen parts are the best of all fixed degrees.",
		"That Para_max blocks fewer jobs than Para_min, as published on A, B and C, depends on the placer and on the unit of time: kept together, or where communication costs what it costs, Para_min is the better of the two on A, C and D.",
		"That a graph neural network is needed is not shown. The published policies are constants: a fixed degree has their blocking rates and all their means. With the paper's features and placer our own training ends at constants, too (docs/results.md). With better features and the placer best fit a policy is better than the best fixed degree under the rules that it was trained for, by a few points at the most.",
		"The size of the gain does not carry over. The published simulator counts computation in milliseconds as seconds, so that communication is a thousand times too cheap; its other errors about the network matter only beside a right unit. And most of the computing time of three of the five profiles is that of loading data, which no accelerator does.",
		"Policies that were trained under reference rules are not to be trusted under corrected ones: the best fixed degree there is mostly better. Policies that were trained for corrected rules and best fit are better than it on A, B and D, by three to four points, and as good on C; with first fit, for which none was trained, they are not. So learning is worth something under the right rules, too, where the placer keeps jobs together.",
		"There is room above all of it: the clairvoyant bound lies far below every strategy here, though it is a relaxation, and nobody knows arrivals beforehand.",
	)
}
