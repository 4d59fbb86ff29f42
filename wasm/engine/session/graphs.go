package session

import (
	"bytes"
	"errors"
	"math"
	"slices"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/core/jobgraph"
	"rampart/core/layers"
	"rampart/core/plan"
	"rampart/core/ramp"
	"rampart/core/strict"
	"rampart/wasm/wire"
)

// grapher answers questions about one graph on one experiment's cluster. They
// come in rows, so the last one is kept.
type grapher struct {
	experiment   []byte // as requested
	name         string
	withoutInput bool

	graph *jobgraph.Graph
	plans *plan.Planner
	steps int // of a job
}

// graph answers OpGraph.
func (s *Session) graph(req wire.Request) (wire.Reply, error) {
	q := req.Question
	if q == nil {
		return wire.Reply{}, &strict.Error{Path: "question", Message: "the field is missing"}
	}
	g := s.grapher
	if g == nil || !bytes.Equal(g.experiment, req.Experiment) || g.name != q.Name || g.withoutInput != q.WithoutInput {
		s.grapher = nil
		var err error
		if g, err = newGrapher(req.Experiment, q); err != nil {
			return wire.Reply{}, err
		}
		s.grapher = g
	}
	reply := wire.Reply{Kind: wire.KindGraph, Figures: &wire.GraphFigures{}}
	if q.Drawing {
		reply.Figures.Drawing = g.draw()
	}
	if q.Degree != 0 {
		step, err := g.step(q.Degree)
		if err != nil {
			return wire.Reply{}, err
		}
		reply.Figures.Step = step
	}
	if q.Costs {
		costs, err := g.costs(func(done, total int) error {
			if now := s.host.Now(); now-s.reported >= progressTime {
				s.reported = now
				s.post(wire.Reply{ID: req.ID, Kind: wire.KindProgress, Decided: done, Total: total})
			}
			return s.lookForStop()
		})
		if err != nil {
			return wire.Reply{}, err
		}
		reply.Figures.Costs = costs
	}
	return reply, nil
}

func newGrapher(file []byte, q *wire.GraphQuestion) (*grapher, error) {
	x, err := experiment.Decode(file)
	if err != nil {
		return nil, err
	}
	g, err := namedGraph(x, q.Name)
	if err != nil {
		return nil, err
	}
	if q.WithoutInput {
		if g = jobgraph.WithoutInput(g); g == nil {
			return nil, &strict.Error{Path: "question.withoutInput", Message: q.Name + " has no input op that could be left out"}
		}
	}
	own := *x
	own.Workload.Graphs = []experiment.GraphRef{{Name: g.Name, Inline: g}}
	own.Workload.Jobs = nil
	own.Strategies, own.Seeds = []experiment.StrategySpec{{Kind: "max"}}, x.Seeds[:1]
	runner, err := experiment.NewRunner(&own, func(experiment.StrategySpec, *experiment.Experiment, uint64) (cluster.Strategy, error) {
		return nil, nil // nothing is simulated
	})
	if err != nil {
		return nil, err
	}
	c, w := runner.Settings()
	return &grapher{
		experiment: file, name: q.Name, withoutInput: q.WithoutInput,
		graph: g, plans: c.Plans, steps: w.TrainingSteps,
	}, nil
}

// namedGraph finds a graph of the experiment, or else a built-in one.
func namedGraph(x *experiment.Experiment, name string) (*jobgraph.Graph, error) {
	for _, ref := range x.Workload.Graphs {
		if ref.Name == name && ref.Inline != nil {
			return ref.Inline, nil
		}
	}
	g, err := jobgraph.Builtin(name)
	if err != nil {
		return nil, &strict.Error{Path: "question.name", Message: err.Error()}
	}
	return g, nil
}

// draw lists the graph and lays it out.
func (g *grapher) draw() *wire.GraphDrawing {
	n := len(g.graph.Ops)
	d := &wire.GraphDrawing{
		Name: g.graph.Name, Source: g.graph.Source, Unit: string(g.graph.Unit),
		Type: make([]int, n), ID: make([]int, n), Forward: make([]float64, n), Backward: make([]float64, n),
		ActivationBytes: make([]float64, n), ParameterBytes: make([]float64, n),
		Inputs: jobgraph.InputOps(g.graph), Edges: make([][2]int, len(g.graph.Edges)),
		Stats: stats(&g.plans.Settings().Graphs[0].Stats),
	}
	types := map[string]int{}
	place := make([]int, n+1) // by id
	for i := range g.graph.Ops {
		op := &g.graph.Ops[i]
		kind, known := types[op.Type]
		if !known {
			kind = len(d.Types)
			types[op.Type] = kind
			d.Types = append(d.Types, op.Type)
		}
		d.Type[i], d.ID[i], d.Forward[i], d.Backward[i] = kind, op.ID, op.Forward, op.Backward
		d.ActivationBytes[i], d.ParameterBytes[i] = op.ActivationBytes, op.ParameterBytes
		place[op.ID] = i
	}
	for i, e := range g.graph.Edges {
		d.Edges[i] = [2]int{place[e[0]], place[e[1]]}
	}
	if g.withoutInput {
		d.File = jobgraph.AppendJSON(nil, g.graph)
	}
	drawing, err := layers.Draw(n, d.Edges)
	switch {
	case errors.Is(err, layers.ErrLarge):
		d.Undrawn = "The graph is too large to draw. Its figures and its table are here."
		return d
	case err != nil:
		panic("session: a valid graph has no layers: " + err.Error())
	}
	d.Layers, d.Lanes, d.Layer, d.Lane = drawing.Layers, drawing.Lanes, drawing.Layer, drawing.Lane
	for _, between := range drawing.Between {
		d.Between = append(d.Between, between...)
	}
	return d
}

