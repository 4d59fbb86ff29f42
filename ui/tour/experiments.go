package tour

import "rampart/core/experiment"

// prefix begins the names of the tour's experiments.
const prefix = "Tour: "

// fixed is a fixed degree.
func fixed(degree int) experiment.StrategySpec {
	return experiment.StrategySpec{Kind: "fixed", Degree: degree}
}

var maximum = experiment.StrategySpec{Kind: "max"}

// paperA is the paper's experiment of beta A with other strategies.
func paperA(name string, strategies ...experiment.StrategySpec) *experiment.Experiment {
	x := experiment.Paper("A")
	x.Name, x.Strategies = prefix+name, strategies
	return x
}

// oneJob is a single job on an empty cluster.
func oneJob() *experiment.Experiment {
	x := paperA("one job", fixed(2), fixed(4), fixed(8), maximum)
	x.Workload.Jobs = []experiment.TraceJob{{Graph: "resnet18", Beta: 1}}
	x.Seeds = []uint64{0}
	return x
}

func manyJobs() *experiment.Experiment {
	return paperA("why it blocks", maximum, fixed(4))
}

func fixedDegrees() *experiment.Experiment {
	return paperA("a fixed degree", maximum, fixed(2), fixed(4), fixed(8), fixed(16))
}

func compact() *experiment.Experiment {
	x := paperA("the compact placer", maximum, fixed(2), fixed(4), fixed(8), fixed(16))
	x.Placer = experiment.Compact
	return x
}

// learnedPolicy is the built-in policy that was trained on what compact runs.
const learnedPolicy = "compact-A"

func learned() *experiment.Experiment {
	x := paperA("a learned policy", experiment.StrategySpec{Kind: "policy", Checkpoint: learnedPolicy}, fixed(4), fixed(8), maximum)
	x.Placer = experiment.Compact
	return x
}

// trainingSteps is the budget of the tour's training: some seconds.
const trainingSteps = 200_000
