package words

// settings are what an experiment says beyond the terms of the other groups.
var settings = []Entry{
	{Term: "Experiment", Short: "Everything that a result depends on: cluster, jobs, deadlines, rules, strategies and seeds.", Source: design},
	{Term: "Simulation", Short: "How long is simulated, and by which rules.", Source: design},
	{Term: "Seed", Short: "The number from which all random draws of a run follow. All strategies of one seed see the same jobs.", Source: "0, 1, 2 in " + paper + " (spec/learning.md 1.11)", Also: []string{"Seeds"}},
	{Term: "Horizon", Short: "End of the simulated time.", Source: "1e6 s in " + paper + " (spec/learning.md 1.9)"},
	{Term: "Time between arrivals", Short: "How the simulated time from one arrival to the next is drawn.", Source: "always 1 000 s in " + paper + " (spec/learning.md 1.9)",
		Also: []string{"Interval", "Interval between arrivals", "Interarrival", "Mean interval", "Shortest interval", "Longest interval", "Load"}},
	{Term: "Bursty arrivals", Short: "Bursts, in which jobs arrive the burst factor times as often as in the calms between them; the mean over the long run stays.",
		Note:   "A Markov-modulated Poisson process of two states: lengths of bursts and calms, and intervals in each, are exponential.",
		Source: "W. Fischer and K. Meier-Hellstern, Performance Evaluation 18 (1993) 149", Also: []string{"Bursty", "Burst factor", "Burst length", "Calm length"}},
	{Term: "Poisson arrivals", Short: "Arrivals that know nothing of each other: the times between them are exponential.", Source: design, Also: []string{"Exponential"}},
	{Term: "Interval decimals", Short: "Decimals that a drawn interval has.", Source: "spec/simulator.md 2.1"},
	{Term: "Beta decimals", Short: "Decimals that a drawn beta has.", Source: "2 in " + paper + " (spec/learning.md 1.9)"},
	{Term: "Skewness", Short: "Positive: most deadlines are tight. Negative: most are loose.", Source: "5, 0 and −5 for B, C and D in " + paper + " (spec/learning.md 1.9)"},
	{Term: "Values", Short: "Each value with its probability; the probabilities sum to 1.", Source: "spec/simulator.md 2.1"},
	{Term: "Pool copies", Short: "Copies of each graph in the pool that jobs are drawn from. Each copy draws its beta once.", Source: "1 000 in " + paper + " (spec/learning.md 1.9)"},
	{Term: "Drawing from the pool", Short: "Whether a drawn job is put back, and what happens when the pool is empty.", Source: "without replacement, refilled in " + paper + " (spec/learning.md 1.9)"},
	{Term: "Trace", Short: "A list of jobs with their arrivals, in place of the generator.", Note: "Import takes one as a table (CSV) with the columns arrivalSeconds, graph, beta and, if you like, trainingSteps.", Source: design},
}
