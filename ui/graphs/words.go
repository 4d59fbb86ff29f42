package graphs

import (
	"fmt"
	"strconv"

	"rampart/ui/chart"
	"rampart/ui/number"
	"rampart/wasm/wire"
)

// unitShort is the unit of the graph's compute times.
func (f *Figure) unitShort() string {
	if f.Unit == "seconds" {
		return "s"
	}
	return "ms"
}

// timeWords writes a compute time of the graph.
func (f *Figure) timeWords(v float64) string {
	return number.Significant(v) + number.Thin + f.unitShort()
}

// nodeName is what a node is called in a sentence.
func (m *Model) nodeName(node int) string {
	f := m.figure
	pass := "forward"
	if f.backward(node) {
		pass = "backward"
	}
	return f.short(f.op(node)) + " " + strconv.Itoa(f.ID[f.op(node)]) + " " + pass
}

// note tells of a node in one line.
func (m *Model) note(node int) string {
	f := m.figure
	s := m.nodeName(node) + ": " + f.timeWords(f.time(node)) + ", " + number.Bytes(f.memory(node))
	if split := m.split(); split != nil && split[node] > 1 {
		s += ", " + number.Count(split[node]) + " sub-ops"
	}
	return s
}

// sheetWords is the drawing in words.
func (m *Model) sheetWords() string {
	f := m.figure
	if f == nil {
		return "No graph is drawn"
	}
	s := fmt.Sprintf("Computation graph of %s: %s ops forward and as many backward in %s layers.",
		f.Name, number.Count(f.n), number.Count(f.Layers))
	for i, k := range f.kinds {
		if i == 4 {
			break
		}
		s += fmt.Sprintf(" %s %s, %s.", number.Count(k.count), k.name, f.timeWords(k.time))
	}
	return s
}

// ganttWords is the step in words.
func (m *Model) ganttWords() string {
	s := m.step
	if s == nil || s.Unplaced != "" {
		return "No step is drawn"
	}
	compute, transfer := criticalParts(s)
	return fmt.Sprintf("One training step of %s at degree %d on %s servers takes %s. Its critical path computes for %s and waits for transfers for %s.",
		m.figure.Name, s.Effective, number.Count(len(s.Servers)), number.Brief(s.StepSeconds), number.Brief(compute), number.Brief(transfer))
}

// criticalParts adds up the critical path.
func criticalParts(s *wire.GraphStep) (compute, transfer float64) {
	for _, l := range s.Critical {
		if l.Transfer {
			transfer += l.End - l.Begin
		} else {
			compute += l.End - l.Begin
		}
	}
	return compute, transfer
}

// lead is the sentence above everything.
func (m *Model) lead() string {
	f := m.figure
	if f == nil {
		if m.message != "" {
			return m.message
		}
		return "The computation graph of a job: what is split, and what that costs."
	}
	if share, _, ok := m.input(); ok && share >= 0.1 {
		return fmt.Sprintf("Loading data takes %s of the compute time of %s: the input op is counted as if it ran on the accelerator.", number.Rate(share), f.Name)
	}
	top := f.kinds[0]
	if !(f.Stats.StepTime > 0) {
		return fmt.Sprintf("%s has %s ops, none of which takes time.", f.Name, number.Count(f.n))
	}
	return fmt.Sprintf("%s of the compute time of %s goes into %s of type %s.", number.Rate(top.time/f.Stats.StepTime), f.Name, plural(top.count, "op", "ops"), top.name)
}

// splitLead says what the degree does.
func (m *Model) splitLead() string {
	s := m.step
	switch {
	case s == nil && m.message != "":
		return m.message
	case s == nil:
		return "The step is being looked ahead."
	case s.Unplaced != "":
		return s.Unplaced
	case s.Stuck > 0:
		return fmt.Sprintf("The step never ends: %s sub-ops wait for each other, a deadlock. The switch Graphs of several ends of the rules takes it away.", number.Count(s.Stuck))
	}
	of := ""
	if s.Effective != s.Degree {
		of = fmt.Sprintf(" No op is long enough for more than %d parts.", s.Effective)
	}
	if s.FlowBytes == 0 {
		return fmt.Sprintf("At degree %d the %s ops make %s sub-ops on %s; nothing moves between servers.%s",
			s.Degree, number.Count(2*m.figure.n), number.Count(s.Ops), plural(len(s.Servers), "server", "servers"), of)
	}
	return fmt.Sprintf("At degree %d the %s ops become %s sub-ops on %s, which send each other %s in every step.%s",
		s.Degree, number.Count(2*m.figure.n), number.Count(s.Ops), plural(len(s.Servers), "server", "servers"), number.Bytes(s.FlowBytes), of)
}

// costLead says which degrees are in time.
func (m *Model) costLead() string {
	if m.costs == nil {
		if m.total > 0 {
			return fmt.Sprintf("%d of %d degrees are planned.", m.done, m.total)
		}
		return "The degrees are being planned."
	}
	beta, ok := m.betaValue()
	if !ok {
		return "Beta is above 0, at most 1."
	}
	var names string
	count := 0
	for i := range m.costs.Degrees {
		if c := &m.costs.Degrees[i]; m.inTime(c) {
			if count > 0 {
				names += ", "
			}
			names += strconv.Itoa(c.Degree)
			count++
		}
	}
	if count == 0 {
		return "With beta " + number.Plain(beta) + " no degree is in time on an empty cluster."
	}
	word := "degrees"
	if count == 1 {
		word = "degree"
	}
	return "With beta " + number.Plain(beta) + " a job is in time on an empty cluster at " + word + " " + names + "."
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return number.Count(n) + " " + many
}

