package timeline

import (
	"math"

	"rampart/ui/number"
)

// play is the time cursor and how it moves.
type play struct {
	cursor float64 // seconds; NaN for none
	on     bool    // the cursor moves by itself
	rate   float64 // arrivals a second of wall time, on average
	gap    float64 // mean seconds between two arrivals
	last   float64 // the frame before, milliseconds; negative for none
	waited float64 // milliseconds since the last jump, where nothing may move

	told  [MostRuns]string // what a side has been told of the cursor
	since float64          // when that was
}

// Rates are the speeds of playing: arrivals a second of wall time.
var Rates = []float64{0.5, 1, 4, 16, 64}

// Cursor returns the moment that the cursor is at, in simulated seconds; ok is
// false if there is no cursor.
func (s *Stage) Cursor() (seconds float64, ok bool) {
	return s.play.cursor, !math.IsNaN(s.play.cursor)
}

// Playing reports whether the cursor moves by itself.
func (s *Stage) Playing() bool { return s.play.on }

// Rate is how many arrivals a second of wall time plays, on average.
func (s *Stage) Rate() float64 { return s.play.rate }

// SetRate sets the speed of playing.
func (s *Stage) SetRate(arrivalsPerSecond float64) {
	if arrivalsPerSecond > 0 {
		s.play.rate = arrivalsPerSecond
	}
}

// SetCursor puts the cursor at a moment, and brings it into view if show is set.
func (s *Stage) SetCursor(moment float64, show bool) {
	s.play.cursor = math.Max(s.whole.From, math.Min(moment, s.whole.To))
	if w := s.target; show && (s.play.cursor < w.From || s.play.cursor > w.To) {
		s.setWindow(w.show(s.play.cursor, s.play.cursor), true)
	}
	s.invalidate()
	s.played()
}

func (s *Stage) played() {
	if s.OnPlay != nil {
		s.OnPlay()
	}
}

// findGap measures how fast jobs arrive.
func (s *Stage) findGap() {
	most := 0
	for _, t := range s.tracks {
		if t != nil {
			most = max(most, len(t.run.Jobs))
		}
	}
	s.play.gap = s.whole.Span() / float64(max(most, 1))
	if most == 0 {
		s.play.on = false
	}
}

// Toggle plays or pauses. It plays from the cursor, or else from the start of
// what is in view; at the end it begins anew.
func (s *Stage) Toggle() {
	switch {
	case s.play.on:
		s.play.on = false
		s.announceMoment()
	case !s.any():
		return
	default:
		if math.IsNaN(s.play.cursor) || s.play.cursor < s.target.From || s.play.cursor > s.target.To {
			s.play.cursor = s.target.From
		}
		if s.play.cursor >= s.whole.To {
			s.play.cursor = s.whole.From
			s.setWindow(Window{s.whole.From, s.whole.From + s.target.Span()}, false)
		}
		s.play.on, s.play.last, s.play.waited = true, -1, 0
	}
	s.invalidate()
	s.played()
}

// stillMillis is how often the cursor jumps where nothing may move.
const stillMillis = 1000

// advance moves the cursor as long as it plays. now is in milliseconds.
func (s *Stage) advance(now float64) {
	p := &s.play
	if !p.on || now <= p.last {
		return
	}
	passed := 0.0
	if p.last >= 0 {
		passed = math.Min(now-p.last, 100) // not what passed while the page was hidden
	}
	p.last = now
	if s.Still {
		if p.waited += passed; p.waited < stillMillis {
			return
		}
		passed, p.waited = stillMillis, 0
	}
	p.cursor += passed / 1000 * p.rate * p.gap
	if p.cursor >= s.whole.To {
		p.cursor, p.on = s.whole.To, false
		s.announceMoment()
		s.played()
	}
	s.follow()
}

// follow keeps a cursor that plays in view: a window as the cursor goes, or,
// where nothing may move, a page at a time.
func (s *Stage) follow() {
	const ahead = 0.7 // where in the window the cursor stays
	w, at := s.target, s.play.cursor
	switch {
	case at < w.From || at > w.To:
		s.setWindow(Window{at - 0.1*w.Span(), at + 0.9*w.Span()}, false)
	case !s.Still && !s.moving && at > w.From+ahead*w.Span() && w.To < s.whole.To:
		from := at - ahead*w.Span()
		s.setWindow(Window{from, from + w.Span()}, false)
	}
}

// Event moves the cursor to the next (by 1) or previous (by -1) moment at which
// a job of any side arrives, starts or ends.
func (s *Stage) Event(by int) {
	at := s.play.cursor
	if math.IsNaN(at) {
		at = s.target.From - 1e-9*s.whole.Span()
		if by < 0 {
			at = s.target.To
		}
	}
	to := math.Inf(by)
	for _, t := range s.tracks {
		switch {
		case t == nil:
		case by > 0:
			to = math.Min(to, t.nextMoment(at))
		default:
			to = math.Max(to, t.lastMoment(at))
		}
	}
	if math.IsInf(to, 0) {
		return
	}
	s.play.on = false
	s.SetCursor(to, true)
	s.announceMoment()
}

// letGo takes the focus away, or else the cursor, and says whether there was
// either.
func (s *Stage) letGo() bool {
	switch {
	case s.focus != none:
		s.clearFocus()
	case !math.IsNaN(s.play.cursor):
		s.play.cursor, s.play.on = math.NaN(), false
		s.invalidate()
		s.played()
	default:
		return false
	}
	return true
}

// Moment says what a side's run is like at the cursor; "" without a cursor.
func (s *Stage) Moment(side int) string {
	t := s.tracks[side]
	if t == nil || math.IsNaN(s.play.cursor) {
		return ""
	}
	at := s.play.cursor
	h := &t.history
	free := h.value(h.free, at)
	text := number.Count(free) + " of " + plural(int(h.total), "server") + " free"
	if h.largest != nil && free > 0 {
		text += ", the largest free block has " + number.Count(h.value(h.largest, at))
	}
	c := t.census(at)
	return text + ". " + plural(c.running, "job") + " running, " + number.Count(c.arrived) + " arrived, " + number.Count(c.blocked) + " blocked."
}

// momentName writes the moment of the cursor.
func (s *Stage) momentName() string { return momentText(s.play.cursor, s.target) }

// announceMoment says what the runs are like at the cursor.
func (s *Stage) announceMoment() {
	if s.Surface == nil || math.IsNaN(s.play.cursor) {
		return
	}
	said := "At " + s.momentName() + "."
	for side := range s.tracks {
		if text := s.Moment(side); text != "" {
			said += " " + s.names[side] + ": " + text
		}
	}
	s.Surface.Announce(said)
}

// tellMillis is how often a side is told of a cursor that plays: more often
// nobody can read.
const tellMillis = 150

// tell hands a side's line about the cursor to the surface. now is in
// milliseconds.
func (s *Stage) tell(side int, now float64) {
	p := &s.play
	if s.Surface == nil || p.on && side == 0 && now-p.since < tellMillis && now > p.since {
		return
	}
	if side == 0 {
		p.since = now
	} else if p.on && p.since != now {
		return
	}
	text := ""
	if moment := s.Moment(side); moment != "" {
		text = s.momentName() + ": " + moment
	}
	if text != p.told[side] {
		p.told[side] = text
		s.Surface.Now(side, text)
	}
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
