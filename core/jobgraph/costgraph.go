package jobgraph

import (
	"container/heap"
	"math"
	"strconv"
)

// BackwardPerForward is the compute time that ReadCostGraph gives the backward
// pass of an op, as a multiple of its forward time. A backward pass computes
// the gradients of the inputs and of the weights, each about as costly as the
// forward pass; the built-in GNMT and VGG profiles measure 1.7 to 1.9.
const BackwardPerForward = 2

// ReadCostGraph reads a CostGraphDef of TensorFlow in the text format of
// protocol buffers (tensorflow/core/framework/cost_graph.proto), by itself or
// as cost_graph of a RunMetadata; the graphs of the REGAL data set are such
// files. All its nodes are taken for the forward pass:
//
//   - forward is compute_cost, which TensorFlow gives in microseconds, as
//     milliseconds; backward is BackwardPerForward times that, since the format
//     has no such figure.
//   - activationBytes is the sum of output_info.size; TensorFlow writes -1
//     where it does not know a size, which counts as 0.
//   - parameterBytes is persistent_memory_size, which older versions write and
//     newer ones leave out. Temporary memory is not kept beyond the op and has
//     no place in a job graph.
//   - an edge comes from every input_info and every control_input. The format
//     of a job graph has sizes for ops only, so a control edge carries what its
//     source's other edges carry.
//
// Ops keep the order of the file, and their names become their types. Ids are
// given anew, 1 to n: in the order of the file as far as edges then lead from
// lower to higher ids, so that the last id has no successor and the backward
// pass starts behind it. Fields of no concern here are passed over.
func ReadCostGraph(name string, data []byte) (*Graph, error) {
	data, err := bounded(data)
	if err != nil {
		return nil, err
	}
	c := costGraph{
		protoText: newProtoText(data),
		position:  map[int64]int{},
		g: &Graph{
			Name:   name,
			Source: "TensorFlow CostGraphDef; backward times assumed as " + strconv.Itoa(BackwardPerForward) + " x forward",
			Unit:   Milliseconds,
		},
	}
	if err := c.fields(0, c.top); err != nil {
		return nil, err
	}
	if err := c.connect(); err != nil {
		return nil, err
	}
	return finish(c.g, c.opLines, c.edgeLines)
}

type costGraph struct {
	*protoText
	g                  *Graph
	opLines, edgeLines []int
	nodes              []costNode
	inputs             int           // of all nodes together
	position           map[int64]int // place of an id in nodes
}

// costNode is one node of the file.
type costNode struct {
	name       string
	line       int
	id         int64 // absent means 0 in proto3
	cost       int64 // microseconds
	output     float64
	persistent int64
	inputs     []costInput
}

type costInput struct {
	id   int64
	line int
	name string // the field it stands in
}

func (c *costGraph) top(name string) error {
	switch name {
	case "node":
		return c.message(name, c.newNode, c.node)
	case "cost_graph":
		return c.message(name, noStart, func(name string) error {
			if name == "node" {
				return c.top(name)
			}
			return c.skip(name)
		})
	}
	return c.skip(name)
}

func (c *costGraph) newNode() error {
	if len(c.nodes) == MaxOps {
		return lineError(c.tok.line, "", "too many nodes, expected at most %d", MaxOps)
	}
	c.nodes = append(c.nodes, costNode{line: c.tok.line})
	return nil
}

// node reads one field of the last node.
func (c *costGraph) node(name string) error {
	n := &c.nodes[len(c.nodes)-1]
	switch name {
	case "name":
		text, err := c.text(name)
		n.name = cut(text, MaxTypeLen)
		return err
	case "op", "attr":
		return lineError(c.tok.line, name, "this is a GraphDef, which has no costs; expected a CostGraphDef")
	case "id":
		return c.integers(name, func(x int64, line int) error {
			n.id = x
			return checkID(x, line, name)
		})
	case "compute_cost":
		return c.figure(name, 0, func(x int64) { n.cost = x })
	case "persistent_memory_size":
		return c.figure(name, 0, func(x int64) { n.persistent = x })
	case "control_input":
		return c.input(n, name, name)
	case "input_info":
		before := len(n.inputs)
		return c.message(name, func() error {
			// proto3 leaves zeros out: an empty input_info means node 0.
			before = len(n.inputs)
			return c.addInput(n, costInput{0, c.tok.line, name})
		}, func(inner string) error {
			if inner != "preceding_node" {
				return c.skip(inner)
			}
			c.inputs -= len(n.inputs) - before
			n.inputs = n.inputs[:before]
			return c.input(n, inner, name+"."+inner)
		})
	case "output_info":
		return c.message(name, noStart, func(inner string) error {
			if inner != "size" {
				return c.skip(inner)
			}
			return c.figure(name+"."+inner, -1, func(x int64) { n.output += float64(max(x, 0)) })
		})
	}
	return c.skip(name)
}

