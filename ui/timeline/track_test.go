package timeline

import (
	"math"
	"testing"

	"rampart/core/cluster"
	"rampart/core/experiment"
)

func TestShape(t *testing.T) {
	cases := []struct {
		name           string
		cluster        experiment.Cluster
		size, lanes    int
		server         string
		row            int
		firstLaneNamed string
	}{
		{"the paper's", experiment.Cluster{Groups: 4, RacksPerGroup: 4, ServersPerRack: 2}, 1, 32, "3-2-1", 29, "server 0-0-0"},
		{"as many as lanes", experiment.Cluster{Groups: 8, RacksPerGroup: 4, ServersPerRack: 4}, 1, 128, "7-3-3", 127, "server 0-0-0"},
		{"a lane a rack", experiment.Cluster{Groups: 8, RacksPerGroup: 8, ServersPerRack: 8}, 8, 64, "1-1-0", 72, "rack 0-0"},
		{"a lane a group", experiment.Cluster{Groups: 32, RacksPerGroup: 32, ServersPerRack: 8}, 256, 32, "1-0-0", 256, "group 0"},
		{"a lane some groups", experiment.Cluster{Groups: 200, RacksPerGroup: 1, ServersPerRack: 1}, 2, 100, "199-0-0", 199, "groups 0\u2009–\u20091"},
		{"one server", experiment.Cluster{Groups: 1, RacksPerGroup: 1, ServersPerRack: 1}, 1, 1, "0-0-0", 0, "server 0-0-0"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := shapeOf(c.cluster)
			if s.size != c.size || s.lanes != c.lanes {
				t.Errorf("%d servers a lane, %d lanes; want %d, %d", s.size, s.lanes, c.size, c.lanes)
			}
			if row, ok := s.row(c.server); !ok || row != c.row {
				t.Errorf("server %s is row %d, %v; want %d", c.server, row, ok, c.row)
			}
			if name := s.name(0); name != c.firstLaneNamed {
				t.Errorf("the first lane is %q, want %q", name, c.firstLaneNamed)
			}
		})
	}
}

// A result file from elsewhere may name servers that the cluster lacks.
func TestServersThatDoNotExist(t *testing.T) {
	s := shapeOf(experiment.Cluster{Groups: 4, RacksPerGroup: 4, ServersPerRack: 2})
	for _, name := range []string{"", "1", "1-2", "4-0-0", "0-4-0", "0-0-2", "-1-0-0", "a-b-c", "0-0-0-0", "0-0-", "99999999999999999999-0-0"} {
		if row, ok := s.row(name); ok {
			t.Errorf("%q is row %d", name, row)
		}
	}
}

// Whatever a server is called, its row is in the cluster and names it.
func FuzzRow(f *testing.F) {
	for _, name := range []string{"0-0-0", "3-3-1", "-", "1--1", "01-0-0", "+1-0-0", "4-4-2"} {
		f.Add(name)
	}
	s := shapeOf(experiment.Cluster{Groups: 4, RacksPerGroup: 4, ServersPerRack: 2})
	f.Fuzz(func(t *testing.T, name string) {
		row, ok := s.row(name)
		if !ok {
			return
		}
		if row < 0 || row >= s.total() {
			t.Fatalf("%q is row %d", name, row)
		}
		if again, ok := s.row(serverName(s, row)); !ok || again != row {
			t.Errorf("%q is row %d, which is %q, row %d", name, row, serverName(s, row), again)
		}
	})
}

// Every server has at most one job at a time, so that bars of a lane must not
// overlap, and every server of every job has its bar.
func TestBarsDoNotOverlap(t *testing.T) {
	e := small()
	run := plausible(e, 2000, 8, 3)
	tr := newTrack(e, run, endOfTime(e, run), func() {})
	bars := 0
	for at := range tr.lanes {
		last := math.Inf(-1)
		for _, b := range tr.lanes[at].bars {
			if tr.starts[b.job] < last {
				t.Fatalf("lane %d: job %d starts at %v, the one before ends at %v", at, b.job, tr.starts[b.job], last)
			}
			last = tr.ends[b.job]
			bars++
		}
	}
	servers := 0
	for i := range run.Jobs {
		if run.Jobs[i].StartSeconds != nil {
			servers += len(run.Jobs[i].Servers)
		}
	}
	if bars != servers {
		t.Errorf("%d bars for %d servers", bars, servers)
	}
}

