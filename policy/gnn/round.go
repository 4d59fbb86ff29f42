package gnn

import "rampart/policy/nn"

// round is one message-passing layer:
//
//	h_v  = node(z_v)   g_e = edge(x_e)
//	z'_v = mean of reduce([h_v, 0]) and reduce([h_u, g_e]) over e = (u, v)
//
// and z'_v = 0 where no edge comes in.
type round[T nn.Float] struct {
	node, edge, reduce *nn.MLP[T]
}

// forward computes the outputs of all nodes into out. The node network's input
// must stand in t.node; raw says that it has not been normalised yet.
func (r *round[T]) forward(s *state[T], t *roundTrace[T], raw bool, out []T) {
	if raw {
		r.node.NormalizeInput(t.node, s.nodes)
	}
	h := r.node.ForwardNormalized(t.node, s.nodes)
	g := r.edge.ForwardNormalized(t.edge, s.edges)
	m := &s.messages
	half := r.node.Out()
	nn.GatherRows(t.reduce.Input, 2*half, 0, h, m.source, half)
	nn.GatherRows(t.reduce.Input, 2*half, half, g, m.edge, half)
	nn.MeanRows(out[:s.nodes*r.reduce.Out()], r.reduce.Forward(t.reduce, m.Rows()), &m.Segments, r.reduce.Out())
}

// backward takes the gradient dOut of forward's out, adds those of the
// parameters and sets dIn, unless it is nil, to that of the node network's
// input. b is overwritten.
func (r *round[T]) backward(s *state[T], t *roundTrace[T], dOut, dIn []T, b *buffers[T]) {
	m := &s.messages
	half := r.node.Out()
	nn.SpreadRows(b.reduced, dOut, &m.Segments, r.reduce.Out())
	r.reduce.Backward(t.reduce, b.reduced, b.message, m.Rows())
	dNode, dEdge := b.node[:s.nodes*half], b.edge[:s.edges*half]
	clear(dNode)
	nn.ScatterRows(dNode, m.source, b.message, 2*half, 0, half)
	clear(dEdge)
	nn.ScatterRows(dEdge, m.edge, b.message, 2*half, half, half)
	r.node.Backward(t.node, dNode, dIn, s.nodes)
	r.edge.Backward(t.edge, dEdge, nil, s.edges)
}

// buffers are the gradients of intermediate values of one graph.
type buffers[T nn.Float] struct {
	reduced []T // messages × width of a node
	message []T // messages × Config.Message
	node    []T // nodes × half a message
	edge    []T // edges × half a message
	in, out []T // nodes × width of a node
}

// grow makes room for a graph.
func (b *buffers[T]) grow(s *state[T], c Config) {
	width := max(c.Hidden, c.Out)
	extend(&b.reduced, s.messages.Rows()*width)
	extend(&b.message, s.messages.Rows()*c.Message)
	extend(&b.node, s.nodes*c.Message/2)
	extend(&b.edge, s.edges*c.Message/2)
	extend(&b.in, s.nodes*width)
	extend(&b.out, s.nodes*width)
}

func extend[T nn.Float](s *[]T, n int) {
	if len(*s) < n {
		*s = make([]T, n)
	}
}
