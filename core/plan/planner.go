// Package plan decides how a job would run on the cluster: it partitions the
// job's graph to a degree, places the sub-ops on free servers, and looks ahead
// through one training step to know how long the job would take.
package plan

import (
	"fmt"
	"math"
	"slices"

	"rampart/core/jobgraph"
	"rampart/core/ramp"
)

// Settings are the constants that a plan depends on. They do not change during
// the life of a Planner.
type Settings struct {
	Graphs             []*jobgraph.Job
	Shape              ramp.Shape
	NodeBandwidth      float64 // bytes per second of all transceivers of a server together
	PropagationSeconds float64
	IOSeconds          float64
	Topology           ramp.Topology
	Alone              bool    // transfers of other topologies share no ports and links, as RAMP's do not
	ChannelsPerLink    int     // >= 1
	MemoryBytes        float64 // of one server's device
	MaxDegree          int     // largest degree a job may be partitioned to, >= 1
	Quantum            float64 // SiP-ML quantum: in the graph's unit, in seconds with FixUnits
	Fixes              Fixes   // departures from the reference; 0: none
	Placer             Placer  // how a partitioned job is laid on servers
}

// Plan is one placed job. It is immutable and shared between all jobs that are
// placed alike.
type Plan struct {
	*Template
	Servers     []int    // ascending
	ServerNames []string // of Servers
	Channels    int      // distinct channels that carry flows
	FlowBytes   float64  // bytes of all dependencies between different servers

	layout *layout
	step   *Step
}

// Planner makes plans and remembers them. It is not safe for concurrent use.
type Planner struct {
	s         Settings
	net       network
	templates [][]*Template  // by graph and degree
	fit       []*ramp.Blocks // by size: first fit, with the fallback forms
	inside    []*ramp.Blocks // by size: compact and best fit, without them
	best      *ramp.BestFit  // of the best-fit placer
	degrees   []int          // degrees that some block exists for, ascending, from 0
	plans     map[placeKey]*Plan
	steps     map[stepKey]*Step
	key       placeKey
	sequence  []float64 // by graph: compute seconds of a step on one server, unpartitioned
	factor    float64   // passes whose memory is counted when placing
}

// maxRemembered bounds the plans kept at a time; the oldest go all at once.
const maxRemembered = 1 << 16

// levelsInKey is how many distinct splits of a job a placeKey has room for.
// Jobs of more are planned without remembering the placement.
const levelsInKey = 10

// placeKey names a placement exactly: the template and the candidate block of
// each of its levels.
type placeKey struct {
	template *Template
	block    [levelsInKey]int32
}

// stepKey names everything a step depends on: the template and the placement
// up to renaming of servers, groups, racks and places.
type stepKey struct {
	template  *Template
	signature string
}

// New returns a Planner. It returns an error if the settings make no sense.
func New(s Settings) (*Planner, error) {
	switch {
	case s.Shape.Groups < 1 || s.Shape.Racks < 1 || s.Shape.Servers < 1:
		return nil, fmt.Errorf("plan: the cluster has no servers: %v", s.Shape)
	case s.Topology.Kind == ramp.KindRAMP && s.Shape.Racks > s.Shape.Groups:
		return nil, fmt.Errorf("plan: %d racks in a group are more than the %d groups", s.Shape.Racks, s.Shape.Groups)
	case s.MaxDegree < 1 || s.ChannelsPerLink < 1:
		return nil, fmt.Errorf("plan: degree limit %d and channels %d must be at least 1", s.MaxDegree, s.ChannelsPerLink)
	case s.Topology.Kind == ramp.KindFatTree && !(s.Topology.Oversubscription >= 1):
		return nil, fmt.Errorf("plan: oversubscription %v must be at least 1", s.Topology.Oversubscription)
	case !(s.Quantum > 0) || !(s.NodeBandwidth > 0):
		return nil, fmt.Errorf("plan: quantum %v and bandwidth %v must be positive", s.Quantum, s.NodeBandwidth)
	}
	p := &Planner{
		s:         s,
		net:       newNetwork(&s),
		templates: make([][]*Template, len(s.Graphs)),
		fit:       make([]*ramp.Blocks, s.MaxDegree+1),
		inside:    make([]*ramp.Blocks, s.MaxDegree+1),
		degrees:   []int{0},
		plans:     map[placeKey]*Plan{},
		steps:     map[stepKey]*Step{},
		factor:    1,
	}
	if s.Fixes.Has(FixMemory) {
		p.factor = 2
	}
	for d := 1; d <= s.MaxDegree; d++ {
		if (d == 1 || d%2 == 0) && d <= s.Shape.N() && len(ramp.BlockShapes(s.Shape, d, false)) > 0 {
			p.degrees = append(p.degrees, d)
		}
	}
	for g := range s.Graphs {
		p.templates[g] = make([]*Template, s.MaxDegree+1)
		p.sequence = append(p.sequence, StepSeconds(s.Graphs[g], s.Fixes))
	}
	return p, nil
}

