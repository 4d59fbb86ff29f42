package compare

import (
	"crypto/sha256"
	"math"
	"strconv"

	"rampart/core/experiment"
	"rampart/ui/number"
	"rampart/ui/session"
	"rampart/ui/store"
)

// Bounder computes clairvoyant bounds somewhere else.
type Bounder interface {
	// Bounds computes the bounds of an experiment in canonical form on some seeds
	// and tells got of each, or once, with a message, of what went wrong. The
	// function that it returns stops it; got hears nothing after that.
	Bounds(canonical []byte, seeds []uint64, got func(b *experiment.Bound, message string)) (stop func())
}

// Bounds are the clairvoyant bounds that the page has had computed.
type Bounds struct {
	runner  Bounder
	changed func()
	known   map[string]float64 // blocking rates by experiment and seed
	problem string             // what went wrong with the experiment at hand

	x         *experiment.Experiment // at hand
	canonical []byte                 // of x, without what no bound depends on
	hash      string                 // of canonical
	working   bool
	stop      func()

	store   store.Store     // nil if bounds are not kept
	read    map[string]bool // hashes that were looked up in it
	reading bool            // the one at hand is being looked up
	fresh   int             // bounds of the one at hand that are not kept yet
}

// NewBounds returns bounds of which none is known.
func NewBounds(r Bounder, changed func()) *Bounds {
	return &Bounds{runner: r, changed: changed, known: map[string]float64{}, stop: func() {}}
}

// maxKnown bounds the bounds that are remembered; then all are forgotten.
const maxKnown = 10_000

// cheapJobs is how many arrivals in all seeds together take a worker some three
// seconds: as many are computed without being asked for.
const cheapJobs = 30_000

// take brings an experiment to hand.
func (b *Bounds) take(x *experiment.Experiment) {
	if b.x == x {
		return
	}
	plain := *x
	plain.Name, plain.Notes, plain.Train, plain.View = "", "", nil, nil
	plain.Strategies, plain.Seeds = []experiment.StrategySpec{{Kind: "sequential"}}, []uint64{0}
	b.stop()
	if b.x != nil {
		b.keep()
	}
	b.x, b.canonical, b.problem, b.working = x, experiment.AppendCanonical(nil, &plain), "", false
	sum := sha256.Sum256(b.canonical)
	b.hash, b.reading, b.fresh = string(sum[:]), false, 0
	b.look()
}

func (b *Bounds) key(seed uint64) string {
	return b.hash + strconv.FormatUint(seed, 10)
}

// Cheap reports whether the bounds of an experiment may be computed without
// being asked for.
func (b *Bounds) Cheap(x *experiment.Experiment) bool {
	return x.Arrivals()*float64(len(x.Seeds)) <= cheapJobs
}

// Want has those bounds of an experiment computed that are not known, one seed
// after the other, so that nobody waits long behind it.
func (b *Bounds) Want(x *experiment.Experiment) {
	b.take(x)
	if b.working || b.reading || b.problem != "" {
		return
	}
	for _, seed := range x.Seeds {
		if _, known := b.known[b.key(seed)]; known {
			continue
		}
		key := b.key(seed)
		b.working = true
		b.stop = b.runner.Bounds(b.canonical, []uint64{seed}, func(bound *experiment.Bound, message string) {
			b.working = false
			if b.problem = message; bound != nil {
				if len(b.known) >= maxKnown {
					clear(b.known)
				}
				b.known[key] = bound.BlockingRate
				if b.fresh++; b.fresh >= keepEvery {
					b.keep()
				}
				b.Want(x)
			}
			b.changed()
		})
		return
	}
	b.keep()
}

// Of returns the bound of an experiment over the seeds that are known; N is 0
// if there are none, and len(x.Seeds) when it is whole.
func (b *Bounds) Of(x *experiment.Experiment) experiment.Interval {
	b.take(x)
	var rates []float64
	for _, seed := range x.Seeds {
		if rate, known := b.known[b.key(seed)]; known {
			rates = append(rates, rate)
		}
	}
	return experiment.NewInterval(rates)
}

// Working reports whether bounds of an experiment are being computed.
func (b *Bounds) Working(x *experiment.Experiment) bool { return b.x == x && b.working }

// Problem says what went wrong, "" if nothing did.
func (b *Bounds) Problem(x *experiment.Experiment) string {
	if b.x != x {
		return ""
	}
	return b.problem
}

// BoundMeaning says what the bound is.
const BoundMeaning = "What no strategy can undercut, even one that knew all arrivals beforehand: the best that a linear program finds " +
	"in which jobs may be accepted in parts and run on any free servers, wherever they are. The true optimum lies at or above it."

// boundWords says the bound in a line.
func boundWords(i experiment.Interval) string {
	text := number.Rate(i.Mean)
	if i.Bounded() {
		text += " ±" + number.Thin + strconv.FormatFloat(50*(i.High-i.Low), 'f', 1, 64)
	}
	return text
}

// boundFoot says the bound below the table.
func (c *View) boundFoot() string {
	x := c.Session.Experiment
	if i := c.boundValue(); !math.IsNaN(i.Mean) {
		return boundWords(i) + " of jobs are blocked at least."
	}
	switch {
	case c.Bounds.Problem(x) != "":
		return "could not be computed: " + c.Bounds.Problem(x)
	case c.Bounds.Working(x):
		return "is being computed: " + number.Count(c.Bounds.Of(x).N) + " of " + plural(len(x.Seeds), "seed", "seeds") + "."
	case c.Session.State != session.Done:
		return "comes when the runs are done."
	case !c.Bounds.Cheap(x):
		return "has not been computed."
	}
	return "is about to be computed."
}

// boundOffered reports whether the bound waits for somebody to ask for it.
func (c *View) boundOffered() bool {
	x := c.Session.Experiment
	return !c.Bounds.Cheap(x) && !c.Bounds.Working(x) && c.Bounds.Problem(x) == "" && c.Bounds.Of(x).N < len(x.Seeds)
}

// boundValue is the bound as the plot takes it, NaN while it is not whole.
func (c *View) boundValue() experiment.Interval {
	none := experiment.Interval{Mean: math.NaN()}
	if c.Bounds == nil {
		return none
	}
	x := c.Session.Experiment
	if i := c.Bounds.Of(x); i.N == len(x.Seeds) {
		return i
	}
	return none
}
