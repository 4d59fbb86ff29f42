package dqn

import (
	"math"

	"rampart/policy/nn"
)

// Programmer errors.
const errLengths = "dqn: argument lengths do not match"

// duel turns the two outputs of a dueling network (Wang et al., arXiv
// 1511.06581, equation 9) into the values of a state's actions:
//
//	Q(a) = V + A(a) - mean of A over the legal actions
//
// The mean is over the legal actions, not over all: an action that cannot be
// taken is never trained, and what its advantage happens to be must not shift
// the others. Actions that are not legal get nn.Masked. q may be advantages.
func duel[T nn.Float](q, advantages []T, value T, mask []bool) {
	shift := value - legalMean(advantages, mask)
	for j, ok := range mask {
		if ok {
			q[j] = advantages[j] + shift
		} else {
			q[j] = nn.Masked
		}
	}
}

// legalMean returns the mean of the advantages of the legal actions.
func legalMean[T nn.Float](advantages []T, mask []bool) T {
	var sum T
	n := 0
	for j, ok := range mask {
		if ok {
			sum += advantages[j]
			n++
		}
	}
	return sum / T(n)
}

// best returns the first legal action of the largest value. As the values of a
// state's actions differ from their advantages by one number, both have the
// same best action.
func best[T nn.Float](values []T, mask []bool) int {
	at := -1
	for j, ok := range mask {
		if ok && (at < 0 || values[j] > values[at]) {
			at = j
		}
	}
	return at
}

// Sample is one minibatch: b transitions of n actions each.
type Sample[T nn.Float] struct {
	Mask    []bool  // b x n
	Actions []int32 // b: taken, legal
	Targets []T     // b: what the value of the action should have been
	Weights []T     // b: of importance
}

// Terms tell of a minibatch: means over its transitions.
type Terms struct {
	Loss  float64 // weighted
	Error float64 // absolute, between the value of an action and its target
	Value float64 // of the actions taken
}

func (t *Terms) add(u Terms, weight float64) {
	t.Loss += float64(u.Loss * weight)
	t.Error += float64(u.Error * weight)
	t.Value += float64(u.Value * weight)
}

// gradient computes the loss of a minibatch,
//
//	mean of w H(Q(a) - y),  H(d) = d^2/2 up to |d| = huber, then huber (|d| - huber/2),
//
// and its gradient with respect to advantages (b x n) and values (b). The
// targets y are constants. It fills errors with Q(a) - y.
func gradient[T nn.Float](huber float64, s *Sample[T], advantages, values, dAdvantages, dValues, errors []T) Terms {
	b := len(values)
	if b == 0 || len(advantages)%b != 0 || len(s.Mask) != len(advantages) || len(dAdvantages) != len(advantages) ||
		len(s.Actions) != b || len(s.Targets) != b || len(s.Weights) != b || len(dValues) != b || len(errors) != b {
		panic(errLengths)
	}
	n := len(advantages) / b
	var mean Terms
	for i := range b {
		row, mask, a := advantages[i*n:(i+1)*n], s.Mask[i*n:(i+1)*n], int(s.Actions[i])
		q := float64(values[i] + (row[a] - legalMean(row, mask)))
		d := q - float64(s.Targets[i])
		errors[i] = T(d)
		w := float64(s.Weights[i])
		loss, slope := float64(d*d)/2, d
		if size := math.Abs(d); !(size <= huber) {
			loss, slope = float64(huber*(size-float64(huber/2))), math.Copysign(huber, d)
		}
		mean.add(Terms{Loss: float64(w * loss), Error: math.Abs(d), Value: q}, 1/float64(b))
		spread(dAdvantages[i*n:(i+1)*n], mask, a, T(float64(w*slope)/float64(b)))
		dValues[i] = T(float64(w*slope) / float64(b))
	}
	return mean
}

// spread fills the gradient of the advantages for that of an action's value.
func spread[T nn.Float](dAdvantages []T, mask []bool, action int, d T) {
	n := 0
	for _, ok := range mask {
		if ok {
			n++
		}
	}
	share := d / T(n)
	for j, ok := range mask {
		switch {
		case !ok:
			dAdvantages[j] = 0
		case j == action:
			dAdvantages[j] = d - share
		default:
			dAdvantages[j] = -share
		}
	}
}
