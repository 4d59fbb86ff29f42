package bench

import (
	"time"

	"rampart/core/experiment"
	"rampart/policy/train"
)

// trainFor is how long the training of a preset is measured at least; one
// iteration is measured in any case.
const trainFor = 3 * time.Second

// Training measures what a training does on one core, without the evaluations
// beside it: steps (decisions) a second that are played and learned from, under
// the presets fast and paper, on the paper's experiment with deadlines A. It
// calls pause as Engine does.
func Training(pause func()) []Row {
	if pause == nil {
		pause = func() {}
	}
	var rows []Row
	for _, preset := range []string{"fast", "paper"} {
		se := trainingOf(preset)
		iterate := func() {
			if _, err := se.Iterate(func() error { pause(); return nil }); err != nil {
				panic(err)
			}
		}
		if preset == "fast" {
			iterate() // meet the plans; among the fifty passes of paper they do not count
		}
		first, start := se.Progress(), time.Now()
		for time.Since(start) < trainFor {
			iterate()
		}
		took, done := time.Since(start).Seconds(), se.Progress()
		rows = append(rows,
			Row{"training, " + preset + " preset", float64(done.Steps-first.Steps) / took, "steps/s"},
			Row{"iteration, " + preset + " preset", took / float64(done.Iterations-first.Iterations), "s"})
	}
	return rows
}

// trainingOf begins a training without evaluations.
func trainingOf(preset string) *train.Session {
	s := train.Defaults(preset)
	s.EvaluateEvery = 1e9
	s.TotalSteps = 1e9
	se, err := train.New(experiment.Paper("A"), s, 1)
	if err != nil {
		panic(err)
	}
	return se
}
