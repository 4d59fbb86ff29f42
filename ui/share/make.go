package share

import (
	"slices"
	"strings"

	"rampart/core/experiment"
	"rampart/core/snapshot"
	"rampart/policy/builtin"
	"rampart/ui/train"
)

// Source is what the page would share.
type Source struct {
	Experiment *experiment.Experiment // valid; its own view does not count
	View       *snapshot.View
	// Runs are those of the whole result, ordered by strategy and then as the
	// seeds; nil if not all of them are done.
	Runs []experiment.Run
	// Words says what it is if that is not simply what the page shows: one
	// sentence, or "".
	Words string
}

// Options are what the user may leave out or put in.
type Options struct {
	Figures bool // the result's digest and figures
	Weights bool // the policies themselves
}

// OwnPolicies lists the names of the policies of x that are inside it.
func OwnPolicies(x *experiment.Experiment) []string {
	return policies(x, func(s experiment.StrategySpec) bool { return builtin.IsInline(s.Checkpoint) })
}

// BuiltinPolicies lists the built-in policies that x names.
func BuiltinPolicies(x *experiment.Experiment) []string {
	return policies(x, func(s experiment.StrategySpec) bool { return !builtin.IsInline(s.Checkpoint) })
}

func policies(x *experiment.Experiment, is func(experiment.StrategySpec) bool) []string {
	var names []string
	for _, s := range x.Strategies {
		if s.Kind == "policy" && is(s) {
			names = append(names, strings.TrimPrefix(s.Name(), "Policy "))
		}
	}
	return names
}

// Make returns the snapshot of a source. With weights, every policy is inside
// it; without, built-in ones are named with the content that they have here, and
// others are left out together with their runs. It returns nil if nothing would
// be left.
func Make(src *Source, o Options) *snapshot.Snapshot {
	x := *src.Experiment
	x.View, x.Strategies = nil, nil
	place := make([]int, len(src.Experiment.Strategies)) // new index of a strategy, or -1
	for i, spec := range src.Experiment.Strategies {
		place[i] = len(x.Strategies)
		switch own := builtin.IsInline(spec.Checkpoint); {
		case spec.Kind != "policy":
		case own && !o.Weights:
			place[i] = -1
			continue
		case !own && o.Weights:
			if file, err := builtin.File(spec.Checkpoint); err == nil {
				spec = train.Strategy(spec.Checkpoint, file)
			}
		}
		x.Strategies = append(x.Strategies, spec)
	}
	if len(x.Strategies) == 0 {
		return nil
	}
	if src.View != nil {
		v := *src.View
		v.Runs = nil
		for _, r := range src.View.Runs {
			if r.Strategy = place[r.Strategy]; r.Strategy >= 0 {
				v.Runs = append(v.Runs, r)
			}
		}
		if len(v.Runs) != len(src.View.Runs) { // what was looked at is not there
			v.Runs, v.Time, v.Focus = nil, nil, nil
		}
		if v.Sweep != nil && len(x.Strategies) != len(src.Experiment.Strategies) && variesStrategy(v.Sweep) {
			v.Sweep = nil // its field would be another strategy's
		}
		snapshot.SetView(&x, &v)
	}
	s := &snapshot.Snapshot{Engine: experiment.EngineVersion, Experiment: &x, Policies: content(&x)}
	if o.Figures && src.Runs != nil {
		runs := slices.Clone(src.Runs)
		runs = slices.DeleteFunc(runs, func(r experiment.Run) bool { return place[r.Strategy] < 0 })
		for i := range runs {
			runs[i].Strategy = place[runs[i].Strategy]
		}
		s.Digest = experiment.ResultDigest(&x, runs)
		s.Summaries = experiment.Summarise(&x, runs)
	}
	return s
}

// variesStrategy reports whether a field of a strategy is among those that a sweep
// varies.
func variesStrategy(s *snapshot.Sweep) bool {
	return slices.ContainsFunc(s.Axes, func(a snapshot.SweepAxis) bool { return strings.HasPrefix(a.Path, "strategies[") })
}

// content names the content of the built-in policies of x.
func content(x *experiment.Experiment) []snapshot.Policy {
	var list []snapshot.Policy
	for _, spec := range x.Strategies {
		if spec.Kind != "policy" || builtin.IsInline(spec.Checkpoint) {
			continue
		}
		if sum := sumOf(spec.Checkpoint); sum != "" {
			list = append(list, snapshot.Policy{Name: spec.Checkpoint, SHA256: sum})
		}
	}
	return list
}

// sumOf returns the SHA-256 of a built-in policy, "" if there is none of that
// name.
func sumOf(name string) string {
	for _, e := range builtin.Index() {
		if e.Name == name {
			return e.SHA256
		}
	}
	return ""
}
