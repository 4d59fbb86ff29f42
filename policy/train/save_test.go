package train

import (
	"bytes"
	"errors"
	"reflect"
	"testing"
)

// A training that is saved, closed and resumed is the training without the
// break, to the last bit: file, history, best policy.
func TestResume(t *testing.T) {
	for _, tc := range []struct{ name, settings string }{
		{"fast", tiny},
		{"paper features, no annealing, KL penalty", `{"preset": "paper", "environments": 3, "rollout": 40, "minibatch": 50, "passes": 2, "evaluationSeeds": [1], "model": {"message": 4, "hidden": 6}}`},
		{"in the middle of a warm start", `{"environments": 3, "rollout": 40, "minibatch": 50, "passes": 2, "evaluateEvery": 1, "evaluationSeeds": [3], "model": {"message": 4, "hidden": 6}, "warmStart": {"kind": "max", "iterations": 4}}`},
		{"before the first evaluation", `{"environments": 2, "rollout": 10, "minibatch": 20, "passes": 1, "evaluateEvery": 5}`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			whole := start(t, tc.settings, 1)
			iterate(t, whole, 6)
			want, err := whole.Save()
			if err != nil {
				t.Fatal(err)
			}
			first := start(t, tc.settings, 1)
			iterate(t, first, 3)
			file, err := first.Save()
			if err != nil {
				t.Fatal(err)
			}
			second, err := Resume(file, 1, nil)
			if err != nil {
				t.Fatal(err)
			}
			if again, err := second.Save(); err != nil || !bytes.Equal(again, file) {
				t.Fatalf("saving right after resuming gives another file: %v", err)
			}
			iterate(t, second, 3)
			got, err := second.Save()
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("3 + 3 iterations end with weights %s, 6 with %s",
					digest(second.trainer.Model().Params()), digest(whole.trainer.Model().Params()))
			}
			if !reflect.DeepEqual(second.History(), whole.History()) {
				t.Errorf("history %+v, want %+v", second.History(), whole.History())
			}
		})
	}
}

// An iteration that is given up leaves no trace, wherever it was.
func TestGivenUp(t *testing.T) {
	want := start(t, tiny, 1)
	iterate(t, want, 4)
	se := start(t, tiny, 1)
	up := errors.New("given up")
	iterate(t, se, 1)
	before, err := se.Save()
	if err != nil {
		t.Fatal(err)
	}
	pauses := 0
	for left := 1; ; left *= 2 {
		countdown := left
		_, err := se.Iterate(func() error {
			pauses++
			if countdown--; countdown == 0 {
				return up
			}
			return nil
		})
		if err == nil {
			break // the iteration, with its evaluation, has fewer pauses
		}
		if err != up {
			t.Fatal(err)
		}
		if file, err := se.Save(); err != nil || !bytes.Equal(file, before) {
			t.Fatalf("given up at pause %d, the training is another: %v", left, err)
		}
	}
	iterate(t, se, 2)
	if got, want := digest(se.trainer.Model().Params()), digest(want.trainer.Model().Params()); got != want {
		t.Errorf("weights %s after giving up, %s without", got, want)
	}
	if _, err := se.References(func() error { return up }); err != up {
		t.Errorf("references given up: %v", err)
	}
}
