package jobgraph_test

import (
	"fmt"
	"strings"
	"testing"

	"rampart/core/jobgraph"
)

// summary writes a graph in one line: ops as id:name:forward:activation, edges
// as u>v.
func summary(g *jobgraph.Graph) string {
	var b strings.Builder
	for _, op := range g.Ops {
		fmt.Fprintf(&b, "%d:%s:%v:%v ", op.ID, op.Type, op.Forward, op.ActivationBytes)
	}
	for _, e := range g.Edges {
		fmt.Fprintf(&b, "%d>%d ", e[0], e[1])
	}
	return strings.TrimSpace(b.String())
}

func TestReadCostGraph(t *testing.T) {
	const two = "node{id:7 name:'a' compute_cost:58 output_info{size:70}} "
	for _, c := range []struct{ name, text, want string }{
		// The way the REGAL data set looks: zeros are left out, so that the
		// source has no id and control_input 0 means it.
		{"zeros left out", "node {\n  name: \"_SOURCE\"\n}\nnode {\n  name: \"node_1\"\n  id: 2\n  output_info {\n    size: 70\n    alias_input_port: -1\n  }\n  control_input: 0\n" +
			"  compute_cost: 58\n}\nnode {\n  name: \"node_3\"\n  id: 4\n  input_info {\n    preceding_node: 2\n  }\n  control_input: 0\n  compute_cost: 47\n}\n",
			"1:_SOURCE:0:0 2:node_1:0.058:70 3:node_3:0.047:0 1>2 2>3 1>3"},
		{"empty input_info is node 0", "node{name:'s'} node{id:1 name:'a' input_info{}}", "1:s:0:0 2:a:0:0 1>2"},
		{"port alone is node 0", "node{name:'s'} node{id:1 name:'a' input_info{preceding_port:1}}", "1:s:0:0 2:a:0:0 1>2"},
		{"several outputs add up, unknown sizes are 0", "node{name:'a' output_info{size:5} output_info{size:-1} output_info{size:7}}", "1:a:0:12"},
		{"one edge for several inputs", two + "node{id:9 name:'b' input_info{preceding_node:7} input_info{preceding_node:7 preceding_port:1} control_input:7}", "1:a:0.058:70 2:b:0:0 1>2"},
		// b stands first in the file but runs second.
		{"inputs that stand behind", "node{id:9 name:'b' input_info{preceding_node:7}} " + two, "2:b:0:0 1:a:0.058:70 1>2"},
		{"first in the file first", "node{id:1 name:'a' control_input:4} node{id:2 name:'b'} node{id:3 name:'c' control_input:2} node{id:4 name:'d'}",
			"4:a:0:0 1:b:0:0 2:c:0:0 3:d:0:0 3>4 1>2"},
		{"inside a RunMetadata", "step_stats { dev_stats { device: \"x\" node_stats { node_name: 'n' } } } cost_graph { " + two + " cost { cost: 1.5 dimension: 'memory' } }", "1:a:0.058:70"},
		{"separators, angles, hexadecimal, adjacent strings", "# comment {\nnode: < id: 0x7; name: \"a\" 'b', compute_cost : 58 # end\n >", "1:ab:0.058:0"},
		{"lists", "node{id:1} node{id:2} node { id: 3 control_input: [1, 2] output_info: [{size: 1}, {size: 2}] }", "1::0:0 2::0:0 3::0:3 1>3 2>3"},
		{"unknown fields of every sort", "versions { producer: -1.5e-3 } node { id: 1 device: \"gpu\" output_info { size: 3 dtype: DT_FLOAT shape { dim { size: 9 } dim <size: 9> } } " +
			"[type.example/x] { y: [1, 'a', {}] } is_final: true inaccurate: - inf }", "1::0:3"},
		{"escaped quotes", `node { name: "a\"b\\" }`, `1:a"b\:0:0`},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, err := jobgraph.ReadCostGraph("x", []byte(c.text))
			if err != nil {
				t.Fatal(err)
			}
			if got := summary(g); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			if err := g.Validate(); err != nil || g.Unit != jobgraph.Milliseconds {
				t.Error(err, g.Unit)
			}
		})
	}
	t.Run("as many inputs as edges are allowed", func(t *testing.T) {
		text := "node{name:'s'} node{id:1 " + strings.Repeat("input_info{preceding_node:0}", jobgraph.MaxEdges) + "}"
		if g, err := jobgraph.ReadCostGraph("x", []byte(text)); err != nil || len(g.Edges) != 1 {
			t.Error(err)
		}
	})
	t.Run("figures", func(t *testing.T) {
		g, err := jobgraph.ReadCostGraph("x", []byte("node { id: 1 compute_cost: 1500 persistent_memory_size: 64 temporary_memory_size: 99 output_info { size: 8 } }"))
		if err != nil {
			t.Fatal(err)
		}
		want := jobgraph.Op{ID: 1, Forward: 1.5, Backward: 3, ActivationBytes: 8, ParameterBytes: 64}
		if g.Ops[0] != want {
			t.Errorf("got %+v, want %+v", g.Ops[0], want)
		}
	})
}

