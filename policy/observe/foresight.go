package observe

import (
	"math"

	"rampart/core/ramp"
)

// ahead lists the times ahead at which the blocks that will be free are counted,
// and after those at which they are counted once more as if the job were placed,
// in mean times between arrivals. Every member of after is one of ahead.
var (
	ahead = [12]float64{0, 1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20}
	after = [6]int{0, 1, 2, 4, 6, 8} // indices into ahead
)

// foresight encodes the features that say what the cluster will be: with the
// jobs that run, and with each degree that the waiting job may be given.
type foresight struct {
	*extra
	blocks []*ramp.Blocks // of the normalisers' degrees; nil where the cluster has none
	all    []float64      // how many there are
	free   [len(ahead)]ramp.Set
	scrap  ramp.Set
	before [][len(ahead)]float64 // by degree: free blocks
	own    []float64             // by degree: seconds on the placer's own block
}

func newForesight(x *extra) *foresight {
	shape := x.p.Settings().Shape
	f := &foresight{extra: x, scrap: ramp.NewSet(shape.N()), before: make([][len(ahead)]float64, len(x.n.Degrees)), own: make([]float64, len(x.n.Degrees))}
	for i := range f.free {
		f.free[i] = ramp.NewSet(shape.N())
	}
	for _, d := range x.n.Degrees {
		blocks, all := ramp.NewBlocks(shape, d, false), 0
		if d <= shape.N() {
			_, all = blocks.CountFree(allFree(shape))
		}
		f.blocks, f.all = append(f.blocks, blocks), append(f.all, float64(all))
	}
	return f
}

// foresightWidth is the number of features: of the cluster, and of each degree
// with each of its blocks.
func foresightWidth(degrees, blocks int) int {
	return degrees*len(ahead) + blocks*degrees*(1+degrees*len(after))
}

// encode writes the features. It must follow extra.encode, whose running jobs it
// uses.
func (f *foresight) encode(free ramp.Set, outlooks []prospect, dst []float32) {
	unit := f.n.InterarrivalSeconds
	for k, t := range ahead {
		set := f.free[k]
		copy(set, free)
		for _, r := range f.running {
			if r.RemainingSeconds <= float64(t*unit) {
				for _, s := range r.On {
					set.Add(s)
				}
			}
		}
		for i, b := range f.blocks {
			n := 0
			if f.all[i] > 0 {
				n, _ = b.CountFree(set)
			}
			f.before[i][k] = float64(n)
			dst[len(ahead)*i+k] = float32(ratio(float64(n), f.all[i]))
		}
	}
	dst = dst[len(ahead)*len(f.blocks):]
	clear(dst)
	width := 1 + len(f.blocks)*len(after)
	for _, o := range outlooks {
		row := dst[width*o.slot:][:width]
		if f.placed(o, row); o.slot < len(f.blocks) {
			f.own[o.slot] = o.seconds
			continue
		}
		slot := o.slot % len(f.blocks) // the placer's own block is looked at before the others
		for i, x := range dst[width*slot:][:width] {
			row[i] -= x
		}
		row[0] = f.squashed(o.seconds) - f.squashed(f.own[slot]) // also where one of them never ends
	}
}

// placed writes the features of one degree at which the job can be placed: how
// long it takes, and the blocks that it takes from others.
func (f *foresight) placed(o prospect, dst []float32) {
	if math.IsInf(o.seconds, 1) {
		return
	}
	dst[0] = f.squashed(o.seconds)
	for j, k := range after {
		if o.seconds <= float64(ahead[k]*f.n.InterarrivalSeconds) {
			continue // it is gone by then
		}
		copy(f.scrap, f.free[k])
		for _, s := range o.servers {
			f.scrap.Remove(s)
		}
		for i, b := range f.blocks {
			if f.before[i][k] == 0 {
				continue
			}
			n, _ := b.CountFree(f.scrap)
			dst[1+len(after)*i+j] = float32((f.before[i][k] - float64(n)) / f.all[i])
		}
	}
}

// prospect is what would become of the job at one of the normalisers' degrees, on
// one of its blocks.
type prospect struct {
	slot    int // the degree's place; of further blocks after those of all degrees
	seconds float64
	servers []int // that it would hold
}
