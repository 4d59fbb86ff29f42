package plan

import (
	"cmp"
	"math"
	"slices"
)

// recorder takes notes of a lookahead, tick by tick. Nothing that it notes has
// an influence on the step.
type recorder struct {
	times  []float64 // when each tick begins; one more than there are ticks
	now    int       // number of the tick in work
	pieces [][]piece // by slot, in order
	ready  []int     // by sub-op: the first tick in which it may run; 0 for a source
	cause  []int     // by sub-op: the group whose arrival made it ready; -1 for a source
	flows  []flowNote
	ending int // the group that is being delivered, -1 for none

	edges []int // of the general path: the edge of each dependency, -1 for a sync one
	of    []int // and its group
}

// piece is a stretch of ticks, to included, in which a slot runs one sub-op.
type piece struct {
	op       op
	from, to int
}

// flowNote is a group of dependencies of one edge, or of the sync dependencies
// of one node if edge is -1, that live and die together.
type flowNote struct {
	node, edge int
	subs       []int    // of node
	code       uint8    // as flowGroup.code
	to         *op      // the only destination; nil for all of the edge
	links      []uint64 // the only channels, as linkSet.bits; nil for all
	size0      bool
	local      bool
	from, last int // the ticks in which it is ready
}

func newRecorder(t *Template, l *layout) *recorder {
	r := &recorder{
		times: make([]float64, 1, 1024), ending: -1,
		pieces: make([][]piece, len(l.servers)), ready: make([]int, t.Ops), cause: make([]int, t.Ops),
	}
	for i := range r.cause {
		r.cause[i] = -1
	}
	return r
}

// start notes that a sub-op can run from the next tick on.
func (r *recorder) start(sub int) { r.ready[sub], r.cause[sub] = r.now+1, r.ending }

// open notes a group that is ready from the next tick on.
func (r *recorder) open(f flowNote) int {
	f.from, f.last = r.now+1, -1
	r.flows = append(r.flows, f)
	return len(r.flows) - 1
}

// partOf notes a part of a group, on the given channels, in its place.
func (r *recorder) partOf(id int, links []uint64) int {
	f := r.flows[id]
	f.links = links
	r.flows = append(r.flows, f)
	return len(r.flows) - 1
}

// end notes that the dependencies of a group end in this tick and are about to
// be delivered.
func (r *recorder) end(id int) {
	r.ending = id
	r.flows[id].last = r.now
}

// tick notes what ran in a tick that is over.
func (r *recorder) tick(m *machine, tick float64) {
	for _, o := range m.active {
		slot := m.l.slots[m.l.block[o.node]][o.sub]
		list := r.pieces[slot]
		if n := len(list); n > 0 && list[n-1].op == o && list[n-1].to == r.now-1 {
			list[n-1].to = r.now
			continue
		}
		r.pieces[slot] = append(list, piece{o, r.now, r.now})
	}
	r.times = append(r.times, m.step.Seconds+tick)
	r.now++
	r.ending = -1
}

// Timeline is one training step of a placed job, told event by event. Times are
// simulated seconds from the start of the step; nodes are those of
// jobgraph.Job; servers are numbers of the cluster.
type Timeline struct {
	Step
	Servers []int   // in the order in which the job's ops name them
	Bars    [][]Bar // by server, in order: what it computes
	Flows   []Flow  // that move bytes between servers, by their beginning
	// Critical is what the step's end waited for: each leg begins when the one
	// before ends, the first at 0 and the last at the step's end.
	Critical []Leg
}

// Bar is a stretch of time in which a server runs one sub-op.
type Bar struct {
	Node, Sub int
	From, To  float64
}

// Flow are the dependencies of one edge, or the sync dependencies of one
// backward op, that begin and end together.
type Flow struct {
	From, To   int // nodes; the same for sync dependencies
	Count      int // of dependencies between two servers
	Bytes      float64
	Begin, End float64
	Servers    []int // places in Timeline.Servers that send or receive, ascending
}

// Leg is a part of the critical path: a server's computation, or a transfer.
type Leg struct {
	Transfer bool
	From, To int // nodes; the same for computation
	Server   int // place in Timeline.Servers: it computes, or sends
	Begin    float64
	End      float64
}

// Record looks ahead through one training step as Step does, to the same
// figures, and takes notes. It makes the timeline anew each time. A step that
// never ends has one up to where it stops, without a critical path.
func (p *Planner) Record(pl *Plan) *Timeline {
	tm := newTiming(pl.Template, pl.layout, &p.net)
	r := newRecorder(pl.Template, pl.layout)
	x := &Timeline{Step: p.run(pl, tm, r), Servers: slices.Clone(pl.layout.servers)}
	x.Bars = make([][]Bar, len(x.Servers))
	for slot, list := range r.pieces {
		for _, b := range list {
			if from, to := r.times[b.from], r.times[b.to+1]; to > from {
				x.Bars[slot] = append(x.Bars[slot], Bar{b.op.node, b.op.sub, from, to})
			}
		}
	}
	x.Flows = r.merge(pl, tm)
	if !math.IsInf(x.Seconds, 1) {
		x.Critical = r.critical(pl)
	}
	return x
}

// merge adds up the groups of one edge that begin and end together.
func (r *recorder) merge(pl *Plan, tm *timing) []Flow {
	type key struct{ node, edge, from, last int }
	index := map[key]int{}
	var flows []Flow
	var seen [][]bool // by flow and slot
	t, l := pl.Template, pl.layout
	each := &byGroup{machine: &machine{t: t, l: l}, tm: tm}
	for _, f := range r.flows {
		if f.local || f.last < 0 || r.times[f.last+1] <= r.times[f.from] {
			continue
		}
		k := key{f.node, f.edge, f.from, f.last}
		i, known := index[k]
		if !known {
			i = len(flows)
			index[k] = i
			to := f.node
			if f.edge >= 0 {
				to = t.edges[f.edge].To
			}
			flows = append(flows, Flow{From: f.node, To: to, Begin: r.times[f.from], End: r.times[f.last+1]})
			seen = append(seen, make([]bool, len(l.servers)))
		}
		bytes := t.sync[f.node]
		if f.edge >= 0 {
			bytes = t.size[f.edge]
		}
		visit := func(from int, to op) {
			flows[i].Count++
			flows[i].Bytes += bytes
			seen[i][from], seen[i][l.slots[l.block[to.node]][to.sub]] = true, true
		}
		switch {
		case f.to != nil:
			visit(l.slots[l.block[f.node]][f.subs[0]], *f.to)
		case f.links != nil:
			each.eachLink(&flowGroup{node: f.node, edge: f.edge, set: &linkSet{bits: f.links}}, visit)
		default:
			each.each(&flowGroup{node: f.node, edge: f.edge, sub: f.subs, code: f.code, size0: f.size0}, visit)
		}
	}
	for i := range flows {
		for slot, is := range seen[i] {
			if is {
				flows[i].Servers = append(flows[i].Servers, slot)
			}
		}
	}
	slices.SortStableFunc(flows, func(a, b Flow) int { return cmp.Compare(a.Begin, b.Begin) })
	return flows
}
