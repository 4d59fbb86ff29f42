package plan

import (
	"math"
	"math/bits"
	"slices"
)

// sharing is the part of byGroup in which flows on one channel share its
// bandwidth: even shares, which are max-min fair since a flow crosses one
// channel. The groups on a channel of a set of channels that all bear the same
// load move alike; a group whose channels do not is split into parts that do.
type sharing struct {
	tm     *timing
	stale  bool                  // a group has begun to move, or ended, since the loads were summed
	whole  map[wholeKey]*linkSet // of groups of all sub-ops of a node
	index  map[uint64][]*linkSet // all sets, by hash
	moving []*linkSet            // that some group moves on, in order of the groups
	pieces []piecedLinks         // scratch
}

// linkSet is a set of channels: a bit for each ordered pair of slots.
type linkSet struct {
	bits   []uint64
	hash   uint64
	users  int     // groups
	weight float64 // of the groups that move on exactly this set, as transfers
	load   float64 // transfers on each of its channels
	parts  []*linkSet
}

// wholeKey names the channels of a group of all sub-ops: from block to block,
// and of sync dependencies the codes of pairs.
type wholeKey struct {
	from, to int
	code     uint8
}

type piecedLinks struct {
	bits []uint64
	load float64
}

func newSharing(tm *timing) *sharing {
	return &sharing{tm: tm, whole: map[wholeKey]*linkSet{}, index: map[uint64][]*linkSet{}}
}

// begin prepares a new group.
func (s *sharing) begin(f *flowGroup, moving float64) {
	f.wait, f.rem, f.weight = f.run-moving, moving, 1
	if f.edge >= 0 {
		f.weight = s.tm.part[f.edge]
	}
	s.stale = true
}

// end lets go of the channels of a group.
func (s *sharing) end(f *flowGroup) {
	s.stale = true
	if f.set != nil {
		s.drop(f.set)
		f.set = nil
	}
}

// advance moves a group on by one tick; it reports whether it has ended.
func (s *sharing) advance(f *flowGroup, tick float64) bool {
	left := f.left()
	over := left-tick <= sameMoment*f.run
	switch {
	case f.wait > 0 && over:
		f.wait, s.stale = 0, true
		return f.rem <= 0
	case f.wait > 0:
		f.wait -= tick
	case !over:
		f.rem -= float64(f.rem * (tick / left))
	default:
		return true
	}
	return false
}

// left returns the time until a group ends, or its latency does, if its
// channels go on bearing what they do.
func (f *flowGroup) left() float64 {
	if f.wait > 0 {
		return f.wait
	}
	return f.rem * max(1, f.set.load)
}

// shortestShared returns the time until the next group ends, or its latency.
func (g *byGroup) shortestShared() float64 {
	if g.share.stale {
		g.share.stale = false
		g.loads()
	}
	shortest := math.Inf(1)
	for _, f := range g.live {
		shortest = min(shortest, f.left())
	}
	return shortest
}

// loads sums up what each channel bears, and splits the groups whose channels
// bear different loads.
func (g *byGroup) loads() {
	s := g.share
	s.moving = s.moving[:0]
	for _, f := range g.live {
		if f.wait > 0 {
			continue
		}
		if f.set == nil {
			f.set = g.channels(f)
		}
		if !slices.Contains(s.moving, f.set) {
			s.moving = append(s.moving, f.set)
			f.set.weight = 0
		}
		f.set.weight += f.weight
	}
	uneven := false
	for _, set := range s.moving {
		uneven = s.weigh(set) || uneven
	}
	if uneven {
		g.split()
	}
}

