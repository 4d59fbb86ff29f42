package workload

import (
	"fmt"
	"math"
	"sort"
	"testing"

	"rampart/core/jobgraph"
)

func start(t testing.TB, s *Settings, seed uint64) *Stream {
	t.Helper()
	stream, err := New(s, seed)
	if err != nil {
		t.Fatal(err)
	}
	return stream
}

// take returns up to n arrivals.
func take(s *Stream, n int) []Arrival {
	var all []Arrival
	for range n {
		a, ok := s.Next()
		if !ok {
			break
		}
		all = append(all, a)
	}
	return all
}

// TestClock wants arrivals to be the sums of the reference: time after time
// added to a clock, not multiplied out. Ten times 0.1 tells the two apart.
func TestClock(t *testing.T) {
	s := settings(5)
	s.Interarrival.Value = 0.1
	clock := 0.0
	for i, a := range take(start(t, s, 1), 100) {
		if a.Index != i || a.Seconds != clock || a.TrainingSteps != 50 {
			t.Fatalf("arrival %d is %+v, want it at %v", i, a, clock)
		}
		if clock += 0.1; a.NextSeconds != clock {
			t.Fatalf("arrival %d says the next comes at %v, want %v", i, a.NextSeconds, clock)
		}
	}
	if clock == 10 {
		t.Error("the case tells nothing: the sum is exact")
	}
}

// TestPasses wants every pool entry exactly once in each pass through the
// pool, with the beta it got at the start.
func TestPasses(t *testing.T) {
	for _, size := range []struct{ graphs, copies int }{{1, 1}, {1, 7}, {5, 1}, {5, 40}, {3, 333}} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			s := settings(size.graphs)
			s.PoolCopies = size.copies
			s.Beta = Beta{Kind: "uniform", Min: 1e-6, Max: 1, Decimals: 6}
			stream := start(t, s, 3)
			n := size.graphs * size.copies
			type entry struct {
				graph int
				beta  float64
			}
			pass := func() []entry {
				entries := make([]entry, n)
				for i := range entries {
					a, ok := stream.Next()
					if !ok || stream.PoolEmpty() || math.IsInf(a.NextSeconds, 1) {
						t.Fatalf("the stream ends at %+v", a)
					}
					entries[i] = entry{a.Graph, a.Beta}
				}
				return entries
			}
			order := func(e []entry) {
				sort.Slice(e, func(i, j int) bool {
					return e[i].graph < e[j].graph || e[i].graph == e[j].graph && e[i].beta < e[j].beta
				})
			}
			first, again := pass(), pass()
			if n > 20 && fmt.Sprint(first) == fmt.Sprint(again) {
				t.Error("the second pass has the order of the first")
			}
			third := pass()
			order(first)
			order(again)
			order(third)
			if fmt.Sprint(first) != fmt.Sprint(again) || fmt.Sprint(first) != fmt.Sprint(third) {
				t.Error("two passes hold different jobs")
			}
			for i, e := range first {
				if want := i / size.copies; e.graph != want {
					t.Fatalf("%d jobs of graph %d, want %d of each", i%size.copies, want, size.copies)
				}
			}
		})
	}
}

// TestPoolOrder wants betas to be drawn copy by copy, graph by graph: the same
// stream with one copy more begins with the same betas.
func TestPoolOrder(t *testing.T) {
	s := settings(3)
	s.PoolCopies = 4
	small := start(t, s, 9)
	s.PoolCopies = 5
	large := start(t, s, 9)
	if fmt.Sprint(small.betas) != fmt.Sprint(large.betas[:12]) {
		t.Errorf("betas\n%v\n%v", small.betas, large.betas[:12])
	}
}

