package timeline

import (
	"math"

	"rampart/core/experiment"
	"rampart/ui/chart"
)

// Surface is what a Stage draws on: a canvas for each run and a place that
// speaks.
type Surface interface {
	// Invalidate asks for a frame of all canvases, soon and once.
	Invalidate()
	// Now shows a line about the moment of the cursor beside a canvas.
	Now(side int, line string)
	// Announce tells a sentence to those who do not see the canvases.
	Announce(sentence string)
}

// MostRuns is how many runs stand side by side at most: with more, none of them
// would have the room to be read.
const MostRuns = 4

// Stage is the state of timelines that share one window, and what input does to
// them. It knows nothing of the browser: a surface feeds it sizes and
// input and asks it for frames.
type Stage struct {
	Surface    Surface
	Still      bool   // no motion: windows jump
	OnFocus    func() // the focus has moved to another job
	OnWindow   func() // another stretch of time is in view
	OnPlay     func() // playing has begun or ended, or the cursor was set or taken away
	sides      int    // runs that there is room for, 2..MostRuns
	names      [MostRuns]string
	tracks     [MostRuns]*track
	causes     []int
	lanes      int
	whole      Window
	window     Window  // in view now
	target     Window  // where the window is going
	origin     Window  // where it comes from
	began      float64 // when it left, milliseconds; negative before its first frame
	moving     bool
	opened     Window // the window that the runs open with
	wish       *wish  // to open with instead, until all runs are there or the user moves on
	widths     [MostRuns]float64
	focus      int // job, or none
	focusSide  int
	hover      int // job, or none
	hoverSide  int
	x, y       float64 // the pointer, while it hovers
	moment     float64 // under the pointer, NaN if it is away
	play       play
	difference string // what FirstDifference found
	fingers    []finger
	keyboard   [MostRuns]bool
	painter    painter
	laid       []*track // that were laid out in the background
	ends       []runEnd // of the runs that were shown last
}

// finger is a pointer that is down.
type finger struct {
	id, side int
	area     area
	x, y     float64
	moment   float64 // what it holds
	moved    bool
}

// moveMillis is how long a window takes to get where a key or button sent it.
const moveMillis = 130

// NewStage returns a stage with nothing on it.
func NewStage() *Stage {
	return &Stage{
		sides: 2, whole: Window{0, 1}, window: Window{0, 1}, target: Window{0, 1},
		focus: none, hover: none, moment: math.NaN(), play: play{cursor: math.NaN(), rate: 1},
	}
}

// Show puts runs of an experiment on the stage, at most MostRuns, with a name
// for each; a nil run, or one whose jobs are not known, leaves its side empty.
// The window, the cursor and the focus stay where they are as long as they make
// sense.
func (s *Stage) Show(e *experiment.Experiment, runs []*experiment.Run, names []string) {
	s.sides = max(2, len(runs))
	s.names = [MostRuns]string{}
	copy(s.names[:], names)
	end := 0.0
	for _, run := range runs {
		if run != nil {
			end = math.Max(end, s.endOf(e, run))
		}
	}
	if end == 0 {
		end = s.whole.To // nothing to show: what was in view stays for what comes
	}
	whole := Window{0, end}
	before := s.tracks
	for side := range s.tracks {
		var run *experiment.Run
		if side < len(runs) {
			run = runs[side]
		}
		switch old := s.tracks[side]; {
		case run == nil || len(run.Jobs) == 0:
			s.tracks[side] = nil
		case old == nil || old.run != run || old.end != end || old.shape != shapeOf(e.Cluster):
			s.tracks[side] = s.lay(e, run, end)
		}
	}
	if s.tracks != before {
		s.difference = "" // of runs that are not there any more
	}
	if whole != s.whole {
		s.whole, s.moving = whole, false
		s.opened = opening(whole, runs)
		s.target, s.window = s.opened, s.opened
	}
	s.grant()
	s.lanes = shapeOf(e.Cluster).lanes
	s.findCauses()
	s.findGap()
	s.hover = none
	if s.focus != none && s.Job(s.focusSide) == nil {
		s.focus = none
	}
	s.invalidate()
}

// openingJobs is how many arrivals are in view at first: as many as still make
// bars that one can tell apart on half a screen.
const openingJobs = 120

// opening is the window that a run opens with: all of a short run, the start
// of a long one.
func opening(whole Window, runs []*experiment.Run) Window {
	most := 0
	for _, run := range runs {
		if run != nil {
			most = max(most, len(run.Jobs))
		}
	}
	if most <= 2*openingJobs {
		return whole
	}
	return Window{whole.From, whole.From + whole.Span()*openingJobs/float64(most)}
}