func TestReadCostGraphRefuses(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "", "ops: the graph has no ops, expected at least 1"},
		{"a graph without costs", "node {\n  name: \"a\"\n  op: \"Const\"\n}", "line 3: op: this is a GraphDef, which has no costs; expected a CostGraphDef"},
		{"repeated id", "node { id: 1 }\nnode { id: 1 }", "line 2: id: node id 1 is already that of the node on line 1, expected every id once"},
		{"two nodes without id", "node { }\nnode { }", "line 2: id: node id 0 is already that of the node on line 1, expected every id once"},
		{"input from nowhere", "node { id: 1\ninput_info { preceding_node: 5 } }", "line 2: input_info.preceding_node: node 5 does not exist, expected the id of a node in the file"},
		{"control input from nowhere", "node { id: 1\ncontrol_input: 5 }", "line 2: control_input: node 5 does not exist, expected the id of a node in the file"},
		{"input of itself", "node { id: 3\ncontrol_input: 3 }", "line 2: node 3 is an input of itself, expected another node"},
		// The ids are those of the file, not the new ones.
		{"cycle", "node { id: 11 control_input: 12 }\nnode { id: 12\ncontrol_input: 11 }", "line 3: ops 12 -> 11 -> 12 form a cycle, expected a graph without cycles"},
		{"negative id", "node { id: -1 }", "line 1: id: -1 is out of range, expected a node id from 0 to 2147483647"},
		{"negative cost", "node {\ncompute_cost: -5 }", "line 2: compute_cost: -5 is out of range, expected a whole number from 0 to 1000000000000000000"},
		{"negative size", "node { output_info { size: -2 } }", "line 1: output_info.size: -2 is out of range, expected a whole number from -1 to 1000000000000000000"},
		{"sizes that add up to too much", "\nnode { output_info { size: 1000000000000000000 } output_info { size: 1000000000000000000 } }",
			"line 2: activationBytes: op 1: 2000000000000000000 is out of range, expected a number from 0 to 1e18"},
		{"cost that is no number", "node { compute_cost: nan }", `line 1: compute_cost: found "nan", expected a whole number`},
		{"cost with a fraction", "node { compute_cost: 1.5 }", `line 1: compute_cost: found "1.5", expected a whole number up to 2147483647 for ids and 2^63-1 for figures`},
		{"cost beyond any integer", "node { compute_cost: 99999999999999999999 }", `line 1: compute_cost: found "99999999999999999999", expected a whole number up to 2147483647 for ids and 2^63-1 for figures`},
		{"plus sign", "node { compute_cost: +5 }", `line 1: unexpected character "+", expected a field as in compute_cost: 58`},
		{"cost that is a string", "node { compute_cost: '5' }", `line 1: compute_cost: found "5", expected a whole number`},
		{"cost without colon", "node { compute_cost 5 }", `line 1: compute_cost: found "5", expected : and a whole number`},
		{"name that is no string", "node { name: 5 }", `line 1: name: found "5", expected a string as in name: "conv1"`},
		{"cut off in a node", "node {\n id: 1\n", "line 3: the text ends here, expected the name of a field or }"},
		{"cut off in a string", "node { name: \"abc\n }", "line 1: a string is not closed, expected \" before the end of the line"},
		{"wrong closing mark", "node { id: 1 >", `line 1: found ">", expected the name of a field or }`},
		{"closing mark too many", "node { id: 1 } }", `line 1: found "}", expected the name of a field`},
		{"binary", "node { \x00", `line 1: unexpected character "\x00", expected a field as in compute_cost: 58`},
		{"node that is no message", "node: 5", `line 1: node: found "5", expected {`},
		{"list that does not end", "node { control_input: [0, 0", "line 1: control_input: the text ends here, expected , or ]"},
		{"too many nodes", strings.Repeat("node{}\n", 100001), "line 100001: too many nodes, expected at most 100000"},
		{"too many inputs", "node { control_input: [0" + strings.Repeat(",0", 1000000), "line 1: control_input: too many inputs, expected at most 1000000 in all"},
		{"long unknown field", strings.Repeat("q", 1<<20) + ": }", "line 1: " + strings.Repeat("q", 40) + `: found "}", expected a value`},
		{"nested too deeply", "a " + strings.Repeat("{a ", 1<<20), "line 1: a: messages are nested too deeply, expected at most 32 levels"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, err := jobgraph.ReadCostGraph("x", []byte(c.text))
			if err == nil || g != nil || err.Error() != c.want {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
		})
	}
}
