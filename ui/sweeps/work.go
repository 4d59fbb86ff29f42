package sweeps

import (
	"fmt"

	"rampart/core/experiment"
	"rampart/core/sweep"
	"rampart/ui/session"
)

// Runner runs units of a sweep somewhere else. All callbacks are made while the
// page's state may be changed, one after another.
type Runner interface {
	// Sweep runs units of the sweep of an experiment in canonical form over axes
	// and tells l. The function that it returns stops them; l hears nothing after
	// that.
	Sweep(experiment, axes []byte, units []int, l Listener) (stop func())
	// Bounds computes the clairvoyant bounds of an experiment in canonical form on
	// some seeds and tells got of each, or once, with a message, of what went
	// wrong. The function that it returns stops it; got hears nothing after that.
	Bounds(canonical []byte, seeds []uint64, got func(b *experiment.Bound, message string)) (stop func())
	// Workers is how many requests are worked on at the same time.
	Workers() int
}

// Listener hears of the units of a Runner.
type Listener interface {
	Swept(rows [][]float64)
	Ended(message string) // "" unless something went wrong
}

// batchSeconds is about how long a worker is busy with one request: so short
// that whoever presses Run hardly waits, so long that handing it over is
// nothing.
const batchSeconds = 0.3

// Work is one sweep and its runs so far.
type Work struct {
	Sweep    *sweep.Sweep
	State    session.State
	Failures []string
	Digest   string // of the whole sweep once all runs are done

	canonical, axes []byte
	runs            []sweep.Run // by unit
	done            []bool      // by unit
	count, total    int         // runs that are done, and of all
	batches         [][]int     // that no worker has
	stops           map[*batch]func()
	cells           []cell // by point and strategy
	limits          limits

	elapsed float64 // wall-clock seconds before it last started
	since   float64 // when it last started
	begun   int     // count at that time
	now     func() float64
	later   func(f func())
	changed func(milestone bool)
}

// cell remembers an interval of a point and strategy until another run is done.
type cell struct {
	metric   string
	n        int // runs that are done
	made     int // runs of which interval is, -1 for none
	interval experiment.Interval
}

// batch is a request that a worker has.
type batch struct{ work *Work }

// newWork returns the work of a sweep of which some runs are known.
func newWork(s *sweep.Sweep, known []sweep.Run, host Host, changed func(bool)) *Work {
	w := &Work{
		Sweep: s, State: session.Stopped, now: host.Now, changed: changed,
		later:     func(f func()) { host.After(0, f) },
		canonical: experiment.AppendCanonical(nil, s.Base), axes: sweep.AppendAxes(nil, s.Axes),
		runs: make([]sweep.Run, s.Runs()), done: make([]bool, s.Runs()), total: len(s.Order()),
		cells: make([]cell, s.Points()*len(s.Base.Strategies)), stops: map[*batch]func(){},
	}
	for i := range w.cells {
		w.cells[i].made = -1
	}
	for _, r := range known {
		w.take(r)
	}
	w.finish()
	return w
}

// start runs what is not done.
func (w *Work) start(r Runner) {
	if w.State == session.Done || w.State == session.Running {
		return
	}
	var left []int
	for _, n := range w.Sweep.Order() {
		if !w.done[n] {
			left = append(left, n)
		}
	}
	w.State, w.since, w.begun, w.Failures = session.Running, w.now(), w.count, nil
	w.batches = w.Sweep.Batches(left, batchSeconds)
	for range r.Workers() + 1 { // one more waits with a worker
		w.next(r)
	}
}

// next gives the next batch to a worker.
func (w *Work) next(r Runner) {
	if len(w.batches) == 0 {
		return
	}
	units := w.batches[0]
	w.batches = w.batches[1:]
	b := &batch{w}
	w.stops[b] = func() {}
	stop := r.Sweep(w.canonical, w.axes, units, hears{b, r})
	if _, out := w.stops[b]; out {
		w.stops[b] = stop
	}
}

// hears is the Listener of one batch.
type hears struct {
	*batch
	runner Runner
}

// Swept implements Listener.
func (h hears) Swept(rows [][]float64) {
	for _, row := range rows {
		if r, ok := h.work.Sweep.FromRow(row); ok {
			h.work.take(r)
		}
	}
	h.work.changed(false)
}

