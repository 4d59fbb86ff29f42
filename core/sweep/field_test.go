package sweep_test

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/core/sweep"
)

// Setting a field to the value that it has changes nothing that a run depends
// on; setting another one is seen again.
func TestFields(t *testing.T) {
	for _, deadlines := range []string{"A", "B"} {
		x := experiment.Paper(deadlines)
		x.Strategies = append(x.Strategies, experiment.StrategySpec{Kind: "sipml", MaxDegree: 8})
		paths := map[string]bool{}
		for _, f := range sweep.Fields(x) {
			if paths[f.Path] {
				t.Errorf("%s is listed twice", f.Path)
			}
			paths[f.Path] = true
			if found, err := sweep.Find(x, f.Path); err != nil || found.Name != f.Name {
				t.Errorf("%s is not found: %v", f.Path, err)
			}
			now, ok := f.Get(x)
			if !ok {
				t.Errorf("%s has no value", f.Path)
			}
			values, err := f.Usual(x).Values(f)
			if err != nil || len(values) < 2 {
				t.Errorf("%s: values %v, %v", f.Path, values, err)
				continue
			}
			if _, err := sweep.New(x, []sweep.Axis{{Path: f.Path, Values: values}}); err != nil && f.Path != "cluster.groups" {
				t.Errorf("%s over its usual range: %v", f.Path, err)
			}
			y := *x
			if err := f.Set(&y, values[1]); err != nil {
				t.Errorf("%s: %v", f.Path, err)
			}
			if got, _ := f.Get(&y); math.Abs(got-values[1]) > 1e-9*math.Abs(values[1]) {
				t.Errorf("%s: set to %v it is %v", f.Path, values[1], got)
			}
			if again, _ := f.Get(x); again != now && !math.IsNaN(now) {
				t.Errorf("%s of the original changed", f.Path)
			}
		}
		if len(paths) < 20 {
			t.Errorf("only %d fields", len(paths))
		}
	}
}

// The paper's distributions of beta give the same values when an end is set to
// what it is.
func TestBetaSpelledOut(t *testing.T) {
	for _, deadlines := range []string{"A", "B", "C", "D"} {
		x := experiment.Paper(deadlines)
		y := *x
		f, err := sweep.Find(x, "workload.beta.max")
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Set(&y, 1); err != nil {
			t.Fatal(err)
		}
		want, err := x.Workload.Beta.PMF()
		if err != nil {
			t.Fatal(err)
		}
		got, err := y.Workload.Beta.PMF()
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", deadlines, got, want)
		}
	}
}

func TestLoadOfEveryKind(t *testing.T) {
	for _, d := range []experiment.Distribution{
		{Kind: "fixed", Value: 1000}, {Kind: "exponential", Mean: 500}, {Kind: "uniform", Min: 500, Max: 1500, Decimals: 0},
		{Kind: "bursty", Mean: 500, BurstFactor: 4, BurstSeconds: 1e4, CalmSeconds: 2e4},
	} {
		x := experiment.Paper("A")
		x.Workload.Interarrival = d
		s, err := sweep.New(x, []sweep.Axis{{Path: "load", Values: []float64{0.3, 3}}})
		if err != nil {
			t.Fatalf("%s: %v", d.Kind, err)
		}
		for p, want := range []float64{1000 / 0.3, 1000. / 3} {
			if got := s.Experiment(p).Workload.Interarrival.Average(); math.Abs(got-want) > 1e-3 {
				t.Errorf("%s: an arrival every %v s, want %v", d.Kind, got, want)
			}
		}
	}
}

// The burst factor can be swept where arrivals are bursty, and nowhere else; it
// leaves the load as it is.
func TestBurstFactor(t *testing.T) {
	x := experiment.Paper("A")
	if _, err := sweep.New(x, []sweep.Axis{{Path: "workload.interarrival.burstFactor", Values: []float64{1, 10}}}); err == nil {
		t.Error("equal intervals have a burst factor")
	}
	x.Workload.Interarrival = experiment.Distribution{Kind: "bursty", Mean: 500, BurstFactor: 4, BurstSeconds: 1e4, CalmSeconds: 2e4}
	s, err := sweep.New(x, []sweep.Axis{{Path: "workload.interarrival.burstFactor", Values: []float64{1, 10}}})
	if err != nil {
		t.Fatal(err)
	}
	for p, want := range []float64{1, 10} {
		if d := s.Experiment(p).Workload.Interarrival; d.BurstFactor != want || d.Average() != 500 {
			t.Errorf("%+v, want factor %v", d, want)
		}
	}
}

