package ppo

import (
	"math"

	"rampart/core/detmath"
	"rampart/policy/nn"
)

// Programmer errors.
const errLengths = "ppo: argument lengths do not match"

func sqrt(x float64) float64 { return math.Sqrt(x) }

// Objective holds the coefficients of the PPO loss (Schulman et al., arXiv
// 1707.06347). The loss of one decision is
//
//	-min(r A, clip(r) A) + cv (v-R)^2 - ce H + ck KL(old || new)
//
// with r the ratio of the action's probabilities now and when it was taken, A
// its advantage, R its return and H the entropy of the policy.
type Objective struct {
	Clip             float64 // the ratio is clipped to 1-Clip..1+Clip, > 0
	ValueCoefficient float64
	// ValueLossClip bounds the squared error of a value, as RLlib's
	// vf_clip_param does: beyond it the error has no gradient. 0: no bound.
	ValueLossClip float64
	// ValueRange bounds how far a value may move from the one at the time of
	// acting, as in the original PPO code. 0: no bound.
	ValueRange         float64
	EntropyCoefficient float64
	KLCoefficient      float64

	// imitate replaces the policy's part by -log p(action): behaviour cloning.
	imitate bool
}

// Sample is one minibatch: b decisions of n actions each.
type Sample[T nn.Float] struct {
	Mask       []bool  // b x n
	Actions    []int32 // b
	OldLog     []T     // b x n: log probabilities when the actions were taken
	OldValues  []T     // b
	Advantages []T     // b
	Returns    []T     // b
}

// Terms are the parts of the loss, means over a minibatch.
type Terms struct {
	Loss, Policy, Value, Entropy, KL float64
	ClipFraction                     float64 // of decisions whose ratio was clipped
}

func (t *Terms) add(u Terms, weight float64) {
	t.Loss += float64(u.Loss * weight)
	t.Policy += float64(u.Policy * weight)
	t.Value += float64(u.Value * weight)
	t.Entropy += float64(u.Entropy * weight)
	t.KL += float64(u.KL * weight)
	t.ClipFraction += float64(u.ClipFraction * weight)
}

// gradient computes the loss of a minibatch and its gradient with respect to
// logits (b x n) and values (b). p and log are scratch of b x n.
func gradient[T nn.Float](o *Objective, s *Sample[T], logits, values, p, log, dLogits, dValues []T) Terms {
	b := len(values)
	if b == 0 || len(s.Actions) != b || len(logits)%b != 0 || len(s.OldLog) != len(logits) || len(s.Mask) != len(logits) ||
		len(dLogits) != len(logits) || len(dValues) != b || len(log) != len(logits) || len(p) != len(logits) {
		panic(errLengths)
	}
	n := len(logits) / b
	var mean Terms
	for i := range b {
		lo, hi := i*n, (i+1)*n
		mask := s.Mask[lo:hi]
		entropy := nn.MaskedSoftmax(p[lo:hi], log[lo:hi], logits[lo:hi], mask)
		r := decision[T]{mask, p[lo:hi], log[lo:hi], s.OldLog[lo:hi], int(s.Actions[i]), float64(s.Advantages[i]), float64(entropy)}
		row := r.gradient(o, dLogits[lo:hi], float64(b))
		v, dv := o.value(float64(values[i]), float64(s.OldValues[i]), float64(s.Returns[i]))
		dValues[i] = T(float64(o.ValueCoefficient*dv) / float64(b))
		row.Value = v
		row.Loss += float64(o.ValueCoefficient * v)
		mean.add(row, 1/float64(b))
	}
	return mean
}

// decision is one row of a minibatch, seen by the policy's part of the loss.
type decision[T nn.Float] struct {
	mask        []bool
	p, log, old []T // probabilities and log probabilities now, log probabilities then
	action      int
	advantage   float64
	entropy     float64
}

// gradient returns the terms of the row without its value, and fills the
// gradient with respect to its logits divided by b.
func (d *decision[T]) gradient(o *Objective, dLogits []T, b float64) Terms {
	ratio := detmath.Exp(float64(d.log[d.action]) - float64(d.old[d.action]))
	clipped := min(max(ratio, 1-o.Clip), 1+o.Clip)
	surrogate := float64(ratio * d.advantage)
	pull := surrogate // derivative of the surrogate by the action's log probability
	t := Terms{Entropy: d.entropy}
	if bound := float64(clipped * d.advantage); bound < surrogate {
		surrogate, pull = bound, 0
	}
	if o.imitate {
		surrogate, pull, clipped = float64(d.log[d.action]), 1, ratio
	}
	if ratio != clipped {
		t.ClipFraction = 1
	}
	for j, ok := range d.mask {
		dLogits[j] = 0
		if !ok {
			continue
		}
		l, old := float64(d.log[j]), float64(d.old[j])
		p, then := float64(d.p[j]), detmath.Exp(old)
		if then > 0 {
			t.KL += float64(then * (old - l))
		}
		hit := 0.0
		if j == d.action {
			hit = 1
		}
		g := -float64(pull * (hit - p))
		if p > 0 {
			g += float64(o.EntropyCoefficient * float64(p*(l+d.entropy)))
		}
		g += float64(o.KLCoefficient * (p - then))
		dLogits[j] = T(g / b)
	}
	t.Policy = -surrogate
	t.Loss = t.Policy - float64(o.EntropyCoefficient*t.Entropy) + float64(o.KLCoefficient*t.KL)
	return t
}

// value returns the loss of one value and its derivative.
func (o *Objective) value(v, old, target float64) (loss, derivative float64) {
	e := v - target
	loss, derivative = float64(e*e), 2*e
	if o.ValueRange > 0 {
		moved := min(max(v-old, -o.ValueRange), o.ValueRange)
		c := old + moved - target
		if clipped := float64(c * c); clipped > loss {
			loss, derivative = clipped, 0 // reached only where the move was cut off
		}
	}
	if o.ValueLossClip > 0 && loss > o.ValueLossClip {
		loss, derivative = o.ValueLossClip, 0
	}
	return loss, derivative
}
