package train

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"rampart/core/experiment"
	"rampart/policy/builtin"
	"rampart/policy/checkpoint"
	"rampart/ui/store"
	"rampart/wasm/wire"
)

// page is a Runner and a Host that a test plays by hand, with a store that
// several desks can share as pages of one browser do.
type page struct {
	store    *store.Memory
	queue    []func()
	seconds  float64
	later    []func()
	starts   []start
	listener Listener
	told     []string
	dropped  int
	files    map[string][]byte
	said     string
	draws    int
}

// start is what a training was started with.
type start struct{ experiment, checkpoint []byte }

func (p *page) Train(x, file []byte, l Listener) Handle {
	p.starts = append(p.starts, start{x, file})
	p.listener = l
	return p
}
func (p *page) Tell(op wire.Op, rate float64)         { p.told = append(p.told, fmt.Sprint(op, " ", rate)) }
func (p *page) Drop()                                 { p.dropped++ }
func (p *page) Now() float64                          { return p.seconds }
func (p *page) After(_ float64, f func())             { p.later = append(p.later, f) }
func (p *page) SaveBytes(name, _ string, data []byte) { p.files[name] = data }

// settle runs what the store has called back.
func (p *page) settle() {
	for len(p.queue) > 0 {
		f := p.queue[0]
		p.queue = p.queue[1:]
		f()
	}
}

// open opens a page on a store; nil makes a new one.
func open(s *store.Memory) (*page, *Desk) {
	p := &page{store: s, files: map[string][]byte{}}
	if s == nil {
		p.store = &store.Memory{}
	}
	p.store.Later = func(f func()) { p.queue = append(p.queue, f) }
	clock := func() time.Time { return time.UnixMilli(1_800_000_000_000) }
	d := NewDesk(p, p.store, p, clock, func(bool) { p.draws++ }, func(s string) { p.said = s })
	d.Open()
	p.settle()
	return p, d
}

// policyFile is a policy that can be read.
func policyFile(t *testing.T) []byte {
	t.Helper()
	file, err := os.ReadFile("../../policy/checkpoint/testdata/policy-1.safetensors")
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// iterate reports iterations up to a step, 100 steps each.
func iterate(p *page, from, to int) {
	for at := from + 100; at <= to; at += 100 {
		p.seconds++
		p.listener.Report(&wire.Training{Iteration: at / 100, Steps: at, TotalSteps: 10_000, StepsPerSecond: 100, BlockingRate: .5, LearningRate: .003})
	}
}

func rate(v float64) *float64 { return &v }

func TestATrainingFromStartToPolicy(t *testing.T) {
	p, d := open(nil)
	x := experiment.Paper("A")
	x.Strategies = append(x.Strategies, experiment.StrategySpec{Kind: "policy", Checkpoint: "data:AAAA"})
	d.Start(x)
	sent, err := experiment.Decode(p.starts[0].experiment)
	if err != nil {
		t.Fatal(err)
	}
	if string(sent.Train) != string(d.Settings.JSON()) || len(sent.Strategies) != 7 || p.starts[0].checkpoint != nil {
		t.Errorf("the training was started on %s with %d strategies", sent.Train, len(sent.Strategies))
	}
	p.listener.Report(&wire.Training{TotalSteps: 10_000, References: []wire.Reference{{Name: "Fixed 8", BlockingRate: .29}, {Name: "Fixed 4", BlockingRate: .21}}})
	iterate(p, 0, 300)
	if want := "After 300 steps the policy blocks 50 % of its training jobs."; clean(d.Lead()) != want {
		t.Errorf("lead %q", clean(d.Lead()))
	}
	p.listener.Report(&wire.Training{Iteration: 4, Steps: 400, Evaluation: rate(.25)})
	p.listener.Checkpoint(policyFile(t))
	p.settle()
	if d.Current.Saved != 400 {
		t.Errorf("kept up to step %d", d.Current.Saved)
	}
	if want := "After 400 steps the policy blocks 25 % of held-out jobs. The best heuristic, fixed 4, blocks 21 %."; clean(d.Lead()) != want {
		t.Errorf("lead %q", clean(d.Lead()))
	}
	p.listener.Ended(&wire.Reply{Kind: wire.KindDone})
	p.settle()
	if d.Current.State != Done || d.Active() || len(d.Policies) != 1 || d.Policies[0].Name != "Fast 1" {
		t.Fatalf("state %s, policies %v", d.Current.State, d.Policies)
	}
	// The page that comes after finds the policy and the curves, and starts
	// nothing.
	p.store.Release(claimOf(d.Current))
	q, again := open(p.store)
	if len(again.Policies) != 1 || again.Current == nil || again.Current.State != Done || len(q.starts) != 0 {
		t.Fatalf("after a reload: %v, %d trainings started", again.Policies, len(q.starts))
	}
}

func clean(s string) string { return strings.ReplaceAll(s, "\u202f", " ") }

// A page that is closed in mid-training goes on from the last checkpoint, and
// shows no more than belongs to it.
func TestAReload(t *testing.T) {
	for _, tc := range []struct {
		name    string
		before  func(p *page, d *Desk)
		starts  int
		state   State
		at      int
		message string
	}{
		{"before the first checkpoint it starts anew", func(p *page, _ *Desk) { iterate(p, 0, 300) }, 1, Running, 0,
			"Training continued at step 0."},
		{"after a checkpoint", func(p *page, _ *Desk) {
			iterate(p, 0, 300)
			p.listener.Checkpoint([]byte("file"))
			iterate(p, 300, 500)
		}, 1, Running, 300, "Training continued at step 300."},
		{"paused, it waits", func(p *page, d *Desk) {
			iterate(p, 0, 200)
			d.Pause()
			p.listener.Checkpoint([]byte("file"))
		}, 0, Paused, 200, "A training waits at step 200: Resume lets it go on."},
		{"closed while it stops, it has stopped", func(p *page, d *Desk) {
			iterate(p, 0, 200)
			p.listener.Checkpoint([]byte("file"))
			d.Stop()
			d.keep(d.Current)
		}, 0, Stopped, 200, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p, d := open(nil)
			d.Start(experiment.Paper("A"))
			tc.before(p, d)
			p.settle()
			p.store.Release(claimOf(d.Current)) // as the browser does when the page is gone
			q, after := open(p.store)
			c := after.Current
			if c == nil || len(q.starts) != tc.starts || c.State != tc.state || c.At != tc.at || c.Last.Steps != tc.at || q.said != tc.message {
				t.Fatalf("%d starts, said %q, training %+v", len(q.starts), q.said, c)
			}
			if n := len(c.Curve.Points); n != tc.at/100 {
				t.Errorf("%d points of %d steps", n, tc.at)
			}
			if tc.starts > 0 && (!bytes.Equal(q.starts[0].experiment, p.starts[0].experiment) || tc.at > 0 != (string(q.starts[0].checkpoint) == "file")) {
				t.Error("it goes on with something else")
			}
			if tc.state == Paused {
				after.Resume()
				if len(q.starts) != 1 || string(q.starts[0].checkpoint) != "file" || c.State != Running {
					t.Error("Resume does not go on from the checkpoint")
				}
			}
		})
	}
}

