package survey

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/core/ramp"
)

// job is one that has servers from start to end; an end of 0 is none.
func job(start, end float64, servers ...string) cluster.Job {
	j := cluster.Job{StartSeconds: &start, Servers: servers}
	if end > 0 {
		j.EndSeconds = &end
	}
	return j
}

// Three jobs by hand on 2x2x1: servers 0-0-0, 0-1-0, 1-0-0, 1-1-0 are 0 to 3.
var jobs = []cluster.Job{
	job(0, 10, "0-0-0"), {}, job(10, 30, "0-0-0", "1-1-0"), job(20, 0, "0-1-0"),
}

func TestAt(t *testing.T) {
	s := ramp.Shape{Groups: 2, Racks: 2, Servers: 1}
	for _, tc := range []struct {
		name    string
		seconds float64
		owner   []int32
		running []int
	}{
		{"at the start a job runs", 0, []int32{0, -1, -1, -1}, []int{0}},
		{"at its end it does not, and the next takes over", 10, []int32{2, -1, -1, 2}, []int{2}},
		{"two", 20, []int32{2, 3, -1, 2}, []int{2, 3}},
		{"one without an end", 1e9, []int32{-1, 3, -1, -1}, []int{3}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m, err := At(s, jobs, tc.seconds)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(m.Owner, tc.owner) || !slices.Equal(m.Running, tc.running) {
				t.Errorf("owners %v, running %v", m.Owner, m.Running)
			}
			for i, o := range tc.owner {
				if m.Free.Has(i) != (o == Nobody) {
					t.Errorf("server %d is free: %v", i, m.Free.Has(i))
				}
			}
		})
	}
	for _, bad := range [][]cluster.Job{
		{job(0, 5, "0-0-1")}, {job(0, 5, "x")}, {job(0, 5, "0-0-0"), job(1, 5, "0-0-0")},
	} {
		if _, err := At(s, bad, 2); err == nil {
			t.Errorf("%v was taken", bad)
		}
	}
}

func TestNextAndPrevious(t *testing.T) {
	for _, tc := range []struct{ at, next, previous float64 }{
		{0, 10, -1}, {5, 10, 0}, {10, 20, 0}, {20, 30, 10}, {30, -1, 20}, {99, -1, 30},
	} {
		check := func(what string, got float64, ok bool, want float64) {
			if !ok {
				got = -1
			}
			if got != want {
				t.Errorf("%s %v is %v, want %v", what, tc.at, got, want)
			}
		}
		next, ok := Next(jobs, tc.at)
		check("after", next, ok, tc.next)
		previous, ok := Previous(jobs, tc.at)
		check("before", previous, ok, tc.previous)
	}
}

func noYield() error { return nil }

// 4x4x2 with the first rack of each group in use: 24 servers are free, which
// could stand together as 3x3x2 = 18 of them (no form holds more), and do.
func TestCount(t *testing.T) {
	s := ramp.Shape{Groups: 4, Racks: 4, Servers: 2}
	free := ramp.NewSet(s.N())
	free.Fill(s.N())
	for c := range 4 {
		free.Remove(s.Index(c, 0, 0))
		free.Remove(s.Index(c, 0, 1))
	}
	b, err := Count(s, free, []int{2, 8, 16}, true, noYield)
	if err != nil {
		t.Fatal(err)
	}
	if b.Free != 24 || b.Largest != 18 || b.Together != 18 || b.Scatter() != 0 {
		t.Errorf("%+v, scattered %v", b, b.Scatter())
	}
	if d := b.Degrees[2]; d.Servers != 16 || d.First != nil || d.Positions != 2 {
		t.Errorf("sixteen: %+v", d)
	}
	// The form of eight that comes first is 2x2x2; its first free origin is
	// group 0, rack 1.
	if want := []int{2, 3, 4, 5, 10, 11, 12, 13}; !slices.Equal(b.Degrees[1].First, want) {
		t.Errorf("eight: %v, want %v", b.Degrees[1].First, want)
	}
}

// Only the diagonal of a 2x2x1 cluster is free: no block of two, but the last
// resort of first fit. Two servers together would be a block of two; the
// largest block has one: half is lost.
func TestLastResort(t *testing.T) {
	s := ramp.Shape{Groups: 2, Racks: 2, Servers: 1}
	free := ramp.NewSet(4)
	free.Add(0)
	free.Add(3)
	for _, resorts := range []bool{false, true} {
		b, err := Count(s, free, []int{1, 2}, resorts, noYield)
		if err != nil {
			t.Fatal(err)
		}
		d := b.Degrees[1]
		if d.First != nil || (d.LastResort != nil) != resorts || resorts && !slices.Equal(d.LastResort, []int{0, 3}) {
			t.Errorf("last resorts %v: %+v", resorts, d)
		}
		if b.Scatter() != 0.5 {
			t.Errorf("scattered %v", b.Scatter())
		}
	}
	stop := errors.New("stop")
	if _, err := Count(s, free, []int{1}, false, func() error { return stop }); !errors.Is(err, stop) {
		t.Errorf("not stopped: %v", err)
	}
}

