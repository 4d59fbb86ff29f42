package bound

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"testing"
)

// check fails unless a schedule is one: each task at most once, in one of its
// blocks, no server in two tasks at a time.
func check(t *testing.T, tasks []Task, servers int, o *Optimum) {
	t.Helper()
	if len(o.Schedule) != o.Accepted || o.Accepted > o.AtMost {
		t.Errorf("a schedule of %d tasks, %d accepted, at most %d", len(o.Schedule), o.Accepted, o.AtMost)
	}
	free := make([]float64, servers)
	last := -1
	for _, p := range o.Schedule {
		if p.Task <= last {
			t.Fatalf("task %d follows %d", p.Task, last)
		}
		last = p.Task
		c := tasks[p.Task].Choices[p.Choice]
		for s := range servers {
			if c.Blocks[p.Block]>>s&1 == 0 {
				continue
			}
			if now := tasks[p.Task].ArrivalSeconds; free[s] > now {
				t.Errorf("task %d at %v on server %d, which is free at %v", p.Task, now, s, free[s])
			} else {
				free[s] = now + c.Seconds
			}
		}
	}
}

// runs returns the blocks of so many neighbouring servers.
func runs(of, servers int) (blocks []uint64) {
	for at := range servers - of + 1 {
		blocks = append(blocks, (1<<of-1)<<at)
	}
	return blocks
}

func task(at float64, choices ...Choice) Task { return Task{at, choices} }

