package workload

import (
	"math"
	"reflect"
	"testing"
)

// What a sampler imagines has the distributions of the settings.
func TestSamplerMeans(t *testing.T) {
	for _, tc := range []struct {
		name      string
		change    func(s *Settings)
		gap, beta float64 // means
		tolerance float64 // relative, of the gaps
	}{
		{"fixed", func(*Settings) {}, 1000, 0.55, 1e-9},
		{"exponential", func(s *Settings) { s.Interarrival = Distribution{Kind: "exponential", Mean: 20} }, 20, 0.55, 0.03},
		{"bursty", func(s *Settings) {
			s.Interarrival = Distribution{Kind: "bursty", Mean: 20, BurstFactor: 10, BurstSeconds: 50, CalmSeconds: 100}
		}, 20, 0.55, 0.1},
		{"trace", func(s *Settings) {
			s.Trace = []TraceJob{{0, 0, 0.25, 0}, {10, 1, 0.75, 7}, {40, 2, 0.5, 0}}
		}, 20, 0.5, 0.03},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := settings(5)
			tc.change(s)
			sampler, err := NewSampler(s)
			if err != nil {
				t.Fatal(err)
			}
			sampler.Seed(1, "test")
			const n = 20_000
			list := sampler.Append(nil, 500, n)
			if gap := (list[n-1].Seconds - 500) / n; math.Abs(gap-tc.gap) > tc.tolerance*tc.gap {
				t.Errorf("mean gap %v s, want %v", gap, tc.gap)
			}
			beta, graphs := 0.0, map[int]int{}
			for i := range list {
				a := &list[i]
				beta += a.Beta / n
				graphs[a.Graph]++
				if i > 0 && (a.Seconds != list[i-1].NextSeconds || a.Seconds < list[i-1].Seconds) {
					t.Fatalf("job %d arrives at %v, after %v, not at %v", i, a.Seconds, list[i-1].Seconds, list[i-1].NextSeconds)
				}
				if want := 50; a.TrainingSteps != want && !(tc.name == "trace" && a.Graph == 1 && a.TrainingSteps == 7) {
					t.Fatalf("job %d has %d steps", i, a.TrainingSteps)
				}
			}
			if math.Abs(beta-tc.beta) > 0.01 {
				t.Errorf("mean beta %v, want %v", beta, tc.beta)
			}
			for g, count := range graphs {
				if share := float64(count*len(graphs)) / n; math.Abs(share-1) > 0.1 {
					t.Errorf("graph %d: %v of its share", g, share)
				}
			}
		})
	}
}

// The future depends on the seed and the purpose alone, not on what was imagined
// before, and appending takes no memory once there is enough.
func TestSamplerRepeats(t *testing.T) {
	sampler, err := NewSampler(settings(5))
	if err != nil {
		t.Fatal(err)
	}
	sampler.Seed(7, "test")
	first := sampler.Append(nil, 100, 50)
	if reflect.DeepEqual(first, sampler.Append(nil, 100, 50)) {
		t.Error("the second future is the first")
	}
	sampler.Seed(7, "test")
	if again := sampler.Append(nil, 100, 50); !reflect.DeepEqual(first, again) {
		t.Error("the same seed gave another future")
	}
	sampler.Seed(8, "test")
	if reflect.DeepEqual(first, sampler.Append(nil, 100, 50)) {
		t.Error("another seed gave the same future")
	}
	buffer := make([]Arrival, 0, 50)
	if n := testing.AllocsPerRun(20, func() { buffer = sampler.Append(buffer[:0], 0, 50) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// Traces that are too short to imagine from.
func TestSamplerShortTraces(t *testing.T) {
	for jobs, want := range map[int]int{0: 0, 1: 3} {
		s := settings(5)
		s.Trace = make([]TraceJob, jobs)
		for i := range s.Trace {
			s.Trace[i].Beta = 0.5
		}
		sampler, err := NewSampler(s)
		if err != nil {
			t.Fatal(err)
		}
		list := sampler.Append(nil, 9, 3)
		if len(list) != want || want > 0 && list[2].Seconds != 9 {
			t.Errorf("%d jobs: %v", jobs, list)
		}
	}
}
