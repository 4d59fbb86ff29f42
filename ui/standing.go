package ui

import (
	"strings"

	"rampart/core/experiment"
	"rampart/ui/cluster"
	"rampart/ui/timeline"
)

// openCluster prepares the Cluster tab, which shows the Timeline's first run at
// the Timeline's moment.
func (c *Root) openCluster() {
	c.openTimeline()
	c.clock.take(c.sides.stage)
}

// clock is the moment that the Cluster tab shows. The Timeline's cursor is the
// same: each tab takes it from the other when it is opened.
type clock struct {
	at   float64 // simulated seconds
	ok   bool    // it was set
	seen float64 // where the Timeline's cursor was when the two last met
}

// Cursor and SetCursor implement cluster.Clock.
func (k *clock) Cursor() (float64, bool) { return k.at, k.ok }

func (k *clock) SetCursor(seconds float64) { k.at, k.ok = seconds, true }

// take takes the Timeline's cursor over if it was moved.
func (k *clock) take(s *timeline.Stage) {
	if at, ok := s.Cursor(); ok && at != k.seen {
		k.at, k.ok, k.seen = at, true, at
	}
}

// give moves the Timeline's cursor to the moment.
func (k *clock) give(s *timeline.Stage) {
	if at, ok := s.Cursor(); k.ok && !(ok && at != k.seen) && at != k.at {
		k.seen = k.at
		s.LookUpon(k.at)
	}
}

// clusterOptions are the runs that can be looked at.
func (c *Root) clusterOptions() []cluster.Option {
	e := c.session.Experiment
	list := make([]cluster.Option, len(e.Strategies))
	for i, s := range e.Strategies {
		list[i] = cluster.Option{Strategy: i, Name: s.Name(), Seeds: e.Seeds}
	}
	return list
}

// pickCluster looks at another run, in the Timeline too.
func (c *Root) pickCluster(strategy int, seed uint64) { c.pickSide(0, strategy, seed) }

// keepSides keeps the runs that are shown from being picked anew once all
// figures are there: the reader has begun to look at them.
func (c *Root) keepSides() { c.sides.own = true }

// showInTimeline opens the Timeline on a job of its first run.
func (c *Root) showInTimeline(job int) {
	c.sides.stage.LookAt(0, job)
	c.choose("timeline")
}

// useCluster takes topology, shape, bandwidth and latencies of a cluster over into the
// form, which is one step of undo. It returns why it could not, a sentence, or
// "".
func (c *Root) useCluster(k experiment.Cluster) string {
	e := c.model.Experiment()
	if e == nil {
		return "Correct the marked fields of the form first; nothing was changed."
	}
	own := *e
	own.Cluster.Topology = k.Topology
	own.Cluster.Groups, own.Cluster.RacksPerGroup, own.Cluster.ServersPerRack = k.Groups, k.RacksPerGroup, k.ServersPerRack
	own.Cluster.NodeBandwidthBytesPerSecond = k.NodeBandwidthBytesPerSecond
	own.Cluster.PropagationSeconds, own.Cluster.IOSeconds = k.PropagationSeconds, k.IOSeconds
	if err := experiment.Validate(&own); err != nil {
		return "The experiment would not be valid: " + strings.TrimSuffix(err.Error(), ".") + "."
	}
	c.model.Load(&own)
	c.formChanged()
	return ""
}
