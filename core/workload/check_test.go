package workload

import (
	"errors"
	"math"
	"testing"

	"rampart/core/jobgraph"
)

// settings returns the paper's workload with n graphs, which are never looked at.
func settings(n int) *Settings {
	s := &Settings{
		TrainingSteps: 50, PoolCopies: 1000, Sampling: RemoveAndRepeat,
		Interarrival: Distribution{Kind: "fixed", Value: 1000},
		Beta:         Beta{Preset: "A"},
	}
	for range n {
		s.Graphs = append(s.Graphs, &jobgraph.Job{})
	}
	return s
}

func TestErrors(t *testing.T) {
	cases := []struct {
		name   string
		change func(s *Settings)
		want   string
	}{
		{"no graphs", func(s *Settings) { s.Graphs = nil }, "graphs: 0 graphs, expected from 1 to 10000"},
		{"no steps", func(s *Settings) { s.TrainingSteps = 0 }, "trainingSteps: 0 is out of range, expected an integer from 1 to 1000000000"},
		{"no pool", func(s *Settings) { s.PoolCopies = 0 }, "poolCopies: 0 is out of range, expected an integer from 1 to 200000 with 5 graphs"},
		// The product with the number of graphs would not fit 32 bits.
		{"huge pool", func(s *Settings) { s.PoolCopies = math.MaxInt32 }, "poolCopies: 2147483647 is out of range, expected an integer from 1 to 200000 with 5 graphs"},
		{"no sampling", func(s *Settings) { s.Sampling = "" }, `sampling: "" is unknown, expected remove_and_repeat, remove or replace`},
		{"no interarrival", func(s *Settings) { s.Interarrival = Distribution{} }, `interarrival.kind: "" is unknown, expected fixed, uniform, exponential or bursty`},
		// The clock would never reach the horizon.
		{"time stands still", func(s *Settings) { s.Interarrival.Value = 0 }, "interarrival.value: 0 is out of range, expected a number from 1e-06 to 1e+09"},
		{"NaN", func(s *Settings) { s.Interarrival.Value = math.NaN() }, "interarrival.value: NaN is out of range, expected a number from 1e-06 to 1e+09"},
		{"infinite mean", func(s *Settings) { s.Interarrival = Distribution{Kind: "exponential", Mean: math.Inf(1)} },
			"interarrival.mean: +Inf is out of range, expected a number from 1e-06 to 1e+09"},
		{"burst of fewer jobs", func(s *Settings) { s.Interarrival = burstiness; s.Interarrival.BurstFactor = 0.5 },
			"interarrival.burstFactor: 0.5 is out of range, expected a number from 1 to 1000"},
		{"burst without length", func(s *Settings) { s.Interarrival = burstiness; s.Interarrival.BurstSeconds = 0 },
			"interarrival.burstSeconds: 0 is out of range, expected a number from 1e-06 to 1e+09"},
		{"endless calm", func(s *Settings) { s.Interarrival = burstiness; s.Interarrival.CalmSeconds = math.Inf(1) },
			"interarrival.calmSeconds: +Inf is out of range, expected a number from 1e-06 to 1e+09"},
		// A draw would switch a million million times.
		{"bursts too short for any arrival", func(s *Settings) {
			s.Interarrival = Distribution{Kind: "bursty", Mean: 1e6, BurstFactor: 2, BurstSeconds: 1e-6, CalmSeconds: 1e-6}
		}, "interarrival.burstSeconds: 1e-06 and calmSeconds are 2e-06 together, expected at least a tenth of mean, 100000: so fast a change cannot be told from Poisson arrivals"},
		{"grid from 0", func(s *Settings) { s.Interarrival = Distribution{Kind: "uniform", Max: 1, Decimals: 2} },
			"interarrival.min: 0 is out of range, expected a number from 1e-06 to 1e+09"},
		{"grid backwards", func(s *Settings) { s.Interarrival = Distribution{Kind: "uniform", Min: 3, Max: 2} },
			"interarrival.min: 3 is greater than max, expected at most 2"},
		{"off the grid", func(s *Settings) { s.Beta = Beta{Kind: "uniform", Min: 0.105, Max: 1, Decimals: 2} },
			"beta.min: 0.105 has more than 2 decimals, expected 0.1 or another multiple of 0.01"},
		{"off the grid by a rounding error", func(s *Settings) {
			s.Beta = Beta{Kind: "uniform", Min: 0.1, Max: math.Nextafter(0.3, 1), Decimals: 1}
		}, "beta.max: 0.30000000000000004 has more than 1 decimals, expected 0.3 or another multiple of 0.1"},
		{"too fine", func(s *Settings) { s.Beta = Beta{Kind: "uniform", Min: 0.1, Max: 1, Decimals: 7} },
			"beta.decimals: 7 is out of range, expected an integer from 0 to 6"},
		{"negative decimals", func(s *Settings) { s.Beta = Beta{Kind: "uniform", Min: 0.1, Max: 1, Decimals: -1} },
			"beta.decimals: -1 is out of range, expected an integer from 0 to 6"},
		{"beta above 1", func(s *Settings) { s.Beta = Beta{Kind: "uniform", Min: 0.1, Max: 1.1, Decimals: 2} },
			"beta.max: 1.1 is out of range, expected a number greater than 0 and up to 1"},
		{"beta of 0", func(s *Settings) { s.Beta = Beta{Kind: "fixed"} },
			"beta.value: 0 is out of range, expected a number greater than 0 and up to 1"},
		{"preset in small letters", func(s *Settings) { s.Beta = Beta{Preset: "a"} }, `beta.preset: "a" is unknown, expected A, B, C or D`},
		{"preset and kind", func(s *Settings) { s.Beta = Beta{Preset: "A", Kind: "fixed"} }, `beta.kind: "fixed" stands beside preset "A", expected one of the two`},
		{"no beta", func(s *Settings) { s.Beta = Beta{} }, `beta.kind: "" is unknown, expected uniform, skewnormal, pmf or fixed`},
		{"skewed point", func(s *Settings) { s.Beta = Beta{Kind: "skewnormal", Min: 1, Max: 1} }, "beta.min: 1 is max too, expected less than 1"},
		{"skewness NaN", func(s *Settings) {
			s.Beta = Beta{Kind: "skewnormal", Min: 0.1, Max: 1, Decimals: 2, Skewness: math.NaN()}
		}, "beta.skewness: NaN is out of range, expected a number from -1000 to 1000"},
		{"empty pmf", func(s *Settings) { s.Beta = Beta{Kind: "pmf"} }, "beta.values: 0 values, expected from 1 to 100000"},
		{"long pmf", func(s *Settings) { s.Beta = Beta{Kind: "pmf", Values: make([]PMFValue, MaxValues+1)} }, "beta.values: 100001 values, expected from 1 to 100000"},
		{"pmf of 0.9", func(s *Settings) { s.Beta = Beta{Kind: "pmf", Values: []PMFValue{{0.5, 0.5}, {0.25, 0.375}}} },
			"beta.values: the probabilities sum to 0.875, expected 1"},
		{"negative probability", func(s *Settings) { s.Beta = Beta{Kind: "pmf", Values: []PMFValue{{0.5, -0.5}, {0.25, 1.5}}} },
			"beta.values[0].probability: -0.5 is out of range, expected a number from 0 to 1"},
		{"value of a pmf", func(s *Settings) { s.Beta = Beta{Kind: "pmf", Values: []PMFValue{{0.5, 1}, {2, 0}}} },
			"beta.values[1].value: 2 is out of range, expected a number greater than 0 and up to 1"},
		{"value twice", func(s *Settings) { s.Beta = Beta{Kind: "pmf", Values: []PMFValue{{0.5, 0.5}, {0.5, 0.5}}} },
			"beta.values[1].value: 0.5 is listed twice, expected distinct values"},
		{"trace before 0", func(s *Settings) { s.Trace = []TraceJob{{-1, 0, 1, 0}} }, "jobs[0].arrivalSeconds: -1 is out of range, expected a number from 0 to 1e+15"},
		{"trace backwards", func(s *Settings) { s.Trace = []TraceJob{{5, 0, 1, 0}, {4, 0, 1, 0}} },
			"jobs[1].arrivalSeconds: 4 is before the job in front of it, expected at least 5"},
		{"trace of NaN", func(s *Settings) { s.Trace = []TraceJob{{math.NaN(), 0, 1, 0}} }, "jobs[0].arrivalSeconds: NaN is out of range, expected a number from 0 to 1e+15"},
		{"trace graph", func(s *Settings) { s.Trace = []TraceJob{{0, 5, 1, 0}} }, "jobs[0].graph: 5 is out of range, expected an index from 0 to 4"},
		{"trace beta", func(s *Settings) { s.Trace = []TraceJob{{0, 4, math.NaN(), 0}} }, "jobs[0].beta: NaN is out of range, expected a number greater than 0 and up to 1"},
		{"trace steps", func(s *Settings) { s.Trace = []TraceJob{{0, 4, 1, -1}} }, "jobs[0].trainingSteps: -1 is out of range, expected an integer from 1 to 1000000000, or 0 for the workload's"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := settings(5)
			c.change(s)
			stream, err := New(s, 1)
			var wrong *Error
			if !errors.As(err, &wrong) || stream != nil {
				t.Fatalf("got %v, want an error", err)
			}
			if err.Error() != c.want {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
			if check := s.Check(); check == nil || check.Error() != c.want {
				t.Errorf("Check says %v", check)
			}
		})
	}
	if err := settings(5).Check(); err != nil {
		t.Errorf("the paper's workload: %v", err)
	}
}

