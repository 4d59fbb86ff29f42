package words

// training are the settings of a training.
var training = []Entry{
	{Term: "Preset", Short: "Settings that belong together: Fast is tuned for wall time, Paper has the published ones.", Source: paper + " (spec/learning.md 1.8)", Also: []string{"Training settings"}},
	{Term: "Features", Short: "What the policy sees of the job and the cluster: the paper's figures, or more of the cluster's state.", Source: paper + " (spec/learning.md 1.4)"},
	{Term: "Blocks to choose from", Short: "Sets of servers that a policy chooses from for each degree, the ones that best fit likes most; with 1 best fit chooses.", Source: design},
	{Term: "Budget", Short: "Steps after which the training ends. A step is one decision about one job.", Source: design},
	{Term: "Steps", Short: "Decisions that the policy has been trained on.", Source: design},
	{Term: "Time limit", Short: "Wall time after which the training ends. Empty for no limit.", Source: design},
	{Term: "Learning rate", Short: "Step of the optimiser. It can be changed while the training runs.", Source: "2.785e-4 for PPO, 4.121e-7 for DQN in " + paper + " (spec/learning.md 1.8)"},
	{Term: "Imitate first", Short: "A warm start: the policy copies a heuristic before it learns for itself.", Source: design, Also: []string{"Imitation", "Warm start"}},
	{Term: "Imitate for", Short: "Iterations that the policy imitates before it learns for itself.", Source: design},
	{Term: "Degree to imitate", Short: "The degree of the fixed strategy that is imitated: 1 or even.", Source: design},
	{Term: "Iteration", Short: "Some thousand decisions, and what is learned from them.", Source: ppo, Also: []string{"Iterations"}},
	{Term: "Name", Short: "What you call the policy. You can rename it.", Source: design},
	{Term: "Trained", Short: "When and on what the policy was trained.", Source: design},
	{Term: "Running jobs still need", Short: "How long the jobs that hold the busy servers go on, simulated time. Only the extended features show it to the policy.", Source: design},
	{Term: "Take over job", Short: "Takes graph, beta and servers from a job of the run in the Timeline.", Source: design},
}