func TestNothingFree(t *testing.T) {
	s := ramp.Shape{Groups: 2, Racks: 2, Servers: 1}
	b, err := Count(s, ramp.NewSet(4), []int{1}, true, noYield)
	if err != nil || b.Largest != 0 || b.Scatter() != 0 || b.Degrees[0].First != nil {
		t.Errorf("%+v, %v", b, err)
	}
}

func TestDegrees(t *testing.T) {
	if got := Degrees([]int{0, 1, 2, 4, 6}); !slices.Equal(got, []int{1, 2, 4, 6}) {
		t.Error(got)
	}
	var all []int
	for d := range 513 {
		if d <= 1 || d%2 == 0 {
			all = append(all, d)
		}
	}
	got := Degrees(all)
	if len(got) > mostDegrees || !slices.Contains(got, 512) || !slices.Contains(got, 16) || got[0] != 1 {
		t.Errorf("%v", got)
	}
}

// Plans that are made again are those that ran: servers and channels of every
// job at many moments, under both placers and both rules.
func TestReplay(t *testing.T) {
	for _, text := range []string{
		`{"rampart":1,"horizonSeconds":60000}`,
		`{"rampart":1,"horizonSeconds":60000,"placer":"compact","cluster":{"channelsPerLink":3}}`,
		`{"rampart":1,"horizonSeconds":600,"rules":"corrected","workload":{"interarrival":{"kind":"fixed","value":10}}}`,
	} {
		x, err := experiment.Decode([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		runner, err := experiment.NewRunner(x, func(experiment.StrategySpec, *experiment.Experiment, uint64) (cluster.Strategy, error) {
			return turns{}, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		run, err := runner.Run(experiment.Unit{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		set, _ := runner.Settings()
		shape := set.Plans.Settings().Shape
		replay, seen := NewReplay(set.Plans, run.Jobs), 0
		for step := range 20 {
			at := x.HorizonSeconds * float64(step) / 20
			m, err := At(shape, run.Jobs, at)
			if err != nil {
				t.Fatal(err)
			}
			c, err := replay.Channels(m, func(int, int) error { return nil })
			if err != nil {
				t.Fatal(err)
			}
			total, links := 0, 0
			for i, u := range c.Jobs {
				j := &run.Jobs[m.Running[i]]
				if u.Lost || u.Job != j.Index || u.Channels != j.Channels {
					t.Errorf("%s at %v: job %d uses %+v, recorded are %d channels", text, at, j.Index, u, j.Channels)
				}
				total += u.Channels
				links += len(u.Links)
				seen++
			}
			for _, u := range c.Reach {
				total -= u.Channels
				links -= u.Links
			}
			if total != 0 || links != 0 {
				t.Errorf("%s at %v: the reaches do not add up", text, at)
			}
		}
		if seen < 15 {
			t.Errorf("%s: only %d jobs were looked at", text, seen)
		}
	}
}

// turns takes the valid degrees in turn.
type turns struct{}

func (turns) Degree(d *cluster.Decision) int { return d.Valid[d.Job%len(d.Valid)] }

// All ordered pairs of servers, by hand: 2x3x2 has 12 servers and 132 links, 12
// in racks, 12*2*2 in groups, 12*6 between them.
func TestReaches(t *testing.T) {
	s := ramp.Shape{Groups: 2, Racks: 3, Servers: 2}
	var c Channels
	c.count(s)
	for i, want := range []int64{12, 48, 72} {
		if got := c.Reach[i].AllLinks; got != want {
			t.Errorf("reach %d has %d links, want %d", i, got, want)
		}
	}
	for _, tc := range []struct {
		a, b string
		want Reach
	}{{"0-0-0", "0-0-1", InRack}, {"0-0-0", "0-2-0", InGroup}, {"0-0-0", "1-0-0", Between}} {
		index := func(name string) int {
			for i := range s.N() {
				if s.Name(i) == name {
					return i
				}
			}
			return math.MaxInt
		}
		if got := ReachOf(s, index(tc.a), index(tc.b)); got != tc.want {
			t.Errorf("%s", strings.Join([]string{tc.a, tc.b}, " to "))
		}
	}
}
