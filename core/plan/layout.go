package plan

import (
	"rampart/core/ramp"
)

// layout is one placement of a template seen from the job: the servers that it
// uses are numbered from 0 in order of appearance (slots), and every node's
// sub-ops lie on the slots of one block.
type layout struct {
	servers []int   // the cluster's number of each slot
	slots   [][]int // by block: the slot of sub-op 0, 1, ...
	at      [][]int // by block: the sub-op at each slot, -1 for none
	block   []int   // the block of each node
}

// newLayout numbers the slots of blocks; of names the block of each forward op.
func newLayout(t *Template, blocks [][]int, of []int) *layout {
	l := &layout{slots: make([][]int, len(blocks)), at: make([][]int, len(blocks))}
	seen := map[int]int{}
	for b, servers := range blocks {
		l.slots[b] = make([]int, len(servers))
		for i, s := range servers {
			slot, ok := seen[s]
			if !ok {
				slot = len(l.servers)
				seen[s] = slot
				l.servers = append(l.servers, s)
			}
			l.slots[b][i] = slot
		}
	}
	for b := range blocks {
		l.at[b] = make([]int, len(l.servers))
		for i := range l.at[b] {
			l.at[b][i] = -1
		}
		for i, slot := range l.slots[b] {
			l.at[b][slot] = i
		}
	}
	n := t.Job.Forward
	l.block = make([]int, 2*n)
	for i, b := range of {
		l.block[i], l.block[n+i] = b, b
	}
	return l
}

// channelStats returns the number of distinct channels that carry flows and the
// bytes of all flows (spec sections 6.2 and 7.5).
func (l *layout) channelStats(t *Template, perLink int) (channels int, bytes float64) {
	w := len(l.servers)
	flows := make([]int, w*w) // flows on each ordered pair of slots
	type combination struct{ from, to int }
	counts := map[combination]int{} // edges with bytes between two blocks
	pairs := func(a, b int) (n int) {
		for _, s := range l.slots[a] {
			for _, d := range l.slots[b] {
				if s != d {
					n++
				}
			}
		}
		return n
	}
	remote := map[combination]int{}
	for i, e := range t.edges {
		c := combination{l.block[e.From], l.block[e.To]}
		n, ok := remote[c]
		if !ok {
			n = pairs(c.from, c.to)
			remote[c] = n
		}
		if t.size[i] > 0 {
			counts[c]++
			bytes += float64(float64(n) * t.size[i])
		}
	}
	for v, size := range t.sync {
		if k := t.splits[v]; v >= t.Job.Forward && k > 1 && size > 0 {
			counts[combination{l.block[v], l.block[v]}]++
			bytes += float64(float64(k*(k-1)) * size)
		}
	}
	for c, n := range counts { // sums of integers: the order of the map is of no consequence
		for _, s := range l.slots[c.from] {
			for _, d := range l.slots[c.to] {
				if s != d {
					flows[s*w+d] += n
				}
			}
		}
	}
	for _, n := range flows {
		channels += min(n, perLink)
	}
	return channels, bytes
}

// timing holds the run times of a template's dependencies in one layout.
type timing struct {
	edge []float64    // of one flow of each edge
	pair [][8]float64 // of a sync flow of each node, by which of group, rack and place differ
	code []uint8      // by ordered pair of slots: bit 0 group, bit 1 rack, bit 2 place differ

	// The parts of edge and pair in which bytes move.
	moving     []float64
	movingPair [][8]float64
	// What part of one transfer a flow of each edge is: the flows of a collective
	// that share a channel are one together.
	part []float64
}

