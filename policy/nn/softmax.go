package nn

import (
	"math"

	"rampart/core/detmath"
)

// Masked is the logit and the log-probability of a masked action: finite, so
// that no product with a probability of 0 becomes NaN.
const Masked = -math.MaxFloat32

// MaskedSoftmax fills the probabilities and log-probabilities of one row of
// logits and returns the entropy in nats. Actions with a false mask have
// probability exactly 0, log-probability Masked and no share in the entropy,
// whatever their logit is. It panics if no action is allowed or the lengths do
// not match.
//
// Sums run over the allowed actions in ascending order, in float64.
func MaskedSoftmax[T Float](probability, logProbability, logits []T, mask []bool) T {
	n := len(logits)
	if len(probability) != n || len(logProbability) != n || len(mask) != n {
		panic("nn: logits, mask and probabilities differ in length")
	}
	top := math.Inf(-1)
	allowed := false
	for i, ok := range mask {
		if ok {
			allowed = true
			top = max(top, float64(logits[i]))
		}
	}
	if !allowed {
		panic("nn: every action is masked")
	}
	var sum float64
	for i, ok := range mask {
		if ok {
			sum += detmath.Exp(float64(logits[i]) - top)
		}
	}
	logSum := detmath.Log(sum)
	var entropy float64
	for i, ok := range mask {
		if !ok {
			probability[i], logProbability[i] = 0, Masked
			continue
		}
		l := float64(logits[i]) - top - logSum
		p := detmath.Exp(l)
		probability[i], logProbability[i] = T(p), T(l)
		if p > 0 {
			entropy -= float64(p * l)
		}
	}
	return T(entropy)
}

// MaskedSoftmaxBackward adds to dLogits the gradient of
// dLog·logProbability[action] + dEntropy·entropy, with the results of
// MaskedSoftmax. Masked logits get nothing.
func MaskedSoftmaxBackward[T Float](dLogits, probability, logProbability []T, mask []bool, action int, dLog, dEntropy, entropy T) {
	for i, ok := range mask {
		if !ok {
			continue
		}
		p := probability[i]
		var g T
		if p > 0 {
			g = -T(T(dEntropy*p) * (logProbability[i] + entropy))
		}
		g -= T(dLog * p)
		if i == action {
			g += dLog
		}
		dLogits[i] += g
	}
}
