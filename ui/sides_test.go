package ui

import (
	"testing"

	"rampart/core/experiment"
	"rampart/core/snapshot"
	"rampart/ui/timeline"
	"rampart/wasm/wire"
)

// hands are what the Timeline and Decide tabs ask for.
type hands struct {
	rooms      []wire.Unit
	gotRoom    func([]int32, string)
	decided    []wire.Decide
	rivals     int // strategies that were asked to play an episode
	gotEpisode func(*wire.Episode, string)
}

// Room implements timeline.Roomer.
func (b *browser) Room(_ []byte, u wire.Unit, got func([]int32, string)) func() {
	b.rooms, b.gotRoom = append(b.rooms, u), got
	return func() {}
}

// Runs are added to the Timeline and taken away; each is fetched, with the room
// that it leaves, and all are part of what is shared.
func TestMoreSides(t *testing.T) {
	b, root := open()
	b.answer()
	root.choose("timeline")
	root.setSides(3)
	if n := len(b.jobs); n != 3 {
		t.Fatalf("%d runs were asked for, want 3", n)
	}
	third := root.sides.picks[2]
	if third.Strategy == root.sides.picks[0].Strategy || third.Strategy == root.sides.picks[1].Strategy {
		t.Errorf("the third run is of strategy %d, which is shown", third.Strategy)
	}
	b.got(&experiment.Run{Strategy: third.Strategy, Seed: third.Seed}, "")
	if len(b.rooms) != 1 || b.rooms[0] != (wire.Unit{Strategy: third.Strategy, Seed: third.Seed}) {
		t.Fatalf("room was asked for of %v", b.rooms)
	}
	b.gotRoom([]int32{3, 2, 1}, "")
	if len(root.sides.rooms[2]) != 3 || root.sides.stop[2] != nil {
		t.Errorf("the room is %v", root.sides.rooms[2])
	}
	root.setSides(4) // the same run again comes without a fetch
	root.pickSide(3, third.Strategy, third.Seed)
	if root.sides.runs[3] != root.sides.runs[2] || len(root.sides.rooms[3]) != 3 {
		t.Error("a run that is there was not taken")
	}
	v := root.view()
	if len(v.Runs) != 4 || v.Runs[3] != (snapshot.Pick{Strategy: third.Strategy, Seed: third.Seed}) {
		t.Errorf("%v would be shared", v.Runs)
	}
	root.setSides(9)
	if root.sides.n != timeline.MostRuns {
		t.Errorf("%d runs", root.sides.n)
	}
	root.setSides(0)
	if root.sides.n != 2 || root.sides.runs[2] != nil {
		t.Errorf("%d runs are left", root.sides.n)
	}
}

// A link opens the Timeline with its runs, its cursor and its job.
func TestALinkToThreeRuns(t *testing.T) {
	b, root := open()
	b.answer()
	at := 1234.0
	root.show(&snapshot.View{Tab: "timeline", Cursor: &at, Focus: &snapshot.Focus{Side: 3, Job: 1},
		Runs: []snapshot.Pick{{Strategy: 0}, {Strategy: 1}, {Strategy: 2, Seed: 1}}})
	if root.sides.n != 3 || root.sides.picks[2] != (timeline.Pick{Strategy: 2, Seed: 1}) {
		t.Errorf("%d runs, the third %v", root.sides.n, root.sides.picks[2])
	}
	render(t, root)
}

// Decide implements decide.Player.
func (b *browser) Decide(_ []byte, _ wire.Unit, d *wire.Decide, got func(*wire.Episode, string)) func() {
	b.decided, b.gotEpisode = append(b.decided, *d), got
	return func() {}
}

// Rival implements decide.Player.
func (b *browser) Rival([]byte, wire.Unit, func(*wire.Rival, string)) func() {
	b.rivals++
	return func() {}
}
