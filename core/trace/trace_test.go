package trace_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/core/jobgraph"
	"rampart/core/trace"
	"rampart/policy/strategy"
)

func TestRead(t *testing.T) {
	want := []experiment.TraceJob{
		{ArrivalSeconds: 0, Graph: "resnet18", Beta: 0.5, TrainingSteps: 7},
		{ArrivalSeconds: 90, Graph: "gpt2_xl", Beta: 1},
		{ArrivalSeconds: 90, Graph: "resnet18", Beta: 0.1},
	}
	for name, file := range map[string]string{
		"seconds":       "arrivalSeconds,graph,beta,trainingSteps\n0,resnet18,0.5,7\n90,gpt2_xl,1,\n9e1,resnet18,.1,\n",
		"milliseconds":  "arrivalMilliseconds,graph,beta,trainingSteps\n0,resnet18,0.5,7\n90000,gpt2_xl,1,\n90000,resnet18,0.1,\n",
		"minutes":       "arrivalMinutes,graph,beta,trainingSteps\n0,resnet18,0.5,7\n1.5,gpt2_xl,1,\n1.5,resnet18,0.1,\n",
		"hours":         "arrivalHours,graph,beta,trainingSteps\n0,resnet18,0.5,7\n0.025,gpt2_xl,1,\n0.025,resnet18,0.1,\n",
		"another order": "beta,trainingSteps,graph,arrivalSeconds\n0.5,7,resnet18,0\n1,,gpt2_xl,90\n0.1,,resnet18,90",
		"as from Excel": "\uFEFF\"arrivalSeconds\",\"graph\", beta , trainingSteps\r\n0 , resnet18 , 0.5, 7\r\n\r\n90,\"gpt2_xl\",1,\r\n90,resnet18,0.1,\r\n",
		"more columns":  "user,arrivalSeconds,graph,beta,trainingSteps,status\n\"x, y\",0,resnet18,0.5,7,ok\n,90,gpt2_xl,1,,\n,90,resnet18,0.1,,\n",
	} {
		t.Run(name, func(t *testing.T) {
			got, err := trace.Read("my jobs.csv", []byte(file), experiment.Paper("B"))
			if err != nil {
				t.Fatal(err)
			}
			if x := got.Experiment; !reflect.DeepEqual(x.Workload.Jobs, want) || x.Name != "my jobs" || x.HorizonSeconds != 1e6 || got.Longer {
				t.Errorf("%+v, %v", x, got.Longer)
			}
			if ignored := strings.Join(got.Ignored, " "); (name == "more columns") != (ignored == "user status") {
				t.Errorf("left out: %q", ignored)
			}
			var names []string
			for _, g := range got.Experiment.Workload.Graphs {
				names = append(names, g.Name)
			}
			if !slices.Equal(names, append(jobgraph.PaperNames(), "gpt2_xl")) {
				t.Errorf("graphs %v", names)
			}
		})
	}
}

// A trace that is longer than the experiment gets a horizon behind its end.
func TestHorizon(t *testing.T) {
	for _, c := range []struct {
		last   string
		want   float64
		longer bool
	}{{"999999", 1e6, false}, {"1e6", 1_100_000, true}, {"1e12", 1e12, true}} {
		base := experiment.Paper("A")
		got, err := trace.Read("x", []byte("arrivalSeconds,graph,beta\n"+c.last+",gnmt,1\n"), base)
		if err != nil {
			t.Fatal(err)
		}
		if got.Experiment.HorizonSeconds != c.want || got.Longer != c.longer {
			t.Errorf("last arrival %s: horizon %v, %v", c.last, got.Experiment.HorizonSeconds, got.Longer)
		}
		if base.Workload.Jobs != nil || base.HorizonSeconds != 1e6 {
			t.Error("the base experiment was changed")
		}
	}
}

