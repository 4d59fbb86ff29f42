package strict_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"

	"rampart/core/strict"
)

func TestParseRefuses(t *testing.T) {
	small := strict.Limits{MaxBytes: 1000, MaxDepth: 4, MaxValues: 20}
	for _, c := range []struct{ name, text, want string }{
		{"nothing at all", "", "line 1, column 1: the text is empty, expected a JSON value"},
		{"only white space", " \n ", "line 2, column 2: the text is empty, expected a JSON value"},
		{"too long is refused unread", strings.Repeat("{", 1001), "1001 bytes are too long, expected at most 1000"},
		{"too deep", "[\n[[[[", "line 2, column 4: nested too deeply, expected at most 4 levels"},
		{"too many elements", "[" + strings.Repeat("0,", 30) + "0]", "line 1, column 40: too many values, expected at most 20"},
		{"names count as values", `{"a":0,"b":0,"c":0,"d":0,"e":0,"f":0,"g":0,"h":0,"i":0,"j":0}`, "line 1, column 60: too many values, expected at most 20"},
		{"repeated name", "{\"a\":1,\n \"a\":2}", `line 2, column 2: field "a" appears twice in one object`},
		{"repeated name in disguise", `{"a":1,"\u0061":2}`, `line 1, column 8: field "a" appears twice in one object`},
		{"second value", "{} {}", "line 1, column 4: there is more text after the end of the JSON value"},
		{"rubbish after the end", "1 x", "line 1, column 3: there is more text after the end of the JSON value"},
		{"cut off", "[1,", "line 1, column 4: the text ends before the JSON value does"},
		{"cut off inside a string", `{"ab`, "line 1, column 5: the text ends before the JSON value does"},
		{"invalid UTF-8", "[\"é\xff\"]", "line 1, column 4: the text is not UTF-8"},
		{"lone surrogate", `["\ud800"]`, "line 1, column 3: "},
		{"NaN is no number", "[NaN]", "line 1, column 2: "},
		{"nor is infinity", "[-Infinity]", "line 1, column 3: "},
		{"leading zero", "[01]", "line 1, column 3: "},
		{"comment", "// x\n1", "line 1, column 1: "},
		{"trailing comma", "[1,]", "line 1, column 3: "},
		{"wrong bracket", "[1}", "line 1, column 3: "},
		{"control character", "\"\x01\"", "line 1, column 2: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc, err := strict.Parse([]byte(c.text), small)
			if err == nil || doc != nil {
				t.Fatalf("accepted")
			}
			if !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("got  %s\nwant %s", err, c.want)
			}
			if _, ok := err.(*strict.Error); !ok {
				t.Errorf("error is a %T", err)
			}
		})
	}
}

// A settings type with one field of every sort, read the way decoders do.
type settings struct {
	Name   string
	On     bool
	Count  int
	Seed   uint64
	Ratio  float64
	Mode   mode
	Pair   [2]int
	Jobs   []float64
	Inside int
}

type mode string

func decode(text string) (settings, error) {
	s := settings{Name: "default", Count: 4, Ratio: 0.5, Mode: "slow", Inside: 9}
	doc, err := strict.Parse([]byte(text), strict.Limits{})
	if err != nil {
		return s, err
	}
	o := doc.Root().Object()
	o.String("name", &s.Name, 10)
	o.Bool("on", &s.On)
	o.Int("count", &s.Count, strict.Between(1, 64))
	o.Uint64("seed", &s.Seed, strict.AtLeast(0))
	o.Float("ratio", &s.Ratio, strict.AboveUpTo(0, 1))
	strict.OneOf(o.Get("mode"), &s.Mode, "fast", "slow")
	o.Get("pair").Ints(s.Pair[:], strict.Between(1, 9))
	o.Array("jobs", 1, 3, func(_ int, n strict.Node) {
		j := n.Object()
		j.Require("beta")
		var beta float64
		j.Float("beta", &beta, strict.Finite())
		s.Jobs = append(s.Jobs, beta)
		j.Done()
	})
	in := o.Object("in")
	in.Int("side", &s.Inside, strict.AtLeast(0))
	in.Done()
	o.Done()
	return s, doc.Err()
}