// Ended implements Listener.
func (h hears) Ended(message string) {
	w := h.work
	delete(w.stops, h.batch)
	if message != "" {
		w.Failures = append(w.Failures, message)
		w.halt() // what went wrong once would go wrong at every point
		w.changed(true)
		return
	}
	w.next(h.runner)
	if len(w.stops) == 0 {
		w.end(session.Stopped)
		w.finish()
	}
	w.changed(len(w.stops) == 0)
}

// halt takes all that is not done from the workers.
func (w *Work) halt() {
	for _, stop := range w.stops {
		stop()
	}
	clear(w.stops)
	w.batches = nil
	w.end(session.Stopped)
	w.finish()
}

// Stop stops what runs and keeps what is done.
func (w *Work) Stop() {
	if w.State == session.Running {
		w.halt()
	}
}

func (w *Work) end(state session.State) {
	if w.State == session.Running {
		w.elapsed += w.now() - w.since
		w.State = state
	}
}

// finish sets the digest when all is done.
func (w *Work) finish() {
	if w.count == w.total && w.State != session.Running {
		w.State = session.Done
		w.sum(w.Sweep.NewDigest(), 0)
	}
}

// sumRuns is how many runs go into the digest in one task of the page's thread.
const sumRuns = 500

// sum adds the runs from unit first on to the digest, little by little.
func (w *Work) sum(d *sweep.Digest, first int) {
	w.later(func() {
		var some []sweep.Run
		for ; first < len(w.done) && len(some) < sumRuns; first++ {
			if w.done[first] {
				some = append(some, w.runs[first])
			}
		}
		d.Add(some)
		if first < len(w.done) {
			w.sum(d, first)
			return
		}
		w.Digest = d.Sum()
		w.changed(true)
	})
}

// take takes in a run.
func (w *Work) take(r sweep.Run) {
	if w.done[r.Unit] {
		return
	}
	w.done[r.Unit], w.runs[r.Unit] = true, r
	w.count++
	w.cells[r.Unit/len(w.Sweep.Base.Seeds)].n++
}

// Result returns the sweep with the runs that are done.
func (w *Work) Result() *sweep.Result {
	runs := make([]sweep.Run, 0, w.count)
	for n, done := range w.done {
		if done {
			runs = append(runs, w.runs[n])
		}
	}
	return sweep.NewResult(w.Sweep, runs)
}

// Counts returns how many runs are done, and how many there are.
func (w *Work) Counts() (done, total int) { return w.count, w.total }

// Elapsed returns the wall-clock seconds that the sweep has taken so far.
func (w *Work) Elapsed() float64 {
	if w.State == session.Running {
		return w.elapsed + w.now() - w.since
	}
	return w.elapsed
}

// Remaining estimates the wall-clock seconds still to go; ok is false while it
// is too early to say.
func (w *Work) Remaining() (seconds float64, ok bool) {
	spent, fresh := w.now()-w.since, w.count-w.begun
	if w.State != session.Running || fresh < 10 || spent < 0.5 {
		return 0, false
	}
	return spent * float64(w.total-w.count) / float64(fresh), true
}

// Interval returns a metric of a strategy at a point over the seeds that are
// done; N is 0 if there are none.
func (w *Work) Interval(point, strategy int, m *Metric) experiment.Interval {
	i := point*len(w.Sweep.Base.Strategies) + strategy
	c := &w.cells[i]
	if c.made == c.n && c.metric == m.Key {
		return c.interval
	}
	seeds := len(w.Sweep.Base.Seeds)
	var values []float64
	for n := i * seeds; n < (i+1)*seeds; n++ {
		if w.done[n] && !(m.Completed && w.runs[n].Completed == 0) {
			values = append(values, m.Of(&w.runs[n]))
		}
	}
	c.interval, c.made, c.metric = experiment.NewInterval(values), c.n, m.Key
	return c.interval
}

// words says how many runs a sweep has.
func words(s *sweep.Sweep) string {
	return fmt.Sprintf("%s × %s × %s", plural(s.Points(), "point"), plural(len(s.Base.Strategies), "strategy"), plural(len(s.Base.Seeds), "seed"))
}