func checkID(x int64, line int, field string) error {
	if x < 0 || x > math.MaxInt32 {
		return lineError(line, field, "%d is out of range, expected a node id from 0 to %d", x, math.MaxInt32)
	}
	return nil
}

// figure reads a whole number from least to MaxFigure.
func (c *costGraph) figure(name string, least int64, set func(int64)) error {
	return c.integers(name, func(x int64, line int) error {
		if x < least || x > MaxFigure {
			return lineError(line, name, "%d is out of range, expected a whole number from %d to %d", x, least, int64(MaxFigure))
		}
		set(x)
		return nil
	})
}

// input reads the ids of nodes that must run before n.
func (c *costGraph) input(n *costNode, name, path string) error {
	return c.integers(name, func(x int64, line int) error {
		if err := checkID(x, line, path); err != nil {
			return err
		}
		return c.addInput(n, costInput{x, line, path})
	})
}

func (c *costGraph) addInput(n *costNode, in costInput) error {
	if c.inputs++; c.inputs > MaxEdges {
		return lineError(in.line, in.name, "too many inputs, expected at most %d in all", MaxEdges)
	}
	n.inputs = append(n.inputs, in)
	return nil
}

// connect turns the nodes into ops and their inputs into edges, by place in
// the file first, and then gives the ids.
func (c *costGraph) connect() error {
	for i := range c.nodes {
		n := &c.nodes[i]
		if other, ok := c.position[n.id]; ok {
			return lineError(n.line, "id", "node id %d is already that of the node on line %d, expected every id once", n.id, c.nodes[other].line)
		}
		c.position[n.id] = i
		forward := float64(n.cost) / 1000
		c.g.Ops = append(c.g.Ops, Op{
			ID: i + 1, Type: n.name, Forward: forward, Backward: BackwardPerForward * forward,
			ActivationBytes: n.output, ParameterBytes: float64(n.persistent),
		})
		c.opLines = append(c.opLines, n.line)
	}
	seen := make([]int, len(c.nodes)) // by source, the target last connected to it, counted from 1
	for i := range c.nodes {
		for _, in := range c.nodes[i].inputs {
			from, ok := c.position[in.id]
			if !ok {
				return lineError(in.line, in.name, "node %d does not exist, expected the id of a node in the file", in.id)
			}
			if seen[from] != i+1 {
				seen[from] = i + 1
				c.g.Edges = append(c.g.Edges, [2]int{from + 1, i + 1})
				c.edgeLines = append(c.edgeLines, in.line)
			}
		}
	}
	return c.renumber()
}

// renumber replaces the ids, so far places in the file, by those of a
// topological order that takes the first in the file of the ops that are free.
func (c *costGraph) renumber() error {
	g := c.g
	for i, e := range g.Edges {
		if e[0] == e[1] {
			id := c.nodes[e[0]-1].id
			return lineError(c.edgeLines[i], "", "node %d is an input of itself, expected another node", id)
		}
	}
	label := func(place int) string { return strconv.FormatInt(c.nodes[place-1].id, 10) }
	if f := findCycles(g, label); f != nil {
		return lineError(c.edgeLines[f.index], "", "%s", f.message)
	}
	start, order := bySource(g)
	waiting := make([]int, len(g.Ops)+1)
	for _, e := range g.Edges {
		waiting[e[1]]++
	}
	free := &places{}
	for place := 1; place <= len(g.Ops); place++ {
		if waiting[place] == 0 {
			*free = append(*free, place)
		}
	}
	for id := 1; free.Len() > 0; id++ {
		place := heap.Pop(free).(int)
		g.Ops[place-1].ID = id
		for _, i := range order[start[place]:start[place+1]] {
			to := g.Edges[i][1]
			if waiting[to]--; waiting[to] == 0 {
				heap.Push(free, to)
			}
		}
	}
	for i, e := range g.Edges {
		g.Edges[i] = [2]int{g.Ops[e[0]-1].ID, g.Ops[e[1]-1].ID}
	}
	return nil
}

// places is a heap of places in the file, first place on top. It starts
// sorted, which is a heap.
type places []int

func (p places) Len() int           { return len(p) }
func (p places) Less(i, j int) bool { return p[i] < p[j] }
func (p places) Swap(i, j int)      { p[i], p[j] = p[j], p[i] }
func (p *places) Push(x any)        { *p = append(*p, x.(int)) }
func (p *places) Pop() any {
	last := (*p)[len(*p)-1]
	*p = (*p)[:len(*p)-1]
	return last
}
