package jobgraph_test

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rampart/core/jobgraph"
	"rampart/core/strict"
)

const pair = `{"name":"pair","source":"a test","unit":"seconds","ops":[` +
	`{"id":2,"type":"B","forward":0.1,"backward":1e-7,"activationBytes":1600000000000,"parameterBytes":0},` +
	`{"id":1,"type":"\"A\"\n","forward":1e-12,"backward":0,"activationBytes":1000000000000000000,"parameterBytes":0.30000000000000004}],"edges":[[1,2]]}`

func TestJSON(t *testing.T) {
	g, err := jobgraph.DecodeJSON([]byte(pair))
	if err != nil {
		t.Fatal(err)
	}
	want := &jobgraph.Graph{Name: "pair", Source: "a test", Unit: jobgraph.Seconds, Ops: []jobgraph.Op{
		{2, "B", 0.1, 1e-7, 1.6e12, 0}, {1, "\"A\"\n", 1e-12, 0, 1e18, 0.30000000000000004},
	}, Edges: [][2]int{{1, 2}}}
	if !reflect.DeepEqual(g, want) {
		t.Errorf("got  %+v\nwant %+v", g, want)
	}
	t.Run("canonical text is a fixed point", func(t *testing.T) {
		if got := jobgraph.AppendJSON([]byte("x"), g); string(got) != "x"+pair {
			t.Errorf("got %s", got)
		}
	})
	t.Run("order and white space do not matter", func(t *testing.T) {
		g, err := jobgraph.DecodeJSON([]byte(` { "edges" : [ ] , "ops":[{"parameterBytes":-0.0,"activationBytes":2e0,"backward":0,"forward":1,"id":1.0}],"unit":"seconds"}`))
		if err != nil {
			t.Fatal(err)
		}
		const want = `{"name":"","source":"","unit":"seconds","ops":[{"id":1,"type":"","forward":1,"backward":0,"activationBytes":2,"parameterBytes":0}],"edges":[]}`
		if got := string(jobgraph.AppendJSON(nil, g)); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	})
	t.Run("file form says the same", func(t *testing.T) {
		file := jobgraph.EncodeJSON(g)
		if lines := bytes.Count(file, []byte("\n")); lines != 6 || !bytes.HasSuffix(file, []byte("]}\n")) {
			t.Errorf("%d lines:\n%s", lines, file)
		}
		if flat := bytes.ReplaceAll(file, []byte("\n"), nil); string(flat) != pair {
			t.Errorf("without newlines: %s", flat)
		}
		again, err := jobgraph.DecodeJSON(file)
		if err != nil || !reflect.DeepEqual(again, g) {
			t.Errorf("%v: %+v", err, again)
		}
	})
}