func TestFields(t *testing.T) {
	t.Run("absent fields keep their defaults", func(t *testing.T) {
		s, err := decode("{}")
		if err != nil || s.Name != "default" || s.Count != 4 || s.Ratio != 0.5 || s.Mode != "slow" || s.Inside != 9 {
			t.Errorf("%+v, %v", s, err)
		}
	})
	t.Run("every field, out of order, with escapes and a byte order mark", func(t *testing.T) {
		s, err := decode("\uFEFF" + `{"in":{"side":3},"jobs":[{"beta":-1e-3},{"beta":2}],"pair":[1,2],"m\u006fde":"fast",
			"ratio":1,"seed":9007199254740991,"count":6.4e1,"on":true,"name":"\"é\n"}`)
		want := settings{"\"é\n", true, 64, 1<<53 - 1, 1, "fast", [2]int{1, 2}, []float64{-1e-3, 2}, 3}
		if err != nil || fmt.Sprint(s) != fmt.Sprint(want) {
			t.Errorf("%+v, %v", s, err)
		}
	})
	for _, c := range []struct{ name, text, want string }{
		{"root of the wrong type", `[1]`, "found an array, expected an object"},
		{"null is not a default", `{"count":null}`, "count: null is not allowed, expected an integer from 1 to 64"},
		{"null object", `{"in":null}`, "in: null is not allowed, expected an object"},
		{"string for a number", `{"ratio":"1"}`, `ratio: "1" is a string, expected a number greater than 0 and up to 1`},
		{"number for a string", `{"name":1}`, "name: 1 is a number, expected a string of at most 10 characters"},
		{"number for a boolean", `{"on":1}`, "on: 1 is a number, expected true or false"},
		{"object for a number", `{"ratio":{}}`, "ratio: found an object, expected a number greater than 0 and up to 1"},
		{"length counts characters", `{"name":"ééééééééééé"}`, "name: 11 characters are too long, expected at most 10"},
		{"open lower end", `{"ratio":0}`, "ratio: 0 is out of range, expected a number greater than 0 and up to 1"},
		{"upper end", `{"ratio":1.0000000001}`, "ratio: 1.0000000001 is out of range, expected a number greater than 0 and up to 1"},
		{"overflow is not infinity", `{"jobs":[{"beta":1e999}]}`, "jobs[0].beta: 1e999 is out of range, expected a number"},
		{"fraction for an integer", `{"count":1.5}`, "count: 1.5 is not a whole number, expected an integer from 1 to 64"},
		{"beyond exact integers", `{"seed":9007199254740992}`, "seed: 9007199254740992 is out of range, expected an integer from 0 to 9007199254740991"},
		{"negative seed", `{"seed":-1}`, "seed: -1 is out of range, expected an integer from 0 to 9007199254740991"},
		{"nearly known choice", `{"mode":"Fsat"}`, `mode: "Fsat" is not known, expected one of fast, slow (did you mean fast?)`},
		{"mistyped choice", `{"mode":"slwo"}`, `mode: "slwo" is not known, expected one of fast, slow (did you mean slow?)`},
		{"choice in capitals", `{"mode":"FAST"}`, `mode: "FAST" is not known, expected one of fast, slow (did you mean fast?)`},
		{"choice of wrong type", `{"mode":3}`, `mode: 3 is a number, expected one of fast, slow`},
		{"pair too long", `{"pair":[1,2,3]}`, "pair: the array has 3 elements, expected 2"},
		{"pair of a wrong member", `{"pair":[1,10]}`, "pair[1]: 10 is out of range, expected an integer from 1 to 9"},
		{"pair with a container in it", `{"pair":[[1],2]}`, "pair[0]: found an array, expected an integer from 1 to 9"},
		{"too few elements", `{"jobs":[]}`, "jobs: the array has 0 elements, expected from 1 to 3"},
		{"element of the wrong type", `{"jobs":[{"beta":1},7]}`, "jobs[1]: 7 is a number, expected an object"},
		{"missing field deep inside", `{"jobs":[{"beta":1},{}]}`, "jobs[1].beta: the field is missing"},
		{"unknown field with a neighbour", `{"in":{"sid":1}}`, "in.sid: unknown field (did you mean side?)"},
		{"unknown field far from all", `{"in":{"whatever":1}}`, "in.whatever: unknown field, expected side"},
		{"unknown names are quoted", `{"in":{"a b\n":1}}`, `in["a b\n"]: unknown field, expected side`},
		{"long values are cut", `{"mode":"` + strings.Repeat("x", 99) + `"}`, `mode: "` + strings.Repeat("x", 40) + `..." is not known, expected one of fast, slow`},
		{"the first error wins", `{"name":1,"count":0}`, "name: 1 is a number, expected a string of at most 10 characters"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := decode(c.text)
			if err == nil || err.Error() != c.want {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
		})
	}
}

func TestErrorf(t *testing.T) {
	doc, _ := strict.Parse([]byte("{\"a\":\n{\"b\":[0,\n1]}}"), strict.Limits{})
	a := doc.Root().Object().Object("a")
	b := a.Get("b")
	for _, c := range []struct {
		name string
		fail func()
		path string
		line int
	}{
		{"at a value", func() {
			b.Array(0, 2, func(i int, n strict.Node) { // i == 1 is on the third line
				if i == 1 {
					n.Errorf("bad")
				}
			})
		}, "a.b[1]", 3},
		{"at a field", func() { a.Errorf("b", "bad") }, "a.b", 2},
		{"at an absent field", func() { a.Errorf("c", "bad") }, "a.c", 2},
		{"at the object", func() { a.Errorf("", "bad") }, "a", 2},
		{"absent nodes record nothing", func() { a.Get("zz").Errorf("bad") }, "", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			fresh, _ := strict.Parse([]byte("{\"a\":\n{\"b\":[0,\n1]}}"), strict.Limits{})
			doc = fresh
			a = doc.Root().Object().Object("a")
			b = a.Get("b")
			c.fail()
			if c.path == "" {
				if doc.Err() != nil {
					t.Fatal(doc.Err())
				}
				return
			}
			e, ok := doc.Err().(*strict.Error)
			if !ok || e.Path != c.path || e.Line != c.line || e.Message != "bad" {
				t.Errorf("%+v", e)
			}
		})
	}
}

