package form

import (
	"slices"
	"strings"

	"rampart/core/experiment"
	"rampart/policy/builtin"
	"rampart/ui/number"
)

// Paper returns the experiment of a preset as the page runs it: the paper's,
// and the built-in policy that was trained for it as a strategy like any
// other. It returns nil for another name. Files do not get the policy: what
// they leave out means the same whatever policies a program has. Under corrected
// rules there is no policy: none was trained for them with first fit, nor for
// transformers.
func Paper(preset string) *experiment.Experiment {
	if deadlines, corrected := strings.CutSuffix(preset, inSeconds); corrected {
		return experiment.PaperCorrected(deadlines)
	}
	if preset == transformers {
		return experiment.Transformers()
	}
	x := experiment.Paper(preset)
	if x == nil {
		return nil
	}
	if p := builtinEntry(TrainedOn(x)); p != nil {
		x.Strategies = append(x.Strategies, policySpec(p.Name))
	}
	return x
}

// policySpec is a built-in policy as a strategy.
func policySpec(name string) experiment.StrategySpec {
	return experiment.StrategySpec{Kind: "policy", Checkpoint: name}
}

// TrainedOn names the built-in policy, whether there is one or not, that was
// trained on the deadlines of x with its placer: under corrected rules one of
// best fit's, under mixed rules, as under the reference's, that of the placer.
func TrainedOn(x *experiment.Experiment) string {
	of := string(x.Placer)
	if x.Rules == experiment.Corrected && x.Placer == experiment.BestFit {
		of = "corrected"
	}
	return of + "-" + x.Workload.Beta.Preset
}

// offers are the built-in policies that the draft has no row for: the one that
// was trained on what the experiment says, and the others.
func (m *Model) offers() (fitting, others []StrategyRow) {
	x := m.now.partial
	for _, p := range builtin.Index() {
		s := policySpec(p.Name)
		listed := func(r StrategyRow) bool { return r.Spec.Kind == s.Kind && r.Spec.Checkpoint == s.Checkpoint }
		switch {
		case slices.ContainsFunc(m.draft.strategies, listed):
		case p.Name == TrainedOn(x):
			fitting = append(fitting, newStrategyRow(s, false))
		default:
			others = append(others, newStrategyRow(s, false))
		}
	}
	return fitting, others
}

// offeredPolicies are the built-in policies that stand in the list behind the rows of
// the draft.
func (m *Model) offeredPolicies() []StrategyRow {
	fitting, others := m.offers()
	if !m.open[otherPolicies] {
		return fitting
	}
	return append(fitting, others...)
}

// otherPolicies is the key of the fold that holds policies for other settings.
const otherPolicies = "policies"

// hasOthers reports whether there is something in that fold.
func (m *Model) hasOthers() bool {
	_, others := m.offers()
	return len(others) > 0
}

// builtinEntry finds a built-in policy, nil if there is none of that name.
func builtinEntry(name string) *builtin.Entry {
	for i, p := range builtin.Index() {
		if p.Name == name {
			return &builtin.Index()[i]
		}
	}
	return nil
}

// rowHelp says what a strategy does; of a built-in policy also what it was
// trained on, and how good it is there.
func rowHelp(s *experiment.StrategySpec) string {
	help := strategyHelp(s.Kind)
	p := builtinEntry(s.Checkpoint)
	if p == nil {
		return help
	}
	help += " This one comes with the program. It was trained on: " + strings.TrimSuffix(p.Title, ".") + "."
	if p.Evaluation != nil {
		help += " There it blocks " + number.Rate(p.Evaluation.BlockingRate().Mean) + " of jobs that it has not been trained on."
	}
	return help
}

func policiesWord(open bool) string {
	if open {
		return "Fewer policies"
	}
	return "Add a policy"
}
