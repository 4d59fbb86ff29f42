package chart

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/vugu/vugu"
	"github.com/vugu/vugu/staticrender"

	"rampart/core/cluster"
)

// render builds a component as the browser would and returns its HTML.
func render(t *testing.T, root vugu.Builder) string {
	t.Helper()
	var buf bytes.Buffer
	r := staticrender.New(&buf)
	env, err := vugu.NewBuildEnv(r.EventEnv())
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Render(env.RunBuild(root)); err != nil {
		t.Fatal(err)
	}
	return buf.String()
}

func plot() *DotPlot {
	return &DotPlot{
		Title: "Jobs blocked", Axis: "Blocking rate, % of arrived jobs", Interval: "95 % interval of 3 seeds",
		Rows: []Dot{
			{Name: "fixed 8", Detail: "compact", Class: "series-5", Value: 0.141, Low: 0.13, High: 0.152},
			{Name: "max", Class: "series-2", Shape: Square, Value: 0.263, Published: 0.29, Source: "arXiv 2301.13799"},
			{Name: "PAC-ML", Class: "series-1", Value: math.NaN(), Published: 0.22, Cited: true},
			{Name: "not <yet> run", Class: "series-0", Value: math.NaN()},
		},
	}
}

func TestDotPlotRenders(t *testing.T) {
	html := render(t, plot())
	cases := []struct{ name, want string }{
		{"the alternative tells every row", "Jobs blocked. fixed 8 14.1\u202f% ±\u202f1.1; max 26.3\u202f%, published 29.0\u202f%; PAC-ML 22\u202f% (published); not &lt;yet&gt; run –."},
		{"the exact value on focus", "fixed 8: 14.1000\u202f%, from 13.0000\u202f% to 15.2000\u202f%"},
		{"the source of a published number", "max, published: 29.0\u202f% (arXiv 2301.13799)"},
		{"the axis ends at a round number above all", ">30\u202f%<"},
		{"zero is the base", ">0\u202f%<"},
		{"the dot stands at its value", `x="47.000%"`},
		{"names are text, not markup", "not &lt;yet&gt; run"},
		{"the axis has its unit", "Blocking rate, % of arrived jobs"},
	}
	for _, c := range cases {
		if !strings.Contains(html, c.want) {
			t.Errorf("%s: no %q in\n%s", c.name, c.want, html)
		}
	}
	if strings.Contains(html, "style=") {
		t.Error("a style attribute would break the content security policy")
	}
}

// A row that has no value has no dot; a row without an interval no line.
func TestDotPlotDrawsOnlyWhatIsThere(t *testing.T) {
	html := render(t, plot())
	if n := strings.Count(html, `class="dots-mark" d=`); n != 2 {
		t.Errorf("%d dots, want 2", n)
	}
	if n := strings.Count(html, `class="dots-interval" y1="50%"`); n != 1 {
		t.Errorf("%d intervals, want 1", n)
	}
	if n := strings.Count(html, `class="dots-published" d=`); n != 2 {
		t.Errorf("%d published marks, want 2", n)
	}
}

func TestDotPlotWithoutRows(t *testing.T) {
	html := render(t, &DotPlot{Title: "Jobs blocked"})
	if !strings.Contains(html, ">100\u202f%<") {
		t.Error("an empty plot has no axis from 0 to 100 %")
	}
}

func TestCauseBarsRender(t *testing.T) {
	bars := &CauseBars{
		Title: "Why jobs were blocked", Axis: "% of arrived jobs",
		Rows: []CauseRow{
			{Name: "fixed 8", Class: "series-5", Fractions: map[cluster.Cause]float64{cluster.CausePlacement: 0.1, cluster.CauseJCT: 0.3}},
			{Name: "random", Class: "series-0", Fractions: map[cluster.Cause]float64{cluster.CauseHorizon: 0.01}},
			{Name: "none", Class: "series-1"},
		},
	}
	html := render(t, bars)
	cases := []struct{ name, want string }{
		{"parts are stacked in the order of the causes", `x="25.000%" y="-9"`},
		{"the width is the rate", `width="75.000%"`},
		{"a wide part carries its figure", ">30<"},
		{"the alternative tells every cause", "fixed 8 no room 10\u202f%, too slow 30\u202f%; random unfinished 1\u202f%; none nothing blocked."},
		{"the total stands at the end", ">40\u202f%<"},
		{"a part explains itself", "no room. No set of free servers"},
	}
	for _, c := range cases {
		if !strings.Contains(html, c.want) && !strings.Contains(html, strings.Replace(c.want, `x="25.000%" y="-9"`, `y="-9" height="18" width="75.000%" x="25.000%"`, 1)) {
			t.Errorf("%s: no %q in\n%s", c.name, c.want, html)
		}
	}
	if strings.Contains(html, "queue full") {
		t.Error("the key lists a cause that does not occur")
	}
	if strings.Contains(html, ">1<") {
		t.Error("a part too narrow for its figure carries it")
	}
}

func TestAxisLabelsHaveNoZeroDecimals(t *testing.T) {
	for label, want := range map[string]string{
		"15.0\u202f%": "15\u202f%", "7.00\u202f%": "7\u202f%", "2.5\u202f%": "2.5\u202f%", "0.05\u202f%": "0.05\u202f%",
		"10\u202f%": "10\u202f%", "1.50\u202fh": "1.50\u202fh", "3.0": "3",
	} {
		if got := withoutZeros(label); got != want {
			t.Errorf("%q becomes %q, want %q", label, got, want)
		}
	}
}
