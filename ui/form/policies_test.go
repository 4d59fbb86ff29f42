package form

import (
	"reflect"
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/policy/builtin"
	"rampart/policy/checkpoint"
)

// The name of a built-in policy says what it was trained on, and the form
// relies on that.
func TestPoliciesAreNamedByTheirTraining(t *testing.T) {
	if len(builtin.Index()) == 0 {
		t.Fatal("the program has no policies")
	}
	for _, entry := range builtin.Index() {
		t.Run(entry.Name, func(t *testing.T) {
			file, err := builtin.File(entry.Name)
			if err != nil {
				t.Fatal(err)
			}
			p, _, err := checkpoint.Decode(file)
			if err != nil {
				t.Fatal(err)
			}
			x, err := experiment.Decode(p.Experiment)
			if err != nil {
				t.Fatal(err)
			}
			if want := TrainedOn(x); want != entry.Name && entry.Name != "generalist" {
				t.Errorf("it was trained on what %s would be", want)
			}
			if help := rowHelp(&experiment.StrategySpec{Kind: "policy", Checkpoint: entry.Name}); !strings.Contains(help, entry.Title) || !strings.Contains(help, "There it blocks") {
				t.Errorf("the row says %q", help)
			}
		})
	}
}

// Each preset runs the policy of its deadlines, the paper's own strategies
// before it.
func TestPresetsHaveAPolicy(t *testing.T) {
	for _, preset := range Presets[:4] {
		t.Run(preset, func(t *testing.T) {
			x, paper := Paper(preset), experiment.Paper(preset)
			n := len(paper.Strategies)
			if len(x.Strategies) != n+1 || x.Placer != paper.Placer {
				t.Fatalf("%d strategies, %s", len(x.Strategies), x.Placer)
			}
			if s := x.Strategies[n]; s.Kind != "policy" || s.Checkpoint != "firstfit-"+preset {
				t.Errorf("the last strategy is %+v", s)
			}
		})
	}
	for _, preset := range Presets[4:8] {
		deadlines, _, _ := strings.Cut(preset, "-")
		if x := Paper(preset); x.Rules != experiment.Corrected || !reflect.DeepEqual(x, experiment.PaperCorrected(deadlines)) {
			t.Errorf("the preset %s is %+v", preset, x)
		}
	}
	if Paper("E") != nil || Paper("E-corrected") != nil {
		t.Error("there is a preset E")
	}
}

// policies lists the policies of the form, those that are ticked with a plus.
func policies(m *Model) string {
	var names []string
	for _, r := range m.Strategies() {
		switch {
		case r.Spec.Kind == "policy" && r.Ticked:
			names = append(names, "+"+r.Spec.Checkpoint)
		case r.Spec.Kind == "policy":
			names = append(names, r.Spec.Checkpoint)
		}
	}
	return strings.Join(names, " ")
}

// tickPolicy ticks the row of a policy, or takes the tick away.
func tickPolicy(t *testing.T, m *Model, name string, ticked bool) {
	t.Helper()
	for i, r := range m.Strategies() {
		if r.Spec.Checkpoint == name {
			m.TickStrategy(i, ticked)
			return
		}
	}
	t.Fatalf("there is no row of %s among %s", name, policies(m))
}

// The form offers the policy of its placer and deadlines at once, and the
// others behind a button.
func TestOfferedPolicies(t *testing.T) {
	x := experiment.Paper("B") // a file: without a policy
	x.Placer = experiment.Compact
	m := NewModel(x)
	if got := policies(m); got != "compact-B" {
		t.Fatalf("offered at first: %s", got)
	}
	if m.Edit("workload.beta.kind", "C"); policies(m) != "compact-C" {
		t.Errorf("offered for other deadlines: %s", policies(m))
	}
	tickPolicy(t, m, "compact-C", true)
	if got := policies(m); got != "+compact-C" {
		t.Errorf("after the tick: %s", got)
	}
	if e := m.Experiment(); e == nil || len(e.Strategies) != 8 || e.Strategies[7].Name() != "Policy compact-C" {
		t.Fatalf("the experiment does not have it: %v", m.now.mistakes)
	}
	if m.Edit("workload.beta.kind", "fixed"); policies(m) != "+compact-C" {
		t.Errorf("what was ticked is not kept, or others are offered: %s", policies(m))
	}
	page := render(t, m)
	for _, want := range []string{`aria-label="Policy compact-C"`, ">Add a policy<", `class="strategy series-1"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the form has no %s", want)
		}
	}
	m.Toggle(otherPolicies)
	if n := strings.Count(render(t, m), `name="strategy-policy"`); n != len(builtin.Index()) {
		t.Errorf("%d of %d policies can be ticked", n, len(builtin.Index()))
	}
	tickPolicy(t, m, "compact-A", true)
	tickPolicy(t, m, "compact-C", false)
	if e := m.Experiment(); e == nil || len(e.Strategies) != 8 || e.Strategies[7].Checkpoint != "compact-A" {
		t.Errorf("ticked: %s", policies(m))
	}
	m.Undo()
	m.Undo()
	if got := policies(m); !strings.HasPrefix(got, "+compact-C") || strings.Contains(got, "+compact-A") {
		t.Errorf("after two steps back: %s", got)
	}
}

// Under corrected rules those are offered that were trained for them.
func TestOfferedPoliciesOfTheRules(t *testing.T) {
	for _, tc := range []struct {
		rules  experiment.Rules
		placer experiment.Placer
		want   string
	}{
		{experiment.Reference, experiment.BestFit, "bestfit-C"},
		{experiment.Corrected, experiment.BestFit, "corrected-C"},
		{experiment.Corrected, experiment.Compact, "compact-C"},
	} {
		x := experiment.Paper("C")
		x.Rules, x.Placer = tc.rules, tc.placer
		if got := policies(NewModel(x)); got != tc.want {
			t.Errorf("offered under %s rules with %s: %s, expected %s", tc.rules, tc.placer, got, tc.want)
		}
	}
}