func TestCanonical(t *testing.T) {
	doc, err := strict.Parse([]byte(`{"x": {"b": 1.50, "a": [1e2, "\u0041"], "big": 1e400}}`), strict.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	x := doc.Root().Object().Get("x")
	if got := string(x.Object().Get("a").Canonical()); got != `[100,"A"]` {
		t.Errorf("got %s", got)
	}
	if !json.Valid(x.Canonical()) {
		t.Errorf("not JSON: %s", x.Canonical())
	}
	if got := string(x.Object().Get("b").Raw()); got != "1.50" {
		t.Errorf("raw %s", got)
	}
}

func TestNearest(t *testing.T) {
	names := []string{"alexnet", "vgg16", "resnet18", "resnet50"}
	for _, c := range []struct{ name, in, want string }{
		{"letters swapped", "alxenet", "alexnet"},
		{"capitals", "VGG16", "vgg16"},
		{"nearest of several", "resnet00", "resnet50"},
		{"first of equals", "resnet", "resnet18"},
		{"nothing near", "transformer", ""},
		{"empty", "", ""},
		{"hostile length", strings.Repeat("x", 1<<20), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := strict.Nearest(c.in, names); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestFormatFloat(t *testing.T) {
	for _, c := range []struct {
		x    float64
		want string
	}{
		{0, "0"}, {math.Copysign(0, -1), "0"}, {1e-7, "1e-7"}, {5e-324, "5e-324"}, {1e21, "1e+21"}, {1.6e12, "1600000000000"},
		{0.1, "0.1"}, {-2.5e-10, "-2.5e-10"}, {math.MaxFloat64, "1.7976931348623157e+308"}, {1e-6, "0.000001"},
	} {
		if got := strict.FormatFloat(c.x); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

// The worst text per byte that the default limits let through must stay within
// a browser tab's memory: the flat index takes 20 bytes a value.
func TestMemoryBound(t *testing.T) {
	n := strict.DefaultMaxValues - 1
	text := append(bytes.Repeat([]byte("1,"), n-1), "1]"...)
	text = append([]byte("["), text...)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	doc, err := strict.Parse(text, strict.Limits{})
	runtime.ReadMemStats(&after)
	if err != nil || doc.Root().Len() != n {
		t.Fatal(err)
	}
	if allocated := after.TotalAlloc - before.TotalAlloc; allocated > 1<<30 {
		t.Errorf("allocated %d MB in all", allocated>>20)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		`{"name":"x","jobs":[{"beta":0.5}],"pair":[1,2],"in":{"side":1}}`, `[[[[]]]]`, `{"a":{"a":{"a":1e400}}}`, "\"\\ud83d\\ude00\"",
		`{"":0," ":{"\n":[null,true,false,-0.0]}}`, "\xef\xbb\xbf{}", `[1,2`, `{"a":1,"a":2}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		_, _ = decode(string(data))
		doc, err := strict.Parse(data, strict.Limits{})
		if err != nil {
			if strings.ContainsAny(err.Error(), "\r\n") {
				t.Fatalf("message of several lines: %q", err)
			}
			return
		}
		if !json.Valid(bytes.TrimPrefix(data, []byte("\uFEFF"))) {
			t.Fatal("accepted what encoding/json refuses")
		}
		if !json.Valid(doc.Root().Canonical()) {
			t.Fatal("canonical form is not JSON")
		}
		budget := 500 // a path costs a search, which adds up over a long document
		walk(t, doc.Root(), &budget)
	})
}

func walk(t *testing.T, n strict.Node, budget *int) {
	if *budget--; *budget > 0 {
		_ = n.Path()
	}
	if n.Kind() == strict.Array {
		count := 0
		n.Array(0, 1<<30, func(_ int, e strict.Node) { walk(t, e, budget); count++ })
		if count != n.Len() {
			t.Fatalf("%d of %d elements", count, n.Len())
		}
	}
}

func BenchmarkParse(b *testing.B) {
	text := append(bytes.Repeat([]byte("[123456,123457],\n"), 1<<17), "[1,2]]"...)
	text = append([]byte("["), text...)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := strict.Parse(text, strict.Limits{}); err != nil {
			b.Fatal(err)
		}
	}
}

func Example() {
	doc, err := strict.Parse([]byte(`{"workload": {"beta": {"min": 2}}}`), strict.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	low := 0.1
	beta := doc.Root().Object().Object("workload").Object("beta")
	beta.Float("min", &low, strict.AboveUpTo(0, 1))
	beta.Done()
	fmt.Println(doc.Err())
	// Output: workload.beta.min: 2 is out of range, expected a number greater than 0 and up to 1
}
