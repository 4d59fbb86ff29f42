package graphs

import (
	"math"
	"testing"

	"rampart/core/jobgraph"
	"rampart/ui/canvas"
	"rampart/ui/chart"
)

// No box touches another, all are inside, twins stand below each other, and the
// parts of an edge meet.
func TestFold(t *testing.T) {
	for _, name := range jobgraph.BuiltinNames() {
		f := NewFigure(drawn(t, name))
		for _, size := range [][2]float64{{320, 400}, {900, 580}, {1500, 640}} {
			d := newFold(f, size[0], size[1])
			for node := range 2 * f.n {
				if d.x[node]-boxWidth/2 < 0 || d.x[node]+boxWidth/2 > d.width || d.y[node]-boxHeight/2 < 0 || d.y[node]+boxHeight/2 > d.height {
					t.Fatalf("%s at %v: node %d is outside", name, size, node)
				}
				for other := range node {
					if math.Abs(d.x[node]-d.x[other]) < boxWidth && math.Abs(d.y[node]-d.y[other]) < boxHeight {
						t.Fatalf("%s at %v: nodes %d and %d overlap", name, size, node, other)
					}
				}
			}
			for op := range f.n {
				if twin := f.twin(op); d.x[op] != d.x[twin] || d.y[op] >= d.y[twin] || d.rowOf[op] != d.rowOf[twin] {
					t.Fatalf("%s at %v: op %d is not above its twin", name, size, op)
				}
			}
			parts := 0
			for row, list := range d.segments {
				parts += len(list)
				for _, s := range list {
					r := &d.rows[row]
					if s.x2 < s.x1 || s.y1 < r.top || s.y2 > r.top+r.height {
						t.Fatalf("%s at %v: part %+v leaves its row", name, size, s)
					}
				}
			}
			if least := 2*(len(f.Edges)+len(f.Between)) + 1; parts < least {
				t.Errorf("%s at %v: %d parts of edges, want at least %d", name, size, parts, least)
			}
		}
	}
}

// stage is a sheet of a graph on a canvas.
func stage(t *testing.T, name string, width float64) *Sheet {
	t.Helper()
	f := NewFigure(drawn(t, name))
	s := NewSheet()
	canvas.NewQuiet(s)
	s.Show(f, "words")
	s.Colour(f.paint(ByTime, nil), func(int) string { return "a note" })
	s.Resize(width)
	return s
}

func click(s canvas.Scene, x, y float64) {
	s.Point(canvas.Pointer{Kind: canvas.Move, X: x, Y: y})
	s.Point(canvas.Pointer{Kind: canvas.Down, X: x, Y: y})
	s.Point(canvas.Pointer{Kind: canvas.Up, X: x, Y: y})
}

func TestClickGivesTheFocus(t *testing.T) {
	for _, width := range []float64{330, 900} {
		s := stage(t, "squeezenet1_0", width)
		last := none
		s.OnFocus = func(node int) { last = node }
		for node := range 2 * s.figure.n {
			x, y := s.screen(node)
			if click(s, x, y); last != node || s.focus != node {
				t.Fatalf("a click on node %d gives %d the focus", node, s.focus)
			}
		}
		if click(s, 1, 1); s.focus != none || last != none {
			t.Errorf("a click beside leaves the focus with %d", s.focus)
		}
	}
}

// Whatever is done, the window stays on the drawing, and what is zoomed at stays
// where it is.
func TestWindow(t *testing.T) {
	s := stage(t, "densenet121", 900)
	inside := func(what string) {
		t.Helper()
		w, h := s.width/s.scale, s.height/s.scale
		if w <= s.fold.width && (s.x < -1e-6 || s.x+w > s.fold.width+1e-6) || h <= s.fold.height && (s.y < -1e-6 || s.y+h > s.fold.height+1e-6) || math.IsNaN(s.x+s.y+s.scale) {
			t.Fatalf("%s: window at %v, %v of scale %v", what, s.x, s.y, s.scale)
		}
	}
	if !s.whole {
		t.Error("at first not all is in view")
	}
	for range 10 {
		s.Key("+", false)
		inside("zoomed")
	}
	if s.scale != mostScale || s.whole {
		t.Errorf("scale %v", s.scale)
	}
	s.Focus(s.figure.n / 2)
	for _, key := range []string{"ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"} {
		for range 100 {
			s.Key(key, true)
			inside(key)
		}
	}
	s.Whole()
	s.zoomAt(4, 300, 200)
	x, y := s.x+400/s.scale, s.y+300/s.scale
	s.zoomAt(1.3, 400, 300)
	if math.Abs(s.x+400/s.scale-x) > 1e-6 || math.Abs(s.y+300/s.scale-y) > 1e-6 {
		t.Error("what is under the pointer moves when it zooms")
	}
	if s.Wheel(10, 10, 0, 1e6, false); !s.whole {
		for range 20 {
			s.Wheel(10, 10, 0, 1e6, false)
		}
	}
	if !s.whole {
		t.Error("zooming out never shows all")
	}
	s.Resize(350)
	inside("narrow")
	if !s.whole {
		t.Error("a narrow canvas shows a part")
	}
}

