package jobgraph_test

import (
	"strings"
	"testing"

	"rampart/core/jobgraph"
)

const figures = " -- forward_compute_time=1.000, backward_compute_time=2.000, activation_size=3.000, parameter_size=4.000"

func TestReadPipeDream(t *testing.T) {
	const plain = `{"name":"x","source":"PipeDream profile","unit":"milliseconds","ops":[` +
		`{"id":1,"type":"A","forward":1,"backward":2,"activationBytes":3,"parameterBytes":4},` +
		`{"id":2,"type":"B","forward":1,"backward":2,"activationBytes":3,"parameterBytes":4}],"edges":[[1,2]]}`
	one := func(description, activation string) string {
		return `{"name":"x","source":"PipeDream profile","unit":"milliseconds","ops":[{"id":1,"type":"` + description +
			`","forward":1,"backward":2,"activationBytes":` + activation + `,"parameterBytes":4}],"edges":[]}`
	}
	for _, c := range []struct{ name, text, want string }{
		{"as the profiler writes it", "node1 -- A" + figures + "\nnode2 -- B" + figures + "\n\tnode1 -- node2\n", plain},
		{"Windows line ends", "node1 -- A" + figures + "\r\nnode2 -- B" + figures + "\r\n\tnode1 -- node2\r\n", plain},
		{"no newline at the end, carriage return left", "node1 -- A" + figures + "\r\nnode2 -- B" + figures + "\r\n\tnode1 -- node2\r", plain},
		{"no newline at the end", "node1 -- A" + figures + "\nnode2 -- B" + figures + "\n\tnode1 -- node2", plain},
		{"edges before their ops", "\tnode1 -- node2\nnode1 -- A" + figures + "\nnode2 -- B" + figures, plain},
		{"edges without their tab", "node1 -- A" + figures + "\nnode2 -- B" + figures + "\nnode1 -- node2", plain},
		{"repeated edge", "node1 -- A" + figures + "\nnode2 -- B" + figures + "\n\tnode1 -- node2\n\tnode1 -- node2", plain},
		{"blank lines and a byte order mark", "\uFEFF\n\nnode1 -- A" + figures + "\n  \nnode2 -- B" + figures + "\n\tnode1 -- node2\n\n", plain},
		// Places mean nothing once fields are found by name.
		{"fields in another order", "node1 -- A -- parameter_size=4, activation_size=3, backward_compute_time=2, forward_compute_time=1", one("A", "3")},
		{"a field more", "node1 -- A" + figures + ", device=gpu", one("A", "3")},
		{"a stage behind", "node1 -- A" + figures + " -- stage_id=2", one("A", "3")},
		{"commas and parentheses", "node1 -- Conv2d(3, 64, kernel_size=(3, 3))" + figures, one("Conv2d(3, 64, kernel_size=(3, 3))", "3")},
		{"double spaces stay", "node1 -- EmuBidirLSTM(  (bidir): LSTM(1, 1)  (layer1): LSTM(1, 1))" + figures, one("EmuBidirLSTM(  (bidir): LSTM(1, 1)  (layer1): LSTM(1, 1))", "3")},
		{"separator in the description", "node1 -- a -- b" + figures, one("a -- b", "3")},
		{"no description", "node1 -- " + figures, one("", "3")},
		{"description that looks like figures", "node1 -- forward_compute_time=9" + figures, one("forward_compute_time=9", "3")},
		{"description that is not UTF-8", "node1 -- caf\xe9" + figures, one("caf\uFFFD", "3")},
		{"list of activations", "node1 -- A" + strings.Replace(figures, "3.000", "[6291456.0; 131072.0; 131072.5]", 1), one("A", "6553600.5")},
		{"list of one", "node1 -- A" + strings.Replace(figures, "3.000", "[7]", 1), one("A", "7")},
		{"exponent", "node1 -- A" + strings.Replace(figures, "3.000", "1.5e+3", 1), one("A", "1500")},
		{"minus zero", "node1 -- A" + strings.Replace(figures, "3.000", "-0.0", 1), one("A", "0")},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, err := jobgraph.ReadPipeDream("x", []byte(c.text))
			if err != nil {
				t.Fatal(err)
			}
			if got := string(jobgraph.AppendJSON(nil, g)); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestReadPipeDreamRefuses(t *testing.T) {
	with := func(old, new string) string { return "\nnode1 -- A" + strings.Replace(figures, old, new, 1) }
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "", "ops: the graph has no ops, expected at least 1"},
		{"edges only", "\tnode1 -- node2", "ops: the graph has no ops, expected at least 1"},
		{"prose", "node1 -- A" + figures + "\nhello", `line 2: "hello" is neither an op (node1 -- description -- figures) nor an edge (node1 -- node2)`},
		{"op without figures", "node1 -- A", `line 1: "A" is no op, expected node and a number as in node7`},
		{"op that is no node", "edge1 -- A" + figures, `line 1: "edge1" is no op, expected node and a number as in node7`},
		{"negative id", "node-1 -- A" + figures, `line 1: "node-1" is no op, expected node and a number as in node7`},
		{"id beyond any integer", "node99999999999999999999 -- A" + figures, `line 1: "node99999999999999999999" is no op, expected node and a number as in node7`},
		{"figure missing", with("activation_size=3.000, ", ""), "line 2: activation_size: op 1 lacks the field, expected activation_size= and a number"},
		{"all figures missing", "node1 -- A -- B", "line 1: forward_compute_time: op 1 lacks the field, expected forward_compute_time= and a number"},
		{"figure twice", with("activation_size=3.000", "activation_size=3, activation_size=4"), "line 2: activation_size: op 1 has the field twice, expected it once"},
		{"no number", with("3.000", "many"), `line 2: activation_size: op 1: "many" is no number, expected a number from 0 to 1e18`},
		{"empty", with("3.000", ""), `line 2: activation_size: op 1: "" is no number, expected a number from 0 to 1e18`},
		{"negative", with("1.000", "-1"), "line 2: forward_compute_time: op 1: -1 is out of range, expected a number from 0 to 1e18"},
		{"NaN", with("2.000", "NaN"), `line 2: backward_compute_time: op 1: "NaN" is no number, expected a number from 0 to 1e18`},
		{"infinity", with("2.000", "inf"), `line 2: backward_compute_time: op 1: "inf" is no number, expected a number from 0 to 1e18`},
		{"overflow", with("2.000", "1e999"), `line 2: backward_compute_time: op 1: "1e999" is no number, expected a number from 0 to 1e18`},
		{"hexadecimal", with("3.000", "0x10"), `line 2: activation_size: op 1: "0x10" is no number, expected a number from 0 to 1e18`},
		{"too large", with("3.000", "2e18"), "line 2: activation_size: op 1: 2000000000000000000 is out of range, expected a number from 0 to 1e18"},
		{"negative in a list", with("3.000", "[5; -1]"), "line 2: activation_size: op 1: -1 is out of range, expected a number from 0 to 1e18"},
		{"sum too large", with("3.000", "[1e18; 1e18]"), "line 2: activation_size: op 1: 2000000000000000000 is out of range, expected a number from 0 to 1e18"},
		{"empty list", with("3.000", "[]"), `line 2: activation_size: op 1: "[]" is no number, expected a number from 0 to 1e18`},
		{"open list", with("3.000", "[1; 2"), `line 2: activation_size: op 1: "[1; 2" is no number, expected ] at the end of a list`},
		{"repeated op", "node1 -- A" + figures + "\nnode1 -- A" + figures, "line 2: id: id 1 is already that of ops[0], expected every id once"},
		{"gap in the ids", "node1 -- A" + figures + "\nnode3 -- A" + figures, "line 2: id: id 3 is out of range, expected the ids of 2 ops to be 1 to 2"},
		{"edge to nowhere", "node1 -- A" + figures + "\n\tnode1 -- node2", "line 2: op 2 of edge [1, 2] does not exist, expected ids from 1 to 1"},
		{"edge to nothing", "node1 -- A" + figures + "\n\tnode1 -- ", `line 2: "" is no op, expected node and a number as in node7`},
		{"loop of one", "node1 -- A" + figures + "\n\tnode1 -- node1", "line 2: edge [1, 1] leads from op 1 to itself, expected two different ops"},
		{"cycle", "node1 -- A" + figures + "\nnode2 -- A" + figures + "\n\tnode1 -- node2\n\tnode2 -- node1", "line 4: ops 1 -> 2 -> 1 form a cycle, expected a graph without cycles"},
		{"line without end", "\n" + strings.Repeat(" -- ", 1<<20), "line 2: the line has 4194304 bytes, expected at most 65536"},
		{"long lines are not repeated", strings.Repeat("x", 60000), `line 1: "` + strings.Repeat("x", 40) + `..." is neither an op (node1 -- description -- figures) nor an edge (node1 -- node2)`},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, err := jobgraph.ReadPipeDream("x", []byte(c.text))
			if err == nil || g != nil || err.Error() != c.want {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
		})
	}
}