func TestDecodeJSONRefuses(t *testing.T) {
	with := func(old, new string) string {
		if !strings.Contains(pair, old) {
			panic("the case changes nothing")
		}
		return strings.Replace(pair, old, new, 1)
	}
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "", "line 1, column 1: the text is empty, expected a JSON value"},
		{"cut off", pair[:100], "line 1, column 101: the text ends before the JSON value does"},
		{"an array", "[]", "found an array, expected an object (line 1)"},
		{"an empty object", "{}", "unit: the field is missing (line 1)"},
		{"unknown unit", with(`"seconds"`, `"second"`), `unit: "second" is not known, expected one of milliseconds, seconds (did you mean seconds?) (line 1)`},
		{"no edges field", with(`,"edges":[[1,2]]`, ""), "edges: the field is missing (line 1)"},
		{"no ops", `{"unit":"seconds","ops":[],"edges":[]}`, "ops: the array has 0 elements, expected from 1 to 100000 (line 1)"},
		{"unknown field of the graph", with(`"source"`, `"sources"`), "sources: unknown field (did you mean source?) (line 1)"},
		{"unknown field of an op", with(`"type":"B"`, `"typ":"B"`), "ops[0].typ: unknown field (did you mean type?) (line 1)"},
		{"op without a figure", with(`,"parameterBytes":0}`, "}"), "ops[0].parameterBytes: the field is missing (line 1)"},
		{"op that is a number", with(`"ops":[`, "\"ops\":[\n7,"), "ops[0]: 7 is a number, expected an object (line 2)"},
		{"id out of range", with(`"id":2`, `"id":3`), "ops[0].id: id 3 is out of range, expected the ids of 2 ops to be 1 to 2 (line 1)"},
		{"id with a fraction", with(`"id":2`, `"id":2.5`), "ops[0].id: 2.5 is not a whole number, expected an integer from 1 to 100000 (line 1)"},
		{"repeated id, on its line", with(`{"id":1`, "\n{\"id\":2"), "ops[1].id: id 2 is already that of ops[0], expected every id once (line 2)"},
		{"negative time", with(`"forward":0.1`, `"forward":-0.1`), "ops[0].forward: -0.1 is out of range, expected a number from 0 to 1e18 (line 1)"},
		{"time too short to divide by", with(`"forward":0.1`, `"forward":1e-13`), "ops[0].forward: op 2: 1e-13 is out of range, expected a time of 0 or at least 1e-12 (line 1)"},
		{"overflow", with(`1600000000000`, `1e400`), "ops[0].activationBytes: 1e400 is out of range, expected a number from 0 to 1e18 (line 1)"},
		{"NaN", with(`1600000000000`, `NaN`), "line 1, column 125: invalid character 'N' at start of value"},
		{"null", with(`1600000000000`, `null`), "ops[0].activationBytes: null is not allowed, expected a number from 0 to 1e18 (line 1)"},
		{"edge to nowhere", with("[1,2]", "[1,3]"), "edges[0][1]: 3 is out of range, expected an integer from 1 to 2 (line 1)"},
		{"edge of three", with("[1,2]", "[1,2,1]"), "edges[0]: the array has 3 elements, expected 2 (line 1)"},
		{"loop of one", with("[1,2]", "[2,2]"), "edges[0]: edge [2, 2] leads from op 2 to itself, expected two different ops (line 1)"},
		{"repeated edge, on its line", with("[1,2]", "[1,2],\n[1,2]"), "edges[1]: edge [1, 2] is there twice, expected every edge once (line 2)"},
		{"cycle", with("[1,2]", "[1,2],\n[2,1]"), "edges[1]: ops 1 -> 2 -> 1 form a cycle, expected a graph without cycles (line 2)"},
		{"long name", with(`"pair"`, `"`+strings.Repeat("x", 201)+`"`), "name: 201 characters are too long, expected at most 200 (line 1)"},
		{"deeply nested", with("[1,2]", strings.Repeat("[", 1<<20)), "line 1, column 305: nested too deeply, expected at most 8 levels"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, err := jobgraph.DecodeJSON([]byte(c.text))
			if err == nil || g != nil || err.Error() != c.want {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
		})
	}
}

// An inline graph's errors carry the path in the document around it.
func TestFromNode(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"wrong type", strings.Replace(pair, `"forward":0.1`, `"forward":"x"`, 1), `workload.graphs[1].ops[0].forward: "x" is a string, expected a number from 0 to 1e18`},
		{"flaw", strings.Replace(pair, "[1,2]", "[1,2],[2,1]", 1), "workload.graphs[1].edges[1]: ops 1 -> 2 -> 1 form a cycle, expected a graph without cycles"},
		{"graph itself", "7", "workload.graphs[1]: 7 is a number, expected an object"},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc, err := strict.Parse([]byte(`{"workload":{"graphs":["alexnet",`+c.text+`]}}`), strict.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			doc.Root().Object().Object("workload").Array("graphs", 1, 9, func(i int, n strict.Node) {
				if i == 1 {
					_, err = jobgraph.FromNode(n)
				}
			})
			if err == nil || err.Error() != c.want || doc.Err() != err {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
		})
	}
}

// The largest graph that the bounds allow must fit the bounds of the JSON
// reader, whatever its numbers look like.
func TestLargestGraph(t *testing.T) {
	g := &jobgraph.Graph{Unit: jobgraph.Seconds}
	for id := 1; id <= jobgraph.MaxOps; id++ {
		g.Ops = append(g.Ops, jobgraph.Op{ID: id, Type: "Linear", Forward: 0.1234567, Backward: 0.2345678, ActivationBytes: 1e9, ParameterBytes: 1e9})
	}
	for from := 1; len(g.Edges) < jobgraph.MaxEdges; from++ {
		for d := 1; d <= 11 && from+d <= jobgraph.MaxOps && len(g.Edges) < jobgraph.MaxEdges; d++ {
			g.Edges = append(g.Edges, [2]int{from, from + d})
		}
	}
	again, err := jobgraph.DecodeJSON(jobgraph.EncodeJSON(g))
	if err != nil || len(again.Ops) != len(g.Ops) || len(again.Edges) != len(g.Edges) {
		t.Fatal(err)
	}
	if job := jobgraph.Mirror(again); job.Stats.Edges != 2*jobgraph.MaxEdges+1 {
		t.Errorf("%d edges", job.Stats.Edges)
	}
}

