package ui

import (
	"slices"
	"testing"

	"rampart/core/cluster"
	"rampart/core/experiment"
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
