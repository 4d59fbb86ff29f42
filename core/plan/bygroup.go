package plan

import (
	"math"
	"slices"
)

// flowGroup is a class of dependencies that live and die together: those of
// one edge (or of one node's sync dependencies of one run time) whose sources
// finished in the same tick. All have the same time left at every moment, so
// one number stands for up to k*k dependencies.
type flowGroup struct {
	node  int      // source node
	edge  int      // edge number, -1 for sync dependencies
	sub   []int    // source sub-ops
	code  uint8    // sync: bit set of the pair codes that belong to the group
	local bool     // moves no bytes between servers
	size0 bool     // an edge without bytes: all its dependencies are local
	run   float64  // whole run time where nothing else moves
	rem   float64  // what is left of it; with FixSharing, of its part in which bytes move
	links []uint64 // ordered pairs of slots that carry it; made when asked for
	id    int      // of a recorder

	// With FixSharing:
	wait   float64  // what is left of the latency
	weight float64  // its part of a transfer on each of its channels
	set    *linkSet // its channels, once bytes move
	part   bool     // set is less than what the fields above say: it shares nothing else evenly
}

// byGroup is the lookahead with one channel a link, on groups of dependencies
// instead of single ones.
type byGroup struct {
	*machine
	tm    *timing
	live  []*flowGroup
	free  []*flowGroup // for reuse
	subs  [][]int      // by node: what finished in this tick
	nodes []int        // nodes with something in subs
	flows []*flowGroup // scratch of shortestFlow
	fixes Fixes
	share *sharing // nil without FixSharing
}

func runByGroup(t *Template, l *layout, tm *timing, fixes Fixes, rec *recorder) Step {
	g := &byGroup{machine: newMachine(t, l, fixes, rec), tm: tm, subs: make([][]int, len(t.splits)), fixes: fixes}
	if fixes.Has(FixSharing) {
		g.share = newSharing(tm)
	}
	for {
		shortestOp := g.pick()
		local := slices.ContainsFunc(g.live, func(f *flowGroup) bool { return f.local })
		shortestDep := 0.0
		switch {
		case local:
		case g.share != nil:
			shortestDep = g.shortestShared()
		default:
			shortestDep = g.shortestFlow()
		}
		tick := min(shortestOp, shortestDep)
		if math.IsInf(tick, 1) {
			return g.machine.stuck()
		}
		snapshot := len(g.live)
		g.run(tick)
		g.openDone()
		if rec != nil {
			g.note(g.live[snapshot:])
		}
		g.advance(tick, snapshot, local)
		g.account(tick, !local && snapshot > 0)
		if g.open == 0 && len(g.live) == 0 {
			return g.step
		}
	}
}

// openDone makes the dependencies of all sub-ops that finished in this tick
// ready, grouped by node.
func (g *byGroup) openDone() {
	for _, o := range g.done {
		if len(g.subs[o.node]) == 0 {
			g.nodes = append(g.nodes, o.node)
		}
		g.subs[o.node] = append(g.subs[o.node], o.sub)
	}
	for _, v := range g.nodes {
		subs := g.subs[v]
		for _, e := range g.t.out.at(v) {
			g.openEdge(v, e, subs)
		}
		if v >= g.t.Job.Forward && g.t.splits[v] > 1 {
			g.openSync(v, subs)
		}
		g.subs[v] = subs[:0]
	}
	g.nodes = g.nodes[:0]
}

// note tells the recorder of groups that became ready in this tick.
func (g *byGroup) note(groups []*flowGroup) {
	for _, f := range groups {
		f.id = g.rec.open(flowNote{node: f.node, edge: f.edge, subs: slices.Clone(f.sub), code: f.code, size0: f.size0, local: f.local})
	}
}

// add takes a group from the free list and makes it live.
func (g *byGroup) add(node, edge int, subs []int, run, moving float64) *flowGroup {
	f := &flowGroup{}
	if n := len(g.free); n > 0 {
		f, g.free = g.free[n-1], g.free[:n-1]
	}
	*f = flowGroup{node: node, edge: edge, sub: append(f.sub[:0], subs...), run: run, rem: run, links: f.links[:0]}
	if g.share != nil {
		g.share.begin(f, moving)
	}
	g.live = append(g.live, f)
	return f
}

func (g *byGroup) openEdge(v, e int, subs []int) {
	to := g.t.edges[e].To
	if g.t.size[e] == 0 {
		f := g.add(v, e, subs, 0, 0)
		f.local, f.size0 = true, true
		return
	}
	from, at := g.l.slots[g.l.block[v]], g.l.at[g.l.block[to]]
	local := 0
	for _, s := range subs {
		if at[from[s]] >= 0 {
			local++
		}
	}
	if local > 0 {
		g.add(v, e, subs, 0, 0).local = true
	}
	if len(subs)*g.t.splits[to] > local {
		g.add(v, e, subs, g.tm.edge[e], g.tm.moving[e])
	}
}

