package plan

import "rampart/core/ramp"

// Placer names how a partitioned job is laid on servers.
type Placer uint8

// The placers.
const (
	FirstFit Placer = iota // the reference's (spec section 5)
	Compact                // all of a job inside the first free block of its degree (design.md section 3)
	BestFit                // like Compact, in the block whose use spoils fewest others: see ramp.BestFit
)

// placeInside lays a job on one block of its degree, smaller ops on the block's
// first servers.
func (p *Planner) placeInside(t *Template, free ramp.Set, later []ramp.Set) *Plan {
	if float64(t.load*p.factor) > p.s.MemoryBytes {
		return nil // every op has a sub-op on the block's first server
	}
	c := p.choose(p.blocks(t.Degree), free, later)
	if c < 0 {
		return nil
	}
	return p.placeAt(t, c)
}

// PlaceRank is Place on another block than the placer's first choice: rank 0 is
// that of Place, rank r the block that BestFit would take r-th (ramp.BestFit's
// Ranked), each of which spoils less of some size at some moment than those before it
// or, where the time depends on the placement, has another form. It is the block of
// the job's degree; smaller ops go on its first servers as ever. PlaceRank returns
// nil where there are not so many blocks; other placers have one choice only.
func (p *Planner) PlaceRank(g, degree, rank int, free ramp.Set, later ...ramp.Set) *Plan {
	if rank == 0 {
		return p.Place(g, degree, free, later...)
	}
	t := p.Template(g, degree)
	if p.s.Placer != BestFit || float64(t.load*p.factor) > p.s.MemoryBytes {
		return nil
	}
	list := p.bestFit().Ranked(p.blocks(t.Degree), p.s.Fixes.Has(FixPlacement), free, later...)
	if rank >= len(list) {
		return nil
	}
	return p.placeAt(t, list[rank])
}

// Fits reports whether Place would find a place.
func (p *Planner) Fits(g, degree int, free ramp.Set) bool {
	if p.s.Placer == FirstFit {
		return p.Place(g, degree, free) != nil
	}
	t := p.Template(g, degree)
	if float64(t.load*p.factor) > p.s.MemoryBytes {
		return false
	}
	if float64(2*t.load) > p.s.MemoryBytes {
		return p.placeInside(t, free, nil) != nil // it may overflow once it is built
	}
	return p.blocks(t.Degree).First(free) >= 0
}

// blocks returns the blocks that a job of the degree may lie in.
func (p *Planner) blocks(degree int) *ramp.Blocks {
	if p.inside[degree] == nil {
		p.inside[degree] = ramp.NewBlocks(p.s.Shape, degree, false)
	}
	return p.inside[degree]
}

// choose returns the candidate that the placer takes, or -1.
func (p *Planner) choose(b *ramp.Blocks, free ramp.Set, later []ramp.Set) int {
	if p.s.Placer != BestFit {
		return b.First(free)
	}
	return p.bestFit().Choose(b, free, later...)
}

func (p *Planner) bestFit() *ramp.BestFit {
	if p.best == nil {
		p.best = ramp.NewBestFit(p.s.Shape, p.degrees)
	}
	return p.best
}

// placeAt lays a job on a candidate block of its degree.
func (p *Planner) placeAt(t *Template, candidate int) *Plan {
	key := placeKey{template: t}
	key.block[0] = int32(candidate)
	if pl := p.plans[key]; pl != nil {
		return pl
	}
	block := p.blocks(t.Degree).Servers(candidate)
	blocks := make([][]int, len(t.levels))
	for i, k := range t.levels {
		blocks[i] = block[:k]
	}
	return p.remember(key, p.build(t, blocks, t.level[:t.Job.Forward]))
}

// PlaceOn returns the plan of graph number g at a degree where it lies inside the
// block of just these servers, ascending, whether they are free or not; nil if
// no placer but FirstFit would lay it there.
func (p *Planner) PlaceOn(g, degree int, servers []int) *Plan {
	t := p.Template(g, degree)
	if len(servers) != t.Degree {
		return nil
	}
	only := ramp.NewSet(p.s.Shape.N())
	for _, s := range servers {
		only.Add(s)
	}
	if c := p.blocks(t.Degree).First(only); c >= 0 {
		return p.placeAt(t, c)
	}
	return nil
}
