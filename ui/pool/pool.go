// Package pool hands requests to a fixed number of workers and replaces workers
// that die. A worker works on one request at a time; a second waits with it
// where both are simulations, so that it need not wait for the page between two.
//
// A Pool is not safe for concurrent use: whoever calls it, and the replies and
// deaths that workers report, must come one after another. Callbacks are made
// from inside these calls.
package pool

import (
	"rampart/wasm/wire"
)

// Worker is one worker.
type Worker interface {
	Post(text string) // text is a wire.Request
	Terminate()       // ends it at once; no more replies, no death
}

// Spawn starts a worker. It must return before the first reply or death.
type Spawn func(reply func(*wire.Reply), death func(message string)) Worker

// graceSeconds is how long a stopped worker may take to say so before it is
// terminated: Stop promises a tenth of a second.
const graceSeconds = 0.1

// maxFalseStarts is how many workers in a row may die before they were ready
// until the pool gives up: the engine is broken or cannot be loaded.
const maxFalseStarts = 3

// Task is a request and where its answers go.
type Task struct {
	Request wire.Request // ID is set by the pool
	// Reply gets every reply but those that end the request (done, stopped
	// and error).
	Reply func(*wire.Reply)
	// End is called once: with the last reply, or with a KindError of the
	// pool's own when the worker died twice. It is not called after Stop.
	End func(*wire.Reply)
	// Once says that the death of a worker ends the task, with a KindError
	// that has Dead set, instead of repeating it.
	Once bool

	tries   int
	stopped bool
}

// Pool is a set of workers.
type Pool struct {
	spawn       Spawn
	after       func(seconds float64, f func())
	notice      func(message string)
	slots       []*slot
	queue       []*Task
	lastID      int
	falseStarts int
	broken      string
}

// slot is the place of one worker, which may be replaced.
type slot struct {
	worker     Worker
	generation int // counts replacements: reports of earlier workers are ignored
	ready      bool
	task       *Task // in work, nil if the worker is idle
	next       *Task // waits with the worker, nil if none does
}

// New returns a pool of n workers, n >= 1, none of them started yet. after
// calls f later; notice is told in a sentence when a worker died.
func New(n int, spawn Spawn, after func(seconds float64, f func()), notice func(message string)) *Pool {
	if n < 1 {
		panic("pool: no workers")
	}
	p := &Pool{spawn: spawn, after: after, notice: notice, slots: make([]*slot, n)}
	for i := range p.slots {
		p.slots[i] = &slot{}
	}
	return p
}

// Size returns the number of workers.
func (p *Pool) Size() int { return len(p.slots) }

// Warm starts all workers now, so that they are ready when there is work.
func (p *Pool) Warm() {
	for _, s := range p.slots {
		p.start(s)
	}
}

// Add queues tasks behind those that wait already.
func (p *Pool) Add(tasks ...*Task) {
	p.queue = append(p.queue, tasks...)
	p.feed()
}

// AddFirst queues a task before those that wait already.
func (p *Pool) AddFirst(task *Task) {
	p.queue = append([]*Task{task}, p.queue...)
	p.feed()
}

// Stop ends tasks, whether they wait or run.
func (p *Pool) Stop(tasks ...*Task) {
	for _, t := range tasks {
		t.stopped = true
	}
	kept := p.queue[:0]
	for _, t := range p.queue {
		if !t.stopped {
			kept = append(kept, t)
		}
	}
	clear(p.queue[len(kept):])
	p.queue = kept
	for _, s := range p.slots {
		for _, task := range []*Task{s.next, s.task} {
			if task != nil && task.stopped {
				p.stop(s, task)
			}
		}
	}
}

// stop tells a slot's worker to give up a task, and replaces it if it does not.
func (p *Pool) stop(s *slot, task *Task) {
	s.worker.Post(encode(wire.Request{ID: task.Request.ID, Op: wire.OpStop}))
	generation := s.generation
	p.after(graceSeconds, func() {
		if s.generation == generation && (s.task == task || s.next == task) {
			p.replace(s)
			p.feed()
		}
	})
}

