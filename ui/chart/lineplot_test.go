package chart

import (
	"math"
	"strings"
	"testing"

	"rampart/ui/number"
)

func TestLinePlotAxes(t *testing.T) {
	for _, tc := range []struct {
		name   string
		y      []float64
		zero   bool
		show   func(float64) string
		labels string
	}{
		{"a rate starts at zero", []float64{.31, .27}, true, number.Rate, "0 % 20 % 40 %"},
		{"a loss on both sides of zero", []float64{-.02, .01}, false, nil, "−0.02 0 0.02"},
		// Binary fractions must not show: 3*0.1 is not 0.3.
		{"tenths", []float64{0, .3}, true, nil, "0 0.2 0.4"},
		{"nothing moves", []float64{5, 5}, false, nil, "4.5 5 5.5"},
		{"nothing but zero", []float64{0, 0}, true, nil, ""},
		{"no finite value", []float64{math.NaN(), math.Inf(1)}, true, nil, "0 0.5 1"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := LinePlot{Lines: []Line{{X: []float64{1, 2}, Y: tc.y}}, Zero: tc.zero, Show: tc.show}
			c.Compute()
			var labels []string
			for _, tick := range c.ticks() {
				labels = append(labels, strings.ReplaceAll(tick.Label, number.Thin, " "))
				if tick.Value < 0 || tick.Value > 1 {
					t.Errorf("a tick at %v", tick.Value)
				}
			}
			if got := strings.Join(labels, " "); got != tc.labels && tc.labels != "" {
				t.Errorf("labels %q, want %q", got, tc.labels)
			}
			if len(labels) < 2 || len(labels) > 5 {
				t.Errorf("%d labels", len(labels))
			}
		})
	}
}

func TestLinePlotPath(t *testing.T) {
	c := LinePlot{Lines: []Line{{X: []float64{0, 50, 100}, Y: []float64{0, .5, 1}}}, Zero: true, Most: 100}
	c.Compute()
	if got := c.path(&c.Lines[0]); got != "M0 4000L2000 2000L4000 0" {
		t.Errorf("path %s", got)
	}
	if got := c.dots(&c.Lines[0]); got != "M0 4000h0M2000 2000h0M4000 0h0" {
		t.Errorf("dots %s", got)
	}
	// A gap in the data is a gap in the line.
	c.Lines[0].Y[1] = math.NaN()
	if got := c.path(&c.Lines[0]); got != "M0 4000M4000 0" {
		t.Errorf("path with a gap %s", got)
	}
	// vugu has room for 16 KiB an attribute (its buffer): 500 points fit.
	long := Line{X: make([]float64, 500), Y: make([]float64, 500)}
	for i := range long.X {
		long.X[i], long.Y[i] = float64(i)/5, math.Sin(float64(i))
	}
	if n := max(len(c.path(&long)), len(c.dots(&long))); n > 12000 {
		t.Errorf("a path of %d bytes", n)
	}
}

// Labels of values that lie close together must not cover each other, nor
// leave the figure, and those that lie apart must stay at their values.
func TestLabelsKeepApart(t *testing.T) {
	const gap = .1
	for _, tc := range []struct {
		name string
		at   []float64
		want []float64
	}{
		{"far apart", []float64{.1, .5, .9}, []float64{.1, .5, .9}},
		{"two that meet share the shift", []float64{.5, .52}, []float64{.46, .56}},
		{"a stack at the bottom", []float64{1, 1, 1}, []float64{.8, .9, 1}},
		{"a stack at the top", []float64{0, .01}, []float64{0, .1}},
		{"a stack that grows into another", []float64{.3, .3, .42}, []float64{.24, .34, .44}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			list := make([]label, len(tc.at))
			for i, at := range tc.at {
				list[i].At = at
			}
			moveApart(list, gap)
			for i := range list {
				if math.Abs(list[i].Down-tc.want[i]) > 1e-9 {
					t.Errorf("label %d at %.4f, want %.4f", i, list[i].Down, tc.want[i])
				}
			}
		})
	}
}

// The figure says in words what it shows.
func TestLinePlotAlternative(t *testing.T) {
	c := LinePlot{Title: "Blocking rate", Reading: "20 % held out", Zero: true, Show: number.Rate,
		Lines:  []Line{{Name: "held-out jobs", X: []float64{1, 2}, Y: []float64{.4, .2}}},
		Levels: []Level{{Name: "Fixed 8", Value: .25}}}
	c.Compute()
	want := "Blocking rate, now 20 % held out. held-out jobs went from 40 % to 20 %. Fixed 8 25 %."
	if got := strings.ReplaceAll(c.alternative(), number.Thin, " "); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
