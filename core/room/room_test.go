package room_test

import (
	"cmp"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/core/ramp"
	"rampart/core/room"
	"rampart/policy/strategy"
)

func TestLargestOfSets(t *testing.T) {
	paper := ramp.Shape{Groups: 4, Racks: 4, Servers: 2}
	for _, c := range []struct {
		name  string
		shape ramp.Shape
		busy  []string
		want  int
	}{
		{"an empty cluster", paper, nil, 32},
		{"one server in use leaves half of what could be one block", paper, []string{"0-0-0"}, 18},
		{"a cluster of one", ramp.Shape{Groups: 1, Racks: 1, Servers: 1}, nil, 1},
		{"a full cluster", ramp.Shape{Groups: 1, Racks: 1, Servers: 1}, []string{"0-0-0"}, 0},
		{"more than a word", ramp.Shape{Groups: 8, Racks: 8, Servers: 2}, nil, 128},
		{"no power of two", ramp.Shape{Groups: 8, Racks: 8, Servers: 2}, []string{"7-7-1"}, 98},
		{"scattered servers", ramp.Shape{Groups: 2, Racks: 2, Servers: 1}, []string{"0-0-0", "1-1-0"}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			free := ramp.NewSet(c.shape.N())
			free.Fill(c.shape.N())
			for _, name := range c.busy {
				server, ok := room.Server(c.shape, name)
				if !ok {
					t.Fatalf("no server %s", name)
				}
				free.Remove(server)
			}
			f := room.NewFinder(c.shape)
			for range 2 { // found, then remembered
				if got := f.Largest(free); got != c.want {
					t.Errorf("the largest block is %d, want %d", got, c.want)
				}
			}
		})
	}
}

// Moves of many jobs, sorted piece by piece, are in the order that a plain sort
// gives them, whatever order the jobs end in.
func TestMovesInOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 4096, 4097, 20_000} {
		jobs := make([]cluster.Job, n)
		for i := range jobs {
			start, end := float64(random.IntN(n)), float64(n+random.IntN(n))
			jobs[i] = cluster.Job{StartSeconds: &start, EndSeconds: &end, Servers: []string{"0-0-0"}}
		}
		paused := 0
		got := room.MovesPaused(jobs, func() { paused++ })
		want := slices.Clone(got)
		slices.SortFunc(want, func(a, b room.Move) int {
			gives := func(m room.Move) int {
				if m.Takes {
					return 1
				}
				return 0
			}
			return cmp.Or(cmp.Compare(a.Seconds, b.Seconds), cmp.Compare(gives(a), gives(b)), cmp.Compare(a.Job, b.Job))
		})
		seen := map[room.Move]bool{}
		for _, m := range got {
			seen[m] = true
		}
		if !slices.Equal(got, want) || len(seen) != 2*n || paused < n/4096 {
			t.Errorf("%d jobs: %d moves of %d, in order %v, paused %d times", n, len(seen), 2*n, slices.Equal(got, want), paused)
		}
	}
}

func TestServer(t *testing.T) {
	s := ramp.Shape{Groups: 3, Racks: 2, Servers: 4}
	for i := range s.N() {
		if got, ok := room.Server(s, s.Name(i)); !ok || got != i {
			t.Errorf("%s is %d, %v, want %d", s.Name(i), got, ok, i)
		}
	}
	for _, name := range []string{"", "1", "1-1", "3-0-0", "0-2-0", "0-0-4", "-1-0-0", "0-0-0-0", "a-0-0"} {
		if got, ok := room.Server(s, name); ok {
			t.Errorf("%q is server %d", name, got)
		}
	}
}

// Whenever a job was blocked for want of room at a size that one block serves,
// the largest free block was smaller; and a placed job of one block found one.
func TestAgainstARun(t *testing.T) {
	x := experiment.Paper("A")
	x.Placer, x.HorizonSeconds = experiment.Compact, 2e5
	x.Strategies, x.Seeds = []experiment.StrategySpec{{Kind: "fixed", Degree: 8}}, []uint64{3}
	r, err := experiment.NewRunner(x, strategy.New)
	if err != nil {
		t.Fatal(err)
	}
	run, err := r.Run(experiment.Unit{Seed: 3}, nil)
	if err != nil {
		t.Fatal(err)
	}
	shape := ramp.Shape{Groups: 4, Racks: 4, Servers: 2}
	moves := room.Moves(run.Jobs)
	largest, err := room.Largest(shape, run.Jobs, moves, func(int, int) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	before := func(seconds float64) int { // at an arrival, with all that ended by then
		size := 32
		for i, m := range moves {
			if m.Seconds < seconds || m.Seconds == seconds && !m.Takes {
				size = largest[i]
			}
		}
		return size
	}
	blocked, placed := 0, 0
	for i := range run.Jobs {
		j := &run.Jobs[i]
		switch size := before(j.ArrivalSeconds); {
		case j.Cause == cluster.CausePlacement && size >= 8:
			t.Errorf("job %d found no room although a block of %d was free", i, size)
		case j.Cause == cluster.CausePlacement:
			blocked++
		case j.StartSeconds != nil && size < j.EffectiveDegree:
			t.Errorf("job %d has %d servers although the largest block was %d", i, j.EffectiveDegree, size)
		case j.StartSeconds != nil:
			placed++
		}
	}
	if blocked+placed < 100 {
		t.Errorf("only %d jobs blocked and %d placed: the test says little", blocked, placed)
	}
	stop := errors.New("stop")
	if _, err := room.Largest(shape, run.Jobs, moves, func(int, int) error { return stop }); err != stop {
		t.Errorf("a search that is stopped returns %v", err)
	}
	if _, err := room.Largest(ramp.Shape{Groups: 1, Racks: 1, Servers: 1}, run.Jobs, moves, func(int, int) error { return nil }); err == nil {
		t.Error("servers that the cluster has not are taken")
	}
}
