package chart

import (
	"math"
	"strings"
	"testing"

	"rampart/core/exporttest"
	"rampart/ui/number"
)

func someCurves() *Curves {
	none := math.NaN()
	return &Curves{
		Title: "Blocking rate", Unit: "% of jobs", Axis: "Load, jobs per 1 000 s", X: []float64{0.5, 1, 2}, Now: 1, Zero: true, Show: number.Rate, At: -1,
		Band: "95 % interval of 3 seeds", Read: func(int) {},
		Lines: []Curve{
			{Mark: Mark{"series-2", Disc}, Name: "Maximum <parallelism>", Y: []float64{0, 0.25, 0.5}, Low: []float64{0, 0.2, 0.45}, High: []float64{0, 0.3, 0.55}},
			{Mark: Mark{"series-5", Square}, Name: "Fixed 8", Y: []float64{0.1, none, 0.4}, Low: []float64{0.1, none, 0.4}, High: []float64{0.1, none, 0.4}},
			{Mark: Mark{"series-0", Disc}, Name: "Random", Y: []float64{none, none, none}, Low: []float64{none, none, none}, High: []float64{none, none, none}},
		},
	}
}

func TestCurvesRender(t *testing.T) {
	c := someCurves()
	html := render(t, c)
	for name, want := range map[string]string{
		"the alternative tells the ends":              "Blocking rate over Load, jobs per 1 000 s. Maximum &lt;parallelism&gt;: 0\u202f% at 0.5, 50\u202f% at 2. Fixed 8: 10\u202f% at 0.5, 40\u202f% at 2.",
		"the axis ends above the intervals":           ">60\u202f%<",
		"zero is the base":                            ">0\u202f%<",
		"the horizontal axis is to scale":             `x="33.333%"`,
		"a value that is missing is passed":           "M0 3333L4000 1333",
		"the band goes there and back":                "M0 4000L1333 2000L4000 333L4000 1000L1333 2667L0 4000Z",
		"every value can be chosen and says all":      "At 2: Maximum &lt;parallelism&gt; 50\u202f%, Fixed 8 40\u202f%",
		"the experiment's own value is pointed out":   ">this experiment<",
		"what the bands are stands in the key":        "95 % interval of 3 seeds",
		"a line without values has no name at an end": "Fixed 8 40\u202f%",
	} {
		if !strings.Contains(html, want) {
			t.Errorf("%s: no %q in\n%s", name, want, html)
		}
	}
	if strings.Contains(html, "NaN") || strings.Contains(html, "style=") || strings.Contains(html, "Random –") {
		t.Errorf("something is wrong in\n%s", html)
	}
	c = someCurves()
	c.Bare = true
	if html := render(t, c); strings.Contains(html, "curves-strip") {
		t.Error("a bare figure has strips")
	}
}

func TestCurvesAxes(t *testing.T) {
	for _, tc := range []struct {
		name   string
		x      []float64
		log    bool
		now    float64
		ticks  string
		points bool
	}{
		{"few values: each", []float64{1, 2, 4}, false, 2, "0:1 0.33:2 1:4", true},
		{"one value stands in the middle", []float64{5}, false, math.NaN(), "0.5:5", false},
		{"by factors", []float64{1e9, 1e10, 1e11}, true, 3e12, "0:1\u202fG 0.5:10\u202fG 1:100\u202fG", false},
		{"many: round ones", []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, false, 20, "0:0 0.2:2 0.4:4 0.6:6 0.8:8 1:10", false},
		{"many by factors: some of them", []float64{1, 2, 4, 8, 16, 32, 64, 128}, true, 0, "0:1 0.29:4 0.57:16 0.86:64", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := &Curves{X: tc.x, Log: tc.log, Now: tc.now, Show: number.Significant, At: -1}
			c.Compute()
			var got []string
			for _, tick := range c.acrossTicks() {
				got = append(got, number.Plain(math.Round(100*tick.Value)/100)+":"+tick.Label)
			}
			if s := strings.Join(got, " "); s != tc.ticks {
				t.Errorf("ticks %s, want %s", s, tc.ticks)
			}
			if c.pointsOut() != tc.points {
				t.Errorf("points out: %v", c.pointsOut())
			}
		})
	}
}

