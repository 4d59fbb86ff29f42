package dqn

import (
	"math/rand/v2"

	"rampart/core/detmath"
)

// linear goes from a to b over so many steps; 0 steps: it stays a.
func linear(a, b float64, step, steps int) float64 {
	if steps == 0 {
		return a
	}
	if step >= steps {
		return b
	}
	return a + float64((b-a)*(float64(step)/float64(steps)))
}

// power returns x^y for x >= 0.
func power(x, y float64) float64 {
	switch {
	case y == 0:
		return 1
	case x == 0:
		return 0
	case y == 1:
		return x
	}
	return detmath.Exp(float64(y * detmath.Log(x)))
}

// of returns the probability that environment i of n explores at a step.
func (x *Exploration) of(i, n, step int) float64 {
	e := linear(x.Epsilon, x.EpsilonFinal, step, x.EpsilonSteps)
	if n == 1 {
		return e
	}
	return power(e, 1+float64(x.Spread*float64(i))/float64(n-1))
}

// mean returns the mean of all environments.
func (x *Exploration) mean(n, step int) (m float64) {
	for i := range n {
		m += x.of(i, n, step) / float64(n)
	}
	return m
}

// unit draws from 0..1 without 1.
func unit(source *rand.PCG) float64 { return float64(source.Uint64()>>11) / (1 << 53) }

// choose returns the greedy action or, with probability epsilon, any legal one,
// all alike.
func choose(greedy int, mask []bool, epsilon float64, source *rand.PCG) int {
	if unit(source) >= epsilon {
		return greedy
	}
	n := 0
	for _, ok := range mask {
		if ok {
			n++
		}
	}
	left := int(unit(source) * float64(n))
	for j, ok := range mask {
		if !ok {
			continue
		}
		if left == 0 {
			return j
		}
		left--
	}
	return greedy // the mask is empty
}
