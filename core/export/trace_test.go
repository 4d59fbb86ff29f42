package export_test

import (
	"encoding/json"
	"strings"
	"testing"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/core/export"
	"rampart/core/exporttest"
)

func trace(t *testing.T, r *experiment.Result) *exporttest.Trace {
	t.Helper()
	got, err := exporttest.ReadTrace(export.AppendTrace(nil, r))
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// Every job of every run is where its record says, under all rules and placers
// and in clusters whose racks are the tracks.
func TestTraceHoldsEveryJob(t *testing.T) {
	for _, tc := range []struct {
		name   string
		change func(*experiment.Experiment)
	}{
		{"reference, first fit", nil},
		{"compact", func(x *experiment.Experiment) { x.Placer = experiment.Compact }},
		{"corrected", func(x *experiment.Experiment) {
			x.Rules, x.HorizonSeconds, x.Workload.Interarrival.Value, x.Partition.QuantumSeconds = experiment.Corrected, 20, 1, 1e-5
		}},
		{"racks", func(x *experiment.Experiment) {
			x.Cluster.Groups, x.Cluster.RacksPerGroup, x.Cluster.ServersPerRack = 8, 8, 8
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := small(t, tc.change)
			got := trace(t, r)
			for i := range r.Runs {
				checkRun(t, got, r, i)
			}
		})
	}
}

// checkRun compares the events of a run with its jobs.
func checkRun(t *testing.T, got *exporttest.Trace, r *experiment.Result, i int) {
	t.Helper()
	run := &r.Runs[i]
	bars, missed := map[int][]*exporttest.Event{}, map[int]int{}
	for k := range got.Events {
		e := &got.Events[k]
		if e.Process != i+1 || e.Phase != "X" && e.Phase != "i" {
			continue
		}
		var job int
		if err := json.Unmarshal(e.Args["job"], &job); err != nil {
			t.Fatal(err)
		}
		if e.Phase == "i" {
			missed[job]++
		} else {
			bars[job] = append(bars[job], e)
		}
	}
	racks := r.Experiment.Cluster.Servers() > 256
	for k := range run.Jobs {
		j := &run.Jobs[k]
		if want := map[bool]int{true: 1}[j.Cause != cluster.NoCause]; missed[k] != want {
			t.Errorf("job %d, blocked by %q, stands %d times among the blocked", k, j.Cause, missed[k])
		}
		want := 0
		if j.StartSeconds != nil {
			want = tracksOf(j.Servers, racks)
		}
		if len(bars[k]) != want {
			t.Errorf("job %d on %v has %d bars, want %d", k, j.Servers, len(bars[k]), want)
		}
		for _, e := range bars[k] {
			if *e.At != int64(*j.StartSeconds*1e6+.5) || e.Name != j.Graph {
				t.Errorf("job %d starts at %v, its bar %+v", k, *j.StartSeconds, e)
			}
			if j.EndSeconds != nil && *e.At+*e.Length != int64(*j.EndSeconds*1e6+.5) {
				t.Errorf("job %d ends at %v, its bar %+v", k, *j.EndSeconds, e)
			}
			for _, field := range []string{"graph", "beta", "degree", "jctSeconds"} {
				if e.Args[field] == nil {
					t.Errorf("job %d has no %s", k, field)
				}
			}
		}
	}
}

// tracksOf is the number of tracks of servers or, of racks if their names are
// cut.
func tracksOf(servers []string, racks bool) int {
	seen := map[string]bool{}
	for _, s := range servers {
		if racks {
			s = s[:strings.LastIndexByte(s, '-')]
		}
		seen[s] = true
	}
	return len(seen)
}

// The counter never leaves the cluster, and ends where the last job ends.
func TestTraceCountsServers(t *testing.T) {
	r := small(t, nil)
	last := map[int]int{}
	for _, e := range trace(t, r).Events {
		if e.Phase != "C" {
			continue
		}
		var n int
		if err := json.Unmarshal(e.Args["servers"], &n); err != nil || n < 0 || n > r.Experiment.Cluster.Servers() {
			t.Fatalf("%s servers in use: %v", e.Args["servers"], err)
		}
		last[e.Process] = n
	}
	for process, n := range last {
		if n != 0 {
			t.Errorf("process %d ends with %d servers in use", process, n)
		}
	}
}

// What does not fit into a reader's clock is drawn smaller, and says so.
func TestTraceOfLongTimes(t *testing.T) {
	start, end := 1e12, 1.5e12
	r := &experiment.Result{Experiment: experiment.Paper("A"), Runs: []experiment.Run{{Jobs: []cluster.Job{
		{Graph: "g", StartSeconds: &start, EndSeconds: &end, Servers: []string{"0-0-0", "9-9-9", "x", "0-0"}},
	}}}}
	got := trace(t, r)
	if !strings.HasPrefix(got.Other["timeUnit"], "one millisecond of the trace is one simulated second") {
		t.Errorf("the unit is said to be %q", got.Other["timeUnit"])
	}
	bars := 0
	for _, e := range got.Events {
		if e.Phase == "X" {
			bars++
			if *e.At != 1e15 || *e.Length != 5e14 {
				t.Errorf("%+v", e)
			}
		}
	}
	if bars != 1 {
		t.Errorf("%d bars: servers that the cluster has not are drawn", bars)
	}
}

func TestTraceOfNothing(t *testing.T) {
	data := export.AppendTrace(nil, &experiment.Result{Experiment: experiment.Paper("A")})
	if !json.Valid(data) || !strings.Contains(string(data), `"traceEvents":[`) {
		t.Errorf("got %s", data)
	}
}
