package jobgraph_test

import (
	"fmt"

	"rampart/core/jobgraph"
)

// Mirroring doubles a profile's forward pass into what one training step runs.
func ExampleMirror() {
	g, err := jobgraph.Builtin("alexnet")
	if err != nil {
		fmt.Println(err)
		return
	}
	job := jobgraph.Mirror(g)
	fmt.Printf("%d ops, %d with their backward twins, %d edges\n", job.Forward, job.Stats.Nodes, job.Stats.Edges)
	fmt.Printf("50 steps take %.2f %s on one device\n", 50*job.Stats.StepTime, g.Unit)
	// Output:
	// 23 ops, 46 with their backward twins, 47 edges
	// 50 steps take 36061.15 milliseconds on one device
}

// Read tells the format by the content and names the graph after the file.
func ExampleRead() {
	text := "node1 -- Linear(8, 8) -- forward_compute_time=0.5, backward_compute_time=1.0, activation_size=32.0, parameter_size=256.0\n"
	g, err := jobgraph.Read("tiny/graph.txt", []byte(text))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s", jobgraph.EncodeJSON(g))
	// Output:
	// {"name":"tiny","source":"PipeDream profile","unit":"milliseconds","ops":[
	// {"id":1,"type":"Linear(8, 8)","forward":0.5,"backward":1,"activationBytes":32,"parameterBytes":256}
	// ],"edges":[
	// ]}
}

// An error says where and what would have been right.
func ExampleDecodeJSON() {
	_, err := jobgraph.DecodeJSON([]byte(`{
		"unit": "seconds",
		"ops": [{"id": 1, "forward": -1, "backward": 0, "activationBytes": 0, "parameterBytes": 0}],
		"edges": []
	}`))
	fmt.Println(err)
	// Output: ops[0].forward: -1 is out of range, expected a number from 0 to 1e18 (line 3)
}

func ExampleBuiltin() {
	_, err := jobgraph.Builtin("vgg19")
	fmt.Println(err)
	// Output: "vgg19" is no built-in graph, expected one of alexnet, vgg16, resnet18, squeezenet1_0, gnmt, resnet50, densenet121, gnmt_large, inception_v3, nasnetalarge, nasnetamobile, resnet101, resnext50, resnext101, bert_large, bert_large_128, gpt2_xl (did you mean vgg16?)
}