// fact is a figure with its name.
type fact struct{ Name, Value, Help string }

// nodeFacts are the figures of the node with the focus.
func (m *Model) nodeFacts() []fact {
	f, node := m.figure, m.focus
	op := f.op(node)
	list := []fact{
		{"Forward time", f.timeWords(f.Forward[op]), "Compute time of the forward op"},
		{"Backward time", f.timeWords(f.Backward[op]), "Compute time of its backward twin"},
		{"Activation", number.Bytes(f.ActivationBytes[op]), "Output of the op; what its successors are sent"},
		{"Parameters", number.Bytes(f.ParameterBytes[op]), "Weights of the op; what is synchronised between its parts"},
		{"Memory", number.Bytes(f.memory(node)), "Activation and parameters, counted in each pass"},
		{"Share of the step", number.Rate(ratio(f.Forward[op]+f.Backward[op], f.Stats.StepTime)), "Of the compute time of both passes"},
	}
	if s := m.step; s != nil && s.Unplaced == "" {
		list = append(list,
			fact{"Sub-ops", number.Count(s.SubOps[node]), "At the degree that is chosen below"},
			fact{"Each computes", number.Brief(s.Seconds[node]), "Simulated time of one sub-op"},
			fact{"Each holds", number.Bytes(s.Memory[node]), "Memory of one sub-op"},
			fact{"Flows to other servers", number.Count(s.Flows[node]), "Dependencies of its sub-ops that leave their server, in every step"},
			fact{"They carry", number.Bytes(s.NodeBytes[node]), "In every step"},
		)
		if s.SyncBytes[node] > 0 {
			list = append(list, fact{"of which gradients", number.Bytes(s.SyncBytes[node]), "Synchronisation between the parts of the backward op"})
		}
		if t := criticalTime(s, node); t > 0 {
			list = append(list, fact{"On the critical path", number.Brief(t), "Time in which the end of the step waits for this op"})
		}
	}
	return list
}

// criticalTime is how long the critical path computes a node.
func criticalTime(s *wire.GraphStep, node int) (seconds float64) {
	for _, l := range s.Critical {
		if !l.Transfer && l.From == node {
			seconds += l.End - l.Begin
		}
	}
	return seconds
}

func ratio(a, b float64) float64 {
	if !(b > 0) {
		return 0
	}
	return a / b
}

// statFacts are the figures of the mirrored graph.
func (m *Model) statFacts() []fact {
	f := m.figure
	s := &f.Stats
	of := func(id int) string {
		if id == 0 {
			return ""
		}
		return " (" + m.idName(id) + ")"
	}
	return []fact{
		{"Ops, both passes", number.Count(s.Nodes), "Every op has a backward twin"},
		{"Edges, both passes", number.Count(s.Edges), "Every edge is mirrored, and one joins the passes"},
		{"Compute time of a step", f.timeWords(s.StepTime), "Sum over all ops, on one server"},
		{"Memory", number.Bytes(s.TotalMemory), "Activations and parameters, counted in both passes"},
		{"Bytes on the edges", number.Bytes(s.TotalEdgeBytes), "Every edge carries the activation of its source"},
		{"Longest op", f.timeWords(s.MaxCompute) + of(s.MaxComputeID), "The largest compute time"},
		{"Largest op", number.Bytes(s.MaxMemory) + of(s.MaxMemoryID), "The most memory"},
		{"Largest edge", number.Bytes(s.MaxEdgeBytes) + of(s.MaxEdge[0]), "The op at which it starts"},
		{"Highest throughput", number.Bytes(s.MaxThroughput) + "/" + f.unitShort() + of(s.MaxThroughputID), "Memory by compute time"},
		{"Depth", number.Count(s.MaxDepth), "Ops on the shortest way from the first source to the op furthest from it"},
		{"Sources", number.Count(s.Sources), "Ops that wait for no other"},
		{"Layers", number.Count(f.Layers), "Ops on the longest way through one pass"},
	}
}

// idName names the node of an id of the mirrored graph.
func (m *Model) idName(id int) string {
	f := m.figure
	forward, pass := id, "forward"
	if id > f.n {
		forward, pass = 2*f.n+1-id, "backward"
	}
	for op, own := range f.ID {
		if own == forward {
			return f.short(op) + " " + strconv.Itoa(forward) + " " + pass
		}
	}
	return ""
}

// key is one entry of the key to the colours.
type key struct{ Class, Name string }

// keys explain the colours of the drawing.
func (m *Model) keys() []key {
	f := m.figure
	if m.tone == ByType {
		var list []key
		others := 0
		for i, k := range f.kinds {
			if i >= groups {
				others++
				continue
			}
			list = append(list, key{chart.Graphs[i].Name, k.name})
		}
		if others > 0 {
			list = append(list, key{"series-0", plural(others, "other type", "other types")})
		}
		return list
	}
	most := f.most(m.tone, m.split())
	write := func(v float64) string {
		switch m.tone {
		case ByMemory:
			return number.Bytes(v)
		case BySplit:
			return number.Significant(v)
		}
		return f.timeWords(v)
	}
	if !(most > 0) {
		return []key{{"heat-0", "none"}}
	}
	list := []key{{"heat-0", "none"}}
	for i := 1; i < heats; i++ {
		name := ""
		if i == 1 || i == heats-1 || i == heats/2 {
			part := float64(i) / (heats - 1)
			name = "to " + write(most*part*part)
		}
		list = append(list, key{chart.Heat[i+1].Name, name})
	}
	return list
}
