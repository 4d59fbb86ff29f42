package strategy

import (
	"rampart/core/cluster"
	"rampart/core/plan"
	"rampart/core/workload"
)

// Elastic admits and places jobs as ElasticFlow does (D. Gu et al., ElasticFlow:
// An Elastic Serverless Training Platform for Distributed Deep Learning, ASPLOS
// 2023), as far as a cluster allows it where a job keeps its servers to its end.
//
// Carried over: a job's minimum satisfactory share is the least degree with which
// it meets its deadline, and a job is admitted if that share can be had; servers
// left over are then given away in steps of greatest marginal return, which is
// the time saved by each further server, as long as there is any.
//
// Not carried over: ElasticFlow takes servers back at the next arrival, so that
// all that is left over can be given away at no risk, and a later job can be
// admitted by shrinking an earlier one; it plans shares that change over time;
// and it divides what is left over between all running jobs. Here only the new
// job can be given more, for good. So what counts as left over is what remains
// after the next job's share: more servers are given only as long as the mean
// minimum share of the workload's jobs stays free.
type Elastic struct {
	shares *shares
	kept   float64 // mean minimum share, servers
}

// Attach implements cluster.Attacher.
func (e *Elastic) Attach(plans *plan.Planner, w *workload.Settings) (err error) {
	e.shares = newShares(plans)
	e.kept, err = e.shares.meanShare(w)
	return err
}

// Degree implements cluster.Strategy.
func (e *Elastic) Degree(d *cluster.Decision) int {
	degree, at := 0, cluster.Outlook{}
	i := 0
	for ; i < len(d.Valid); i++ {
		if d.Valid[i] > 0 {
			if d.State.Accepts(d.Valid[i]) {
				degree, at = d.Valid[i], d.State.Outlook(d.Valid[i])
				break
			}
		}
	}
	if degree == 0 {
		return 0
	}
	free := float64(d.State.Free().Count())
	for {
		best, bestAt, most := 0, at, 0.0
		for _, more := range d.Valid[i:] {
			further := e.servers(d.Graph, more) - e.servers(d.Graph, degree)
			if further <= 0 || free-e.servers(d.Graph, more) < e.kept || !d.State.Accepts(more) {
				continue
			}
			o := d.State.Outlook(more)
			if saved := (at.JCTSeconds - o.JCTSeconds) / further; saved > most {
				best, bestAt, most = more, o, saved
			}
		}
		if best == 0 {
			return degree
		}
		degree, at = best, bestAt
	}
}

func (e *Elastic) servers(graph, degree int) float64 {
	return float64(e.shares.need(graph, degree).servers)
}
