package session

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"rampart/core/experiment"
	"rampart/wasm/wire"
)

// fakeHost records replies. Its clock goes on by one millisecond at each look,
// and onPause stands for the messages that come in meanwhile.
type fakeHost struct {
	mu      sync.Mutex
	replies []wire.Reply
	now     time.Duration
	pauses  int
	onPause func(n int)
	onPost  func(r *wire.Reply)
}

func (h *fakeHost) Post(data []byte) {
	reply, err := wire.ParseReply(string(data))
	if err != nil {
		panic(err)
	}
	h.mu.Lock()
	h.replies = append(h.replies, *reply)
	h.mu.Unlock()
	if h.onPost != nil {
		h.onPost(reply)
	}
}

func (h *fakeHost) Pause() {
	h.pauses++
	if h.onPause != nil {
		h.onPause(h.pauses)
	}
}

func (h *fakeHost) Now() time.Duration {
	h.now += time.Millisecond
	return h.now
}

// kinds lists the replies as "ID kind".
func (h *fakeHost) kinds() []string {
	var kinds []string
	for _, r := range h.replies {
		kinds = append(kinds, fmt.Sprintf("%d %s", r.ID, r.Kind))
	}
	return kinds
}

// fakePrepare runs nothing: a run of seed n yields n times.
func fakePrepare(*experiment.Experiment) (Run, error) {
	return func(unit wire.Unit, yield func(decided, total int) error) (*experiment.Run, error) {
		if unit.Seed == 666 {
			panic("broken invariant")
		}
		for i := range int(unit.Seed) {
			if err := yield(i, int(unit.Seed)); err != nil {
				return nil, err
			}
		}
		return &experiment.Run{Strategy: unit.Strategy, Seed: unit.Seed, JobsDigest: experiment.JobsDigest(nil)}, nil
	}, nil
}

func send(s *Session, req wire.Request) {
	data, err := json.Marshal(req)
	if err != nil {
		panic(err)
	}
	s.Receive(data)
}

func runRequest(id int, seeds ...uint64) wire.Request {
	req := wire.Request{ID: id, Op: wire.OpRun, Experiment: json.RawMessage(`{"rampart":1}`)}
	for _, seed := range seeds {
		req.Units = append(req.Units, wire.Unit{Strategy: 1, Seed: seed})
	}
	return req
}