func stats(s *jobgraph.Stats) wire.GraphStats {
	return wire.GraphStats{
		Nodes: s.Nodes, Edges: s.Edges, StepTime: s.StepTime, TotalMemory: s.TotalMemory, TotalEdgeBytes: s.TotalEdgeBytes,
		MaxCompute: s.MaxCompute, MaxComputeID: s.MaxComputeID, MaxMemory: s.MaxMemory, MaxMemoryID: s.MaxMemoryID,
		MaxEdgeBytes: s.MaxEdgeBytes, MaxEdge: s.MaxEdge, MaxThroughput: s.MaxThroughput, MaxThroughputID: s.MaxThroughputID,
		MaxDepth: s.MaxDepth, MaxDepthID: s.MaxDepthID, Sources: len(s.Sources),
	}
}

// empty is the cluster without jobs.
func (g *grapher) empty() ramp.Set {
	n := g.plans.Settings().Shape.N()
	free := ramp.NewSet(n)
	free.Fill(n)
	return free
}

// costs plans every degree that exists on the cluster.
func (g *grapher) costs(yield func(done, total int) error) (*wire.GraphCosts, error) {
	steps := float64(g.steps)
	c := &wire.GraphCosts{TrainingSteps: g.steps}
	fixes := g.plans.Settings().Fixes
	free := g.empty()
	degrees := g.plans.Degrees()[1:]
	for i, degree := range degrees {
		t := g.plans.Template(0, degree)
		cost := wire.GraphCost{Degree: degree, Effective: t.Degree, LimitSeconds: float64(steps * t.StepSeconds)}
		if i == 0 {
			c.SequentialSeconds = cost.LimitSeconds
			c.Tolerance = cluster.Limit(fixes, 1, 1, &plan.Plan{Template: t})/t.StepSeconds - 1
			if !(c.Tolerance > 0) {
				c.Tolerance = 0
			}
		}
		if pl := g.plans.Place(0, degree, free); pl != nil {
			step := g.plans.Step(pl)
			cost.Servers, cost.FlowBytes = len(pl.Servers), pl.FlowBytes
			if cost.Endless = math.IsInf(step.Seconds, 1); !cost.Endless {
				cost.JCTSeconds = float64(steps * step.Seconds)
				cost.CommunicationSeconds = float64(steps * step.CommunicationSeconds)
				cost.ComputationSeconds = float64(steps * step.ComputationSeconds)
				if step.Seconds > 0 {
					cost.Utilisation = step.BusySeconds / (step.Seconds * float64(len(pl.Servers)))
				}
			}
		}
		c.Degrees = append(c.Degrees, cost)
		if err := yield(i+1, len(degrees)); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// step plans one degree and records its training step.
func (g *grapher) step(degree int) (*wire.GraphStep, error) {
	if !slices.Contains(g.plans.Degrees()[1:], degree) {
		return nil, &strict.Error{Path: "question.degree", Message: "the cluster has no block of that degree"}
	}
	t := g.plans.Template(0, degree)
	s := &wire.GraphStep{
		Degree: degree, Effective: t.Degree, Ops: t.Ops, Dependencies: t.Deps, DependencyBytes: t.DependencyBytes,
		MemoryBytes: t.MemoryBytes, SequentialSeconds: t.StepSeconds,
	}
	pl := g.plans.Place(0, degree, g.empty())
	if pl == nil {
		s.Unplaced = "At this degree the job has no room even on the empty cluster: no block of servers has the form or the memory."
		return s, nil
	}
	s.FlowBytes, s.Channels = pl.FlowBytes, pl.Channels
	for _, share := range pl.Shares() {
		s.SubOps, s.Seconds, s.Memory = append(s.SubOps, share.SubOps), append(s.Seconds, share.Seconds), append(s.Memory, share.MemoryBytes)
		s.Flows, s.NodeBytes, s.SyncBytes = append(s.Flows, share.Flows), append(s.NodeBytes, share.FlowBytes), append(s.SyncBytes, share.SyncBytes)
	}
	chart(s, g.plans.Record(pl), g.plans.Settings().Shape)
	return s, nil
}