// Tell sends a request about a task to the worker that works on it, with the
// task's ID. It reports whether there is one.
func (p *Pool) Tell(task *Task, r wire.Request) bool {
	for _, s := range p.slots {
		if s.task == task && s.worker != nil {
			r.ID = task.Request.ID
			s.worker.Post(encode(r))
			return true
		}
	}
	return false
}

// feed gives the waiting tasks to idle workers.
func (p *Pool) feed() {
	for _, s := range p.slots {
		if len(p.queue) == 0 {
			return
		}
		if s.task != nil {
			continue
		}
		task := p.queue[0]
		p.queue = p.queue[1:]
		if p.broken != "" {
			task.End(&wire.Reply{Kind: wire.KindError, Message: p.broken})
			continue
		}
		p.lastID++
		task.Request.ID = p.lastID
		s.task = task
		p.start(s)
		s.worker.Post(encode(task.Request))
	}
	if p.broken != "" && len(p.queue) > 0 {
		p.feed()
		return
	}
	for _, s := range p.slots {
		if len(p.queue) > 0 && s.ready && s.task != nil && s.next == nil &&
			simulates(s.task.Request.Op) && simulates(p.queue[0].Request.Op) {
			s.next, p.queue = p.queue[0], p.queue[1:]
			p.lastID++
			s.next.Request.ID = p.lastID
			s.worker.Post(encode(s.next.Request))
		}
	}
}

// simulates reports whether a request is one of which a second may wait with its
// worker.
func simulates(op wire.Op) bool { return op == wire.OpRun || op == wire.OpSweep }

func (p *Pool) start(s *slot) {
	if s.worker != nil || p.broken != "" {
		return
	}
	s.generation++
	generation := s.generation
	s.ready = false
	s.worker = p.spawn(
		func(r *wire.Reply) {
			if s.generation == generation {
				p.reply(s, r)
			}
		},
		func(message string) {
			if s.generation == generation {
				p.death(s, message)
			}
		},
	)
}

// replace ends the slot's worker; the next task starts another.
func (p *Pool) replace(s *slot) {
	s.worker.Terminate()
	p.vacate(s)
}

// vacate forgets the slot's worker and its task, and gives the task that waited
// with it back to the queue.
func (p *Pool) vacate(s *slot) {
	if s.next != nil && !s.next.stopped {
		p.queue = append([]*Task{s.next}, p.queue...)
	}
	s.worker, s.task, s.next = nil, nil, nil
	s.generation++
}

func (p *Pool) reply(s *slot, r *wire.Reply) {
	if r.Kind == wire.KindReady {
		s.ready = true
		p.falseStarts = 0
		return
	}
	if r.Kind == wire.KindError && r.Dead {
		s.worker.Terminate()
		p.death(s, r.Message)
		return
	}
	if s.next != nil && r.ID == s.next.Request.ID {
		s.next = nil // stopped before its turn: nothing else is said of it yet
		p.feed()
		return
	}
	task := s.task
	if task == nil || r.ID != task.Request.ID {
		return // the answer to a request that was given up
	}
	switch r.Kind {
	case wire.KindDone, wire.KindStopped, wire.KindError, wire.KindImported, wire.KindExplained, wire.KindGraph, wire.KindPolicies, wire.KindRoom, wire.KindEpisode, wire.KindSurvey:
		s.task, s.next = s.next, nil
		if !task.stopped {
			task.End(r)
		}
		p.feed()
	default:
		if !task.stopped {
			task.Reply(r)
		}
	}
}

// death retries the task of a worker that died, once, on a new worker.
func (p *Pool) death(s *slot, message string) {
	task, ready := s.task, s.ready
	p.vacate(s)
	if !ready {
		p.falseStarts++
		if p.falseStarts >= maxFalseStarts {
			p.broken = message
		}
	}
	if task == nil || task.stopped {
		p.feed()
		return
	}
	task.tries++
	if task.tries > 1 || task.Once || p.broken != "" {
		task.End(&wire.Reply{ID: task.Request.ID, Kind: wire.KindError, Message: message, Dead: p.broken == ""})
	} else {
		p.notice(message + " It was replaced and its run is being repeated.")
		p.queue = append([]*Task{task}, p.queue...)
	}
	p.feed()
}

func encode(r wire.Request) string {
	return r.Text()
}