// weigh finds the load of each channel of a set; it reports whether they differ,
// and then leaves the parts of equal load in set.parts.
func (s *sharing) weigh(set *linkSet) (uneven bool) {
	set.parts, set.load = set.parts[:0], 0
	s.pieces = append(s.pieces[:0], piecedLinks{bits: set.bits})
	for _, other := range s.moving {
		overlaps, inside := true, true
		if other != set {
			overlaps, inside = overlap(set.bits, other.bits)
		}
		if !overlaps {
			continue
		}
		for i := range len(s.pieces) {
			p := &s.pieces[i]
			if !inside {
				if overlaps, within := overlap(p.bits, other.bits); !overlaps {
					continue
				} else if !within {
					outside := piecedLinks{bits: make([]uint64, len(p.bits)), load: p.load}
					both := make([]uint64, len(p.bits))
					for w, x := range p.bits {
						both[w], outside.bits[w] = x&other.bits[w], x&^other.bits[w]
					}
					p.bits = both
					p.load += other.weight
					s.pieces = append(s.pieces, outside)
					continue
				}
			}
			p.load += other.weight
		}
	}
	set.load = s.pieces[0].load
	if !slices.ContainsFunc(s.pieces, func(p piecedLinks) bool { return p.load != set.load }) {
		return false
	}
	for len(s.pieces) > 0 {
		load, links := s.pieces[0].load, make([]uint64, len(set.bits))
		s.pieces = slices.DeleteFunc(s.pieces, func(p piecedLinks) bool {
			if p.load != load {
				return false
			}
			for w, x := range p.bits {
				links[w] |= x
			}
			return true
		})
		part := s.intern(links)
		part.load = load
		set.parts = append(set.parts, part)
	}
	return true
}

// overlap reports whether two sets have channels in common, and whether all of
// the first are in the second.
func overlap(a, b []uint64) (overlaps, inside bool) {
	inside = true
	for w, x := range a {
		overlaps = overlaps || x&b[w] != 0
		inside = inside && x&^b[w] == 0
	}
	return overlaps, inside
}

// split replaces the groups on uneven sets by parts of even ones.
func (g *byGroup) split() {
	live := make([]*flowGroup, 0, 2*len(g.live))
	for _, f := range g.live {
		if f.wait > 0 || len(f.set.parts) == 0 {
			live = append(live, f)
			continue
		}
		for _, set := range f.set.parts {
			part := *f
			part.set, part.part, part.links, part.sub = set, true, nil, slices.Clone(f.sub)
			set.users++
			if g.rec != nil {
				part.id = g.rec.partOf(f.id, set.bits)
			}
			live = append(live, &part)
		}
		g.share.drop(f.set)
	}
	g.live = live
}

// channels returns the set of channels of a group whose bytes begin to move.
func (g *byGroup) channels(f *flowGroup) *linkSet {
	s := g.share
	key := wholeKey{from: g.l.block[f.node], to: -1, code: f.code}
	if f.edge >= 0 {
		key.to = g.l.block[g.t.edges[f.edge].To]
	}
	all := len(f.sub) == g.t.splits[f.node]
	if set := s.whole[key]; all && set != nil {
		set.users++
		return set
	}
	set := s.intern(slices.Clone(g.linksOf(f)))
	set.users++
	if all {
		set.users++ // never dropped
		s.whole[key] = set
	}
	return set
}

// intern returns the set of the given channels, which nobody else uses.
func (s *sharing) intern(links []uint64) *linkSet {
	hash := uint64(14695981039346656037) // FNV-1a, by words
	for _, x := range links {
		hash = (hash ^ x) * 1099511628211
		hash ^= hash >> 29
	}
	for _, set := range s.index[hash] {
		if slices.Equal(set.bits, links) {
			return set
		}
	}
	set := &linkSet{bits: links, hash: hash}
	s.index[hash] = append(s.index[hash], set)
	return set
}

// drop takes one group from a set, and forgets the set with the last.
func (s *sharing) drop(set *linkSet) {
	if set.users--; set.users > 0 {
		return
	}
	rest := slices.DeleteFunc(s.index[set.hash], func(other *linkSet) bool { return other == set })
	if s.index[set.hash] = rest; len(rest) == 0 {
		delete(s.index, set.hash)
	}
}

// eachLink visits the dependencies of a part of a group.
func (g *byGroup) eachLink(f *flowGroup, visit func(from int, to op)) {
	w, node := len(g.l.servers), f.node
	if f.edge >= 0 {
		node = g.t.edges[f.edge].To
	}
	at := g.l.at[g.l.block[node]]
	for i, word := range f.set.bits {
		for ; word != 0; word &= word - 1 {
			link := i<<6 + bits.TrailingZeros64(word)
			visit(link/w, op{node, at[link%w]})
		}
	}
}
