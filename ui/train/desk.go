package train

import (
	"encoding/json"
	"strconv"
	"time"

	"rampart/core/experiment"
	"rampart/ui/store"
	"rampart/wasm/wire"
)

// Runner trains somewhere else. Callbacks are made one after another, while
// the page's state may be changed.
type Runner interface {
	// Train trains on an experiment in canonical form, from a checkpoint
	// unless it is nil, and tells l.
	Train(experiment, checkpoint []byte, l Listener) Handle
}

// Listener hears of a training; nothing after Ended.
type Listener interface {
	Report(t *wire.Training)
	Checkpoint(file []byte)
	// Ended tells the last reply: done, stopped or error, the latter with
	// Dead set if the worker is gone.
	Ended(r *wire.Reply)
}

// Handle is a training that runs.
type Handle interface {
	// Tell sends pause, resume, rate (with its value) or stop.
	Tell(op wire.Op, rate float64)
	// Drop ends it at once; the Listener hears no more.
	Drop()
}

// Host is what a Desk asks of the browser.
type Host interface {
	Now() float64 // a clock that only goes forward, seconds
	After(seconds float64, f func())
	SaveBytes(name, mediaType string, data []byte)
}

// State says where a training stands.
type State string

// The states of a training.
const (
	Running  State = "running"
	Paused   State = "paused"
	Stopping State = "stopping" // its last checkpoint is on the way
	Stopped  State = "stopped"  // by the user, or because it failed; it can go on
	Done     State = "done"
)

// How long a stopped training may take to hand over its last checkpoint, and
// how often its worker may die without an iteration in between.
const (
	stopSeconds = 10
	maxDeaths   = 3
)

// Training is one training as it is kept, apart from its checkpoint.
type Training struct {
	ID          string           `json:"id"`
	Created     int64            `json:"created"` // milliseconds since 1970
	Experiment  json.RawMessage  `json:"experiment"`
	Preset      string           `json:"preset"`
	Features    string           `json:"features"`
	Seed        string           `json:"seed"`
	State       State            `json:"state"`
	Total       int              `json:"total"` // steps of the budget
	Curve       Curve            `json:"curve"`
	Evaluations []Evaluation     `json:"evaluations"`
	References  []wire.Reference `json:"references"`
	Seconds     float64          `json:"seconds"` // of wall time it has trained
	Rate        float64          `json:"rate"`    // learning rate as last reported
	Reason      string           `json:"reason"`  // why it ended, as the engine says
	Policy      string           `json:"policy"`  // ID of the policy it has become, if it has
	At          int              `json:"at"`      // steps of its last checkpoint

	Last     wire.Training `json:"-"` // the latest report
	Warnings []string      `json:"-"` // the latest, in sentences
	Failure  string        `json:"-"` // a sentence, if it could not go on
	Saved    int           `json:"-"` // steps of the last checkpoint that the store has

	checkpoint []byte
	handle     Handle
	deaths     int     // of workers since the last iteration
	since      float64 // when it last started or was lapped
	lapped     float64 // Seconds at the last report
	speed      float64 // steps per second of late
}

// Desk holds the training of the page and the policies that it has made.
type Desk struct {
	Settings *Settings
	Current  *Training   // nil before the first
	Policies []Policy    // the oldest first
	Others   []*Training // that are kept besides, as of ListOthers
	// Builtin are the policies that come with the program.
	Builtin []wire.Policy
	// Trouble says what could not be kept, in a sentence.
	Trouble string
	// RateText is what stands in the field of the running learning rate.
	RateText string

	runner  Runner
	store   store.Store
	host    Host
	clock   func() time.Time
	changed func(milestone bool) // something to draw; at once if milestone
	say     func(sentence string)
	asked   bool // for persistence
	files   map[string][]byte
	lastID  int64
}

// NewDesk returns a desk with what the store has kept still to come: call
// Open. clock is the wall clock; changed asks for a drawing; say tells the user
// what happened.
func NewDesk(r Runner, s store.Store, h Host, clock func() time.Time, changed func(bool), say func(string)) *Desk {
	return &Desk{Settings: NewSettings(), runner: r, store: s, host: h, clock: clock, changed: changed, say: say, files: map[string][]byte{}}
}

