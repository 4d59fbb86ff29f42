package main

import (
	"os"
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/core/jobgraph"
)

const arrivalsTable = "arrivalMinutes,graph,beta,trainingSteps,user\n0,gnmt,0.5,,a\n20,resnet18,0.75,10,b\n20,bert_large,1,,a\n"

// A table of arrivals becomes an experiment that runs: the default one's, or
// that of a file with the trace in place of its generator.
func TestImportTrace(t *testing.T) {
	in(t, map[string]string{"day.csv": arrivalsTable, "tiny.json": tiny, "late.csv": "arrivalHours,graph,beta\n400,gnmt,1\n"})
	for _, c := range []struct{ args, errors, name string }{
		{"import day.csv -o out.json", "rampart: day.csv: The column \"user\" was left out.\n", "day"},
		{"import day.csv --experiment tiny.json -o out.json", "rampart: day.csv: The column \"user\" was left out.\n", "tiny"},
		{"import late.csv -o out.json", "rampart: late.csv: The horizon is 1584000 s, behind the last arrival.\n", "late"},
	} {
		status, out, errors := call("", strings.Fields(c.args)...)
		if status != exitDone || out != "" || errors != c.errors {
			t.Fatalf("%s: status %d, %q, %q", c.args, status, out, errors)
		}
		status, out, errors = call("", "run", "out.json", "--format", "csv", "--rows", "runs")
		want := "3"
		if c.name == "late" {
			want = "1"
		}
		if lines := strings.Split(out, "\n"); status != exitDone || !strings.Contains(lines[1], ","+want+",") {
			t.Errorf("%s: run: status %d, %q, %q", c.args, status, errors, out)
		}
	}
	data, err := os.ReadFile("out.json")
	if err != nil {
		t.Fatal(err)
	}
	if x, err := experiment.Decode(data); err != nil || x.Name != "late" || x.Workload.Jobs[0].ArrivalSeconds != 1_440_000 {
		t.Errorf("%+v, %v", x, err)
	}
	status, out, errors := call("", "inspect", "day.csv")
	for _, want := range []string{"Table of arrivals          3 jobs from 0 to 1200 s\n", "gnmt: 1 job\n", "bert_large: 1 job\n", "Columns left out           user\n"} {
		if status != exitDone || !strings.Contains(out, want) {
			t.Errorf("inspect: status %d, %q, %q, want %q", status, errors, out, want)
		}
	}
	// From standard input, and back from a run.
	status, out, errors = call(arrivalsTable, "import", "-")
	if status != exitDone || !strings.HasPrefix(errors, "rampart: -: The column") {
		t.Fatalf("status %d, %q", status, errors)
	}
	status, back, errors := call(out, "run", "-", "--format", "csv", "--rows", "arrivals")
	if want := "arrivalSeconds,graph,beta,trainingSteps\n0,gnmt,0.5,50\n1200,resnet18,0.75,10\n1200,bert_large,1,50\n"; status != exitDone || back != want {
		t.Errorf("status %d, %q, %q", status, errors, back)
	}
}

func TestImportRefuses(t *testing.T) {
	in(t, map[string]string{
		"day.csv": arrivalsTable, "bad.csv": "arrivalSeconds,graph,beta\n0,gnmt,1\n1,gnmt,1.5\n", "tiny.json": tiny, "none.csv": "time,graph,beta\n",
		"two.txt": "node1 -- Input -- forward_compute_time=1.5, backward_compute_time=0, activation_size=8, parameter_size=0\n",
	})
	for _, c := range []struct{ args, want string }{
		{"import bad.csv", "rampart: bad.csv: line 3, column beta: \"1.5\" is not a number greater than 0 and up to 1\n"},
		{"import none.csv", "rampart: none.csv: line 1: the column arrivalSeconds (or arrivalMilliseconds, arrivalMinutes, arrivalHours) is missing"},
		{"import two.txt --experiment tiny.json", "rampart: two.txt: this is no table of arrivals, which --experiment is for\n"},
		{"import day.csv --experiment missing.json", "rampart: missing.json: no such file or directory\n"},
		{"import day.csv --experiment two.txt", "rampart: two.txt: line 1, column "},
	} {
		status, out, errors := call("", strings.Fields(c.args)...)
		if status != exitUsage || out != "" || !strings.HasPrefix(errors, c.want) || strings.Count(errors, "\n") != 1 {
			t.Errorf("%s: status %d, %q, %q", c.args, status, out, errors)
		}
	}
}

