package wire

import (
	"reflect"
	"runtime"
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

// unpack reads one piece.
func unpack(piece []byte) ([]cluster.Job, error) {
	r := NewJobsReader(len(piece) / leastJob)
	err := r.Read(piece)
	return r.Jobs(), err
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
			piece := new(JobsPacker).Pack(jobs)
			got, err := unpack(piece)
			if err != nil || !reflect.DeepEqual(got, jobs) {
				t.Errorf("%v: %+v became %+v", err, jobs[0], got)
			}
			reply := Reply{ID: 3, Kind: KindJobs, Unit: Unit{Seed: 9}, Decided: 4000, Total: 1 << 20, Jobs: piece}
			back, err := ParseReply(string(reply.Text()))
			if err != nil || !reflect.DeepEqual(*back, reply) {
				t.Errorf("%v: the reply became %+v", err, back)
			}
		})
	}
}

// Pieces make up the run, and go on doing so when nothing but the jobs is kept and
// the memory around them is used again and again.
func TestPiecesOfJobs(t *testing.T) {
	want := played(t)
	var p JobsPacker
	r := NewJobsReader(len(want))
	for first := 0; first < len(want); first += 30 {
		if err := r.Read(p.Pack(want[first:min(first+30, len(want))])); err != nil {
			t.Fatal(err)
		}
	}
	jobs := r.Jobs()
	r, p = nil, JobsPacker{}
	for range 20 {
		runtime.GC()
		var rubbish [][]float64
		for range 2000 {
			rubbish = append(rubbish, []float64{1, 2, 3, 4, 5})
		}
		runtime.KeepAlive(rubbish)
	}
	if !reflect.DeepEqual(jobs, want) {
		t.Error("the jobs are others now")
	}
	var one JobsPacker
	if err := NewJobsReader(len(want) - 1).Read(one.Pack(want)); err == nil {
		t.Error("more jobs than were announced are taken")
	}
}

// Whatever is cut or altered is an error or other jobs, never a crash.
func TestBrokenJobs(t *testing.T) {
	data := new(JobsPacker).Pack(played(t)[:20])
	for n := range data {
		if _, err := unpack(data[:n]); err == nil {
			t.Fatalf("%d of %d bytes are taken", n, len(data))
		}
	}
	if _, err := unpack(append(data, 0)); err == nil {
		t.Error("a byte too much is taken")
	}
	for _, text := range []string{"{}\n!", `{"kind":"jobs"}` + "\nA"} {
		if _, err := ParseReply(text); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}

func FuzzJobsReader(f *testing.F) {
	f.Add(new(JobsPacker).Pack(played(f)[:5]))
	f.Add([]byte{0, 0, 0, 0, 0, 0, 0})
	f.Add([]byte{1, 0xff, 0xff, 0xff, 0xff, 0x0f})
	f.Fuzz(func(t *testing.T, data []byte) {
		jobs, err := unpack(data)
		if err != nil {
			return
		}
		again, err := unpack(new(JobsPacker).Pack(jobs))
		if err != nil || len(again) != len(jobs) {
			t.Errorf("%d jobs became %d: %v", len(jobs), len(again), err)
		}
	})
}
