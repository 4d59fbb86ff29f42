package words

// results are the terms of what runs show.
var results = []Entry{
	{Term: "Blocking rate", Short: "Jobs that were not served, as a fraction of those that arrived: not placed, or too slow.", Source: paper, Also: []string{"Blocking", "Held-out blocking", "Blocked"}},
	{Term: "Acceptance rate", Short: "Jobs that were completed in time, as a fraction of those that arrived.",
		Note: "With the blocking rate it makes 1, but for the last job, on which nobody decides.", Source: "spec/learning.md 1.1", Also: []string{"Acceptance"}},
	{Term: "Why blocked", Short: "Jobs blocked by each cause, as fractions of those that arrived.", Source: "spec/simulator.md 8.5", Also: []string{"Why jobs were blocked", "Why", "Causes of blocking", "Cause"}},
	{Term: "Declined", Short: "The strategy chose not to run the job, or no degree was valid.", Source: "spec/simulator.md 8.5"},
	{Term: "No room", Short: "No set of free servers fitted the job at the chosen degree.", Source: "spec/simulator.md 8.5"},
	{Term: "Too slow", Short: "At the chosen degree the job would have taken longer than acceptable.", Source: "spec/simulator.md 7.5"},
	{Term: "Queue full", Short: "The queue was full when the job arrived.", Source: "spec/simulator.md 8.5"},
	{Term: "Unfinished", Short: "The job was still running when the simulated time ended.", Note: "Reference rules count it among the blocked.", Source: "spec/simulator.md 8.5"},
	{Term: "Speed-up", Short: "Sequential JCT over the job's JCT, over completed jobs.", Source: paper, Also: []string{"Mean speed-up", "Speedup"}},
	{Term: "Utilisation", Short: "Part of the time that the servers compute, over the whole cluster.", Source: "spec/simulator.md 8.6"},
	{Term: "Throughput", Short: "Bytes of computation and communication that jobs get done in a second of simulated time.", Source: "spec/simulator.md 8.6", Also: []string{"Cluster throughput", "Demand throughput"}},
	{Term: "95 % interval", Short: "Were the seeds drawn anew, 95 of 100 such intervals would hold the true mean.",
		Note: "Student's t over seeds: with three seeds it is wide. Add seeds to narrow it.", Source: design, Also: []string{"Confidence interval", "±"}},
	{Term: "Published", Short: "A figure of the paper, drawn hollow. Ours is filled.", Source: paper + " (spec/learning.md 2)", Also: []string{"Published figures"}},
	{Term: "Run", Short: "One strategy on the jobs of one seed, from the first arrival to the horizon.", Source: design, Also: []string{"Runs"}},
	{Term: "Digest", Short: "A fingerprint of a result. The same experiment gives the same digest on every machine.", Source: "RATIONALE.md", Also: []string{"Result"}},
	{Term: "Decision", Short: "One job for which a strategy chooses a degree.", Source: paper, Also: []string{"Decisions"}},
	{Term: "Paired difference", Short: "The difference of two strategies on the same jobs, seed by seed: what the seeds have in common falls out.", Source: design, Also: []string{"Difference", "Compared with"}},
	{Term: "Sweep", Short: "The same experiment at many values of one field or two.", Source: design},
}