// Two pages of one browser must not both go on with a training.
func TestOnlyOnePageTrains(t *testing.T) {
	p, d := open(nil)
	d.Start(experiment.Paper("A"))
	p.settle()
	q, other := open(p.store)
	if len(q.starts) != 0 || other.Current != nil {
		t.Error("a second page took the training up")
	}
}

func TestADeadWorkerIsReplaced(t *testing.T) {
	p, d := open(nil)
	d.Start(experiment.Paper("A"))
	iterate(p, 0, 200)
	p.listener.Checkpoint([]byte("file"))
	iterate(p, 200, 400)
	dead := &wire.Reply{Kind: wire.KindError, Dead: true, Message: "The engine stopped: out of memory."}
	p.listener.Ended(dead)
	if len(p.starts) != 2 || string(p.starts[1].checkpoint) != "file" || len(d.Current.Curve.Points) != 2 {
		t.Fatalf("%d starts, %d points", len(p.starts), len(d.Current.Curve.Points))
	}
	if want := "The engine stopped: out of memory. It was replaced, and the training goes on from step 200."; p.said != want {
		t.Errorf("said %q", p.said)
	}
	// Progress makes up for earlier deaths; without any it gives up.
	iterate(p, 200, 300)
	for range maxDeaths + 1 {
		p.listener.Ended(dead)
	}
	if len(p.starts) != 2+maxDeaths || d.Current.State != Stopped || d.Current.Failure == "" || !d.Resumable() {
		t.Errorf("%d starts, state %s, failure %q", len(p.starts), d.Current.State, d.Current.Failure)
	}
}

func TestPauseResumeStopAndRate(t *testing.T) {
	p, d := open(nil)
	d.Start(experiment.Paper("A"))
	iterate(p, 0, 200)
	d.Pause()
	p.seconds += 100 // a pause is not training
	d.Resume()
	p.seconds += 3
	d.RateText = "0.0001"
	d.SetRate()
	d.RateText = "2"
	d.SetRate() // out of range: nothing is sent
	d.Stop()
	d.Stop() // once is enough
	if got := strings.Join(p.told, ", "); got != "pause 0, resume 0, rate 0.0001, stop 0" {
		t.Errorf("told %s", got)
	}
	if d.Current.Seconds != 5 {
		t.Errorf("%v seconds of training", d.Current.Seconds)
	}
	p.listener.Checkpoint(policyFile(t))
	p.listener.Ended(&wire.Reply{Kind: wire.KindStopped})
	if d.Current.State != Stopped || len(d.Policies) != 1 || !d.Resumable() {
		t.Errorf("state %s, %d policies", d.Current.State, len(d.Policies))
	}
	// It goes on, and becomes the same policy again.
	d.Resume()
	iterate(p, 200, 300)
	p.listener.Checkpoint(policyFile(t))
	p.listener.Ended(&wire.Reply{Kind: wire.KindDone})
	if len(d.Policies) != 1 {
		t.Errorf("%d policies", len(d.Policies))
	}
}

