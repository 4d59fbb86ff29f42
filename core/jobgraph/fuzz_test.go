package jobgraph_test

import (
	"reflect"
	"strings"
	"testing"

	"rampart/core/jobgraph"
)

// accepted checks what must hold for every graph that a reader lets through.
func accepted(t *testing.T, g *jobgraph.Graph, err error) {
	if err != nil {
		if g != nil || strings.ContainsAny(err.Error(), "\r\n") || len(err.Error()) > 2000 {
			t.Fatalf("graph %v, error %q", g, err)
		}
		return
	}
	if err := g.Validate(); err != nil {
		t.Fatalf("accepted: %v", err)
	}
	again, err := jobgraph.DecodeJSON(jobgraph.EncodeJSON(g))
	if err != nil {
		t.Fatalf("round trip: %v", err)
	}
	if len(g.Edges) == 0 {
		again.Edges = g.Edges
	}
	if !reflect.DeepEqual(again, g) {
		t.Fatalf("round trip: %+v became %+v", g, again)
	}
	job := jobgraph.Mirror(g)
	if job.Stats.Edges != 2*len(g.Edges)+1 || len(job.Stats.Sources) == 0 {
		t.Fatalf("mirrored: %+v", job.Stats)
	}
}

func FuzzDecodeJSON(f *testing.F) {
	for _, s := range []string{
		pair,
		`{"unit":"milliseconds","ops":[{"id":1,"forward":1,"backward":2,"activationBytes":3,"parameterBytes":4}],"edges":[]}`,
		`{"unit":"seconds","ops":[{"id":1,"forward":-0,"backward":1e-12,"activationBytes":1e18,"parameterBytes":0.1}],"edges":[[1,1]]}`,
		`{"unit":"seconds","ops":[{}],"edges":[[1,2],[2,1]]}`, `[]`, `{"ops":null}`, "\uFEFF{}",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		g, err := jobgraph.DecodeJSON(data)
		accepted(t, g, err)
	})
}

func FuzzReadPipeDream(f *testing.F) {
	for _, s := range []string{
		"node1 -- A" + figures + "\r\nnode2 -- B(1, 2)" + figures + "\r\n\tnode1 -- node2\r\n\tnode1 -- node2",
		"node1 -- A" + strings.Replace(figures, "3.000", "[1; 2.5; 3]", 1), "\tnode2 -- node1\n", "node1 -- a -- b -- c" + figures,
		"node1 --  -- forward_compute_time=nan", "node0 -- x" + figures,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		g, err := jobgraph.ReadPipeDream("x", data)
		accepted(t, g, err)
	})
}

func FuzzReadCostGraph(f *testing.F) {
	for _, s := range []string{
		"node { name: \"_SOURCE\" }\nnode { name: \"a\" id: 1 output_info { size: 70 alias_input_port: -1 } control_input: 0 compute_cost: 58 }",
		"node { id: 2 input_info { preceding_node: 1 } }\nnode { id: 1 }", "cost_graph < node: [{id:1},{id:2 control_input:[1,1]}] >", "a{b{c:[1,'x',{}]}}#",
		"node { id: 1 control_input: 2 } node { id: 2 control_input: 1 }", "[x.y/z] { q: - inf } node { name: 'a\\'' \"b\" }", "node { id: 0x", "node { \"",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		g, err := jobgraph.ReadCostGraph("x", data)
		accepted(t, g, err)
		if err == nil {
			for _, e := range g.Edges {
				if e[0] >= e[1] {
					t.Fatalf("edge %v against the order of ids", e)
				}
			}
		}
	})
}

func FuzzRead(f *testing.F) {
	f.Add("a.json", []byte(pair))
	f.Add("vgg/graph.txt", []byte("node1 -- A"+figures))
	f.Add("g.pbtxt", []byte("# x\nnode\n{ }"))
	f.Add("", []byte("\x1f\x8b"))
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		g, err := jobgraph.Read(name, data)
		accepted(t, g, err)
	})
}
