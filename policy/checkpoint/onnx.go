package checkpoint

import (
	"encoding/binary"
	"fmt"

	"rampart/policy/gnn"
	"rampart/policy/nn"
)

// What the file declares: operators as of ONNX 1.12, which is the first with
// LayerNormalization and ScatterND's sums.
const (
	onnxIR    = 8
	onnxOpset = 17
)

// Numbers of the fields and enums of onnx.proto3 that are written.
const (
	modelIR, modelProducer, modelVersion, modelGraph, modelOpset, modelProps = 1, 2, 3, 7, 8, 14

	opsetVersion                                                        = 2
	propKey, propValue                                                  = 1, 2
	graphNode, graphName, graphInitializer, graphDoc                    = 1, 2, 5, 10
	graphInput, graphOutput                                             = 11, 12
	nodeInput, nodeOutput, nodeName, nodeOp, nodeAttribute              = 1, 2, 3, 4, 5
	attributeName, attributeFloat, attributeInt, attributeText          = 1, 2, 3, 4
	attributeTensor, attributeInts, attributeType                       = 5, 8, 20
	tensorDims, tensorType, tensorName, tensorRaw                       = 1, 2, 8, 9
	valueName, valueType                                                = 1, 2
	typeTensor, typeElem, typeShape, shapeDim, dimValue, dimParam       = 1, 1, 2, 1, 1, 2
	kindFloat, kindInt, kindText, kindTensor, kindInts                  = 1, 2, 3, 4, 7
	onnxFloat, onnxInt64, onnxBool                                int64 = 1, 7, 9
)

// ONNX returns the policy as an ONNX model for one job graph and any number of
// decisions on jobs of that graph. Inputs, with N operations, E dependencies and
// B decisions:
//
//	node_features   float [N, Config.NodeFeatures]
//	edge_features   float [E, Config.EdgeFeatures]
//	edge_from       int64 [E], operation that each dependency leaves
//	edge_to         int64 [E], operation that it enters
//	graph_features  float [B, Config.GraphFeatures]
//	mask            bool  [B, Config.Actions], the actions on offer
//
// Outputs:
//
//	logits  float [B, Config.Actions]; nn.Masked where mask is false
//	value   float [B]
//
// What each action stands for follows from the normalisers in the metadata: see
// observe.Normalisers.Choice.
//
// The model computes what gnn.Model does, but for the order of sums: results
// agree to about 1e-5 of their size. The metadata of the policy's file are its
// metadata_props. The error is that of Encode.
func ONNX(p *Policy) ([]byte, error) {
	q := *p
	if err := q.check(); err != nil {
		return nil, err
	}
	var m, opset message
	opset.int(opsetVersion, onnxOpset)
	m.int(modelIR, onnxIR)
	m.text(modelProducer, "rampart")
	m.text(modelVersion, q.Engine)
	m.bytes(modelGraph, onnxGraph(&q))
	m.bytes(modelOpset, opset)
	for _, e := range q.metadata(nil) {
		var prop message
		prop.text(propKey, e.key)
		prop.text(propValue, e.value)
		m.bytes(modelProps, prop)
	}
	return m, nil
}

func onnxGraph(p *Policy) message {
	c := p.Config
	g := &graphWriter{config: c, networks: map[string]network{}}
	g.message.text(graphName, "policy")
	if p.Name != "" {
		g.message.text(graphDoc, p.Name)
	}
	for _, v := range []struct {
		name string
		kind int64
		dims []any
	}{
		{"node_features", onnxFloat, []any{"N", c.NodeFeatures}}, {"edge_features", onnxFloat, []any{"E", c.EdgeFeatures}},
		{"edge_from", onnxInt64, []any{"E"}}, {"edge_to", onnxInt64, []any{"E"}},
		{"graph_features", onnxFloat, []any{"B", c.GraphFeatures}}, {"mask", onnxBool, []any{"B", c.Actions}},
	} {
		g.message.bytes(graphInput, valueInfo(v.name, v.kind, v.dims...))
	}
	g.message.bytes(graphOutput, valueInfo("logits", onnxFloat, "B", c.Actions))
	g.message.bytes(graphOutput, valueInfo("value", onnxFloat, "B"))
	list, _ := Tensors(c)
	for _, t := range list {
		g.initializer(t.Name, onnxFloat, t.Shape, floats(p.Params[t.Offset:t.Offset+t.Size()]))
	}
	for _, n := range networks(c) {
		g.networks[n.name] = n
	}
	g.policy()
	return g.message
}

