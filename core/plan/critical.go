package plan

import "slices"

// critical walks back from the end of the step: what ended last, what that had
// waited for, and so on to the start.
func (r *recorder) critical(pl *Plan) []Leg {
	w := walker{r: r, t: pl.Template, l: pl.layout}
	if f := w.lastFlow(); f >= 0 {
		w.flow(f, nil)
	} else {
		w.lastPiece()
	}
	for w.next != nil {
		next := w.next
		w.next = nil
		next()
	}
	slices.Reverse(w.legs)
	return w.legs
}

// walker goes back along the critical path. next is the step that is to come,
// nil at the start of the training step.
type walker struct {
	r    *recorder
	t    *Template
	l    *layout
	legs []Leg
	next func()
}

// end is the last tick.
func (w *walker) end() int { return len(w.r.times) - 2 }

// lastFlow is a group that ended in the last tick, -1 if none did.
func (w *walker) lastFlow() int {
	for i := range w.r.flows {
		if w.r.flows[i].last == w.end() {
			return i
		}
	}
	return -1
}

// lastPiece goes on with a sub-op that ran in the last tick.
func (w *walker) lastPiece() {
	for slot, list := range w.r.pieces {
		if n := len(list); n > 0 && list[n-1].to == w.end() {
			w.piece(slot, w.end())
			return
		}
	}
	panic("plan: nothing ran in the last tick of a step")
}

// flow goes on with a group of dependencies, of which one leads to the sub-op
// to; nil if it does not matter to which.
func (w *walker) flow(id int, to *op) {
	f := &w.r.flows[id]
	sub := w.source(f, to)
	slot := w.l.slots[w.l.block[f.node]][sub]
	target := f.node
	if f.edge >= 0 {
		target = w.t.edges[f.edge].To
	}
	if !f.local {
		w.leg(Leg{Transfer: true, From: f.node, To: target, Server: slot}, f.from, f.last)
	}
	w.next = func() { w.piece(slot, f.from-1) }
}

// source picks the sub-op that sends to a destination.
func (w *walker) source(f *flowNote, to *op) int {
	from := w.l.slots[w.l.block[f.node]]
	sends := func(sub, slot int) bool {
		if f.links == nil {
			return (from[sub] == slot) == f.local
		}
		i := from[sub]*len(w.l.servers) + slot
		return f.links[i>>6]>>(uint(i)&63)&1 != 0
	}
	switch {
	case f.size0 || to == nil && f.links == nil:
		return f.subs[0]
	case to == nil:
		for _, s := range f.subs {
			for slot := range w.l.servers {
				if sends(s, slot) {
					return s
				}
			}
		}
	default:
		slot := w.l.slots[w.l.block[to.node]][to.sub]
		for _, s := range f.subs {
			if sends(s, slot) {
				return s
			}
		}
	}
	return f.subs[0]
}

// piece goes on with what a slot ran in a tick: that sub-op had waited for a
// dependency, or for the server.
func (w *walker) piece(slot, tick int) {
	list := w.r.pieces[slot]
	i, found := slices.BinarySearchFunc(list, tick, func(p piece, tick int) int {
		switch {
		case p.to < tick:
			return -1
		case p.from > tick:
			return 1
		}
		return 0
	})
	if !found {
		panic("plan: a server on the critical path is idle")
	}
	p := list[i]
	w.leg(Leg{From: p.op.node, To: p.op.node, Server: slot}, p.from, tick)
	sub := w.t.first[p.op.node] + p.op.sub
	switch {
	case w.r.ready[sub] < p.from:
		w.next = func() { w.piece(slot, p.from-1) }
	case w.r.cause[sub] >= 0:
		w.next = func() { w.flow(w.r.cause[sub], &p.op) }
	}
}

// leg adds the ticks from to last, unless they take no time.
func (w *walker) leg(leg Leg, from, last int) {
	leg.Begin, leg.End = w.r.times[from], w.r.times[last+1]
	if leg.End > leg.Begin {
		w.legs = append(w.legs, leg)
	}
}
