package plan

import "rampart/core/ramp"

// Fixes are the ways in which a simulation departs from the reference
// simulator, one bit each, so that the effect of each can be measured alone.
// The numbers Q are those of spec section 10.
type Fixes uint32

// The fixes.
const (
	// FixUnits converts compute times and the quantum to seconds (Q2).
	FixUnits Fixes = 1 << iota
	// FixEdges lets dependencies carry the activations of the forward op, in
	// either direction (Q5).
	FixEdges
	// FixSync lets sync dependencies carry the gradients of parameters (Q5).
	FixSync
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
	// FixCounting counts sync dependencies as no parents of the op they lead
	// to (Q3).
	FixCounting
	// FixMemory counts the memory of both passes when placing, server by server
	// (Q13).
	FixMemory
	// FixPlacement lets the JCT depend on where the job is placed (Q9).
	FixPlacement
	// FixMask offers just the degrees that can be placed now (Q10, Q16).
	FixMask
	// FixDeadline forgives rounding at the deadline (Q15).
	FixDeadline
	// FixUnfinished reports jobs that still run at the horizon apart from
	// blocked ones (Q11).
	FixUnfinished
	// FixUtilisation measures utilisation per training step (Q8).
	FixUtilisation
	// FixMeans weighs means over the run by time (Q14).
	FixMeans
	// FixSinks lets the backward pass of every sink wait for its forward pass,
	// and backward ops without parents start at once (Q12).
	FixSinks
	// FixInput lets the ops that load data take no time. The corrected rules
	// do not: whether loading hides behind the accelerator is a property of a
	// job's input pipeline, and the profile says that it did not.
	FixInput

	// AllFixes are the corrected rules.
	AllFixes = FixInput - 1
)

// Switch is one rule that can be set by itself.
type Switch struct {
	Name     string // in experiment files
	Fix      Fixes  // one bit
	Inverted bool   // on where the fix is not made
}

// On reports whether the switch is on under f.
func (s Switch) On(f Fixes) bool { return f.Has(s.Fix) != s.Inverted }

// Set returns f with the switch on or off.
func (s Switch) Set(f Fixes, on bool) Fixes {
	if on != s.Inverted {
		return f | s.Fix
	}
	return f &^ s.Fix
}

// switches are all rules that can be set alone, in the order of their bits.
var switches = [...]Switch{
	{"units", FixUnits, false},
	{"edgeContents", FixEdges, false},
	{"syncContents", FixSync, false},
	{"intraRackAllReduce", FixIntraRack, false},
	{"collectiveBandwidth", FixBandwidth, false},
	{"contendingRacks", FixContention, false},
	{"channelSharing", FixSharing, false},
	{"syncEdgeCounting", FixCounting, false},
	{"memory", FixMemory, false},
	{"perPlacementJct", FixPlacement, false},
	{"placeableMask", FixMask, false},
	{"deadlineTolerance", FixDeadline, false},
	{"unfinishedJobs", FixUnfinished, false},
	{"utilisationPerStep", FixUtilisation, false},
	{"timeWeightedMeans", FixMeans, false},
	{"multiSinkGraphs", FixSinks, false},
	{"inputOpCompute", FixInput, true},
}

// Switches returns all rules that can be set alone. The caller must not change
// the slice.
func Switches() []Switch { return switches[:] }

// Rules returns the fixes of the corrected rules, or none: the reference's.
func Rules(corrected bool) Fixes {
	if corrected {
		return AllFixes
	}
	return 0
}

// Has reports whether any of the fixes is made.
func (f Fixes) Has(fix Fixes) bool { return f&fix != 0 }

func (f Fixes) allReduce() ramp.Corrections {
	return ramp.Corrections{IntraRack: f.Has(FixIntraRack), Bandwidth: f.Has(FixBandwidth), Contention: f.Has(FixContention)}
}