func TestShortValue(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0", 0.5: "0.5", 1000: "1\u202f000", 1.6e12: "1.6\u202fT", 2e11: "200\u202fG", 8e10: "80\u202fG", 5e-8: "5.00\u202f×\u202f10⁻⁸", 0.333333: "0.3333", -2.5: "−2.5",
	} {
		if got := ShortValue(v); got != want {
			t.Errorf("%v is %q, want %q", v, got, want)
		}
	}
}

func someMaps() *HeatMaps {
	return &HeatMaps{
		Title: "Blocking rate", Unit: "%", Across: []float64{1, 2, 3}, Down: []float64{0.2, 0.4}, AcrossName: "Load", DownName: "Beta",
		Low: 0, High: 0.9, Show: number.Rate, Map: -1, Cell: -1,
		Maps: []HeatMap{
			{Mark: Mark{"series-2", Disc}, Name: "Max", Values: []float64{0, 0.1, 0.9, 0.89, 0.5, math.NaN()}},
			{Mark: Mark{"series-0", Disc}, Name: "Random", Values: []float64{math.NaN(), math.NaN(), math.NaN(), math.NaN(), math.NaN(), math.NaN()}},
		},
	}
}

func TestHeatMaps(t *testing.T) {
	c := someMaps()
	for v, want := range map[float64]int{0: 0, 0.099: 0, 0.11: 1, 0.45: 4, 0.9: 8, 1: 8, -1: 0} {
		if got := c.level(v); got != want {
			t.Errorf("%v has level %d, want %d", v, got, want)
		}
	}
	if got := c.level(math.NaN()); got != -1 {
		t.Errorf("nothing has level %d", got)
	}
	// The first row of values is the lowest of the map.
	if got, want := c.cells(&c.Maps[0], 8), "M2 1h1v1h-1zM0 0h1v1h-1z"; got != want {
		t.Errorf("cells %s, want %s", got, want)
	}
	html := render(t, c)
	for _, want := range []string{"Blocking rate of Max over Load and Beta: from 0\u202f% to 90\u202f%.", "Blocking rate of Random over Load and Beta: nothing yet.",
		"Across: Load. Up: Beta.", `viewBox="0 0 3 2"`, "map-cell heat-8"} {
		if !strings.Contains(html, want) {
			t.Errorf("no %q in\n%s", want, html)
		}
	}
	c.Read = func(int, int) {}
	c.Map, c.Cell = 0, 4
	if got, want := c.reading(), "At 2 and 0.4: Max 50\u202f%"; got != want {
		t.Errorf("reads %q, want %q", got, want)
	}
}

// The pictures of both are whole, also without any value.
func TestSweepPictures(t *testing.T) {
	empty := &Curves{Title: "Nothing", Axis: "x", X: []float64{1, 2}, Now: math.NaN(), Show: number.Rate, At: -1}
	none := someMaps()
	none.Maps = none.Maps[1:]
	for name, tc := range map[string]struct {
		draw  func(Paper) []byte
		paths int
	}{
		"curves": {someCurves().SVG, 3 + 1 + 1 + 5}, // three lines, a band, the pointer, the marks
		"empty":  {empty.SVG, 0},
		"maps":   {someMaps().SVG, 2},
		"none":   {none.SVG, 1},
	} {
		for _, dark := range []bool{false, true} {
			p, err := exporttest.ReadSVG(tc.draw(Paper{Dark: dark}))
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if p.Elements["path"] != tc.paths {
				t.Errorf("%s: %d paths, want %d", name, p.Elements["path"], tc.paths)
			}
		}
	}
}
