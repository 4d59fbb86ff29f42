package words

// network are the terms of the cluster and its optical network.
var network = []Entry{
	{Term: "Cluster", Short: "The servers and the optical network between them: groups × racks per group × servers per rack.", Source: paper + "; " + ramp, Also: []string{"RAMP", "Topology", "Shape"}},
	{Term: "Groups", Short: "Communication groups of the RAMP topology. All servers of the cluster are one optical hop apart.",
		Note: "A server divides its transceivers among the groups, so more groups mean less bandwidth in each channel.", Source: ramp + "; 4 in " + paper + " (spec/learning.md 1.9)", Also: []string{"Group"}},
	{Term: "Racks per group", Short: "Racks in each group. RAMP needs at least as many groups as there are racks in one.", Source: ramp + "; 4 in " + paper + " (spec/learning.md 1.9)", Also: []string{"Rack"}},
	{Term: "Servers per rack", Short: "Servers in each rack. Each holds one accelerator.", Source: "2 in " + paper + " (spec/learning.md 1.9)"},
	{Term: "Server", Short: "A machine with one accelerator, named by its place: group, rack, server, counted from 0.",
		Note: "A server that works for a job is not shared with another one.", Source: paper, Also: []string{"Servers", "Worker", "Mounted workers"}},
	{Term: "Servers in use", Short: "Servers that run a job at this moment.", Source: "spec/simulator.md 8.6", Also: []string{"Busy servers"}},
	{Term: "Free servers", Short: "Servers that run nothing at this moment.", Source: "spec/simulator.md 5", Also: []string{"Free"}},
	{Term: "Channel", Short: "One optical path from a server to another, in one direction.",
		Note: "Its bandwidth is the server's divided by the number of groups.", Source: ramp + " (spec/simulator.md 3)", Also: []string{"Channels", "Channels per link", "Channels in use"}},
	{Term: "Server bandwidth", Short: "All transceivers of one server together.", Source: "1.6 TB/s, which is the 12.8 Tbit/s of " + ramp, Also: []string{"Bandwidth", "Node bandwidth"}},
	{Term: "Propagation", Short: "Time of flight of light between two servers.", Source: "50 ns in " + paper + " (spec/learning.md 1.9)", Also: []string{"Propagation latency"}},
	{Term: "Server I/O", Short: "Latency of a server's input and output, paid at both ends.", Source: "100 ns in " + paper + " (spec/learning.md 1.9)"},
	{Term: "Device", Short: "The accelerator of a server. Compute times come from the job graphs.", Source: "A100 in " + paper + " (spec/learning.md 1.9)"},
	{Term: "Device memory", Short: "Memory of one accelerator. Jobs that do not fit cannot be placed.", Source: "80 GB in " + paper + " (spec/learning.md 1.9)"},
	{Term: "Collective", Short: "A communication in which all servers of an operation take part, step by step.",
		Note: "Splitting an operation makes its servers exchange what each has computed.", Source: "spec/simulator.md 4.3"},
	{Term: "All-reduce", Short: "The collective that sums the servers' gradients and gives each the sum.",
		Note: "RAMP does it in one reduce-scatter and one all-gather over at most four sub-groups of servers, without contention.", Source: ramp + " (spec/simulator.md 4.4)", Also: []string{"Allreduce"}},
	{Term: "Flow", Short: "The bytes that one server sends another for one dependency.", Source: "spec/simulator.md 4.4", Also: []string{"Flows", "One-to-one"}},
	{Term: "Latency", Short: "Time that a message takes however small it is: propagation and I/O at both ends.", Source: "spec/simulator.md 4.4"},
}
