package reproduce

import (
	"rampart/core/experiment"
	"rampart/core/published"
)

// placers are those of the paper's cluster, the reference's first.
var placers = []experiment.Placer{experiment.FirstFit, experiment.Compact, experiment.BestFit}

// placers is the section on how jobs are placed.
func (b *Book) placers() *Section {
	s := &Section{Key: "placers", Title: "Placement", write: (*writer).placers}
	b.addMain(s, experiment.Reference, experiment.Compact)
	b.addMain(s, experiment.Reference, experiment.BestFit)
	return s
}

func (w *writer) placers() {
	w.text("The reference's first fit takes the first free servers for operations that are not split, wherever they lie. Compact keeps a job inside one block; bestfit does so, too, in the block whose use leaves the most blocks free. Everything else is as above.")
	t := w.table("Blocking rates in per cent, reference rules", "deadlines", "strategy", "first fit", "compact", "bestfit", "bestfit less first fit, points")
	for _, letter := range published.Letters {
		for _, name := range append(names(heuristics), fixedNames()...) {
			cells := []string{letter, name}
			for _, placer := range placers {
				cells = append(cells, rate(w.results.blocking(mainKey(experiment.Reference, placer, letter), name)))
			}
			t.row(append(cells, difference(w.results.paired(mainKey(experiment.Reference, experiment.BestFit, letter), name, reference(letter), name)))...)
		}
	}
	w.bestFixed()
	t = w.table("A check: the reference's rules run again by other code on three seeds (not published), per cent", "strategy, deadlines", "check", "ours")
	for _, row := range []struct {
		letter string
		degree int
		check  float64
	}{{"A", 4, published.Check.Fixed4A}, {"B", 16, published.Check.Fixed16B}, {"C", 4, published.Check.Fixed4C}, {"D", 2, published.Check.Fixed2D}, {"D", 4, published.Check.Fixed4D}} {
		t.row(fixed(row.degree).name+", "+row.letter, said(row.check), rate(w.results.blocking(reference(row.letter), fixed(row.degree).name)))
	}
	for at, letter := range published.Letters {
		t.row("fixed 8, "+letter, said(published.Check.Fixed8[at]), rate(w.results.blocking(reference(letter), "fixed 8")))
	}
	for at, letter := range published.Letters {
		t.row("fixed 8, compact, "+letter, said(published.Check.Fixed8Compact[at]), rate(w.results.blocking(mainKey(experiment.Reference, experiment.Compact, letter), "fixed 8")))
	}
}

// bestFixed says which fixed degree is best with each placer.
func (w *writer) bestFixed() {
	for _, placer := range placers {
		var list []string
		for at, letter := range published.Letters {
			key := mainKey(experiment.Reference, placer, letter)
			best := w.results.least(key, fixedNames())
			if best == "" {
				return
			}
			ours := w.results.blocking(key, best).Mean
			list = append(list, letter+" "+best+", "+percent(ours)+" % ("+signed(ours-published.Blocking[at][published.PACML])+" points against PAC-ML)")
		}
		w.textf("Best fixed degree with the placer %s: %s.", placer, and(list))
	}
}
