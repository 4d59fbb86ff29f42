package reproduce_test

import (
	"slices"
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/core/published"
	"rampart/core/reproduce"
	"rampart/core/snapshot"
	"rampart/policy/strategy"
)

// policies are names as a program might have them.
var policies = []string{"bestfit-A", "compact-A", "compact-B", "compact-C", "compact-D", "firstfit-A", "firstfit-B", "firstfit-C", "firstfit-D", "everywhere"}

// Every experiment is valid, has a name for each strategy, and opens from its
// link as it is.
func TestExperimentsAreWhole(t *testing.T) {
	b := reproduce.New(reproduce.Full(policies))
	if n := len(b.Items()); n < 150 {
		t.Errorf("there are %d experiments", n)
	}
	for _, item := range b.Items() {
		x := item.Experiment
		if errs := experiment.Errors(x); len(errs) > 0 {
			t.Errorf("%s: %v", item.Key, errs)
		}
		if len(item.Names) != len(x.Strategies) || x.Name == "" {
			t.Errorf("%s: %d names of %d strategies, called %q", item.Key, len(item.Names), len(x.Strategies), x.Name)
		}
		link, err := snapshot.ParseLink(reproduce.Link(x))
		if err != nil || string(experiment.AppendCanonical(nil, link.Snapshot.Experiment)) != string(experiment.AppendCanonical(nil, x)) {
			t.Errorf("%s: its link opens something else: %v", item.Key, err)
		}
	}
}

// Policies run where they belong: one of a distribution under that one alone, the
// one of a placer there.
func TestPolicies(t *testing.T) {
	b := reproduce.New(reproduce.Full(policies))
	for _, item := range b.Items() {
		switch item.Key {
		case "main-reference-bestfit-A":
			for _, name := range []string{"policy bestfit-A", "policy compact-A", "policy everywhere"} {
				if !slices.Contains(item.Names, name) {
					t.Errorf("%s has %v, not %s", item.Key, item.Names, name)
				}
			}
		case "main-reference-bestfit-B":
			if slices.Contains(item.Names, "policy bestfit-A") || !slices.Contains(item.Names, "policy compact-B") {
				t.Errorf("%s has %v", item.Key, item.Names)
			}
		}
	}
}

// book runs the experiments of some sections.
func run(t *testing.T, b *reproduce.Book, keys ...string) *reproduce.Results {
	t.Helper()
	r := reproduce.NewResults(b)
	for _, s := range b.Sections {
		if !slices.Contains(keys, s.Key) {
			continue
		}
		for _, item := range s.Items {
			runner, err := experiment.NewRunner(item.Experiment, strategy.New)
			if err != nil {
				t.Fatal(err)
			}
			var runs []experiment.Run
			for _, u := range item.Experiment.Units() {
				run, err := runner.Run(u, nil)
				if err != nil {
					t.Fatal(err)
				}
				runs = append(runs, *run)
			}
			r.Put(item.Key, runs, nil)
		}
	}
	return r
}

func text(b *reproduce.Book, r *reproduce.Results) string {
	return string(reproduce.Markdown(b, r, "a test", nil))
}

// Times of single jobs are the reference's to the last digits, and said so.
func TestSingleJobs(t *testing.T) {
	b := reproduce.New(reproduce.Quick(nil))
	got := text(b, run(t, b, "single"))
	for _, want := range []string{
		"| gnmt | 16 | 21 | 308.3905238931998 | 308.3905238931998 | 0.16688070485000103 | 0.16688070485000103 | 0 |",
		"| resnet18 | 1 | 1 | 36668.35000000003 | blocked | 0 | blocked | both blocked |",
		"The largest relative difference is 4e-07 (alexnet at degree 2).",
		"66 of 66 agree on whether the job runs; the largest relative difference is 0.",
		"| alexnet | 46 | 47 | 44 | 36061.15 |",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("there is no %q", want)
		}
	}
}

