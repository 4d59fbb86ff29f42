package chart

import (
	"math"
	"reflect"
	"testing"
)

func TestScaleRoundTrip(t *testing.T) {
	cases := []struct {
		name  string
		scale Scale
		value float64
		want  float64
	}{
		{"middle", Scale{0, 10, 100, 200}, 5, 150},
		{"outside stays linear", Scale{0, 10, 100, 200}, 20, 300},
		{"downwards, as y axes are", Scale{0, 1, 50, 0}, 0.25, 37.5},
		{"large times", Scale{1e6, 1e6 + 10, 0, 1000}, 1e6 + 1, 100},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			at := c.scale.At(c.value)
			if math.Abs(at-c.want) > 1e-9 {
				t.Errorf("At(%v) = %v, want %v", c.value, at, c.want)
			}
			if back := c.scale.Value(at); math.Abs(back-c.value) > 1e-9*math.Abs(c.value) {
				t.Errorf("Value(At(%v)) = %v", c.value, back)
			}
		})
	}
	if at := (Scale{3, 3, 7, 9}).At(3); at != 7 {
		t.Errorf("a scale without extent puts 3 at %v, want 7", at)
	}
	if v := (Scale{3, 4, 7, 7}).Value(7); v != 3 {
		t.Errorf("a scale without room reads %v, want 3", v)
	}
}

func TestTicks(t *testing.T) {
	cases := []struct {
		name      string
		low, high float64
		most      int
		want      []float64
	}{
		{"rates", 0, 0.5, 6, []float64{0, 0.1, 0.2, 0.30000000000000004, 0.4, 0.5}},
		{"few", 0, 0.5, 3, []float64{0, 0.5}},
		{"not from zero", 3, 11, 5, []float64{4, 6, 8, 10}},
		{"below zero", -1, 1, 5, []float64{-1, -0.5, 0, 0.5, 1}},
		{"no extent", 2, 2, 5, []float64{2}},
		{"not a number", math.NaN(), 1, 5, []float64{math.NaN()}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := Ticks(c.low, c.high, c.most)
			if len(got) != len(c.want) {
				t.Fatalf("%v, want %v", got, c.want)
			}
			for i := range got {
				if got[i] != c.want[i] && !(math.IsNaN(got[i]) && math.IsNaN(c.want[i])) {
					t.Errorf("%v, want %v", got, c.want)
				}
			}
		})
	}
}

func TestCeiling(t *testing.T) {
	for high, want := range map[float64]float64{0.263: 0.3, 0.3: 0.3, 0.5: 0.5, 0.51: 0.6, 0.07: 0.08, 1: 1, 0: 1, 47: 50} {
		if got := Ceiling(high); math.Abs(got-want) > 1e-12 {
			t.Errorf("Ceiling(%v) = %v, want %v", high, got, want)
		}
	}
}

func TestTimeTicks(t *testing.T) {
	cases := []struct {
		name      string
		low, high float64
		most      int
		want      []string
	}{
		{"a whole run", 0, 1e6, 7, []string{"0\u202fh", "48\u202fh", "96\u202fh", "144\u202fh", "192\u202fh", "240\u202fh"}},
		{"a year", 0, 3.2e7, 5, []string{"0\u202fh", "5\u202f000\u202fh"}},
		{"minutes", 3600, 7200, 5, []string{"60\u202fmin", "75\u202fmin", "90\u202fmin", "105\u202fmin", "120\u202fmin"}},
		{"seconds", 100, 140, 5, []string{"100\u202fs", "110\u202fs", "120\u202fs", "130\u202fs", "140\u202fs"}},
		{"parts of a second", 0.1, 0.5, 5, []string{"0.1\u202fs", "0.2\u202fs", "0.3\u202fs", "0.4\u202fs", "0.5\u202fs"}},
		{"no extent", 60, 60, 5, []string{"1\u202fmin"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, tick := range TimeTicks(c.low, c.high, c.most) {
				got = append(got, tick.Label)
			}
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// However a user zooms, the axis has at least one label, never more than asked
// for, all inside the window.
func TestTimeTicksAlwaysFit(t *testing.T) {
	for _, span := range []float64{0.001, 0.7, 3, 29, 61, 1234, 5000, 90000, 4e5, 1e7, 1e12} {
		for _, low := range []float64{0, 17.3, 1e6} {
			ticks := TimeTicks(low, low+span, 8)
			if len(ticks) < 1 || len(ticks) > 8 {
				t.Errorf("%v from %v: %d ticks", span, low, len(ticks))
			}
			for _, tick := range ticks {
				if tick.Value < low-1e-6*span || tick.Value > low+span*(1+1e-6) {
					t.Errorf("%v from %v: tick at %v", span, low, tick.Value)
				}
			}
		}
	}
}
