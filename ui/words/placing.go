package words

// placing are the terms of how a job comes onto servers.
var placing = []Entry{
	{Term: "Degree", Short: "Into how many parts an operation may be split; 0 for not running the job at all.",
		Note: "A valid degree is 1 or even, at most the largest degree and the number of free servers, and some block of that size fits an empty cluster.", Source: paper + " (spec/learning.md 1.2, 1.5)",
		Also: []string{"Partitioning degree", "Degrees", "Chosen degree", "Parallelism"}},
	{Term: "Effective degree", Short: "Parts into which the most divided operation of a job was really split: the degree, or less if its operations are short.", Source: "spec/simulator.md 4.1", Also: []string{"Mean degree"}},
	{Term: "Valid degree", Short: "A degree that the rules allow now. It may still fail to be placed.", Source: "spec/learning.md 1.5", Also: []string{"Mask", "Action mask", "Valid degrees"}},
	{Term: "Largest degree", Short: "Cap on how many parts an operation is split into.", Source: "16 in " + paper + " (spec/learning.md 1.9)"},
	{Term: "Quantum", Short: "Operations shorter than this are not split, longer ones into about as many parts as they have quanta.",
		Note: "Without the switch Seconds throughout, as under reference rules, it is read in the unit of the graph's profile.", Source: sipml + "; 0.01 in " + paper + " (spec/learning.md 1.9)"},
	{Term: "Partition", Short: "A job graph after its operations are split into parts.", Source: paper, Also: []string{"Partitioning"}},
	{Term: "Block", Short: "A set of servers with a shape that RAMP's collectives can use: so many groups, racks and servers.",
		Note: "For degree 8 on the paper's cluster: 2 × 2 × 2, 4 × 1 × 2 or 4 × 2 × 1.", Source: "spec/simulator.md 5", Also: []string{"Blocks", "Largest free block"}},
	{Term: "Fragmentation", Short: "Servers that are free but lie so scattered that no block of the size that is asked for is among them.", Source: design, Also: []string{"Free and fragmented servers", "Scattered"}},
	{Term: "Placer", Short: "What looks for servers for a job once its degree is chosen.", Source: "spec/simulator.md 5; RATIONALE.md", Also: []string{"Placement"}},
	{Term: "First fit", Short: "The reference's placer: each operation goes onto the first free servers that fit it.",
		Note: "Operations that are not split all go onto the first free server of the cluster, so a job may spread over more servers than its degree, and blocks fragment.", Source: "spec/simulator.md 5"},
	{Term: "Compact", Short: "A placer that keeps a whole job inside one block of as many servers as its degree.", Source: design + " (RATIONALE.md)"},
	{Term: "Best fit", Short: "A placer that keeps a whole job inside one block, the one whose use spoils fewest blocks for later jobs.",
		Note: "It weighs the free blocks that overlap each candidate, now and when one and two thirds of the running jobs will have ended.", Source: design + " (RATIONALE.md)"},
	{Term: "Lookahead", Short: "The simulation of one training step of a job on an otherwise empty network, before it starts: it gives the JCT.", Source: "spec/simulator.md 7", Also: []string{"One training step"}},
	{Term: "Critical path", Short: "The chain of operations and flows that one training step waits for: only what lies on it makes the step shorter.", Source: design},
	{Term: "SRPT", Short: "Shortest remaining processing time first: the order in which operations and flows that are ready take their turn.", Source: "spec/simulator.md 6.1, 6.3"},
	{Term: "Queue capacity", Short: "Jobs that may wait for a decision. More are blocked.", Source: "10 in the reference, which never writes it into a file (spec/learning.md 1.9)", Also: []string{"Queue"}},
	{Term: "Rules", Short: "Reference gives the numbers of the published simulator, quirks included; corrected is physically right; custom sets each switch by itself.", Source: "spec/simulator.md 10; RATIONALE.md", Also: []string{"Reference", "Corrected", "Custom", "Switches"}},
}
