package wire

import (
	"reflect"
	"testing"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/policy/strategy"
)

// played is the jobs of a run with all outcomes.
func played(t testing.TB) []cluster.Job {
	t.Helper()
	x := experiment.Paper("A")
	x.HorizonSeconds = 2e5
	x.Strategies = []experiment.StrategySpec{{Kind: "fixed", Degree: 8}}
	r, err := experiment.NewRunner(x, strategy.New)
	if err != nil {
		t.Fatal(err)
	}
	run, err := r.Run(experiment.Unit{Seed: 2}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return run.Jobs
}

// What is packed comes back as it was, also inside a reply.
func TestPackedJobs(t *testing.T) {
	seconds := 0.1
	for name, jobs := range map[string][]cluster.Job{
		"a run":        played(t),
		"one":          {{Graph: "a", Outcome: cluster.Undecided}},
		"some times":   {{Graph: "β\n", EndSeconds: &seconds, ComputationSeconds: &seconds, Servers: []string{"0-0-1", "x"}, ValidDegrees: []int{0, 1024}, Channels: 1 << 30}},
		"a tiny cause": {{Cause: "other"}, {Index: 1, Cause: cluster.CauseJCT}},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := UnpackJobs(PackJobs(jobs))
			if err != nil || !reflect.DeepEqual(got, jobs) {
				t.Errorf("%v: %+v became %+v", err, jobs[0], got)
			}
			reply := Reply{ID: 3, Kind: KindJobs, Unit: Unit{Seed: 9}, Decided: 4000, Total: 1 << 20, Jobs: jobs}
			text := string(reply.Text())
			for i := range jobs {
				jobs[i].Index += 4000
			}
			back, err := ParseReply(text)
			if err != nil || !reflect.DeepEqual(*back, reply) {
				t.Errorf("%v: the reply became %+v", err, back)
			}
		})
	}
}

// Whatever is cut or altered is an error or other jobs, never a crash.
func TestBrokenJobs(t *testing.T) {
	data := PackJobs(played(t)[:20])
	for n := range data {
		if _, err := UnpackJobs(data[:n]); err == nil {
			t.Fatalf("%d of %d bytes are taken", n, len(data))
		}
	}
	if _, err := UnpackJobs(append(data, 0)); err == nil {
		t.Error("a byte too much is taken")
	}
	for _, text := range []string{"{}\n!", "{}\nAAAA", `{"kind":"run"}` + "\n/////w=="} {
		if _, err := ParseReply(text); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}

func FuzzUnpackJobs(f *testing.F) {
	f.Add(PackJobs(played(f)[:5]))
	f.Add([]byte{0, 0, 0, 0, 0, 0, 0})
	f.Add([]byte{1, 0xff, 0xff, 0xff, 0xff, 0x0f})
	f.Fuzz(func(t *testing.T, data []byte) {
		jobs, err := UnpackJobs(data)
		if err != nil {
			return
		}
		again, err := UnpackJobs(PackJobs(jobs))
		if err != nil || len(again) != len(jobs) {
			t.Errorf("%d jobs became %d: %v", len(jobs), len(again), err)
		}
	})
}
