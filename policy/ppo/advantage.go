package ppo

import "rampart/policy/nn"

// Advantages computes generalised advantage estimates (Schulman et al.,
// arXiv 1506.02438) of one environment's consecutive steps, and the returns
// that the value function is trained towards.
//
// All slices have one entry a step. values[t] is the value of the observation
// before step t; next is the value of the observation after the last step.
// ended[t] says that an episode ended with step t, by its time limit or
// otherwise; final[t] is then the value of the observation it ended in: the
// bootstrap of an episode that was cut off by the time limit, 0 for one that
// came to its natural end. No reward flows across an end.
func Advantages[T nn.Float](advantages, returns, rewards, values []T, ended []bool, final []T, next, gamma, lambda T) {
	n := len(rewards)
	if len(advantages) != n || len(returns) != n || len(values) != n || len(ended) != n || len(final) != n {
		panic(errLengths)
	}
	var later T
	for t := n - 1; t >= 0; t-- {
		after := next
		if t+1 < n {
			after = values[t+1]
		}
		if ended[t] {
			after, later = final[t], 0
		}
		delta := rewards[t] + T(gamma*after) - values[t]
		later = delta + T(T(gamma*lambda)*later)
		advantages[t] = later
		returns[t] = later + values[t]
	}
}

// standardise shifts and scales x to mean 0 and standard deviation 1. A
// constant x becomes 0.
func standardise(x []float32) {
	if len(x) == 0 {
		return
	}
	var sum, squares float64
	for _, v := range x {
		sum += float64(v)
	}
	mean := sum / float64(len(x))
	for _, v := range x {
		d := float64(v) - mean
		squares += float64(d * d)
	}
	scale := 1 / (sqrt(squares/float64(len(x))) + 1e-8)
	for i, v := range x {
		x[i] = float32((float64(v) - mean) * scale)
	}
}
