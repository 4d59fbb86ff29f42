package sweeps

import (
	"bytes"
	"strconv"
	"strings"

	"rampart/core/experiment"
	"rampart/core/snapshot"
	"rampart/core/sweep"
)

// Look returns the sweep that is set for an experiment, as a view has it; nil if
// the section is folded or what is set is no sweep.
func (m *Model) Look(x *experiment.Experiment) *snapshot.Sweep {
	if !m.Open {
		return nil
	}
	if _, err := m.Plan(x); err != nil {
		return nil
	}
	s := &snapshot.Sweep{}
	for i := range m.Drafts {
		d := &m.Drafts[i]
		if d.Path == "" {
			continue
		}
		a := snapshot.SweepAxis{Path: d.Path}
		a.Log = d.Log
		var err [3]error
		a.From, err[0] = strconv.ParseFloat(strings.TrimSpace(d.From), 64)
		a.To, err[1] = strconv.ParseFloat(strings.TrimSpace(d.To), 64)
		a.N, err[2] = strconv.Atoi(strings.TrimSpace(d.N))
		if err != [3]error{} {
			return nil // a list of values or the like, which no range can say
		}
		s.Axes = append(s.Axes, a)
	}
	if m.Metric != Metrics[0] {
		s.Metric = m.Metric.Key
	}
	return s
}

// Wish sets the sweep of a view and unfolds the section; nothing is run. What
// another visit has kept does not take its place.
func (m *Model) Wish(x *experiment.Experiment, v *snapshot.Sweep) {
	m.Open, m.Drafts, m.Metric = true, [sweep.MaxAxes]Draft{}, metricOf(v.Metric)
	for i, a := range v.Axes[:min(len(v.Axes), len(m.Drafts))] {
		m.Drafts[i] = Draft{Path: a.Path, From: show(a.From), To: show(a.To), N: strconv.Itoa(a.N), Log: a.Log}
	}
	m.wished = nil
	if s, err := m.Plan(x); err == nil {
		m.wished = sweep.AppendState(nil, s)
	}
	m.version++
}

// welcome reports whether a sweep that was kept may be shown: what a link has set
// stays, unless it is the same.
func (m *Model) welcome(s *sweep.Sweep) bool {
	return m.wished == nil || bytes.Equal(m.wished, sweep.AppendState(nil, s))
}
