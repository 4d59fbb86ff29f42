package timeline

import (
	"slices"

	"rampart/core/cluster"
	"rampart/ui/chart"
	"rampart/ui/number"
)

// difference is the first decision at which runs of the same arrivals differ.
type difference struct {
	job   int   // none if they do not
	sides []int // those that were compared, at least two
}

// findDifference compares the run with the focus, or else the first, with all
// that have its arrivals. ok is false if there is nothing to compare.
func (s *Stage) findDifference() (d difference, ok bool) {
	base := s.focusSide
	if s.focus == none || s.tracks[base] == nil {
		base = slices.IndexFunc(s.tracks[:], func(t *track) bool { return t != nil })
	}
	d.job = none
	if base < 0 {
		return d, false
	}
	most := 0
	for side, t := range s.tracks {
		if t != nil && s.same(side, base) {
			d.sides = append(d.sides, side)
			most = max(most, len(t.run.Jobs))
		}
	}
	if len(d.sides) < 2 {
		return d, false
	}
	for job := range most {
		for _, side := range d.sides {
			if !alike(s.job(base, job), s.job(side, job)) {
				d.job = job
				return d, true
			}
		}
	}
	return d, true
}

// job is a job of a side, nil if it has none of that number.
func (s *Stage) job(side, job int) *cluster.Job {
	if t := s.tracks[side]; t != nil && job < len(t.run.Jobs) {
		return &t.run.Jobs[job]
	}
	return nil
}

// alike says whether a job met the same decision with the same consequence.
func alike(a, b *cluster.Job) bool {
	if a == nil || b == nil {
		return a == b
	}
	time := func(v *float64) float64 {
		if v == nil {
			return -1
		}
		return *v
	}
	return a.Degree == b.Degree && (a.Outcome == cluster.Blocked) == (b.Outcome == cluster.Blocked) && a.Cause == b.Cause &&
		slices.Equal(a.Servers, b.Servers) && time(a.JCTSeconds) == time(b.JCTSeconds)
}

// FirstDifference gives the focus to the first job that runs of the same
// arrivals treat differently, moves the cursor there, and says what differs.
func (s *Stage) FirstDifference() {
	d, ok := s.findDifference()
	switch {
	case !ok:
		s.difference = "To find where runs differ, show two of the same seed, and wait until both are there."
	case d.job == none:
		s.difference = "These runs treat all jobs alike."
	default:
		s.difference = s.differenceWords(d)
	}
	if d.job == none {
		if s.Surface != nil {
			s.Surface.Announce(s.difference)
		}
		s.played()
		return
	}
	side := d.sides[0]
	at := s.tracks[side].run.Jobs[d.job].ArrivalSeconds
	if span := s.opened.Span(); s.target.Span() > span {
		s.setWindow(Window{at - span/3, at + 2*span/3}, true)
	}
	s.play.on = false
	s.SetCursor(at, true)
	s.Focus(side, d.job)
	if s.Surface != nil {
		s.Surface.Announce(s.difference)
	}
}

// Difference is what FirstDifference found last, in words; "" before.
func (s *Stage) Difference() string { return s.difference }

func (s *Stage) differenceWords(d difference) string {
	words := "The first job that they treat differently is number " + number.Count(d.job)
	if d.job > 0 {
		words += ", after " + plural(d.job, "job") + " alike"
	}
	for i, side := range d.sides {
		if i == 0 {
			words += ". "
		} else {
			words += "; "
		}
		words += s.names[side] + " " + fate(s.job(side, d.job))
	}
	return words + "."
}

// fate says in a few words what was decided about a job and what came of it.
func fate(j *cluster.Job) string {
	switch {
	case j == nil:
		return "never saw it"
	case len(j.ValidDegrees) == 0:
		return "did not decide on it: " + outcomeText(j)
	case j.Degree == 0:
		return "declined it"
	case j.Outcome == cluster.Blocked:
		return "chose " + degreeText(j) + " and it was blocked, " + chart.CauseName(j.Cause)
	case j.JCTSeconds != nil:
		return "chose " + degreeText(j) + " on " + plural(len(j.Servers), "server") + ", " + number.Duration(*j.JCTSeconds) + " long"
	}
	return "chose " + degreeText(j)
}
