package plan

import (
	"math"
	"slices"
)

// dependency is one dependency between two sub-ops.
type dependency struct {
	to      op
	channel int     // -1 for a dependency that moves no bytes between servers
	run     float64 // its whole run time where nothing else moves
	rem     float64 // what is left of it; with FixSharing, of its part in which bytes move
	wait    float64 // what is left of its latency (FixSharing)
	weight  float64 // its part of a transfer on the channel (FixSharing)
	sync    bool
}

// general is the lookahead that follows every dependency singly (spec section
// 7.2). It serves any number of channels and all rules; byGroup is the faster
// path for one channel a link, and a test holds them equal.
type general struct {
	*machine
	deps  []dependency
	start []int // first dependency of each sub-op; one more entry than sub-ops
	live  []int // ready dependencies
	best  []int // by channel: the ready flow of highest priority, or -1
	share []float64
	fixes Fixes
}

func runGeneral(t *Template, l *layout, tm *timing, channels int, fixes Fixes, rec *recorder) Step {
	g := &general{machine: newMachine(t, l, fixes, rec), fixes: fixes}
	g.build(tm, channels)
	w := len(l.servers)
	g.best = make([]int, w*w*channels)
	g.share = make([]float64, w*w*channels)
	openDeps := len(g.deps)
	for {
		shortestOp := g.pick()
		local := false
		for _, d := range g.live {
			if g.deps[d].channel < 0 {
				local = true
				break
			}
		}
		shortestDep := 0.0
		if !local {
			shortestDep = g.shortestFlow()
		}
		tick := min(shortestOp, shortestDep)
		if math.IsInf(tick, 1) {
			return g.machine.stuck()
		}
		snapshot := len(g.live)
		g.run(tick)
		for _, o := range g.done {
			i := t.first[o.node] + o.sub
			for d := g.start[i]; d < g.start[i+1]; d++ {
				g.live = append(g.live, d)
			}
		}
		if rec != nil {
			g.note(g.live[snapshot:])
		}
		openDeps -= g.advance(tick, snapshot, local)
		g.account(tick, !local && snapshot > 0)
		if g.open == 0 && openDeps == 0 {
			return g.step
		}
	}
}

// build lists the dependencies by source sub-op.
func (g *general) build(tm *timing, channels int) {
	t, l, w := g.t, g.l, len(g.l.servers)
	g.deps = make([]dependency, 0, t.Deps)
	g.start = make([]int, 1, t.Ops+1)
	used := make([]int, w*w) // flows placed on each link so far
	sharing := g.fixes.Has(FixSharing)
	add := func(from int, to op, edge int, size, run, moving, weight float64) {
		dst := l.slots[l.block[to.node]][to.sub]
		d := dependency{to: to, channel: -1, sync: edge < 0, weight: weight}
		if from != dst && size > 0 {
			link := from*w + dst
			// The reference shuffles the channels of a link; here they take turns.
			d.channel = link*channels + used[link]%channels
			used[link]++
			d.run, d.rem = run, run
			if sharing {
				d.rem, d.wait = moving, run-moving
			}
		}
		g.deps = append(g.deps, d)
		if g.rec != nil {
			g.rec.edges = append(g.rec.edges, edge)
		}
	}
	for v, k := range t.splits {
		for a := range k {
			from := l.slots[l.block[v]][a]
			for _, e := range t.out.at(v) {
				to := t.edges[e].To
				for b := range t.splits[to] {
					add(from, op{to, b}, e, t.size[e], tm.edge[e], tm.moving[e], tm.part[e])
				}
			}
			for b := range k {
				if v >= t.Job.Forward && b != a {
					code := tm.code[from*w+l.slots[l.block[v]][b]]
					add(from, op{v, b}, -1, t.sync[v], tm.pair[v][code], tm.movingPair[v][code], 1)
				}
			}
			g.start = append(g.start, len(g.deps))
		}
	}
}