// Settings returns what the planner was made with.
func (p *Planner) Settings() Settings { return p.s }

// StepSeconds returns the compute time of one training step of graph number g on
// one server, before it is partitioned, in simulated seconds.
func (p *Planner) StepSeconds(g int) float64 { return p.sequence[g] }

// Degrees returns the degrees that are valid on the empty cluster, ascending:
// 0 (do not place), 1, and the even degrees for which a block exists (spec
// section 5.1). The caller must not change the slice.
func (p *Planner) Degrees() []int { return p.degrees }

// Template returns graph number g partitioned to at most the given degree.
func (p *Planner) Template(g, degree int) *Template {
	if t := p.templates[g][degree]; t != nil {
		return t
	}
	t := newTemplate(p.s.Graphs[g], degree, p.s.Quantum, p.s.Fixes)
	if t.Degree != degree { // the same as asking for less
		if have := p.templates[g][t.Degree]; have != nil {
			t = have
		}
		p.templates[g][t.Degree] = t
	}
	p.templates[g][degree] = t
	return t
}

// Place puts graph number g, partitioned to degree (1..MaxDegree), on servers
// of the free set (spec section 5). It returns nil if they cannot hold it. later
// holds the servers that will be free at later moments, as far as is known, for
// the placer that looks ahead, BestFit.
func (p *Planner) Place(g, degree int, free ramp.Set, later ...ramp.Set) *Plan {
	t := p.Template(g, degree)
	if p.s.Placer != FirstFit {
		return p.placeInside(t, free, later)
	}
	return p.placeFirst(t, free)
}

// placeFirst is the reference's placer (spec section 5): op by op, each on the
// servers of a parent of equal degree or else on the first block that is free.
func (p *Planner) placeFirst(t *Template, free ramp.Set) *Plan {
	if float64(t.load*p.factor) > p.s.MemoryBytes*(1-1e-9) {
		return p.placeByMemory(t, free)
	}
	// No server can run out of memory, so an op that does not inherit its
	// parent's servers takes the first block of its size, and so did any
	// parent of that size: the block depends on the size alone.
	if len(t.levels) > levelsInKey {
		blocks := make([][]int, len(t.levels))
		for i, k := range t.levels {
			c := p.fitting(k).First(free)
			if c < 0 {
				return nil
			}
			blocks[i] = p.fitting(k).Servers(c)
		}
		return p.build(t, blocks, t.level[:t.Job.Forward])
	}
	key := &p.key
	*key = placeKey{template: t}
	for i, k := range t.levels {
		c := p.fitting(k).First(free)
		if c < 0 {
			return nil
		}
		key.block[i] = int32(c)
	}
	if pl := p.plans[*key]; pl != nil {
		return pl
	}
	blocks := make([][]int, len(t.levels))
	for i, k := range t.levels {
		blocks[i] = p.fitting(k).Servers(int(key.block[i]))
	}
	return p.remember(*key, p.build(t, blocks, t.level[:t.Job.Forward]))
}

func (p *Planner) remember(key placeKey, pl *Plan) *Plan {
	if len(p.plans) >= maxRemembered {
		clear(p.plans)
	}
	p.plans[key] = pl
	return pl
}

// fitting returns the first-fit search for blocks of k servers.
func (p *Planner) fitting(k int) *ramp.Blocks {
	if p.fit[k] == nil {
		p.fit[k] = ramp.NewBlocks(p.s.Shape, k, true)
	}
	return p.fit[k]
}

// placeByMemory is first fit where memory may run out: op by op, in
// topological order, as the reference does it.
func (p *Planner) placeByMemory(t *Template, free ramp.Set) *Plan {
	left := make([]float64, p.s.Shape.N())
	for i := range left {
		left[i] = p.s.MemoryBytes
	}
	var blocks [][]int
	of := make([]int, t.Job.Forward)
	for _, i := range t.order {
		need := float64(t.memory[i] * p.factor)
		of[i] = -1
		for _, e := range t.in.at(i) {
			b := of[t.edges[e].From]
			if len(blocks[b]) == t.splits[i] && p.holds(left, blocks[b], need) {
				of[i] = b
				break
			}
		}
		if of[i] < 0 {
			block := p.fitting(t.splits[i]).FirstWhere(func(s int) bool { return free.Has(s) && left[s] >= need })
			if block == nil {
				return nil
			}
			of[i] = len(blocks)
			blocks = append(blocks, block)
		}
		for _, s := range blocks[of[i]] {
			left[s] -= need
		}
	}
	return p.build(t, blocks, of)
}

