package experiment

import (
	"fmt"
	"math/bits"

	"rampart/core/bound"
	"rampart/core/cluster"
	"rampart/core/plan"
	"rampart/core/ramp"
	"rampart/core/workload"
)

// Optimum is the best that anybody could do on the first jobs of one seed who
// knew them all beforehand.
type Optimum struct {
	Seed     uint64
	Jobs     int     // the first ones
	Relaxed  float64 // bound on the accepted ones: see BoundMaker.Bound
	Accepted int     // by the best schedule that was found
	AtMost   int     // by any; Accepted if that is proven
	Nodes    int     // states that the search has looked at
	Schedule []Slot
}

// Slot is an accepted job of an Optimum.
type Slot struct {
	Job                   int // as it arrives, from 0
	Degree                int
	Servers               []int // ascending
	StartSeconds, Seconds float64
}

// block is where a job may lie at a degree, and for how long a step.
type block struct {
	degree int
	mask   uint64
	step   float64 // seconds
}

// Optimum finds the clairvoyant optimum of the first jobs of a seed: each is
// rejected or starts in the instant of its arrival, at any degree, in any free
// block of that degree's forms, if it is in time there. The placer only decides
// whether the two forms count that first fit alone tries. The JCT is that of the
// block; where the first placement's JCT stands for all (reference rules), it is
// that of the best block, so that no strategy whose placer keeps a job in one
// block accepts more than AtMost. More jobs than bound.Optimal can prove get a good
// schedule and the relaxation's bound, no proof. It returns an error if the
// cluster has more than bound.MaxServers servers, or jobs is below 1.
func (b *BoundMaker) Optimum(seed uint64, jobs int, limits bound.Limits) (*Optimum, error) {
	shape := b.plans[0].Settings().Shape
	if shape.N() > bound.MaxServers {
		return nil, fmt.Errorf("the exact optimum is found on at most %d servers, the cluster has %d", bound.MaxServers, shape.N())
	}
	if jobs < 1 {
		return nil, fmt.Errorf("%d jobs have no optimum, expected at least 1", jobs)
	}
	stream, err := workload.New(&b.runner.workload, seed)
	if err != nil {
		return nil, err
	}
	horizon := b.runner.cluster.HorizonSeconds
	var relaxed []bound.Job
	var tasks []bound.Task
	var degrees [][]int // by task and choice
	for a, ok := stream.Next(); ok && a.Seconds <= horizon && len(tasks) < jobs; a, ok = stream.Next() {
		relaxed = append(relaxed, bound.Job{ArrivalSeconds: a.Seconds, Options: b.options(&a, horizon)})
		task, of := b.task(&a, horizon)
		tasks, degrees = append(tasks, task), append(degrees, of)
	}
	o := &Optimum{Seed: seed, Jobs: len(tasks)}
	var yield func() error
	if limits.Yield != nil {
		yield = func() error { return limits.Yield(0, len(tasks)) }
	}
	if o.Relaxed, err = bound.Accepted(relaxed, shape.N(), yield); err != nil {
		return nil, err
	}
	limits.Images = reflections(shape)
	found, err := bound.Optimal(tasks, shape.N(), limits)
	if err != nil {
		return nil, err
	}
	o.Accepted, o.AtMost, o.Nodes = found.Accepted, min(found.AtMost, int(o.Relaxed+1e-6)), found.Nodes
	for _, p := range found.Schedule {
		c := &tasks[p.Task].Choices[p.Choice]
		o.Schedule = append(o.Schedule, Slot{
			Job: p.Task, Degree: degrees[p.Task][p.Choice], Servers: serversOf(c.Blocks[p.Block]),
			StartSeconds: tasks[p.Task].ArrivalSeconds, Seconds: c.Seconds,
		})
	}
	return o, nil
}

// task lists the blocks in which a job is in time: a choice for each degree and
// JCT, with its degree.
func (b *BoundMaker) task(a *workload.Arrival, horizon float64) (task bound.Task, degrees []int) {
	fixes := b.plans[0].Settings().Fixes
	task.ArrivalSeconds = a.Seconds
	known := map[int]bool{} // effective degrees
	for _, degree := range b.plans[0].Degrees() {
		if degree == 0 || known[b.plans[0].Template(a.Graph, degree).Degree] {
			continue
		}
		known[b.plans[0].Template(a.Graph, degree).Degree] = true
		limit := cluster.Limit(fixes, a.Beta, a.TrainingSteps, b.template(a.Graph, degree))
		first := len(task.Choices)
	blocks:
		for _, k := range b.blocks(a.Graph, degree) {
			seconds := float64(k.step * float64(a.TrainingSteps))
			if seconds > limit || a.Seconds+seconds > horizon && !fixes.Has(plan.FixUnfinished) {
				continue
			}
			for i := first; i < len(task.Choices); i++ {
				if c := &task.Choices[i]; c.Seconds == seconds {
					c.Blocks = append(c.Blocks, k.mask)
					continue blocks
				}
			}
			task.Choices = append(task.Choices, bound.Choice{Blocks: []uint64{k.mask}, Seconds: seconds})
			degrees = append(degrees, degree)
		}
	}
	return task, degrees
}

// blocks lists the blocks of a graph at a degree, each set of servers once.
func (b *BoundMaker) blocks(graph, degree int) []block {
	key := way{graph, degree}
	if list, ok := b.exact[key]; ok {
		return list
	}
	inside := b.plans[0]
	if inside.Settings().Placer == plan.FirstFit {
		inside = b.plans[1] // another placer, which keeps the job in the block
	}
	shape := inside.Settings().Shape
	var list []block
	seen := map[uint64]bool{}
	candidates := ramp.NewBlocks(shape, b.plans[0].Template(graph, degree).Degree, b.plans[0].Settings().Placer == plan.FirstFit)
	for _, mask := range candidates.Words() {
		if seen[mask] {
			continue
		}
		seen[mask] = true
		free := ramp.Set{mask}
		pl := inside.Place(graph, degree, free)
		if pl == nil {
			pl = b.plans[0].Place(graph, degree, free)
		}
		if pl != nil {
			list = append(list, block{degree, mask, inside.Step(pl).Seconds})
		}
	}
	if !inside.Settings().Fixes.Has(plan.FixPlacement) {
		for i := range list {
			list[0].step = min(list[0].step, list[i].step)
		}
		for i := range list {
			list[i].step = list[0].step
		}
	}
	b.exact[key] = list
	return list
}

// reflections lists the permutations of the servers that turn groups, racks or
// servers round.
func reflections(s ramp.Shape) (images [][]int) {
	for turn := 1; turn < 8; turn++ {
		image := make([]int, s.N())
		for i := range image {
			c, r, v := s.Coord(i)
			if turn&1 != 0 {
				c = s.Groups - 1 - c
			}
			if turn&2 != 0 {
				r = s.Racks - 1 - r
			}
			if turn&4 != 0 {
				v = s.Servers - 1 - v
			}
			image[i] = s.Index(c, r, v)
		}
		images = append(images, image)
	}
	return images
}

// serversOf lists the servers of a set.
func serversOf(mask uint64) (servers []int) {
	for ; mask != 0; mask &= mask - 1 {
		servers = append(servers, bits.TrailingZeros64(mask))
	}
	return servers
}
