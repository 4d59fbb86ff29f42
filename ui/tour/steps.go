package tour

import "rampart/core/experiment"

// step is one step of the tour.
type step struct {
	title string
	text  []string // paragraphs
	look  string   // where to look once it has run
	make  func() *experiment.Experiment
	acts  []act
	check func(m *Model) Check
}

// act is something to press.
type act struct {
	label string
	tab   string // that must be there, "" for none
	do    func(m *Model)
	after bool // only once the step's experiment has been run
}

// Check is what came of a step.
type Check struct {
	State string // waiting, holds or differs
	Text  string
}

// The states of a check.
const (
	waiting = "waiting"
	holds   = "holds"
	differs = "differs"
)

// run loads a step's experiment and opens a tab.
func run(step int, tab string) func(m *Model) {
	return func(m *Model) {
		m.results[step] = nil
		m.page.Load(steps[step].make())
		m.page.Open(tab)
	}
}

func open(tab string) func(m *Model) { return func(m *Model) { m.page.Open(tab) } }

// steps are set in init, since they and what they do refer to each other.
var steps [Length]step

func init() {
	steps = [Length]step{
		{title: "Maximum parallelism looks best",
			text: []string{"One job arrives at an empty cluster of 32 servers. Its operations can be split into 2, 4, 8 or 16 parts: that is its degree. Which one ends first?"},
			look: "Read the column Mean JCT.",
			make: oneJob, check: checkOneJob,
			acts: []act{{label: "Run one job", do: run(0, "compare")}}},
		{title: "Why it blocks",
			text: []string{"Now a job arrives every 1 000 s of simulated time, each with a deadline. A job that finds no servers, or would take too long, is blocked. Two runs get the same jobs: maximum parallelism, and degree 4 for everyone."},
			look: "In the Timeline, blocked jobs are the ticks above the servers. Press First difference to see where the runs part.",
			make: manyJobs, check: checkManyJobs,
			acts: []act{{label: "Run the paper's jobs", do: run(1, "timeline")}, {label: "See why", do: open("compare"), after: true}, {label: "See the servers", tab: "cluster", do: open("cluster"), after: true}}},
		{title: "A fixed degree",
			text: []string{"A small degree leaves room for others but makes each job slow; a large one is fast and takes the room. Which one would you give to every job? Guess, then run."},
			look: "Compare the bars of Why jobs were blocked.",
			make: fixedDegrees, check: checkFixed,
			acts: []act{{label: "Run five degrees", do: run(2, "compare")}}},
		{title: "Placement matters more than the policy",
			text: []string{"The published simulator scatters a job's small operations over the cluster, so what is free lies in pieces. The compact placer keeps a job inside one block. Everything else stays the same."},
			look: "Watch degree 8.",
			make: compact, check: checkCompact,
			acts: []act{{label: "Run with the compact placer", do: run(3, "compare")}, {label: "See free blocks", tab: "cluster", do: open("cluster"), after: true}}},
		{title: "A learned policy",
			text: []string{"A neural network looks at each job and at the cluster before it chooses a degree. This one comes with the page; it was trained on other seeds than those it plays here."},
			look: "The Policy tab shows what it chooses for every deadline and number of free servers.",
			make: learned, check: checkLearned,
			acts: []act{{label: "Run the policy", do: run(4, "compare")}, {label: "See what it decides", do: func(m *Model) { m.page.Explain(learnedPolicy) }, after: true}}},
		{title: "Train your own",
			text:  []string{"It plays the jobs over and over, and makes more likely what went better than expected. 200 000 decisions take less than a minute of wall time, in this tab."},
			look:  "In the Train tab the dots are jobs that it is not trained on.",
			check: checkTraining,
			acts:  []act{{label: "Train a policy", do: func(m *Model) { m.page.Train(learned(), trainingSteps) }}, {label: "Compare it", do: func(m *Model) { m.page.Compare(m.page.Desk().Current.Policy) }, after: true}}},
	}
}
