package words

// strategies are those of ui/form, by the names that runs have.
var strategies = []Entry{
	{Term: "Strategy", Short: "How a job's degree is chosen when it arrives.", Source: paper, Also: []string{"Strategies"}},
	{Term: "Maximum parallelism", Short: "Gives every job the largest degree that is valid. The paper's Para_max.", Source: paper, Also: []string{"Max parallelism", "Para_max"}},
	{Term: "Minimum parallelism", Short: "Gives every job degree 2.", Source: "spec/simulator.md 9"},
	{Term: "Sequential", Short: "Never partitions: one server for each job, so no job with beta below 1 meets its deadline.", Source: "spec/simulator.md 9"},
	{Term: "Random", Short: "Draws one of the valid degrees, all equally likely, from its own random stream.", Source: paper, Also: []string{"Random degree"}},
	{Term: "Acceptable JCT", Short: "Chooses the smallest degree that would meet the deadline if communication were free. The paper's Para_min.",
		Note: "It loses jobs on the boundary: at beta 0.5 it picks degree 2, which speeds a job up 1.9997 times.", Source: paper + " (spec/learning.md 1.10)", Also: []string{"Para_min"}},
	{Term: "SiP-ML", Short: "SiP-ML's rule: split operations until each part takes one quantum, up to a largest degree.", Source: sipml, Also: []string{"SiP-ML, at most"}},
	{Term: "Fixed degree", Short: "Gives every job the same degree: the baseline that the paper lacks.", Source: design, Also: []string{"Fixed"}},
	{Term: "Script", Short: "Follows a list of degrees, one for each decision in order, such as one that you chose by hand.", Source: design, Also: []string{"Decide yourself"}},
	{Term: "Feasible", Short: "Takes the first degree, the smallest first if nothing else is said, with which the job fits now and truly meets its deadline.",
		Note: "Unlike Acceptable JCT it counts communication, and looks whether there is room.", Source: design, Also: []string{"Feasible, largest first"}},
	{Term: "Reserve", Short: "Keeps a free block of servers for the jobs whose deadline needs one: other jobs get a degree that leaves it, or are turned away.", Source: design, Also: []string{"Reserve a block"}},
	{Term: "Minimum share", Short: "Gives a job the least degree that meets its deadline, and more where that saves most time for each server, as long as another job's mean share stays free.",
		Note: "ElasticFlow also changes the shares of running jobs, which this cluster cannot.", Source: "ElasticFlow, ASPLOS 2023", Also: []string{"ElasticFlow"}},
	{Term: "Table", Short: "Looks a job's degree up by its graph and its beta.", Note: "rampart tune searches for a good table.", Source: design},
	{Term: "Rollout", Short: "Tries every degree before it takes one: it simulates sampled futures with a simpler strategy and takes the degree with which most jobs are accepted.",
		Note: "It knows how jobs arrive on average, not which ones will. It is slow.", Source: "Bertsekas, Rollout, Policy Iteration, and Distributed Reinforcement Learning, 2020"},
	{Term: "Policy", Short: "A neural network that chooses each job's degree, trained by trial and error.", Source: paper, Also: []string{"Policies", "Learned policy", "Trained policy"}},
	{Term: "PAC-ML", Short: "The paper's policy: a graph neural network trained with Ape-X DQN. Its figures here are the published ones.",
		Note: "The published policies settled on one degree each: 4 for beta A, 16 for B, 4 for C and 2 for D.", Source: paper + " (spec/learning.md 0)"},
	{Term: "Clairvoyant bound", Short: "No strategy can block fewer jobs: what one that knew every job in advance, with servers that need no shape, would block.",
		Note: "It is the linear relaxation of choosing one degree for each job.", Source: design + " (spec/learning.md 0)", Also: []string{"Lower bound", "Bound"}},
}