// valueInfo describes an input or output; a dimension is a number or a name.
func valueInfo(name string, kind int64, dims ...any) message {
	var shape, tensor, typ, info message
	for _, d := range dims {
		var dim message
		switch d := d.(type) {
		case int:
			dim.int(dimValue, int64(d))
		case string:
			dim.text(dimParam, d)
		}
		shape.bytes(shapeDim, dim)
	}
	tensor.int(typeElem, kind)
	tensor.bytes(typeShape, shape)
	typ.bytes(typeTensor, tensor)
	info.text(valueName, name)
	info.bytes(valueType, typ)
	return info
}

// graphWriter appends the nodes of a graph. Values are named in the order in
// which they are made.
type graphWriter struct {
	message  message
	config   gnn.Config
	networks map[string]network
	values   int
}

func tensorMessage(name string, kind int64, dims []int, raw []byte) message {
	var t message
	for _, d := range dims {
		t.int(tensorDims, int64(d))
	}
	t.int(tensorType, kind)
	if name != "" {
		t.text(tensorName, name)
	}
	t.bytes(tensorRaw, raw)
	return t
}

func (g *graphWriter) initializer(name string, kind int64, dims []int, raw []byte) string {
	g.message.bytes(graphInitializer, tensorMessage(name, kind, dims, raw))
	return name
}

// ints and scalar add constants.
func (g *graphWriter) ints(name string, list ...int64) string {
	var raw []byte
	for _, v := range list {
		raw = binary.LittleEndian.AppendUint64(raw, uint64(v))
	}
	return g.initializer(name, onnxInt64, []int{len(list)}, raw)
}

func (g *graphWriter) scalar(name string, v float32) string {
	return g.initializer(name, onnxFloat, nil, floats([]float32{v}))
}

// attribute is an attribute of a node: an int, an []int64, a float32, a string
// or a message, which is a tensor.
type attribute struct {
	name  string
	value any
}

func (a attribute) message() message {
	var m message
	m.text(attributeName, a.name)
	kind := int64(kindTensor)
	switch v := a.value.(type) {
	case int:
		m.int(attributeInt, int64(v))
		kind = kindInt
	case float32:
		m.float(attributeFloat, v)
		kind = kindFloat
	case []int64:
		for _, i := range v {
			m.int(attributeInts, i)
		}
		kind = kindInts
	case string:
		m.text(attributeText, v)
		kind = kindText
	case message:
		m.bytes(attributeTensor, v)
	}
	m.int(attributeType, kind)
	return m
}

// node appends a node and returns its only output.
func (g *graphWriter) node(op string, inputs []string, attributes ...attribute) string {
	g.values++
	return g.named(fmt.Sprintf("v%d", g.values), op, inputs, attributes...)
}

func (g *graphWriter) named(output, op string, inputs []string, attributes ...attribute) string {
	var n message
	for _, name := range inputs {
		n.text(nodeInput, name)
	}
	n.text(nodeOutput, output)
	n.text(nodeName, "make_"+output)
	n.text(nodeOp, op)
	for _, a := range attributes {
		n.bytes(nodeAttribute, a.message())
	}
	g.message.bytes(graphNode, n)
	return output
}

