package timeline

import "math"

// Window is the stretch of simulated time in view, seconds. From < To.
type Window struct {
	From, To float64
}

// Span is the length of the window.
func (w Window) Span() float64 { return w.To - w.From }

// finest is the least part of the whole that a window may show. Times are
// float64 seconds, so that below this their own steps would show.
const finest = 1e-8

// within returns the window of the same length, or the longest possible one,
// that lies inside the whole.
func (w Window) within(whole Window) Window {
	span := math.Min(w.Span(), whole.Span())
	if !(span >= whole.Span()*finest) { // also not a number
		span = whole.Span() * finest
	}
	from := math.Max(whole.From, math.Min(w.From, whole.To-span))
	if math.IsNaN(from) {
		from = whole.From
	}
	return Window{from, math.Min(whole.To, from+span)}
}

// pan moves the window by a part of its length.
func (w Window) pan(part float64) Window {
	d := part * w.Span()
	return Window{w.From + d, w.To + d}
}

// zoom makes the window factor times as long, with the moment at in place.
func (w Window) zoom(factor, at float64) Window {
	return Window{at - (at-w.From)*factor, at + (w.To-at)*factor}
}

// show moves the window as little as possible so that from..to is in view
// with a margin, and zooms out if it is too long to fit.
func (w Window) show(from, to float64) Window {
	const margin = 0.05
	if span := (to - from) / (1 - 2*margin); span > w.Span() {
		return Window{from - margin*span, from + (1-margin)*span}
	}
	pad := margin * w.Span()
	switch {
	case from-pad < w.From:
		return Window{from - pad, from - pad + w.Span()}
	case to+pad > w.To:
		return Window{to + pad - w.Span(), to + pad}
	}
	return w
}

// between is the window at a part t of the way from w to v; lengths change
// geometrically, so that a zoom looks even.
func (w Window) between(v Window, t float64) Window {
	if t >= 1 {
		return v
	}
	span := w.Span() * math.Pow(v.Span()/w.Span(), t)
	// The moment that stands still, or the far end of a pure pan, keeps its
	// place: interpolate the position in proportion to the length.
	s := t
	if d := v.Span() - w.Span(); math.Abs(d) > 1e-9*w.Span() {
		s = (span - w.Span()) / d
	}
	from := w.From + (v.From-w.From)*s
	return Window{from, from + span}
}