// newID returns a key that none before it had: time orders them.
func (d *Desk) newID() string {
	d.lastID = max(d.lastID+1, d.clock().UnixMilli())
	return strconv.FormatInt(d.lastID, 36)
}

// Active reports whether a training is under way, running or paused.
func (d *Desk) Active() bool {
	return d.Current != nil && (d.Current.State == Running || d.Current.State == Paused || d.Current.State == Stopping)
}

// Start trains on an experiment, in place of an earlier training that has
// ended. The settings must be valid.
func (d *Desk) Start(x *experiment.Experiment) {
	if d.Active() {
		return
	}
	if d.Current != nil {
		d.forget(d.Current)
	}
	own := *x
	own.Train, own.View, own.Strategies = d.Settings.JSON(), nil, heuristics(x)
	total, err := d.Settings.steps()
	if err != nil {
		panic("train: start with mistakes")
	}
	t := &Training{ID: d.newID(), Created: d.clock().UnixMilli(), Experiment: experiment.AppendCanonical(nil, &own),
		Preset: d.Settings.Preset, Features: d.Settings.Features, Seed: d.Settings.Text(seedField), Total: total}
	d.Current, d.RateText = t, d.Settings.Text(rateField)
	d.store.Claim(claimOf(t), func(bool) {})
	d.run(t)
	d.keep(t)
}

// heuristics are the strategies of an experiment without its policies, which
// would make a training of it depend on others.
func heuristics(x *experiment.Experiment) []experiment.StrategySpec {
	var list []experiment.StrategySpec
	for _, s := range x.Strategies {
		if s.Kind != "policy" {
			list = append(list, s)
		}
	}
	if len(list) == 0 {
		list = []experiment.StrategySpec{{Kind: "max"}}
	}
	return list
}

// run starts a worker on a training, from its last checkpoint.
func (d *Desk) run(t *Training) {
	t.State, t.Failure, t.Reason, t.Warnings = Running, "", "", nil
	t.since, t.lapped, t.speed = d.host.Now(), 0, 0
	t.handle = d.runner.Train(t.Experiment, t.checkpoint, &listener{d, t})
}

// Pause lets the training stop after its iteration and keep all it needs.
func (d *Desk) Pause() {
	if t := d.Current; t != nil && t.State == Running {
		d.lap(t)
		t.State = Paused
		t.handle.Tell(wire.OpPause, 0)
		d.keep(t)
		d.changed(true)
	}
}

// Resumable reports whether there is a training that Resume would let go on.
func (d *Desk) Resumable() bool {
	t := d.Current
	return t != nil && (t.State == Paused || t.State == Stopped && t.Last.Steps < t.Total)
}

// Resume lets a paused or stopped training go on.
func (d *Desk) Resume() {
	t := d.Current
	if !d.Resumable() {
		return
	}
	if t.handle == nil {
		d.run(t)
	} else {
		t.State, t.since = Running, d.host.Now()
		t.handle.Tell(wire.OpResume, 0)
	}
	d.keep(t)
	d.changed(true)
}

// Stop ends the training with what it has learned so far.
func (d *Desk) Stop() {
	t := d.Current
	if t == nil || t.State != Running && t.State != Paused {
		return
	}
	d.lap(t)
	if t.handle == nil {
		d.end(t, Stopped)
		return
	}
	t.State = Stopping
	handle := t.handle
	handle.Tell(wire.OpStop, 0)
	d.host.After(stopSeconds, func() {
		if t.handle == handle && t.State == Stopping {
			handle.Drop()
			d.end(t, Stopped)
		}
	})
	d.changed(true)
}

// SetRate changes the learning rate of the running training to what stands in
// RateText.
func (d *Desk) SetRate() {
	t := d.Current
	rate, err := ParseRate(d.RateText)
	if err != nil || t == nil || t.handle == nil || t.State != Running && t.State != Paused {
		return
	}
	t.handle.Tell(wire.OpRate, rate)
}

// lap adds the time since the training last started to what it has taken.
func (d *Desk) lap(t *Training) {
	if t.State == Running {
		now := d.host.Now()
		t.Seconds += now - t.since
		t.since = now
	}
}

