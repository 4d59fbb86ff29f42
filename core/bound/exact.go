package bound

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
)

// What Optimum can be asked for.
const (
	MaxTasks   = 300 // jobs, for a proof
	MaxServers = 64
)

// Choice is one way to run a job: in any one of the blocks, for so long.
type Choice struct {
	Blocks  []uint64 // sets of servers, a bit each, all of one size >= 1
	Seconds float64  // > 0
}

// Task is a job and all the ways to run it in time, block by block.
type Task struct {
	ArrivalSeconds float64
	Choices        []Choice
}

// Pick is an accepted job of a schedule: the task, its choice and the block of
// the choice, as indices.
type Pick struct{ Task, Choice, Block int }

// Optimum is what a search has found.
type Optimum struct {
	Accepted int    // jobs that the schedule accepts
	AtMost   int    // that any schedule accepts; Accepted if the search has proven it
	Schedule []Pick // in the order of the tasks
	Nodes    int    // states that the search has looked at
}

// Proven reports whether no schedule accepts more.
func (o *Optimum) Proven() bool { return o.Accepted == o.AtMost }

// Limits bound a search. The zero value is usable.
type Limits struct {
	// Nodes is about how many states may be looked at, in all; 0 is
	// DefaultNodes. The result depends on it where the search has to give up.
	Nodes int
	// Images are permutations of the servers, each server's place in the image.
	// States that are images of each other are searched once. Those that do not
	// map the blocks of every choice onto themselves are not used.
	Images [][]int
	// Yield is called now and then, with the tasks that are done and all; an
	// error from it ends the search and is returned. May be nil.
	Yield func(done, all int) error
}

// DefaultNodes is some ten seconds of work.
const DefaultNodes = 4_000_000

// Optimal returns the largest number of tasks that can be accepted, and a
// schedule, by branch and bound: an accepted job starts in the instant of its
// arrival, on a block all of whose servers are free, and keeps it until its
// time is over. Tasks are in the order of their arrivals. A server is free
// again in the instant in which a job ends. It panics if the tasks are out of
// order, or on servers that do not exist.
//
// Suffixes of the tasks are solved from the last to the first ("Russian dolls":
// Verfaillie, Lemaître and Schiex, AAAI 1996), so that each search only asks
// whether one task more can be accepted than from the next task on. A search
// keeps, task by task, the states that no other one dominates and that can still
// reach that, by the bound of the shorter suffix and by the reduced costs of
// the relaxation (see Accepted). Where there are too many states the best are
// kept and the search is no proof; it is repeated with more of them until the
// nodes are used up. More than MaxTasks tasks, or such as may outlast 127 others,
// are not searched for a proof: the schedule is then the best of a narrow search,
// and AtMost that of the relaxation.
func Optimal(tasks []Task, servers int, limits Limits) (*Optimum, error) {
	if servers < 1 || servers > MaxServers {
		panic(fmt.Sprintf("bound: %d servers", servers))
	}
	if limits.Nodes == 0 {
		limits.Nodes = DefaultNodes
	}
	s := newDolls(tasks, servers, &limits)
	if err := s.guess(); err != nil {
		return nil, err
	}
	for i := len(s.jobs) - 1; i >= 0 && s.provable; i-- {
		if err := s.yield(); err != nil {
			return nil, err
		}
		s.done = len(s.jobs) - 1 - i
		if err := s.open(i); err != nil {
			return nil, err
		}
	}
	o := &Optimum{Nodes: s.nodes}
	if len(s.jobs) > 0 {
		o.Accepted, o.AtMost = len(s.best), s.most[0]
		for _, p := range s.best {
			job := &s.jobs[p.Task]
			o.Schedule = append(o.Schedule, Pick{job.task, job.ways[p.Choice].choice, p.Block})
		}
	}
	return o, nil
}

// way is a choice of a job, with the first arrival for which its servers are
// free again.
type way struct {
	choice  int // of the task
	blocks  []uint64
	servers int
	until   int
}

// exactJob is a task that has choices.
type exactJob struct {
	task int
	at   float64
	ways []way
}

// dolls is the search over all suffixes.
type dolls struct {
	jobs    []exactJob
	servers int
	images  [][]int
	limits  *Limits
	weights []weighed // distinct blocks, for the choice among equals
	total   int       // their weights

	provable bool // there are not too many jobs, and none is too long

	relaxed []Job  // the jobs for the relaxation
	most    []int  // by job, and one more: bound on what its suffix accepts
	guessed []Pick // a schedule of all jobs
	best    []Pick // of the suffix solved last; Task and Choice are of jobs
	nodes   int
	done    int // suffixes
}

// weighed is a block and what it counts for when it is free.
type weighed struct {
	mask   uint64
	weight int
}

func newDolls(tasks []Task, servers int, limits *Limits) *dolls {
	s := &dolls{servers: servers, limits: limits}
	for i, t := range tasks {
		if i > 0 && t.ArrivalSeconds < tasks[i-1].ArrivalSeconds {
			panic("bound: tasks are not in the order of their arrivals")
		}
		if slices.ContainsFunc(t.Choices, func(c Choice) bool { return len(c.Blocks) > 0 }) {
			s.jobs = append(s.jobs, exactJob{task: i, at: t.ArrivalSeconds})
		}
	}
	s.provable = len(s.jobs) <= MaxTasks
	for i := range s.jobs {
		s.jobs[i].ways = s.waysOf(i, tasks[s.jobs[i].task].Choices)
		for _, w := range s.jobs[i].ways {
			s.provable = s.provable && w.until-(i+1) <= longest
		}
		relaxed := Job{ArrivalSeconds: s.jobs[i].at}
		for _, w := range s.jobs[i].ways {
			c := tasks[s.jobs[i].task].Choices[w.choice]
			relaxed.Options = append(relaxed.Options, Option{w.servers, c.Seconds})
		}
		s.relaxed = append(s.relaxed, relaxed)
	}
	s.most = make([]int, len(s.jobs)+1)
	s.weigh()
	for _, image := range limits.Images {
		if s.symmetric(image) {
			s.images = append(s.images, image)
		}
	}
	return s
}

