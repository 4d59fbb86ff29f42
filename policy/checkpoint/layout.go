package checkpoint

import (
	"fmt"

	"rampart/policy/gnn"
	"rampart/policy/nn"
)

// network describes one of the networks of a model, in the order in which
// gnn.New makes them. The shapes must be known before a model is made: a file
// may ask for far more weights than it holds.
type network struct {
	name      string
	normalize bool
	widths    []int
	// active says after which layers the activation comes.
	active []bool
}

func networks(c gnn.Config) []network {
	half, in := c.Message/2, c.NodeFeatures
	var list []network
	for i := range c.Rounds {
		out := c.Hidden
		if i == c.Rounds-1 {
			out = c.Out
		}
		name := fmt.Sprintf("round.%d.", i)
		list = append(list, body(name+"node", in, half, c.Depth, true), body(name+"edge", c.EdgeFeatures, half, c.Depth, true),
			body(name+"reduce", c.Message, out, c.Depth, true))
		in = out
	}
	list = append(list, body("graph", c.GraphFeatures, c.GraphOut, c.Depth, false))
	for _, head := range []struct {
		name string
		out  int
	}{{"policy", c.Actions}, {"value", 1}} {
		list = append(list, network{head.name, false, []int{c.Out + c.GraphOut, c.HeadHidden, head.out}, []bool{true, false}})
	}
	return list
}

// body returns a normalising network of depth layers; first says whether the
// activation also comes after the first of them.
func body(name string, in, out, depth int, first bool) network {
	n := network{name: name, normalize: true, widths: []int{in}}
	for i := range depth {
		n.widths = append(n.widths, out)
		n.active = append(n.active, first || i > 0)
	}
	return n
}

// Names of the tensors of a network.
func (n *network) gain() string        { return n.name + ".norm.gain" }
func (n *network) shift() string       { return n.name + ".norm.shift" }
func (n *network) weight(i int) string { return fmt.Sprintf("%s.%d.weight", n.name, i) }
func (n *network) bias(i int) string   { return fmt.Sprintf("%s.%d.bias", n.name, i) }

// Tensors returns the names and shapes of the weights of a model with shape c,
// which must pass Check, and their number: what gnn.Model.Tensors returns, but
// without the memory of a model. Weights of hostile shapes may be many millions.
func Tensors(c gnn.Config) (list []nn.Tensor, size int) {
	add := func(name string, shape ...int) {
		t := nn.Tensor{Name: name, Shape: shape, Offset: size}
		list = append(list, t)
		size += t.Size()
	}
	for _, n := range networks(c) {
		if n.normalize {
			add(n.gain(), n.widths[0])
			add(n.shift(), n.widths[0])
		}
		for i := range n.active {
			add(n.weight(i), n.widths[i], n.widths[i+1])
			add(n.bias(i), n.widths[i+1])
		}
	}
	return list, size
}
