package nn_test

import (
	"fmt"
	"math/rand/v2"

	"rampart/policy/nn"
)

// A small network learns exclusive or.
func ExampleMLP() {
	var set nn.Parameters[float64]
	net := nn.NewMLP(&set, "net", false, []int{2, 8, 1}, []nn.Activation{nn.Softsign, nn.Sigmoid})
	r := rand.New(rand.NewPCG(1, 2))
	for i, in := range []int{2, 8} {
		nn.InitUniform(net.Weight(i), in, r)
		nn.InitUniform(net.Bias(i), in, r)
	}
	inputs, targets := []float64{0, 0, 0, 1, 1, 0, 1, 1}, []float64{0, 1, 1, 0}
	opt := nn.NewAdam[float64](len(set.Value), 0.05)
	trace := net.NewTrace(4)
	d := make([]float64, 4)
	for range 500 {
		net.Refresh()
		copy(trace.Input, inputs)
		for i, y := range net.Forward(trace, 4) {
			d[i] = y - targets[i]
		}
		clear(set.Grad)
		net.Backward(trace, d, nil, 4)
		net.Collect()
		opt.Step(set.Value, set.Grad)
	}
	net.Refresh()
	copy(trace.Input, inputs)
	for i, y := range net.Forward(trace, 4) {
		fmt.Printf("%v %v: %.0f\n", inputs[2*i], inputs[2*i+1], y)
	}
	// Output:
	// 0 0: 0
	// 0 1: 1
	// 1 0: 1
	// 1 1: 0
}

// Only allowed actions get probability.
func ExampleMaskedSoftmax() {
	probability, logProbability := make([]float32, 3), make([]float32, 3)
	entropy := nn.MaskedSoftmax(probability, logProbability, []float32{1, 9, 1}, []bool{true, false, true})
	fmt.Printf("%v %.3f\n", probability, entropy)
	// Output: [0.5 0 0.5] 0.693
}