// openSync makes the sync dependencies of a backward op's sub-ops ready, one
// group for each run time.
func (g *byGroup) openSync(v int, subs []int) {
	if g.t.sync[v] == 0 {
		f := g.add(v, -1, subs, 0, 0)
		f.local, f.code = true, 0xff
		return
	}
	slots, w := g.l.slots[g.l.block[v]], len(g.l.servers)
	var present uint8
	for _, a := range subs {
		for _, b := range slots {
			present |= 1 << g.tm.code[slots[a]*w+b]
		}
	}
	pair, moving := &g.tm.pair[v], &g.tm.movingPair[v]
	for code := 1; code < 8; code++ {
		if present&(1<<code) == 0 {
			continue
		}
		var same uint8
		for c := code; c < 8; c++ {
			if pair[c] == pair[code] && moving[c] == moving[code] {
				same |= 1 << c
			}
		}
		present &^= same
		g.add(v, -1, subs, pair[code], moving[code]).code = same
	}
}

// shortestFlow returns the least time left of any flow that has the highest
// priority on some channel (spec section 6.3): a flow counts only if on one of
// its channels no flow of shorter run time is ready.
func (g *byGroup) shortestFlow() float64 {
	if len(g.live) == 0 {
		return math.Inf(1)
	}
	g.flows = append(g.flows[:0], g.live...)
	slices.SortStableFunc(g.flows, func(a, b *flowGroup) int {
		switch {
		case a.rem < b.rem:
			return -1
		case a.rem > b.rem:
			return 1
		}
		return 0
	})
	for _, f := range g.flows {
		if g.leads(f) {
			return f.rem
		}
	}
	panic("plan: no flow leads its channel")
}

// leads reports whether f has the highest priority on one of its channels.
func (g *byGroup) leads(f *flowGroup) bool {
	var covered []uint64
	for _, h := range g.live {
		if h.run < f.run || h.run == f.run && h.rem < f.rem {
			if covered == nil {
				covered = make([]uint64, len(g.linksOf(f)))
			}
			for i, w := range g.linksOf(h) {
				covered[i] |= w
			}
		}
	}
	if covered == nil {
		return true
	}
	for i, w := range g.linksOf(f) {
		if w&^covered[i] != 0 {
			return true
		}
	}
	return false
}

func (g *byGroup) linksOf(f *flowGroup) []uint64 {
	if len(f.links) > 0 {
		return f.links
	}
	w := len(g.l.servers)
	f.links = append(f.links, make([]uint64, (w*w+63)/64)...)
	g.each(f, func(from int, to op) {
		i := from*w + g.l.slots[g.l.block[to.node]][to.sub]
		f.links[i>>6] |= 1 << (uint(i) & 63)
	})
	return f.links
}

// each visits the dependencies of a group: slot of the source, destination.
func (g *byGroup) each(f *flowGroup, visit func(from int, to op)) {
	if f.part {
		g.eachLink(f, visit)
		return
	}
	from := g.l.slots[g.l.block[f.node]]
	if f.edge < 0 {
		w := len(g.l.servers)
		for _, a := range f.sub {
			for b := range g.t.splits[f.node] {
				if a != b && f.code&(1<<g.tm.code[from[a]*w+from[b]]) != 0 {
					visit(from[a], op{f.node, b})
				}
			}
		}
		return
	}
	to := g.t.edges[f.edge].To
	slots := g.l.slots[g.l.block[to]]
	for _, a := range f.sub {
		for b, slot := range slots {
			if f.size0 || (from[a] == slot) == f.local {
				visit(from[a], op{to, b})
			}
		}
	}
}

// advance moves the first snapshot live groups on by one tick, as
// general.advance does.
func (g *byGroup) advance(tick float64, snapshot int, local bool) {
	kept := g.live[:0]
	for i, f := range g.live {
		if i >= snapshot || local && !f.local {
			kept = append(kept, f)
			continue
		}
		switch {
		case local:
		case g.share != nil:
			if !g.share.advance(f, tick) {
				kept = append(kept, f)
				continue
			}
		default:
			f.rem -= min(tick, f.rem)
			if f.rem > 0 {
				kept = append(kept, f)
				continue
			}
		}
		g.end(f)
		if g.share != nil {
			g.share.end(f)
		}
		g.free = append(g.free, f)
	}
	g.live = kept
}

// end delivers the dependencies of a group to their sub-ops.
func (g *byGroup) end(f *flowGroup) {
	if g.rec != nil {
		g.rec.end(f.id)
	}
	if f.edge < 0 && g.fixes.Has(FixCounting) {
		return
	}
	if f.edge < 0 || f.part {
		g.each(f, func(_ int, to op) { g.arrive(to.node, to.sub, 1) })
		return
	}
	to := g.t.edges[f.edge].To
	slots := g.l.slots[g.l.block[to]]
	hosts := g.l.at[g.l.block[f.node]]
	for b, slot := range slots {
		here := 0 // does the destination's server hold one of the sources?
		if a := hosts[slot]; a >= 0 && contains(f.sub, a) {
			here = 1
		}
		n := len(f.sub) - here
		switch {
		case f.size0:
			n = len(f.sub)
		case f.local:
			n = here
		}
		if n > 0 {
			g.arrive(to, b, n)
		}
	}
}

func contains(list []int, x int) bool {
	// A whole op usually finishes at once, in ascending order of sub-ops.
	if x < len(list) && list[x] == x {
		return true
	}
	return slices.Contains(list, x)
}