// TestRemove wants the stream to end with the pool: no arrival after the last.
func TestRemove(t *testing.T) {
	s := settings(2)
	s.PoolCopies, s.Sampling = 3, Remove
	stream := start(t, s, 1)
	for i := range 6 {
		if stream.PoolEmpty() {
			t.Fatalf("the pool is empty before job %d", i)
		}
		a, ok := stream.Next()
		want := float64(i+1) * 1000
		if i == 5 {
			want = math.Inf(1)
		}
		if !ok || a.Seconds != float64(i)*1000 || a.NextSeconds != want {
			t.Fatalf("job %d is %+v, %v", i, a, ok)
		}
	}
	for range 2 {
		if a, ok := stream.Next(); ok || a != (Arrival{}) || !stream.PoolEmpty() {
			t.Fatalf("a job after the last: %+v, %v", a, ok)
		}
	}
}

// TestSamplings draws the first and the second entry under many seeds; pairs
// are uniform over all, but under removal never twice the same.
func TestSamplings(t *testing.T) {
	for _, sampling := range []Sampling{RemoveAndRepeat, Remove, Replace} {
		t.Run(string(sampling), func(t *testing.T) {
			s := settings(3)
			s.PoolCopies, s.Sampling = 2, sampling
			stream := start(t, s, 0)
			counts, expected := make([]int, 36), make([]float64, 36)
			const runs = 7200
			for seed := range uint64(runs) {
				stream.Reset(seed)
				counts[6*stream.drawEntry()+stream.drawEntry()]++
			}
			for i := range expected {
				switch {
				case sampling == Replace:
					expected[i] = runs / 36
				case i/6 != i%6:
					expected[i] = runs / 30
				default:
					if counts[i] != 0 {
						t.Errorf("entry %d came twice", i/6)
					}
				}
			}
			checkFit(t, counts, expected)
		})
	}
}

// TestBetas compares drawn betas with the table of their distribution.
func TestBetas(t *testing.T) {
	cases := map[string]Beta{
		"A": {Preset: "A"}, "B": {Preset: "B"}, "C": {Preset: "C"}, "D": {Preset: "D"},
		"pmf":  {Kind: "pmf", Values: []PMFValue{{0.25, 0.125}, {1, 0.625}, {0.5, 0.25}, {0.75, 0}}},
		"fine": {Kind: "skewnormal", Skewness: -2, Min: 0.001, Max: 0.9, Decimals: 4},
	}
	for name, b := range cases {
		t.Run(name, func(t *testing.T) {
			table, err := b.PMF()
			if err != nil {
				t.Fatal(err)
			}
			s := settings(5)
			s.Beta, s.PoolCopies = b, 20_000
			index := map[float64]int{}
			expected := make([]float64, len(table))
			for i, v := range table {
				index[v.Value] = i
				expected[i] = 100_000 * v.Probability
			}
			counts := make([]int, len(table))
			for _, v := range start(t, s, 5).betas {
				i, ok := index[v]
				if !ok {
					t.Fatalf("beta %v is not in the table", v)
				}
				counts[i]++
			}
			checkFit(t, counts, expected)
		})
	}
}

func TestInterarrivals(t *testing.T) {
	cases := []struct {
		name string
		d    Distribution
		cell func(x float64) int // of ten equally likely ones
	}{
		{"uniform", Distribution{Kind: "uniform", Min: 0.5, Max: 1.4, Decimals: 1}, func(x float64) int { return int(math.Round(x*10)) - 5 }},
		{"wide uniform", Distribution{Kind: "uniform", Min: 1, Max: 1e9, Decimals: 6}, func(x float64) int { return min(9, int(x/1e8)) }},
		{"exponential", Distribution{Kind: "exponential", Mean: 250}, func(x float64) int { return int(10 * (1 - math.Exp(-x/250))) }},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := settings(1)
			s.Interarrival = c.d
			stream := start(t, s, 2)
			counts, expected := make([]int, 10), make([]float64, 10)
			for i := range expected {
				expected[i] = 5000
			}
			sum := 0.0
			for range 50_000 {
				x := stream.interarrival.draw(&stream.interarrivalRandom)
				sum += x
				counts[c.cell(x)]++
			}
			checkFit(t, counts, expected)
			if mean, want := sum/50_000, c.d.Average(); math.Abs(mean-want) > 0.02*want {
				t.Errorf("mean %v, want %v", mean, want)
			}
		})
	}
}