func TestNilGraph(t *testing.T) {
	defer func() {
		if recover() != "workload: nil graph" {
			t.Error("no panic")
		}
	}()
	s := settings(2)
	s.Graphs[1] = nil
	New(s, 1)
}

// TestPMF compares the tables of the exact distributions value by value.
func TestPMF(t *testing.T) {
	tenths := make([]PMFValue, 10)
	for i := range tenths {
		tenths[i] = PMFValue{float64(i+1) / 10, 0.1}
	}
	cases := []struct {
		name string
		beta Beta
		want []PMFValue
	}{
		{"fixed", Beta{Kind: "fixed", Value: 0.3}, []PMFValue{{0.3, 1}}},
		{"uniform", Beta{Kind: "uniform", Min: 0.1, Max: 1, Decimals: 1}, tenths},
		{"one value", Beta{Kind: "uniform", Min: 1, Max: 1}, []PMFValue{{1, 1}}},
		{"pmf in any order", Beta{Kind: "pmf", Values: []PMFValue{{0.5, 0.25}, {0.25, 0.75}}}, []PMFValue{{0.25, 0.75}, {0.5, 0.25}}},
		// 0.1 added ten times is not 1.
		{"tenths", Beta{Kind: "pmf", Values: tenths}, tenths},
		{"impossible values", Beta{Kind: "pmf", Values: []PMFValue{{0.1, 0}, {0.2, 1}, {0.3, 0}, {0.4, 0}}},
			[]PMFValue{{0.1, 0}, {0.2, 1}, {0.3, 0}, {0.4, 0}}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, err := c.beta.PMF()
			if err != nil {
				t.Fatal(err)
			}
			if len(got) != len(c.want) {
				t.Fatalf("%d values, want %d", len(got), len(c.want))
			}
			for i := range got {
				if got[i].Value != c.want[i].Value || math.Abs(got[i].Probability-c.want[i].Probability) > 1e-15 {
					t.Errorf("value %d is %v, want %v", i, got[i], c.want[i])
				}
			}
		})
	}
}

