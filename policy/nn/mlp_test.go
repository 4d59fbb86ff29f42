package nn

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// central returns the derivative of f with respect to *x.
func central(f func() float64, x *float64) float64 {
	const h = 1e-5
	at := *x
	*x = at + h
	up := f()
	*x = at - h
	down := f()
	*x = at
	return (up - down) / (2 * h)
}

func near(got, want, tolerance float64) bool {
	return math.Abs(got-want) <= tolerance*max(1, math.Abs(want))
}

// stackUnderTest is a float64 MLP with an input and a fixed weighting of the
// output that makes it a scalar.
type stackUnderTest struct {
	set    Parameters[float64]
	net    *MLP[float64]
	trace  *Trace[float64]
	x      []float64
	weight []float64
	rows   int
}

func newStack(normalize bool, depth int, a Activation, r *rand.Rand) *stackUnderTest {
	widths := []int{5}
	var acts []Activation
	for i := range depth {
		widths = append(widths, 6+i)
		acts = append(acts, a)
	}
	s := &stackUnderTest{rows: 7}
	s.net = NewMLP(&s.set, "net", normalize, widths, acts)
	copy(s.set.Value, random[float64](len(s.set.Value), r))
	s.x = random[float64](s.rows*5, r)
	s.weight = random[float64](s.rows*s.net.Out(), r)
	s.trace = s.net.NewTrace(s.rows)
	return s
}

func (s *stackUnderTest) loss() float64 {
	s.net.Refresh()
	copy(s.trace.Input, s.x)
	var sum float64
	for i, y := range s.net.Forward(s.trace, s.rows) {
		sum += s.weight[i] * y
	}
	return sum
}

// kinkDistance returns how near the arguments of the activations come to one of
// the points where a derivative jumps: 0 or, for hard swish, ±3.
func (s *stackUnderTest) kinkDistance() float64 {
	s.loss()
	least := math.Inf(1)
	for i, l := range s.net.layers {
		for _, v := range s.trace.before[i] {
			if l.activation == ReLU && v == 0 {
				continue // cut off: how far below 0 it was is not kept
			}
			least = min(least, math.Abs(v), math.Abs(math.Abs(v)-3))
		}
	}
	return least
}

// TestGradientsOfStacks compares every parameter's and input's gradient with
// central differences, for each activation, with and without normalisation and
// with one to three layers.
func TestGradientsOfStacks(t *testing.T) {
	for a := None; a <= Softsign; a++ {
		for _, normalize := range []bool{false, true} {
			for depth := 1; depth <= 3; depth++ {
				t.Run(fmt.Sprintf("%v normalize=%v depth=%d", a, normalize, depth), func(t *testing.T) {
					r := rand.New(rand.NewPCG(uint64(a), uint64(depth)))
					s := newStack(normalize, depth, a, r)
					for s.kinkDistance() < 1e-3 { // the difference must not straddle a kink
						s = newStack(normalize, depth, a, r)
					}
					checkStack(t, s)
				})
			}
		}
	}
}

func checkStack(t *testing.T, s *stackUnderTest) {
	s.loss()
	d := append([]float64(nil), s.weight...)
	dIn := make([]float64, len(s.x))
	s.net.Backward(s.trace, d, dIn, s.rows)
	s.net.Collect()
	grad := append([]float64(nil), s.set.Grad...)
	for _, tensor := range s.set.Tensors {
		for i := tensor.Offset; i < tensor.Offset+tensor.Size(); i++ {
			if want := central(s.loss, &s.set.Value[i]); !near(grad[i], want, 1e-6) {
				t.Errorf("%s[%d]: gradient %v, difference %v", tensor.Name, i-tensor.Offset, grad[i], want)
			}
		}
	}
	for i := range s.x {
		if want := central(s.loss, &s.x[i]); !near(dIn[i], want, 1e-6) {
			t.Errorf("input %d: gradient %v, difference %v", i, dIn[i], want)
		}
	}
}

// TestFoldedNormalization compares with layer normalisation, its affine part
// and the linear layer written out one after the other.
func TestFoldedNormalization(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	s := newStack(true, 1, None, r)
	s.loss()
	got := s.trace.after[0]
	gain, shift := s.set.ValueOf(s.net.gain), s.set.ValueOf(s.net.shift)
	w, b := s.net.Weight(0), s.net.Bias(0)
	for row := range s.rows {
		x := s.x[row*5 : (row+1)*5]
		var mean, variance float64
		for _, v := range x {
			mean += v / 5
		}
		for _, v := range x {
			variance += (v - mean) * (v - mean) / 5
		}
		for j := range 6 {
			want := b[j]
			for i, v := range x {
				want += ((v-mean)/math.Sqrt(variance+1e-5)*gain[i] + shift[i]) * w[i*6+j]
			}
			if !near(got[row*6+j], want, 1e-12) {
				t.Errorf("row %d column %d: %v, want %v", row, j, got[row*6+j], want)
			}
		}
	}
}

// TestBackwardAdds holds the promise that gradients add up over calls: batches
// of one parameter version may be split.
func TestBackwardAdds(t *testing.T) {
	s := newStack(true, 2, Mish, rand.New(rand.NewPCG(7, 8)))
	s.loss()
	once := make([]float64, len(s.set.Grad))
	for pass := range 2 {
		s.net.Backward(s.trace, append([]float64(nil), s.weight...), nil, s.rows)
		s.net.Collect()
		if pass == 0 {
			copy(once, s.set.Grad)
		}
	}
	for i, g := range s.set.Grad {
		if !near(g, 2*once[i], 1e-12) {
			t.Errorf("gradient %d is %v after two passes, %v after one", i, g, once[i])
		}
	}
}

func TestStacksDoNotAllocate(t *testing.T) {
	var set Parameters[float32]
	r := rand.New(rand.NewPCG(9, 1))
	net := NewMLP(&set, "net", true, []int{5, 16, 16, 16}, []Activation{ReLU, Mish, ReLU})
	for i := range net.Layers() {
		InitUniform(net.Weight(i), 16, r)
	}
	trace := net.NewTrace(50)
	d, dIn := make([]float32, 50*16), make([]float32, 50*5)
	if n := testing.AllocsPerRun(10, func() {
		net.Refresh()
		net.Forward(trace, 50)
		net.Backward(trace, d, dIn, 50)
		net.Collect()
	}); n != 0 {
		t.Errorf("%v allocations a step", n)
	}
}
