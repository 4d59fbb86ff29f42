package checkpoint_test

import (
	"fmt"
	"os"

	"rampart/policy/checkpoint"
	"rampart/policy/gnn"
)

// A policy's file, as it lies on disk or comes with a link, is a model again.
func ExampleDecode() {
	file, err := os.ReadFile("testdata/policy-1.safetensors")
	if err != nil {
		fmt.Println(err)
		return
	}
	p, training, err := checkpoint.Decode(file)
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := p.Model([]gnn.Graph{{Nodes: 1, NodeFeatures: []float32{1, 0, 1, 0, 0}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d weights after %d decisions, blocks %.3f; goes on: %t\n", len(m.Params()), p.Steps, p.Evaluation.BlockingRate().Mean, training != nil)
	_, _, err = checkpoint.Decode(file[:3000])
	fmt.Println(err)
	// Output:
	// 199 weights after 400000 decisions, blocks 0.178; goes on: false
	// the file is cut off: its header should have 3720 bytes, but 2992 follow
}

// Equal policies have equal bytes, and so a name by their content.
func ExamplePolicy_Digest() {
	file, err := os.ReadFile("testdata/policy-1.safetensors")
	if err != nil {
		fmt.Println(err)
		return
	}
	p, _, err := checkpoint.Decode(file)
	if err != nil {
		fmt.Println(err)
		return
	}
	before := p.Digest()
	p.Name = "Another name"
	fmt.Println(before == p.Digest())
	// Output:
	// false
}

// Other runtimes take a policy as an ONNX model.
func ExampleONNX() {
	file, err := os.ReadFile("testdata/policy-1.safetensors")
	if err != nil {
		fmt.Println(err)
		return
	}
	p, _, err := checkpoint.Decode(file)
	if err != nil {
		fmt.Println(err)
		return
	}
	model, err := checkpoint.ONNX(p)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(model) > 4*len(p.Params))
	// Output:
	// true
}
