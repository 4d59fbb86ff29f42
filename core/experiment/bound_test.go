package experiment_test

import (
	"math"
	"testing"

	"rampart/core/experiment"
	"rampart/policy/strategy"
)

func meanBound(t *testing.T, x *experiment.Experiment) float64 {
	t.Helper()
	maker, err := experiment.NewBoundMaker(x)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for _, seed := range x.Seeds {
		b, err := maker.Bound(seed, nil)
		if err != nil {
			t.Fatal(err)
		}
		sum += b.BlockingRate
	}
	return sum / float64(len(x.Seeds))
}

// No strategy blocks less than the bound, seed by seed.
func TestNothingBelowBound(t *testing.T) {
	for _, deadlines := range []string{"A", "D"} {
		for _, placer := range []experiment.Placer{experiment.FirstFit, experiment.Compact} {
			x := experiment.Paper(deadlines)
			x.Placer = placer
			x.Strategies = []experiment.StrategySpec{{Kind: "fixed", Degree: 4}, {Kind: "fixed", Degree: 8}, {Kind: "max"}, {Kind: "acceptable"}}
			r, err := experiment.RunAll(t.Context(), x, strategy.New, experiment.Options{DropJobs: true})
			if err != nil {
				t.Fatal(err)
			}
			maker, err := experiment.NewBoundMaker(x)
			if err != nil {
				t.Fatal(err)
			}
			for _, run := range r.Runs {
				b, err := maker.Bound(run.Seed, nil)
				if err != nil {
					t.Fatal(err)
				}
				if b.Arrived != run.Arrived {
					t.Errorf("%s, seed %d: the bound counts %d arrivals, the run %d", deadlines, run.Seed, b.Arrived, run.Arrived)
				}
				if run.BlockingRate < b.BlockingRate {
					t.Errorf("%s, %s, strategy %d, seed %d: blocks %v, below the bound %v", deadlines, placer, run.Strategy, run.Seed, run.BlockingRate, b.BlockingRate)
				}
			}
		}
	}
}

// The bounds of the paper's four deadlines that another program found (issue
// text): its JCTs are not known, so they are near, not equal.
func TestBoundOfThePaper(t *testing.T) {
	for deadlines, want := range map[string]float64{"A": .036, "B": .060, "C": .025, "D": .014} {
		if got := meanBound(t, experiment.Paper(deadlines)); math.Abs(got-want) > .02 {
			t.Errorf("%s: %.4f, want about %.3f", deadlines, got, want)
		} else {
			t.Logf("%s: %.4f, found elsewhere %.3f", deadlines, got, want)
		}
	}
}

func TestBoundRefusesWrong(t *testing.T) {
	x := experiment.Paper("A")
	x.HorizonSeconds = math.NaN()
	if _, err := experiment.NewBoundMaker(x); err == nil {
		t.Error("a horizon of NaN is taken")
	}
}