// same says whether two sides have the same arrivals.
func (s *Stage) same(a, b int) bool {
	ta, tb := s.tracks[a], s.tracks[b]
	return a == b || ta != nil && tb != nil && ta.run.Seed == tb.run.Seed
}

// findCauses makes a row in all bands for each cause that occurs in one of them.
func (s *Stage) findCauses() {
	occurs := make([]bool, len(chart.CauseOrder))
	for _, t := range s.tracks {
		if t == nil {
			continue
		}
		for c, has := range t.causes() {
			occurs[c] = occurs[c] || has
		}
	}
	s.causes = nil
	for c, has := range occurs {
		if has {
			s.causes = append(s.causes, c)
		}
	}
}

// Resize tells the width of a side's canvas and returns the height it needs,
// both in CSS pixels.
func (s *Stage) Resize(side int, width float64) (height float64) {
	if s.widths[side] != width {
		s.widths[side] = width
		s.invalidate()
	}
	return s.layout(side).height
}

func (s *Stage) layout(side int) layout { return arrange(s.widths[side], s.lanes, s.causes) }

// Paint draws one frame of a side into an empty list, at a time in
// milliseconds that only grows, and says whether another frame must follow.
func (s *Stage) Paint(side int, now float64, list *chart.List) (again bool) {
	s.step(now)
	s.advance(now)
	list.Reset()
	s.tell(side, now)
	t := s.tracks[side]
	if t == nil || !(s.widths[side] > gutter+marginRight+20) {
		return s.moving || s.play.on
	}
	v := view{
		layout: s.layout(side), window: s.window, whole: s.whole,
		focus: none, hover: none, x: -1, moment: s.moment, cursor: s.play.cursor,
	}
	if s.focus != none && s.same(side, s.focusSide) && s.focus < len(t.run.Jobs) {
		v.focus = s.focus
	}
	if s.hover != none && s.same(side, s.hoverSide) && s.hover < len(t.run.Jobs) {
		v.hover = s.hover
		if side == s.hoverSide {
			v.x, v.y = s.x, s.y
		}
	}
	s.painter.list = list
	s.painter.paint(t, &v)
	return s.moving || s.play.on
}

// step moves a window that is on its way.
func (s *Stage) step(now float64) {
	if !s.moving {
		return
	}
	if s.began < 0 {
		s.began = now
	}
	part := (now - s.began) / moveMillis
	if part >= 1 {
		s.window, s.moving = s.target, false
		return
	}
	s.window = s.origin.between(s.target, 1-(1-part)*(1-part))
}

// setWindow brings a window into view, gliding if glide is set.
func (s *Stage) setWindow(w Window, glide bool) {
	w = w.within(s.whole)
	if w == s.target {
		return
	}
	s.target, s.wish = w, nil
	if glide && !s.Still {
		s.origin, s.began, s.moving = s.window, -1, true
	} else {
		s.window, s.moving = w, false
	}
	s.invalidate()
	if s.OnWindow != nil {
		s.OnWindow()
	}
}

// Window is the stretch of time that is, or is about to be, in view.
func (s *Stage) Window() Window { return s.target }

// rest lets go of the page: what is left is the window, the focus and the runs.
func (s *Stage) rest() {
	s.Surface, s.OnFocus, s.OnWindow, s.OnPlay = nil, nil, nil, nil
	s.play.on = false
	s.window, s.moving = s.target, false
	s.fingers, s.keyboard = nil, [MostRuns]bool{}
	s.away()
}

// Zoom makes the window factor times as long around its middle, or around the
// job with the focus if that is in view.
func (s *Stage) Zoom(factor float64) {
	at := (s.target.From + s.target.To) / 2
	if t := s.focusTrack(); t != nil {
		if from, to := t.extent(s.focus); from >= s.target.From && from <= s.target.To {
			at = math.Min((from+to)/2, s.target.To)
		}
	}
	s.setWindow(s.target.zoom(factor, at), true)
}

// Pan moves the window by a part of its length.
func (s *Stage) Pan(part float64) { s.setWindow(s.target.pan(part), true) }

// Whole brings all of the time into view.
func (s *Stage) Whole() { s.setWindow(s.whole, true) }

// IsWhole says whether all of the time is in view.
func (s *Stage) IsWhole() bool { return s.target == s.whole }

func (s *Stage) invalidate() {
	if s.Surface != nil {
		s.Surface.Invalidate()
	}
}
