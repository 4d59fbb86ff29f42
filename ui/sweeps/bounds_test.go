package sweeps

import (
	"math"
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/ui/session"
)

// Once a sweep of one field is done, the bounds of its points are asked for, one
// point at a time, and drawn as a line.
func TestBoundOfPoints(t *testing.T) {
	d, m := open(t, nil)
	x := small()
	m.Toggle(x)
	m.Drafts[0].To, m.Drafts[0].N = "1", "3"
	m.Start(x)
	view := &View{Model: m, Experiment: x}
	view.Compute()
	if len(d.bounds) != 0 {
		t.Fatal("bounds are asked for while the sweep runs")
	}
	d.work(math.MaxInt)
	view.Compute()
	view.Compute()
	for p := range 3 {
		if len(d.bounds) != p+1 {
			t.Fatalf("%d requests, want one a point: %d", len(d.bounds), p+1)
		}
		r := d.bounds[p]
		asked, err := experiment.Decode(r.canonical)
		if err != nil || len(r.seeds) != len(x.Seeds) || asked.Workload.Interarrival.Value != m.Work.Sweep.Experiment(p).Workload.Interarrival.Value {
			t.Fatalf("point %d: %v, %d seeds, a job every %v s", p, err, len(r.seeds), asked.Workload.Interarrival.Value)
		}
		for i, seed := range r.seeds {
			r.got(&experiment.Bound{Seed: seed, BlockingRate: 0.01 * float64(p+i%2)}, "")
		}
		view.Compute()
		last := view.lines.Lines[len(view.lines.Lines)-1]
		if last.Name != "Clairvoyant bound" || math.Abs(last.Y[p]-0.01*(float64(p)+0.5)) > 1e-12 || p < 2 && !math.IsNaN(last.Y[p+1]) {
			t.Errorf("after point %d the last line is %s: %v", p, last.Name, last.Y)
		}
	}
	if m.Work.State != session.Done || len(d.bounds) != 3 {
		t.Errorf("state %s, %d requests", m.Work.State, len(d.bounds))
	}
	m.Metric = Metrics[1]
	view.Compute()
	for _, l := range view.lines.Lines {
		if strings.Contains(l.Name, "bound") {
			t.Errorf("%s has a line %s", m.Metric.Name, l.Name)
		}
	}
}

// What goes wrong ends it, and another sweep stops what is begun.
func TestBoundsEnd(t *testing.T) {
	d, m := open(t, nil)
	x := small()
	m.Toggle(x)
	m.Drafts[0].To, m.Drafts[0].N = "1", "3"
	m.Start(x)
	d.work(math.MaxInt)
	view := &View{Model: m, Experiment: x}
	view.Compute()
	before := d.stopped
	m.Start(x)
	if d.stopped != before+1 {
		t.Errorf("%d requests were stopped, want one", d.stopped-before)
	}
	d.work(math.MaxInt)
	view.Compute()
	d.bounds[1].got(nil, "no room")
	view.Compute()
	if len(d.bounds) != 2 || m.Work.boundCurve() != nil {
		t.Errorf("%d requests, %v", len(d.bounds), m.Work.boundCurve())
	}
}

func TestBoundsOfLargeSweeps(t *testing.T) {
	d, m := open(t, nil)
	x := small()
	x.HorizonSeconds = 1e7
	m.Toggle(x)
	m.Drafts[0].N = "2"
	s, err := m.Plan(x)
	if err != nil {
		t.Fatal(err)
	}
	w := newWork(s, nil, d, m.heard)
	w.count = w.total
	if w.boundable() {
		t.Error("bounds of 400,000 arrivals are asked for without being asked for")
	}
}
