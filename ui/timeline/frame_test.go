package timeline

import (
	"bytes"
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/ui/chart"
)

// A frame must stay within what the pixels can show, however many jobs there
// are and however far one zooms.
func TestFrameIsBoundedByPixels(t *testing.T) {
	cases := []struct {
		name    string
		cluster experiment.Cluster
	}{
		{"a lane a server", experiment.Cluster{Groups: 4, RacksPerGroup: 4, ServersPerRack: 2}},
		{"a lane a rack", experiment.Cluster{Groups: 16, RacksPerGroup: 8, ServersPerRack: 4}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			e := small()
			e.Cluster, e.HorizonSeconds = c.cluster, 1e8
			const width = 900.0
			s := NewStage()
			s.Surface, s.Still = &quiet{}, true
			s.Show(e, []*experiment.Run{plausible(e, 100_000, 8, 1)}, []string{"fixed 8"})
			s.Resize(0, width)
			columns := width - gutter - marginRight
			most := int(columns/2) + len(s.causes)*int(columns/3) + s.lanes*int(columns/3) + 400
			var list chart.List
			for _, span := range []float64{1e8, 3e7, 1e6, 1e5, 1e4, 100} {
				s.setWindow(Window{5e7, 5e7 + span}, false)
				s.Paint(0, 0, &list)
				if list.Len() > most {
					t.Errorf("%v s in view: %d operations, want at most %d", span, list.Len(), most)
				}
				if len(list.Cells) > 2*int(columns/2+1)*s.lanes {
					t.Errorf("%v s in view: %d bytes of cells", span, len(list.Cells))
				}
				if list.Len() < 50 {
					t.Errorf("%v s in view: only %d operations", span, list.Len())
				}
			}
		})
	}
}

// A frame of a window that was just drawn is the same frame.
func TestDenseFramesRepeat(t *testing.T) {
	e := small()
	e.HorizonSeconds = 1e7
	s := stage(e, 20000, 700)
	s.Whole()
	var a, b chart.List
	s.Paint(0, 0, &a)
	s.Pan(0.1)
	s.Whole()
	s.Paint(0, 0, &b)
	s.Paint(0, 0, &b)
	if len(a.Cells) == 0 || !bytes.Equal(a.Cells, b.Cells) {
		t.Errorf("%d bytes of cells, then %d, or not the same", len(a.Cells), len(b.Cells))
	}
	s.setWindow(Window{0, 9e6}, false)
	s.Paint(0, 0, &b)
	if bytes.Equal(a.Cells, b.Cells) {
		t.Error("another window has the same cells")
	}
}

// Nothing of the data may be drawn outside of its area.
func TestBarsStayInThePlot(t *testing.T) {
	s := stage(small(), 400, 800)
	s.setWindow(Window{20000, 30000}, false)
	l := s.layout(0)
	var list chart.List
	s.Paint(0, 0, &list)
	bars := 0
	for i := 0; i < len(list.Ops); i += chart.Stride {
		op := list.Ops[i : i+chart.Stride]
		if op[0] != 0 || op[1] < float32(graphColour(0)) { // rectangles in a graph's colour
			continue
		}
		bars++
		if x, w := float64(op[2]), float64(op[4]); x < l.left-5 || x+w > l.right+5 {
			t.Errorf("a bar from %v to %v, the plot is %v to %v", x, x+w, l.left, l.right)
		}
		if y, h := float64(op[3]), float64(op[5]); y < l.ganttTop || y+h > l.axisTop+1 {
			t.Errorf("a bar from %v down to %v, lanes are %v to %v", y, y+h, l.ganttTop, l.axisTop)
		}
	}
	if bars < 20 {
		t.Errorf("%d bars", bars)
	}
}

// The gap of a pixel between bars must not turn into an overlap of rectangles
// of one lane.
func TestRectanglesOfALaneDoNotOverlap(t *testing.T) {
	e := small()
	run := plausible(e, 300, 4, 2)
	tr := newTrack(e, run, endOfTime(e, run), func() {})
	v := &view{layout: arrange(1000, 32, nil), window: Window{10000, 40000}, whole: Window{0, 1e5}}
	for at := range tr.lanes {
		last := -1.0
		first, after := tr.lanes[at].span(tr, v.window.From, v.window.To)
		for i := first; i < after; i++ {
			x, _, w, _ := v.box(tr, 0, &tr.lanes[at].bars[i])
			if x < last-0.01 {
				t.Fatalf("lane %d: a bar begins at %v, the one before ends at %v", at, x, last)
			}
			last = x + w
		}
	}
}

