package chart

import (
	"os"
	"reflect"
	"strings"
	"testing"
)

func TestListLayout(t *testing.T) {
	var l List
	l.Rect(3, 1, 2, 3, 4, 0.5)
	l.Text(1, 10, 20, "a job", Middle, 11, true)
	l.Unclip()
	l.Curve(2, 1, 2, 3, 4, 0.5, 1.5)
	cells := l.Grid(5, 6, 7, 8, 2, 1)
	cells[2], cells[3] = 9, 255
	want := []float32{
		opRect, 3, 1, 2, 3, 4, 0.5, 0,
		opText, 1, 10, 20, 0, 1, 11, 1,
		opUnclip, 0, 0, 0, 0, 0, 0, 0,
		opCurve, 2, 1, 2, 3, 4, 0.5, 1.5,
		opGrid, 0, 5, 6, 7, 8, 2, 1,
	}
	if !reflect.DeepEqual(l.Ops, want) {
		t.Errorf("ops %v, want %v", l.Ops, want)
	}
	if l.Len() != 5 || !reflect.DeepEqual(l.Texts, []string{"a job"}) {
		t.Errorf("%d ops and texts %q", l.Len(), l.Texts)
	}
	if !reflect.DeepEqual(l.Cells, []byte{0, 0, 9, 255}) {
		t.Errorf("cells %v", l.Cells)
	}
	l.Reset()
	if l.Len() != 0 || len(l.Texts) != 0 || len(l.Cells) != 0 {
		t.Error("a reset list is not empty")
	}
}

// Frames are drawn sixty times a second: they must not feed the collector.
func TestListReuseAllocatesNothing(t *testing.T) {
	var l List
	frame := func() {
		l.Reset()
		for i := range 1000 {
			l.Rect(1, float64(i), 0, 1, 1, 1)
			l.Grid(0, 0, 1, 1, 3, 3)
			l.Text(1, 0, 0, "x", Start, 11, false)
		}
	}
	frame()
	if n := testing.AllocsPerRun(10, frame); n != 0 {
		t.Errorf("a frame allocates %v times", n)
	}
}

// draw.js reads the layout that this file writes; it must know every
// operation, and its stride.
func TestDrawScriptKnowsTheLayout(t *testing.T) {
	file, err := os.ReadFile("../../public/draw.js")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"stride = 8",
		"rect = 0", "line = 1", "text = 2", "frame = 3", "clip = 4", "unclip = 5", "hatched = 6", "grid = 7", "curve = 8",
	} {
		if !strings.Contains(string(file), want) {
			t.Errorf("public/draw.js lacks %q", want)
		}
	}
	if strings.Contains(string(file), "eval(") || strings.Contains(string(file), "new Function") {
		t.Error("public/draw.js would break the content security policy")
	}
}

func TestTextWidth(t *testing.T) {
	if a, b := TextWidth("illi", 11), TextWidth("mwmw", 11); a >= b {
		t.Errorf("illi is %v wide, mwmw %v", a, b)
	}
	if w := TextWidth("alexnet 8", 10); w < 40 || w > 60 {
		t.Errorf("alexnet 8 at 10 px is %v wide", w)
	}
}
