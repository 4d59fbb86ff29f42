package observe

import (
	"fmt"
	"math"

	"rampart/core/cluster"
	"rampart/core/ramp"
)

// MaxBlocks is the largest number of blocks that a degree is offered with.
const MaxBlocks = ramp.MaxRanks

// blockMarks is the number of features that each further block of a degree has
// besides those of foresight.
const blockMarks = 3

// blocks returns how many blocks a degree is offered with, 1 or more.
func (n *Normalisers) blocks() int { return max(1, n.Blocks) }

// Actions returns the number of actions: 0 to MaxDegree, then, for each further
// block, one of each of Degrees.
func (n *Normalisers) Actions() int { return n.MaxDegree + 1 + (n.blocks()-1)*len(n.Degrees) }

// Choice returns what an action stands for: a degree, and the rank of the block
// that the job is laid on, which is 0 for the placer's own choice.
func (n *Normalisers) Choice(action int) (degree, rank int) {
	if action <= n.MaxDegree {
		return action, 0
	}
	further := action - (n.MaxDegree + 1)
	return n.Degrees[further%len(n.Degrees)], 1 + further/len(n.Degrees)
}

// action is the inverse of Choice for the further blocks, rank 1 or more; slot is
// the degree's place among Degrees.
func (n *Normalisers) action(slot, rank int) int {
	return n.MaxDegree + 1 + (rank-1)*len(n.Degrees) + slot
}

// Sees returns an error if a policy of these normalisers cannot do with a set of
// features: only those of foresight show what sets one block apart from another.
func (n *Normalisers) Sees(f Features) error {
	if n.blocks() > 1 && !f.foresees() {
		return fmt.Errorf("blocks: %d blocks of a degree need the features %s or %s, which alone show what a block takes from others; found %s",
			n.Blocks, Foresight, Horizon, f)
	}
	return nil
}

// eachBlock visits the names of the further blocks in the order of their actions.
func (n *Normalisers) eachBlock(visit func(name string)) {
	for rank := 1; rank < n.blocks(); rank++ {
		for _, degree := range n.Degrees {
			visit(fmt.Sprintf("degree %d block %d", degree, rank+1))
		}
	}
}

// further writes the marks of the blocks beside the placer's choice of the valid
// degree at a slot, offers those with which the job would be accepted and end
// within left seconds, and notes what the foresight is to look at.
func (x *extra) further(d *cluster.Decision, left float64, slot int, dst []float32, mask []bool) {
	degrees, limit := len(x.n.Degrees), min(d.MaxAcceptableSeconds, left)
	for rank := 1; rank < x.n.blocks(); rank++ {
		o := d.State.OutlookAt(x.n.Degrees[slot], rank)
		if !o.Placeable {
			return // nor are there blocks of higher ranks
		}
		x.looks = append(x.looks, prospect{rank*degrees + slot, o.JCTSeconds, o.Plan.Servers})
		inTime := o.InTime && o.JCTSeconds <= left
		mask[x.n.action(slot, rank)] = inTime
		f := dst[blockMarks*((rank-1)*degrees+slot):][:blockMarks]
		f[0] = 1
		if !math.IsInf(o.JCTSeconds, 1) {
			f[1] = float32(clip((limit-o.JCTSeconds)/d.MaxAcceptableSeconds, -1, 1))
			f[2] = mark(inTime)
		}
	}
}
