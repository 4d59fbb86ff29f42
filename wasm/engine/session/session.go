// Package session answers the page's requests inside a Web Worker. It knows
// nothing of browsers, so that its tests run anywhere.
package session

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"rampart/core/experiment"
	"rampart/core/strict"
	"rampart/wasm/wire"
)

// How long a slice of work lasts before the worker looks for messages, and how
// far apart progress reports are. Stop must react within 100 ms, and a report
// makes the page draw.
const (
	sliceTime    = 10 * time.Millisecond
	progressTime = 100 * time.Millisecond
)

// Host is what a session needs of the place it runs in.
type Host interface {
	// Post sends one reply.
	Post(reply []byte)
	// Pause returns after the messages that have come in were given to
	// Session.Receive.
	Pause()
	// Now returns the time since some fixed moment.
	Now() time.Duration
}

// Prepare makes the function that runs the units of an experiment. Tests put a
// small one in place of experiment.NewRunner.
type Prepare func(x *experiment.Experiment) (Run, error)

// Run simulates one unit. It calls yield often, and gives up with the error
// that yield returns.
type Run func(unit wire.Unit, yield func(decided, total int) error) (*experiment.Run, error)

// errStopped ends a run whose request was stopped.
var errStopped = errors.New("session: stopped")

// Session answers requests one at a time, in the order of their arrival.
type Session struct {
	host    Host
	prepare Prepare
	wake    chan struct{} // holds one token when queue may not be empty

	mu      sync.Mutex
	queue   []wire.Request
	current int  // ID of the request in work; 0 if none
	stop    bool // the request in work was stopped

	controls []wire.Request // for the trainings in work and in the queue
	control  chan struct{}  // holds one token when the training in work should look

	paused, reported time.Duration // when the worker last paused and reported

	// The experiment of the last request, and what runs it: plans made for one
	// request serve the next.
	last []byte
	run  Run

	explainer *explainer // of the last request that asked; nil before
	decider   *decider   // the same
	grapher   *grapher   // the same
	surveyor  *surveyor  // the same
	sweeper   *sweeper   // of the last request of a sweep; nil before
	bounds    bounds     // of the last request of bounds
}

// New returns a session that has not said yet that it is ready.
func New(h Host, prepare Prepare) *Session {
	return &Session{host: h, prepare: prepare, wake: make(chan struct{}, 1), control: make(chan struct{}, 1)}
}

// Receive takes one message from the page. It never blocks.
func (s *Session) Receive(message []byte) {
	var req wire.Request
	if err := json.Unmarshal(message, &req); err != nil {
		s.post(wire.Reply{Kind: wire.KindError, Message: "The engine got a message that it cannot read: " + err.Error() + "."})
		return
	}
	switch req.Op {
	case wire.OpStop:
		s.receiveStop(req.ID)
		return
	case wire.OpPause, wire.OpResume, wire.OpRate:
		s.receiveControl(req)
		return
	}
	s.mu.Lock()
	s.queue = append(s.queue, req)
	s.mu.Unlock()
	notify(s.wake)
}

