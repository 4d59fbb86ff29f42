package words

// rules are the switches of the rules: what each sets right of the published
// simulator. Their names in an experiment file are labels too.
var rules = []Entry{
	{Term: "Seconds throughout", Short: "Compute times and the quantum count in seconds; without it a profile's milliseconds count as seconds, beside a network in true seconds.", Source: "spec/simulator.md Q2", Also: []string{"rules.units"}},
	{Term: "Activations on edges", Short: "An edge carries the activation of its forward operation; without it the memory of either end, weights included.", Source: "spec/simulator.md Q5", Also: []string{"rules.edgeContents"}},
	{Term: "Gradients between parts", Short: "The parts of a backward operation exchange gradients of its parameters; without it activations too.", Source: "spec/simulator.md Q5", Also: []string{"rules.syncContents"}},
	{Term: "All-reduce inside racks", Short: "The part of an all-reduce inside a rack takes its time; without it that part is free.", Source: "spec/simulator.md Q4", Also: []string{"rules.intraRackAllReduce"}},
	{Term: "Bandwidth divided once", Short: "In an all-reduce a transceiver has a server's bandwidth divided by the groups; without it divided by them twice.", Source: "spec/simulator.md Q6", Also: []string{"rules.collectiveBandwidth"}},
	{Term: "Contending racks", Short: "In an all-reduce, servers of one group and place in several racks share a wavelength; without it each has it alone.", Source: "spec/simulator.md Q7; " + ramp, Also: []string{"rules.contendingRacks"}},
	{Term: "Channel sharing", Short: "Flows on one channel share its bandwidth evenly; without it each moves at full speed, and late ones end late.", Source: "spec/simulator.md Q1, 7.2", Also: []string{"rules.channelSharing"}},
	{Term: "Parents alone", Short: "A backward operation waits for all its parents; without it gradients that arrive count as parents, and it may start too early.", Source: "spec/simulator.md Q3", Also: []string{"rules.syncEdgeCounting"}},
	{Term: "Memory of both passes", Short: "Placing counts the memory of forward and backward pass on each server; without it only the forward one's, in sum.", Source: "spec/simulator.md Q13", Also: []string{"rules.memory"}},
	{Term: "JCT by placement", Short: "A job's JCT follows from where it is placed; without it the first placement of a graph and degree in a run stands for all.", Source: "spec/simulator.md Q9", Also: []string{"rules.perPlacementJct"}},
	{Term: "Only what has room", Short: "The valid degrees are those that can be placed now; without it scattered free servers count as room.", Source: "spec/simulator.md Q10, Q16", Also: []string{"rules.placeableMask"}},
	{Term: "Deadline tolerance", Short: "A job that is late by no more than rounding is accepted; without it the last digit of a sum may block it.", Note: "The tolerance is a billionth of the deadline.", Source: "spec/simulator.md Q15", Also: []string{"rules.deadlineTolerance"}},
	{Term: "Unfinished apart", Short: "Jobs that run at the horizon are reported apart; without it they count among the blocked.", Source: "spec/simulator.md Q11", Also: []string{"rules.unfinishedJobs"}},
	{Term: "Utilisation per step", Short: "Utilisation is that of a training step; without it one step's work counts over the time of all steps.", Source: "spec/simulator.md Q8", Also: []string{"rules.utilisationPerStep"}},
	{Term: "Means by time", Short: "Means over a run weigh each moment by its length; without it each event counts the same.", Source: "spec/simulator.md Q14", Also: []string{"rules.timeWeightedMeans"}},
	{Term: "Graphs of several ends", Short: "Every last operation of a graph turns into its own backward pass; without it only that of the largest number does.", Source: "spec/simulator.md Q12", Also: []string{"rules.multiSinkGraphs"}},
	{Term: "Input op computes", Short: "Loading the data takes its time on the accelerator, as the profiles have it; without it that takes no time. Both base rules count it.", Source: design + " (RATIONALE.md)", Also: []string{"rules.inputOpCompute"}},
}
