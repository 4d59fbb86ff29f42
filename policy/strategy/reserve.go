package strategy

import (
	"rampart/core/cluster"
	"rampart/core/plan"
	"rampart/core/ramp"
	"rampart/core/room"
	"rampart/core/workload"
)

// Reserve keeps a free block of Block servers for the jobs that need one.
//
// A job is wide if the smallest degree with which it would be in time on an
// empty cluster is at least Block; it gets the first degree in the order with
// which it is accepted, as from Feasible. Any other job gets the first such
// degree that does not take the last free block: if a block of at least Block
// servers is free before the job is placed, one must be free afterwards. If there
// is no such degree it is turned away. While no such block is free there is
// nothing to keep, and all jobs are treated alike. A block is what
// ramp.Census.Largest counts: servers of a form that the placers give to jobs.
type Reserve struct {
	Block int // servers, >= 1
	Order Order

	shares *shares
	rooms  *room.Finder
	left   ramp.Set
}

// Attach implements cluster.Attacher.
func (r *Reserve) Attach(plans *plan.Planner, _ *workload.Settings) error {
	shape := plans.Settings().Shape
	r.shares, r.rooms, r.left = newShares(plans), room.NewFinder(shape), ramp.NewSet(shape.N())
	return nil
}

// Degree implements cluster.Strategy.
func (r *Reserve) Degree(d *cluster.Decision) int {
	free := d.State.Free()
	keeps := r.rooms.Largest(free) >= r.Block && r.shares.least(d.Graph, d.Beta, d.TrainingSteps) < r.Block
	return r.Order.first(d.Valid, func(degree int) bool {
		return d.State.Accepts(degree) && (!keeps || r.leaves(d.State.Outlook(degree).Plan, free))
	})
}

// leaves reports whether a block is still free once a job has been placed.
func (r *Reserve) leaves(pl *plan.Plan, free ramp.Set) bool {
	copy(r.left, free)
	for _, server := range pl.Servers {
		r.left.Remove(server)
	}
	return r.rooms.Largest(r.left) >= r.Block
}