// The published columns stand there as published, whatever has been run: these
// are copied from spec/learning.md 2.1, 2.2 and 2.5 by hand.
func TestPublishedColumns(t *testing.T) {
	b := reproduce.New(reproduce.Quick(policies))
	got := text(b, reproduce.NewResults(b))
	for _, want := range []string{
		`| A | Para\_max | 26.24 | 26.47 26.27 25.97 | 25.60 | – |`,
		`| B | Para\_min | 39.56 | 39.26 39.26 40.16 | 35.80 | – |`,
		`| C | random | 50.55 | 52.15 50.15 49.35 | 48.40 | – |`,
		`| D | Para\_min | 14.19 | 9.59 16.08 16.88 | 15.90 | – |`,
		"| A | 22.09 | 20.38 | 21.70 | 4 | – |",
		"| B | 26.41 | 25.67 | 26.10 | 16 | – |",
		"| C | 12.47 | 11.66 | 13.50 | 4 | – |",
		"| D | 10.37 | 9.92 | 12.00 | 2 | – |",
		`| A | Para\_max | 1875.1 / – | 15.667 / – | 16.000 / – | 16.10 / – | 4.468 / – | 10.176 / – | 2.325 / – |`,
		"| D | 2 | 14903.1 / – | 2.000 / – | 2.000 / – | 2.00 / – | 2.812 / – | 3.559 / – | 2.840 / – |",
		"the abstract says up to 56.2", "| one job every 2000 s, sequential | 23.55 | one run | – |",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("there is no %q", want)
		}
	}
	if strings.Contains(got, "In short") {
		t.Error("it concludes from nothing")
	}
}

// fake are runs of which only the blocking rates are there: of a, then of b, by
// seed.
func fake(item *reproduce.Item, rates map[string][]float64) (runs []experiment.Run) {
	for i, name := range item.Names {
		for k, rate := range rates[name] {
			run := experiment.Run{Strategy: i, Seed: uint64(k)}
			run.BlockingRate = rate
			runs = append(runs, run)
		}
	}
	return runs
}

// What is said of the numbers follows from them.
func TestConclusionsFollow(t *testing.T) {
	b := reproduce.New(reproduce.Quick(policies))
	r := reproduce.NewResults(b)
	for _, item := range b.Items() {
		if !strings.HasPrefix(item.Key, "main-") {
			continue
		}
		rates := map[string][]float64{
			"Para_max": {.3, .32, .31}, "Para_min": {.3, .32, .31}, "random": {.5, .52, .53},
			"fixed 4": {.2, .22, .21}, "fixed 8": {.25, .35, .31},
		}
		for _, name := range item.Names {
			if strings.HasPrefix(name, "policy") {
				rates[name] = []float64{.2, .22, .212}
			}
		}
		r.Put(item.Key, fake(item, rates), nil)
	}
	got := strings.Join(strings.Fields(text(b, r)), " ")
	for _, want := range []string{
		"A learned policy blocks fewer jobs than Para_max: published on A, C and D; reference, first fit on all four; reference, bestfit on all four;",
		"Para_max blocks fewer jobs than Para_min: published on A, B and C; reference, first fit nowhere;",
		"A learned policy blocks fewer jobs than the best fixed degree: reference, first fit nowhere;",
		`| A | yes, −4.2 | yes, −9.9 (−10.2 to −9.6) |`,
		`| A | yes, −4.6 | no, 0.0 (0.0 to 0.0) |`, // Para_max less Para_min: equal
		`| A | – | open, +0.1 (−0.2 to +0.4) |`,    // policy less best fixed
		"In short",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("there is no %q", want)
		}
	}
}

// The published numbers are whole: no rate is outside 0 and 1, and the means of
// the seeds are those that are published as such.
func TestPublishedNumbers(t *testing.T) {
	for at := range published.Letters {
		for agent := published.ParaMax; agent < published.Agents; agent++ {
			sum := 0.0
			for _, rate := range published.Seeds[at][agent] {
				sum += rate / 3
			}
			if d := sum - published.Blocking[at][agent]; d > 1e-4 || d < -1e-4 {
				t.Errorf("%s, %s: the seeds' mean is %.4f, published %.4f", published.Letters[at], published.AgentNames[agent], sum, published.Blocking[at][agent])
			}
		}
	}
}
