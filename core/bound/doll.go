package bound

import (
	"cmp"
	"math/bits"
	"slices"
)

// How a search is made. Settings that decide how good its schedules are and how
// long proofs take; they were chosen by trying on the paper's presets.
const (
	narrow   = 256 // states that are kept at first
	widen    = 8   // times as many the next time
	widest   = 1 << 18
	compared = 256 // states that one is compared with for dominance
	ahead    = 24  // jobs for which it counts which blocks are free

	yieldEvery = 256 // states
)

// releases holds for each server, a byte each, how many of the jobs to come still
// find it in use: 0 to longest.
type releases [MaxServers / 8]uint64

// longest is the most jobs that a job may outlast: the highest bit of a byte is
// never set.
const longest = 127

func (r *releases) at(server int) int { return int(r[server>>3] >> (uint(server) & 7 * 8) & 0xff) }

func (r *releases) set(server, jobs int) {
	shift := uint(server) & 7 * 8
	r[server>>3] = r[server>>3]&^(0xff<<shift) | uint64(jobs)<<shift
}

// pass lets one job pass.
func (r *releases) pass() {
	const low = 0x7f7f7f7f7f7f7f7f
	for i, word := range r {
		used := (word + low) &^ low // the highest bit of each byte that is not 0
		r[i] = word - used>>7
	}
}

// covers reports whether every server of r is free no later than in q.
func (r *releases) covers(q *releases) bool {
	const high = 0x8080808080808080
	for i := range r {
		if ((q[i]|high)-r[i])&high != high {
			return false
		}
	}
	return true
}

// state is what the decisions on the jobs so far come to.
type state struct {
	releases releases
	lost     float64 // reduced costs of the decisions: the relaxation's value less this bounds what can be reached
	score    float64 // least first, where not all can be kept
	accepted int32
	parent   int32 // in the layer before
	way      int16 // of the job before; -1: rejected
	block    int16
}

// step is what is kept of a state to find the schedule again.
type step struct {
	parent     int32
	way, block int16
}

// doll is the search of one suffix.
type doll struct {
	*dolls
	first  int
	value  float64     // of the relaxation
	losses [][]float64 // by job from first on, by way: the reduced costs; last that of rejecting
	enough int         // nodes
	goal   int         // jobs; states that cannot reach it are dropped

	layers [][]step
	known  map[releases]int32
	next   []state
}

// prices returns what a server costs at each job of the suffix, by the dual of
// the relaxation, and the value of the dual, which bounds what can be accepted.
func (s *dolls) prices(first int) ([]float64, float64, error) {
	p := newProgram(s.relaxed[first:], s.servers)
	ends := p.ends()
	p.build(p.affordable(ends), ends)
	_, y, err := p.solve(func() error { return nil })
	if err != nil {
		return nil, 0, err
	}
	prices := make([]float64, len(p.jobs))
	value := 0.0
	for k := range prices {
		prices[k] = max(0, y[len(p.jobs)+k/p.size])
		value += float64(float64(s.servers) * prices[k])
	}
	for i := first; i < len(s.jobs); i++ {
		best := 0.0
		for w := range s.jobs[i].ways {
			best = max(best, s.gain(i, w, first, prices))
		}
		value += best
	}
	return prices, value, nil
}

// gain returns what a way of a job is worth at prices: one job, less the
// servers that it takes from others.
func (s *dolls) gain(job, w, first int, prices []float64) float64 {
	gain := 1.0
	way := &s.jobs[job].ways[w]
	for k := job; k < way.until; k++ {
		gain -= float64(float64(way.servers) * prices[k-first])
	}
	return gain
}

// lose sets the reduced costs.
func (d *doll) lose(prices []float64) {
	for i := d.first; i < len(d.jobs); i++ {
		best := 0.0
		row := make([]float64, len(d.jobs[i].ways)+1)
		for w := range d.jobs[i].ways {
			row[w] = d.gain(i, w, d.first, prices)
			best = max(best, row[w])
		}
		for w := range row {
			row[w] = best - row[w]
		}
		d.losses = append(d.losses, row)
	}
}

