package chart

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rampart/core/cluster"
	"rampart/core/exporttest"
)

// wellFormed reads a picture and returns the names of its elements.
func wellFormed(t *testing.T, svg []byte) map[string]int {
	t.Helper()
	p, err := exporttest.ReadSVG(svg)
	if err != nil {
		t.Fatalf("%v in\n%s", err, svg)
	}
	return p.Elements
}

// golden compares with a file that RAMPART_UPDATE=1 writes anew; look at it.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if os.Getenv("RAMPART_UPDATE") != "" {
		if err := os.WriteFile(file, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs: RAMPART_UPDATE=1 writes it anew\n%s", name, got)
	}
}

func bars() *CauseBars {
	return &CauseBars{Title: "Why jobs were blocked", Axis: "% of arrived jobs", Rows: []CauseRow{
		{Name: "fixed 8", Detail: "compact", Class: "series-5", Fractions: map[cluster.Cause]float64{cluster.CausePlacement: 0.1, cluster.CauseJCT: 0.3}},
		{Name: "random", Class: "series-0", Fractions: map[cluster.Cause]float64{cluster.CauseHorizon: 0.01, cluster.CauseQueue: 0.2}},
		{Name: "none", Class: "series-1"},
	}}
}

func lines(large bool) *LinePlot {
	return &LinePlot{Title: "Blocking rate", Unit: "% of jobs", Axis: "training steps", Zero: true, Large: large, Reading: "14.1 % held out",
		Lines: []Line{
			{Name: "training jobs", Class: "series-1", Faint: true, X: []float64{0, 1000, 2000, 3000, 4000}, Y: []float64{0.5, 0.4, math.NaN(), 0.2, 0.25}},
			{Name: "held-out jobs", Class: "series-1", Dots: true, X: []float64{1000, 4000}, Y: []float64{0.4, 0.2}},
			{Name: "of no class", X: []float64{0, 4000}, Y: []float64{0.1, 0.1}},
		},
		Levels: []Level{{Name: "Maximum parallelism", Class: "series-2", Value: 0.263}, {Name: "Plain", Value: 0.26}}}
}

// scene is a list with one operation of every kind.
func scene() *List {
	l := &List{}
	l.Rect(1, 0, 0, 10, 10, 0.5)
	l.Clip(0, 0, 50, 50)
	l.Line(1, 0, 0, 10, 10, 0.5, 2)
	l.Text(1, 5, 20, "a<b", Middle, 11, true)
	l.Unclip()
	l.Frame(2, 10, 10, 20, 20, 1, 2)
	l.Hatched(0, 10, 10, 20, 7, 0.6)
	cells := l.Grid(0, 40, 60, 20, 3, 2)
	copy(cells, []byte{2, 255, 2, 255, 1, 10, 0, 0, 2, 255, 2, 254})
	l.Rect(1, 0, 0, 10, 10, 1)
	return l
}

var sceneColours = []string{"chart-surface", "chart-ink", "graph-1"}

func TestGoldenPictures(t *testing.T) {
	list := NewPicture(Paper{}, 100, 80, "A list", "In words")
	list.List(scene(), 4, 8, sceneColours)
	for name, svg := range map[string][]byte{
		"dots.svg":        plot().SVG(Paper{}),
		"dots_dark.svg":   plot().SVG(Paper{Dark: true}),
		"dots_themed.svg": plot().SVG(Paper{Themed: true, Width: 900}),
		"causes.svg":      bars().SVG(Paper{}),
		"lines.svg":       lines(true).SVG(Paper{}),
		"lines_small.svg": lines(false).SVG(Paper{Dark: true}),
		"list.svg":        list.SVG(),
	} {
		wellFormed(t, svg)
		golden(t, name, svg)
	}
}

