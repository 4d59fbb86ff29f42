package train_test

import (
	"fmt"

	"rampart/core/experiment"
	"rampart/policy/train"
)

// A training, interrupted and resumed from its file.
func Example() {
	x := experiment.Paper("D")
	x.HorizonSeconds = 50_000
	s, err := train.Decode([]byte(`{"environments": 4, "rollout": 25, "totalSteps": 400, "evaluateEvery": 1, "evaluationSeeds": [1, 2]}`))
	if err != nil {
		panic(err)
	}
	session, err := train.New(x, s, 1)
	if err != nil {
		panic(err)
	}
	for session.Ended() == "" {
		report, err := session.Iterate(nil)
		if err != nil {
			panic(err)
		}
		fmt.Println(report.Steps, "steps, on", len(report.Evaluation.BlockingRate), "held-out seeds")
		if report.Steps == 200 {
			file, err := session.Save()
			if err != nil {
				panic(err)
			}
			if session, err = train.Resume(file, 1, nil); err != nil {
				panic(err)
			}
		}
	}
	policy := session.Policy()
	fmt.Println(session.Ended(), policy.Features, len(policy.Params))
	// Output:
	// 100 steps, on 2 held-out seeds
	// 200 steps, on 2 held-out seeds
	// 300 steps, on 2 held-out seeds
	// 400 steps, on 2 held-out seeds
	// steps extended 6118
}
