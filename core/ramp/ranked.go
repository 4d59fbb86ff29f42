package ramp

// MaxRanks is how many blocks BestFit ranks at most.
const MaxRanks = 4

// ranking is the result of Ranked for blocks of one size.
type ranking struct {
	formOf     []int32 // at most 64 servers: by candidate, the number of its form
	generation int     // of the moments that list belongs to; 0: none
	moments    int     // how many they were
	byForm     bool
	list       [MaxRanks]int
	n          int
}

// weighed is a free block and what its use spoils.
type weighed struct {
	candidate, form, lost int
	at                    int // where what it spoils of each size at each moment begins in losses
}

// Ranked returns the numbers of the first free candidates of blocks, at most
// MaxRanks, by what their use spoils; the first is that of Choose. Each of the list
// is a choice of its own: a block that spoils at no moment less of any size than one
// before it is left out. With byForm that holds among blocks of one form, for those who care for
// forms. The list is the caller's until the next call; another call with the same
// sets takes no time.
func (f *BestFit) Ranked(blocks *Blocks, byForm bool, free Set, later ...Set) []int {
	moments := f.look(free, later)
	r := f.ranked[blocks.k]
	if r == nil {
		r = &ranking{}
		if f.shape.N() <= 64 {
			r.formOf = blocks.formOf()
		}
		f.ranked[blocks.k] = r
	}
	if r.generation == f.generation && r.moments == len(moments) && r.byForm == byForm {
		return r.list[:r.n]
	}
	r.generation, r.moments, r.byForm = f.generation, len(moments), byForm
	f.weigh(blocks, r.formOf, moments)
	r.n = 0
	for r.n < MaxRanks && len(f.scratch) > 0 {
		r.list[r.n] = f.next(byForm, len(moments)*len(f.sizes))
		r.n++
	}
	return r.list[:r.n]
}

// weigh fills in the scratch of Ranked.
func (f *BestFit) weigh(blocks *Blocks, formOf []int32, moments []moment) {
	f.scratch, f.losses = f.scratch[:0], f.losses[:0]
	add := func(candidate, form int, lost ...int) {
		w := weighed{candidate: candidate, form: form, at: len(f.losses)}
		for _, x := range lost {
			w.lost += x
		}
		f.scratch, f.losses = append(f.scratch, w), append(f.losses, lost...)
	}
	if f.shape.N() > 64 {
		f.eachLarge(blocks, moments, func(candidate, form int, lost []int) { add(candidate, form, lost...) })
		return
	}
	overlap, lost := f.overlaps(blocks), f.room(len(moments))
	for c, m := range blocks.masks {
		if m&^moments[0].free[0] == 0 {
			for i := range moments {
				for at := range f.sizes {
					lost[i*len(f.sizes)+at] = f.lostOf(at, overlap[c*f.words:][:f.words], moments[i:i+1])
				}
			}
			add(c, int(formOf[c]), lost...)
		}
	}
}

// room returns memory for a number of each size at each moment.
func (f *BestFit) room(moments int) []int {
	if n := moments * len(f.sizes); len(f.each) < n {
		f.each = make([]int, n)
	}
	return f.each[:moments*len(f.sizes)]
}

// next takes the block that spoils least, the first of equals, out of the scratch,
// and all that are no choice beside it.
func (f *BestFit) next(byForm bool, losses int) int {
	best := f.scratch[0]
	for _, w := range f.scratch {
		if w.lost < best.lost {
			best = w
		}
	}
	kept := f.scratch[:0]
	for _, w := range f.scratch {
		better := byForm && w.form != best.form
		for i := 0; i < losses && !better; i++ {
			better = f.losses[w.at+i] < f.losses[best.at+i]
		}
		if better {
			kept = append(kept, w)
		}
	}
	f.scratch = kept
	return best.candidate
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
