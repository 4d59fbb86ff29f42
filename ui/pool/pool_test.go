package pool

import (
	"encoding/json"
	"strings"
	"testing"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/wasm/wire"
)

// fakes are workers that a test plays by hand.
type fakes struct {
	t       *testing.T
	all     []*fake
	later   []func()
	notices []string
}

type fake struct {
	reply  func(*wire.Reply)
	death  func(string)
	posted []wire.Request
	ended  bool
}

func (f *fake) Post(text string) {
	var r wire.Request
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		panic(err)
	}
	f.posted = append(f.posted, r)
}

func (f *fake) Terminate() { f.ended = true }

// last is the last request that the worker got.
func (f *fake) last() wire.Request { return f.posted[len(f.posted)-1] }

// finish answers the last request with a run.
func (f *fake) finish() {
	r := f.last()
	u := r.Units[0]
	f.reply(&wire.Reply{ID: r.ID, Kind: wire.KindRun, Unit: u, Run: &experiment.Run{Strategy: u.Strategy, Seed: u.Seed}, Deadlocked: 2})
	f.reply(&wire.Reply{ID: r.ID, Kind: wire.KindDone})
}

func newFakes(t *testing.T, n int) (*fakes, *Pool) {
	s := &fakes{t: t}
	spawn := func(reply func(*wire.Reply), death func(string)) Worker {
		f := &fake{reply: reply, death: death}
		s.all = append(s.all, f)
		return f
	}
	return s, New(n, spawn,
		func(_ float64, f func()) { s.later = append(s.later, f) },
		func(message string) { s.notices = append(s.notices, message) })
}

// heard listens to the units of a runner.
type heard struct {
	done       []int
	failed     []string
	progress   int
	deadlocked int
}

func (h *heard) Progress(_, _, _ int)         { h.progress++ }
func (h *heard) Failed(_ int, message string) { h.failed = append(h.failed, message) }
func (h *heard) Done(unit int, run *experiment.Run) {
	h.done, h.deadlocked = append(h.done, unit), h.deadlocked+run.Deadlocked
}

func units(n int) []wire.Unit {
	list := make([]wire.Unit, n)
	for i := range list {
		list[i] = wire.Unit{Strategy: i}
	}
	return list
}

func TestUnitsGoToIdleWorkers(t *testing.T) {
	f, p := newFakes(t, 2)
	var h heard
	Runner{p}.Run([]byte("{}"), units(3), &h)
	if len(f.all) != 2 || len(f.all[0].posted) != 1 || len(f.all[1].posted) != 1 {
		t.Fatal("the first two units are not with a worker each")
	}
	f.all[1].finish()
	if got := f.all[1].last().Units[0].Strategy; got != 2 {
		t.Errorf("the idle worker got unit %d", got)
	}
	f.all[1].finish()
	f.all[0].finish()
	if len(h.done) != 3 || h.done[0] != 1 || len(h.failed) > 0 || h.deadlocked != 6 {
		t.Errorf("done %v, failed %v, %d deadlocks", h.done, h.failed, h.deadlocked)
	}
}

func TestADeadWorkerIsReplaced(t *testing.T) {
	f, p := newFakes(t, 1)
	var h heard
	Runner{p}.Run([]byte("{}"), units(2), &h)
	f.all[0].reply(&wire.Reply{Kind: wire.KindReady})
	f.all[0].death("The engine stopped: out of memory.")
	if len(f.all) != 2 || f.all[1].last().Units[0].Strategy != 0 {
		t.Fatal("the unit is not repeated on a new worker")
	}
	if len(f.notices) != 1 || !strings.Contains(f.notices[0], "out of memory") {
		t.Errorf("the user is told %q", f.notices)
	}
	f.all[0].finish() // a late message of the dead worker counts for nothing
	if len(h.done) > 0 {
		t.Error("a dead worker's answer was taken")
	}
	// The second death of the same unit fails it, and the next unit runs.
	f.all[1].reply(&wire.Reply{Kind: wire.KindReady})
	f.all[1].reply(&wire.Reply{ID: f.all[1].last().ID, Kind: wire.KindError, Dead: true, Message: "The engine stopped: a bug."})
	if len(h.failed) != 1 || h.failed[0] != "The engine stopped: a bug." {
		t.Errorf("failed: %q", h.failed)
	}
	f.all[2].finish()
	if len(h.done) != 1 || h.done[0] != 1 {
		t.Errorf("done: %v", h.done)
	}
}

// A page whose engine cannot be loaded must say so, not start workers for ever.
func TestAnEngineThatNeverStarts(t *testing.T) {
	f, p := newFakes(t, 1)
	var h heard
	Runner{p}.Run([]byte("{}"), units(5), &h)
	for i := 0; i < len(f.all) && i < 100; i++ {
		f.all[i].death("The engine did not load: 404.")
	}
	if len(f.all) != maxFalseStarts {
		t.Errorf("%d workers were started", len(f.all))
	}
	if len(h.failed) != 5 {
		t.Errorf("%d of 5 units failed", len(h.failed))
	}
}

