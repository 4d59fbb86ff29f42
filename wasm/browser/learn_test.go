//go:build !js

package browser

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"rampart/core/experiment"
	"rampart/policy/checkpoint"
	"rampart/policy/train"
	"rampart/wasm/wire"
)

// iterations is the length of the trainings that are compared.
const iterations = 20

// learners are trainings of the paper's experiment A that end after so many
// iterations: their budget is used up then.
var learners = []struct{ name, settings string }{
	{"the fast preset", `{"preset": "fast", "evaluationSeeds": [1000, 1001], "totalSteps": 81920}`},
	{"the paper's settings, short rollouts", `{"preset": "paper", "environments": 3, "rollout": 30, "minibatch": 45, "passes": 2, "seed": 5,
		"evaluateEvery": 7, "evaluationSeeds": [1], "totalSteps": 1800}`},
}

// weightsHash names the weights that a training's checkpoint has reached by
// their bits.
func weightsHash(t *testing.T, file []byte) string {
	t.Helper()
	_, training, err := checkpoint.Decode(file)
	must(t, err)
	if n := training.State.Progress.Iterations; n != iterations {
		t.Fatalf("the checkpoint is of iteration %d, want %d", n, iterations)
	}
	h := sha256.New()
	for _, w := range training.State.Params {
		must(t, binary.Write(h, binary.LittleEndian, math.Float32bits(w)))
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// trainNatively returns the last checkpoint of a training in this process.
func trainNatively(t *testing.T, file []byte, actors int) []byte {
	t.Helper()
	x, err := experiment.Decode(file)
	must(t, err)
	s, err := train.Decode(x.Train)
	must(t, err)
	se, err := train.New(x, s, actors)
	must(t, err)
	for se.Ended() == "" {
		_, err := se.Iterate(nil)
		must(t, err)
	}
	saved, err := se.Save()
	must(t, err)
	return saved
}

// trainInWorker returns the last checkpoint of a training in the engine worker
// of the page that startWorker has started.
func trainInWorker(t *testing.T, p *Page, id int, file []byte, actors int) []byte {
	t.Helper()
	request := wire.Request{ID: id, Op: wire.OpTrain, Experiment: file, Actors: actors}
	eval[bool](t, p, fmt.Sprintf("(worker.post(%q), true)", request.Text()))
	must(t, p.Wait(fmt.Sprintf(`deaths.length || replies.some((r) => r.id === %d && ["done", "stopped", "error"].includes(r.kind))`, id)))
	text := eval[string](t, p, fmt.Sprintf(
		`JSON.stringify(deaths.length ? [{ kind: "error", message: deaths.join() }] : replies.filter((r) => r.id === %d && r.kind !== "training").slice(-2))`, id))
	var last []wire.Reply
	must(t, json.Unmarshal([]byte(text), &last))
	if len(last) != 2 || last[0].Kind != wire.KindCheckpoint || last[1].Kind != wire.KindDone {
		t.Fatalf("the training ended with %.500s", text)
	}
	return last[0].Checkpoint
}

// Twenty iterations of PPO end with the same weights in the browser's engine as
// natively, whatever the number of actors. Package train compares machines, node
// and code with and without vector instructions in the same way.
func TestSameWeightsInTheBrowser(t *testing.T) {
	p := open(t, "?workers=1", Options{})
	must(t, p.Wait(state+` === "done"`))
	startWorker(t, p)
	for i, l := range learners {
		x := experiment.Paper("A")
		x.Train = json.RawMessage(l.settings)
		file := experiment.AppendCanonical(nil, x)
		t.Run(l.name, func(t *testing.T) {
			native := trainNatively(t, file, 1)
			want := weightsHash(t, native)
			if got := weightsHash(t, trainNatively(t, file, 3)); got != want {
				t.Errorf("natively with 3 actors: weights %s, want %s", got, want)
			}
			for j, actors := range []int{1, 3} {
				saved := trainInWorker(t, p, 10*i+j+1, file, actors)
				if got := weightsHash(t, saved); got != want {
					t.Errorf("in the browser with %d actors: weights %s, want %s", actors, got, want)
				}
				if !bytes.Equal(saved, native) {
					t.Errorf("in the browser with %d actors: the checkpoint differs from the native one", actors)
				}
			}
			t.Logf("weights after %d iterations: %s", iterations, want)
		})
	}
}