func TestOptimal(t *testing.T) {
	one, two, three := runs(1, 4), runs(2, 4), runs(3, 4)
	for _, test := range []struct {
		name  string
		tasks []Task
		want  int
	}{
		{"no tasks", nil, 0},
		{"no choices", []Task{task(0), task(1)}, 0},
		{"no blocks", []Task{task(0, Choice{nil, 5})}, 0},
		{"all fit", []Task{task(0, Choice{two, 9}), task(0, Choice{two, 9})}, 2},
		{"too many", []Task{task(0, Choice{two, 9}), task(0, Choice{two, 9}), task(0, Choice{two, 9})}, 2},
		{"free in the instant of an arrival", []Task{task(0, Choice{runs(4, 4), 9}), task(9, Choice{runs(4, 4), 9})}, 2},
		{"a moment too long", []Task{task(0, Choice{runs(4, 4), 9.5}), task(9, Choice{runs(4, 4), 9})}, 1},
		{"better rejected", []Task{task(0, Choice{three, 9}), task(1, Choice{two, 9}), task(2, Choice{two, 9})}, 2},
		{"the narrow choice", []Task{task(0, Choice{three, 5}, Choice{one, 9}), task(1, Choice{three, 9})}, 2},
		{"the quick choice", []Task{task(0, Choice{three, 1}, Choice{two, 9}), task(1, Choice{three, 9})}, 2},
		// Two of four servers are free, never side by side unless the first
		// task takes the second server and not the first.
		{"by the block", []Task{
			task(0, Choice{[]uint64{0b0001, 0b0010}, 9}), task(1, Choice{[]uint64{0b0001, 0b1000}, 9}), task(2, Choice{[]uint64{0b1100}, 9}),
		}, 3},
		// Four servers, of which two are free, but apart: the relaxation
		// accepts all three.
		{"in pieces", []Task{task(0, Choice{[]uint64{0b0001}, 9}), task(1, Choice{[]uint64{0b0100}, 9}), task(2, Choice{two, 5})}, 2},
	} {
		o, err := Optimal(test.tasks, 4, Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if o.Accepted != test.want || !o.Proven() {
			t.Errorf("%s: %d accepted of at most %d, want %d", test.name, o.Accepted, o.AtMost, test.want)
		}
		check(t, test.tasks, 4, o)
	}
}

func randomTasks(r *rand.Rand, n, servers int) []Task {
	tasks := make([]Task, n)
	at := 0.0
	for i := range tasks {
		at += float64(r.IntN(3))
		tasks[i].ArrivalSeconds = at
		for range r.IntN(4) {
			of := 1 + r.IntN(servers)
			tasks[i].Choices = append(tasks[i].Choices, Choice{runs(of, servers), 0.5 + float64(r.IntN(8))})
		}
	}
	return tasks
}

// tried returns the optimum by trying everything.
func tried(tasks []Task, free []float64) int {
	if len(tasks) == 0 {
		return 0
	}
	now := tasks[0].ArrivalSeconds
	best := tried(tasks[1:], free)
	for _, c := range tasks[0].Choices {
	blocks:
		for _, b := range c.Blocks {
			then := append([]float64(nil), free...)
			for s := range free {
				if b>>s&1 == 1 {
					if free[s] > now {
						continue blocks
					}
					then[s] = now + c.Seconds
				}
			}
			best = max(best, 1+tried(tasks[1:], then))
		}
	}
	return best
}

// The optimum is what trying everything finds, with and without the images, and
// never above the relaxation.
func TestOptimalEqualsTrying(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	mirror := [][]int{{4, 3, 2, 1, 0}, {0, 0, 1, 2, 3}, {1, 2, 3, 4, 0}}
	rejected := 0
	for n := range 400 {
		servers := 2 + r.IntN(4)
		tasks := randomTasks(r, 1+r.IntN(7), servers)
		want := tried(tasks, make([]float64, servers))
		for _, images := range [][][]int{nil, mirror} {
			o, err := Optimal(tasks, servers, Limits{Images: images})
			if err != nil {
				t.Fatal(err)
			}
			if o.Accepted != want || o.AtMost != want {
				t.Fatalf("%d: %d accepted of at most %d, trying everything finds %d of %v on %d", n, o.Accepted, o.AtMost, want, tasks, servers)
			}
			check(t, tasks, servers, o)
		}
		rejected += len(tasks) - want
	}
	if rejected < 400 {
		t.Errorf("only %d tasks were rejected: the cases are too easy", rejected)
	}
}

// Without enough nodes the search says what it knows, and knows nothing wrong.
func TestOptimalGivesUp(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	open := 0
	for range 6 {
		tasks := randomTasks(r, 40, 16)
		whole, err := Optimal(tasks, 16, Limits{Nodes: 300_000})
		if err != nil {
			t.Fatal(err)
		}
		part, err := Optimal(tasks, 16, Limits{Nodes: 1})
		if err != nil {
			t.Fatal(err)
		}
		check(t, tasks, 16, whole)
		check(t, tasks, 16, part)
		if part.AtMost < whole.Accepted || whole.AtMost < part.Accepted {
			t.Errorf("%d to %d with few nodes, %d to %d with many", part.Accepted, part.AtMost, whole.Accepted, whole.AtMost)
		}
		if !part.Proven() {
			open++
		}
		again, err := Optimal(tasks, 16, Limits{Nodes: 1})
		if err != nil || !reflect.DeepEqual(again, part) {
			t.Errorf("the same search found %v, then %v", part, again)
		}
	}
	if open == 0 {
		t.Error("every search was a proof")
	}
}

// Tasks among which one is very long get a schedule and the bound of the
// relaxation.
func TestOptimalOfMany(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	tasks := randomTasks(r, 150, 8)
	tasks[0].Choices = []Choice{{runs(8, 8), 1e9}} // longer than can be written down
	o, err := Optimal(tasks, 8, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	check(t, tasks, 8, o)
	if o.Accepted < 60 || o.AtMost-o.Accepted > 30 {
		t.Errorf("%d accepted of at most %d", o.Accepted, o.AtMost)
	}
}

func TestReleases(t *testing.T) {
	var r releases
	for server := range MaxServers {
		r.set(server, server*2)
	}
	q := r
	q.pass()
	for server := range MaxServers {
		if got, want := q.at(server), max(0, server*2-1); got != want {
			t.Errorf("server %d: %d jobs on, %d is left, want %d", server, server*2, got, want)
		}
	}
	if !q.covers(&r) || r.covers(&q) {
		t.Error("what is free earlier does not cover what is free later")
	}
}

// Whoever waits can give up.
func TestOptimalYields(t *testing.T) {
	tasks := randomTasks(rand.New(rand.NewPCG(1, 1)), 30, 8)
	enough := errors.New("enough")
	last := -1
	_, err := Optimal(tasks, 8, Limits{Yield: func(done, all int) error {
		if done < last || done > all {
			t.Errorf("%d of %d are done after %d", done, all, last)
		}
		last = done
		if done > 3 {
			return enough
		}
		return nil
	}})
	if !errors.Is(err, enough) {
		t.Errorf("%v", err)
	}
}

func TestOptimalPanics(t *testing.T) {
	for name, call := range map[string]func(){
		"order":   func() { Optimal([]Task{task(1, Choice{runs(1, 2), 1}), task(0)}, 2, Limits{}) },
		"servers": func() { Optimal(nil, 65, Limits{}) },
		"block":   func() { Optimal([]Task{task(1, Choice{runs(1, 3), 1})}, 2, Limits{}) },
		"sizes":   func() { Optimal([]Task{task(1, Choice{[]uint64{1, 3}, 1})}, 2, Limits{}) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			call()
		}()
	}
}

func BenchmarkOptimal(b *testing.B) {
	tasks := randomTasks(rand.New(rand.NewPCG(7, 8)), 40, 16)
	for b.Loop() {
		o, err := Optimal(tasks, 16, Limits{Nodes: 1_000_000})
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(o.Nodes), "nodes/op")
	}
}