// TestIndependence changes one part of a workload and wants the others as they
// were: that is what makes two experiments comparable job by job.
func TestIndependence(t *testing.T) {
	base := settings(5)
	base.Interarrival = Distribution{Kind: "exponential", Mean: 1000}
	before := take(start(t, base, 4), 500)
	cases := []struct {
		name                string
		change              func(s *Settings)
		seed                uint64
		graphs, betas, time bool // the same as before
	}{
		{"nothing", func(s *Settings) {}, 4, true, true, true},
		{"interarrival", func(s *Settings) { s.Interarrival.Mean = 10 }, 4, true, true, false},
		{"beta", func(s *Settings) { s.Beta.Preset = "D" }, 4, true, false, true},
		{"beta without a draw", func(s *Settings) { s.Beta = Beta{Kind: "fixed", Value: 1} }, 4, true, false, true},
		{"sampling", func(s *Settings) { s.Sampling = Replace }, 4, false, false, true},
		{"seed", func(s *Settings) {}, 5, false, false, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := *base
			c.change(&s)
			graphs, betas, time := true, true, true
			for i, a := range take(start(t, &s, c.seed), 500) {
				graphs = graphs && a.Graph == before[i].Graph
				betas = betas && a.Beta == before[i].Beta
				time = time && a.Seconds == before[i].Seconds
			}
			if graphs != c.graphs || betas != c.betas || time != c.time {
				t.Errorf("graphs, betas and times are the same: %v, %v, %v, want %v, %v, %v", graphs, betas, time, c.graphs, c.betas, c.time)
			}
		})
	}
}

// TestReset wants a used stream to start again as a new one would.
func TestReset(t *testing.T) {
	traced := settings(2)
	traced.Trace = []TraceJob{{1, 0, 0.5, 0}, {2, 1, 0.25, 3}}
	for name, s := range map[string]*Settings{"generator": settings(3), "trace": traced} {
		t.Run(name, func(t *testing.T) {
			used := start(t, s, 1)
			take(used, 4000)
			used.Reset(2)
			if got, want := fmt.Sprint(take(used, 4000)), fmt.Sprint(take(start(t, s, 2), 4000)); got != want {
				t.Error("the two streams differ")
			}
		})
	}
}

func TestTrace(t *testing.T) {
	s := &Settings{Graphs: []*jobgraph.Job{{}, {}}, TrainingSteps: 50, Trace: []TraceJob{{10, 1, 0.5, 0}, {10, 0, 1, 7}, {25, 1, 0.125, 0}}}
	want := []Arrival{{0, 10, 1, 0.5, 50, 10}, {1, 10, 0, 1, 7, 25}, {2, 25, 1, 0.125, 50, math.Inf(1)}}
	stream := start(t, s, 1)
	if got := take(stream, 9); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	if !stream.PoolEmpty() {
		t.Error("the stream has not ended")
	}
	// An empty trace is a workload without jobs, not a wish for the generator.
	s.Trace = []TraceJob{}
	if got := take(start(t, s, 1), 9); got != nil {
		t.Errorf("an empty trace has jobs: %v", got)
	}
}

