package words

// deciding are the terms of the Decide tab.
var deciding = []Entry{
	{Term: "Room now", Short: "Whether the placer finds servers for the job at this degree right now, and how many it would have.", Source: "spec/simulator.md 5"},
	{Term: "Predicted JCT against the limit", Short: "What the job would take at this degree where the placer would put it, beside the longest acceptable time.",
		Note: "Under reference rules the first placement of a graph and degree in a run stands for all later ones.", Source: "spec/simulator.md 7"},
	{Term: "Who would choose it", Short: "The strategies that would take this degree here. Of a policy the percentage is how probable it makes the degree.", Source: design},
	{Term: "Blocked so far", Short: "Jobs blocked among those that you have decided on; of others, among the same jobs of their own run.", Source: design},
	{Term: "Still runs", Short: "Simulated time until the job ends and gives its servers back.", Source: design},
}
