package experiment_test

import (
	"strings"
	"testing"

	"rampart/core/cluster"
	"rampart/core/experiment"
)

// Op 2 of this graph is a sink, and not the op of the largest number: its
// backward pass has no parents. Split in two, its parts wait for each other.
const twoSinks = `{"rampart":1,"horizonSeconds":1000,"seeds":[0],"strategies":[{"kind":"max"}],"partition":{"maxDegree":2},
	"rules":RULES,"workload":{"interarrival":{"kind":"fixed","value":400},"beta":{"kind":"fixed","value":1},"graphs":[
	{"name":"fork","source":"test","unit":"seconds","edges":[[1,2],[1,3]],"ops":[
	{"id":1,"type":"","forward":1,"backward":1,"activationBytes":8,"parameterBytes":8},
	{"id":2,"type":"","forward":1,"backward":1,"activationBytes":8,"parameterBytes":8},
	{"id":3,"type":"","forward":1,"backward":1,"activationBytes":8,"parameterBytes":8}]}]}}`

// A deadlock is named in the record of the job, and a switch takes it away.
func TestDeadlockIsNamed(t *testing.T) {
	for _, tc := range []struct {
		rules      string
		deadlocked int
		outcome    cluster.Outcome
		cause      cluster.Cause
	}{
		{`"reference"`, 3, cluster.Blocked, cluster.CauseJCT},
		{`{"base":"corrected","multiSinkGraphs":false}`, 3, cluster.Blocked, cluster.CauseJCT},
		{`{"base":"reference","multiSinkGraphs":true}`, 0, cluster.Completed, cluster.NoCause},
		{`"corrected"`, 0, cluster.Completed, cluster.NoCause},
	} {
		t.Run(tc.rules, func(t *testing.T) {
			x, err := experiment.Decode([]byte(strings.Replace(twoSinks, "RULES", tc.rules, 1)))
			if err != nil {
				t.Fatal(err)
			}
			r := run(t, x, experiment.Options{})
			job := &r.Runs[0].Jobs[0]
			if r.Runs[0].Deadlocked != tc.deadlocked || job.Outcome != tc.outcome || job.Cause != tc.cause {
				t.Fatalf("%d deadlocks; the first job is %s, %q", r.Runs[0].Deadlocked, job.Outcome, job.Cause)
			}
			file := experiment.AppendResult(nil, r)
			if n := strings.Count(string(file), `"cause":"jct","deadlocked":true,`); n != tc.deadlocked {
				t.Errorf("%d jobs of the file say deadlocked", n)
			}
			back, err := experiment.DecodeResult(file)
			if err != nil || back.Runs[0].Deadlocked != tc.deadlocked {
				t.Errorf("read as %v, %v", back, err)
			}
			forged := strings.Replace(string(file), `"outcome":"completed"`, `"outcome":"completed","deadlocked":true`, 1)
			if _, err := experiment.DecodeResult([]byte(forged)); tc.deadlocked == 0 && (err == nil || !strings.Contains(err.Error(), "deadlocked: true is not")) {
				t.Errorf("a forged deadlock: %v", err)
			}
		})
	}
}