// guess returns the best schedule that a narrow search finds.
func (d *doll) guess() ([]Pick, error) {
	layer := []state{{}}
	d.layers, d.goal = d.layers[:0], 0
	for i := d.first; i < len(d.jobs); i++ {
		if !d.provable {
			d.done = i
		}
		if _, err := d.expand(layer, i, len(d.jobs)+1); err != nil {
			return nil, err
		}
		d.prune()
		if len(d.next) > narrow {
			d.cut(narrow)
		}
		d.keep()
		layer = append(layer[:0], d.next...)
	}
	best := 0
	for k := range layer {
		if layer[k].accepted > layer[best].accepted {
			best = k
		}
	}
	return d.trace(best), nil
}

// keep notes how the states of a layer came about.
func (d *doll) keep() {
	steps := make([]step, len(d.next))
	for k := range d.next {
		steps[k] = step{d.next[k].parent, d.next[k].way, d.next[k].block}
	}
	d.layers = append(d.layers, steps)
}

// reach looks for a schedule of the suffix that accepts so many jobs. It
// returns nil if it has found none, and whether there is none.
func (d *doll) reach(target int) (picks []Pick, impossible bool, err error) {
	for width := narrow; ; width *= widen {
		picks, cut, err := d.sweep(target, min(width, widest))
		if picks != nil || err != nil {
			return picks, false, err
		}
		if !cut {
			return nil, true, nil
		}
		if d.nodes >= d.enough || width >= widest {
			return nil, false, nil
		}
	}
}

// sweep goes through the jobs once, with at most so many states at a time. It
// reports whether states were left out.
func (d *doll) sweep(target, width int) (picks []Pick, cut bool, err error) {
	layer := []state{{}}
	d.layers, d.goal = d.layers[:0], target
	for i := d.first; i < len(d.jobs); i++ {
		found, err := d.expand(layer, i, target)
		if err != nil {
			return nil, false, err
		}
		if found < 0 {
			d.prune()
			if len(d.next) > width {
				d.cut(width)
				cut = true
			}
		}
		d.keep()
		if found >= 0 {
			return d.trace(found), cut, nil
		}
		layer = append(layer[:0], d.next...)
		if len(layer) == 0 || d.nodes >= d.enough {
			return nil, cut || len(layer) > 0, nil
		}
	}
	return nil, cut, nil
}

// trace returns the schedule of a state of the last layer.
func (d *doll) trace(at int) []Pick {
	picks := []Pick{}
	for l := len(d.layers) - 1; l >= 0; l-- {
		s := d.layers[l][at]
		if s.way >= 0 {
			picks = append(picks, Pick{d.first + l, int(s.way), int(s.block)})
		}
		at = int(s.parent)
	}
	slices.Reverse(picks)
	return picks
}

// expand decides on job i in every state and puts what can still reach the
// target into d.next. It returns the first state that has reached it, or -1.
func (d *doll) expand(layer []state, i, target int) (found int, err error) {
	d.next = d.next[:0]
	d.known = make(map[releases]int32, 2*len(layer))
	job, losses := &d.jobs[i], d.losses[i-d.first]
	for p := range layer {
		if p%yieldEvery == 0 {
			if err := d.yield(); err != nil {
				return -1, err
			}
		}
		s := &layer[p]
		base := s.releases
		base.pass()
		var busy uint64
		for server := range d.servers {
			if s.releases.at(server) > 0 {
				busy |= 1 << uint(server)
			}
		}
		child := state{parent: int32(p), way: -1, releases: base, accepted: s.accepted, lost: s.lost + losses[len(job.ways)]}
		d.put(&child, i, target)
		for w := range job.ways {
			way := &job.ways[w]
			outlasts := way.until - (i + 1)
			child.accepted, child.lost, child.way = s.accepted+1, s.lost+losses[w], int16(w)
			if outlasts > longest || !d.promising(&child, i) {
				continue
			}
			for b, block := range way.blocks {
				if block&busy != 0 {
					continue
				}
				child.block, child.releases = int16(b), base
				for m := block; m != 0; m &= m - 1 {
					child.releases.set(bits.TrailingZeros64(m), outlasts)
				}
				d.put(&child, i, target)
				if int(child.accepted) >= target {
					return len(d.next) - 1, nil
				}
			}
		}
	}
	return -1, nil
}

