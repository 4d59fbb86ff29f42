package graphs

import (
	"strings"
	"testing"

	"rampart/ui/canvas"
	"rampart/ui/chart"
	"rampart/wasm/wire"
)

func shown(t *testing.T) (*Gantt, *canvas.Quiet) {
	t.Helper()
	g := NewGantt()
	q := canvas.NewQuiet(g)
	g.Show(oneStep(), 2, func(node int) string { return "node " + string(rune('0'+node)) }, "words")
	g.Resize(gutter + rightEdge + 1000) // 100 pixels a second
	return g, q
}

func TestGanttHits(t *testing.T) {
	g, _ := shown(t)
	bar, flow, gap := g.line()
	second := pathHeight + bar + flow + gap
	for _, tc := range []struct {
		name    string
		x, y    float64
		node    int
		tip     string
		clicked bool
	}{
		{"a bar", 50, pathHeight + 3, 0, "Server 0-0-0: node 0, 1 s", true},
		{"the gap after it", 150, pathHeight + 3, none, "Server 0-0-0 waits", false},
		{"its flows", 150, pathHeight + bar + 1, none, "Server 0-0-0 sends or receives for 1 s", false},
		{"no flows", 300, pathHeight + bar + 1, 1, "", true},
		{"joined bars", 700, second + 3, none, "Server 0-0-1: several short ops", false},
		{"a leg", 500, 12, 3, "node 3 computes on server 0-0-0 for 2 s, from 4 s", true},
		{"a transfer", 150, 12, 0, "From node 0 to node 1 data moves for 1 s, from 1 s", true},
		{"gradients", 650, 12, 3, "The gradients of node 3 move for 1 s, from 6 s", true},
		{"below", 500, g.height - 2, none, "", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			focus := none
			g.OnFocus = func(node int) { focus = node }
			x := gutter + tc.x
			if got := g.nodeAt(x, tc.y); got != tc.node {
				t.Errorf("node %d, want %d", got, tc.node)
			}
			g.Point(canvas.Pointer{Kind: canvas.Move, X: x, Y: tc.y})
			if got := plain(g.tip()); got != tc.tip {
				t.Errorf("tip %q, want %q", got, tc.tip)
			}
			if click(g, x, tc.y); (focus != none) != tc.clicked || tc.clicked && focus != tc.node {
				t.Errorf("a click gives %d the focus", focus)
			}
		})
	}
}

// plain has ordinary spaces.
func plain(s string) string { return strings.ReplaceAll(s, "\u202f", " ") }

func TestGanttWindow(t *testing.T) {
	g, q := shown(t)
	inside := func(what string) {
		t.Helper()
		if g.from < 0 || g.to > 10 || !(g.to > g.from) {
			t.Fatalf("%s: %v to %v", what, g.from, g.to)
		}
	}
	for range 200 {
		g.Key("+", false)
		inside("+")
	}
	for _, key := range []string{"ArrowLeft", "ArrowRight", "-"} {
		for range 100 {
			g.Key(key, true)
			inside(key)
		}
	}
	g.Key("0", false)
	if g.from != 0 || g.to != 10 {
		t.Errorf("0 shows %v to %v", g.from, g.to)
	}
	g.zoomAt(0.1, 9)
	for i := range 8 {
		g.Key("]", false)
		inside("]")
		if want := min(i, 5); g.leg != want || g.step.Critical[g.leg].End < g.from || g.step.Critical[g.leg].Begin > g.to {
			t.Fatalf("leg %d, want %d, in view %v to %v", g.leg, want, g.from, g.to)
		}
	}
	if !strings.Contains(plain(q.Said), "node 2 computes on server 0-0-0 for 3 s") {
		t.Errorf("it says %q", q.Said)
	}
}

// Many short bars cost no more than there are pixels.
func TestGanttOfManyBars(t *testing.T) {
	s := oneStep()
	c := wire.GraphSchedule{}
	for i := range 20000 {
		at := 10 * float64(i) / 20000
		c.Node, c.From, c.To = append(c.Node, i%2), append(c.From, at), append(c.To, at+0.0004)
		c.Moves = append(c.Moves, at, at+0.0001)
	}
	s.Schedules[0], s.Row = c, []int{0, 0}
	g := NewGantt()
	g.Show(s, 2, func(int) string { return "" }, "")
	g.Resize(gutter + rightEdge + 1000)
	var list chart.List
	g.Paint(&list)
	if n := list.Len(); n < 100 || n > 5000 {
		t.Errorf("%d operations", n)
	}
}

func TestEmptyGantt(t *testing.T) {
	g := NewGantt()
	g.Show(&wire.GraphStep{Unplaced: "no"}, 2, nil, "")
	var list chart.List
	g.Resize(500)
	g.Paint(&list)
	g.Wheel(1, 1, 1, 1, true)
	g.Key("+", false)
	click(g, 10, 10)
	if list.Len() != 0 {
		t.Error("it draws")
	}
}

func TestTicks(t *testing.T) {
	for _, tc := range []struct {
		from, to float64
		want     string
	}{
		{0, 36668, "0, 5 h, 10 h"}, {0, 4470, "0, 20 min, 40 min, 60 min"}, {0, 91.7, "0, 20 s, 40 s, 60 s, 80 s"},
		{3.2, 3.3, "3.2 s, 3.22 s, 3.24 s, 3.26 s, 3.28 s, 3.3 s"}, {0, 0.0025, "0, 0.5 ms, 1 ms, 1.5 ms, 2 ms, 2.5 ms"}, {0, 3e-8, "0, 10 ns, 20 ns, 30 ns"},
	} {
		var got []string
		for _, v := range timeTicks(tc.from, tc.to, 6) {
			got = append(got, plain(tick(v, tc.to)))
		}
		if s := strings.Join(got, ", "); s != tc.want {
			t.Errorf("%v to %v: %s, want %s", tc.from, tc.to, s, tc.want)
		}
	}
}
