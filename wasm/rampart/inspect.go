package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"rampart/core/experiment"
	"rampart/core/jobgraph"
	"rampart/core/ramp"
	"rampart/core/strict"
	"rampart/core/trace"
	"rampart/policy/builtin"
	"rampart/ui/number"
)

// inspectCommand is rampart inspect. The name of a built-in graph or policy does
// as well as a file.
func inspectCommand(args []string, s streams) int {
	file, status, ok := arguments("inspect", flag.NewFlagSet("inspect", flag.ContinueOnError), args, s)
	if !ok {
		return status
	}
	var b strings.Builder
	in, err := readAny(file, s, experiment.MaxResultBytes)
	if errors.Is(err, fs.ErrNotExist) && slices.Contains(jobgraph.BuiltinNames(), file) {
		g, err := jobgraph.Builtin(file)
		if err != nil {
			return failed(s, file, err)
		}
		inspectGraph(&b, g)
	} else if policy, unknown := builtin.File(file); errors.Is(err, fs.ErrNotExist) && unknown == nil {
		if err := inspectCheckpoint(&b, policy); err != nil {
			return failed(s, file, err)
		}
	} else if err != nil {
		return badInput(s, in.label, err)
	} else if in.opened != nil {
		if err := inspectOpened(&b, in.opened); err != nil {
			return badInput(s, in.label, err)
		}
	} else if err := inspect(&b, file, in.data); err != nil {
		return badInput(s, file, err)
	}
	if _, err := s.out.Write([]byte(b.String())); err != nil {
		return failed(s, "-", err)
	}
	return exitDone
}

// inspect tells the kind of a file by its outermost fields.
func inspect(b *strings.Builder, file string, data []byte) error {
	if isCheckpoint(data) {
		return inspectCheckpoint(b, data)
	}
	if trace.Is(string(data[:min(len(data), 4096)])) {
		t, err := trace.Read(file, data, experiment.Default())
		if err != nil {
			return err
		}
		inspectTrace(b, t)
		return nil
	}
	text := bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\uFEFF")), " \t\r\n")
	if len(text) == 0 || text[0] != '{' {
		return inspectGraphFile(b, file, data)
	}
	doc, err := strict.Parse(data, strict.Limits{MaxBytes: experiment.MaxResultBytes, MaxValues: 1 << 26})
	if err != nil {
		return err
	}
	o := doc.Root().Object()
	switch {
	case o.Get("runs").Present():
		r, err := experiment.DecodeResult(data)
		if err != nil {
			return err
		}
		inspectResult(b, r)
	case o.Get("rampart").Present():
		x, err := experiment.Decode(data)
		if err != nil {
			return err
		}
		inspectExperiment(b, x)
	case o.Get("ops").Present():
		return inspectGraphFile(b, file, data)
	default:
		return errors.New("this is no experiment (field rampart), result (runs) or job graph (ops)")
	}
	return nil
}

func inspectGraphFile(b *strings.Builder, file string, data []byte) error {
	g, err := jobgraph.Read(file, data)
	if err != nil {
		return err
	}
	inspectGraph(b, g)
	return nil
}

// fact writes one line: what, and how much.
func fact(b *strings.Builder, what, format string, args ...any) {
	fmt.Fprintf(b, "%-26s %s\n", what, oneLine(fmt.Sprintf(format, args...)))
}

func inspectGraph(b *strings.Builder, g *jobgraph.Graph) {
	job := jobgraph.Mirror(g)
	st := &job.Stats
	in, out := make([]int, len(g.Ops)+1), make([]int, len(g.Ops)+1)
	for _, e := range g.Edges {
		out[e[0]]++
		in[e[1]]++
	}
	sources, sinks := 0, 0
	var forward, backward, activation, parameter float64
	for _, op := range g.Ops {
		if in[op.ID] == 0 {
			sources++
		}
		if out[op.ID] == 0 {
			sinks++
		}
		forward += op.Forward
		backward += op.Backward
		activation += op.ActivationBytes
		parameter += op.ParameterBytes
	}
	fact(b, "Job graph", "%s", g.Name)
	if g.Source != "" {
		fact(b, "Source", "%s", g.Source)
	}
	fact(b, "Forward pass", "%s, %s, %s, %s", plural(len(g.Ops), "op"), plural(len(g.Edges), "edge"),
		plural(sources, "source"), plural(sinks, "sink"))
	fact(b, "With backward pass", "%s, %s, depth %d", plural(st.Nodes, "node"), plural(st.Edges, "edge"), st.MaxDepth)
	fact(b, "Time of a training step", "%s %s (forward %s, backward %s)", number.Significant(st.StepTime), g.Unit,
		number.Significant(forward), number.Significant(backward))
	fact(b, "Longest op", "node %d, %s %s, %s of the step", st.MaxComputeID, number.Significant(st.MaxCompute), g.Unit,
		number.Rate(share(st.MaxCompute, st.StepTime)))
	fact(b, "Activations", "%s", inBytes(activation))
	fact(b, "Parameters", "%s", inBytes(parameter))
	fact(b, "Memory of both passes", "%s, most of it at node %d: %s", inBytes(st.TotalMemory), st.MaxMemoryID, inBytes(st.MaxMemory))
	fact(b, "Largest edge", "%d to %d: %s", st.MaxEdge[0], st.MaxEdge[1], inBytes(st.MaxEdgeBytes))
}

