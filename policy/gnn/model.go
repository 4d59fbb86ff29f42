package gnn

import (
	"fmt"
	"math/rand/v2"

	"rampart/policy/nn"
)

// Model is the network with its parameters, the graphs it knows and the memory
// of its last forward pass. It may be used by one goroutine at a time.
type Model[T nn.Float] struct {
	config  Config
	set     nn.Parameters[T]
	rounds  []round[T]
	graph   *nn.MLP[T] // of the rows' features
	policy  *nn.MLP[T]
	value   *nn.MLP[T]
	mlps    []*nn.MLP[T] // all of the above
	states  []*state[T]
	version uint64 // of the parameters
	fresh   uint64 // version that mlps were refreshed for

	rows     batch[T]
	buffers  buffers[T]
	distinct []int32 // graphs of the last batch, ascending
}

// batch is the memory for the rows of a batch.
type batch[T nn.Float] struct {
	size                 int
	version              uint64 // of the parameters that it was computed with
	graph                []int32
	mask                 []bool
	features             *nn.Trace[T]
	policy, value        *nn.Trace[T]
	dEmbedding, dOther   []T
	dLogits, dValues, dF []T
}

// New returns a model with freshly drawn parameters: the networks of the rounds
// and of the row features as PyTorch initialises linear layers, the heads as
// RLlib does (columns of norm 1, of norm 0.01 in the last layer, biases zero).
// It returns an error if c or a graph is not valid.
func New[T nn.Float](c Config, graphs []Graph, r *rand.Rand) (*Model[T], error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	act, err := nn.ParseActivation(c.Activation)
	if err != nil {
		return nil, err
	}
	m := &Model[T]{config: c, version: 1}
	half := c.Message / 2
	in := c.NodeFeatures
	for i := range c.Rounds {
		out := c.Hidden
		if i == c.Rounds-1 {
			out = c.Out
		}
		name := fmt.Sprintf("round.%d.", i)
		m.rounds = append(m.rounds, round[T]{
			node:   m.network(name+"node", true, stack(in, half, c.Depth), act, act),
			edge:   m.network(name+"edge", true, stack(c.EdgeFeatures, half, c.Depth), act, act),
			reduce: m.network(name+"reduce", true, stack(c.Message, out, c.Depth), act, act),
		})
		in = out
	}
	m.graph = m.network("graph", true, stack(c.GraphFeatures, c.GraphOut, c.Depth), nn.None, act)
	embedding := c.Out + c.GraphOut
	bodies := len(m.mlps)
	m.policy = m.network("policy", false, []int{embedding, c.HeadHidden, c.Actions}, act, nn.None)
	m.value = m.network("value", false, []int{embedding, c.HeadHidden, 1}, act, nn.None)
	for _, body := range m.mlps[:bodies] {
		initBody(body, r)
	}
	for _, head := range m.mlps[bodies:] {
		initHead(head, r)
	}
	return m, m.SetGraphs(graphs)
}

// Discourage lowers the logits of the actions from one on, so that a policy with
// fresh weights takes them more rarely. It is for a model that has not learned yet.
func (m *Model[T]) Discourage(action int, by T) {
	bias := m.policy.Bias(m.policy.Layers() - 1)
	for i := range bias[action:] {
		bias[action+i] -= by
	}
	m.Touch()
}

// stack returns the widths of depth layers from in to out units.
func stack(in, out, depth int) []int {
	widths := []int{in}
	for range depth {
		widths = append(widths, out)
	}
	return widths
}

// network adds an MLP whose first layer has its own activation.
func (m *Model[T]) network(name string, normalize bool, widths []int, first, rest nn.Activation) *nn.MLP[T] {
	acts := make([]nn.Activation, len(widths)-1)
	for i := range acts {
		acts[i] = rest
	}
	acts[0] = first
	net := nn.NewMLP(&m.set, name, normalize, widths, acts)
	m.mlps = append(m.mlps, net)
	return net
}

func initBody[T nn.Float](net *nn.MLP[T], r *rand.Rand) {
	in := net.In()
	for i := range net.Layers() {
		nn.InitUniform(net.Weight(i), in, r)
		nn.InitUniform(net.Bias(i), in, r)
		in = len(net.Bias(i))
	}
}

func initHead[T nn.Float](net *nn.MLP[T], r *rand.Rand) {
	in := net.In()
	for i := range net.Layers() {
		norm := 1.0
		if i == net.Layers()-1 {
			norm = 0.01
		}
		out := len(net.Bias(i))
		nn.InitNormalColumns(net.Weight(i), in, out, norm, r)
		in = out
	}
}

// Config returns the shape of the network.
func (m *Model[T]) Config() Config { return m.config }

// Params returns the parameters. Whoever changes them must call Touch.
func (m *Model[T]) Params() []T { return m.set.Value }

// Grad returns the gradients of the parameters. Backward adds to them; the
// caller clears them.
func (m *Model[T]) Grad() []T { return m.set.Grad }

// Tensors names the parts of Params and Grad, in order.
func (m *Model[T]) Tensors() []nn.Tensor { return m.set.Tensors }

// Touch says that the parameters have changed: embeddings are computed again.
func (m *Model[T]) Touch() { m.version++ }

// SetGraphs replaces the graphs that rows may name. It returns an error, and
// changes nothing, if one of them is not valid.
func (m *Model[T]) SetGraphs(graphs []Graph) error {
	for i := range graphs {
		if err := graphs[i].check(m.config); err != nil {
			return fmt.Errorf("graph %d: %w", i, err)
		}
	}
	m.states = m.states[:0]
	for i := range graphs {
		s := newState(m, &graphs[i])
		m.buffers.grow(s, m.config)
		m.states = append(m.states, s)
	}
	m.distinct = m.distinct[:0]
	m.rows.version = 0
	return nil
}
