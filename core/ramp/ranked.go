package ramp

// MaxRanks is how many blocks BestFit ranks at most.
const MaxRanks = 4

// ranking is the result of Ranked for blocks of one size.
type ranking struct {
	formOf     []int32 // at most 64 servers: by candidate, the number of its form
	generation int     // of the moments that list belongs to; 0: none
	moments    int     // how many they were
	list       [MaxRanks]int
	n          int
}

// weighed is a free block and what its use spoils.
type weighed struct{ candidate, form, lost int }

// Ranked returns the numbers of the first free candidates of blocks, at most
// MaxRanks, by what their use spoils; the first is that of Choose. A block of the
// form and the weight of one that is listed is left out, so that each of the list
// is a choice of its own. The list is the caller's until the next call; another
// call with the same sets takes no time.
func (f *BestFit) Ranked(blocks *Blocks, free Set, later ...Set) []int {
	moments := f.look(free, later)
	r := f.ranked[blocks.k]
	if r == nil {
		r = &ranking{}
		if f.shape.N() <= 64 {
			r.formOf = blocks.formOf()
		}
		f.ranked[blocks.k] = r
	}
	if r.generation == f.generation && r.moments == len(moments) {
		return r.list[:r.n]
	}
	r.generation, r.moments = f.generation, len(moments)
	f.weigh(blocks, r.formOf, moments)
	r.n = 0
	for r.n < MaxRanks {
		best := f.next()
		if best.candidate < 0 {
			break
		}
		r.list[r.n] = best.candidate
		r.n++
	}
	return r.list[:r.n]
}

// weigh fills in the scratch of Ranked.
func (f *BestFit) weigh(blocks *Blocks, formOf []int32, moments []moment) {
	f.scratch = f.scratch[:0]
	if f.shape.N() > 64 {
		f.eachLarge(blocks, moments, func(candidate, form, lost int) {
			f.scratch = append(f.scratch, weighed{candidate, form, lost})
		})
		return
	}
	overlap := f.overlaps(blocks)
	for c, m := range blocks.masks {
		if m&^moments[0].free[0] == 0 {
			lost := f.lost(overlap[c*f.words:][:f.words], moments, everything)
			f.scratch = append(f.scratch, weighed{c, int(formOf[c]), lost})
		}
	}
}

// next takes the block that spoils least, the first of equals, out of the
// scratch, and all of its form and weight; candidate is -1 if there is none.
func (f *BestFit) next() weighed {
	best := weighed{candidate: -1}
	for _, w := range f.scratch {
		if best.candidate < 0 || w.lost < best.lost {
			best = w
		}
	}
	kept := f.scratch[:0]
	for _, w := range f.scratch {
		if w.form != best.form || w.lost != best.lost {
			kept = append(kept, w)
		}
	}
	f.scratch = kept
	return best
}

// formOf returns, by candidate, the number of its form.
func (b *Blocks) formOf() []int32 {
	var list []int32
	for n, form := range b.forms {
		ni, nj, nl := form.origins(b.shape)
		for range ni * nj * nl {
			list = append(list, int32(n))
		}
	}
	return list
}
