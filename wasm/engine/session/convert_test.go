package session

import (
	"fmt"
	"strings"
	"testing"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/core/jobgraph"
	"rampart/wasm/wire"
)

// graphJSON is a small graph in the contract's form.
const graphJSON = `{"name":"tiny","unit":"seconds","ops":[{"id":1,"type":"a","forward":1,"backward":2,"activationBytes":3,"parameterBytes":4}],"edges":[]}`

func TestConvert(t *testing.T) {
	result := experiment.Result{Engine: "test", Experiment: experiment.Default(), Digest: "sha256:" + strings.Repeat("0", 64)}
	tests := []struct {
		name, fileName, file string
		experiment           bool
		graphName            string
	}{
		{"an experiment", "x.json", `{"rampart":1,"name":"mine"}`, true, ""},
		{"a result: its experiment is taken", "r.json", string(experiment.AppendResult(nil, &result)), true, ""},
		{"a graph", "g.json", graphJSON, false, "tiny"},
		{"a PipeDream profile takes the name of its file", "net.txt",
			"node1 -- Conv -- forward_compute_time=1.0, backward_compute_time=2.0, activation_size=3.0, parameter_size=4.0\n", false, "net"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			reply, err := convert(test.fileName, test.file, nil)
			if err != nil {
				t.Fatal(err)
			}
			if reply.Kind != wire.KindImported {
				t.Errorf("kind %s", reply.Kind)
			}
			if test.experiment {
				if _, err := experiment.Decode(reply.Experiment); err != nil || reply.Graph != nil {
					t.Errorf("got experiment %s, graph %s: %v", reply.Experiment, reply.Graph, err)
				}
				return
			}
			g, err := jobgraph.DecodeJSON(reply.Graph)
			if err != nil || g.Name != test.graphName || reply.Experiment != nil {
				t.Errorf("got graph %s, experiment %s: %v", reply.Graph, reply.Experiment, err)
			}
		})
	}
}

// A table of arrivals becomes the experiment that came with it, with a trace in
// place of the generator; what is wrong with a table names its line and column.
func TestConvertTable(t *testing.T) {
	base := experiment.Paper("D")
	base.Cluster.Groups = 8
	reply, err := convert("day.csv", "user,arrivalHours,graph,beta\na,400,gnmt,0.5\n", experiment.AppendCanonical(nil, base))
	if err != nil || reply.Kind != wire.KindImported || reply.Message != "The column \"user\" was left out. The horizon is 1584000 s, behind the last arrival." {
		t.Fatalf("%+v, %v", reply, err)
	}
	x, err := experiment.Decode(reply.Experiment)
	if err != nil || x.Cluster.Groups != 8 || x.Name != "day" || x.Workload.Jobs[0].ArrivalSeconds != 1_440_000 {
		t.Errorf("%+v, %v", x, err)
	}
	for file, want := range map[string]string{
		"arrivalSeconds,graph,beta\n0,gnnt,1\n": "line 2, column graph: \"gnnt\" is no graph",
		"time,graph,beta\n0,gnmt,1\n":           "line 1: the column arrivalSeconds (or ",
	} {
		if _, err := convert("day.csv", file, nil); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", file, err, want)
		}
	}
}

// A result comes without its jobs, and their digest is that of what the file
// holds, not what it says of it.
func TestConvertResult(t *testing.T) {
	job := cluster.Job{Graph: "alexnet", Beta: 0.5, TrainingSteps: 1, Outcome: cluster.Completed, ValidDegrees: []int{0}}
	jobs := []cluster.Job{job, job}
	right := experiment.Run{Seed: 1, JobsDigest: experiment.JobsDigest(jobs), Jobs: jobs}
	altered := right
	altered.Jobs = []cluster.Job{job}
	bare := right
	bare.Jobs = nil
	for _, tc := range []struct {
		name string
		run  experiment.Run
		want string
	}{
		{"as it was saved", right, right.JobsDigest},
		{"a job is missing", altered, experiment.JobsDigest(altered.Jobs)},
		{"without jobs", bare, right.JobsDigest},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := experiment.Result{Engine: "test", Experiment: experiment.Default(), Digest: "sha256:" + strings.Repeat("0", 64), Runs: []experiment.Run{tc.run}}
			reply, err := convert("r.json", string(experiment.AppendResultFile(nil, &r)), nil)
			if err != nil {
				t.Fatal(err)
			}
			got, err := experiment.DecodeResult(reply.Result)
			if err != nil {
				t.Fatal(err)
			}
			if got.Digest != r.Digest || len(got.Runs) != 1 || got.Runs[0].Jobs != nil || got.Runs[0].JobsDigest != tc.want {
				t.Errorf("got %s", reply.Result)
			}
		})
	}
}

// What is wrong with a file is said in its own terms: a broken experiment is
// not called a broken graph.
func TestConvertRefuses(t *testing.T) {
	tests := []struct{ name, file, want string }{
		{"an experiment out of range", `{"rampart":1,"cluster":{"groups":0}}`, "cluster.groups: "},
		{"an experiment with an unknown field", `{"rampart":1,"clutser":{}}`, "clutser"},
		{"a result with a broken experiment", `{"rampart":1,"experiment":{"rampart":1,"queueCapacity":-1}}`, "experiment.queueCapacity: "},
		{"a result with a broken run", `{"rampart":1,"engine":"1","experiment":{"rampart":1},"digest":"sha256:` + strings.Repeat("0", 64) + `","runs":[{"strategy":9}],"summaries":[]}`, "runs[0]"},
		{"a graph without ops", `{"unit":"seconds","edges":[]}`, "ops"},
		{"broken JSON", `{"rampart":1,`, "line 1"},
		{"nothing", "", "empty"},
		{"something else", "\x00\x01\x02 PNG", "none of the known formats"},
		{"a list", "[]", "expected an object"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			reply, err := convert("file", test.file, nil)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %+v and error %v, want one that says %q", reply, err, test.want)
			}
		})
	}
}

// Whatever the file, an import answers with one of the two or an error, and
// what it answers can be read again.
func FuzzConvert(f *testing.F) {
	for _, seed := range []string{`{"rampart":1}`, graphJSON, "node1 -- Conv -- forward_compute_time=1", "[", "", `{"experiment":{}}`, `{"rampart":{}}`} {
		f.Add("name.txt", seed)
	}
	f.Fuzz(func(t *testing.T, name, file string) {
		reply, err := convert(name, file, nil)
		if err != nil {
			return
		}
		if reply.Experiment != nil {
			_, err = experiment.Decode(reply.Experiment)
		} else if reply.Graph != nil {
			_, err = jobgraph.DecodeJSON(reply.Graph)
		} else {
			err = fmt.Errorf("neither")
		}
		if err != nil {
			t.Errorf("%q became %s %s: %v", file, reply.Experiment, reply.Graph, err)
		}
	})
}