func TestRefuses(t *testing.T) {
	head := "arrivalSeconds,graph,beta,trainingSteps\n"
	for _, c := range []struct{ name, file, want string }{
		{"empty", "", "line 1: the file is empty, expected a line that names the columns: arrivalSeconds,graph,beta,trainingSteps"},
		{"no jobs", head, "line 2: the table has no jobs, expected at least one line behind the names of the columns"},
		{"no header", "0,gnmt,1\n", "line 1: the column arrivalSeconds (or arrivalMilliseconds, arrivalMinutes, arrivalHours) is missing, expected a line that names the columns"},
		{"semicolons", "arrivalSeconds;graph;beta\n", "line 1: the columns are not separated by commas"},
		{"no unit", "arrival,graph,beta\n", `line 1, column "arrival": the name says no unit, expected arrivalSeconds, arrivalMilliseconds, arrivalMinutes or arrivalHours`},
		{"another word without unit", "arrivalTime,graph,beta\n", `line 1, column "arrivalTime": the name says no unit`},
		{"a slip", "arrivalSeconds,graph,beta,trainingStep\n", `line 1, column "trainingStep": the column is not known (did you mean trainingSteps?)`},
		{"a capital letter", "arrivalSeconds,Graph,beta\n", `line 1, column "Graph": the column is not known (did you mean graph?)`},
		{"two units", "arrivalSeconds,graph,beta,arrivalHours\n", "line 1, column arrivalHours: the table has two columns of arrivals, expected one"},
		{"a column twice", "arrivalSeconds,graph,beta,beta\n", "line 1, column beta: the column is there twice, expected once"},
		{"no beta", "arrivalSeconds,graph\n", "line 1: the column beta is missing"},
		{"a cell is missing", head + "0,gnmt,1\n", "line 2: 3 cells, expected 4 as in the first line"},
		{"quotes", head + "0,gnmt,1,\n0,\"gn\"mt,1,\n", "line 3: the quotes are broken at character 6"},
		{"quotes without end", head + "0,\"gnmt,1,\n", "line 2: the quotes are broken"},
		{"a word for a time", head + "noon,gnmt,1,\n", `line 2, column arrivalSeconds: "noon" is not a number, expected one from 0`},
		{"hexadecimal", head + "0x10,gnmt,1,\n", `line 2, column arrivalSeconds: "0x10" is not a number`},
		{"negative", head + "-1,gnmt,1,\n", `line 2, column arrivalSeconds: "-1" is out of range, expected a time from 0 to 1e12 seconds`},
		{"infinite", head + "1e999,gnmt,1,\n", `line 2, column arrivalSeconds: "1e999" is not a number`},
		{"too late in hours", "arrivalHours,graph,beta\n1e9,gnmt,1\n", `line 2, column arrivalHours: "1e9" is out of range`},
		{"out of order", head + "5,gnmt,1,\n\n4.5,gnmt,1,\n", "line 4, column arrivalSeconds: 4.5 s is before the job in front of it, expected at least 5 s: sort the lines by arrival"},
		{"unknown graph", head + "5,gnnt,1,\n", `line 2, column graph: "gnnt" is no graph of the experiment nor a built-in one, expected one of alexnet, vgg16, `},
		{"unknown graph, hint", head + "5,gnnt,1,\n", "(did you mean gnmt?)"},
		{"beta of 0", head + "5,gnmt,0,\n", `line 2, column beta: "0" is not a number greater than 0 and up to 1`},
		{"beta in percent", head + "5,gnmt,50%,\n", `line 2, column beta: "50%" is not a number greater than 0 and up to 1`},
		{"no beta in a line", head + "5,gnmt,,\n", `line 2, column beta: "" is not a number`},
		{"half a step", head + "5,gnmt,1,0.5\n", `line 2, column trainingSteps: "0.5" is not a whole number from 1 to 1000000000, nor empty`},
		{"no steps", head + "5,gnmt,1,0\n", `line 2, column trainingSteps: "0" is not a whole number`},
		{"too much", head + strings.Repeat("x", experiment.MaxFileBytes), "33554472 bytes are too long"},
		{"too many columns", strings.Repeat("c,", 2000) + "\n", "line 1: 2001 columns are too many, expected at most 1000"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := trace.Read("x", []byte(c.file), experiment.Paper("A"))
			if err == nil || !strings.HasPrefix(err.Error(), c.want) && !(strings.HasPrefix(c.want, "(") && strings.Contains(err.Error(), c.want)) {
				t.Errorf("%v, %v, want %s", got, err, c.want)
			}
		})
	}
}

// TestRoundTrip runs an experiment, and again from the arrivals that it had: all
// jobs come out the same.
func TestRoundTrip(t *testing.T) {
	x := experiment.Paper("C")
	x.HorizonSeconds, x.Seeds = 100_000, []uint64{5}
	x.Workload.Interarrival = experiment.Distribution{Kind: "exponential", Mean: 900}
	odd := *graph(t, "alexnet")
	odd.Name = "=A1, \"quoted\""
	x.Workload.Graphs = append(x.Workload.Graphs, experiment.GraphRef{Name: odd.Name, Inline: &odd})
	x.Strategies = []experiment.StrategySpec{{Kind: "fixed", Degree: 8}}
	first := run(t, x)
	file := trace.AppendCSV(nil, first)
	back, err := trace.Read("x.csv", file, x)
	if err != nil {
		t.Fatalf("%v in\n%s", err, file)
	}
	second := run(t, back.Experiment)
	if len(first) < 90 || !reflect.DeepEqual(first, second) {
		for i := range first {
			if !reflect.DeepEqual(first[i], second[i]) {
				t.Fatalf("job %d of %d is\n%+v, was\n%+v", i, len(first), second[i], first[i])
			}
		}
		t.Errorf("%d jobs, %d", len(first), len(second))
	}
}

