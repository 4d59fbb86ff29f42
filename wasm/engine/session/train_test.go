package session

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"rampart/core/experiment"
	"rampart/policy/checkpoint"
	"rampart/policy/train"
	"rampart/wasm/wire"
)

// shortTraining trains a small network for ten iterations.
const shortTraining = `{"rampart":1,"name":"Short","horizonSeconds":30000,"train":{"environments":2,"rollout":20,"minibatch":20,"passes":2,"gamma":0.9,
	"totalSteps":400,"evaluateEvery":2,"evaluationSeeds":[1,2],"model":{"message":4,"hidden":6,"out":4,"graphOut":4,"headHidden":5}}}`

func trainRequest(id int) wire.Request {
	return wire.Request{ID: id, Op: wire.OpTrain, Experiment: json.RawMessage(shortTraining)}
}

// trained plays a request on a host and returns its replies.
func trained(t *testing.T, h *fakeHost, req wire.Request, setup func(s *Session)) []wire.Reply {
	t.Helper()
	s := New(h, prepare)
	if setup != nil {
		setup(s)
	}
	send(s, req)
	if !s.handleNext() {
		t.Fatalf("the session ended: %+v", h.replies[len(h.replies)-1])
	}
	return h.replies
}

// checkpoints returns the checkpoints among the replies.
func checkpoints(replies []wire.Reply) (list [][]byte) {
	for _, r := range replies {
		if r.Kind == wire.KindCheckpoint {
			list = append(list, r.Checkpoint)
		}
	}
	return list
}