func TestReadByContent(t *testing.T) {
	const dream = "node1 -- A" + figures
	for _, c := range []struct {
		name, file, text string
		format           jobgraph.Format
		graph            string
	}{
		{"JSON keeps its name", "dir/other.json", pair, jobgraph.JSON, "pair"},
		{"JSON without a name", "dir/other.json", strings.Replace(pair, `"pair"`, `""`, 1), jobgraph.JSON, "other"},
		{"JSON under a wrong extension", "a.txt", "\uFEFF\n\n" + pair, jobgraph.JSON, "pair"},
		{"PipeDream by stem", "vgg16.txt", dream, jobgraph.PipeDream, "vgg16"},
		{"PipeDream by folder", "profiles/vgg16/graph.txt", dream, jobgraph.PipeDream, "vgg16"},
		{"PipeDream by Windows folder", `profiles\vgg16\graph.txt`, "\r\n\r\n" + dream, jobgraph.PipeDream, "vgg16"},
		{"graph.txt without a folder", "graph.txt", dream, jobgraph.PipeDream, "graph"},
		{"PipeDream whose first line is an edge", "x", "\tnode1 -- node2\n" + dream + "\nnode2 -- B" + figures, jobgraph.PipeDream, "x"},
		{"text message", "graph_1.2.pbtxt", "node { id: 1 }", jobgraph.CostGraph, "graph_1.2"},
		{"text message with a comment in front", ".hidden", "# by hand\nnode: <\n>", jobgraph.CostGraph, ".hidden"},
		{"text message with the mark on the next line", "", "node\n{\n}", jobgraph.CostGraph, ""},
		{"long file name", strings.Repeat("é", 300) + ".txt", dream, jobgraph.PipeDream, strings.Repeat("é", 200)},
	} {
		t.Run(c.name, func(t *testing.T) {
			if format, err := jobgraph.Detect([]byte(c.text)); format != c.format || err != nil {
				t.Errorf("detected %v, %v", format, err)
			}
			g, err := jobgraph.Read(c.file, []byte(c.text))
			if err != nil || g.Name != c.graph {
				t.Errorf("%v, %v", g, err)
			}
		})
	}
	for _, c := range []struct{ name, text, want string }{
		{"empty", " \n#\n", "the file is empty, expected a job graph"},
		{"prose", "\n\nDear reader", `line 3: "Dear reader" starts none of the known formats, expected a job graph (JSON), PipeDream graph.txt or CostGraphDef pbtxt`},
		{"compressed", "\x1f\x8b\x08\x00", `line 1: "\x1f\x8b\b\x00" starts none of the known formats, expected a job graph (JSON), PipeDream graph.txt or CostGraphDef pbtxt`},
		{"too long", strings.Repeat("\n", jobgraph.MaxFileBytes+1), "33554433 bytes are too long, expected at most 33554432"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, err := jobgraph.Read("x", []byte(c.text))
			if err == nil || g != nil || err.Error() != c.want {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
		})
	}
}

func TestBuiltin(t *testing.T) {
	for _, name := range jobgraph.BuiltinNames() {
		t.Run(name, func(t *testing.T) {
			g, err := jobgraph.Builtin(name)
			if err != nil {
				t.Fatal(err)
			}
			again, _ := jobgraph.Builtin(name)
			if again != g {
				t.Error("loaded twice")
			}
			origin := "msr-fiddle/pipedream, MIT licence"
			if slices.Contains(jobgraph.TransformerNames(), name) {
				origin = "Generated: transformer "
			}
			if g.Name != name || !strings.Contains(g.Source, origin) || g.Unit != jobgraph.Milliseconds {
				t.Errorf("%s, %s, %s", g.Name, g.Source, g.Unit)
			}
		})
	}
	for _, c := range []struct{ name, in, hint string }{
		{"mistyped", "alexnt", " (did you mean alexnet?)"},
		{"another model", "transformer", ""},
		{"a path", "../graph", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := jobgraph.Builtin(c.in)
			want := fmt.Sprintf("%q is no built-in graph, expected one of alexnet, vgg16, resnet18, squeezenet1_0, gnmt, resnet50, densenet121, gnmt_large, inception_v3, nasnetalarge, nasnetamobile, resnet101, resnext50, resnext101, bert_large, bert_large_128, gpt2_xl%s", c.in, c.hint)
			if err == nil || err.Error() != want {
				t.Errorf("got  %v\nwant %s", err, want)
			}
		})
	}
	t.Run("lists cannot be spoilt", func(t *testing.T) {
		jobgraph.BuiltinNames()[0] = "x"
		jobgraph.PaperNames()[0] = "x"
		if n := jobgraph.PaperNames(); len(n) != 5 || n[0] != "alexnet" {
			t.Error(n)
		}
	})
}
