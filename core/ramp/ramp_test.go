package ramp

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
)

// The unit vectors of spec section 4.4: nodes/racks/groups of an all-reduce.
func TestAllReduceReference(t *testing.T) {
	for _, tc := range []struct {
		name                   string
		bytes                  float64
		groups                 int
		bandwidth, propagation float64
		places, racks, cgs     int
		want                   float64
	}{
		{"two groups", 1e9, 4, 1.6e12, 5e-8, 1, 1, 2, 0.0032505},
		{"inside a rack is free (Q4)", 1e9, 4, 1.6e12, 5e-8, 2, 1, 1, 0},
		{"two racks", 1e9, 4, 1.6e12, 5e-8, 1, 2, 1, 0.0032505},
		{"racks and groups", 1e9, 4, 1.6e12, 5e-8, 1, 2, 2, 0.004876},
		{"all of 2x2x2", 1e9, 4, 1.6e12, 5e-8, 2, 2, 2, 0.005689},
		{"4x4", 1e9, 4, 1.6e12, 5e-8, 1, 4, 4, 0.00703225},
		{"three groups", 1e9, 4, 1.6e12, 5e-8, 2, 1, 3, 0.0050843333435},
		{"two groups in all, four places", 12345678, 2, 1.6e12, 1.25e-6, 4, 2, 2, 5.7896296e-05},
		{"eight everywhere", 1e9, 8, 1.6e12, 1.25e-6, 8, 8, 8, 0.0120565515625},
	} {
		t.Run(tc.name, func(t *testing.T) {
			n := Network{Shape: Shape{tc.groups, tc.groups, 8}, NodeBandwidth: tc.bandwidth, PropagationSeconds: tc.propagation, IOSeconds: 1e-7}
			got := n.AllReduce(tc.bytes, Span{Groups: tc.cgs, Racks: tc.racks, Places: tc.places, Servers: tc.cgs * tc.racks * tc.places})
			if math.Abs(got-tc.want) > 1e-9*tc.want {
				t.Errorf("got %v, want %v", got, tc.want)
			}
		})
	}
}

func TestOneToOne(t *testing.T) {
	n := Network{Shape: Shape{4, 4, 2}, NodeBandwidth: 1.6e12, PropagationSeconds: 5e-8, IOSeconds: 1e-7}
	if got, want := n.OneToOne(44302336), 0.00011100584; math.Abs(got-want) > 1e-12 {
		t.Errorf("got %v, want %v (spec section 4.4)", got, want)
	}
	if got := n.OneToOne(0); got != 0 {
		t.Errorf("nothing to send takes %v", got)
	}
}

// Under the corrected rules an all-reduce inside a rack costs time, and no
// set of servers makes it infinite or negative.
func TestAllReduceCorrected(t *testing.T) {
	for _, s := range []Shape{{4, 4, 2}, {2, 2, 2}, {1, 1, 64}, {8, 8, 8}} {
		n := Network{Shape: s, NodeBandwidth: 1.6e12, PropagationSeconds: 5e-8, IOSeconds: 1e-7, AllReduceModel: Corrected()}
		for places := 2; places <= s.Servers; places++ {
			got := n.AllReduce(1e9, Span{Groups: 1, Racks: 1, Places: places, Servers: places})
			if !(got > 0) || math.IsInf(got, 0) {
				t.Errorf("%v, %d places: %v", s, places, got)
			}
		}
	}
}

// The forms of spec section 5 on 4x4x2, in the order in which they are tried.
func TestBlockShapes(t *testing.T) {
	for k, want := range map[int]string{
		2:  "2x1x1 1x1x2 1x2x1",
		4:  "2x2x1 4x1x1 2x1x2",
		6:  "3x1x2 3x2x1",
		8:  "2x2x2 4x1x2 4x2x1",
		16: "4x4x1",
		10: "", 12: "", 14: "",
	} {
		var got []string
		for _, b := range BlockShapes(Shape{4, 4, 2}, k, false) {
			got = append(got, fmt.Sprintf("%dx%dx%d", b.Groups, b.Racks, b.Servers))
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%d servers: got %q, want %q", k, s, want)
		}
	}
}

// The degrees of spec section 5.1 that can ever be valid.
func TestDegreesThatFit(t *testing.T) {
	for _, tc := range []struct {
		shape Shape
		limit int
		want  []int
	}{
		{Shape{2, 2, 2}, 16, []int{2, 4, 8}},
		{Shape{2, 2, 4}, 16, []int{2, 4, 6, 8, 12, 16}},
		{Shape{4, 4, 2}, 16, []int{2, 4, 6, 8, 16}},
		{Shape{4, 4, 4}, 16, []int{2, 4, 6, 8, 12, 16}},
		{Shape{4, 4, 8}, 16, []int{2, 4, 6, 8, 10, 12, 14, 16}},
		{Shape{8, 8, 8}, 64, []int{2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 24, 28, 30, 32, 36, 40, 42, 48, 50, 54, 56, 64}},
	} {
		var got []int
		for k := 2; k <= tc.limit; k += 2 {
			if len(BlockShapes(tc.shape, k, false)) > 0 {
				got = append(got, k)
			}
		}
		if !reflect.DeepEqual(got, tc.want) {
			t.Errorf("%v: got %v, want %v", tc.shape, got, tc.want)
		}
	}
}

// Small and large clusters search the same way: the word search, the bit
// search and a plain walk over all candidates agree on random free sets.
func TestFirstAgreesWithWalk(t *testing.T) {
	state := uint64(1)
	next := func() uint64 { // any mixing will do for a set of test inputs
		state = state*6364136223846793005 + 1442695040888963407
		return state >> 33
	}
	for _, s := range []Shape{{4, 4, 2}, {3, 3, 2}, {4, 4, 4}, {8, 8, 2}, {4, 2, 9}} {
		for _, k := range []int{1, 2, 4, 6, 8, 16} {
			b := NewBlocks(s, k, true)
			for trial := range 200 {
				free := NewSet(s.N())
				for i := range s.N() {
					if next()%10 < uint64(trial%10) {
						free.Add(i)
					}
				}
				want := b.FirstWhere(free.Has)
				got := b.First(free)
				if (got < 0) != (want == nil) {
					t.Fatalf("%v k=%d: candidate %d, walk found %v", s, k, got, want)
				}
				if got >= 0 && !reflect.DeepEqual(b.Servers(got), want) {
					t.Fatalf("%v k=%d: got %v, want %v", s, k, b.Servers(got), want)
				}
			}
		}
	}
}

func TestSet(t *testing.T) {
	for _, n := range []int{1, 32, 63, 64, 65, 130} {
		s := NewSet(n)
		s.Fill(n)
		if s.Count() != n {
			t.Errorf("a full set of %d counts %d", n, s.Count())
		}
		s.Remove(n - 1)
		if s.Has(n-1) || s.Count() != n-1 {
			t.Errorf("%d: not removed", n)
		}
		one := NewSet(n)
		one.Add(n - 1)
		if s.Intersects(one) || !one.Intersects(one) {
			t.Errorf("%d: intersection is wrong", n)
		}
		if got := one.AppendTo(nil); len(got) != 1 || got[0] != n-1 {
			t.Errorf("%d: AppendTo gives %v", n, got)
		}
	}
}

func ExampleShape_Name() {
	s := Shape{Groups: 4, Racks: 4, Servers: 2}
	fmt.Println(s.N(), s.Name(0), s.Name(31))
	// Output: 32 0-0-0 3-3-1
}