func TestDragAndPinch(t *testing.T) {
	s := stage(t, "resnet50", 900)
	s.zoomAt(4, 450, 200)
	x, scale := s.x, s.scale
	s.Point(canvas.Pointer{Kind: canvas.Down, ID: 1, X: 300, Y: 200})
	s.Point(canvas.Pointer{Kind: canvas.Move, ID: 1, X: 340, Y: 200})
	if moved := (x - s.x) * scale; math.Abs(moved-40) > 1e-6 {
		t.Errorf("a drag of 40 pixels moves it by %v", moved)
	}
	s.Point(canvas.Pointer{Kind: canvas.Down, ID: 2, X: 440, Y: 200})
	s.Point(canvas.Pointer{Kind: canvas.Move, ID: 2, X: 540, Y: 200})
	if math.Abs(s.scale-math.Min(mostScale, 2*scale)) > 1e-6 {
		t.Errorf("two fingers twice as far apart make scale %v of %v", s.scale, scale)
	}
	s.Point(canvas.Pointer{Kind: canvas.Up, ID: 1, X: 340, Y: 200})
	s.Point(canvas.Pointer{Kind: canvas.Up, ID: 2, X: 540, Y: 200})
	if s.focus != none || len(s.fingers) != 0 {
		t.Errorf("after it %d has the focus and %d fingers are down", s.focus, len(s.fingers))
	}
}

func TestSmallMap(t *testing.T) {
	s := stage(t, "densenet121", 900)
	if _, _, _, _, _, ok := s.mapped(); ok {
		t.Error("there is a map although all is in view")
	}
	s.zoomAt(5, 0, 0)
	x, y, w, h, scale, ok := s.mapped()
	if !ok {
		t.Fatal("there is no map")
	}
	click(s, x+w/2, y+h/2)
	if got := (s.x + s.width/s.scale/2) * scale; math.Abs(got-w/2) > 1 || s.focus != none {
		t.Errorf("a click on the middle of the map shows %v of %v", got, w)
	}
}

func TestSheetKeys(t *testing.T) {
	s := stage(t, "gnmt", 900)
	f := s.figure
	for _, tc := range []struct {
		key  string
		want int
	}{{"]", f.order[0]}, {"]", f.order[1]}, {"m", f.order[1] + f.n}, {"]", f.order[0] + f.n}, {"[", f.order[1] + f.n}, {"Escape", none}, {"[", f.order[f.n-1]}} {
		if !s.Key(tc.key, false) || s.focus != tc.want {
			t.Fatalf("%s gives %d the focus, want %d", tc.key, s.focus, tc.want)
		}
	}
	for _, key := range []string{"a", "Tab", "Enter"} {
		if s.Key(key, false) {
			t.Errorf("%s is taken from the page", key)
		}
	}
}

// A frame of the largest graph that is drawn is small enough to be smooth, and
// feeds the collector nothing but texts.
func TestFrameOfALargeGraph(t *testing.T) {
	f := NewFigure(long(t, 1250))
	s := NewSheet()
	s.Show(f, "")
	s.Colour(f.paint(ByTime, nil), nil)
	s.Resize(1200)
	var list chart.List
	paint := func() {
		list.Reset()
		s.Paint(&list)
	}
	paint()
	if n := list.Len(); n < 2*f.n || n > 16000 {
		t.Errorf("all in view: %d operations", n)
	}
	if n := testing.AllocsPerRun(5, paint); n > 5 {
		t.Errorf("a frame allocates %v times", n)
	}
	s.zoomAt(100, 600, 300)
	paint()
	if n := list.Len(); n < 50 || n > 4000 {
		t.Errorf("close by: %d operations", n)
	}
}

// An empty sheet and one without room draw nothing, and take any input.
func TestEmptySheet(t *testing.T) {
	for name, s := range map[string]*Sheet{"empty": NewSheet(), "without room": stage(t, "gnmt", 10)} {
		var list chart.List
		s.Paint(&list)
		if list.Len() != 0 {
			t.Errorf("%s: it draws", name)
		}
		for _, key := range []string{"ArrowLeft", "+", "-", "0", "[", "m", "Escape"} {
			s.Key(key, false)
		}
		click(s, 5, 5)
		s.Wheel(1, 1, 1, 1, true)
		s.Find([]int{})
		s.Close(none)
	}
}

// BenchmarkFrame is what a frame of 2,500 nodes takes, all of them in view.
func BenchmarkFrame(b *testing.B) {
	f := NewFigure(long(b, 1250))
	s := NewSheet()
	s.Show(f, "")
	s.Colour(f.paint(ByTime, nil), nil)
	s.Resize(1200)
	var list chart.List
	for b.Loop() {
		list.Reset()
		s.Paint(&list)
	}
	b.ReportMetric(float64(list.Len()), "operations")
}