// A job's rows make rectangles that cover each of its lanes once.
func TestRowsCoverEveryLaneOnce(t *testing.T) {
	e := small()
	run := plausible(e, 500, 8, 4)
	tr := newTrack(e, run, endOfTime(e, run), func() {})
	covered := map[[2]int]int{}
	for at := range tr.lanes {
		for _, b := range tr.lanes[at].bars {
			for k := range int(b.rows) {
				covered[[2]int{at + k, int(b.job)}]++
			}
		}
	}
	bars := 0
	for at := range tr.lanes {
		for _, b := range tr.lanes[at].bars {
			bars++
			if n := covered[[2]int{at, int(b.job)}]; n != 1 {
				t.Fatalf("lane %d, job %d: covered %d times", at, b.job, n)
			}
		}
	}
	if len(covered) != bars {
		t.Errorf("%d places covered, %d bars", len(covered), bars)
	}
}

// Jobs that still run at the horizon end there on the timeline; jobs that
// never ran have no bar.
func TestEnds(t *testing.T) {
	e := small()
	start, late := 99000.0, 120000.0
	run := &experiment.Run{Jobs: []cluster.Job{
		{Outcome: cluster.Unfinished, Cause: cluster.CauseHorizon, StartSeconds: &start, EndSeconds: &late, Servers: []string{"0-0-0"}},
		{Outcome: cluster.Blocked, Cause: cluster.CauseJCT},
		{Outcome: cluster.Undecided, ArrivalSeconds: 1e5},
	}}
	tr := newTrack(e, run, endOfTime(e, run), func() {})
	if tr.end != 1e5 {
		t.Errorf("time ends at %v, want the horizon", tr.end)
	}
	if tr.starts[0] != start || tr.ends[0] != 1e5 {
		t.Errorf("the unfinished job is at %v to %v", tr.starts[0], tr.ends[0])
	}
	if !math.IsNaN(tr.starts[1]) || !math.IsNaN(tr.starts[2]) {
		t.Error("a job that never ran has a bar")
	}
}

func TestUseIsThePartOfServersInUse(t *testing.T) {
	e := small()
	start, end := 25000.0, 75000.0
	run := &experiment.Run{Jobs: []cluster.Job{{
		Outcome: cluster.Completed, StartSeconds: &start, EndSeconds: &end, Servers: []string{"0-0-0", "0-0-1", "0-1-0", "0-1-1"},
	}}}
	tr := newTrack(e, run, 1e5, func() {})
	sum := 0.0
	for _, u := range tr.use {
		sum += float64(u)
	}
	if mean := sum / useBins; !near(mean, 0.5*4/32, 1e-6) {
		t.Errorf("mean use %v, want %v", mean, 0.5*4/32)
	}
	if tr.use[0] != 0 || !near(float64(tr.use[useBins/2]), 4.0/32, 1e-6) {
		t.Errorf("use %v at the start, %v in the middle", tr.use[0], tr.use[useBins/2])
	}
}

// Mips must say the same as the bars they are made from.
func TestMipsAgreeWithBars(t *testing.T) {
	e := small()
	e.HorizonSeconds = 1e7
	run := plausible(e, 30000, 8, 5)
	tr := newTrack(e, run, endOfTime(e, run), func() {})
	for _, at := range []int{0, 7, 31} {
		l := &tr.lanes[at]
		if l.mips == nil {
			t.Fatalf("lane %d with %d bars has no mips", at, len(l.bars))
		}
		for _, w := range []Window{{0, 1e7}, {2e6, 5e6}, {3e6, 3.4e6}} {
			const n = 300
			exact, mipped := newCells(n), newCells(n)
			exact.fromBars(tr, l, w.From, w.Span()/n)
			mipped.fill(tr, l, w.From, w.Span()/n)
			// A column that cuts a stretch of the mip in two may be off, but
			// not many of them.
			var a, b, off float64
			for i := range n {
				a, b = a+float64(exact.busy[i]), b+float64(mipped.busy[i])
				off += math.Abs(float64(exact.busy[i] - mipped.busy[i]))
			}
			if off > 0.1*n {
				t.Errorf("lane %d, %v: columns are off by %v on average", at, w, off/n)
			}
			if !near(a, b, 0.01*a) {
				t.Errorf("lane %d, %v: %v from bars in sum, %v from mips", at, w, a, b)
			}
		}
	}
}