func TestLayout(t *testing.T) {
	for _, width := range []float64{0, 90, 328, 600, 1200} {
		for _, lanes := range []int{1, 4, 32, 64, 128} {
			l := arrange(width, lanes, []int{0, 2, 4})
			if !(l.left < l.right) || !(l.ganttTop < l.axisTop) || !(l.axisTop < l.stripTop) || l.stripBottom >= l.height {
				t.Errorf("%v wide, %d lanes: %+v", width, lanes, l)
			}
			if l.height > 620 {
				t.Errorf("%v wide, %d lanes: %v high", width, lanes, l.height)
			}
		}
	}
	l := arrange(1000, 32, []int{0, 2})
	for _, c := range []struct {
		x, y float64
		want area
	}{
		{500, l.bandTop + 3, inBand}, {500, l.ganttTop + 1, inGantt}, {500, l.axisTop + 1, inAxis},
		{500, l.stripTop + 1, inStrip}, {10, l.ganttTop + 1, nowhere}, {500, -5, nowhere}, {500, 5000, nowhere},
	} {
		if got := l.areaAt(c.x, c.y); got != c.want {
			t.Errorf("area %v at %v, %v, want %v", got, c.x, c.y, c.want)
		}
	}
}

// Every colour that a frame uses must have a name.
func TestColoursHaveNames(t *testing.T) {
	names := ColourNames()
	s := stage(small(), 400, 800)
	s.Focus(0, 5)
	s.Move(0, 1, 400, 200)
	var list chart.List
	s.Paint(0, 0, &list)
	for i := 0; i < len(list.Ops); i += chart.Stride {
		if c := int(list.Ops[i+1]); c < 0 || c >= len(names) {
			t.Fatalf("colour %d, there are %d", c, len(names))
		}
	}
	css := chart.CSS()
	for _, name := range names {
		if !strings.Contains(css, name+":") {
			t.Errorf("%s is not in the palette", name)
		}
	}
	if names[causeColour(0)] != "--cause-queue" || names[graphColour(0)] != "--graph-1" || names[graphColour(7)] != "--graph-2" {
		t.Error("causes or graphs have the names of others")
	}
}

// A side without a run draws nothing, and input on it does nothing.
func TestEmptyStage(t *testing.T) {
	s := NewStage()
	s.Surface = &quiet{}
	s.Show(small(), []*experiment.Run{}, []string{})
	s.Resize(0, 800)
	var list chart.List
	s.Paint(0, 0, &list)
	s.Down(0, 1, 100, 100)
	s.Move(0, 1, 200, 100)
	s.Up(0, 1, 200, 100)
	s.Wheel(0, 100, 0, 10, false)
	s.Double(0, 100)
	s.Next(0, 1)
	if list.Len() != 0 || s.Key(0, "+", false) || s.Job(0) != nil {
		t.Error("an empty stage does something")
	}
}

// Frames are drawn while one drags: they must not feed the collector much.
func TestFrameAllocatesLittle(t *testing.T) {
	e := small()
	e.HorizonSeconds = 1e7
	s := stage(e, 20000, 900)
	var list chart.List
	s.Paint(0, 0, &list)
	if n := testing.AllocsPerRun(5, func() { s.Paint(0, 0, &list) }); n > 400 {
		t.Errorf("a frame allocates %v times", n)
	}
}

func BenchmarkFrame100000Jobs(b *testing.B) {
	e := small()
	e.HorizonSeconds = 1e8
	s := stage(e, 100_000, 900)
	var list chart.List
	for _, c := range []struct {
		name string
		span float64
	}{{"whole", 1e8}, {"tenth", 1e7}, {"bars", 2e5}} {
		b.Run(c.name, func(b *testing.B) {
			w := Window{3e7, 3e7 + c.span}.within(s.whole)
			for i := 0; b.Loop(); i++ { // a pan: each frame shows another window
				s.setWindow(w.pan(1e-6*float64(i%2)), false)
				s.tracks[0].dense.cells = s.tracks[0].dense.cells[:0]
				s.Paint(0, 0, &list)
			}
			b.ReportMetric(float64(list.Len()), "ops")
		})
	}
}

func BenchmarkHit100000Jobs(b *testing.B) {
	e := small()
	e.HorizonSeconds = 1e8
	s := stage(e, 100_000, 900)
	for b.Loop() {
		s.Move(0, 1, 500, 200)
	}
}

func BenchmarkTrack100000Jobs(b *testing.B) {
	e := small()
	e.HorizonSeconds = 1e8
	run := plausible(e, 100_000, 8, 1)
	for b.Loop() {
		newTrack(e, run, 1e8, func() {})
	}
}