// promising reports whether a state behind job i can still reach the target.
func (d *doll) promising(s *state, i int) bool {
	return int(s.accepted)+d.most[i+1] >= d.goal && d.value-s.lost+tolerance >= float64(d.goal)
}

// put adds a state behind job i, unless it cannot reach the target or the same
// has been reached with as many jobs.
func (d *doll) put(s *state, i, target int) {
	if !d.promising(s, i) {
		return
	}
	d.nodes++
	key := d.canonical(&s.releases)
	if at, ok := d.known[key]; ok && int(s.accepted) < target {
		if have := &d.next[at]; s.accepted > have.accepted {
			*have = *s
			have.releases = s.releases
		}
		return
	}
	d.known[key] = int32(len(d.next))
	d.next = append(d.next, *s)
}

// canonical returns the least of all images.
func (d *doll) canonical(r *releases) releases {
	least := *r
	for _, image := range d.images {
		var moved releases
		for server, to := range image {
			if v := r.at(server); v != 0 {
				moved.set(to, v)
			}
		}
		if slices.Compare(moved[:], least[:]) < 0 {
			least = moved
		}
	}
	return least
}

// prune drops states that others dominate: with as many jobs and every server
// free as early.
func (d *doll) prune() {
	slices.SortStableFunc(d.next, func(a, b state) int {
		if a.accepted != b.accepted {
			return int(b.accepted - a.accepted)
		}
		return cmp.Compare(a.lost, b.lost)
	})
	kept := 0
	for i := range d.next {
		s := &d.next[i]
		dominated := false
		for k := range min(kept, compared) {
			if d.next[k].releases.covers(&s.releases) {
				dominated = true
				break
			}
		}
		if !dominated {
			d.next[kept] = *s
			kept++
		}
	}
	d.next = d.next[:kept]
}

// cut keeps so many of the states: those that have lost least, less
// what the blocks are worth that they leave free. Of the states that differ only
// in the block of the last job, first the best one is kept, then the others if
// there is room: they are much alike.
func (d *doll) cut(width int) {
	for k := range d.next {
		s := &d.next[k]
		s.score = s.lost - d.leaves(&s.releases)
	}
	slices.SortStableFunc(d.next, func(a, b state) int { return cmp.Compare(a.score, b.score) })
	type decision struct {
		parent int32
		way    int16
	}
	seen := make(map[decision]bool, width)
	var kept, others []state
	for k := range d.next {
		s := &d.next[k]
		if by := (decision{s.parent, s.way}); !seen[by] {
			seen[by] = true
			if kept = append(kept, *s); len(kept) == width {
				break
			}
		} else if len(others) < width {
			others = append(others, *s)
		}
	}
	kept = append(kept, others[:min(len(others), width-len(kept))]...)
	d.next = append(d.next[:0], kept...)
}

// leaves returns the fraction of the blocks, by weight, that are free for the
// jobs to come, on average over those.
func (d *doll) leaves(r *releases) float64 {
	sum, free := 0, 0
	changed := true
	for k := range ahead {
		var busy uint64
		for server := range d.servers {
			if until := r.at(server); until > k {
				busy |= 1 << uint(server)
			} else if until == k {
				changed = true
			}
		}
		if changed {
			changed, free = false, 0
			for _, b := range d.weights {
				if b.mask&busy == 0 {
					free += b.weight
				}
			}
		}
		sum += free
	}
	return float64(sum) / float64(ahead*d.total)
}