// share is a part of a whole that may be nothing.
func share(part, whole float64) float64 {
	if whole == 0 {
		return 0
	}
	return part / whole
}

// inBytes writes an amount of memory with a decimal prefix.
func inBytes(v float64) string {
	for _, unit := range []struct {
		size float64
		name string
	}{{1e15, "PB"}, {1e12, "TB"}, {1e9, "GB"}, {1e6, "MB"}, {1e3, "kB"}} {
		if v >= unit.size {
			return number.Significant(v/unit.size) + " " + unit.name
		}
	}
	return number.Significant(v) + " B"
}

// perTransfer says what bandwidth a transfer between two servers has.
func perTransfer(c *experiment.Cluster) string {
	n := ramp.Network{Shape: ramp.Shape{Groups: c.Groups, Racks: c.RacksPerGroup, Servers: c.ServersPerRack}, NodeBandwidth: c.NodeBandwidthBytesPerSecond}
	switch c.Topology.Kind {
	case ramp.KindTorus:
		t := ramp.Torus{Network: n}
		return fmt.Sprintf("%s/s on each of %s", inBytes(t.LinkBandwidth()), plural(t.Links(), "link"))
	case ramp.KindFatTree:
		t := ramp.FatTree{Network: n, Oversubscription: c.Topology.Oversubscription}
		return inBytes(t.Uplink()) + "/s of it across racks"
	}
	return inBytes(n.ChannelBandwidth()) + "/s a channel"
}

func inspectExperiment(b *strings.Builder, x *experiment.Experiment) {
	c, l := &x.Cluster, &x.Workload
	fact(b, "Experiment", "%s", x.Name)
	fact(b, "Cluster", "%d groups x %d racks x %d servers = %s, %s with %s each", c.Groups, c.RacksPerGroup, c.ServersPerRack,
		plural(c.Servers(), "server"), c.Device.Name, inBytes(c.Device.MemoryBytes))
	fact(b, "Network", "%s, %s/s a server, %s, %s a link, latency %s s + 2 x %s s", experiment.TopologyName(c.Topology), inBytes(c.NodeBandwidthBytesPerSecond),
		perTransfer(c), plural(c.ChannelsPerLink, "channel"),
		strict.FormatFloat(c.PropagationSeconds), strict.FormatFloat(c.IOSeconds))
	names := make([]string, len(l.Graphs))
	for i, g := range l.Graphs {
		names[i] = g.Name
	}
	fact(b, "Graphs", "%s", strings.Join(names, ", "))
	fact(b, "Jobs", "about %s in each run, %s each", number.Significant(x.Arrivals()), plural(l.TrainingSteps, "training step"))
	fact(b, "Horizon", "%s", number.Seconds(x.HorizonSeconds))
	fact(b, "Partitioning", "at most %d ways, quantum %s", x.Partition.MaxDegree, strict.FormatFloat(x.Partition.QuantumSeconds))
	fact(b, "Rules and placer", "%s, %s", x.Rules.Words(), x.Placer)
	for i := range x.Strategies {
		what := ""
		if i == 0 {
			what = "Strategies"
		}
		fact(b, what, "%s", x.Strategies[i].Name())
	}
	fact(b, "Seeds", "%s", number.Count(len(x.Seeds)))
	fact(b, "Work", "%s, about %s decisions", plural(len(x.Strategies)*len(x.Seeds), "run"),
		number.Significant(x.Arrivals()*float64(len(x.Strategies)*len(x.Seeds))))
}

// inspectTrace says what a table of arrivals holds.
func inspectTrace(b *strings.Builder, t *trace.Trace) {
	jobs := t.Experiment.Workload.Jobs
	of := map[string]int{}
	for _, j := range jobs {
		of[j.Graph]++
	}
	first, last := jobs[0].ArrivalSeconds, jobs[len(jobs)-1].ArrivalSeconds
	fact(b, "Table of arrivals", "%s from %s to %s s", plural(len(jobs), "job"), strict.FormatFloat(first), strict.FormatFloat(last))
	if len(jobs) > 1 {
		fact(b, "Mean interval", "%s", number.Seconds((last-first)/float64(len(jobs)-1)))
	}
	what := "Graphs"
	for _, g := range t.Experiment.Workload.Graphs {
		if n := of[g.Name]; n > 0 {
			fact(b, what, "%s: %s", g.Name, plural(n, "job"))
			what = ""
		}
	}
	if len(t.Ignored) > 0 {
		fact(b, "Columns left out", "%s", strings.Join(t.Ignored, ", "))
	}
}

func inspectResult(b *strings.Builder, r *experiment.Result) {
	jobs, kept := 0, 0
	for i := range r.Runs {
		jobs += r.Runs[i].Arrived
		kept += len(r.Runs[i].Jobs)
	}
	fact(b, "Result", "%s", r.Experiment.Name)
	fact(b, "Engine", "%s", r.Engine)
	fact(b, "Runs", "%s, %s arrived, %s in the file", number.Count(len(r.Runs)), plural(jobs, "job"), number.Count(kept))
	b.WriteByte('\n')
	b.Write(appendTable(nil, r, -1))
}
