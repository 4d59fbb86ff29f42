package jobgraph

import "strconv"

// transformerOp is one op of a transformer, before any device; all figures are
// numbers of elements or of floating-point operations.
type transformerOp struct {
	name     string
	from     []int   // ids of the ops whose outputs it reads
	flops    float64 // of its matrix product, forward; 0 where there is none
	forward  float64 // elements read and written in the forward pass
	backward float64 // and in the backward pass
	output   float64 // elements of its output
	weights  float64 // parameters
}

// network collects the ops in an order in which each comes behind what it reads.
type network struct {
	tokens float64 // b x s
	wide   float64 // h
	ops    []transformerOp
}

func (n *network) add(op transformerOp) (id int) {
	n.ops = append(n.ops, op)
	return len(n.ops)
}

// dense is a product with a weight matrix of in x out elements and a bias. Its
// backward pass makes two products, one for the input's and one for the
// weights' gradients, which read and write each of the three matrices twice.
func (n *network) dense(name string, from int, in, out float64) int {
	weights := float64(in*out) + out
	moved := float64(n.tokens*(in+out)) + weights
	return n.add(transformerOp{name: name, from: []int{from}, flops: float64(2*n.tokens) * float64(in*out),
		forward: moved, backward: float64(2 * moved), output: float64(n.tokens * out), weights: weights})
}

// pointwise is an op on each element, or a sum over rows, of size elements. Its
// backward pass reads the output's gradient and the input and writes a gradient.
func (n *network) pointwise(name string, from int, size, weights float64) int {
	return n.add(transformerOp{name: name, from: []int{from}, forward: float64(2*size) + weights,
		backward: float64(3*size) + float64(2*weights), output: size, weights: weights})
}

// norm is a layer normalisation with a scale and a shift.
func (n *network) norm(name string, from int) int {
	return n.pointwise(name, from, float64(n.tokens*n.wide), float64(2*n.wide))
}

// residual adds two tensors; backward it adds the gradients of both ways.
func (n *network) residual(name string, a, b int) int {
	size := float64(n.tokens * n.wide)
	return n.add(transformerOp{name: name, from: []int{a, b}, forward: float64(3 * size), backward: float64(3 * size), output: size})
}

// pairwise is a product of two activations: scores of queries and keys, or of
// scores and values. Its sizes are the elements of the operands and the output.
func (n *network) pairwise(name string, from []int, left, right, out, flops float64) int {
	moved := left + right + out
	return n.add(transformerOp{name: name, from: from, flops: flops, forward: moved, backward: float64(2 * moved), output: out})
}

// ops lists the ops of a checked transformer. Queries and keys are one product
// and values another, so that every edge carries what its target reads.
func (t *Transformer) ops() []transformerOp {
	n := &network{tokens: float64(t.Batch) * float64(t.Sequence), wide: float64(t.Hidden)}
	tokens, h, vocabulary := n.tokens, n.wide, float64(t.Vocabulary)
	size := float64(tokens * h)

	tables, rows := 2.0, vocabulary+float64(max(t.Positions, t.Sequence))
	if t.Encoder {
		tables, rows = 3, rows+2 // token types
	}
	at := n.add(transformerOp{name: "Embedding", forward: float64((tables + 1) * size),
		backward: float64((2*tables + 1) * size), output: size, weights: float64(rows * h)})
	if t.Encoder {
		at = n.norm("Norm (embedding)", at)
	}
	for layer := range t.Layers {
		at = t.layer(n, strconv.Itoa(layer+1), at)
	}
	if t.Encoder {
		at = n.dense("Dense (head)", at, h, h)
		at = n.pointwise("GELU (head)", at, size, 0)
	}
	at = n.norm("Norm (head)", at)
	// The product with the embedding's table, whose weights stand there. An
	// encoder's head has a bias for each token.
	logits := float64(tokens * vocabulary)
	moved := size + float64(vocabulary*h) + logits
	bias := 0.0
	if t.Encoder {
		bias = vocabulary
	}
	at = n.add(transformerOp{name: "Logits (head)", from: []int{at}, flops: float64(2*size) * vocabulary,
		forward: moved + bias, backward: float64(2 * (moved + bias)), output: logits, weights: bias})
	// Softmax and cross-entropy: one figure for each token goes on.
	n.add(transformerOp{name: "Loss", from: []int{at}, forward: float64(2 * logits), backward: float64(2 * logits), output: tokens})
	return n.ops
}

// layer adds a layer behind an op and returns its last one. A decoder
// normalises the inputs of attention and MLP (pre-norm, as GPT-2), an
// encoder what comes of them and their residuals (post-norm, as BERT).
func (t *Transformer) layer(n *network, number string, in int) int {
	// As in profiles, what is the op's own stands in brackets behind its kind.
	of := func(kind, part string) string { return kind + " (layer " + number + part + ")" }
	h, size := n.wide, float64(n.tokens*n.wide)
	scores := float64(float64(n.tokens*float64(t.Sequence)) * float64(t.Heads))
	flops := float64(2*size) * float64(t.Sequence) // of scores and context each

	x := in
	if !t.Encoder {
		x = n.norm(of("Norm", ", attention"), x)
	}
	both := n.dense(of("Queries and keys", ""), x, h, float64(2*h))
	values := n.dense(of("Values", ""), x, h, h)
	x = n.pairwise(of("Scores", ""), []int{both}, size, size, scores, flops)
	x = n.pointwise(of("Softmax", ""), x, scores, 0)
	x = n.pairwise(of("Context", ""), []int{x, values}, scores, size, size, flops)
	x = n.dense(of("Projection", ""), x, h, h)
	in = n.residual(of("Residual", ", attention"), in, x)
	if t.Encoder {
		in = n.norm(of("Norm", ", attention"), in)
	}
	x = in
	if !t.Encoder {
		x = n.norm(of("Norm", ", MLP"), x)
	}
	x = n.dense(of("MLP in", ""), x, h, float64(4*h))
	x = n.pointwise(of("GELU", ""), x, float64(4*size), 0)
	x = n.dense(of("MLP out", ""), x, float64(4*h), h)
	x = n.residual(of("Residual", ", MLP"), in, x)
	if t.Encoder {
		x = n.norm(of("Norm", ", MLP"), x)
	}
	return x
}
