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
	for i, u := range m.source {
		row := t.reduce.Input[2*half*i : 2*half*(i+1)]
		copy(row[:half], h[int(u)*half:])
		if e := int(m.edge[i]); e >= 0 {
			copy(row[half:], g[e*half:(e+1)*half])
		} else {
			clear(row[half:])
		}
	}
	y := r.reduce.Forward(t.reduce, m.count())
	width := r.reduce.Out()
	clear(out)
	for i, v := range m.targets {
		from, to := int(m.starts[i]), int(m.starts[i+1])
		target := out[int(v)*width : (int(v)+1)*width]
		nn.AddColumns(target, y[from*width:], to-from, width)
		nn.Scale(target, 1/T(to-from))
	}
}

// backward takes the gradient dOut of forward's out, adds those of the
// parameters and sets dIn, unless it is nil, to that of the node network's
// input. b is overwritten.
func (r *round[T]) backward(s *state[T], t *roundTrace[T], dOut, dIn []T, b *buffers[T]) {
	m := &s.messages
	width, half := r.reduce.Out(), r.node.Out()
	for i, v := range m.targets {
		from, to := int(m.starts[i]), int(m.starts[i+1])
		source := dOut[int(v)*width : (int(v)+1)*width]
		first := b.reduced[from*width : (from+1)*width]
		copy(first, source)
		nn.Scale(first, 1/T(to-from))
		for row := from + 1; row < to; row++ {
			copy(b.reduced[row*width:(row+1)*width], first)
		}
	}
	r.reduce.Backward(t.reduce, b.reduced, b.message, m.count())
	dNode, dEdge := b.node[:s.nodes*half], b.edge[:s.edges*half]
	clear(dNode)
	for i, u := range m.source {
		row := b.message[2*half*i : 2*half*(i+1)]
		nn.AddColumns(dNode[int(u)*half:], row, 1, half)
		if e := int(m.edge[i]); e >= 0 {
			copy(dEdge[e*half:(e+1)*half], row[half:])
		}
	}
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
	extend(&b.reduced, s.messages.count()*width)
	extend(&b.message, s.messages.count()*c.Message)
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