// note tells the recorder of dependencies that became ready in this tick, each
// a group of its own.
func (g *general) note(deps []int) {
	if g.rec.of == nil {
		g.rec.of = make([]int, len(g.deps))
	}
	for _, d := range deps {
		source, _ := slices.BinarySearchFunc(g.start, d, func(start, d int) int { // the last that begins at or before d
			if start <= d {
				return -1
			}
			return 1
		})
		i := source - 1
		v, _ := slices.BinarySearchFunc(g.t.first, i, func(first, i int) int {
			if first <= i {
				return -1
			}
			return 1
		})
		node := v - 1
		g.rec.of[d] = g.rec.open(flowNote{
			node: node, edge: g.rec.edges[d], subs: []int{i - g.t.first[node]},
			to: &g.deps[d].to, local: g.deps[d].channel < 0,
		})
	}
}

// shortestFlow returns the time until the next flow ends. The reference looks
// only at the flow of highest priority on each channel: the one of shortest run
// time, and of equals the one with the least left (spec section 6.3).
func (g *general) shortestFlow() float64 {
	shortest := math.Inf(1)
	if g.fixes.Has(FixSharing) {
		for _, d := range g.live {
			g.share[g.deps[d].channel] = 0
		}
		for _, d := range g.live {
			if g.deps[d].wait <= 0 {
				g.share[g.deps[d].channel] += g.deps[d].weight
			}
		}
		for _, d := range g.live {
			shortest = min(shortest, g.timeLeft(d))
		}
		return shortest
	}
	for _, d := range g.live {
		g.best[g.deps[d].channel] = -1
	}
	for _, d := range g.live {
		dep := &g.deps[d]
		b := g.best[dep.channel]
		if b < 0 || dep.run < g.deps[b].run || dep.run == g.deps[b].run && dep.rem < g.deps[b].rem {
			g.best[dep.channel] = d
		}
	}
	for _, d := range g.live {
		if g.best[g.deps[d].channel] == d {
			shortest = min(shortest, g.deps[d].rem)
		}
	}
	return shortest
}

// timeLeft returns the time until a flow ends, or its latency does, if the
// transfers on its channel go on sharing it evenly.
func (g *general) timeLeft(d int) float64 {
	if g.deps[d].wait > 0 {
		return g.deps[d].wait
	}
	return g.deps[d].rem * max(1, g.share[g.deps[d].channel])
}

// sameMoment is what two ends of flows may lie apart, as a part of a flow's run
// time, and still be one event: shares are divided and summed up, and what is
// equal but for rounding must not make two events, and two of all that follow.
const sameMoment = 1e-12

// shared moves a flow on by one tick with its share of the channel; it reports
// whether the flow has ended.
func (g *general) shared(dep *dependency, left, tick float64) bool {
	over := left-tick <= sameMoment*dep.run
	switch {
	case dep.wait > 0 && over:
		dep.wait = 0
		return dep.rem <= 0
	case dep.wait > 0:
		dep.wait -= tick
	case !over:
		dep.rem -= float64(dep.rem * (tick / left))
	default:
		return true
	}
	return false
}

// advance moves the first snapshot live dependencies on by one tick: if some of
// them are local these end and the flows stand still, otherwise every flow
// progresses. It returns the number that ended.
func (g *general) advance(tick float64, snapshot int, local bool) (ended int) {
	kept := g.live[:0]
	for i, d := range g.live {
		dep := &g.deps[d]
		switch {
		case i >= snapshot, local && dep.channel >= 0:
			kept = append(kept, d)
			continue
		case local:
		case g.fixes.Has(FixSharing):
			if !g.shared(dep, g.timeLeft(d), tick) {
				kept = append(kept, d)
				continue
			}
		default:
			dep.rem -= min(tick, dep.rem)
			if dep.rem > 0 {
				kept = append(kept, d)
				continue
			}
		}
		ended++
		if g.rec != nil {
			g.rec.end(g.rec.of[d])
		}
		if !dep.sync || !g.fixes.Has(FixCounting) {
			g.arrive(dep.to.node, dep.to.sub, 1)
		}
	}
	g.live = kept
	return ended
}