func TestParseAxis(t *testing.T) {
	x := experiment.Paper("A")
	find := func(path string) (*sweep.Field, error) { return sweep.Find(x, path) }
	usual := func(f *sweep.Field) sweep.Range { return f.Usual(x) }
	for _, tc := range []struct {
		text string
		want []float64
		err  string
	}{
		{"load=0.2:1:5", []float64{0.2, 0.4, 0.6, 0.8, 1}, ""},
		{"load=1:0.2:3", []float64{0.2, 0.6, 1}, ""},
		{"load=3,1,2", []float64{1, 2, 3}, ""},
		{"load=2", []float64{2}, ""},
		{"load=2:5:1", []float64{2}, ""},
		{"cluster.ioSeconds=1e-8:1e-5:4:log", []float64{1e-8, 1e-7, 1e-6, 1e-5}, ""},
		{"queueCapacity=0:3:7", []float64{0, 1, 2, 3}, ""},
		{"partition.maxDegree", []float64{2, 4, 6, 8, 10, 12, 14, 16}, ""},
		{"lood=1", nil, "did you mean load"},
		{"load=", nil, "is no number"},
		{"load=1:2", nil, "is no range"},
		{"load=1:2:x", nil, "is no number of values"},
		{"load=1:2:0", nil, "0 values"},
		{"load=1:2:99999", nil, "99999 values"},
		{"load=0:2:3:log", nil, "ends above 0"},
		{"load=NaN:2:3", nil, "is no number"},
		{"load=1:2:3:lin", nil, "is no range"},
	} {
		a, err := sweep.ParseAxis(tc.text, find, usual)
		if tc.err != "" {
			if err == nil || !strings.Contains(err.Error(), tc.err) {
				t.Errorf("%s: %v, want an error with %q", tc.text, err, tc.err)
			}
			continue
		}
		if err != nil || !slices.Equal(a.Values, tc.want) {
			t.Errorf("%s: %v %v, want %v", tc.text, a.Values, err, tc.want)
		}
	}
}

func TestDecodeRefuses(t *testing.T) {
	s := make2(t, small(), axis("load", 1, 2))
	good := string(sweep.Append(nil, runAll(t, s, sweep.Options{})))
	replace := func(old, new string) string {
		if !strings.Contains(good, old) {
			t.Fatalf("the file has no %s", old)
		}
		return strings.Replace(good, old, new, 1)
	}
	for _, tc := range []struct{ name, file, want string }{
		{"nothing", "", "empty"},
		{"another version", replace(`"rampart":1,"engine"`, `"rampart":2,"engine"`), "rampart"},
		{"a value more", replace(`"values":[1,2]`, `"values":[1,2,3]`), "digest"},
		{"a figure altered", replace(`"runs":[[0,41,`, `"runs":[[0,42,`), "digest: it is not that of the runs"},
		{"a unit that there is not", replace(`"runs":[[0,`, `"runs":[[99,`), "no run of this sweep"},
		{"half a count", replace(`"runs":[[0,`, `"runs":[[0.5,`), "no run of this sweep"},
		{"a row too short", replace(`"runs":[[`, `"runs":[[0],[`), "runs[0]"},
		{"an experiment that is wrong", replace(`"queueCapacity":10`, `"queueCapacity":-1`), "queueCapacity"},
		{"an unknown member", replace(`"left":0`, `"left":0,"write":1`), "write"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if _, err := sweep.Decode([]byte(tc.file)); err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v, want an error with %q", err, tc.want)
			}
		})
	}
}

// What can be read is written again as it was.
func FuzzDecode(f *testing.F) {
	x := small()
	x.HorizonSeconds, x.Seeds = 2000, x.Seeds[:1]
	s, err := sweep.New(x, []sweep.Axis{axis("load", 1, 2)})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(sweep.Append(nil, sweep.NewResult(s, nil)))
	f.Add(sweep.Append(nil, sweep.NewResult(s, []sweep.Run{{Unit: 1, Arrived: 3, BlockingRate: 0.5}})))
	f.Add([]byte(`{"rampart":1,"experiment":{"rampart":1},"sweep":[{"path":"load","values":[1]}],"runs":[]}`))
	f.Fuzz(func(t *testing.T, file []byte) {
		r, err := sweep.Decode(file)
		if err != nil {
			return
		}
		once := sweep.Append(nil, r)
		again, err := sweep.Decode(once)
		if err != nil {
			t.Fatalf("%s is written and cannot be read: %v", once, err)
		}
		if twice := sweep.Append(nil, again); !bytes.Equal(once, twice) {
			t.Errorf("%s became %s", once, twice)
		}
	})
}
