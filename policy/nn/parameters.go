package nn

import "slices"

// Tensor names a part of a flat parameter vector. A matrix is row-major; the
// weights of a layer from in to out units have the shape in × out.
type Tensor struct {
	Name   string
	Shape  []int
	Offset int // of the first element
}

// Size returns the number of elements.
func (t Tensor) Size() int {
	n := 1
	for _, d := range t.Shape {
		n *= d
	}
	return n
}

// Parameters are the weights of a model and their gradients, each in one flat
// vector: what an optimiser, a checkpoint or a digest works on. Layers claim
// their tensors from it while a model is built; from then on the vectors stay
// where they are.
type Parameters[T Float] struct {
	Value, Grad []T
	Tensors     []Tensor
}

// Claim appends a tensor of zeros and returns its description.
func (p *Parameters[T]) Claim(name string, shape ...int) Tensor {
	t := Tensor{Name: name, Shape: slices.Clone(shape), Offset: len(p.Value)}
	p.Tensors = append(p.Tensors, t)
	p.Value = append(p.Value, make([]T, t.Size())...)
	p.Grad = append(p.Grad, make([]T, t.Size())...)
	return t
}

// ValueOf returns the elements of t.
func (p *Parameters[T]) ValueOf(t Tensor) []T { return part(p.Value, t) }

// GradOf returns the gradient of t.
func (p *Parameters[T]) GradOf(t Tensor) []T { return part(p.Grad, t) }

func part[T Float](s []T, t Tensor) []T {
	end := t.Offset + t.Size()
	return s[t.Offset:end:end]
}
