package nn

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"rampart/core/detmath"
)

// Activation is an elementwise function. The zero value is the identity.
type Activation uint8

// The activations that the reference implementation accepts (its models' gnn
// configuration), with PyTorch's constants.
const (
	None      Activation = iota
	ReLU                 // max(x, 0)
	LeakyReLU            // x, or x/100 below 0
	Sigmoid              // 1/(1+exp(-x))
	ELU                  // x, or exp(x)-1 below 0
	HardSwish            // x·min(max(x+3, 0), 6)/6
	Softplus             // log(1+exp(x))
	Mish                 // x·tanh(softplus(x))
	Softsign             // x/(1+|x|)
)

var activationNames = [...]string{"none", "relu", "leaky_relu", "sigmoid", "elu", "hard_swish", "softplus", "mish", "softsign"}

// Activations returns the names of all activations.
func Activations() []string { return slices.Clone(activationNames[:]) }

// ParseActivation returns the activation with the given name.
func ParseActivation(name string) (Activation, error) {
	if i := slices.Index(activationNames[:], name); i >= 0 {
		return Activation(i), nil
	}
	return None, fmt.Errorf("activation %q is not one of %s", name, strings.Join(activationNames[:], ", "))
}

// String returns the name that ParseActivation reads.
func (a Activation) String() string { return activationNames[a] }

// fromOutput says whether the derivative is computed from the function's value,
// so that no copy of its argument is kept.
func (a Activation) fromOutput() bool { return a == None || a == ReLU || a == LeakyReLU }

const leak = 0.01

// value returns the function of x.
func (a Activation) value(x float64) float64 {
	switch a {
	case ReLU:
		if x <= 0 {
			return 0
		}
	case LeakyReLU:
		if x < 0 {
			return leak * x
		}
	case Sigmoid:
		return sigmoid(x)
	case ELU:
		if x < 0 {
			return detmath.Expm1(x)
		}
	case HardSwish:
		return x * min(max(x+3, 0), 6) / 6
	case Softplus:
		return softplus(x)
	case Mish:
		return x * detmath.Tanh(softplus(x))
	case Softsign:
		return x / (1 + math.Abs(x))
	}
	return x
}

// slope returns the derivative at x; at a kink, that of the left side.
func (a Activation) slope(x float64) float64 {
	switch a {
	case ReLU:
		if x <= 0 {
			return 0
		}
	case LeakyReLU:
		if x <= 0 {
			return leak
		}
	case Sigmoid:
		s := sigmoid(x)
		return s * (1 - s)
	case ELU:
		if x <= 0 {
			return detmath.Exp(x)
		}
	case HardSwish:
		switch {
		case x <= -3:
			return 0
		case x <= 3:
			return x/3 + 0.5
		}
	case Softplus:
		return sigmoid(x)
	case Mish:
		t := detmath.Tanh(softplus(x))
		return t + float64(float64(x*sigmoid(x))*(1-float64(t*t)))
	case Softsign:
		d := 1 + math.Abs(x)
		return 1 / float64(d*d)
	}
	return 1
}

func sigmoid(x float64) float64 {
	if x < 0 { // the exponential may not overflow
		e := detmath.Exp(x)
		return e / (1 + e)
	}
	return 1 / (1 + detmath.Exp(-x))
}

func softplus(x float64) float64 {
	return max(x, 0) + detmath.Log1p(detmath.Exp(-math.Abs(x)))
}

// Apply sets dst[i] to the function of x[i]. dst may be x itself. Values are
// computed in float64 and rounded once. It panics if dst is shorter than x.
func Apply[T Float](a Activation, dst, x []T) {
	dst = dst[:len(x)]
	switch a {
	case None:
		copy(dst, x)
	case ReLU:
		for i, v := range x {
			if v <= 0 { // a NaN stays
				v = 0
			}
			dst[i] = v
		}
	default:
		for i, v := range x {
			dst[i] = T(a.value(float64(v)))
		}
	}
}

// ApplyBackward multiplies d[i] by the derivative at x[i]. It panics if d is
// shorter than x.
func ApplyBackward[T Float](a Activation, d, x []T) {
	d = d[:len(x)]
	switch a {
	case None:
	case ReLU:
		if e, ok := float32s(d); ok && vectorised {
			y, _ := float32s(x)
			reluBackwardVector(e, y)
			return
		}
		reluBackwardPortable(d, x)
	default:
		for i, v := range x {
			d[i] = T(float64(d[i]) * a.slope(float64(v)))
		}
	}
}

func reluBackwardPortable[T Float](d, x []T) {
	for i, v := range x {
		if v <= 0 {
			d[i] = 0
		}
	}
}