// notify puts a token into a channel that holds one.
func notify(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// receiveControl keeps a message for a training. One for a training that is
// over comes too late and is dropped.
func (s *Session) receiveControl(req wire.Request) {
	s.mu.Lock()
	if s.current == req.ID || slices.ContainsFunc(s.queue, func(r wire.Request) bool { return r.ID == req.ID }) {
		s.controls = append(s.controls, req)
	}
	s.mu.Unlock()
	notify(s.control)
}

// takeControls returns the messages for the training in work, and whether it
// was stopped.
func (s *Session) takeControls() (list []wire.Request, stop bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.controls = slices.DeleteFunc(s.controls, func(r wire.Request) bool {
		if r.ID == s.current {
			list = append(list, r)
		}
		return r.ID == s.current
	})
	return list, s.stop
}

// receiveStop drops a request that waits, or tells the one in work to end.
func (s *Session) receiveStop(id int) {
	s.mu.Lock()
	if s.current == id {
		s.stop = true
	}
	i := slices.IndexFunc(s.queue, func(r wire.Request) bool { return r.ID == id })
	if i >= 0 {
		s.queue = slices.Delete(s.queue, i, i+1)
		s.controls = slices.DeleteFunc(s.controls, func(r wire.Request) bool { return r.ID == id })
	}
	s.mu.Unlock()
	notify(s.control)
	if i >= 0 {
		s.post(wire.Reply{ID: id, Kind: wire.KindStopped})
	}
}

// Serve works until a request panics: the state of the program is unknown
// then, and the page starts another worker.
func (s *Session) Serve() {
	s.post(wire.Reply{Kind: wire.KindReady, Engine: experiment.EngineVersion})
	for {
		if !s.handleNext() {
			return
		}
	}
}

// handleNext waits for a request and answers it. It reports whether the
// session can go on.
func (s *Session) handleNext() (ok bool) {
	req := s.next()
	defer func() {
		if p := recover(); p != nil {
			s.post(wire.Reply{ID: req.ID, Kind: wire.KindError, Dead: true,
				Message: fmt.Sprintf("The engine failed and has to start again: %v.", p)})
			ok = false
		}
	}()
	reply, err := s.answer(req)
	s.takeControls() // those that came too late
	s.mu.Lock()
	s.current, s.stop = 0, false
	s.mu.Unlock()
	switch {
	case errors.Is(err, errStopped):
		reply = wire.Reply{Kind: wire.KindStopped}
	case err != nil:
		reply = errorReply(err)
	}
	reply.ID = req.ID
	s.post(reply)
	return true
}

// next waits for a request and makes it the current one.
func (s *Session) next() wire.Request {
	for {
		s.mu.Lock()
		if len(s.queue) > 0 {
			req := s.queue[0]
			s.queue = s.queue[1:]
			s.current, s.stop = req.ID, false
			s.mu.Unlock()
			return req
		}
		s.mu.Unlock()
		<-s.wake
	}
}

// answer does what a request asks for and returns its last reply.
func (s *Session) answer(req wire.Request) (wire.Reply, error) {
	switch req.Op {
	case wire.OpRun, wire.OpJobs:
		return s.simulate(req)
	case wire.OpImport:
		return convert(req.FileName, req.File, req.Experiment)
	case wire.OpTrain:
		return s.train(req)
	case wire.OpExplain:
		return s.explain(req)
	case wire.OpSurvey:
		return s.survey(req)
	case wire.OpGraph:
		return s.graph(req)
	case wire.OpPolicies:
		return policies()
	case wire.OpRoom:
		return s.room(req)
	case wire.OpDecide:
		return s.decide(req)
	case wire.OpSweep:
		return s.sweep(req)
	case wire.OpBound:
		return s.bound(req)
	}
	return wire.Reply{}, fmt.Errorf("the engine does not know the request %q", req.Op)
}

// simulate runs the units of a request in their order.
func (s *Session) simulate(req wire.Request) (wire.Reply, error) {
	if err := s.load(req.Experiment); err != nil {
		return wire.Reply{}, err
	}
	for _, unit := range req.Units {
		run, err := s.run(unit, func(decided, total int) error { return s.yield(req.ID, unit, decided, total) })
		if err != nil {
			return wire.Reply{}, err
		}
		if req.Op == wire.OpJobs {
			if err := s.postJobs(req.ID, unit, run); err != nil {
				return wire.Reply{}, err
			}
		}
		short := *run
		short.Jobs = nil
		s.post(wire.Reply{ID: req.ID, Kind: wire.KindRun, Unit: unit, Run: &short, Deadlocked: run.Deadlocked})
		s.reported = s.host.Now()
	}
	return wire.Reply{Kind: wire.KindDone}, nil
}

// postJobs sends the jobs of a run in pieces.
func (s *Session) postJobs(id int, unit wire.Unit, run *experiment.Run) error {
	total := len(run.Jobs)
	var packer wire.JobsPacker
	for first := 0; first < total; first += wire.JobsPiece {
		piece := run.Jobs[first:min(first+wire.JobsPiece, total)]
		s.post(wire.Reply{ID: id, Kind: wire.KindJobs, Unit: unit, Decided: first, Total: total, Jobs: packer.Pack(piece)})
		if err := s.yield(id, unit, total, total); err != nil {
			return err
		}
	}
	return nil
}

// load prepares an experiment, unless it is the one of the last request.
func (s *Session) load(file []byte) error {
	if s.run != nil && bytes.Equal(file, s.last) {
		return nil
	}
	s.run = nil
	x, err := experiment.Decode(file)
	if err != nil {
		return err
	}
	run, err := s.prepare(x)
	if err != nil {
		return err
	}
	s.last, s.run = file, run
	return nil
}

// yield is called often by the work: it reports progress and looks for
// messages when it is time to.
func (s *Session) yield(id int, unit wire.Unit, decided, total int) error {
	now := s.host.Now()
	if now-s.paused < sliceTime {
		return nil
	}
	if now-s.reported >= progressTime {
		s.reported = now
		s.post(wire.Reply{ID: id, Kind: wire.KindProgress, Unit: unit, Decided: decided, Total: total})
	}
	s.host.Pause()
	s.paused = s.host.Now()
	if s.stopped() {
		return errStopped
	}
	return nil
}

// stopped reports whether the request in work was stopped.
func (s *Session) stopped() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stop
}

// errorReply says what is wrong, and which field is to blame if one is.
func errorReply(err error) wire.Reply {
	reply := wire.Reply{Kind: wire.KindError, Message: err.Error()}
	var field *strict.Error
	if errors.As(err, &field) {
		reply.Path = field.Path
	}
	return reply
}

// post sends a reply. The types of package wire always have a JSON form, so an
// error here is a mistake of the program.
func (s *Session) post(reply wire.Reply) {
	s.host.Post(reply.Text())
}
