package strict_test

import (
	"math"
	"testing"

	"rampart/core/strict"
)

func parse(t *testing.T, text string) *strict.Document {
	t.Helper()
	doc, err := strict.Parse([]byte(text), strict.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func TestRange(t *testing.T) {
	for _, c := range []struct {
		r       strict.Range
		words   string
		in, out []float64
	}{
		{strict.Between(-1, 1e18), "from -1 to 1e18", []float64{-1, 0, 1e18}, []float64{-1.5, 2e18}},
		{strict.AtLeast(0), "from 0 up", []float64{0, math.MaxFloat64}, []float64{-5e-324, math.Inf(1)}},
		{strict.Above(0), "greater than 0", []float64{5e-324}, []float64{0, -1}},
		{strict.AboveUpTo(0, 1), "greater than 0 and up to 1", []float64{5e-324, 1}, []float64{0, 1.5}},
		{strict.Between(math.Inf(-1), 3), "up to 3", []float64{-math.MaxFloat64, 3}, []float64{4, math.Inf(-1)}},
		{strict.Finite(), "", []float64{0, -math.MaxFloat64}, []float64{math.NaN(), math.Inf(1), math.Inf(-1)}},
		{strict.Between(0, 1<<53-1), "from 0 to 9007199254740991", []float64{1}, []float64{1 << 53}},
		{strict.Range{}, "from 0 to 0", []float64{0}, []float64{1}},
	} {
		t.Run(c.words, func(t *testing.T) {
			if got := c.r.String(); got != c.words {
				t.Errorf("got %q", got)
			}
			for _, x := range c.in {
				if !c.r.Contains(x) {
					t.Errorf("%v is missing", x)
				}
			}
			for _, x := range c.out {
				if c.r.Contains(x) {
					t.Errorf("%v is inside", x)
				}
			}
		})
	}
}

// Decoders read optional parts without asking whether they are there.
func TestAbsent(t *testing.T) {
	doc := parse(t, `{"here":{}}`)
	o := doc.Root().Object()
	if !o.Object("here").Present() || o.Object("gone").Present() {
		t.Error("presence is wrong")
	}
	gone := o.Object("gone").Object("further")
	x, s, b, u := 1.5, "kept", true, uint64(7)
	gone.Float("x", &x, strict.Finite())
	gone.String("s", &s, 1)
	gone.Bool("b", &b)
	gone.Uint64("u", &u, strict.AtLeast(-5))
	gone.Get("pair").Ints(make([]int, 2), strict.Finite())
	strict.OneOf(gone.Get("mode"), &s, "other")
	gone.Array("a", 1, 2, func(int, strict.Node) { t.Error("an element of nothing") })
	gone.Require("x")
	gone.Done()
	n := gone.Node()
	if _, ok := n.Text(); ok || n.Kind() != strict.None || n.Len() != 0 || n.Line() != 0 || n.Path() != "" || n.Raw() != nil || n.Canonical() != nil || n.Err() != nil {
		t.Errorf("%+v is not absent", n)
	}
	if x != 1.5 || s != "kept" || !b || u != 7 || doc.Err() != nil {
		t.Error(x, s, b, u, doc.Err())
	}
}

func TestAfterTheFirstError(t *testing.T) {
	doc := parse(t, `{"a":"x","b":2,"list":[1,2,3]}`)
	o := doc.Root().Object()
	a, b := 0.5, 0.5
	o.Float("a", &a, strict.Finite())
	first := doc.Err()
	o.Float("b", &b, strict.Finite())
	o.Array("list", 0, 9, func(int, strict.Node) { t.Error("still reading") })
	o.Require("c")
	o.Done()
	if a != 0.5 || b != 0.5 || doc.Err() != first || doc.Root().Err() != first {
		t.Error(a, b, doc.Err())
	}
	t.Run("elements stop at theirs", func(t *testing.T) {
		doc := parse(t, `[1,2,3]`)
		var seen []int
		doc.Root().Array(0, 9, func(i int, n strict.Node) {
			seen = append(seen, i)
			if i == 1 {
				n.Errorf("enough")
			}
		})
		if len(seen) != 2 || doc.Err().Error() != "[1]: enough" {
			t.Error(seen, doc.Err())
		}
	})
}

func TestTextOrObject(t *testing.T) {
	doc := parse(t, "[\"vgg16\",\n{\"ops\":1}]")
	doc.Root().Array(2, 2, func(i int, n strict.Node) {
		s, ok := n.Text()
		if ok != (i == 0) || ok && s != "vgg16" || n.Line() != i+1 {
			t.Errorf("element %d: %q, %v, line %d", i, s, ok, n.Line())
		}
	})
}

func TestKinds(t *testing.T) {
	doc := parse(t, `[null,true,false,1,"s",{},[]]`)
	want := []string{"null", "a boolean", "a boolean", "a number", "a string", "an object", "an array"}
	doc.Root().Array(0, 9, func(i int, n strict.Node) {
		if n.Kind().String() != want[i] {
			t.Errorf("element %d is %v", i, n.Kind())
		}
	})
}

// The same field may be asked for twice and still counts once, so that an
// unknown one beside it is found.
func TestDoneCountsFieldsOnce(t *testing.T) {
	doc := parse(t, `{"a":1,"b":2}`)
	o := doc.Root().Object()
	o.Get("a")
	o.Get("a")
	o.Done()
	if err := doc.Err(); err == nil || err.Error() != "b: unknown field (did you mean a?)" {
		t.Error(err)
	}
}

func TestManyFields(t *testing.T) {
	// More fields than fit the inline list, read against the file's order.
	text := `{"z":0`
	for c := 'a'; c <= 'y'; c++ {
		text += `,"` + string(c) + `":` + "1"
	}
	doc := parse(t, text+"}")
	o := doc.Root().Object()
	sum := 0
	for c := 'z'; c >= 'a'; c-- {
		x := 0
		o.Int(string(c), &x, strict.Between(0, 1))
		sum += x
	}
	o.Done()
	if sum != 25 || doc.Err() != nil {
		t.Error(sum, doc.Err())
	}
}

func TestLimitsPanic(t *testing.T) {
	for _, l := range []strict.Limits{{MaxBytes: -1}, {MaxBytes: 1<<30 + 1}, {MaxDepth: -1}, {MaxValues: -1}, {MaxValues: 1<<28 + 1}} {
		func() {
			defer func() {
				if r := recover(); r != "strict: limits out of range" {
					t.Errorf("%+v: recovered %v", l, r)
				}
			}()
			_, _ = strict.Parse([]byte("1"), l)
		}()
	}
}