// begun begins the training of an experiment without an engine.
func begun(t *testing.T, text string) *train.Session {
	t.Helper()
	x, err := experiment.Decode([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	s, err := train.Decode(x.Train)
	if err != nil {
		t.Fatal(err)
	}
	se, err := train.New(x, s, 2)
	if err != nil {
		t.Fatal(err)
	}
	return se
}

// want is the checkpoint at the end of the same training without an engine.
func want(t *testing.T) []byte {
	t.Helper()
	se := begun(t, shortTraining)
	for se.Ended() == "" {
		if _, err := se.Iterate(nil); err != nil {
			t.Fatal(err)
		}
	}
	file, err := se.Save()
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func TestTrain(t *testing.T) {
	replies := trained(t, &fakeHost{}, trainRequest(3), nil)
	n := len(replies)
	if got := []wire.Kind{replies[n-3].Kind, replies[n-2].Kind, replies[n-1].Kind}; !slices.Equal(got, []wire.Kind{wire.KindTraining, wire.KindCheckpoint, wire.KindDone}) {
		t.Errorf("the last replies are %v", got)
	}
	if first := replies[0].Training; first == nil || first.Steps != 0 || first.TotalSteps != 400 {
		t.Errorf("the first reply is %+v", first)
	}
	first, last := replies[1].Training, replies[n-3].Training
	if first == nil || len(first.References) != 6 || first.References[0].Name != "Maximum parallelism (Para_max)" || first.Steps != 0 {
		t.Errorf("the second reply %+v has no references", first)
	}
	if last.Reason != "steps" || last.Steps != 400 || last.Iteration != 10 || last.TotalSteps != 400 || last.SecondsLeft != 0 || last.StepsPerSecond <= 0 {
		t.Errorf("the last reply is %+v", last)
	}
	evaluations := 0
	for _, r := range replies {
		if r.Training != nil && r.Training.Evaluation != nil {
			evaluations++
		}
		if r.ID != 3 {
			t.Errorf("a reply to request %d", r.ID)
		}
	}
	if evaluations != 5 {
		t.Errorf("%d evaluations were told, want 5", evaluations)
	}
	if !bytes.Equal(replies[n-2].Checkpoint, want(t)) {
		t.Error("the checkpoint is not that of the same training without an engine")
	}
	p, training, err := checkpoint.Decode(replies[n-2].Policy)
	if err != nil || training != nil || p.Evaluation == nil || p.Name != "Short" {
		t.Errorf("policy %+v: %v", p, err)
	}
}

// However many actors play, the checkpoint is the same.
func TestTrainActors(t *testing.T) {
	end := want(t)
	for _, actors := range []int{-1, 0, 1, 3, 1 << 30} {
		req := trainRequest(1)
		req.Actors = actors
		got := checkpoints(trained(t, &fakeHost{}, req, nil))
		if !bytes.Equal(got[len(got)-1], end) {
			t.Errorf("%d actors: the training went another way", actors)
		}
	}
}

// However a training is paused, stopped and resumed, it ends as if it had not
// been, and nothing of it is lost.
func TestTrainPausesAndStops(t *testing.T) {
	end := want(t)
	for _, at := range []int{1, 5, 14, 22} {
		h := &fakeHost{}
		var s *Session
		h.onPause = func(n int) {
			if n == at {
				send(s, wire.Request{ID: 1, Op: wire.OpPause})
			}
		}
		h.onPost = func(r *wire.Reply) {
			if r.Kind == wire.KindCheckpoint && len(checkpoints(h.replies)) == 1 {
				go send(s, wire.Request{ID: 1, Op: wire.OpResume}) // while the training waits
			}
		}
		replies := trained(t, h, trainRequest(1), func(made *Session) { s = made })
		paused := slices.IndexFunc(replies, func(r wire.Reply) bool { return r.Training != nil && r.Training.Paused })
		if paused < 0 {
			t.Fatalf("pause %d: no reply says that the training is paused", at)
		}
		if replies[paused+1].Kind != wire.KindCheckpoint || replies[paused+2].Training == nil || replies[paused+2].Training.Paused {
			t.Errorf("pause %d: a pause was followed by %v and %v", at, replies[paused+1].Kind, replies[paused+2].Kind)
		}
		got := checkpoints(replies)
		if !bytes.Equal(got[len(got)-1], end) {
			t.Errorf("pause %d: the training went another way", at)
		}
		again := checkpoints(trained(t, &fakeHost{}, wire.Request{ID: 1, Op: wire.OpTrain, Checkpoint: got[0]}, nil))
		if !bytes.Equal(again[len(again)-1], end) {
			t.Errorf("pause %d: from the checkpoint of the pause the training went another way", at)
		}
		stopped := func(r []wire.Reply) []byte {
			n := len(r)
			if r[n-1].Kind != wire.KindStopped || r[n-2].Kind != wire.KindCheckpoint || r[n-3].Training.Reason != "stopped" {
				t.Fatalf("pause %d: a stop was followed by %v, %v and %v", at, r[n-3].Kind, r[n-2].Kind, r[n-1].Kind)
			}
			return r[n-2].Checkpoint
		}
		h = &fakeHost{}
		h.onPause = func(n int) {
			if n == at {
				send(s, wire.Request{ID: 1, Op: wire.OpStop})
			}
		}
		saved := stopped(trained(t, h, trainRequest(1), func(made *Session) { s = made }))
		for _, req := range []wire.Request{
			{ID: 1, Op: wire.OpTrain, Checkpoint: saved},
			{ID: 1, Op: wire.OpTrain, Checkpoint: saved, Experiment: json.RawMessage(shortTraining)},
		} {
			got := checkpoints(trained(t, &fakeHost{}, req, nil))
			if !bytes.Equal(got[len(got)-1], end) {
				t.Errorf("stop %d: the resumed training went another way", at)
			}
		}
	}
}

// A training that is paused can be stopped.
func TestTrainStopsWhilePaused(t *testing.T) {
	h := &fakeHost{}
	var s *Session
	h.onPause = func(n int) {
		if n == 3 {
			send(s, wire.Request{ID: 1, Op: wire.OpPause})
		}
	}
	h.onPost = func(r *wire.Reply) {
		if r.Kind == wire.KindCheckpoint && len(checkpoints(h.replies)) == 1 {
			go send(s, wire.Request{ID: 1, Op: wire.OpStop})
		}
	}
	replies := trained(t, h, trainRequest(1), func(made *Session) { s = made })
	if last := replies[len(replies)-1]; last.Kind != wire.KindStopped {
		t.Errorf("the last reply is %v", last.Kind)
	}
}

func TestTrainRate(t *testing.T) {
	for _, tc := range []struct {
		name string
		rate float64
		warn string
	}{{"lower", 1e-4, ""}, {"zero", 0, "out of range"}, {"too high", 2, "out of range"}} {
		t.Run(tc.name, func(t *testing.T) {
			h := &fakeHost{}
			var s *Session
			h.onPause = func(n int) {
				if n == 20 {
					send(s, wire.Request{ID: 1, Op: wire.OpRate, LearningRate: tc.rate})
					send(s, wire.Request{ID: 9, Op: wire.OpRate, LearningRate: 0.5}) // of another, which is over
				}
			}
			replies := trained(t, h, trainRequest(1), func(made *Session) { s = made })
			said := ""
			for _, r := range replies {
				if r.Training != nil {
					said += strings.Join(r.Training.Warnings, " ")
				}
			}
			if !strings.Contains(said, tc.warn) {
				t.Errorf("warnings %q, want one with %q", said, tc.warn)
			}
			got := checkpoints(replies)
			_, training, err := checkpoint.Decode(got[len(got)-1])
			if err != nil {
				t.Fatal(err)
			}
			want := training.Settings.LearningRate
			if tc.warn == "" {
				want = tc.rate
			}
			if training.State.LearningRate != want {
				t.Errorf("the learning rate is %v, want %v", training.State.LearningRate, want)
			}
			if len(s.controls) > 0 {
				t.Errorf("messages were left over: %v", s.controls)
			}
		})
	}
}

func TestTrainRefuses(t *testing.T) {
	end := want(t)
	p, _, err := checkpoint.Decode(end)
	if err != nil {
		t.Fatal(err)
	}
	policy, err := checkpoint.Encode(p, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name       string
		experiment string
		checkpoint []byte
		path, text string
	}{
		{"a broken experiment", `{"rampart":2}`, nil, "rampart", "version 2"},
		{"broken settings", `{"rampart":1,"train":{"gamma":2}}`, nil, "train.gamma", "out of range"},
		{"a policy cannot go on", "", policy, "", "no training"},
		{"not a checkpoint", "", []byte("hello, hello"), "", ""},
		{"another cluster", strings.Replace(shortTraining, `"rampart":1`, `"rampart":1,"cluster":{"serversPerRack":4}`, 1), end, "cluster", "begun with"},
		{"another discount", strings.Replace(shortTraining, `"gamma":0.9`, `"gamma":0.5`, 1), end, "train.gamma", "begun with, expected 0.9"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			req := wire.Request{ID: 1, Op: wire.OpTrain, Checkpoint: tc.checkpoint}
			if tc.experiment != "" {
				req.Experiment = json.RawMessage(tc.experiment)
			}
			replies := trained(t, &fakeHost{}, req, nil)
			r := replies[0]
			if len(replies) != 1 || r.Kind != wire.KindError || r.Path != tc.path || !strings.Contains(r.Message, tc.text) {
				t.Errorf("got %+v", replies)
			}
		})
	}
}

// More steps go on where the training ended.
func TestTrainLonger(t *testing.T) {
	longer := strings.Replace(shortTraining, `"totalSteps":400`, `"totalSteps":480`, 1)
	replies := trained(t, &fakeHost{}, wire.Request{ID: 1, Op: wire.OpTrain, Checkpoint: want(t), Experiment: json.RawMessage(longer)}, nil)
	if last := replies[len(replies)-3].Training; last.Steps != 480 || replies[0].Training.Steps != 400 {
		t.Errorf("from %d to %d steps", replies[0].Training.Steps, last.Steps)
	}
}

// Checkpoints come every 15 s, replies at most every 0.1 s but for evaluations.
func TestTrainThrottles(t *testing.T) {
	slow := strings.NewReplacer(`"totalSteps":400`, `"totalSteps":4000`, `"evaluateEvery":2`, `"evaluateEvery":100`).Replace(shortTraining)
	h := &fakeHost{}
	h.onPause = func(int) { h.now += 200 * time.Millisecond }
	trained(t, h, wire.Request{ID: 1, Op: wire.OpTrain, Experiment: json.RawMessage(slow)}, nil)
	seconds := h.now.Seconds()
	most := int(seconds/checkpointTime.Seconds()) + 1
	if n := len(checkpoints(h.replies)); n > most || n < most/2 || n < 2 {
		t.Errorf("%d checkpoints in %.0f s", n, seconds)
	}
	n := 0
	for _, r := range h.replies {
		if r.Kind == wire.KindTraining {
			n++
		}
	}
	if float64(n) > 10*seconds+3 {
		t.Errorf("%d replies in %.0f s", n, seconds)
	}
}

// The time limit counts work, not pauses.
func TestTrainTimeLimit(t *testing.T) {
	limited := strings.Replace(shortTraining, `"totalSteps":400`, `"totalSteps":1000000,"maxSeconds":3`, 1)
	h := &fakeHost{}
	h.onPause = func(int) { h.now += 20 * time.Millisecond }
	replies := trained(t, h, wire.Request{ID: 1, Op: wire.OpTrain, Experiment: json.RawMessage(limited)}, nil)
	if last := replies[len(replies)-3].Training; last.Reason != "time" || h.now < 3*time.Second || h.now > 5*time.Second {
		t.Errorf("ended for %q after %v", last.Reason, h.now)
	}
}

// A training by Q-learning tells of itself in its own figures.
func TestTrainQ(t *testing.T) {
	file := strings.Replace(shortTraining, `"train":{`, `"train":{"learner":"dqn","replayCapacity":1000,"learningStarts":100,`, 1)
	file = strings.Replace(file, `"passes":2,`, "", 1)
	var last *wire.Training
	for _, r := range trained(t, &fakeHost{}, wire.Request{ID: 1, Op: wire.OpTrain, Experiment: json.RawMessage(file)}, nil) {
		if r.Kind == wire.KindError {
			t.Fatal(r.Message)
		}
		if r.Training != nil && r.Training.Iteration > 0 {
			last = r.Training
		}
	}
	if last == nil || !(last.TDLoss > 0 && last.TDError > 0 && last.MeanValue != 0 && last.Epsilon > 0) || last.Entropy != 0 || last.KL != 0 || last.Explained != 0 {
		t.Errorf("the last report is %+v", last)
	}
}

// JSON has no NaN: such figures are told in words.
func TestMakeFinite(t *testing.T) {
	l := wire.Training{KL: math.NaN(), GradientNorm: math.Inf(1), Entropy: 1}
	makeFinite(&l)
	if l.KL != 0 || l.GradientNorm != 0 || l.Entropy != 1 || len(l.Warnings) != 2 {
		t.Errorf("%+v", l)
	}
	if _, err := json.Marshal(l); err != nil {
		t.Error(err)
	}
}