// A worker that does not stop is dropped.
func TestAStopThatIsNotAnswered(t *testing.T) {
	p, d := open(nil)
	d.Start(experiment.Paper("A"))
	d.Stop()
	p.later[len(p.later)-1]()
	if p.dropped != 1 || d.Current.State != Stopped || len(d.Policies) != 0 {
		t.Errorf("dropped %d, state %s, %d policies", p.dropped, d.Current.State, len(d.Policies))
	}
}

func TestAnErrorOfTheEngine(t *testing.T) {
	p, d := open(nil)
	d.Start(experiment.Paper("A"))
	p.listener.Ended(&wire.Reply{Kind: wire.KindError, Path: "train.minibatch", Message: "0 is out of range"})
	if d.Current.State != Stopped || d.Current.Failure != "train.minibatch: 0 is out of range" {
		t.Errorf("state %s, failure %q", d.Current.State, d.Current.Failure)
	}
}

// What cannot be kept is told, and can be saved to a file.
func TestAFullStore(t *testing.T) {
	p, d := open(nil)
	p.store.Fail = store.ErrFull
	d.Start(experiment.Paper("A"))
	iterate(p, 0, 100)
	p.listener.Checkpoint([]byte("file"))
	p.settle()
	if !strings.Contains(d.Trouble, "no room left") || d.Current.Saved != 0 {
		t.Errorf("trouble %q", d.Trouble)
	}
	d.ExportTraining()
	if string(p.files["rampart-training-step-100.safetensors"]) != "file" {
		t.Errorf("files %v", p.files)
	}
	// Room again: the trouble is over.
	p.store.Fail = nil
	p.listener.Checkpoint([]byte("file"))
	p.settle()
	if d.Trouble != "" || d.Current.Saved != 100 {
		t.Errorf("trouble %q, kept up to %d", d.Trouble, d.Current.Saved)
	}
}

func TestPolicies(t *testing.T) {
	p, d := open(nil)
	id, err := d.Import("mine.safetensors", policyFile(t))
	if err != nil {
		t.Fatal(err)
	}
	second, err := d.Import("mine.safetensors", policyFile(t))
	if err != nil || d.Policy(second).Name == d.Policy(id).Name {
		t.Errorf("two policies called %q, %v", d.Policy(id).Name, err)
	}
	if _, err := d.Import("mine.safetensors", []byte("no policy")); err == nil {
		t.Error("a damaged file was taken in")
	}
	d.Rename(id, "  Best & only ")
	d.Rename(id, "   ")
	p.settle()
	if d.Policy(id).Name != "Best & only" {
		t.Errorf("name %q", d.Policy(id).Name)
	}
	d.Delete(second)
	p.settle()
	q, again := open(p.store)
	if len(again.Policies) != 1 || again.Policies[0].Name != "Best & only" {
		t.Fatalf("after a reload %v", again.Policies)
	}
	again.Export(id)
	q.settle()
	file := q.files["best-only.safetensors"]
	named, _, err := checkpoint.Decode(file)
	if err != nil || named.Name != "Best & only" {
		t.Fatalf("exported %v, %v", named, err)
	}
	// As a strategy it carries its name and can be resolved by the engine.
	s := Strategy("Best & only", file)
	if s.Name() != "Policy Best & only" {
		t.Errorf("the strategy is called %s", s.Name())
	}
	resolved, err := builtin.Resolve(s.Checkpoint)
	if err != nil || resolved.Digest() != named.Digest() {
		t.Errorf("resolved %v", err)
	}
}

// Records of another version or damaged ones are passed over.
func TestForeignRecords(t *testing.T) {
	s := &store.Memory{Later: func(f func()) { f() }}
	for key, meta := range map[string]string{
		"policy/a":   `{"id":"b","name":"x"}`,
		"policy/c":   `not json`,
		"training/d": `{"id":"d","state":"running","experiment":{"rampart":9},"preset":"fast","total":1}`,
	} {
		s.Put(store.Record{Key: key, Meta: []byte(meta)}, func(error) {})
	}
	p, d := open(s)
	if len(d.Policies) != 0 || d.Current != nil || len(p.starts) != 0 {
		t.Errorf("policies %v, training %v", d.Policies, d.Current)
	}
}
