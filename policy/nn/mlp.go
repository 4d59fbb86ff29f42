package nn

import "strconv"

// MLP is a stack of linear layers, each followed by an activation, and
// optionally preceded by layer normalisation.
//
// The affine part of the normalisation (gain g, shift s) is folded into the
// first layer: with x̂ the normalised input, (x̂·g + s)·W + b = x̂·W' + b', where
// W' = diag(g)·W and b' = b + s·W. One pass over W replaces two over every row,
// forward and backward.
type MLP[T Float] struct {
	set        *Parameters[T]
	normalized bool
	gain       Tensor
	shift      Tensor
	layers     []linear[T]

	// Refresh fills these from the parameters: W', b' and the transposes.
	weight, bias []T
	transposed   [][]T
	// Gradients of W' and b' until Collect.
	dWeight, dBias []T
	scratch        []T // one gradient of hidden units
}

type linear[T Float] struct {
	in, out      int
	activation   Activation
	weight, bias Tensor
}

// Trace holds what a backward pass needs to know of a forward pass over rows of
// input.
type Trace[T Float] struct {
	// Input is written by the caller before Forward, rows × in. A normalising
	// MLP turns it into x̂ in place.
	Input   []T
	inverse []T
	before  [][]T // the argument of each activation
	after   [][]T // its value; the same memory where the derivative allows it
	rows    int
}

// NewMLP claims the tensors of a stack from widths[0] inputs to widths[i]
// units of layer i, with the activation of each layer, under the name's prefix.
func NewMLP[T Float](set *Parameters[T], name string, normalize bool, widths []int, activations []Activation) *MLP[T] {
	if len(widths) != len(activations)+1 || len(activations) == 0 {
		panic("nn: widths and activations do not match")
	}
	m := &MLP[T]{set: set, normalized: normalize}
	if normalize {
		m.gain = set.Claim(name+".norm.gain", widths[0])
		m.shift = set.Claim(name+".norm.shift", widths[0])
		fill(set.ValueOf(m.gain), 1)
	}
	for i, a := range activations {
		l := linear[T]{in: widths[i], out: widths[i+1], activation: a}
		prefix := name + "." + strconv.Itoa(i)
		l.weight = set.Claim(prefix+".weight", l.in, l.out)
		l.bias = set.Claim(prefix+".bias", l.out)
		m.layers = append(m.layers, l)
		m.transposed = append(m.transposed, make([]T, l.in*l.out))
	}
	if normalize {
		first := m.layers[0]
		m.weight, m.bias = make([]T, first.in*first.out), make([]T, first.out)
		m.dWeight, m.dBias = make([]T, first.in*first.out), make([]T, first.out)
	}
	return m
}

func fill[T Float](s []T, v T) {
	for i := range s {
		s[i] = v
	}
}

// Layers returns the number of linear layers.
func (m *MLP[T]) Layers() int { return len(m.layers) }

// In and Out return the widths of the input and of the output.
func (m *MLP[T]) In() int  { return m.layers[0].in }
func (m *MLP[T]) Out() int { return m.layers[len(m.layers)-1].out }

// Weight and Bias return the parameters of layer i, in × out and out.
func (m *MLP[T]) Weight(i int) []T { return m.set.ValueOf(m.layers[i].weight) }
func (m *MLP[T]) Bias(i int) []T   { return m.set.ValueOf(m.layers[i].bias) }

// NewTrace returns a trace for up to rows rows.
func (m *MLP[T]) NewTrace(rows int) *Trace[T] {
	t := &Trace[T]{
		before: make([][]T, len(m.layers)),
		after:  make([][]T, len(m.layers)),
	}
	m.GrowTrace(t, rows)
	return t
}

// GrowTrace makes room for rows rows; contents are lost if t was smaller.
func (m *MLP[T]) GrowTrace(t *Trace[T], rows int) {
	if rows <= t.rows && t.Input != nil {
		return
	}
	t.rows = rows
	t.Input = make([]T, rows*m.In())
	if m.normalized {
		t.inverse = make([]T, rows)
	}
	for i, l := range m.layers {
		t.after[i] = make([]T, rows*l.out)
		t.before[i] = t.after[i]
		if !l.activation.fromOutput() {
			t.before[i] = make([]T, rows*l.out)
		}
	}
}

// Refresh must be called after the parameters have changed and before the next
// Forward.
func (m *MLP[T]) Refresh() {
	for i, l := range m.layers {
		w := m.set.ValueOf(l.weight)
		if i == 0 && m.normalized {
			m.fold()
			w = m.weight
		}
		Transpose(m.transposed[i], w, l.in, l.out)
	}
}

