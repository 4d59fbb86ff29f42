package ui

import (
	"slices"
	"testing"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/core/snapshot"
	"rampart/ui/store"
	"rampart/ui/timeline"
	"rampart/wasm/wire"
)

// From the Timeline one decides on after what a run has decided; jobs on which
// nobody decided are none of its decisions.
func TestDecideAfterARun(t *testing.T) {
	b, root := open()
	b.answer()
	root.choose("decide")
	if len(b.decided) != 1 || len(b.decided[0].Script) != 0 {
		t.Fatalf("asked for %+v", b.decided)
	}
	run := &experiment.Run{Strategy: 1, Seed: 2, Jobs: []cluster.Job{
		{Degree: 8, ValidDegrees: []int{0, 8}}, {Cause: cluster.CauseQueue}, {Degree: 0, ValidDegrees: []int{0}}, {Degree: 4, ValidDegrees: []int{0, 4}},
	}}
	root.decideFrom(run, 3)
	if last := b.decided[len(b.decided)-1]; !slices.Equal(last.Script, []int{8, 0}) || root.tab != "decide" {
		t.Errorf("asked for %+v on tab %s", last, root.tab)
	}
	root.decideFrom(run, 99)
	if last := b.decided[len(b.decided)-1]; len(last.Script) != 3 {
		t.Errorf("asked for %+v", last)
	}
	b.gotEpisode(&wire.Episode{Script: []int{8, 0, 4}, Busy: make([]int, 32), Running: []wire.Running{}, Final: &cluster.Metrics{}}, "")
	has(t, render(t, root), "The episode is over.", "Add to the comparison")
}

// Decisions by hand are in the view, and a link brings them back one by one.
func TestDecisionsAreShared(t *testing.T) {
	x := mine()
	snapshot.SetView(x, &snapshot.View{Tab: "decide", Decide: &snapshot.Decide{Seed: 2, Degrees: []int{8, 0, 4}}})
	b, root := openAt(snapshot.Compressed(&snapshot.Snapshot{Engine: experiment.EngineVersion, Experiment: x}))
	if root.tab != "decide" || len(b.decided) != 1 || !slices.Equal(b.decided[0].Script, []int{8, 0, 4}) {
		t.Fatalf("tab %s, asked for %+v", root.tab, b.decided)
	}
	if root.view().Decide != nil {
		t.Error("what no engine has answered is handed on")
	}
	b.gotEpisode(&wire.Episode{Script: []int{8, 0, 4}, Busy: make([]int, 32), Running: []wire.Running{}, Final: &cluster.Metrics{}}, "")
	if v := root.view(); v.Tab != "decide" || v.Decide == nil || v.Decide.Seed != 2 || !slices.Equal(v.Decide.Degrees, []int{8, 0, 4}) {
		t.Errorf("the view is %+v", v)
	}
	root.decide.Undo()
	if last := b.decided[len(b.decided)-1]; !slices.Equal(last.Script, []int{8, 0}) {
		t.Errorf("one step back is %v", last.Script)
	}
	root.choose("compare")
	if v := root.view(); v.Decide != nil {
		t.Error("decisions are in the view of another tab")
	}
}

// Nothing of a costly link is played before the user says so.
func TestCostlyDecisionsWait(t *testing.T) {
	x := mine()
	x.HorizonSeconds = 2e8
	snapshot.SetView(x, &snapshot.View{Tab: "decide", Decide: &snapshot.Decide{Seed: 1, Degrees: []int{8}}})
	b, root := openAt(snapshot.Compressed(&snapshot.Snapshot{Engine: experiment.EngineVersion, Experiment: x}))
	if root.tab != "decide" || b.decided != nil || b.rivals != 0 {
		t.Fatalf("tab %s, asked for %+v", root.tab, b.decided)
	}
	has(t, render(t, root), "Nothing has been run yet. Run the experiment first.")
	root.Run()
	if root.tab != "decide" || len(b.decided) != 1 || !slices.Equal(b.decided[0].Script, []int{8}) {
		t.Errorf("tab %s, asked for %+v", root.tab, b.decided)
	}
}

// A sweep is in the view while its section is open, and a link opens it.
func TestSweepIsShared(t *testing.T) {
	b, root := open()
	b.answer()
	if root.view().Sweep != nil {
		t.Error("a sweep that nobody has set is in the view")
	}
	root.sweeps.Toggle(root.session.Experiment)
	root.sweeps.Drafts[0].N = "7"
	v := root.view()
	if v.Sweep == nil || v.Sweep.Axes[0].Path != "load" || v.Sweep.Axes[0].N != 7 {
		t.Fatalf("the view is %+v", v)
	}
	x := *root.session.Experiment
	snapshot.SetView(&x, v)
	b, other := openAt(snapshot.Compressed(&snapshot.Snapshot{Engine: experiment.EngineVersion, Experiment: &x}))
	if !other.sweeps.Open || other.sweeps.Drafts != root.sweeps.Drafts || b.focused != "sweep-title" {
		t.Errorf("open %v, drafts %+v, focus on %q", other.sweeps.Open, other.sweeps.Drafts, b.focused)
	}
	other.remember(&store.Memory{Later: func(f func()) { b.later = append(b.later, f) }}) // as when the page has its store
	if other.sweeps.Drafts != root.sweeps.Drafts {
		t.Error("with its store the page has forgotten the sweep")
	}
	has(t, render(t, other), "Run sweep")
}

// A script joins the strategies of the experiment on its seed alone, and that can
// be undone.
func TestAddScript(t *testing.T) {
	b, root := open()
	b.answer()
	before := len(root.session.Experiment.Strategies)
	root.addScript(experiment.StrategySpec{Kind: "script", Degrees: []int{8, 4}}, 2)
	x := root.session.Experiment
	if len(x.Strategies) != before+1 || x.Strategies[before].Kind != "script" || !slices.Equal(x.Seeds, []uint64{2}) || root.tab != "compare" {
		t.Errorf("%d strategies on seeds %v, tab %s", len(x.Strategies), x.Seeds, root.tab)
	}
	if len(b.units) != before+1 {
		t.Errorf("%d runs were started", len(b.units))
	}
	has(t, render(t, root), "since your decisions fit no other")
	root.Undo()
	if e := root.model.Experiment(); len(e.Strategies) != before || len(e.Seeds) != 3 {
		t.Error("it cannot be undone")
	}
	root.choose("timeline")
	if root.sides.n != 2 || root.sides.picks == ([timeline.MostRuns]timeline.Pick{}) {
		t.Error("the timeline has no runs")
	}
}
