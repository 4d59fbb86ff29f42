package plan

import "rampart/core/ramp"

// Fixes are the ways in which the corrected rules depart from the reference
// simulator, one bit each, so that the effect of each can be measured alone.
// The numbers Q are those of spec section 10.
type Fixes uint16

// The fixes.
const (
	// FixUnits converts compute times and the quantum to seconds (Q2).
	FixUnits Fixes = 1 << iota
	// FixSizes lets dependencies carry activations, in either direction, and
	// sync dependencies the gradients of parameters (Q5).
	FixSizes
	// FixIntraRack charges the part of an all-reduce inside a rack (Q4).
	FixIntraRack
	// FixBandwidth divides the bandwidth of an all-reduce by the communication
	// groups once (Q6).
	FixBandwidth
	// FixContention lets racks of an all-reduce share wavelengths (Q7).
	FixContention
	// FixSharing lets flows on one channel share its bandwidth (Q1, and spec
	// section 7.2, property b).
	FixSharing
	// FixOrder lets an op wait for all its parents, and only for them, and lets
	// the backward pass of every sink wait for its forward pass (Q3, Q12).
	FixOrder
	// FixMemory counts the memory of both passes when placing, server by server
	// (Q13).
	FixMemory
	// FixPlacement lets the JCT depend on where the job is placed (Q9).
	FixPlacement
	// FixMask offers just the degrees that can be placed now (Q10, Q16).
	FixMask
	// FixDeadline forgives rounding at the deadline (Q15).
	FixDeadline
	// FixMetrics measures utilisation per step, weighs means by time, and
	// reports unfinished jobs apart from blocked ones (Q8, Q11, Q14).
	FixMetrics

	// AllFixes are the corrected rules.
	AllFixes = FixMetrics<<1 - 1
)

// Rules returns the fixes of the corrected rules, or none: the reference's.
func Rules(corrected bool) Fixes {
	if corrected {
		return AllFixes
	}
	return 0
}

// Has reports whether a fix is made.
func (f Fixes) Has(fix Fixes) bool { return f&fix != 0 }

func (f Fixes) allReduce() ramp.Corrections {
	return ramp.Corrections{IntraRack: f.Has(FixIntraRack), Bandwidth: f.Has(FixBandwidth), Contention: f.Has(FixContention)}
}