func TestReplies(t *testing.T) {
	badExperiment := runRequest(1, 1)
	badExperiment.Experiment = json.RawMessage(`{"rampart":1,"cluster":{"groups":0}}`)
	tests := []struct {
		name string
		req  wire.Request
		want []string
		text string // of the last reply's message
	}{
		{"short runs report no progress", runRequest(1, 2, 3), []string{"1 run", "1 run", "1 done"}, ""},
		{"no units", runRequest(1), []string{"1 done"}, ""},
		{"an experiment that is wrong", badExperiment, []string{"1 error"}, "cluster.groups: "},
		{"an import", wire.Request{ID: 1, Op: wire.OpImport, FileName: "g.json", File: graphJSON}, []string{"1 imported"}, ""},
		{"an import that fails", wire.Request{ID: 1, Op: wire.OpImport, FileName: "g.txt"}, []string{"1 error"}, "the file is empty"},
		{"an unknown request", wire.Request{ID: 1, Op: "fly"}, []string{"1 error"}, `does not know the request "fly"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			h := &fakeHost{}
			s := New(h, fakePrepare)
			send(s, test.req)
			if !s.handleNext() {
				t.Fatal("the session ended")
			}
			if got := h.kinds(); !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %v, want %v", got, test.want)
			}
			last := h.replies[len(h.replies)-1]
			if !strings.Contains(last.Message, test.text) {
				t.Errorf("message %q, want it to say %q", last.Message, test.text)
			}
		})
	}
}

// The page shows an error beside the field that is to blame.
func TestErrorNamesField(t *testing.T) {
	h := &fakeHost{}
	s := New(h, fakePrepare)
	req := runRequest(1, 1)
	req.Experiment = json.RawMessage(`{"rampart":1,"cluster":{"groups":0}}`)
	send(s, req)
	s.handleNext()
	if h.replies[0].Path != "cluster.groups" {
		t.Errorf("path %q", h.replies[0].Path)
	}
}

// A run of 1000 yields takes a bit over a second on the fake clock: progress
// at most every 100 ms, a pause about every 10 ms.
func TestProgressIsThrottled(t *testing.T) {
	h := &fakeHost{}
	s := New(h, fakePrepare)
	send(s, runRequest(1, 1000))
	s.handleNext()
	elapsed := int(h.now / time.Millisecond)
	progress := 0
	for _, r := range h.replies {
		if r.Kind == wire.KindProgress {
			progress++
			if r.Unit.Seed != 1000 || r.Total != 1000 || r.Decided <= 0 {
				t.Errorf("progress without its figures: %+v", r)
			}
		}
	}
	if most := elapsed / 100; progress > most || progress < most/2 {
		t.Errorf("%d reports in %d ms", progress, elapsed)
	}
	if most := elapsed / 10; h.pauses > most || h.pauses < most/2 {
		t.Errorf("%d pauses in %d ms", h.pauses, elapsed)
	}
}

func TestStop(t *testing.T) {
	tests := []struct {
		name    string
		onPause func(s *Session)
		want    []string // after the first request, and the second if one waits
	}{
		{"the request in work", func(s *Session) { send(s, wire.Request{ID: 1, Op: wire.OpStop}) },
			[]string{"1 stopped", "2 run", "2 done"}},
		{"the request that waits: its answer comes at once, the other goes on", func(s *Session) { send(s, wire.Request{ID: 2, Op: wire.OpStop}) },
			[]string{"2 stopped", "1 run", "1 done"}},
		{"one that is unknown gets no answer", func(s *Session) { send(s, wire.Request{ID: 9, Op: wire.OpStop}) },
			[]string{"1 run", "1 done", "2 run", "2 done"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			h := &fakeHost{}
			s := New(h, fakePrepare)
			h.onPause = func(n int) {
				if n == 1 {
					test.onPause(s)
				}
			}
			send(s, runRequest(1, 50))
			send(s, runRequest(2, 1))
			for len(s.queue) > 0 {
				s.handleNext()
			}
			if got := h.kinds(); !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

// A stop must not outlive the request it was meant for.
func TestStopThenRunAgain(t *testing.T) {
	h := &fakeHost{}
	s := New(h, fakePrepare)
	h.onPause = func(n int) {
		if n == 1 {
			send(s, wire.Request{ID: 1, Op: wire.OpStop})
		}
	}
	send(s, runRequest(1, 1000))
	s.handleNext()
	send(s, runRequest(1, 30))
	s.handleNext()
	if want := []string{"1 stopped", "1 run", "1 done"}; !reflect.DeepEqual(h.kinds(), want) {
		t.Errorf("got %v, want %v", h.kinds(), want)
	}
}

// After a panic nothing of the program's state can be trusted: the request gets
// an answer, and the worker ends.
func TestPanicEndsTheSession(t *testing.T) {
	h := &fakeHost{}
	s := New(h, fakePrepare)
	send(s, runRequest(7, 666))
	if s.handleNext() {
		t.Error("the session goes on")
	}
	if len(h.replies) != 1 || h.replies[0].ID != 7 || !h.replies[0].Dead || !strings.Contains(h.replies[0].Message, "broken invariant") {
		t.Errorf("got %+v", h.replies)
	}
}

func TestUnreadableMessage(t *testing.T) {
	for _, message := range []string{"", "{", "[]", `{"id":"x"}`, `{"units":[{"seed":-1}]}`} {
		t.Run(message, func(t *testing.T) {
			h := &fakeHost{}
			s := New(h, fakePrepare)
			s.Receive([]byte(message))
			if len(h.replies) != 1 || h.replies[0].Kind != wire.KindError || len(s.queue) != 0 {
				t.Errorf("got %+v", h.replies)
			}
		})
	}
}

// Serve says that it is ready, works in a goroutine of its own, and takes
// messages from another.
func TestServe(t *testing.T) {
	h := &fakeHost{}
	s := New(h, fakePrepare)
	done := make(chan struct{})
	go func() { s.Serve(); close(done) }()
	send(s, runRequest(1, 1))
	send(s, runRequest(2, 666))
	<-done
	if want := []string{"0 ready", "1 run", "1 done", "2 error"}; !reflect.DeepEqual(h.kinds(), want) {
		t.Errorf("got %v, want %v", h.kinds(), want)
	}
	if h.replies[0].Engine != experiment.EngineVersion {
		t.Errorf("engine %q", h.replies[0].Engine)
	}
}