// A built-in graph is written as it is; a shape of one's own is another graph.
func TestGraph(t *testing.T) {
	in(t, nil)
	for _, name := range []string{"gnmt", "gpt2_xl"} {
		g, err := jobgraph.Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		if status, out, errors := call("", "graph", name); status != exitDone || errors != "" || out != string(jobgraph.EncodeJSON(g)) {
			t.Errorf("%s: status %d, %s", name, status, errors)
		}
	}
	for _, c := range []struct {
		args, name string
		unit       jobgraph.Unit
		ops        int
		source     string
	}{
		{"graph transformer", "transformer", jobgraph.Milliseconds, 628, "decoder of 48 layers, width 1600"},
		{"graph transformer --encoder --unit seconds", "transformer", jobgraph.Seconds, 319, "encoder of 24 layers, width 1024"},
		{"graph gpt2_xl --layers 12 --hidden 768 --heads 12 --name gpt2", "gpt2", jobgraph.Milliseconds, 160, "decoder of 12 layers, width 768, 12 heads, sequences of 1024"},
		{"graph bert_large_128 --sequence 1024 --batch 8", "bert_large_128", jobgraph.Milliseconds, 319, "sequences of 1024 tokens, vocabulary of 30522, batch of 8"},
		{"graph transformer --device H100 --flops 989e12 --bandwidth 3.35e12 --efficiency 0.4", "transformer", jobgraph.Milliseconds, 628, "on H100: 989000000000000 FLOP/s x 0.4, 3350000000000 B/s"},
	} {
		status, out, errors := call("", strings.Fields(c.args)...)
		if status != exitDone || errors != "" {
			t.Errorf("%s: status %d, %s", c.args, status, errors)
			continue
		}
		g, err := jobgraph.DecodeJSON([]byte(out))
		if err != nil || g.Name != c.name || g.Unit != c.unit || len(g.Ops) != c.ops || !strings.Contains(g.Source, c.source) {
			t.Errorf("%s: %v, %s, %s, %d ops, %s", c.args, err, g.Name, g.Unit, len(g.Ops), g.Source)
		}
	}
	for _, c := range []struct{ args, want string }{
		{"graph", "rampart: graph takes one file"},
		{"graph gpt3", `rampart: gpt3: "gpt3" is no built-in graph, expected one of alexnet, `},
		{"graph gnmt --layers 3", "rampart: gnmt: this graph is that of a profile and takes no shape, expected one of bert_large, bert_large_128, gpt2_xl, transformer"},
		{"graph gpt2_xl --encoder", "rampart: gpt2_xl: --encoder is for the model transformer"},
		{"graph transformer --heads 7", "rampart: transformer: heads: 7 heads do not share a width of 1600 evenly"},
		{"graph transformer --layers 0", "rampart: transformer: layers: 0 is out of range, expected an integer from 1 to 1000"},
		{"graph transformer --layers x", "rampart: graph: invalid value"},
		{"graph transformer --efficiency 2", "rampart: transformer: efficiency: 2 is out of range"},
		{"graph transformer --unit hours", `rampart: transformer: unit: "hours" is not known, expected one of milliseconds, seconds`},
	} {
		status, out, errors := call("", strings.Fields(c.args)...)
		if status != exitUsage || out != "" || !strings.HasPrefix(errors, c.want) || strings.Count(errors, "\n") != 1 {
			t.Errorf("%s: status %d, %q, %q", c.args, status, out, errors)
		}
	}
}
