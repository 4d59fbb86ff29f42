package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"rampart/core/experiment"
	"rampart/policy/builtin"
	"rampart/policy/checkpoint"
	"rampart/policy/train"
)

// lesson is an experiment that trains in no time.
const lesson = `{"rampart": 1, "name": "Lesson", "horizonSeconds": 30000, "seeds": [4], "strategies": [{"kind": "max"}], "train": {"environments": 2,
	"rollout": 20, "minibatch": 20, "passes": 2, "totalSteps": 400, "evaluateEvery": 2, "evaluationSeeds": [1, 2], "gamma": 0.9,
	"model": {"message": 4, "hidden": 6, "out": 4, "graphOut": 4, "headHidden": 5}}}`

func read(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// A training leaves its policy and its checkpoint, the same for any number of
// workers, and says how good the policy is.
func TestTrain(t *testing.T) {
	in(t, map[string]string{"lesson.json": lesson})
	status, out, errors := call("", "train", "lesson.json", "--workers", "1", "--seed", "3")
	if status != exitDone || errors != "" {
		t.Fatalf("status %d, %s", status, errors)
	}
	for _, want := range []string{"400 steps in 10 iterations (all steps are done)", "Policy after", "Maximum parallelism (Para_max)", "Fixed 16", " ± ", "policy.safetensors: sha256:"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
	if got := names(t); got != "lesson.json policy.safetensors policy.training.safetensors" {
		t.Errorf("files: %s", got)
	}
	p, _, err := checkpoint.Decode(read(t, "policy.safetensors"))
	if err != nil || p.Name != "Lesson" || p.Seed != 3 || p.Notes != "rampart train lesson.json --workers 1 --seed 3" || p.Evaluation == nil {
		t.Errorf("policy %+v: %v", p, err)
	}
	if !strings.Contains(out, p.Digest()) {
		t.Errorf("the digest %s is not in\n%s", p.Digest(), out)
	}
	if status, _, errors := call(lesson, "train", "-", "--seed=3", "-o", "b.safetensors", "--workers=2", "--quiet"); status != exitDone {
		t.Fatal(errors)
	}
	if !bytes.Equal(read(t, "policy.training.safetensors"), read(t, "b.training.safetensors")) {
		t.Error("two workers train another policy than one")
	}
}

// A training that was ended early goes on as if it had not been.
func TestTrainResumes(t *testing.T) {
	in(t, map[string]string{"lesson.json": lesson, "other.json": strings.Replace(lesson, `"gamma": 0.9`, `"gamma": 0.8`, 1)})
	if status, _, errors := call("", "train", "lesson.json", "-o", "whole", "--steps", "400"); status != exitDone {
		t.Fatal(errors)
	}
	x, err := experiment.Decode([]byte(lesson))
	if err != nil {
		t.Fatal(err)
	}
	s, err := train.Decode(x.Train)
	if err != nil {
		t.Fatal(err)
	}
	se, err := train.New(x, s, 1)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if _, err := se.Iterate(nil); err != nil {
			t.Fatal(err)
		}
	}
	half, err := se.Save()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("half", half, 0o666); err != nil {
		t.Fatal(err)
	}
	if status, _, errors := call("", "train", "lesson.json", "-o", "rest", "--resume", "half"); status != exitDone {
		t.Fatal(errors)
	}
	if !bytes.Equal(read(t, "whole.training.safetensors"), read(t, "rest.training.safetensors")) {
		t.Error("the resumed training went another way")
	}
	for _, c := range []struct{ args, want string }{
		{"train other.json --resume half", "rampart: other.json: train.gamma: 0.8 is not what the training was begun with, expected 0.9\n"},
		{"train lesson.json --resume half --seed 1", "rampart: lesson.json: train.seed: this is not what the training was begun with, expected 0\n"},
		{"train lesson.json --resume whole", "rampart: whole: this file holds a policy but no training that could go on"},
		{"train lesson.json --resume lesson.json", "rampart: lesson.json: "},
		{"train lesson.json --resume missing", "rampart: missing: no such file or directory\n"},
	} {
		if status, out, errors := call("", strings.Fields(c.args)...); status != exitUsage || out != "" || !strings.HasPrefix(errors, c.want) {
			t.Errorf("%s: status %d, wrote %q, %q", c.args, status, out, errors)
		}
	}
	// More steps go on from the end.
	status, out, errors := call("", "train", "lesson.json", "-o", "more", "--resume", "rest.training.safetensors", "--steps", "480")
	if status != exitDone || !strings.HasPrefix(out, "480 steps in 12 iterations") {
		t.Errorf("status %d, %s%s", status, out, errors)
	}
}

func TestTrainRefuses(t *testing.T) {
	in(t, map[string]string{
		"lesson.json": lesson, "bad.json": `{"rampart": 1, "train": {"learningrate": 1}}`,
		"wide.json": `{"rampart": 1, "cluster": {"groups": 32, "racksPerGroup": 32}, "partition": {"maxDegree": 1024}}`,
	})
	if err := os.Mkdir("folder", 0o777); err != nil {
		t.Fatal(err)
	}
	before := names(t)
	for _, c := range []struct{ args, want string }{
		{"train", "rampart: train takes one file"},
		{"train missing.json", "rampart: missing.json: no such file or directory\n"},
		{"train bad.json", "rampart: bad.json: train.learningrate: unknown field (did you mean learningRate?)\n"},
		{"train wide.json", "rampart: wide.json: partition.maxDegree: a policy with 1025 actions"},
		{"train lesson.json --steps 0", "rampart: lesson.json: train.totalSteps: 0 is out of range"},
		{"train lesson.json --steps many", `rampart: lesson.json: --steps: "many" is no whole number`},
		{"train lesson.json --seed -1", `rampart: lesson.json: --seed: "-1" is out of range`},
		{"train lesson.json --workers -1", "rampart: train: --workers -1 is out of range"},
		{"train lesson.json -o -", "rampart: train: -o takes the name of a file"},
		{"train lesson.json -o missing/p", "rampart: missing/p.training.safetensors: no such file or directory\n"},
	} {
		t.Run(c.args, func(t *testing.T) {
			status, out, errors := call("", strings.Fields(c.args)...)
			if status != exitUsage || out != "" || !strings.HasPrefix(errors, c.want) || strings.Count(errors, "\n") != 1 {
				t.Errorf("status %d, wrote %q\ngot  %q\nwant %q", status, out, errors, c.want)
			}
			if after := names(t); after != before {
				t.Fatalf("files were %s, are %s", before, after)
			}
		})
	}
}

// Ctrl-C keeps what has been learned and says how to go on, which then ends
// where the training would have.
func TestTrainInterrupt(t *testing.T) {
	long := strings.Replace(lesson, `"totalSteps": 400`, `"totalSteps": 400000`, 1)
	in(t, map[string]string{"long.json": long})
	done := make(chan string)
	go func() {
		status, out, errors := call("", "train", "long.json", "-o", "p.safetensors", "--workers", "1", "--quiet")
		done <- fmt.Sprint(status, out, errors)
	}()
	for !strings.Contains(names(t), "p.training.safetensors") {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(300 * time.Millisecond) // let it get some iterations far
	if err := syscall.Kill(syscall.Getpid(), syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if got := <-done; !strings.HasPrefix(got, "1rampart: long.json: interrupted after ") ||
		!strings.HasSuffix(got, " steps; go on with: rampart train long.json -o p.safetensors --resume p.training.safetensors\n") {
		t.Errorf("got %s", got)
	}
	if got := names(t); got != "long.json p.training.safetensors" {
		t.Errorf("files: %s", got)
	}
	// Beginning anew would lose it.
	before := read(t, "p.training.safetensors")
	status, _, errors := call("", "train", "long.json", "-o", "p.safetensors")
	if status != exitUsage || !strings.HasPrefix(errors, "rampart: p.training.safetensors: here is a training that ended after ") ||
		!bytes.Equal(read(t, "p.training.safetensors"), before) {
		t.Errorf("status %d, %s", status, errors)
	}
	se, err := train.Resume(before, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := se.Iterate(nil); err != nil {
		t.Error(err)
	}
}

// The time limit of the settings ends a training in good order.
func TestTrainTimeLimit(t *testing.T) {
	in(t, map[string]string{"short.json": strings.Replace(lesson, `"totalSteps": 400`, `"totalSteps": 1000000000, "maxSeconds": 0.1`, 1)})
	status, out, errors := call("", "train", "short.json", "--quiet")
	if status != exitDone || !strings.Contains(out, "(its time is up)") {
		t.Errorf("status %d, %s%s", status, out, errors)
	}
	if got := names(t); got != "policy.safetensors policy.training.safetensors short.json" {
		t.Errorf("files: %s", got)
	}
}

// A trained policy plays next to the heuristics, from a file or inline, and its
// results can be verified.
func TestRunPolicy(t *testing.T) {
	in(t, map[string]string{"lesson.json": lesson})
	if status, _, errors := call("", "train", "lesson.json", "-o", "p.safetensors", "--quiet"); status != exitDone {
		t.Fatal(errors)
	}
	file := read(t, "p.safetensors")
	run := func(checkpoint string) (rate float64, name string) {
		t.Helper()
		ref, err := json.Marshal(checkpoint)
		if err != nil {
			t.Fatal(err)
		}
		x := `{"rampart": 1, "horizonSeconds": 30000, "seeds": [1, 2], "strategies": [{"kind": "max"}, {"kind": "policy", "checkpoint": ` + string(ref) + `}]}`
		status, out, errors := call(x, "run", "-", "--format", "json")
		if status != exitDone {
			t.Fatal(errors)
		}
		if status, _, errors := call(out, "verify", "-"); status != exitDone {
			t.Error(errors)
		}
		r, err := experiment.DecodeResult([]byte(out))
		if err != nil {
			t.Fatal(err)
		}
		return r.Summaries[1].BlockingRate.Mean, r.Summaries[1].Name
	}
	rate, name := run("p.safetensors")
	if name != "Policy p.safetensors" {
		t.Errorf("it is called %q", name)
	}
	// The run is on the seeds that the policy was evaluated on.
	p, _, err := checkpoint.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	if want := p.Evaluation.BlockingRate().Mean; rate != want {
		t.Errorf("it blocks %v, its evaluation says %v", rate, want)
	}
	for _, other := range []string{builtin.Inline(file), "p.training.safetensors"} {
		got, name := run(other)
		if got != rate {
			t.Errorf("%.20s blocks %v, the file %v", other, got, rate)
		}
		if strings.HasPrefix(other, "data:") && (!strings.HasSuffix(name, ", inline") || len(name) > 30) {
			t.Errorf("an inline policy is called %.100q", name)
		}
	}
}

func TestInspectCheckpoint(t *testing.T) {
	in(t, map[string]string{"lesson.json": lesson})
	if status, _, errors := call("", "train", "lesson.json", "-o", "p.safetensors", "--name", "A \x1b[31mname"); status != exitDone {
		t.Fatal(errors)
	}
	for _, c := range []struct {
		file string
		want []string
	}{
		{"p.safetensors", []string{"Policy  ", "Notes ", "extended, 79 of a decision", "Best evaluation ", "2 held-out seeds", "Digest                     sha256:", "Horizon                    30 000 s"}},
		{"p.training.safetensors", []string{"Training  ", "400 steps in 10 iterations", "Last of 5 evaluations", "2 environments x 20 steps"}},
	} {
		status, out, errors := call("", "inspect", c.file)
		if status != exitDone || errors != "" || strings.Contains(out, "\x1b") {
			t.Errorf("%s: status %d, %q, %q", c.file, status, errors, out)
		}
		for _, want := range c.want {
			if !strings.Contains(strings.ReplaceAll(out, "\u202f", " "), want) {
				t.Errorf("%s: %q is not in\n%s", c.file, want, out)
			}
		}
	}
	if err := os.WriteFile("cut", read(t, "p.safetensors")[:900], 0o666); err != nil {
		t.Fatal(err)
	}
	if status, _, errors := call("", "inspect", "cut"); status != exitUsage || !strings.HasPrefix(errors, "rampart: cut: ") {
		t.Errorf("half a file: status %d, %q", status, errors)
	}
}

func TestTrainLine(t *testing.T) {
	x, err := experiment.Decode([]byte(lesson))
	if err != nil {
		t.Fatal(err)
	}
	s, err := train.Decode(x.Train)
	if err != nil {
		t.Fatal(err)
	}
	se, err := train.New(x, s, 1)
	if err != nil {
		t.Fatal(err)
	}
	r, err := se.Iterate(nil)
	if err != nil {
		t.Fatal(err)
	}
	got := strings.ReplaceAll(trainLine(&r, se, 2*time.Second, 0), "\u202f", " ")
	if !strings.HasPrefix(got, " 10 %, 40 of 400 steps, 20 steps/s, blocked ") || !strings.HasSuffix(got, ", about 18 s left") || strings.Contains(got, "held out") {
		t.Errorf("got %q", got)
	}
	if r, err = se.Iterate(nil); err != nil {
		t.Fatal(err)
	}
	if got := trainLine(&r, se, 4*time.Second, 0); !strings.Contains(got, ", held out ") || !strings.Contains(got, ", entropy ") {
		t.Errorf("got %q", got)
	}
}

// The line of Q-learning has its own figures.
func TestTrainLineQ(t *testing.T) {
	s, err := train.Decode([]byte(`{"learner": "dqn", "environments": 2, "rollout": 60, "minibatch": 20, "nStep": 2, "replayCapacity": 500, "learningStarts": 40}`))
	if err != nil {
		t.Fatal(err)
	}
	se, err := train.New(experiment.Paper("A"), s, 1)
	if err != nil {
		t.Fatal(err)
	}
	r, err := se.Iterate(nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := trainLine(&r, se, time.Second, 0); !strings.Contains(got, ", error ") || !strings.Contains(got, ", value ") || !strings.Contains(got, ", epsilon 0.") || strings.Contains(got, "entropy") {
		t.Errorf("got %q", got)
	}
}

// Each kind of trouble is told once, whatever its figures.
func TestTrainMeterWarnsOnce(t *testing.T) {
	var b bytes.Buffer
	m := newTrainMeter(&b, false)
	m.warn([]string{"The policy changes too much in one iteration (KL divergence 0.4): x."})
	m.warn([]string{"The policy changes too much in one iteration (KL divergence 0.5): x.", "The values predict worse."})
	if got := strings.Count(b.String(), "\n"); got != 2 {
		t.Errorf("wrote %q", &b)
	}
}

// A built-in policy becomes a model file; what is no policy does not.
func TestONNX(t *testing.T) {
	out := filepath.Join(t.TempDir(), "policy.onnx")
	var stdout, stderr bytes.Buffer
	if status := run([]string{"onnx", "compact-A", "-o", out}, nil, &stdout, &stderr); status != exitDone {
		t.Fatalf("status %d: %s", status, stderr.String())
	}
	model, err := os.ReadFile(out)
	if err != nil || !bytes.Contains(model, []byte("LayerNormalization")) {
		t.Errorf("the model has %d bytes, error %v", len(model), err)
	}
	if status := run([]string{"onnx", "no-such-policy", "-o", out + "2"}, nil, &stdout, &stderr); status != exitUsage {
		t.Errorf("an unknown policy: status %d", status)
	}
	if _, err := os.Stat(out + "2"); err == nil {
		t.Error("something was written for an unknown policy")
	}
}