func TestStop(t *testing.T) {
	f, p := newFakes(t, 1)
	var h heard
	stop := Runner{p}.Run([]byte("{}"), units(3), &h)
	stop()
	if r := f.all[0].last(); r.Op != wire.OpStop || r.ID != f.all[0].posted[0].ID {
		t.Fatalf("the worker was told %+v", r)
	}
	t.Run("a worker that answers is kept", func(t *testing.T) {
		f.all[0].reply(&wire.Reply{ID: f.all[0].posted[0].ID, Kind: wire.KindStopped})
		for _, later := range f.later {
			later()
		}
		if f.all[0].ended {
			t.Error("it was terminated")
		}
	})
	t.Run("a worker that does not is ended", func(t *testing.T) {
		f.later = nil
		stop := Runner{p}.Run([]byte("{}"), units(1), &h)
		stop()
		for _, later := range f.later {
			later()
		}
		if !f.all[0].ended {
			t.Error("it was kept")
		}
		Runner{p}.Run([]byte("{}"), units(1), &h)
		f.all[1].finish()
	})
	if len(h.done) != 1 || len(h.failed) != 0 {
		t.Errorf("done %v, failed %v: stopped units must not be heard of", h.done, h.failed)
	}
}

// Someone waits for the jobs of a run: they go before runs that wait.
func TestJobsGoFirst(t *testing.T) {
	f, p := newFakes(t, 1)
	var h heard
	Runner{p}.Run([]byte("{}"), units(3), &h)
	var got *experiment.Run
	Runner{p}.Jobs([]byte("{}"), wire.Unit{Strategy: 9, Seed: 4}, func(run *experiment.Run, _ string) { got = run })
	f.all[0].finish()
	r := f.all[0].last()
	if r.Op != wire.OpJobs {
		t.Fatalf("the worker got %+v", r)
	}
	var first, second wire.JobsPacker
	f.all[0].reply(&wire.Reply{ID: r.ID, Kind: wire.KindJobs, Total: 3, Jobs: first.Pack(make([]cluster.Job, 2))})
	f.all[0].death("The engine stopped: out of memory.")
	again := f.all[1]
	r = again.last()
	again.reply(&wire.Reply{ID: r.ID, Kind: wire.KindJobs, Total: 3, Jobs: second.Pack(make([]cluster.Job, 2))})
	again.reply(&wire.Reply{ID: r.ID, Kind: wire.KindJobs, Total: 3, Decided: 2, Jobs: second.Pack(make([]cluster.Job, 1))})
	again.finish()
	if got == nil || got.Strategy != 9 || got.Seed != 4 || len(got.Jobs) != 3 || got.Jobs[2].Index != 2 {
		t.Errorf("got %+v", got)
	}
}

func TestAnAnswerToAnotherUnitIsRefused(t *testing.T) {
	for _, run := range []*experiment.Run{{Strategy: 7}, nil} {
		f, p := newFakes(t, 1)
		var h heard
		Runner{p}.Run([]byte("{}"), units(1), &h)
		id := f.all[0].last().ID
		f.all[0].reply(&wire.Reply{ID: id, Kind: wire.KindRun, Run: run})
		f.all[0].reply(&wire.Reply{ID: id, Kind: wire.KindDone})
		if len(h.failed) != 1 || len(h.done) != 0 {
			t.Errorf("%v: done %v, failed %v", run, h.done, h.failed)
		}
	}
}

// A worker that is at work has the next run with it already, so that it need
// not wait for the page; the run is lost neither to a death nor to a stop.
func TestOneRunWaitsWithTheWorker(t *testing.T) {
	f, p := newFakes(t, 1)
	var h heard
	stop := Runner{p}.Run([]byte("{}"), units(5), &h)
	w := f.all[0]
	w.reply(&wire.Reply{Kind: wire.KindReady})
	w.finish()
	if len(w.posted) != 3 {
		t.Fatalf("after one of five runs the worker has been given %d, want 3", len(w.posted))
	}
	w.death("The engine stopped: out of memory.")
	if len(f.all) != 2 || f.all[1].last().Units[0].Strategy != 1 {
		t.Fatal("the run in work is not repeated")
	}
	w = f.all[1]
	w.reply(&wire.Reply{Kind: wire.KindReady})
	w.reply(&wire.Reply{ID: w.posted[0].ID, Kind: wire.KindRun, Run: &experiment.Run{Strategy: 1}})
	w.reply(&wire.Reply{ID: w.posted[0].ID, Kind: wire.KindDone})
	if got := w.posted[1].Units[0].Strategy; got != 2 {
		t.Fatalf("then unit %d is in work, want the one that had waited, 2", got)
	}
	stop()
	stops := 0
	for _, r := range w.posted {
		if r.Op == wire.OpStop {
			stops++
		}
	}
	if stops != 2 {
		t.Errorf("%d requests were stopped, want the one in work and the one that waits", stops)
	}
	if len(h.done) != 2 || len(h.failed) > 0 {
		t.Errorf("done %v, failed %v", h.done, h.failed)
	}
}
