// Package agent lets a trained network choose degrees: a learned policy is a
// cluster.Strategy like any heuristic.
package agent

import (
	"fmt"

	"rampart/core/cluster"
	"rampart/core/plan"
	"rampart/core/workload"
	"rampart/policy/gnn"
	"rampart/policy/nn"
	"rampart/policy/observe"
)

// Agent chooses the most probable of the actions that its features allow: a
// degree, and a block of it where the policy was trained with several. It
// must be attached to a run before its first decision, and is not safe for
// concurrent use.
type Agent struct {
	spec     Spec
	model    *gnn.Model[float32]
	encoder  *observe.Encoder
	graph    [1]int32
	features []float32
	mask     []bool
	logits   []float32
	value    [1]float32
	blocks   int
}

// Spec is all that an agent is made of.
type Spec struct {
	Config      gnn.Config
	Features    observe.Features
	Normalisers observe.Normalisers
	Params      []float32
	// Advantages says that the network's logits are the advantages of actions,
	// as package dqn trains them: of those that are allowed the best one is
	// chosen, with certainty.
	Advantages bool
}

// New returns the agent of a trained policy. The parameters are copied when it
// is attached; until then they must not change.
func New(s Spec) *Agent { return &Agent{spec: s} }

// Attach implements cluster.Attacher. It returns an error if the policy does
// not fit the cluster: its actions must reach a degree that the cluster has.
func (a *Agent) Attach(p *plan.Planner, _ *workload.Settings) error {
	encoder, err := observe.New(a.spec.Features, a.spec.Normalisers, p)
	if err != nil {
		return err
	}
	f, n := encoder.Size()
	if c := a.spec.Config; c.GraphFeatures != f || c.Actions != n {
		return fmt.Errorf("the policy's network takes %d features and has %d actions, but its normalisers make %d and %d", c.GraphFeatures, c.Actions, f, n)
	}
	model, err := gnn.New[float32](a.spec.Config, Graphs(encoder), workload.Random(0, "agent"))
	if err != nil {
		return err
	}
	if len(model.Params()) != len(a.spec.Params) {
		return fmt.Errorf("the policy has %d weights, its network %d", len(a.spec.Params), len(model.Params()))
	}
	copy(model.Params(), a.spec.Params)
	model.Touch()
	a.model, a.encoder, a.blocks = model, encoder, 1
	if p.Settings().Placer == plan.BestFit {
		a.blocks = max(1, a.spec.Normalisers.Blocks)
	}
	a.features, a.mask, a.logits = make([]float32, f), make([]bool, n), make([]float32, n)
	return nil
}

// Graphs returns the job graphs of an encoder as the network takes them.
func Graphs(e *observe.Encoder) []gnn.Graph {
	var graphs []gnn.Graph
	for _, s := range e.Graphs() {
		graphs = append(graphs, gnn.Graph{
			Nodes: s.Nodes, Edges: s.Edges, NodeFeatures: s.NodeFeatures, EdgeFeatures: s.EdgeFeatures, From: s.From, To: s.To,
		})
	}
	return graphs
}

// Degree implements cluster.Strategy. It panics if the agent is not attached.
func (a *Agent) Degree(d *cluster.Decision) int {
	degree, _ := a.Choose(d)
	return degree
}

// Choose implements cluster.Chooser. It panics if the agent is not attached.
func (a *Agent) Choose(d *cluster.Decision) (degree, rank int) { return a.Choice(a.best(d)) }

// Choice returns what an action stands for.
func (a *Agent) Choice(action int) (degree, rank int) { return a.spec.Normalisers.Choice(action) }

// Blocks returns how many blocks of a degree the policy chooses among at most on
// the cluster that it is attached to: one where the placer does not rank them.
func (a *Agent) Blocks() int { return a.blocks }

// best returns the action that is chosen.
func (a *Agent) best(d *cluster.Decision) int {
	a.look(d)
	best := 0
	for i, ok := range a.mask {
		if ok && (!a.mask[best] || a.logits[i] > a.logits[best]) {
			best = i
		}
	}
	return best
}

func (a *Agent) look(d *cluster.Decision) {
	if a.model == nil {
		panic("agent: Degree before Attach")
	}
	a.encoder.Encode(d, a.features, a.mask)
	a.graph[0] = int32(d.Graph)
	a.model.Forward(a.graph[:], a.features, a.mask, a.logits, a.value[:])
}

// Explain fills the probability of every action for a decision, exactly 0 for
// those that the mask forbids, and returns the value that the policy expects
// from here on. probabilities has one entry an action. Of advantages the best
// has probability 1, and the value is that of the best action: V + A(best) -
// mean of A over the allowed actions.
func (a *Agent) Explain(d *cluster.Decision, probabilities []float32) (value float32) {
	if a.spec.Advantages {
		return a.explainBest(d, probabilities)
	}
	a.look(d)
	log := make([]float32, len(probabilities))
	nn.MaskedSoftmax(probabilities, log, a.logits, a.mask)
	return a.value[0]
}

func (a *Agent) explainBest(d *cluster.Decision, probabilities []float32) (value float32) {
	chosen := a.best(d)
	clear(probabilities)
	probabilities[chosen] = 1
	var sum float32
	n := 0
	for i, ok := range a.mask {
		if ok {
			sum += a.logits[i]
			n++
		}
	}
	return a.value[0] + (a.logits[chosen] - sum/float32(n))
}

// Mask returns which actions the last decision allowed. It must not be changed.
func (a *Agent) Mask() []bool { return a.mask }

// Actions returns the number of actions.
func (a *Agent) Actions() int { return a.spec.Config.Actions }