// A picture says what its figure says.
func TestPicturesHoldTheFigure(t *testing.T) {
	for _, tc := range []struct {
		name  string
		svg   []byte
		wants []string
	}{
		{"dots", plot().SVG(Paper{}), []string{"not &lt;yet&gt; run", "14.1\u202f%", "±\u202f1.1", "95 % interval of 3 seeds", ">published<",
			"from 13.0000\u202f% to 15.2000\u202f%", "Blocking rate, % of arrived jobs", ">30\u202f%<", "<desc>" + escaped(plot().alternative())}},
		{"causes", bars().SVG(Paper{}), []string{">no room<", ">too slow<", ">queue full<", ">40\u202f%<", "<desc>Why jobs were blocked."}},
		{"lines", lines(true).SVG(Paper{}), []string{"Maximum parallelism 0.263", "held-out jobs 0.2", ">training steps<", ">% of jobs<", ">14.1 % held out<"}},
	} {
		for _, want := range tc.wants {
			if !bytes.Contains(tc.svg, []byte(want)) {
				t.Errorf("%s: no %q in\n%s", tc.name, want, tc.svg)
			}
		}
	}
	if n := wellFormed(t, plot().SVG(Paper{}))["path"]; n != 6 { // two values, two published, and the key
		t.Errorf("%d marks, want 6", n)
	}
}

func escaped(text string) string { return string(appendText(nil, text)) }

// Every colour of a picture is one of the scheme's palette, and on themed paper
// every colour has a class that the style sheet gives both schemes.
func TestPictureColours(t *testing.T) {
	for _, dark := range []bool{false, true} {
		known := map[string]bool{"none": true, LightText: true, DarkText: true}
		for _, group := range groups {
			for _, token := range group {
				hex, ok := Hex(token.Name, dark)
				if !ok {
					t.Fatalf("no colour %s", token.Name)
				}
				known[hex] = true
			}
		}
		for name, svg := range map[string][]byte{"dots": plot().SVG(Paper{Dark: dark}), "causes": bars().SVG(Paper{Dark: dark}), "lines": lines(true).SVG(Paper{Dark: dark})} {
			for _, part := range strings.Split(string(svg), "=\"#")[1:] {
				if !known["#"+part[:6]] {
					t.Errorf("%s, dark %v: #%s is not in the palette", name, dark, part[:6])
				}
			}
		}
	}
	sheet := Themes()
	for _, svg := range [][]byte{plot().SVG(Paper{Themed: true}), bars().SVG(Paper{Themed: true})} {
		for _, part := range strings.Split(string(svg), ` class="`)[1:] {
			for _, class := range strings.Fields(part[:strings.IndexByte(part, '"')]) {
				if !strings.Contains(sheet, "."+class+"{") {
					t.Errorf("no rule for %s", class)
				}
			}
		}
	}
}

// Names are text whatever is in them.
func TestPictureTextFromOutside(t *testing.T) {
	bad := "</text><script>alert(1)</script>\x00\x1b\n\"'&amp;\xff\uFFFE"
	svg := (&DotPlot{Title: bad, Axis: bad, Rows: []Dot{{Name: bad, Detail: bad, Class: "series-1", Value: 0.5, Source: bad, Published: 0.4}}}).SVG(Paper{})
	wellFormed(t, svg)
}

func TestUnknownColourPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a colour that does not exist was drawn")
		}
	}()
	NewPicture(Paper{}, 1, 1, "", "").Rect("mauve", 0, 0, 1, 1, 1, "")
}

func TestFit(t *testing.T) {
	long := strings.Repeat("long ", 40)
	for _, tc := range []struct {
		text  string
		width float64
		want  string
	}{{"short", 200, "short"}, {"", 10, ""}, {"wide", 1, ""}} {
		if got := Fit(tc.text, 14, tc.width); got != tc.want {
			t.Errorf("%q in %v pixels is %q", tc.text, tc.width, got)
		}
	}
	got := Fit(long, 14, 100)
	if !strings.HasSuffix(got, "…") || TextWidth(got, 14) > 100 || TextWidth(got, 14) < 80 {
		t.Errorf("%q is %v wide", got, TextWidth(got, 14))
	}
}

// Hatching stays inside its rectangle.
func TestHatching(t *testing.T) {
	x, y, w, h := 10.5, 20.0, 33.0, 7.0
	for _, move := range strings.Split(hatching(x, y, w, h), "M")[1:] {
		var x1, y1, x2, y2 float64
		if _, err := fmt.Sscanf(strings.Replace(move, "L", " ", 1), "%g %g %g %g", &x1, &y1, &x2, &y2); err != nil {
			t.Fatal(err)
		}
		if min(x1, x2) < x || max(x1, x2) > x+w || min(y1, y2) < y || max(y1, y2) > y+h || math.Abs((x2-x1)-(y1-y2)) > 0.011 {
			t.Errorf("a line from %v %v to %v %v", x1, y1, x2, y2)
		}
	}
}