func graph(t *testing.T, name string) *jobgraph.Graph {
	g, err := jobgraph.Builtin(name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func run(t *testing.T, x *experiment.Experiment) []cluster.Job {
	t.Helper()
	r, err := experiment.NewRunner(x, strategy.New)
	if err != nil {
		t.Fatal(err)
	}
	result, err := r.Run(experiment.Unit{Seed: x.Seeds[0]}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return result.Jobs
}

// A table may be smaller than the experiment that it makes, which must fit too.
func TestTooManyJobs(t *testing.T) {
	for n, fits := range map[int]bool{60_000: true, 420_000: false} {
		var b strings.Builder
		b.WriteString("arrivalSeconds,graph,beta,trainingSteps\n")
		for range n {
			b.WriteString("0,squeezenet1_0,1,1000000000\n")
		}
		got, err := trace.Read("x", []byte(b.String()), experiment.Paper("A"))
		if fits != (err == nil) || err != nil && !strings.HasPrefix(err.Error(), "420000 jobs make an experiment of 3") {
			t.Errorf("%d jobs: %v", n, err)
		}
		if err == nil && len(got.Experiment.Workload.Jobs) != n {
			t.Errorf("%d jobs", len(got.Experiment.Workload.Jobs))
		}
	}
}

func TestIs(t *testing.T) {
	for text, want := range map[string]bool{
		"arrivalSeconds,graph,beta\n": true, "\uFEFFuser;arrival\n": true, "graph,\"arrivalHours\"\r\n1": true, "Arrival time\n": true,
		"": false, "0,gnmt,1\n": false, "strategy,seed,index,graph,arrivalSeconds\n": false, "x\narrivalSeconds,graph,beta": false,
		"node1 -- Input -- forward_compute_time=1": false,
	} {
		if got := trace.Is(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// FuzzRead wants any file to be refused or to give a valid experiment that comes
// back from its own table.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"arrivalSeconds,graph,beta,trainingSteps\n0,gnmt,0.5,50\n10,vgg16,1,\n",
		"\uFEFFgraph,\"arrivalHours\",beta,user\r\ngnmt,0.1,0.5,\"a,\"\"b\"\r\n",
		"arrivalMilliseconds,graph,beta\n1e14,gpt2_xl,1\n",
		"arrivalSeconds;graph;beta\n0;gnmt;1\n",
		"arrivalSeconds,graph,beta\n0,'gnmt,1\n\n\n",
		"arrivalSeconds,graph,beta\n0,\"gn\nmt\",1\n",
	} {
		f.Add([]byte(seed))
	}
	base := experiment.Paper("A")
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := trace.Read("x", data, base)
		if err != nil {
			if len(err.Error()) > 2000 {
				t.Fatalf("an error of %d characters", len(err.Error()))
			}
			return
		}
		if err := experiment.Validate(got.Experiment); err != nil {
			t.Fatal(err)
		}
		jobs := make([]cluster.Job, len(got.Experiment.Workload.Jobs))
		for i, j := range got.Experiment.Workload.Jobs {
			jobs[i] = cluster.Job{Graph: j.Graph, ArrivalSeconds: j.ArrivalSeconds, Beta: j.Beta, TrainingSteps: max(j.TrainingSteps, 1)}
		}
		back, err := trace.Read("x", trace.AppendCSV(nil, jobs), got.Experiment)
		if err != nil || len(back.Experiment.Workload.Jobs) != len(jobs) {
			t.Fatalf("%v", err)
		}
		for i, j := range back.Experiment.Workload.Jobs {
			if w := jobs[i]; fmt.Sprint(j) != fmt.Sprint(experiment.TraceJob{ArrivalSeconds: w.ArrivalSeconds, Graph: w.Graph, Beta: w.Beta, TrainingSteps: w.TrainingSteps}) {
				t.Fatalf("job %d is %+v, was %+v", i, j, w)
			}
		}
	})
}
