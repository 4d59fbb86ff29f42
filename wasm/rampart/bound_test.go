package main

import (
	"strings"
	"testing"
)

// eight is an experiment on eight servers under the paper's load.
const eight = `{"rampart":1,"cluster":{"groups":2,"racksPerGroup":2,"serversPerRack":2},"partition":{"maxDegree":8},"placer":"compact",
	"workload":{"interarrival":{"kind":"fixed","value":4000},"beta":{"preset":"B"}},"strategies":[{"kind":"max"}],"seeds":[0,7]}`

func TestExactBound(t *testing.T) {
	in(t, map[string]string{"eight.json": eight})
	status, out, errors := call("", "bound", "eight.json", "--exact", "--jobs", "20")
	for _, want := range []string{"Clairvoyant optimum", "seed 0", "seed 7", "all "} {
		if status != exitDone || !strings.Contains(out, want) {
			t.Fatalf("status %d, %q is missing, got\n%s%s", status, want, out, errors)
		}
	}
	if strings.Contains(out, "no proof") {
		t.Errorf("the optimum of 20 jobs is not proven:\n%s", out)
	}
	if _, again, _ := call("", "bound", "--workers", "2", "--jobs=20", "--exact", "eight.json"); again != out {
		t.Errorf("two workers find\n%s, one found\n%s", again, out)
	}
	if _, out, _ = call("", "bound", "eight.json", "--exact", "--jobs", "60", "--nodes", "1"); !strings.Contains(out, " to ") || !strings.Contains(out, "no proof") {
		t.Errorf("with one node, 60 jobs are told as proven:\n%s", out)
	}
}

func TestExactBoundRefuses(t *testing.T) {
	in(t, map[string]string{"eight.json": eight, "large.json": strings.Replace(eight, `"groups":2`, `"groups":32`, 1)})
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"eight.json", "--jobs", "5"}, "--jobs is for --exact"},
		{[]string{"eight.json", "--nodes", "5"}, "--nodes is for --exact"},
		{[]string{"eight.json", "--exact", "--jobs", "0"}, "--jobs 0 is out of range"},
		{[]string{"eight.json", "--exact", "--nodes", "0"}, "--nodes 0 is out of range"},
		{[]string{"large.json", "--exact"}, "128 servers are too many"},
	} {
		status, out, errors := call("", append([]string{"bound"}, test.args...)...)
		if status != exitUsage || out != "" || !strings.Contains(errors, test.want) || strings.Count(errors, "\n") != 1 {
			t.Errorf("%v: status %d, %q %q, want %q", test.args, status, out, errors, test.want)
		}
	}
}