// waysOf returns the choices of job i that no other one makes superfluous.
func (s *dolls) waysOf(i int, choices []Choice) []way {
	var ways []way
	for c, choice := range choices {
		if len(choice.Blocks) == 0 {
			continue
		}
		w := way{choice: c, blocks: choice.Blocks, servers: bits.OnesCount64(choice.Blocks[0]), until: len(s.jobs)}
		for _, b := range choice.Blocks {
			if bits.OnesCount64(b) != w.servers || w.servers == 0 || b>>uint(s.servers) != 0 && s.servers < 64 {
				panic("bound: the blocks of a choice are not of one size, or of servers that do not exist")
			}
		}
		for k := i + 1; k < len(s.jobs); k++ {
			if s.jobs[k].at >= s.jobs[i].at+choice.Seconds {
				w.until = k
				break
			}
		}
		ways = append(ways, w)
	}
	var kept []way
	for a := range ways {
		if !slices.ContainsFunc(ways, func(b way) bool { return b.choice != ways[a].choice && b.replaces(&ways[a]) }) {
			kept = append(kept, ways[a])
		}
	}
	return kept
}

// replaces reports whether wherever way a can be taken, w can be taken as well,
// on no more servers and for no longer. Of two that replace each other the
// first stays.
func (w *way) replaces(a *way) bool {
	if w.until > a.until || w.servers > a.servers || !w.inside(a) {
		return false
	}
	return w.until < a.until || w.choice < a.choice || !a.inside(w)
}

// inside reports whether every block of a holds a block of w.
func (w *way) inside(a *way) bool {
	for _, block := range a.blocks {
		if !slices.ContainsFunc(w.blocks, func(b uint64) bool { return b&^block == 0 }) {
			return false
		}
	}
	return true
}

// weigh lists the distinct blocks of all ways.
func (s *dolls) weigh() {
	seen := map[uint64]bool{}
	for i := range s.jobs {
		for _, w := range s.jobs[i].ways {
			for _, b := range w.blocks {
				if !seen[b] {
					seen[b] = true
					s.weights = append(s.weights, weighed{b, w.servers})
					s.total += w.servers
				}
			}
		}
	}
}

// symmetric reports whether a permutation maps the blocks of every way onto
// blocks of the same way.
func (s *dolls) symmetric(image []int) bool {
	if len(image) != s.servers {
		return false
	}
	var all uint64
	for _, at := range image {
		if at < 0 || at >= s.servers {
			return false
		}
		all |= 1 << uint(at)
	}
	if bits.OnesCount64(all) != s.servers {
		return false
	}
	for i := range s.jobs {
		for _, w := range s.jobs[i].ways {
			for _, b := range w.blocks {
				if !slices.Contains(w.blocks, moved(b, image)) {
					return false
				}
			}
		}
	}
	return true
}

// moved returns the image of a set.
func moved(set uint64, image []int) (to uint64) {
	for ; set != 0; set &= set - 1 {
		to |= 1 << uint(image[bits.TrailingZeros64(set)])
	}
	return to
}

func (s *dolls) yield() error {
	if s.limits.Yield == nil {
		return nil
	}
	return s.limits.Yield(s.done, len(s.jobs))
}

// guess looks for a good schedule of all jobs: what is left of it is one of each
// suffix.
func (s *dolls) guess() error {
	for i := range s.most {
		s.most[i] = len(s.jobs) - i
	}
	if len(s.jobs) == 0 {
		return nil
	}
	d := doll{dolls: s}
	prices, value, err := s.prices(0)
	if err != nil {
		return err
	}
	d.value = value
	d.lose(prices)
	if s.guessed, err = d.guess(); !s.provable {
		s.best, s.most[0] = s.guessed, min(len(s.jobs), int(math.Floor(value+tolerance)))
	}
	return err
}

// open solves the suffix from job i on, given those behind it.
func (s *dolls) open(i int) error {
	prices, value, err := s.prices(i)
	if err != nil {
		return err
	}
	s.most[i] = min(s.most[i+1]+1, int(math.Floor(value+tolerance)))
	for k, p := range s.guessed {
		if p.Task >= i && len(s.guessed)-k > len(s.best) {
			s.best = s.guessed[k:]
		}
	}
	if len(s.best) >= s.most[i] {
		s.most[i] = len(s.best)
		return nil
	}
	// What is left of the nodes is shared with the suffixes to come.
	d := doll{dolls: s, first: i, value: value, enough: s.nodes + (s.limits.Nodes-s.nodes)/(i+1)}
	d.lose(prices)
	for {
		// Several more may be possible if an earlier search had to give up.
		picks, impossible, err := d.reach(len(s.best) + 1)
		if err != nil {
			return err
		}
		if picks != nil {
			s.best = picks
		} else if impossible {
			s.most[i] = len(s.best)
		}
		if picks == nil || len(s.best) >= s.most[i] {
			return nil
		}
	}
}

// tolerance is what the relaxation's value may be short of a whole number by
// rounding.
const tolerance = 1e-6
