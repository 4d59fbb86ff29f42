package sweeps

import (
	"math"

	"rampart/core/experiment"
	"rampart/ui/chart"
)

// mostBoundJobs is how many arrivals at all points and on all seeds together take
// a worker some ten seconds, when nobody waits: the bounds of larger sweeps are
// left out.
const mostBoundJobs = 100_000

// limits are the clairvoyant bounds of a sweep's points.
type limits struct {
	rates   [][]float64 // blocking rates by point, one a seed
	problem string      // what went wrong
	working bool
	stop    func()
}

// boundable reports whether the work has room for bounds beside its figures: one
// field varies, all is done, and there is not too much of it.
func (w *Work) boundable() bool {
	if len(w.Sweep.Axes) != 1 || w.count < w.total {
		return false
	}
	jobs := 0.0
	for p := range w.Sweep.Points() {
		x := w.Sweep.Experiment(p)
		jobs += x.Arrivals() * float64(len(x.Seeds))
	}
	return jobs <= mostBoundJobs
}

// bound has the bounds computed that are not known, point after point, so that
// whoever presses Run waits for one point at most.
func (m *Model) bound() {
	w := m.Work
	if w == nil || !m.Open || m.Metric != Metrics[0] || !w.boundable() {
		return
	}
	l := &w.limits
	if l.rates == nil {
		l.rates = make([][]float64, w.Sweep.Points())
	}
	for p, known := range l.rates {
		x := w.Sweep.Experiment(p)
		if l.working || l.problem != "" {
			return
		}
		if len(known) >= len(x.Seeds) {
			continue
		}
		plain := *x
		plain.Name, plain.Notes = "", ""
		plain.Strategies, plain.Seeds = []experiment.StrategySpec{{Kind: "sequential"}}, []uint64{0}
		l.rates[p], l.working = nil, true
		l.stop = m.runner.Bounds(experiment.AppendCanonical(nil, &plain), x.Seeds, func(b *experiment.Bound, message string) {
			if l.problem = message; b != nil {
				l.rates[p] = append(l.rates[p], b.BlockingRate)
			}
			if l.working = b != nil && len(l.rates[p]) < len(x.Seeds); !l.working {
				m.version++
				m.bound()
				m.changed(false)
			}
		})
	}
}

// unbound stops what bound has begun.
func (w *Work) unbound() {
	if w.limits.working {
		w.limits.stop()
		w.limits.working = false
	}
}

// boundCurve is the line of the bounds, nil if there are none.
func (w *Work) boundCurve() *chart.Curve {
	c := &chart.Curve{Mark: chart.Mark{Class: "chart-quiet", Shape: chart.Bound}, Name: "Clairvoyant bound"}
	any := false
	for p := range w.Sweep.Points() {
		v := experiment.Interval{Mean: math.NaN(), Low: math.NaN(), High: math.NaN()}
		if p < len(w.limits.rates) && len(w.limits.rates[p]) == len(w.Sweep.Experiment(p).Seeds) {
			v, any = experiment.NewInterval(w.limits.rates[p]), true
		}
		c.Y, c.Low, c.High = append(c.Y, v.Mean), append(c.Low, math.Max(0, v.Low)), append(c.High, math.Min(1, v.High))
	}
	if !any {
		return nil
	}
	return c
}
