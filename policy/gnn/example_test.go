package gnn_test

import (
	"fmt"
	"math/rand/v2"

	"rampart/policy/gnn"
)

// Logits and value for one decision on a job of three operations in a row.
func ExampleModel() {
	c := gnn.Paper()
	job := gnn.Graph{Nodes: 3, Edges: 2, NodeFeatures: make([]float32, 3*c.NodeFeatures),
		EdgeFeatures: make([]float32, 2*c.EdgeFeatures), From: []int32{0, 1}, To: []int32{1, 2}}
	m, err := gnn.New[float32](c, []gnn.Graph{job}, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		fmt.Println(err)
		return
	}
	features, mask := make([]float32, c.GraphFeatures), make([]bool, c.Actions)
	mask[0], mask[4] = true, true
	logits, values := make([]float32, c.Actions), make([]float32, 1)
	m.Forward([]int32{0}, features, mask, logits, values)
	fmt.Println(len(m.Params()), "parameters")
	for action, l := range logits {
		if mask[action] {
			fmt.Printf("action %d: near zero at first: %v\n", action, l > -0.1 && l < 0.1)
		}
	}
	// Output:
	// 5668 parameters
	// action 0: near zero at first: true
	// action 4: near zero at first: true
}