// fold computes W' and b'.
func (m *MLP[T]) fold() {
	l := m.layers[0]
	w, gain, shift := m.set.ValueOf(l.weight), m.set.ValueOf(m.gain), m.set.ValueOf(m.shift)
	copy(m.bias, m.set.ValueOf(l.bias))
	for i := range l.in {
		g, s := gain[i], shift[i]
		row, folded := w[i*l.out:(i+1)*l.out], m.weight[i*l.out:(i+1)*l.out]
		for j, v := range row {
			folded[j] = g * v
			m.bias[j] += T(s * v)
		}
	}
}

// NormalizeInput normalises t.Input in place. ForwardNormalized can then be run
// any number of times: this is for inputs that never change.
func (m *MLP[T]) NormalizeInput(t *Trace[T], rows int) {
	if rows > t.rows {
		panic(panicRows)
	}
	if m.normalized {
		Normalize(t.Input, t.inverse, rows, m.In())
	}
}

// Forward computes the stack for the first rows of t.Input and returns the
// output, rows × out, which lives in t.
func (m *MLP[T]) Forward(t *Trace[T], rows int) []T {
	m.NormalizeInput(t, rows)
	return m.ForwardNormalized(t, rows)
}

// ForwardNormalized is Forward for an input that NormalizeInput has seen.
func (m *MLP[T]) ForwardNormalized(t *Trace[T], rows int) []T {
	if rows > t.rows {
		panic(panicRows)
	}
	x := t.Input
	for i, l := range m.layers {
		w, b := m.set.ValueOf(l.weight), m.set.ValueOf(l.bias)
		if i == 0 && m.normalized {
			w, b = m.weight, m.bias
		}
		before, after := t.before[i][:rows*l.out], t.after[i][:rows*l.out]
		MatMulBias(before, x, w, b, rows, l.in, l.out, l.activation == ReLU)
		if l.activation != ReLU && l.activation != None {
			Apply(l.activation, after, before)
		}
		x = after
	}
	return x
}

// Backward takes the gradient d of the output, rows × out, and adds those of
// the parameters; the gradient of the normalisation and of the first layer
// waits for Collect. If dIn is not nil it is set to the gradient of the input,
// rows × in. d is overwritten.
func (m *MLP[T]) Backward(t *Trace[T], d, dIn []T, rows int) {
	for i := len(m.layers) - 1; i >= 0; i-- {
		l := m.layers[i]
		d = d[:rows*l.out]
		ApplyBackward(l.activation, d, t.before[i][:rows*l.out])
		x := t.Input
		if i > 0 {
			x = t.after[i-1]
		}
		dw, db := m.set.GradOf(l.weight), m.set.GradOf(l.bias)
		if i == 0 && m.normalized {
			dw, db = m.dWeight, m.dBias
		}
		MatMulTA(dw, x, d, rows, l.in, l.out)
		AddColumns(db, d, rows, l.out)
		if i == 0 {
			break
		}
		// Two buffers in turn: d must live until the product is done.
		next := m.hidden(i, rows)
		MatMul(next, d, m.transposed[i], rows, l.out, l.in)
		d = next
	}
	if dIn == nil {
		return
	}
	first := m.layers[0]
	MatMul(dIn, d, m.transposed[0], rows, first.out, first.in)
	if m.normalized {
		NormalizeBackward(dIn, t.Input, t.inverse, rows, first.in)
	}
}

// hidden returns the gradient buffer of the input of layer i: the two halves of
// scratch in turn.
func (m *MLP[T]) hidden(i, rows int) []T {
	width := 0
	for _, l := range m.layers[1:] {
		width = max(width, l.in)
	}
	m.scratch = grow(m.scratch, 2*rows*width)
	if i%2 == 0 {
		return m.scratch[:rows*width]
	}
	return m.scratch[rows*width:]
}

// Collect adds what Backward has gathered for W' and b' to the gradients of g,
// s, W and b, and starts afresh:
// dW = diag(g)·dW' + s⊗db', dg = rows of W·dW', ds = W·db', db = db'.
func (m *MLP[T]) Collect() {
	if !m.normalized {
		return
	}
	l := m.layers[0]
	w, gain, shift := m.set.ValueOf(l.weight), m.set.ValueOf(m.gain), m.set.ValueOf(m.shift)
	dw, dGain, dShift := m.set.GradOf(l.weight), m.set.GradOf(m.gain), m.set.GradOf(m.shift)
	for i := range l.in {
		g, s := gain[i], shift[i]
		row, folded := w[i*l.out:(i+1)*l.out], m.dWeight[i*l.out:(i+1)*l.out]
		target := dw[i*l.out : (i+1)*l.out]
		for j, v := range folded {
			target[j] += T(g*v) + T(s*m.dBias[j])
		}
		dGain[i] += dotRow(row, folded)
		dShift[i] += dotRow(row, m.dBias)
	}
	AddColumns(m.set.GradOf(l.bias), m.dBias, 1, l.out)
	clear(m.dWeight)
	clear(m.dBias)
}