// holds reports whether a parent's servers have room for need bytes each. The
// reference looks at the sum over the servers (spec section 5, rule 2a).
func (p *Planner) holds(left []float64, servers []int, need float64) bool {
	total := 0.0
	for _, s := range servers {
		if p.s.Fixes.Has(FixMemory) && left[s] < need {
			return false
		}
		total += left[s]
	}
	return total >= need*float64(len(servers))
}

// build makes the plan of a template on blocks of servers; of names the block
// of each forward op. It returns nil if a server would have to hold more than
// its memory once both passes are mounted, where the reference fails (Q13).
func (p *Planner) build(t *Template, blocks [][]int, of []int) *Plan {
	l := newLayout(t, blocks, of)
	if float64(2*t.load) > p.s.MemoryBytes && p.overflows(t, l) {
		return nil
	}
	pl := &Plan{Template: t, layout: l, Servers: slices.Sorted(slices.Values(l.servers))}
	for _, s := range pl.Servers {
		pl.ServerNames = append(pl.ServerNames, p.s.Shape.Name(s))
	}
	pl.Channels, pl.FlowBytes = l.channelStats(t, p.s.ChannelsPerLink)
	return pl
}

func (p *Planner) overflows(t *Template, l *layout) bool {
	held := make([]float64, len(l.servers))
	for v, k := range t.splits {
		for s := range k {
			held[l.slots[l.block[v]][s]] += t.memory[v]
		}
	}
	for _, bytes := range held {
		if bytes > p.s.MemoryBytes {
			return true
		}
	}
	return false
}

// Step looks ahead through one training step of a placed job (spec section 7).
func (p *Planner) Step(pl *Plan) *Step {
	if pl.step != nil {
		return pl.step
	}
	key := stepKey{pl.Template, pl.layout.signature(p.s.Shape)}
	step := p.steps[key]
	if step == nil {
		step = p.lookahead(pl)
		if len(p.steps) >= maxRemembered {
			clear(p.steps)
		}
		p.steps[key] = step
	}
	pl.step = step
	return step
}

func (p *Planner) lookahead(pl *Plan) *Step {
	step := p.run(pl, newTiming(pl.Template, pl.layout, &p.net), nil)
	if math.IsNaN(step.Seconds) {
		panic("plan: step time is not a number")
	}
	return &step
}

// run looks ahead by the faster path that serves the rules. rec takes notes and
// changes nothing; nil is none.
func (p *Planner) run(pl *Plan, tm *timing, rec *recorder) Step {
	if Singly(p.s.ChannelsPerLink) {
		return runGeneral(pl.Template, pl.layout, tm, p.s.ChannelsPerLink, p.s.Fixes, rec)
	}
	return runByGroup(pl.Template, pl.layout, tm, p.s.Fixes, rec)
}

// Singly reports whether the lookahead follows every dependency singly with so
// many channels a link, which takes longer than following groups of them.
func Singly(channelsPerLink int) bool { return channelsPerLink > 1 }

// signature describes the layout up to renaming of groups, racks and places:
// each is numbered by first appearance. Two layouts of one template with equal
// signatures take the same step, since run times depend only on which servers
// are the same and on how many distinct groups, racks and places they span.
func (l *layout) signature(shape ramp.Shape) string {
	b := make([]byte, 0, 256)
	put := func(i int) { b = append(b, byte(i), byte(i>>8), byte(i>>16)) }
	groups, racks, places := map[int]int{}, map[int]int{}, map[int]int{}
	number := func(m map[int]int, i int) int {
		n, ok := m[i]
		if !ok {
			n = len(m)
			m[i] = n
		}
		return n
	}
	for _, s := range l.servers {
		c, r, v := shape.Coord(s)
		put(number(groups, c))
		put(number(racks, r))
		put(number(places, v))
	}
	put(len(l.slots))
	for _, slots := range l.slots {
		put(len(slots))
		for _, s := range slots {
			put(s)
		}
	}
	for _, block := range l.block {
		put(block)
	}
	return string(b)
}
