package train

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"testing"

	"rampart/core/experiment"
)

// small returns an experiment and settings that train in no time: short
// episodes, so that some end in every iteration, and a narrow network.
func small(t testing.TB, train string) (*experiment.Experiment, Settings) {
	t.Helper()
	x := experiment.Paper("A")
	x.HorizonSeconds = 60_000
	s, err := Decode([]byte(train))
	if err != nil {
		t.Fatal(err)
	}
	return x, s
}

// tiny are settings for small.
const tiny = `{"environments": 3, "rollout": 40, "minibatch": 50, "passes": 2, "totalSteps": 100000, "evaluateEvery": 2,
	"evaluationSeeds": [1, 2], "model": {"message": 4, "hidden": 6, "out": 4, "graphOut": 4, "headHidden": 5}}`

// tinyQ are those of Q-learning.
const tinyQ = `{"learner": "dqn", "environments": 3, "rollout": 40, "minibatch": 40, "nStep": 3, "replayCapacity": 1000, "learningStarts": 100, "targetEvery": 250,
	"totalSteps": 100000, "evaluateEvery": 2, "evaluationSeeds": [1, 2], "model": {"message": 4, "hidden": 6, "out": 4, "graphOut": 4, "headHidden": 5}}`

func start(t testing.TB, train string, actors int) *Session {
	t.Helper()
	x, s := small(t, train)
	se, err := New(x, s, actors)
	if err != nil {
		t.Fatal(err)
	}
	return se
}

func iterate(t testing.TB, se *Session, n int) (last Report) {
	t.Helper()
	for range n {
		var err error
		if last, err = se.Iterate(nil); err != nil {
			t.Fatal(err)
		}
	}
	return last
}

// digest names parameters by their bits.
func digest(params []float32) string {
	h := sha256.New()
	var b [4]byte
	for _, v := range params {
		binary.LittleEndian.PutUint32(b[:], math.Float32bits(v))
		h.Write(b[:])
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}