// end closes a training: what it has learned becomes a policy.
func (d *Desk) end(t *Training, as State) {
	d.lap(t)
	t.State, t.handle = as, nil
	d.adopt(t)
	d.keep(t)
	d.changed(true)
}

// listener hears of one run of a training.
type listener struct {
	d *Desk
	t *Training
}

// Report implements Listener.
func (l *listener) Report(r *wire.Training) {
	t := l.t
	l.d.lap(t)
	if len(r.References) > 0 {
		t.References = r.References
	}
	if r.Iteration > 0 && r.Steps > t.Last.Steps {
		p := pointOf(r)
		if took := t.Seconds - t.lapped; took > 0 && t.lapped > 0 {
			// Of late, not since the start, and without the jumps of single
			// iterations.
			now := float64(r.Steps-t.Last.Steps) / took
			if t.speed == 0 {
				t.speed = now
			}
			t.speed += (now - t.speed) / 8
			p.Speed = t.speed
		}
		t.lapped = t.Seconds
		t.Curve.Add(p)
		t.deaths = 0
	}
	if r.Evaluation != nil {
		t.evaluated(Evaluation{r.Steps, *r.Evaluation})
	}
	if r.TotalSteps > 0 {
		t.Total = r.TotalSteps
	}
	if r.LearningRate > 0 {
		t.Rate = r.LearningRate
	}
	if len(r.Warnings) > 0 || r.Iteration > t.Last.Iteration {
		t.Warnings = r.Warnings
	}
	if r.Reason != "" {
		t.Reason = r.Reason
	}
	t.Last = *r
	l.d.changed(r.Evaluation != nil)
}

// evaluated takes an evaluation in, in the order of steps.
func (t *Training) evaluated(e Evaluation) {
	n := len(t.Evaluations)
	for n > 0 && t.Evaluations[n-1].Steps >= e.Steps {
		n--
	}
	t.Evaluations = append(t.Evaluations[:n], e)
	if len(t.Evaluations) > mostEvaluations {
		t.thin()
	}
}

// mostEvaluations bounds the evaluations kept: each is written with every
// checkpoint, and a training may go on for weeks.
const mostEvaluations = 2000

// thin leaves out every second evaluation of the older half, but never the best.
func (t *Training) thin() {
	best := t.best()
	older := len(t.Evaluations) / 2
	kept := t.Evaluations[:0]
	for i, e := range t.Evaluations {
		if i >= older || i%2 == 0 || e == best {
			kept = append(kept, e)
		}
	}
	t.Evaluations = kept
}

// Checkpoint implements Listener.
func (l *listener) Checkpoint(file []byte) {
	l.d.lap(l.t)
	l.t.checkpoint, l.t.At = file, l.t.Last.Steps
	l.d.keep(l.t)
	l.d.changed(false)
}

// Ended implements Listener.
func (l *listener) Ended(r *wire.Reply) {
	d, t := l.d, l.t
	d.lap(t)
	t.handle = nil
	switch {
	case r.Kind == wire.KindDone:
		d.end(t, Done)
	case r.Kind == wire.KindStopped || t.State == Stopping:
		d.end(t, Stopped)
	case r.Dead && t.deaths < maxDeaths:
		t.deaths++
		d.say(r.Message + " It was replaced, and the training goes on from step " + steps(d.back(t)) + ".")
		if t.State == Running {
			d.run(t)
		}
		d.changed(true)
	default:
		t.Failure = r.Message
		if r.Path != "" {
			t.Failure = r.Path + ": " + r.Message
		}
		d.end(t, Stopped)
	}
}

// back puts the curves back to the last checkpoint, from which the training
// goes on, and returns its step.
func (d *Desk) back(t *Training) int {
	if t.checkpoint == nil {
		t.At = 0
	}
	at := t.At
	for n := len(t.Curve.Points); n > 0 && t.Curve.Points[n-1].Steps > at; n-- {
		t.Curve.Points = t.Curve.Points[:n-1]
	}
	for n := len(t.Evaluations); n > 0 && t.Evaluations[n-1].Steps > at; n-- {
		t.Evaluations = t.Evaluations[:n-1]
	}
	t.Last.Steps, t.Last.Iteration = at, 0
	return at
}