// TestPresetA wants the 91 decimals themselves, not multiples of a rounded 0.01.
func TestPresetA(t *testing.T) {
	table, err := Beta{Preset: "A"}.PMF()
	if err != nil || len(table) != 91 {
		t.Fatalf("%d values, %v", len(table), err)
	}
	for i, want := range map[int]float64{0: 0.1, 1: 0.11, 19: 0.29, 47: 0.57, 48: 0.58, 90: 1} {
		if table[i].Value != want {
			t.Errorf("value %d is %v, want %v", i, table[i].Value, want)
		}
	}
}

func TestAverage(t *testing.T) {
	for _, c := range []struct {
		d    Distribution
		want float64
	}{
		{Distribution{Kind: "fixed", Value: 1000}, 1000},
		{Distribution{Kind: "exponential", Mean: 500}, 500},
		{Distribution{Kind: "uniform", Min: 1, Max: 1000, Decimals: 2}, 500.5},
	} {
		if got := c.d.Average(); got != c.want {
			t.Errorf("%+v: average %v, want %v", c.d, got, c.want)
		}
		if err := c.d.Check("interarrival"); err != nil {
			t.Error(err)
		}
	}
}

// TestTable wants values of probability 0 never to be drawn, at the very ends
// of the unit interval either.
func TestTable(t *testing.T) {
	table := massTable([]PMFValue{{1, 0}, {2, 0.25}, {3, 0}, {4, 0.75}, {5, 0}})
	below1 := math.Nextafter(1, 0)
	for _, c := range []struct{ u, want float64 }{
		{0, 2}, {math.Nextafter(0.25, 0), 2}, {0.25, 4}, {0.5, 4}, {below1, 4},
	} {
		if got := table.at(c.u); got != c.want {
			t.Errorf("at %v: %v, want %v", c.u, got, c.want)
		}
	}
}