// policy appends the whole network.
func (g *graphWriter) policy() {
	c := g.config
	zero, one := g.scalar("zero", 0), g.scalar("one", 1)
	target := g.node("Unsqueeze", []string{"edge_to", g.ints("axis_1", 1)})
	// incoming[v] is the number of dependencies that enter operation v.
	nodes := g.node("Shape", []string{"node_features"}, attribute{"start", 0}, attribute{"end", 1})
	edges := g.node("Shape", []string{"edge_to"})
	incoming := g.node("ScatterND", []string{g.node("Expand", []string{zero, nodes}), target, g.node("Expand", []string{one, edges})},
		attribute{"reduction", "add"})
	column := g.node("Unsqueeze", []string{incoming, "axis_1"})
	m := messagePassing{
		target: target, received: g.node("Add", []string{column, one}), entered: g.node("Greater", []string{column, zero}),
	}
	z := "node_features"
	for i := range c.Rounds {
		z = g.round(i, z, m)
	}
	job := g.node("ReduceMean", []string{z}, attribute{"axes", []int64{0}}, attribute{"keepdims", 1})
	own := g.network("graph", "graph_features")
	rows := g.node("Shape", []string{"graph_features"}, attribute{"start", 0}, attribute{"end", 1})
	shape := g.node("Concat", []string{rows, g.ints("job_width", int64(c.Out))}, attribute{"axis", 0})
	embedding := g.node("Concat", []string{g.node("Expand", []string{job, shape}), own}, attribute{"axis", 1})
	logits := g.network("policy", embedding)
	g.named("logits", "Where", []string{"mask", logits, g.scalar("masked", nn.Masked)})
	g.named("value", "Squeeze", []string{g.network("value", embedding), "axis_1"})
}

// messagePassing names values that all rounds share.
type messagePassing struct {
	target   string // [E, 1] int64: edge_to
	received string // [N, 1] float: messages to each operation, its own included
	entered  string // [N, 1] bool: whether any dependency enters
}

// round appends message-passing round i on z and returns its output: where a
// dependency enters the mean of the reduced messages, which are summed into the
// operation's own, else 0.
func (g *graphWriter) round(i int, z string, m messagePassing) string {
	name := fmt.Sprintf("round.%d.", i)
	h, e := g.network(name+"node", z), g.network(name+"edge", "edge_features")
	zeros := g.node("ConstantOfShape", []string{g.node("Shape", []string{h})},
		attribute{"value", tensorMessage("", onnxFloat, []int{1}, floats([]float32{0}))})
	own := g.network(name+"reduce", g.node("Concat", []string{h, zeros}, attribute{"axis", 1}))
	sent := g.node("Gather", []string{h, "edge_from"}, attribute{"axis", 0})
	others := g.network(name+"reduce", g.node("Concat", []string{sent, e}, attribute{"axis", 1}))
	sum := g.node("ScatterND", []string{own, m.target, others}, attribute{"reduction", "add"})
	return g.node("Where", []string{m.entered, g.node("Div", []string{sum, m.received}), "zero"})
}

// network appends one of the networks on the rows of x.
func (g *graphWriter) network(name, x string) string {
	n := g.networks[name]
	if n.normalize {
		x = g.node("LayerNormalization", []string{x, n.gain(), n.shift()}, attribute{"axis", -1}, attribute{"epsilon", float32(nn.NormEpsilon)})
	}
	for i, active := range n.active {
		x = g.node("Add", []string{g.node("MatMul", []string{x, n.weight(i)}), n.bias(i)})
		if active {
			x = g.activation(x)
		}
	}
	return x
}

// activation appends the configured function of x. Mish has an operator only
// from opset 18 on.
func (g *graphWriter) activation(x string) string {
	switch in := []string{x}; g.config.Activation {
	case "relu":
		return g.node("Relu", in)
	case "leaky_relu":
		return g.node("LeakyRelu", in, attribute{"alpha", float32(0.01)})
	case "sigmoid":
		return g.node("Sigmoid", in)
	case "elu":
		return g.node("Elu", in, attribute{"alpha", float32(1)})
	case "hard_swish":
		return g.node("HardSwish", in)
	case "softplus":
		return g.node("Softplus", in)
	case "mish":
		return g.node("Mul", []string{x, g.node("Tanh", []string{g.node("Softplus", in)})})
	case "softsign":
		return g.node("Softsign", in)
	}
	return x // none
}
