package timeline

import "math"

// reachPixels is how far from a bar or tick a pointer still means it.
const reachPixels = 4.0

// none stands for no job.
const none = -1

// barAt is the job on a lane at a moment: the one nearest in time that is at
// most slack seconds away, none if there is none. Of several, the first.
func (t *track) barAt(at int, moment, slack float64) int {
	if at < 0 || at >= len(t.lanes) {
		return none
	}
	l := &t.lanes[at]
	first, after := l.span(t, moment-slack, moment+slack)
	best, near := none, math.Inf(1)
	for _, b := range l.bars[first:after] {
		job := int(b.job)
		d := math.Max(0, math.Max(t.starts[job]-moment, moment-t.ends[job]))
		if d <= slack && (d < near || d == near && job < best) {
			best, near = job, d
		}
	}
	return best
}

// missedAt is the job blocked by a cause that arrived nearest to a moment, at
// most slack seconds away, none if there is none. Of several, the first.
func (t *track) missedAt(cause int, moment, slack float64) int {
	first, after := t.missedSpan(cause, moment-slack, moment+slack)
	best, near := none, math.Inf(1)
	for _, job := range t.missed[cause][first:after] {
		d := math.Abs(t.run.Jobs[job].ArrivalSeconds - moment)
		if d < near || d == near && int(job) < best {
			best, near = int(job), d
		}
	}
	return best
}

// jobAt is the job at a point of the canvas, none if there is none.
func (t *track) jobAt(l *layout, w Window, x, y float64) int {
	scale := l.time(w)
	moment := scale.Value(x)
	slack := reachPixels * w.Span() / (l.right - l.left)
	switch l.areaAt(x, y) {
	case inBand:
		row := int((y - l.bandTop) / causeHeight)
		if row >= 0 && row < len(l.causes) {
			return t.missedAt(l.causes[row], moment, slack)
		}
	case inGantt:
		return t.barAt(int((y-l.ganttTop)/l.laneHeight), moment, slack)
	}
	return none
}