// newTiming classifies every edge as collective or one-to-one and computes its
// run time (spec sections 4.3 and 4.4).
func newTiming(t *Template, l *layout, net *network) *timing {
	tm := &timing{
		edge: make([]float64, len(t.size)), pair: make([][8]float64, len(t.sync)),
		moving: make([]float64, len(t.size)), movingPair: make([][8]float64, len(t.sync)),
		part: make([]float64, len(t.size)),
	}
	sp := newSpanner(net.shape, len(l.servers))
	bundles := &bundler{net: net, l: l, sp: sp}
	for i, size := range t.size {
		e := t.edges[i]
		time := net.costs.OneToOneTime(size, bundles.between(l.block[e.From], l.block[e.To]))
		tm.edge[i], tm.moving[i], tm.part[i] = time.Seconds, time.Moving, 1
	}
	for c, edges := range t.members {
		if !isCollective(t, l, edges) {
			continue
		}
		sp.reset()
		carrying := 0 // edges that move bytes
		for _, e := range edges {
			sp.add(l, l.block[t.edges[e].From])
			sp.add(l, l.block[t.edges[e].To])
			if t.size[e] > 0 {
				carrying++
			}
		}
		time := net.costs.AllReduceTime(t.group[c], sp.span)
		for _, e := range edges {
			tm.edge[e], tm.moving[e], tm.part[e] = time.Seconds, time.Moving, 1/float64(max(1, carrying))
		}
	}
	w := len(l.servers)
	tm.code = make([]uint8, w*w)
	for a, s := range l.servers {
		ca, ra, va := net.shape.Coord(s)
		for b, d := range l.servers {
			cb, rb, vb := net.shape.Coord(d)
			tm.code[a*w+b] = bit(ca != cb) | bit(ra != rb)<<1 | bit(va != vb)<<2
		}
	}
	for v, size := range t.sync {
		if t.splits[v] == 1 || size == 0 {
			continue
		}
		bundle := bundles.between(l.block[v], l.block[v])
		for code := 1; code < 8; code++ {
			time := net.costs.PairTime(2*size, ramp.Differ(code), bundle)
			tm.pair[v][code], tm.movingPair[v][code] = time.Seconds, time.Moving
		}
	}
	return tm
}

func bit(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}

// isCollective reports whether every server sends as many of the edges'
// dependencies as it receives.
func isCollective(t *Template, l *layout, edges []int) bool {
	var stack [64]int
	balance := stack[:]
	if len(l.servers) > len(balance) {
		balance = make([]int, len(l.servers))
	}
	for _, i := range edges {
		e := t.edges[i]
		for _, s := range l.slots[l.block[e.From]] {
			balance[s] += t.splits[e.To]
		}
		for _, s := range l.slots[l.block[e.To]] {
			balance[s] -= t.splits[e.From]
		}
	}
	for _, b := range balance {
		if b != 0 {
			return false
		}
	}
	return true
}

// spanner counts the distinct groups, racks, places and servers of blocks, and
// how many of their racks contend.
type spanner struct {
	shape                           ramp.Shape
	span                            ramp.Span
	epoch                           int
	group, rack, place, slot, block []int
	column                          []int // by group and place: servers that differ in the rack alone
	columnEpoch                     []int // when column was counted
}

func newSpanner(s ramp.Shape, slots int) *spanner {
	return &spanner{shape: s, group: make([]int, s.Groups), rack: make([]int, s.Racks), place: make([]int, s.Servers), slot: make([]int, slots),
		column: make([]int, s.Groups*s.Servers), columnEpoch: make([]int, s.Groups*s.Servers)}
}

func (sp *spanner) reset() {
	sp.epoch++
	sp.span = ramp.Span{}
	sp.block = sp.block[:0]
}

func (sp *spanner) add(l *layout, block int) {
	for _, b := range sp.block {
		if b == block {
			return
		}
	}
	sp.block = append(sp.block, block)
	first := func(seen []int, i int) int {
		if seen[i] == sp.epoch {
			return 0
		}
		seen[i] = sp.epoch
		return 1
	}
	for _, slot := range l.slots[block] {
		if first(sp.slot, slot) == 0 {
			continue
		}
		c, r, v := sp.shape.Coord(l.servers[slot])
		sp.span.Servers++
		sp.span.Groups += first(sp.group, c)
		sp.span.Racks += first(sp.rack, r)
		sp.span.Places += first(sp.place, v)
		i := c*sp.shape.Servers + v
		if first(sp.columnEpoch, i) == 1 {
			sp.column[i] = 0
		}
		sp.column[i]++
		sp.span.Contending = max(sp.span.Contending, sp.column[i])
	}
}