// TestLongTrace goes through a million jobs, of which the last is wrong first.
func TestLongTrace(t *testing.T) {
	s := settings(2)
	s.Trace = make([]TraceJob, 1_000_000)
	for i := range s.Trace {
		s.Trace[i] = TraceJob{float64(i), i % 2, 0.5, 0}
	}
	last := &s.Trace[len(s.Trace)-1]
	last.Beta = 2
	if _, err := New(s, 1); err == nil || err.(*Error).Path != "jobs[999999].beta" {
		t.Fatalf("error %v", err)
	}
	last.Beta = 1
	stream := start(t, s, 1)
	n := 0
	for a, ok := stream.Next(); ok; a, ok = stream.Next() {
		if a.Index != n || a.Seconds != float64(n) {
			t.Fatalf("job %d is %+v", n, a)
		}
		n++
	}
	if n != len(s.Trace) {
		t.Errorf("%d jobs", n)
	}
}

func TestAllocations(t *testing.T) {
	for _, d := range []Distribution{
		{Kind: "fixed", Value: 1}, {Kind: "exponential", Mean: 1}, {Kind: "uniform", Min: 1, Max: 2, Decimals: 3},
		burstiness,
	} {
		s := settings(5)
		s.Interarrival, s.Beta = d, Beta{Preset: "B"}
		stream := start(t, s, 1)
		if n := testing.AllocsPerRun(100, func() { stream.Next() }); n != 0 {
			t.Errorf("%s: Next allocates %v times", d.Kind, n)
		}
		if n := testing.AllocsPerRun(3, func() { stream.Reset(2) }); n != 0 {
			t.Errorf("%s: Reset allocates %v times", d.Kind, n)
		}
	}
}

// FuzzNew wants settings to be refused or to give jobs in order with betas in
// (0, 1], never a panic or a table without bound.
func FuzzNew(f *testing.F) {
	f.Add("fixed", "A", "", 1000.0, 1.0, 2.0, 2, 0.0, 5)
	f.Add("uniform", "", "skewnormal", 0.1, 0.1, 1.0, 2, -5.0, 1)
	f.Add("uniform", "", "uniform", 0.1, 1e-6, 1.0, 6, 5.0, 1_000_000)
	f.Add("exponential", "", "skewnormal", 1e-6, 0.5, 1.0, 1, 1000.0, 3)
	f.Add("exponential", "", "pmf", 1e9, 0.25, 0.75, 0, math.NaN(), -1)
	f.Add("bursty", "A", "", 1000.0, 10.0, 4000.0, 2, 10.0, 5)
	f.Add("bursty", "A", "", 1e9, 1e-6, 1e9, 2, 1000.0, 5)
	f.Fuzz(func(t *testing.T, interarrival, preset, kind string, value, low, high float64, decimals int, skewness float64, copies int) {
		s := settings(2)
		s.PoolCopies = min(copies, MaxPool) // spares the fuzzer its memory
		s.Interarrival = Distribution{Kind: interarrival, Value: value, Mean: value, Min: low, Max: high, Decimals: decimals,
			BurstFactor: skewness, BurstSeconds: low, CalmSeconds: high}
		s.Beta = Beta{Preset: preset, Kind: kind, Value: low, Min: low, Max: high, Decimals: decimals, Skewness: skewness,
			Values: []PMFValue{{low, high}, {high, low}}}
		stream, err := New(s, uint64(copies))
		if err != nil {
			return
		}
		for _, a := range take(stream, 50) {
			if !(a.Beta > 0 && a.Beta <= 1 && a.NextSeconds >= a.Seconds && a.NextSeconds <= 1e13) {
				t.Fatalf("%+v", a)
			}
		}
	})
}

func BenchmarkNew(b *testing.B) {
	s := settings(5)
	s.Beta = Beta{Preset: "B"}
	b.ReportAllocs()
	for b.Loop() {
		stream, err := New(s, 1)
		if err != nil {
			b.Fatal(err)
		}
		for range 1000 {
			stream.Next()
		}
	}
}

func BenchmarkReset(b *testing.B) {
	s := settings(5)
	s.Beta = Beta{Preset: "B"}
	stream := start(b, s, 1)
	b.ReportAllocs()
	for b.Loop() {
		stream.Reset(1)
		for range 1000 {
			stream.Next()
		}
	}
}
